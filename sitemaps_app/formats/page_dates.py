"""When a page says it was modified and published: from the node that describes the document, with every candidate kept.

Order of belief: JSON-LD, microdata, RDFa, then `<meta>`, then `<time>` and other elements that show a date, then things that compete with
their like, then words ("Last updated: …") where nothing else states a change. Which things are the page `page_nodes` decides. datePublished
never stands in for dateModified, nor does the answer's Last-Modified, which is only a candidate.

The cheap path is first: JSON-LD, meta elements and `<time>`. Where JSON-LD gives the date nothing can be believed before it, and the
full reader of structured data (`page_structured`) is not asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from operator import attrgetter

from selectolax.lexbor import LexborHTMLParser

from sitemaps_app.formats.lastmod import Lastmod, LastmodStatus, Precision, Zone, parse_lastmod
from sitemaps_app.formats.page_html import PageLimits
from sitemaps_app.formats.page_http_dates import HttpDates
from sitemaps_app.formats.page_jsonld import Node
from sitemaps_app.formats.page_markup import Marks, MetaDate
from sitemaps_app.formats.page_meta import meta_dates
from sitemaps_app.formats.page_nodes import Described, PageAddresses, describing
from sitemaps_app.formats.page_structured import read_structured
from sitemaps_app.formats.page_texts import stated_dates
from sitemaps_app.formats.page_times import shown_dates
from sitemaps_app.formats.problems import Problem, Severity


@dataclass(frozen=True, slots=True)
class DateCandidate:
    """A date found on a page.

    `value` is the first instant of the period (aware UTC), None where the text is no date. `source` is json-ld, microdata, rdfa, time or
    the name of the meta element, with ` (published)` for a publication date; `raw` the text as found.
    """

    value: datetime | None
    precision: Precision | None
    zone: Zone | None
    source: str
    raw: str


@dataclass(frozen=True, slots=True)
class PageDates:
    """The dates of a page: the two that count, and everything met on the way, in order of belief."""

    modified: DateCandidate | None
    published: DateCandidate | None
    candidates: tuple[DateCandidate, ...]
    problems: tuple[Problem, ...]


PUBLISHED = " (published)"
HTTP = "http-last-modified"
"""The source of a candidate that is the answer's Last-Modified."""
DatesOf = Callable[[Node], tuple[str, ...]]
_MODIFIED: DatesOf = attrgetter("modified")
_PUBLISHED: DatesOf = attrgetter("published")
_REQUEST_TIME = timedelta(minutes=2)


def read_page_dates(
    tree: LexborHTMLParser, addresses: Iterable[str], *, now: datetime, limits: PageLimits, http: HttpDates | None = None
) -> PageDates:
    """All dates of a parsed page; the other arguments are those of `dates_of_marks`."""
    return dates_of_marks(Marks(tree, limits), addresses, now=now, http=http)


def dates_of_marks(marks: Marks, addresses: Iterable[str], *, now: datetime, http: HttpDates | None = None) -> PageDates:
    """All dates of a page whose marks have been looked up.

    `addresses` are the page's own, the one that answered among them (asked, final, canonical); `now` decides what lies in the future;
    `http` are the dates of the answer's headers: a Last-Modified becomes a candidate, and is never chosen as the page's own date.
    """
    page = PageAddresses(addresses)
    limits = marks.limits
    nodes, problems = _structured(marks, page, now)
    meta_modified, meta_published = meta_dates(marks)
    shown = shown_dates(marks)
    modified = _in_order(describing(nodes, page, _MODIFIED), _MODIFIED, [*meta_modified, *shown.modified], "", now)
    if _first_usable(modified, now) is None:
        modified += _plain(stated_dates(marks), "", now)
    published = _in_order(describing(nodes, page, _PUBLISHED), _PUBLISHED, [*meta_published, *shown.published], PUBLISHED, now)
    http = http or HttpDates(now)
    dates = _judged(modified[: limits.max_candidates], published[: limits.max_candidates], [*http.problems, *problems], http.answered, now)
    return replace(dates, candidates=(*dates.candidates, *header_candidates(http)))


def _in_order(described: Described, dates_of: DatesOf, plain: list[MetaDate], suffix: str, now: datetime) -> list[DateCandidate]:
    """Structured data, then meta elements and what the page shows, then things that compete with their like."""
    sure = _candidates(described.sure, dates_of, suffix, now)
    return [*sure, *_plain(plain, suffix, now), *_candidates(described.rivals, dates_of, suffix, now)]


def header_candidates(http: HttpDates) -> tuple[DateCandidate, ...]:
    """The Last-Modified of the answer as a candidate, where it has one."""
    if http.last_modified is None:
        return ()
    return (DateCandidate(http.last_modified, Precision.SECOND, Zone.EXPLICIT, HTTP, http.raw),)


