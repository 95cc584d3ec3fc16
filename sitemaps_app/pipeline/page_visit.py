"""One visit of one page: a conditional fetch, its signals and its fingerprint, as a row."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from hashlib import blake2b

from django.db import IntegrityError, transaction

from scoring.sampling import PlannedVisit
from sitemaps_app.formats.judging import PAGE_NOINDEX_SWITCHED
from sitemaps_app.formats.page import EXTRACTOR_VERSION, PageReading, pack_blocks, read_page
from sitemaps_app.models import Page, PageLastmod, Visit
from sitemaps_app.network.exchange import FetchedResponse, FetchFailure
from sitemaps_app.pipeline.context import CheckContext
from sitemaps_app.pipeline.storable import storable

# Outcomes after which a page is not asked for again.
GONE = frozenset({"http_404", "http_410", "not_in_archive", "address_not_allowed", "url_invalid"})
KEPT_PROBLEMS = 20
KEPT_CANDIDATES = 12
KEPT_RAW = 100
OK = "ok"
# The code of a fetch that was not made, since the host asked for time (RFC 9110 §10.2.3).
WAITS = "host_asks_to_wait"


def visit_page(context: CheckContext, page: Page, plan: PlannedVisit, lastmod: PageLastmod | None) -> Visit | FetchFailure | None:
    """Fetch one page and store what it said; None when this very visit is stored already (a check that was interrupted and repeated).

    The failure, and no visit, where the page was not asked for because its host wants to be left alone (`host_asks_to_wait`).
    """
    last = page.visits.filter(comparable=True, extractor_version=EXTRACTOR_VERSION).order_by("-at").first()
    etag, last_modified = _validators(context, last)
    answer = context.fetch(page.url, etag=etag, last_modified=last_modified, max_bytes=context.limits.page_bytes)
    if isinstance(answer, FetchFailure) and answer.code == WAITS:
        return answer
    visit = Visit(page=page, site=context.site, at=max(answer.fetched_at, context.now), reason=plan.reason, weight=plan.weight)
    visit.conditional = bool(etag or last_modified)
    if lastmod is not None:
        visit.lastmod_raw, visit.lastmod, visit.lastmod_precision = lastmod.raw, lastmod.instant, lastmod.precision
    if isinstance(answer, FetchFailure):
        visit.comparable, visit.outcome = False, answer.code
    elif answer.status == 304 and last is not None:
        _fill_unchanged(visit, answer, last)
    else:
        fill(visit, answer)
        context.marks.look_at_page(answer)
        if last is not None and visit.comparable and visit.noindex != last.noindex:
            visit.outcome = PAGE_NOINDEX_SWITCHED
    try:
        with transaction.atomic():
            visit.save()
    except IntegrityError:
        return None
    return visit


def _validators(context: CheckContext, last: Visit | None) -> tuple[str, str]:
    """What the request is made conditional with: nothing where there is no text to fall back on, or where the site's validators lie."""
    if last is None or not last.blocks or context.distrusts("validators_always_304"):
        return "", ""
    return last.etag, "" if context.distrusts("http_last_modified") else last.http_last_modified


def _fill_unchanged(visit: Visit, answer: FetchedResponse, last: Visit) -> None:
    """304 Not Modified (RFC 9110 §15.4.5): the server says that the page is what it was; the last reading stands."""
    visit.status, visit.outcome, visit.comparable, visit.not_modified = 304, "not_modified", True, True
    visit.final_url, visit.extractor_version, visit.title = answer.final_url, last.extractor_version, last.title
    visit.fingerprint, visit.blocks, visit.noindex = last.fingerprint, last.blocks, last.noindex
    visit.etag = answer.headers.get("etag", last.etag)[:500]
    visit.http_last_modified = answer.headers.get("last-modified", last.http_last_modified)[:100]
    visit.date_modified, visit.date_modified_precision = last.date_modified, last.date_modified_precision
    visit.date_modified_source, visit.date_modified_raw = last.date_modified_source, last.date_modified_raw
    visit.date_published = last.date_published


def fill(visit: Visit, answer: FetchedResponse) -> None:
    """Put what an answer says into a visit, in place of what was there."""
    reading = read_answer(answer, url=visit.page.url, now=visit.at)
    visit.status, visit.final_url = answer.status, answer.final_url
    visit.outcome = outcome_of(answer, reading)
    visit.comparable, visit.not_modified = visit.outcome == OK, False
    visit.body_digest = blake2b(answer.body, digest_size=8).hexdigest()
    visit.etag = answer.headers.get("etag", "")[:500]
    visit.http_last_modified = answer.headers.get("last-modified", "")[:100]
    visit.title, visit.noindex = storable(reading.title[:300]), reading.noindex
    visit.problems = [asdict(problem) | {"detail": storable(problem.detail)} for problem in reading.problems[:KEPT_PROBLEMS]]
    visit.extractor_version = EXTRACTOR_VERSION
    _fill_dates(visit, reading)
    if visit.comparable:
        visit.fingerprint, visit.blocks = reading.fingerprint, pack_blocks(reading.blocks)


def read_answer(answer: FetchedResponse, *, url: str, now: datetime) -> PageReading:
    """What the answer to a request for `url` says; `now` is the time of the answer."""
    return read_page(answer.body, url=url, final_url=answer.final_url, status=answer.status, headers=answer.headers, now=now)


def outcome_of(answer: FetchedResponse, reading: PageReading) -> str:
    """`ok`, or the code that says why the answer is no version of the page."""
    if reading.comparable and not answer.truncated:
        return OK
    return reading.reason or answer.problem or "truncated_response"


def _fill_dates(visit: Visit, reading: PageReading) -> None:
    modified, published = reading.date_modified, reading.date_published
    visit.date_modified = modified.value if modified else None
    visit.date_modified_precision = (modified.precision or 0) if modified else 0
    visit.date_modified_source = modified.source[:60] if modified else ""
    visit.date_modified_raw = storable(modified.raw[:200]) if modified else ""
    visit.date_published = published.value if published else None
    visit.candidates = [
        [storable(candidate.source[:60]), storable(candidate.raw[:KEPT_RAW]), candidate.value.isoformat() if candidate.value else ""]
        for candidate in reading.candidates[:KEPT_CANDIDATES]
    ]
