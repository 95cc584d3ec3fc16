"""One visit of one page: a conditional fetch, its signals and its fingerprint, as a row."""

from __future__ import annotations

from dataclasses import asdict

from django.db import IntegrityError, transaction

from scoring.sampling import PlannedVisit
from sitemaps_app.formats.page import EXTRACTOR_VERSION, DateCandidate, PageReading, pack_blocks, read_page
from sitemaps_app.models import Page, PageLastmod, Visit
from sitemaps_app.network.exchange import FetchedResponse, FetchFailure
from sitemaps_app.pipeline.context import CheckContext

# Outcomes after which a page is not asked for again.
GONE = frozenset({"http_404", "http_410", "not_in_archive", "address_not_allowed", "url_invalid"})
KEPT_PROBLEMS = 20


def visit_page(context: CheckContext, page: Page, plan: PlannedVisit, lastmod: PageLastmod | None) -> Visit | None:
    """Fetch one page and store what it said; None when this very visit is stored already (a check that was interrupted and repeated)."""
    last = page.visits.filter(comparable=True, extractor_version=EXTRACTOR_VERSION).order_by("-at").first()
    etag, last_modified = (last.etag, last.http_last_modified) if last and last.blocks else ("", "")
    answer = context.fetch(page.url, etag=etag, last_modified=last_modified, max_bytes=context.limits.page_bytes)
    visit = Visit(page=page, site=context.site, at=max(answer.fetched_at, context.now), reason=plan.reason, weight=plan.weight)
    if lastmod is not None:
        visit.lastmod_raw, visit.lastmod, visit.lastmod_precision = lastmod.raw, lastmod.instant, lastmod.precision
    if isinstance(answer, FetchFailure):
        visit.comparable, visit.outcome = False, answer.code
    elif answer.status == 304 and last is not None:
        _fill_unchanged(visit, answer, last)
    else:
        _fill(visit, answer)
    try:
        with transaction.atomic():
            visit.save()
    except IntegrityError:
        return None
    return visit


def _fill_unchanged(visit: Visit, answer: FetchedResponse, last: Visit) -> None:
    """304 Not Modified (RFC 9110 §15.4.5): the server says that the page is what it was; the last reading stands."""
    visit.status, visit.outcome, visit.comparable, visit.not_modified = 304, "not_modified", True, True
    visit.final_url, visit.extractor_version, visit.title = answer.final_url, last.extractor_version, last.title
    visit.fingerprint, visit.blocks = last.fingerprint, last.blocks
    visit.etag = answer.headers.get("etag", last.etag)[:500]
    visit.http_last_modified = answer.headers.get("last-modified", last.http_last_modified)[:100]
    visit.date_modified, visit.date_modified_precision = last.date_modified, last.date_modified_precision
    visit.date_modified_source, visit.date_modified_raw = last.date_modified_source, last.date_modified_raw
    visit.date_published = last.date_published


def _fill(visit: Visit, answer: FetchedResponse) -> None:
    reading = read_page(
        answer.body,
        url=visit.page.url,
        final_url=answer.final_url,
        status=answer.status,
        headers=answer.headers,
        now=visit.at,
    )
    comparable = reading.comparable and not answer.truncated
    visit.status, visit.final_url = answer.status, answer.final_url
    visit.comparable = comparable
    visit.outcome = "ok" if comparable else reading.reason or answer.problem or "truncated_response"
    visit.etag = answer.headers.get("etag", "")[:500]
    visit.http_last_modified = answer.headers.get("last-modified", "")[:100]
    visit.title = reading.title[:300]
    visit.problems = [asdict(problem) for problem in reading.problems[:KEPT_PROBLEMS]]
    visit.extractor_version = EXTRACTOR_VERSION
    _fill_dates(visit, reading)
    if comparable:
        visit.fingerprint, visit.blocks = reading.fingerprint, pack_blocks(reading.blocks)


def _fill_dates(visit: Visit, reading: PageReading) -> None:
    modified: DateCandidate | None = reading.date_modified
    if modified is not None:
        visit.date_modified, visit.date_modified_precision = modified.value, modified.precision or 0
        visit.date_modified_source, visit.date_modified_raw = modified.source[:60], modified.raw[:200]
    if reading.date_published is not None:
        visit.date_published = reading.date_published.value
