"""Reads and their lists of changes as rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from sitemaps_app.models import Site, Snapshot
from sitemaps_app.pipeline.reads import ReadChange, earlier_read, read_changes
from sitemaps_app.views.presenters.site_rows import plain_text
from sitemaps_app.views.presenters.tables import path_of
from sitemaps_app.wording import numbers

LISTED = 100


@dataclass(frozen=True, slots=True)
class ListLink:
    """One list of a read: its name, how many it holds, its address, whether it is open, whether it holds nothing."""

    kind: str
    title: str
    count: str
    url: str
    chosen: bool = False
    is_empty: bool = False


@dataclass(frozen=True, slots=True)
class ReadRow:
    """One read in the table."""

    snapshot: Snapshot
    entries: str
    lastmod_share: str
    files: str
    lists: tuple[ListLink, ...]


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """One entry of a list. `visits_url` leads to its visits where it is a page of the panel, "" where it is not."""

    url: str
    path: str
    section: str
    old: str
    new: str
    visits_url: str


@dataclass(frozen=True, slots=True)
class ReadPage:
    """One read with one of its lists; `problem` says why there is none."""

    row: ReadRow
    earlier: Snapshot | None
    title: str
    rows: tuple[ChangeRow, ...]
    next_url: str
    first_url: str
    problem: str


def read_rows(snapshots: Iterable[Snapshot]) -> list[ReadRow]:
    """Reads as rows, with links to the lists that hold something."""
    return [read_row(snapshot) for snapshot in snapshots]


def read_row(snapshot: Snapshot, chosen: str = "") -> ReadRow:
    """One read; the list that is open is named."""
    counts = {
        "moved": snapshot.moved,
        "new": snapshot.appeared,
        "gone": snapshot.vanished,
        "backwards": snapshot.backwards,
        "format_only": snapshot.format_only,
    }
    always = {"moved", "new", "gone", chosen}
    files = numbers.whole(snapshot.files_read)
    if snapshot.files_failed:
        files = _("%(read)s read, %(failed)s failed") % {"read": files, "failed": numbers.whole(snapshot.files_failed)}
    return ReadRow(
        snapshot,
        numbers.whole(snapshot.entries),
        numbers.share(snapshot.lastmod_share),
        files,
        tuple(_link(snapshot, kind, count, chosen) for kind, count in counts.items() if count or kind in always),
    )


def read_page(site: Site, snapshot: Snapshot, kind: str, after: str) -> ReadPage:
    """One page of one list. Five queries."""
    earlier = earlier_read(site, snapshot)
    found = read_changes(earlier, snapshot, kind, after=plain_text(after)[:3000], limit=LISTED)
    pages = dict(site.pages.filter(key__in=[row.key for row in found.rows]).values_list("key", "pk"))
    url = reverse("site_read", args=[site.pk, snapshot.pk])
    return ReadPage(
        row=read_row(snapshot, kind),
        earlier=earlier,
        title=_titles().get(kind, kind),
        rows=tuple(_change(site, row, pages.get(row.key)) for row in found.rows),
        next_url=f"{url}?{urlencode({'kind': kind, 'after': found.after})}" if found.after else "",
        first_url=f"{url}?{urlencode({'kind': kind})}" if after else "",
        problem=_problems().get(found.problem, ""),
    )


def _titles() -> dict[str, str]:
    return {
        "moved": _("Moved"),
        "new": _("New"),
        "gone": _("Gone"),
        "backwards": _("Went backwards"),
        "lastmod_appeared": _("lastmod appeared"),
        "lastmod_vanished": _("lastmod vanished"),
        "format_only": _("Only written differently"),
    }


def _problems() -> dict[str, str]:
    return {
        "first": _("There is no complete read before it to compare with."),
        "pruned": _("The entries of this read or of the one before were cleared away for their age; the counts stay."),
        "damaged": _("The stored entries of this read cannot be read any more; the counts stay."),
    }


def _link(snapshot: Snapshot, kind: str, count: int | None, chosen: str) -> ListLink:
    url = f"{reverse('site_read', args=[snapshot.site_id, snapshot.pk])}?{urlencode({'kind': kind})}"
    return ListLink(kind, _titles()[kind], numbers.whole(count), url, kind == chosen, not count)


def _change(site: Site, row: ReadChange, page_pk: int | None) -> ChangeRow:
    visits = f"{reverse('site_visits', args=[site.pk])}?{urlencode({'of': page_pk})}" if page_pk else ""
    old, new = row.old_raw or numbers.DASH, row.new_raw or numbers.DASH
    return ChangeRow(row.url, path_of(site, row.url), path_of(site, row.section), old, new, visits)
