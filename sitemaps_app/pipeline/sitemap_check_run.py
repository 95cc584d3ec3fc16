"""What a worker does with the check of one sitemap: fetch it where it has an address, read it, keep the report."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings

from sitemaps_app.formats.decoding import GZIP_MAGIC
from sitemaps_app.formats.problems import Problem
from sitemaps_app.formats.sitemap import Child, EntryBatch, Kind, Outcome, SitemapReading
from sitemaps_app.formats.sitemap_reader import read_sitemap
from sitemaps_app.formats.urls import origin_of
from sitemaps_app.models import SitemapCheck
from sitemaps_app.models.sitemap_check import SitemapCheckSource, SitemapCheckState
from sitemaps_app.network.politeness import Politeness
from sitemaps_app.pipeline import sitemap_check_files as files
from sitemaps_app.pipeline.entry_spool import PREVIEW_ENTRIES, EntrySpool, Spooled
from sitemaps_app.pipeline.excerpts import Wanted, excerpts, harmless
from sitemaps_app.pipeline.live import shared_politeness
from sitemaps_app.pipeline.problem_details import examples_of, lines_of
from sitemaps_app.pipeline.report_objects import child_object, problem_object
from sitemaps_app.pipeline.sitemap_check_fetch import CheckDoor, Given, RobotsRead
from sitemaps_app.pipeline.sitemap_check_progress import CheckLostError, Progress, kept_alive

STAGE_FETCH, STAGE_READ, STAGE_KEEP = "fetch", "read", "keep"
SHOWN_CHILDREN = 100
SHOWN_SITEMAPS = 100
EXCERPTS_A_PROBLEM = 3
LAST_LINE = 5_000_000
TEXT_LIMIT = 2_100


def run_check(pk: int, *, wall: Callable[[], datetime], politeness: Politeness | None = None) -> None:
    """Read the sitemap of a check that waits, and store the report; nothing where it does not wait any more.

    `wall` gives the time, of dates as of leases. Raises for our own faults only, after the check was marked as failed.
    """
    check = _claimed(pk, wall())
    if check is None:
        return
    try:
        with kept_alive(check, wall=wall) as progress:
            report = _report(check, progress, wall, politeness or shared_politeness())
    except CheckLostError:
        report = {}
    except FileNotFoundError:
        if _mark_failed(check, wall()):
            raise
        report = {}  # deleted with its folder, which was missed before the row was
    except BaseException:
        _mark_failed(check, wall())
        raise
    done = {"state": SitemapCheckState.DONE, "lease_token": "", "lease_until": None, "ended_at": wall()}
    if report and _held(check).update(**done, **report):
        files.given_path(check.folder).unlink(missing_ok=True)
    elif not SitemapCheck.objects.filter(pk=pk).exists():
        files.delete_folder(check.folder)


def _claimed(pk: int, now: datetime) -> SitemapCheck | None:
    token = secrets.token_hex(8)
    waiting = SitemapCheck.objects.filter(pk=pk, state=SitemapCheckState.WAITING)
    until = now + timedelta(seconds=settings.LASTMOD_LEASE_SECONDS)
    if not waiting.update(state=SitemapCheckState.RUNNING, lease_token=token, lease_until=until, began_at=now, ended_at=None):
        return None
    return SitemapCheck.objects.filter(pk=pk, lease_token=token).first()


def _held(check: SitemapCheck) -> Any:
    return SitemapCheck.objects.filter(pk=check.pk, lease_token=check.lease_token)


def _mark_failed(check: SitemapCheck, now: datetime) -> bool:
    """Say that it ended by a fault of ours; False where it is no longer this worker's."""
    return bool(_held(check).update(state=SitemapCheckState.FAILED, lease_token="", ended_at=now))


def _report(check: SitemapCheck, progress: Progress, wall: Callable[[], datetime], politeness: Politeness) -> dict[str, Any]:
    """The columns of the row that hold the report."""
    with CheckDoor(clock=wall, politeness=politeness, stop=progress.lost.is_set) as door:
        progress.stage = STAGE_FETCH if check.source == SitemapCheckSource.ADDRESS else STAGE_READ
        given = _given(check, door)
        progress.go_on()
        progress.stage = STAGE_READ
        now = wall()
        reading, spool, spooled = _kept(check, given, progress, now)
        problems = door.problems(given, reading)
    progress.go_on()
    return _columns(given, reading, problems) | {
        "bytes_read": progress.bytes_read,
        "entry_count": spooled.entry_count,
        "dated_count": spooled.dated_count,
        "ages": [list(pair) for pair in spooled.ages],
        "preview": [_storable(entry) for entry in list(spool.preview.values())[:PREVIEW_ENTRIES]],
    }


