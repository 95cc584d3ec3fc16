"""What the sitemap says of the panel's pages, snapshot by snapshot: the source of the number of moves between two visits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from sitemaps_app.formats.lastmod import Lastmod, LastmodStatus, Precision, is_backwards, is_move
from sitemaps_app.models import Comparison, Page, PageLastmod, Site, Snapshot
from sitemaps_app.pipeline.storage import snapshot_path
from sitemaps_app.snapshots import StoredEntry, find_entries


def newest_lastmods(pages: Iterable[Page]) -> dict[int, PageLastmod]:
    """The last thing the sitemap said of each page, by page id."""
    rows = PageLastmod.objects.filter(page__in=[page.pk for page in pages]).order_by("seen_at", "pk")
    return {row.page_id: row for row in rows}


def follow_panel(site: Site, snapshot: Snapshot) -> None:
    """Write a row for each panel page whose entry is not what it was; a page that a complete read no longer lists leaves the panel.

    Compares with the last row of the page, not with the previous snapshot's file, so nothing depends on that file still being whole.
    """
    pages = list(Page.objects.filter(site=site, retired_at__isnull=True))
    entries = find_entries(snapshot_path(snapshot.path), {page.key for page in pages})
    newest = newest_lastmods(pages)
    rows, vanished = [], []
    _follow_sections([(page, stored) for page in pages if (stored := entries.get(page.key)) and stored.section != page.section])
    for page in pages:
        stored, last = entries.get(page.key), newest.get(page.pk)
        change = _change(last, stored, may_vanish=snapshot.complete)
        if change:
            rows.append(lastmod_row(page, stored, snapshot=snapshot, change=change))
        if change == "vanished":
            page.retired_at, page.retired_reason = snapshot.taken_at, "vanished"
            vanished.append(page)
    PageLastmod.objects.bulk_create(rows, ignore_conflicts=True)
    Page.objects.bulk_update(vanished, ["retired_at", "retired_reason"])


def _follow_sections(moved: Sequence[tuple[Page, StoredEntry]]) -> None:
    """Pages whose section is another by now, because the rule or the files are others, take what is known of them along."""
    by_section: dict[str, list[Page]] = defaultdict(list)
    for page, stored in moved:
        page.section = stored.section
        by_section[stored.section].append(page)
    for section, pages in by_section.items():
        Page.objects.filter(pk__in=[page.pk for page in pages]).update(section=section)
        Comparison.objects.filter(page__in=pages).update(section=section)


def lastmod_row(page: Page, stored: StoredEntry | None, *, snapshot: Snapshot, change: str) -> PageLastmod:
    """The row that says what one snapshot held for one page; `stored` None = the page is not listed."""
    lastmod = stored.lastmod if stored else None
    return PageLastmod(
        page=page,
        snapshot=snapshot,
        seen_at=snapshot.taken_at,
        raw=lastmod.raw[:200] if lastmod else "",
        instant=lastmod.instant if lastmod else None,
        precision=lastmod.precision or 0 if lastmod else 0,
        status=lastmod.status if lastmod else LastmodStatus.ABSENT,
        change=change,
    )


def lastmod_of(row: PageLastmod) -> Lastmod:
    """The stored row as the reader's value."""
    precision = Precision(row.precision) if row.precision else None
    return Lastmod(row.raw, row.instant, precision, None, LastmodStatus(row.status))


def _change(last: PageLastmod | None, stored: StoredEntry | None, *, may_vanish: bool) -> str:
    """The kind of change against the last row, "" for none."""
    if stored is None:
        return "vanished" if may_vanish else ""
    if last is None:
        return "first"
    old, new = lastmod_of(last), stored.lastmod
    if old.status is not new.status and LastmodStatus.OK in (old.status, new.status):
        return "lastmod_appeared" if new.status is LastmodStatus.OK else "lastmod_vanished"
    if is_move(old, new):
        return "moved"
    if is_backwards(old, new):
        return "backwards"
    return "" if _as_kept(old.raw) == _as_kept(new.raw) else "format_only"


def _as_kept(raw: str) -> str:
    return raw[:200]


def moves_between(moved_at: Iterable[datetime], earlier: datetime, later: datetime) -> int:
    """How many of the times at which a move was seen lie after one visit and not after the next."""
    return sum(1 for at in moved_at if earlier < at <= later)
