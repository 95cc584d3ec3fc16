"""Files about many sites: the list itself as a table, and the due lists of all that are trusted as one stream."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from datetime import datetime

from sitemaps_app.models import Site, Standing
from sitemaps_app.models.site import SiteQuerySet
from sitemaps_app.pipeline.export import COLUMNS, FORMULA_STARTS, Refusal, due_list, render_due

LIST_COLUMNS = (
    "site", "verdict", "verdict_state", "preliminary", "trust", "trust_low", "trust_high", "trust_change", "lastmod_share", "entries",
    "failure_modes", "problems", "generator", "tags", "paused", "last_checked_at", "last_outcome", "next_check_at",
)  # fmt: skip
_SITES_AT_ONCE = 500


def list_csv(sites: SiteQuerySet, *, now: datetime) -> Iterator[str]:
    """The list as CSV, a piece for some hundreds of sites.

    It begins with a byte order mark, without which Excel does not take it for UTF-8. Trust and its change are in points of 100, shares
    0..1; several codes are parted by blanks, tags by commas.
    """
    buffer = io.StringIO("\ufeff")
    buffer.seek(0, io.SEEK_END)
    writer = csv.writer(buffer)
    writer.writerow(LIST_COLUMNS)
    for number, site in enumerate(sites.for_rows().iterator(chunk_size=_SITES_AT_ONCE), start=1):
        writer.writerow([_cell(value) for value in _cells(site, now)])
        if number % _SITES_AT_ONCE == 0:
            yield buffer.getvalue()
            buffer.seek(0)
            buffer.truncate()
    yield buffer.getvalue()


def due_of_all(ids: Iterable[int], file_format: str, *, since: str = "", now: datetime) -> Iterator[str]:
    """The due lists of those sites that have one, one after the other; sites whose lastmod is not followed are passed over.

    `since` is an ISO time or "all", "" for what changed between the last two reads. In JSONL each list begins with its header; a CSV has
    one line of column names. Where no site has a list, that is said: by the column names alone, or by an object with the number of sites
    that were passed over.
    """
    is_first, passed_over = True, 0
    for pk in ids:
        site = Site.objects.for_list().filter(pk=pk).first()
        due = due_list(site, cursor=since, now=now) if site else None
        if due is None or isinstance(due, Refusal):
            passed_over += 1
            continue
        yield from render_due(due, file_format, header=is_first)
        is_first = False
    if is_first:
        yield ",".join(COLUMNS) + "\r\n" if file_format == "csv" else json.dumps({"lists": 0, "passed_over": passed_over}) + "\n"


def _cells(site: Site, now: datetime) -> Iterable[object]:
    stands: Standing | None = getattr(site, "standing", None)
    yield site.origin
    yield from _standing_cells(stands, now) if stands else ("", "", "", "", "", "", "", "", "", "", "", "")
    yield ", ".join(tag.name for tag in site.tags.all())
    yield int(site.paused)
    yield _iso(site.last_checked_at)
    yield site.last_outcome
    yield _iso(site.next_check_at)


def _standing_cells(stands: Standing, now: datetime) -> Iterable[object]:
    is_stale = stands.stale_at is not None and now >= stands.stale_at
    yield stands.verdict
    yield "stale" if is_stale else stands.state
    yield int(stands.preliminary)
    for share in (stands.trust, stands.trust_low, stands.trust_high, stands.trust_change):
        yield "" if share is None else round(share * 100, 1)
    yield "" if stands.lastmod_share is None else round(stands.lastmod_share, 4)
    yield "" if stands.entries is None else stands.entries
    yield stands.failure_modes.strip()
    yield stands.problems.strip()
    yield stands.generator


def _cell(value: object) -> object:
    """A cell that no spreadsheet takes for a formula; numbers stay numbers."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_STARTS) else value


def _iso(at: datetime | None) -> str:
    return at.isoformat().replace("+00:00", "Z") if at else ""
