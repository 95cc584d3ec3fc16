"""The reads of a site: their lists of changes page by page, and the dates of the newest."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime, timedelta

import pytest

from sitemaps_app.formats.lastmod import LastmodStatus, Precision
from sitemaps_app.pipeline.storage import snapshot_path
from sitemaps_app.snapshots import SnapshotWriter, StoredEntry
from sitemaps_app.snapshots.stored import STATUS_CODES, microseconds_of
from sitemaps_app.views.presenters.reads import LISTED
from tests import factories

NOW = factories.NOW


def entry(number: int, at: datetime) -> StoredEntry:
    key = f"https://site.example/pages/{number:04}"
    raw = at.strftime("%Y-%m-%dT%H:%M:%SZ")
    return StoredEntry(key, key, raw, microseconds_of(at), Precision.SECOND, 1, STATUS_CODES[LastmodStatus.OK], "s", 1)


def written(site, entries: list[StoredEntry], **fields):
    row = factories.snapshot(site, **fields)
    path = snapshot_path(row.path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with SnapshotWriter(path) as writer:
        for one in entries:
            writer.add_stored(one)
        writer.close()
    return row


def site_of_two_reads(*, moving: int = 3, **fields):
    """Of `moving` pages the date moves, one page goes, one comes."""
    site = factories.site("https://site.example")
    old = NOW - timedelta(days=30)
    written(site, [entry(n, old) for n in range(moving + 1)], taken_at=NOW - timedelta(days=1))
    new = [entry(n, NOW - timedelta(hours=n % 24)) for n in range(moving)] + [entry(9000, old)]
    return site, written(site, new, moved=moving, appeared=1, vanished=1, **fields)


def card(client, site, read, **asked: str):
    answer = client.get(f"{site.get_absolute_url()}reads/{read.pk}", asked)
    assert answer.status_code == 200
    return answer.context["card"]


def test_each_list_holds_what_moved_came_and_went(viewer) -> None:
    site, read = site_of_two_reads()
    assert [row.path for row in card(viewer, site, read).rows] == ["/pages/0000", "/pages/0001", "/pages/0002"]
    assert [row.path for row in card(viewer, site, read, kind="new").rows] == ["/pages/9000"]
    gone = card(viewer, site, read, kind="gone").rows
    assert [(row.path, row.new) for row in gone] == [("/pages/0003", "–")]
    moved = card(viewer, site, read).rows[0]
    assert (moved.old[:10], moved.new[:10]) == ("2026-10-21", "2026-11-20")


def test_a_long_list_goes_on_where_the_page_before_ended(viewer) -> None:
    site, read = site_of_two_reads(moving=LISTED * 2 + 5)
    seen, url = [], f"{site.get_absolute_url()}reads/{read.pk}"
    while url:
        found = viewer.get(url).context["card"]
        seen += [row.path for row in found.rows]
        url = found.next_url
    assert len(seen) == len(set(seen)) == LISTED * 2 + 5
    assert seen == sorted(seen)


def test_an_entry_of_the_panel_leads_to_its_visits(viewer) -> None:
    site, read = site_of_two_reads()
    page = factories.page(site, "https://site.example/pages/0001")
    factories.visit(page)
    factories.visit(factories.page(site))
    url = card(viewer, site, read).rows[1].visits_url
    assert [row.visit.page for row in viewer.get(url).context["rows"]] == [page]


def test_of_a_partial_read_nothing_is_known_to_be_gone(viewer) -> None:
    site, read = site_of_two_reads(complete=False)
    assert card(viewer, site, read, kind="gone").rows == ()


@pytest.mark.parametrize(("fields", "said"), [({"byte_count": 0}, "cleared away"), ({"path": "nowhere.parquet"}, "cleared away")])
def test_a_read_whose_entries_are_gone_says_so(viewer, fields: dict, said: str) -> None:
    site, read = site_of_two_reads()
    type(read).objects.filter(pk=read.pk).update(**fields)
    assert said in card(viewer, site, read).problem


def test_a_damaged_read_says_so_and_the_first_has_nothing_before_it(viewer) -> None:
    site, read = site_of_two_reads()
    snapshot_path(read.path).write_bytes(b"PAR1 this is not one")
    assert "cannot be read any more" in card(viewer, site, read).problem
    assert "no complete read before it" in card(viewer, site, site.snapshots.last()).problem
    assert viewer.get(f"{site.get_absolute_url()}dates").context["dates"] is None


@pytest.mark.parametrize("asked", [{"kind": "everything"}, {"kind": ""}])
def test_an_unknown_list_is_not_there(viewer, asked: dict[str, str]) -> None:
    site, read = site_of_two_reads()
    assert viewer.get(f"{site.get_absolute_url()}reads/{read.pk}", asked).status_code == 404


def test_the_list_of_reads_counts_what_changed(viewer) -> None:
    site, read = site_of_two_reads()
    row = viewer.get(f"{site.get_absolute_url()}reads").context["rows"][0]
    assert [(one.kind, one.count) for one in row.lists] == [("moved", "3"), ("new", "1"), ("gone", "1")]
    assert row.snapshot == read


def test_a_list_of_nothing_is_no_link(viewer) -> None:
    site = factories.site()
    read = factories.snapshot(site, moved=2, appeared=0, vanished=0)
    page = viewer.get(f"{site.get_absolute_url()}reads").content.decode()
    assert f'href="{site.get_absolute_url()}reads/{read.pk}?kind=moved"' in page
    assert "kind=new" not in page
    assert '<span class="list-link muted">New 0</span>' in page


def test_the_dates_are_counted_by_day_and_hour_with_the_moment_the_file_was_made(viewer) -> None:
    site, _read = site_of_two_reads(moving=30, stats={"snapshots": [{"generated_at": NOW.isoformat()}]})
    dates = viewer.get(f"{site.get_absolute_url()}dates").context["dates"]
    assert sum(int(row.count) for row in dates.rows) == 31
    assert [row.is_made for row in dates.rows if row.day == NOW.date()] == [True]
    assert dates.calendar.count("calendar-marked") == 1
    assert "12:00, file made" in dates.hours
    assert dates.made_at == NOW.astimezone(UTC)


def test_the_dates_are_files_too_and_the_calendar_has_a_key(viewer) -> None:
    site, _read = site_of_two_reads(moving=30)
    base = f"{site.get_absolute_url()}dates"
    dates = viewer.get(base).context["dates"]
    assert dates.key[0].counts == "0"
    assert dates.key[-1].counts.endswith(max((row.count for row in dates.rows), key=int))
    for code, name, entries in (("days", "day", 31), ("hours", "hour", 31), ("ages", "age", None)):
        answer = viewer.get(f"{base}/{code}.csv")
        assert answer["Content-Disposition"] == f'attachment; filename="{site.file_stem}-lastmod-{code}.csv"'
        rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
        assert rows[0] == [name, "entries"]
        assert entries is None or sum(int(row[1]) for row in rows[1:]) == entries
        assert answer.content.startswith(b"\xef\xbb\xbf")
    assert len(dates.hour_rows) == 24
    assert viewer.get(f"{base}/secrets.csv").status_code == 404


def test_dates_older_than_the_calendar_are_counted(viewer) -> None:
    site = factories.site("https://site.example")
    written(site, [entry(1, NOW - timedelta(days=900)), entry(2, NOW)])
    assert viewer.get(f"{site.get_absolute_url()}dates").context["dates"].older == "1"
