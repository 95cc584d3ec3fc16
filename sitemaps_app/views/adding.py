"""Adding sites: a list or a table in, then one row a line with how far its site is."""

from __future__ import annotations

from pathlib import Path

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.files.uploadedfile import TemporaryUploadedFile
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from sitemaps_app.access import additions_for, role, signed_in
from sitemaps_app.forms import AddSitesForm, ColumnForm
from sitemaps_app.forms.adding import reading_of
from sitemaps_app.models import Addition
from sitemaps_app.models.addition import AdditionState, LineOutcome
from sitemaps_app.pipeline import adding, adding_run, adding_tables
from sitemaps_app.pipeline.sites import read_lines
from sitemaps_app.uploads import takes_uploads, was_too_large
from sitemaps_app.views.presenters import added
from sitemaps_app.wording import sentence, words

ROWS = 100
LISTED_ADDITIONS = 5
# A list of many sites is counted as a whole with each look, so it is looked at less often.
LOOK_MS, LOOK_MS_OF_MANY, MANY = 2_000, 10_000, 1_000


@takes_uploads(adding_tables.MAX_TABLE_BYTES)
@require_http_methods(["GET", "HEAD", "POST"])
@role("editor")
def add_sites(request: HttpRequest) -> HttpResponse:
    """Add one or many; one good line leads straight to its site, more to a page with a row a line."""
    person = signed_in(request)
    form = AddSitesForm(request.POST, request.FILES) if request.method == "POST" else AddSitesForm()
    if was_too_large(request):
        form.errors.clear()  # the list that the form seems to lack was not read
        form.add_error("table", sentence("table_refusals", "table_too_large"))
    if person and form.is_valid():
        if form.upload is None:
            return _add(request, person, form.cleaned_data["sites"], form.cleaned_data["ticket"])
        addition = _keep_table(form, person)
        if addition is not None:
            return redirect(addition)
    context = {"active": "add", "form": form, "last": additions_for(request.user).filter(owner=person)[:LISTED_ADDITIONS]}
    return render(request, "sites/add.html", context, status=413 if was_too_large(request) else 400 if form.errors else 200)


def _keep_table(form: AddSitesForm, person: User) -> Addition | None:
    """The addition that waits for its column; None, with words on the form, where the file cannot be read."""
    file = form.upload
    if not isinstance(file, TemporaryUploadedFile):
        return None
    file.flush()  # what is still in its buffer must be on disk before it is moved
    name = added.visible(file.name or "")
    addition, refusal = adding_tables.keep_table(
        person, Path(file.temporary_file_path()), name, ticket=form.cleaned_data["ticket"], now=timezone.now()
    )
    if refusal:
        form.add_error("table", f"{sentence('table_refusals', refusal)} {words('table_refusals', refusal).advice}".strip())
    return addition


def _add(request: HttpRequest, person: User, text: str, ticket: str) -> HttpResponse:
    """Work on a list, or lead to where the same list is worked on or done already."""
    lines, now = read_lines(text), timezone.now()
    if len(lines) > adding_run.AT_ONCE:
        addition, is_ours = adding_run.keep_list(person, ticket, text, lines=len(lines), now=now), False
    else:
        addition, is_ours = adding.begin_addition(person, ticket, lines=len(lines), now=now)
    if addition.owner_id != person.pk:
        return redirect("add_sites")
    if is_ours:
        adding.run_addition(addition, lines, now=now)
    elif addition.state == AdditionState.WAITING:
        adding_run.send(addition, now=now)
    only = addition.lines.select_related("site").first() if len(lines) == 1 else None
    site = only.present_site if only else None
    if only is None or site is None:
        return redirect(addition)
    if only.outcome != LineOutcome.ADDED:
        messages.info(request, added.already_there(only))
    return redirect(site)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@role("editor")
def choose_column(request: HttpRequest, pk: int) -> HttpResponse:
    """The first rows of a table, how it is read, and which column holds the addresses."""
    addition = get_object_or_404(additions_for(request.user), pk=pk)
    if addition.state != AdditionState.DRAFT:
        return redirect("added_sites", pk)
    guessed = adding_tables.stored_reading(addition)
    reading = reading_of(request.POST, guessed) if request.method == "POST" else guessed
    is_sent = request.method == "POST" and "look" not in request.POST
    try:
        preview = adding_tables.preview(addition, reading)
        form = ColumnForm(request.POST if is_sent else None, preview=preview)
        if is_sent and form.is_valid() and (answer := _add_table(addition, form, reading)):
            return answer
    except OSError:
        messages.error(request, sentence("table_refusals", "table_gone"))
        return redirect("add_sites")
    context = {"active": "add", "addition": addition, "form": form, "preview": preview}
    return render(request, "sites/choose_column.html", context, status=400 if form.errors else 200)


def _add_table(addition: Addition, form: ColumnForm, reading: adding_tables.Reading) -> HttpResponse | None:
    """Add from the chosen column; None, with words on the form, where it is empty. Raises OSError where the table is gone."""
    lines = adding_tables.table_lines(addition, reading, form.cleaned_data["column"])
    if not lines:
        form.add_error("column", sentence("table_refusals", "table_without_lines"))
        return None
    column, now = form.cleaned_data["column"], timezone.now()
    if len(lines) > adding_run.AT_ONCE:
        adding_run.start_long_table(addition, reading, column, lines=len(lines), now=now)
    elif adding_tables.start_table(addition, reading, column, lines=len(lines), now=now):
        adding.run_addition(addition, lines, now=now)
        adding_tables.drop_table(addition)
    return redirect("added_sites", addition.pk)


@require_GET
@never_cache
@role("editor")
def added_sites(request: HttpRequest, pk: int) -> HttpResponse:
    """One row a line: what was understood, and how far its site is. `outcome` in the address narrows them."""
    addition = get_object_or_404(additions_for(request.user), pk=pk)
    if addition.state == AdditionState.DRAFT:
        return redirect(addition)
    context = _page(request, addition)
    refused = added.refused_text(addition)
    limit, left = added.left_out(addition)
    form = AddSitesForm(initial={"sites": refused}) if refused else None
    return render(request, "sites/added.html", {**context, "active": "add", "form": form, "limit": limit, "left": left})


@require_GET
@never_cache
@role("editor")
def added_progress(request: HttpRequest, pk: int) -> HttpResponse:
    """The fragment that follows the checks; the header tells the script when to stop."""
    context = _page(request, get_object_or_404(additions_for(request.user), pk=pk))
    response = render(request, "sites/_added.html", context)
    progress = context["progress"]
    goes_on = isinstance(progress, added.AdditionProgress) and progress.unfinished
    if "adding" in request.GET and isinstance(progress, added.AdditionProgress) and not progress.is_adding:
        goes_on = False  # the whole page is drawn anew, now with its refused lines to correct
    response["X-Check-Running"] = "1" if goes_on else "0"
    return response


def _page(request: HttpRequest, addition: Addition) -> dict[str, object]:
    now, outcome = timezone.now(), request.GET.get("outcome", "")
    counts = adding.counts_of(addition)
    page = Paginator(added.shown_lines(addition, outcome), ROWS).get_page(request.GET.get("page"))
    progress = added.addition_progress(addition, counts, now=now)
    return {
        "addition": addition,
        "progress": progress,
        "every": LOOK_MS_OF_MANY if progress.sites > MANY else LOOK_MS,
        "page": page,
        "rows": added.added_rows(list(page.object_list), now=now),
        "chips": added.outcome_chips(counts, outcome),
    }
