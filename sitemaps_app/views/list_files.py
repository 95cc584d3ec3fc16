"""Files about all sites that the address means."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import HttpRequest, StreamingHttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from sitemaps_app.access import audit, role, sites_for
from sitemaps_app.pipeline.list_export import due_of_all, list_csv
from sitemaps_app.views.presenters.bulk import chosen_sites
from sitemaps_app.views.presenters.list_page import ordered
from sitemaps_app.views.presenters.list_query import ListQuery
from sitemaps_app.views.presenters.site_rows import plain_text

CONTENT_TYPES = {"jsonl": "application/x-ndjson; charset=utf-8", "csv": "text/csv; charset=utf-8"}


@require_GET
@never_cache
@role("viewer")
def list_file(request: HttpRequest) -> StreamingHttpResponse:
    """The list as CSV, in its order."""
    query, now = ListQuery.read(request.GET), timezone.now()
    sites = ordered(query.narrow(sites_for(request.user), now=now), query)
    audit(request.user, "list_read", detail=query.encoded())
    return _file(list_csv(sites, now=now), "csv", "sites.csv")


@require_GET
@never_cache
@role("viewer")
def due_file(request: HttpRequest, file_format: str) -> StreamingHttpResponse:
    """The due lists of all of them that are trusted, as one stream; `since` is a time in ISO 8601, or "all"."""
    query, now = ListQuery.read(request.GET), timezone.now()
    chosen = chosen_sites(sites_for(request.user), query, now=now)
    audit(request.user, "due_lists_read", detail=f"{file_format}\n{query.encoded()}")
    since = plain_text(request.GET.get("since", ""))[:100]
    return _file(due_of_all(chosen.ids, file_format, since=since, now=now), file_format, f"due.{file_format}")


def _file(pieces: Iterator[str], file_format: str, name: str) -> StreamingHttpResponse:
    response = StreamingHttpResponse(pieces, content_type=CONTENT_TYPES[file_format])
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