def _kept(check: SitemapCheck, given: Given, progress: Progress, now: datetime) -> tuple[SitemapReading, EntrySpool, Spooled]:
    """Read the file, and keep its entries and children in the folder of the check."""
    folder = files.check_folder(check.folder)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    packed = given.body.startswith(GZIP_MAGIC)  # then nobody knows how long it is before it is read
    progress.bytes_total = 0 if packed else len(given.body)
    # Under names of this worker's own until they are whole: one that was taken for lost may still write its last second.
    entries, children = (folder / f".{name}.{check.lease_token}.tmp" for name in (files.ENTRIES, files.CHILDREN))
    with files.PackedLines(entries) as lines:
        spool = EntrySpool(lines, now)
        reading = _read(given, spool, progress, now)
    progress.stage = STAGE_KEEP
    spooled = spool.finish(entries)
    files.write_lines(children, map(child_object, reading.children))
    progress.go_on()
    entries.replace(folder / files.ENTRIES)
    children.replace(folder / files.CHILDREN)
    return reading, spool, spooled


def _given(check: SitemapCheck, door: CheckDoor) -> Given:
    if check.source == SitemapCheckSource.ADDRESS:
        return door.find(check.address)
    return Given(body=files.given_path(check.folder).read_bytes(), url=check.address, site_origin=origin_of(check.address))


def _read(given: Given, spool: EntrySpool, progress: Progress, now: datetime) -> SitemapReading:
    if given.failure is not None:
        return SitemapReading(Outcome.FAILED, Kind.UNKNOWN, (), (given.failure,), 0)

    def take(batch: EntryBatch) -> None:
        spool.take(batch)
        progress.entries_read, progress.entries_faulty = spool.count, spool.faulty
        progress.go_on()

    def tell(decoded_bytes: int) -> None:
        progress.bytes_read = decoded_bytes
        progress.go_on()

    return read_sitemap(
        given.body,
        url=given.url,
        site_origin=given.site_origin,
        headers=given.headers,
        status=given.status or 200,
        truncated=given.truncated,
        now=now,
        sink=take,
        holds_for_host=given.robots is not None and given.asked in given.robots.sitemaps,
        progress=tell,
    )


def _columns(given: Given, reading: SitemapReading, problems: tuple[Problem, ...]) -> dict[str, Any]:
    return {
        "address": harmless(given.url),
        "bytes_total": len(given.body),
        "outcome": reading.outcome.value,
        "kind": reading.kind.value,
        "extensions": dict(reading.extensions),
        "http_status": given.status,
        "redirects": [harmless(url) for url in given.answer.redirects] if given.answer else [],
        "child_count": len(reading.children),
        "problems": [_storable(problem_object(problem)) for problem in problems],
        "excerpts": _excerpts(given, problems),
        "children": [_storable(_shown_child(child)) for child in reading.children[:SHOWN_CHILDREN]],
        "robots": _robots_columns(given.robots) if given.robots else {},
    }


def _shown_child(child: Child) -> dict[str, Any]:
    """A child with what its lastmod is worth, which the contract leaves out."""
    lastmod = child.lastmod
    precision, zone = lastmod.precision, lastmod.zone
    worth = {
        "precision": precision.name.lower() if precision else None,
        "zone": zone.value if zone else None,
        "status": lastmod.status.value,
    }
    return {**child_object(child), **worth}


def _robots_columns(robots: RobotsRead) -> dict[str, Any]:
    return {
        "url": harmless(robots.url),
        "status": robots.status,
        "sitemaps": [harmless(url)[:TEXT_LIMIT] for url in robots.sitemaps[:SHOWN_SITEMAPS]],
        "sitemap_count": len(robots.sitemaps),
        "problems": [_storable(problem_object(problem)) for problem in robots.problems],
        "guessed": robots.guessed,
    }


def _excerpts(given: Given, problems: Iterable[Problem]) -> dict[str, list[list[dict[str, Any]]]]:
    """For each code the lines of its first places, as lists of lines."""
    wanted = {problem.code: tuple(_wanted(problem)) for problem in problems}
    asked = (one for several in wanted.values() for one in several)
    found = excerpts(given.body, asked, headers=given.headers, last_line=LAST_LINE)
    shown = {code: [[asdict(line) for line in found[one]] for one in several if found.get(one)] for code, several in wanted.items()}
    return {code: places for code, places in shown.items() if places}


def _wanted(problem: Problem) -> Iterator[Wanted]:
    examples = examples_of(problem.detail)
    for place, line in enumerate(lines_of(problem.line, problem.detail)[:EXCERPTS_A_PROBLEM]):
        yield Wanted(line, examples[place] if place < len(examples) else "")


def _storable(fields: dict[str, Any]) -> dict[str, Any]:
    """The same with texts that every database can hold, and none of them endless."""
    return {name: harmless(value)[:TEXT_LIMIT] if isinstance(value, str) else value for name, value in fields.items()}
