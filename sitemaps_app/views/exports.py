"""The due list: explained on a page, and streamed as a file."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from sitemaps_app.access import audit, role, site_for
from sitemaps_app.pipeline import export
from sitemaps_app.views.presenters.due import due_card, refusal_words
from sitemaps_app.views.presenters.site_rows import plain_text
from sitemaps_app.views.site_page import render_site_page

CONTENT_TYPES = {"jsonl": "application/x-ndjson; charset=utf-8", "csv": "text/csv; charset=utf-8"}


@require_GET
@role("viewer")
def due_page(request: HttpRequest, pk: int) -> HttpResponse:
    """What a due list is, what it says now, and how a crawler asks for it."""
    site = site_for(request.user, pk)
    card = due_card(site, export.due_list(site, now=timezone.now()), root=request.build_absolute_uri("/"))
    return render_site_page(request, site, "sites/due.html", {"card": card}, tab="site_due")


@require_GET
@never_cache
@role("viewer")
def due_file(request: HttpRequest, pk: int, file_format: str) -> HttpResponseBase:
    """The due list as a stream; a refusal is a 409 with its reason in the kind that was asked for: a crawler reads it."""
    site = site_for(request.user, pk)
    force = request.GET.get("force") == "1"
    due = export.due_list(site, cursor=plain_text(request.GET.get("cursor", "")), now=timezone.now(), force=force)
    if isinstance(due, export.Refusal):
        return _refuse(due, file_format)
    audit(request.user, "due_list_read", site_origin=site.origin, detail=file_format + (", force" if force else ""))
    response = StreamingHttpResponse(export.render_due(due, file_format), content_type=CONTENT_TYPES[file_format])
    name = f"{site.file_stem}-due.{file_format}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["X-Next-Cursor"] = due.header.next_cursor
    response["X-As-Of"] = due.header.as_of.isoformat()
    response["X-Valid-Until"] = due.header.valid_until.isoformat()
    return response


def _refuse(refusal: export.Refusal, file_format: str) -> HttpResponse:
    """An object for JSONL; a sentence for CSV, so that nobody takes it for a table."""
    said = refusal_words(refusal)
    if file_format == "jsonl":
        told = {"code": refusal.code, "verdict": refusal.verdict, "title": said.title, "detail": said.explanation, "advice": said.advice}
        return JsonResponse(told, status=409, json_dumps_params={"ensure_ascii": False})
    sentence = f"{said.title}. {said.explanation} {said.advice} ({refusal.code})\n"
    return HttpResponse(sentence, status=409, content_type="text/plain; charset=utf-8")
