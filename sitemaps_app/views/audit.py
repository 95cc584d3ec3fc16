"""The audit log: who did what, filtered, on pages and as a file."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from sitemaps_app.access import audit, role
from sitemaps_app.forms.accounts import AuditForm
from sitemaps_app.pipeline.export import formula_safe
from sitemaps_app.views.presenters.accounts import audit_cells, audit_rows

ROWS = 100
MOST_LINES = 100_000
COLUMNS = ("at", "who", "act", "what", "site", "detail")


@require_GET
@role("admin")
def audit_log(request: HttpRequest) -> HttpResponse:
    """Who did what; the filters stand in the address."""
    form = AuditForm(request.GET)
    page = Paginator(form.lines(), ROWS).get_page(request.GET.get("page"))
    narrows = any(request.GET.get(name) for name in form.fields)
    return render(
        request, "audit_log.html", {"page": page, "rows": audit_rows(page.object_list), "form": form, "narrows": narrows, "active": "audit"}
    )


@require_GET
@never_cache
@role("admin")
def audit_csv(request: HttpRequest) -> HttpResponseBase:
    """The same lines as a file, without pages; no cell is taken for a formula by a spreadsheet."""
    lines = AuditForm(request.GET).lines()[:MOST_LINES]
    audit(request.user, "audit_log_read")
    response = StreamingHttpResponse(_pieces(lines), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="audit-log.csv"'
    return response


class _Echo:
    """A file that hands back what is written to it."""

    def write(self, text: str) -> str:
        return text


def _pieces(lines: Any) -> Iterator[str]:
    writer = csv.writer(_Echo())
    yield "\ufeff" + writer.writerow(COLUMNS)
    for line in lines.iterator(chunk_size=1_000):
        for row in audit_rows([line]):
            yield writer.writerow([formula_safe(cell) for cell in audit_cells(row)])
