"""People, for administrators: invite, change a role, keep out and let in, hand out a link for a new password."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from sitemaps_app.access import audit, role, signed_in
from sitemaps_app.accounts import give_role, invite, password_path, role_name, set_active
from sitemaps_app.forms.accounts import InviteForm, RoleForm
from sitemaps_app.pipeline.site_settings import SettingChange
from sitemaps_app.views.presenters.accounts import person_rows


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@role("admin")
def people(request: HttpRequest) -> HttpResponse:
    """Everybody, and the form that invites. The link of a new person is in the answer to its form and nowhere else."""
    form = InviteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        person = invite(form.cleaned_data["username"], form.cleaned_data["role"])
        audit(request.user, "person_invited", detail=person.username, changes=[SettingChange("role", "", form.cleaned_data["role"])])
        return _page(request, InviteForm(), link_for=person)
    return _page(request, form)


def _page(request: HttpRequest, form: InviteForm, *, link_for: User | None = None) -> HttpResponse:
    reader = signed_in(request)
    context = {
        "active": "people",
        "form": form,
        "rows": person_rows(User.objects.all(), reader) if reader else [],
        "link_for": link_for,
        "link": request.build_absolute_uri(password_path(link_for)) if link_for else "",
        "role_form": RoleForm(),
    }
    return render(request, "accounts/people.html", context, status=400 if form.errors else 200)


@require_POST
@role("admin")
def change_role(request: HttpRequest, pk: int) -> HttpResponse:
    """Give another person another role."""
    person, form = _other(request, pk), RoleForm(request.POST)
    if person is None or not form.is_valid():
        return redirect("people")
    before, after = role_name(person), form.cleaned_data["role"]
    if not give_role(person, after):
        messages.error(request, _("This person is the only one who may administer."))
    elif before != after:
        audit(request.user, "role_changed", detail=person.username, changes=[SettingChange("role", before, after)])
        messages.success(request, _("The role of %(name)s is changed.") % {"name": person.username})
    return redirect("people")


@require_POST
@role("admin")
def change_access(request: HttpRequest, pk: int) -> HttpResponse:
    """Keep another person out, or let them in again."""
    person = _other(request, pk)
    if person is None:
        return redirect("people")
    active = request.POST.get("active") == "1"
    if not set_active(person, active=active):
        messages.error(request, _("This person is the only one who may administer."))
    else:
        audit(request.user, "person_let_in" if active else "person_kept_out", detail=person.username)
        said = _("%(name)s may come in again.") if active else _("%(name)s may not come in any more, and is signed out everywhere.")
        messages.success(request, said % {"name": person.username})
    return redirect("people")


@require_POST
@never_cache
@role("admin")
def password_link(request: HttpRequest, pk: int) -> HttpResponse:
    """A link under which a person chooses a new password, shown once, for the administrator to hand over."""
    person = get_object_or_404(User, pk=pk, is_active=True)
    audit(request.user, "password_link_made", detail=person.username)
    return _page(request, InviteForm(), link_for=person)


def _other(request: HttpRequest, pk: int) -> User | None:
    """Another person than oneself: who locks themselves out needs somebody else to come back."""
    person = get_object_or_404(User, pk=pk)
    if request.user.pk == person.pk:
        messages.error(request, _("Another administrator has to do this for you."))
        return None
    return person
