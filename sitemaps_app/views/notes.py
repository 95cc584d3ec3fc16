"""What happened on a site as one list, and the notes in it."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from sitemaps_app.access import audit, role, signed_in, site_for
from sitemaps_app.models import Site
from sitemaps_app.note_forms import NoteForm
from sitemaps_app.pipeline.notes import add_note as write_note
from sitemaps_app.pipeline.notes import change_note
from sitemaps_app.views.presenters.marks import KINDS, happenings, kind_titles
from sitemaps_app.views.site_page import render_site_page

ROWS = 50
# The newest of each kind that the list reaches back to; the charts' ranges reach further.
MOST = 2_000


@require_GET
@role("viewer")
def events(request: HttpRequest, pk: int) -> HttpResponse:
    """Events, notes and acts on the settings, newest first; `kind` in the address keeps one of them."""
    return _events_page(request, site_for(request.user, pk), NoteForm(now=timezone.now()))


@require_POST
@role("editor")
def add_note(request: HttpRequest, pk: int) -> HttpResponse:
    site, now = site_for(request.user, pk), timezone.now()
    form = NoteForm(request.POST, now=now)
    if not form.is_valid():
        return _events_page(request, site, form, status=400)
    note = write_note(site, form.cleaned_data["text"], at=form.cleaned_data["at"], author=signed_in(request), now=now)
    audit(request.user, "note_added", site_origin=site.origin, detail=note.text)
    messages.success(request, _("The note stands in the list and on the charts."))
    return redirect("site_events", pk=site.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@role("editor")
def note(request: HttpRequest, pk: int, note_pk: int) -> HttpResponse:
    """Change a note, or take it away."""
    site, now = site_for(request.user, pk), timezone.now()
    found = get_object_or_404(site.notes, pk=note_pk)
    if request.POST.get("act") == "delete":
        found.delete()
        audit(request.user, "note_deleted", site_origin=site.origin, detail=found.text)
        messages.success(request, _("The note is deleted."))
        return redirect("site_events", pk=site.pk)
    form = NoteForm(request.POST or None, now=now, initial={"text": found.text, "at": found.at.strftime("%Y-%m-%dT%H:%M")})
    if request.method == "POST" and form.is_valid():
        change_note(found, form.cleaned_data["text"], at=form.cleaned_data["at"], now=now)
        audit(request.user, "note_changed", site_origin=site.origin, detail=found.text)
        messages.success(request, _("The note is changed."))
        return redirect("site_events", pk=site.pk)
    context: dict[str, object] = {"note_form": form, "note_pk": found.pk}
    return render_site_page(request, site, "sites/note.html", context, tab="site_events", status=400 if form.errors else 200)


def _events_page(request: HttpRequest, site: Site, form: NoteForm, *, status: int = 200) -> HttpResponse:
    kind = request.GET.get("kind", "")
    kinds = (kind,) if kind in KINDS else KINDS
    page = Paginator(happenings(site, limit=MOST, kinds=kinds), ROWS).get_page(request.GET.get("page"))
    context: dict[str, object] = {"page": page, "kind": kind, "kinds": kind_titles().items(), "note_form": form}
    return render_site_page(request, site, "sites/events.html", context, tab="site_events", status=status)