def _structured(marks: Marks, page: PageAddresses, now: datetime) -> tuple[list[Node], list[Problem]]:
    """All things of the page's structured data that have a date, in any syntax."""
    nodes: list[Node] = []
    broken: list[str] = []
    problems: list[Problem] = []
    for script in marks.scripts:
        found, sound = script.nodes()
        nodes.extend(found)
        if not sound:
            broken.append(script.raw)
    if broken:
        problems.append(Problem("jsonld_invalid", Severity.WARNING, "a JSON-LD script is not sound JSON", count=len(broken)))
    dated = _candidates(describing(nodes, page, _MODIFIED).sure, _MODIFIED, "", now)
    markup = read_structured(marks, page.known, broken, settled=_first_usable(dated, now) is not None)
    known = set(nodes)
    return [*nodes, *(node for node in markup.nodes if node not in known)], [*problems, *markup.problems]


def _candidates(nodes: Iterable[Node], dates_of: DatesOf, suffix: str, now: datetime) -> list[DateCandidate]:
    found: list[DateCandidate] = []
    for node in nodes:
        values = [_candidate(raw, node.syntax + suffix, now) for raw in dates_of(node)]
        # Of several values of one node the latest is when it was last modified; the first publication counts.
        dated = sorted((one for one in values if one.value), key=lambda one: one.value or now, reverse=not suffix)
        found += [*dated, *(one for one in values if not one.value)]
    return found


def _plain(dates: list[MetaDate], suffix: str, now: datetime) -> list[DateCandidate]:
    return [_candidate(one.raw, one.name + suffix, now) for one in dates]


def _candidate(raw: str, source: str, now: datetime) -> DateCandidate:
    read = _without_placeholder(parse_lastmod(raw[:200], now=now))
    return DateCandidate(read.instant, read.precision, read.zone, source, raw[:200])


def _without_placeholder(read: Lastmod) -> Lastmod:
    return read if read.status in {LastmodStatus.OK, LastmodStatus.FUTURE} else replace(read, instant=None, precision=None, zone=None)


def _judged(
    modified: list[DateCandidate], published: list[DateCandidate], problems: list[Problem], answered: datetime, now: datetime
) -> PageDates:
    chosen, first = _first_usable(modified, now), _first_usable(published, now)
    invalid = [one.raw for one in (*modified, *published) if one.value is None and one.raw.strip()]
    if invalid:
        problems.append(Problem("page_date_invalid", Severity.WARNING, invalid[0][:100], count=len(invalid)))
    future = [one.raw for one in (*modified, *published) if one.value is not None and not _is_past(one, now)]
    if future:
        problems.append(Problem("page_date_future", Severity.WARNING, future[0][:100], count=len(future)))
    if chosen and chosen.value:
        if first and first.value and _is_before(chosen, first):
            problems.append(Problem("modified_before_published", Severity.NOTICE, f"{chosen.raw} < {first.raw}"[:200]))
        if _is_request_time(chosen, answered) or _is_request_time(chosen, now):
            problems.append(Problem("page_date_is_request_time", Severity.WARNING, chosen.raw[:100]))
        other = next((one for one in modified if one.value and one.source != chosen.source and _apart(chosen, one)), None)
        if other:
            told = f"{chosen.source} {chosen.raw}, {other.source} {other.raw}"[:200]
            problems.append(Problem("page_dates_conflict", Severity.NOTICE, told))
    return PageDates(chosen, first, (*modified, *published), tuple(problems))


def _is_request_time(candidate: DateCandidate, moment: datetime) -> bool:
    timed = candidate.precision is not None and candidate.precision >= Precision.MINUTE
    return timed and candidate.value is not None and abs(moment - candidate.value) <= _REQUEST_TIME


def _first_usable(candidates: list[DateCandidate], now: datetime) -> DateCandidate | None:
    return next((one for one in candidates if one.value is not None and _is_past(one, now)), None)


def _is_past(candidate: DateCandidate, now: datetime) -> bool:
    return candidate.value is not None and parse_lastmod(candidate.raw, now=now).status is LastmodStatus.OK


def _is_before(one: DateCandidate, other: DateCandidate) -> bool:
    """Earlier by more than a day's fuzz where one of them has no time of day."""
    if one.value is None or other.value is None:
        return False
    fuzz = timedelta(days=1) if Precision.DAY in {one.precision, other.precision} else timedelta(0)
    return one.value + fuzz < other.value


def _apart(one: DateCandidate, other: DateCandidate) -> bool:
    return one.value is not None and other.value is not None and abs(one.value - other.value) > timedelta(days=1)
