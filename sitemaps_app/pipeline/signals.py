"""The self-tests of a site's signals, from its stored visits and second reads (`scoring.signals` has the rules)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from scoring.signals import ALWAYS_304, NEVER_304, REQUEST_TIME, SAME_SOURCE, VOLATILE, SignalState, SignalTest, Tally, judge_signal
from sitemaps_app.formats.lastmod import Precision
from sitemaps_app.models import SecondRead, Site, Visit
from sitemaps_app.pipeline.second_read import DRAWN, NOT_MODIFIED

# A server may be repaired: older trials say nothing of it, and a signal that was not used for so long is tested anew.
WINDOW = timedelta(days=90)
MAX_VISITS = 500
# The rate of false changes falls as the volatile places are learnt, so only the last reads tell what it is now.
LAST_DRAWN = 30
SAME_INSTANT = timedelta(seconds=60)


@dataclass(frozen=True, slots=True)
class SignalTests:
    """All tests of a site at one time, and the tally of its drawn second reads: reads that differed, of all."""

    tests: tuple[SignalTest, ...]
    double_reads: Tally

    def fails(self, code: str) -> bool:
        """Did the signal fail its test?"""
        return any(test.code == code and test.state == SignalState.FAILING for test in self.tests)


def run_tests(site: Site, *, until: datetime) -> SignalTests:
    """Test every signal of a site on what was stored before `until`; the same rows give the same results."""
    visits = Visit.objects.filter(site=site, outcome__in=("ok", "not_modified"), at__gt=until - WINDOW, at__lt=until)
    newest = list(visits.defer("blocks", "candidates").order_by("-at", "-pk")[:MAX_VISITS])
    reads = SecondRead.objects.filter(site=site, at__gt=until - WINDOW, visit__at__lt=until, differs__isnull=False).order_by("-at", "-pk")
    drawn = _tally(reads.filter(reasons__contains=DRAWN).values_list("differs", flat=True)[:LAST_DRAWN])
    tallies = {
        SAME_SOURCE: _same_source(newest),
        REQUEST_TIME: _request_time(newest),
        NEVER_304: _never_304(newest),
        ALWAYS_304: _tally(reads.filter(reasons__contains=NOT_MODIFIED).values_list("differs", flat=True)),
        VOLATILE: drawn,
    }
    return SignalTests(tuple(judge_signal(code, tally) for code, tally in tallies.items()), drawn)


def _tally(hits: Iterable[bool | None]) -> Tally:
    seen = list(hits)
    return Tally(sum(1 for hit in seen if hit), len(seen))


def _same_source(visits: Iterable[Visit]) -> Tally:
    """The last visit of each page with both dates: do they say the same, at the coarser of their precisions?"""
    last: dict[int, Visit] = {}
    for visit in visits:
        if visit.lastmod is not None and visit.date_modified is not None:
            last.setdefault(visit.page_id, visit)
    return _tally(_same_date(visit) for visit in last.values())


def _same_date(visit: Visit) -> bool:
    if visit.lastmod is None or visit.date_modified is None:
        return False
    if min(visit.lastmod_precision, visit.date_modified_precision) <= Precision.DAY:
        return visit.lastmod.date() == visit.date_modified.date()
    return abs(visit.lastmod - visit.date_modified) <= SAME_INSTANT


def _request_time(visits: Iterable[Visit]) -> Tally:
    told = [visit for visit in visits if visit.status == 200 and visit.http_last_modified]
    return _tally(any(problem.get("code") == "last_modified_is_request_time" for problem in visit.problems) for visit in told)


def _never_304(visits: Iterable[Visit]) -> Tally:
    """Visits that asked with validators for a page whose body was what it had been: was it sent whole all the same?"""
    digests: dict[int, str] = {}
    hits = []
    for visit in sorted(visits, key=lambda visit: (visit.at, visit.pk)):
        if visit.not_modified:
            hits.append(False)
            continue
        if visit.conditional and visit.body_digest and digests.get(visit.page_id) == visit.body_digest:
            hits.append(True)
        digests[visit.page_id] = visit.body_digest
    return _tally(hits)
