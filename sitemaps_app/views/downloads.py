"""Files that people save from a page: named after their site, and readable by the programs that open them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from django.http import HttpResponse

from sitemaps_app.models import Site


def csv_text(rows: Iterable[Sequence[str]]) -> str:
    """The rows as CSV. Excel takes one for UTF-8 only where it begins with a byte order mark."""
    buffer = io.StringIO("\ufeff")
    buffer.seek(0, io.SEEK_END)
    csv.writer(buffer).writerows(rows)
    return buffer.getvalue()


def attached(content: str, content_type: str, sites: Sequence[Site | None], name: str) -> HttpResponse:
    """The file as an answer that is saved, not shown."""
    response = HttpResponse(content, content_type=content_type)
    stem = "-".join(one.file_stem for one in sites if one is not None)
    response["Content-Disposition"] = f'attachment; filename="{stem}-{name}"'
    return response
