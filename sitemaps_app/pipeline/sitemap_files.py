"""One sitemap file: what to ask for, what its answer says, and its state kept in its row."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any

from sitemaps_app.formats import urls
from sitemaps_app.formats.lastmod import parse_lastmod
from sitemaps_app.formats.problems import Problem, Severity
from sitemaps_app.formats.sitemap import Child, EntryBatch, Kind, Outcome, SitemapReading
from sitemaps_app.formats.sitemap_reader import read_sitemap
from sitemaps_app.models import SitemapFile
from sitemaps_app.network.exchange import FetchedResponse, FetchFailure
from sitemaps_app.pipeline.context import CheckContext
from sitemaps_app.pipeline.fetch_ahead import FileRequest
from sitemaps_app.pipeline.way_problems import leads_to_page, with_way

# A Last-Modified this close to the moment of the answer says when the answer was made, not the file; it is no evidence of its own.
REQUEST_TIME_SECONDS = 5
KEPT_PROBLEMS = 100
# Codes that are not of the file's own reading, but of what stands around it.
TOLD_BY_THE_WALK = frozenset({"child_failed", "index_lastmod_mismatch", "index_lastmod_moves_alone", "sitemap_shrunk"})
# The outcome of a row whose file was not asked for, since its host asked to be left alone.
WAITING = "waiting"
# What a row says of the last read, and what only counts together with the entries of a snapshot.
READ_FIELDS = (
    "listed", "parent", "depth", "source", "index_lastmod", "outcome", "failure_code", "http_status", "final_url", "problems",
    "last_read_at",
)  # fmt: skip
GOOD_READ_FIELDS = (
    "kind", "entry_count", "is_news", "byte_count", "generated_at", "etag", "http_last_modified", "sha256", "last_good_at",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FileRead:
    """How one file was read. `children` of an index come from the file, or from the rows where it is unchanged or failed.

    `entries_before` is how many entries the last good read found (None: there was none); `is_same` says that not a byte differs from it.
    """

    row: SitemapFile
    outcome: Outcome
    kind: Kind
    children: tuple[Child, ...]
    entry_count: int
    entries_before: int | None = None
    is_same: bool = False

    @property
    def is_good(self) -> bool:
        """The file said something that counts: its entries or children are as they are now. A cut file that gave nothing did not."""
        if self.outcome is Outcome.PARTIAL:
            return self.entry_count > 0 or bool(self.children)
        return self.outcome in (Outcome.OK, Outcome.UNCHANGED)


def request_for(row: SitemapFile, *, conditional: bool) -> FileRequest:
    """What to ask for. With `conditional` the validators of the last whole read are sent, where it left any."""
    return FileRequest(row.url, row.etag, row.http_last_modified) if conditional else FileRequest(row.url)


def read_answer(
    context: CheckContext,
    row: SitemapFile,
    answer: FetchedResponse | FetchFailure,
    sink: Callable[[EntryBatch], None],
    *,
    conditional: bool,
    is_other_file: Callable[[str], bool] = lambda _url: False,
) -> FileRead:
    """Read the answer that came for a file; entries go to `sink` as they are met.

    A 304 means read and unchanged, where it was asked for (`conditional`). The row is saved in every case; what belongs to the entries
    (validators, digest, the time of the good read) is only set on it, and saved by `keep_good_reads` when the entries are stored as well.
    A file that redirects to one that was read already (`is_other_file`), as a dead child may to its index, is not read twice.
    """
    if isinstance(answer, FetchFailure):
        if answer.code != "host_asks_to_wait":
            row.last_read_at = context.now
        return _failed(row, answer, context.now)
    row.last_read_at, row.http_status = context.now, answer.status
    row.final_url = answer.final_url if answer.final_url != row.url else ""
    if answer.status == 304:
        if conditional and (row.etag or row.http_last_modified):
            return _unchanged(row, context.now)
        return _failed(row, FetchFailure(row.url, "unexpected_304", "", answer.fetched_at), context.now)
    is_elsewhere = urls.normalise_key(answer.final_url) != urls.normalise_key(row.url)
    if is_elsewhere and is_other_file(answer.final_url):
        return _failed(row, FetchFailure(row.url, "sitemap_loop", f"redirects to {answer.final_url}", answer.fetched_at), context.now)
    reading = read_sitemap(
        answer.body,
        url=answer.final_url,
        site_origin=context.site.origin,
        headers=answer.headers,
        status=answer.status,
        truncated=answer.truncated,
        now=context.now,
        sink=sink,
    )
    context.marks.look_at_file(answer)
    return _read(row, answer, reading, context.now)


def add_problems(row: SitemapFile, problems: Iterable[Problem]) -> None:
    """Problems that only the walk over all files can see, in front of those that the reader of the file saw; each once."""
    found = [_stored(problem) for problem in problems]
    fresh = [problem for problem in found if problem not in row.problems]
    if fresh:
        row.problems = [*fresh, *row.problems][:KEPT_PROBLEMS]
        row.save(update_fields=["problems"])


def keep_good_reads(rows: Collection[SitemapFile]) -> None:
    """Save what belongs to the entries of these files, now that the entries are stored: only then may a 304 stand for them.

    Written as insertions that meet their own rows, because thousands of rows in an UPDATE with cases would hold the lock for many seconds.
    """
    SitemapFile.objects.bulk_create(rows, update_conflicts=True, unique_fields=["pk"], update_fields=GOOD_READ_FIELDS)


def _save(row: SitemapFile) -> None:
    row.save(update_fields=READ_FIELDS)


def _failed(row: SitemapFile, failure: FetchFailure, now: datetime) -> FileRead:
    blocked = failure.code == "fetch_refused_by_robots"
    waits = failure.code == "host_asks_to_wait"  # it was not asked for, so it is no fault of the file
    outcome = Outcome.BLOCKED if blocked else Outcome.FAILED
    row.outcome = WAITING if waits else outcome
    row.failure_code = failure.code
    if failure.code != "unexpected_304":
        row.http_status, row.final_url = None, ""
    row.problems = [_stored(Problem(failure.code, Severity.NOTICE if waits else Severity.ERROR, failure.detail[:300]))]
    _save(row)
    return FileRead(row, outcome, Kind(row.kind), stored_children(row, now), 0)


def _unchanged(row: SitemapFile, now: datetime) -> FileRead:
    row.outcome, row.failure_code, row.last_good_at = Outcome.UNCHANGED, "", now
    # What the reader saw in the file is still so; what the walk saw around it is told anew.
    row.problems = [problem for problem in row.problems if problem["code"] not in TOLD_BY_THE_WALK]
    _save(row)
    return FileRead(row, Outcome.UNCHANGED, Kind(row.kind), stored_children(row, now), row.entry_count)


def _read(row: SitemapFile, answer: FetchedResponse, reading: SitemapReading, now: datetime) -> FileRead:
    row.outcome = reading.outcome
    row.failure_code = _failure_code(answer, reading)
    problems = with_way(reading.problems, answer, reading.outcome, is_announced=row.source == "robots")
    row.problems = [_stored(problem) for problem in problems[:KEPT_PROBLEMS]]
    good = reading.outcome is Outcome.OK or (reading.outcome is Outcome.PARTIAL and bool(reading.entry_count or reading.children))
    entries_before = row.entry_count if row.last_good_at and row.kind != Kind.INDEX else None
    if good:
        row.kind, row.entry_count, row.is_news = reading.kind, reading.entry_count, reading.is_news
        row.byte_count, row.last_good_at = answer.wire_bytes or len(answer.body), now
        row.generated_at = generated_at(answer)
    elif reading.outcome is Outcome.PARTIAL and row.last_good_at is None:
        row.kind = reading.kind  # of a file that broke off before its first entry this much is known
        row.save(update_fields=["kind"])
    digest = hashlib.sha256(answer.body).hexdigest()
    is_same = good and digest == row.sha256
    whole = reading.outcome is Outcome.OK
    row.etag = _validator(answer, "etag", 500) if whole else ""
    row.http_last_modified = _validator(answer, "last-modified", 100) if whole else ""
    row.sha256 = digest if good else row.sha256
    _save(row)
    children = reading.children if good else stored_children(row, now) if _may_come_back(answer) else ()
    return FileRead(row, reading.outcome, Kind(reading.kind if good else row.kind), children, reading.entry_count, entries_before, is_same)


def _may_come_back(answer: FetchedResponse) -> bool:
    """Is an index only refused, in trouble, or a page for the moment, so that what it listed is still listed?"""
    return answer.status not in {404, 410}


def _stored(problem: Problem) -> dict[str, Any]:
    """A problem as it stands in a row. PostgreSQL takes no zero character, and details are texts of strangers."""
    return asdict(problem) | {"detail": problem.detail.replace("\x00", "")}


def _validator(answer: FetchedResponse, name: str, longest: int) -> str:
    """A validator that fits its column and can be sent back as it came; altered it would never match."""
    text = answer.headers.get(name, "")
    return text if len(text) <= longest and text.isprintable() else ""


def _failure_code(answer: FetchedResponse, reading: SitemapReading) -> str:
    if reading.outcome is Outcome.OK:
        return ""
    if answer.status >= 400:
        return f"http_{answer.status}"
    if leads_to_page(answer, reading.outcome, reading.problems):
        return "redirected_to_page"
    errors = [problem.code for problem in reading.problems if problem.severity is Severity.ERROR]
    return (errors or [reading.outcome.value])[0]


def generated_at(answer: FetchedResponse) -> datetime:
    """When the file was made: its Last-Modified, unless that is only the time of the answer; then the time of the answer."""
    text = answer.headers.get("last-modified", "")
    try:
        stamp = parsedate_to_datetime(text) if text else None
    except ValueError:
        stamp = None
    if stamp is None or stamp.tzinfo is None or stamp > answer.fetched_at:
        return answer.fetched_at
    return answer.fetched_at if answer.fetched_at - stamp < timedelta(seconds=REQUEST_TIME_SECONDS) else stamp


def stored_children(row: SitemapFile, now: datetime) -> tuple[Child, ...]:
    """The children of an index as they were last listed, for an index that is unchanged or could not be read."""
    if row.pk is None or row.kind not in {Kind.INDEX, Kind.UNKNOWN}:
        return ()
    known = SitemapFile.objects.filter(parent=row, listed=True).order_by("pk").values_list("url", "index_lastmod")
    return tuple(Child(url, parse_lastmod(index_lastmod or None, now=now)) for url, index_lastmod in known)
