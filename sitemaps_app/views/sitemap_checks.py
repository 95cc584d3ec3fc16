"""The check of a single sitemap: pasted, uploaded, or named by its address."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from sitemaps_app.access import Role, audit, has_role, role, signed_in, sitemap_check_for, sitemap_checks_for
from sitemaps_app.forms_sitemap_check import EXAMPLE, SitemapForms
from sitemaps_app.models.sitemap_check import SitemapCheckSource, SitemapCheckState
from sitemaps_app.pipeline import sitemap_check as pipeline_check
from sitemaps_app.pipeline.sitemap_check_json import json_pieces
from sitemaps_app.uploads import takes_uploads
from sitemaps_app.views.presenters.sitemap_check import check_name, check_progress, check_row, report
from sitemaps_app.wording import words

LISTED = 20


@takes_uploads(pipeline_check.MAX_BYTES)
@require_http_methods(["GET", "HEAD", "POST"])
@role("viewer")
def check_sitemap(request: HttpRequest) -> HttpResponse:
    """Ask for a check, and see those that one has asked for."""
    person, now = signed_in(request), timezone.now()
    forms = SitemapForms.of(request)
    asked = forms.ask(person, now=now) if person and request.method == "POST" else None
    if asked and asked.check:
        return _asked(request, asked)
    checks = sitemap_checks_for(request.user).for_list()
    others = checks.exclude(owner=person) if has_role(request.user, Role.ADMIN) else checks.none()
    context: dict[str, object] = {
        "active": "check_sitemap",
        "forms": forms,
        "rows": [check_row(check, now=now) for check in checks.filter(owner=person)[:LISTED]],
        "others": [check_row(check, now=now) for check in others[:LISTED]],
        "max_bytes": pipeline_check.MAX_BYTES,
        "example": EXAMPLE,
    }
    return render(request, "sitemap_checks/ask.html", context, status=forms.status)


@require_GET
@never_cache
@role("viewer")
def sitemap_check(request: HttpRequest, pk: int) -> HttpResponse:
    """The report, or how far it is."""
    check = sitemap_check_for(request.user, pk)
    progress = check_progress(check, now=timezone.now())
    context: dict[str, object] = {
        "active": "check_sitemap",
        "check": check,
        "name": check_name(check),
        "source": words("sitemap_check_sources", check.source),
        "progress": progress,
        "report": report(check) if progress.state == SitemapCheckState.DONE else None,
    }
    return render(request, "sitemap_checks/report.html", context)


@require_GET
@never_cache
@role("viewer")
def sitemap_check_progress(request: HttpRequest, pk: int) -> HttpResponse:
    """The fragment that follows a check; the header tells the script when to stop."""
    check = sitemap_check_for(request.user, pk)
    progress = check_progress(check, now=timezone.now())
    response = render(request, "sitemap_checks/_progress.html", {"check": check, "progress": progress})
    response["X-Check-Running"] = "1" if progress.unfinished else "0"
    return response


@require_GET
@role("viewer")
def sitemap_check_json(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The whole report for programs."""
    check = sitemap_check_for(request.user, pk)
    if check.state != SitemapCheckState.DONE:
        return redirect(check)
    source = check.given or check.source
    headers = {"Content-Disposition": f'attachment; filename="sitemap-report-{check.pk}.json"'}
    return StreamingHttpResponse(json_pieces(check, source=source), content_type="application/json", headers=headers)


@require_POST
@role("viewer")
def sitemap_check_again(request: HttpRequest, pk: int) -> HttpResponse:
    asked = pipeline_check.begin_again(sitemap_check_for(request.user, pk), now=timezone.now())
    if asked.check:
        return _asked(request, asked)
    said = words("sitemap_check_refusals", asked.refusal)
    messages.warning(request, f"{said.explanation} {said.advice}")
    return redirect("sitemap_check", pk)


@require_POST
@role("viewer")
def sitemap_check_delete(request: HttpRequest, pk: int) -> HttpResponse:
    pipeline_check.delete_check(sitemap_check_for(request.user, pk))
    messages.success(request, _("The report and what was sent for it were deleted."))
    return redirect("check_sitemap")


def _asked(request: HttpRequest, asked: pipeline_check.Asked) -> HttpResponse:
    """Lead to a check that was just asked for; a request to the outside leaves a line in the audit log."""
    check = asked.check
    if check is None:
        return redirect("check_sitemap")
    if check.source == SitemapCheckSource.ADDRESS:
        audit(request.user, "sitemap_check_requested", detail=check.given)
    if not asked.sent:
        messages.warning(request, _("No worker can be told just now: the broker does not answer. The check begins by itself when it does."))
    return redirect(check)
