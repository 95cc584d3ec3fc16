"""Pruning against real rows and real files."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from sitemaps_app.models import Check, ExportCursor, Page, Site, Snapshot, Visit
from sitemaps_app.models.check import CheckState
from sitemaps_app.pipeline import chores
from sitemaps_app.pipeline import prune as prune_module
from sitemaps_app.pipeline.prune import CHORE, PruneTakenError, prune, prune_now, prune_when_due
from sitemaps_app.pipeline.prune_policy import PrunePolicy, PruneReport
from sitemaps_app.pipeline.prune_rows import REMOVED_ACCOUNT
from sitemaps_app.pipeline.sites import delete_site
from sitemaps_app.pipeline.storage import snapshot_name, snapshot_path, snapshots_folder, storage_root
from sitemaps_app.snapshots import SnapshotDamaged, SnapshotWriter, diff_snapshots, read_entries
from sitemaps_app.snapshots.retention import Retention
from tests import factories
from tests.snapshots.written import entry

NOW = datetime.now(UTC)  # files bear the real time, so the rows have to as well
pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
POLICY = PrunePolicy(Retention(2, 10, 60, 365), page_text_days=30, account_days=90, cursor_days=30)


def stored(site: Site, days: float, *, complete: bool = True) -> Snapshot:
    """A snapshot that was taken so many days ago, with its file."""
    at = NOW - timedelta(days=days)
    path = snapshot_path(snapshot_name(site.pk, at))
    path.parent.mkdir(parents=True, exist_ok=True)
    with SnapshotWriter(path) as writer:
        for place in range(20):
            writer.add(entry(f"/{place}", f"2026-01-{place + 1:02d}"), section="/", file_id=1)
        size = writer.close().bytes
    os.utime(path, (at.timestamp(), at.timestamp()))
    return factories.snapshot(site, taken_at=at, path=snapshot_name(site.pk, at), byte_count=size, complete=complete)


def aged(path: Path, days: float) -> Path:
    """The file or folder, as old as that."""
    at = (NOW - timedelta(days=days)).timestamp()
    os.utime(path, (at, at))
    return path


def run(*, dry_run: bool = False) -> PruneReport:
    return prune(POLICY, now=NOW, dry_run=dry_run)


def files() -> set[str]:
    return {path.relative_to(snapshots_folder()).as_posix() for path in snapshots_folder().rglob("*.parquet")}


def test_old_snapshots_lose_their_file_and_keep_their_numbers() -> None:
    site = factories.site()
    rows = [stored(site, days) for days in (500, 400, 1, 0)]
    before = sum(row.byte_count for row in rows[:2])
    report = run()
    assert (report.snapshots.count, report.snapshots.bytes, report.bytes) == (2, before, before)
    assert files() == {row.path for row in rows[2:]}
    gone, kept = Snapshot.objects.get(pk=rows[0].pk), Snapshot.objects.get(pk=rows[3].pk)
    assert (gone.byte_count, gone.entries, gone.ages) == (0, rows[0].entries, rows[0].ages)
    assert kept.byte_count == rows[3].byte_count
    assert run() == PruneReport(dry_run=False), "a second run finds nothing more"


def test_a_dry_run_says_the_same_and_changes_nothing() -> None:
    site = factories.site()
    for days in (500, 400, 1, 0):
        stored(site, days)
    aged_visits(site)
    old_checks(site)
    leftover = aged(written(snapshots_folder() / str(site.pk) / "20200101T000000000000Z.parquet"), 3)
    before = (files(), list(Snapshot.objects.values_list("byte_count", flat=True)), list(Check.objects.values_list("account", flat=True)))
    said = run(dry_run=True)
    assert leftover.exists()
    assert before == (
        files(),
        list(Snapshot.objects.values_list("byte_count", flat=True)),
        list(Check.objects.values_list("account", flat=True)),
    )
    done = run()
    assert (said.dry_run, done.dry_run) == (True, False)
    for kind in ("snapshots", "page_texts", "accounts", "leftovers"):
        assert getattr(said, kind) == getattr(done, kind)
        assert getattr(said, kind).count > 0


def test_the_current_snapshot_and_those_that_consumers_go_on_from_stay() -> None:
    site = factories.site()
    used, made, idle, current = (stored(site, days) for days in (600, 590, 580, 570))
    stored(site, 1)
    stored(site, 0)
    Site.objects.filter(pk=site.pk).update(current_snapshot=current)
    for row, created, last_used in ((used, 500, 3), (made, 5, None), (idle, 500, 200)):
        ExportCursor.objects.create(
            site=site,
            token=f"c{row.pk}",
            snapshot=row,
            created_at=NOW - timedelta(days=created),
            last_used_at=None if last_used is None else NOW - timedelta(days=last_used),
        )
    run()
    assert {row.path for row in (used, made, current)} <= files()
    assert idle.path not in files()


def test_a_file_that_is_missing_is_told_and_not_taken_for_pruned() -> None:
    site = factories.site()
    row = stored(site, 0)
    snapshot_path(row.path).unlink()
    stored(site, 1)
    report = run()
    assert (report.missing_count, report.missing, report.bytes) == (1, (row.path,), 0)
    assert Snapshot.objects.get(pk=row.pk).byte_count == row.byte_count


def test_a_file_that_the_system_will_not_remove_is_counted_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    site = factories.site()
    old, *_ = (stored(site, days) for days in (500, 1, 0))

    def refuse(self: Path, **_: object) -> None:
        raise PermissionError(str(self))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", refuse)
        report = run()
    assert (report.snapshots.count, report.failed > 0, snapshot_path(old.path).exists()) == (0, True, True)
    assert run().leftovers.count == 1
    assert not snapshot_path(old.path).exists()


def written(path: Path, text: str = "x" * 100) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_what_killed_processes_left_is_removed_once_it_is_old() -> None:
    site = factories.site()
    row = stored(site, 0)
    folder = snapshots_folder() / str(site.pk)
    unnamed = aged(written(folder / "20250101T000000000000Z.parquet"), 3)
    run_file = aged(written(folder / ".one.parquet.123.abcd.tmp" / "run-0.arrow"), 3)
    work = aged(run_file.parent, 3)
    export = aged(written(storage_root() / "exports" / ".due.csv.abcd.tmp"), 3)
    of_deleted = aged(written(snapshots_folder() / "999999" / "20250101T000000000000Z.parquet"), 3)
    aged(of_deleted.parent, 3)
    young = [
        written(folder / "20260101T000000000000Z.parquet"),
        written(folder / ".two.parquet.123.abcd.tmp" / "run-0.arrow"),
        written(storage_root() / "exports" / "due.csv"),
    ]
    aged(young[1].parent, 3)
    foreign = aged(written(folder / "notes.txt"), 300)
    report = run()
    assert report.leftovers.count == 4
    assert report.leftovers.bytes == 400
    assert not any(path.exists() for path in (unnamed, work, export, of_deleted))
    assert all(path.exists() for path in (*young, foreign, snapshot_path(row.path)))


def test_a_storage_of_which_this_database_knows_no_file_is_left_alone() -> None:
    for number in range(3):
        aged(written(snapshots_folder() / "999997" / f"2025010{number + 1}T000000000000Z.parquet"), 30)
    report = run()
    assert (report.foreign_storage, report.leftovers.count, len(files())) == (True, 0, 3)


def test_a_link_in_the_storage_is_not_followed(tmp_path: Path) -> None:
    site = factories.site()
    stored(site, 0)
    outside = aged(written(tmp_path / "outside" / "20250101T000000000000Z.parquet"), 30)
    (snapshots_folder() / str(site.pk + 1)).symlink_to(outside.parent)
    run()
    assert outside.exists()


def test_a_deleted_site_leaves_no_file() -> None:
    site, other = factories.site(), factories.site()
    stored(site, 0)
    row = stored(other, 0)
    delete_site(site)
    assert files() == {row.path}


def aged_visits(site: Site) -> tuple[Page, Page]:
    """A page of the panel and one that left it, each with six visits."""
    page, left = factories.page(site), factories.page(site, retired_at=NOW - timedelta(days=100))
    for of in (page, left):
        for days in (300, 250, 200, 150, 100, 50):
            factories.visit(of, at=NOW - timedelta(days=days), blocks=b"packed")
    return page, left


def test_texts_of_pages_stay_only_where_a_comparison_will_need_them() -> None:
    site = factories.site()
    page, left = aged_visits(site)
    factories.visit(page, at=NOW - timedelta(days=40), blocks=b"packed", comparable=False)
    factories.visit(left, at=NOW - timedelta(days=5), blocks=b"packed")
    report = run()
    assert (report.page_texts.count, report.page_texts.bytes) == (2 + 1 + 6, 9 * len(b"packed"))
    kept = [(visit.page_id, (NOW - visit.at).days) for visit in Visit.objects.exclude(blocks=b"").order_by("page_id", "at")]
    assert kept == [(page.pk, 200), (page.pk, 150), (page.pk, 100), (page.pk, 50), (left.pk, 5)]
    assert Visit.objects.count() == 14, "the visits themselves stay as evidence"


def old_checks(site: Site) -> list[Check]:
    lines = [
        {"stage": "discover", "code": "robots_missing", "params": {"status": 404}},
        {"stage": "assess", "code": "assessed", "params": {}},
    ]
    return [
        factories.check(
            site, at=NOW - timedelta(days=days), began_at=NOW - timedelta(days=days), state=CheckState.DONE, account=list(lines)
        )
        for days in (300, 200, 10)
    ]


def test_old_accounts_become_one_line_but_for_the_last_of_each_site() -> None:
    site, idle = factories.site(), factories.site()
    oldest, old, recent = old_checks(site)
    (only,) = old_checks(idle)[:1]
    Check.objects.filter(site=idle).exclude(pk=only.pk).delete()
    report = run()
    assert report.accounts.count == 2
    assert report.accounts.bytes > 200
    for check in (oldest, old):
        check.refresh_from_db()
        assert check.account == REMOVED_ACCOUNT
    for check in (recent, only):
        check.refresh_from_db()
        assert len(check.account) == 2


def test_a_check_that_runs_keeps_its_account() -> None:
    site = factories.site()
    oldest, *_ = old_checks(site)
    Check.objects.filter(pk=oldest.pk).update(state=CheckState.RUNNING)
    run()
    oldest.refresh_from_db()
    assert len(oldest.account) == 2


def test_a_reader_that_has_a_snapshot_open_reads_it_to_its_end_while_it_is_pruned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sitemaps_app.snapshots.writer.ROW_GROUP_ROWS", 2)
    site = factories.site()
    old, *_ = (stored(site, days) for days in (500, 1, 0))
    reading = read_entries(snapshot_path(old.path))
    next(reading)
    comparing = diff_snapshots(snapshot_path(old.path), snapshot_path(old.path))
    next(comparing)
    assert run().snapshots.count == 1
    assert (1 + sum(1 for _ in reading), 1 + sum(1 for _ in comparing)) == (20, 20)
    with pytest.raises(SnapshotDamaged, match="missing"):
        next(read_entries(snapshot_path(old.path)))


def test_a_site_that_is_deleted_while_sites_are_pruned_does_no_harm() -> None:
    first, second = factories.site(), factories.site()
    stored(first, 0)
    stored(second, 0)
    report = prune(POLICY, now=NOW, keep_lease=lambda: Site.objects.filter(pk=second.pk).delete())
    assert report.failed == 0


def test_the_daily_run_is_done_once_for_all_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[datetime] = []

    def count(_policy: PrunePolicy, *, now: datetime, **_: object) -> PruneReport:
        runs.append(now)
        return PruneReport(dry_run=False)

    monkeypatch.setattr(prune_module, "prune", count)
    for hours in (0, 0, 1, 23, 24, 25, 49):
        prune_when_due(wall=lambda hours=hours: NOW + timedelta(hours=hours))
    assert runs == [NOW, NOW + timedelta(hours=24), NOW + timedelta(hours=49)]


def test_no_hours_mean_no_daily_run(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LASTMOD_PRUNE_HOURS = 0
    monkeypatch.setattr(prune_module, "prune_now", lambda **_: pytest.fail("pruned"))
    prune_when_due(wall=lambda: NOW)


def test_a_run_that_another_machine_took_over_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    site = factories.site()
    old, *_ = (stored(site, days) for days in (5_000, 1, 0))
    times = iter([NOW, NOW + timedelta(hours=2), NOW + timedelta(hours=2), NOW + timedelta(hours=2)])

    def slow() -> datetime:
        at = next(times)
        if at > NOW:
            chores.claim(CHORE, wall=at, seconds=60)
        return at

    with pytest.raises(PruneTakenError):
        prune_now(wall=slow)
    assert snapshot_path(old.path).exists()


def test_after_a_fault_the_next_hour_tries_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(prune_module, "prune", lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            prune_when_due(wall=lambda: NOW)
    ran = []
    monkeypatch.setattr(prune_module, "prune", lambda *_, **__: ran.append(1) or PruneReport(dry_run=False))
    prune_when_due(wall=lambda: NOW + timedelta(hours=1))
    assert ran == [1]
