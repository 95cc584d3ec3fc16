"""One sitemap file: conditional fetch, read into a sink, its state kept in its row."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime

from sitemaps_app.formats import urls
from sitemaps_app.formats.lastmod import parse_lastmod
from sitemaps_app.formats.problems import Problem, Severity
from sitemaps_app.formats.sitemap import Child, EntryBatch, Kind, Outcome, SitemapReading
from sitemaps_app.formats.sitemap_reader import read_sitemap
from sitemaps_app.models import SitemapFile
from sitemaps_app.network.exchange import FetchedResponse, FetchFailure
from sitemaps_app.pipeline.context import CheckContext
from sitemaps_app.pipeline.file_tree import PlannedFile

# A Last-Modified this close to the moment of the answer says when the answer was made, not the file; it is no evidence of its own.
REQUEST_TIME_SECONDS = 5
KEPT_PROBLEMS = 100


@dataclass(frozen=True, slots=True)
class FileRead:
    """How one file was read. `children` of an index come from the file, or from the rows where it is unchanged or failed."""

    row: SitemapFile
    outcome: Outcome
    kind: Kind
    children: tuple[Child, ...]
    entry_count: int

    @property
    def is_good(self) -> bool:
        """The file said something that counts: its entries or children are as they are now. A cut file that gave nothing did not."""
        if self.outcome is Outcome.PARTIAL:
            return self.entry_count > 0 or bool(self.children)
        return self.outcome in (Outcome.OK, Outcome.UNCHANGED)


def row_for(context: CheckContext, planned: PlannedFile) -> SitemapFile:
    """The row of a planned file, made when it is met for the first time."""
    parent = None
    if planned.parent_key:
        parent = SitemapFile.objects.filter(site=context.site, url_hash=hash_of(planned.parent_key)).first()
    row, _ = SitemapFile.objects.get_or_create(
        site=context.site,
        url_hash=hash_of(urls.normalise_key(planned.url)),
        defaults={"url": planned.url, "source": planned.source, "depth": planned.depth, "parent": parent},
    )
    row.listed, row.parent, row.depth, row.source = True, parent, planned.depth, planned.source
    row.index_lastmod = planned.index_lastmod[:100]
    return row


def hash_of(key: str) -> str:
    """The fixed-length form of a normalised address for unique columns."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def read_file(
    context: CheckContext,
    row: SitemapFile,
    sink: Callable[[EntryBatch], None],
    *,
    conditional: bool,
    is_other_file: Callable[[str], bool] = lambda _url: False,
) -> FileRead:
    """Fetch and read one file; entries go to `sink` as they are met.

    With `conditional` the validators of the last good read are sent, and a 304 means read and unchanged. The row is saved in every case;
    validators are only kept from a whole read, so that a cut file is asked for again in full. A file that redirects to one that was read
    already (`is_other_file`), as a dead child may to its index, is not read twice.
    """
    etag, last_modified = (row.etag, row.http_last_modified) if conditional else ("", "")
    answer = context.fetch(row.url, etag=etag, last_modified=last_modified)
    row.last_read_at = context.now
    if isinstance(answer, FetchFailure):
        return _failed(row, answer)
    row.http_status, row.final_url = answer.status, answer.final_url if answer.final_url != row.url else ""
    if answer.status == 304 and conditional:
        return _unchanged(row, context.now)
    if urls.normalise_key(answer.final_url) != urls.normalise_key(row.url) and is_other_file(answer.final_url):
        return _failed(row, FetchFailure(row.url, "sitemap_loop", f"redirects to {answer.final_url}", answer.fetched_at))
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
    return _read(row, answer, reading, context.now)


def add_problems(row: SitemapFile, problems: Iterable[Problem]) -> None:
    """Problems that only the walk over all files can see, beside those that the reader of the file saw."""
    found = [asdict(problem) for problem in problems]
    if found:
        row.problems = [*row.problems, *found][:KEPT_PROBLEMS]
        row.save(update_fields=["problems"])


def _failed(row: SitemapFile, failure: FetchFailure) -> FileRead:
    blocked = failure.code == "fetch_refused_by_robots"
    row.outcome = Outcome.BLOCKED if blocked else Outcome.FAILED
    row.failure_code, row.http_status, row.final_url = failure.code, None, ""
    row.problems = [asdict(Problem(failure.code, Severity.ERROR, failure.detail[:300]))]
    row.save()
    return FileRead(row, Outcome(row.outcome), Kind(row.kind), stored_children(row), 0)


def _unchanged(row: SitemapFile, now: datetime) -> FileRead:
    row.outcome, row.failure_code, row.last_good_at = Outcome.UNCHANGED, "", now
    row.save()
    return FileRead(row, Outcome.UNCHANGED, Kind(row.kind), stored_children(row), row.entry_count)


def _read(row: SitemapFile, answer: FetchedResponse, reading: SitemapReading, now: datetime) -> FileRead:
    row.outcome = reading.outcome
    row.failure_code = _failure_code(answer, reading)
    problems = list(reading.problems)
    if answer.problem and answer.problem not in {p.code for p in problems}:
        problems.insert(0, Problem(answer.problem, Severity.ERROR))
    row.problems = [asdict(problem) for problem in problems[:KEPT_PROBLEMS]]
    good = reading.outcome is Outcome.OK or (reading.outcome is Outcome.PARTIAL and bool(reading.entry_count or reading.children))
    if good:
        row.kind, row.entry_count, row.is_news = reading.kind, reading.entry_count, reading.is_news
        row.byte_count, row.last_good_at = answer.wire_bytes or len(answer.body), now
        row.generated_at = generated_at(answer)
    whole = reading.outcome is Outcome.OK
    row.etag = answer.headers.get("etag", "")[:500] if whole else ""
    row.http_last_modified = answer.headers.get("last-modified", "")[:100] if whole else ""
    row.sha256 = hashlib.sha256(answer.body).hexdigest() if good else row.sha256
    row.save()
    children = reading.children if good else stored_children(row)
    return FileRead(row, reading.outcome, Kind(reading.kind), children, reading.entry_count)


def _failure_code(answer: FetchedResponse, reading: SitemapReading) -> str:
    if reading.outcome is Outcome.OK:
        return ""
    if answer.status >= 400:
        return f"http_{answer.status}"
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


def stored_children(row: SitemapFile) -> tuple[Child, ...]:
    """The children of an index as they were last listed, for an index that is unchanged or could not be read."""
    known = SitemapFile.objects.filter(parent=row, listed=True).order_by("pk") if row.pk else SitemapFile.objects.none()
    now = row.last_read_at
    if now is None:
        return ()
    return tuple(Child(child.url, parse_lastmod(child.index_lastmod or None, now=now)) for child in known)
