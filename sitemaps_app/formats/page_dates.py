"""When a page says it was modified and published: from the node that describes the document, with every candidate kept.

Order of belief: JSON-LD, microdata, RDFa, then `<meta>`, then `<time>`. Within structured data the Article family comes first, then other
creative works, then the page itself; site-wide things (the organisation, the site, its breadcrumb), comments, list elements and things
whose address is another page are no candidates for the page's date. datePublished never stands in for dateModified.

The cheap path is first: JSON-LD, meta elements and `<time>`. Where JSON-LD gives the date nothing can be believed before it, and the
full reader of structured data (`page_structured`) is not asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from urllib.parse import urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser

from sitemaps_app.formats.lastmod import Lastmod, LastmodStatus, Precision, Zone, parse_lastmod
from sitemaps_app.formats.page_html import PageLimits
from sitemaps_app.formats.page_jsonld import Node, json_ld_scripts, read_json_ld
from sitemaps_app.formats.page_markup import MetaDate, meta_dates, time_dates
from sitemaps_app.formats.page_structured import read_structured
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
_ARTICLES = frozenset(
    """
    article newsarticle blogposting techarticle report scholarlyarticle medicalscholarlyarticle socialmediaposting discussionforumposting
    liveblogposting opinionnewsarticle analysisnewsarticle reportagenewsarticle askpublicnewsarticle backgroundnewsarticle
    reviewnewsarticle advertisercontentarticle satiricalarticle apireference posting
    """.split()  # noqa: SIM905  a table of words is easier to read so
)
_PAGES = frozenset(
    """
    webpage itempage collectionpage aboutpage contactpage faqpage qapage profilepage checkoutpage medicalwebpage searchresultspage
    realestatelisting document
    """.split()  # noqa: SIM905  a table of words is easier to read so
)
_NOT_THE_PAGE = frozenset(
    """
    organization corporation newsmediaorganization localbusiness educationalorganization website person breadcrumblist listitem
    imageobject sitenavigationelement searchaction wpheader wpfooter wpsidebar brand place postaladdress comment answer review userreview
    rating aggregaterating offer itemlist imagegallery
    """.split()  # noqa: SIM905  a table of words is easier to read so
)
_REQUEST_TIME = timedelta(minutes=2)


def read_page_dates(tree: LexborHTMLParser, addresses: Iterable[str], *, now: datetime, limits: PageLimits) -> PageDates:
    """All dates of a page.

    `addresses` are the page's own, the one that answered among them (asked, final, canonical); `now` decides what lies in the future.
    """
    known = tuple(address for address in addresses if address)
    nodes, problems = _structured(tree, known, now, limits)
    own = _about_the_page(nodes, known)
    meta_modified, meta_published = meta_dates(tree)
    time_modified, time_published = time_dates(tree)
    modified = [*_candidates(own, lambda node: node.modified, "", now), *_plain([*meta_modified, *time_modified], "", now)]
    published = [
        *_candidates(own, lambda node: node.published, PUBLISHED, now),
        *_plain([*meta_published, *time_published], PUBLISHED, now),
    ]
    return _judged(modified[: limits.max_candidates], published[: limits.max_candidates], problems, now)


def _structured(tree: LexborHTMLParser, known: tuple[str, ...], now: datetime, limits: PageLimits) -> tuple[list[Node], list[Problem]]:
    """All things of the page's structured data that have a date, in any syntax."""
    nodes: list[Node] = []
    broken: list[str] = []
    problems: list[Problem] = []
    for raw in json_ld_scripts(tree):
        found, sound = read_json_ld(raw, limits)
        nodes.extend(found)
        if not sound:
            broken.append(raw)
    if broken:
        problems.append(Problem("jsonld_invalid", Severity.WARNING, "a JSON-LD script is not sound JSON", count=len(broken)))
    dated = _candidates(_about_the_page(nodes, known), lambda node: node.modified, "", now)
    markup = read_structured(tree, known, broken, limits, settled=_first_usable(dated, now) is not None)
    return [*nodes, *(node for node in markup.nodes if node not in nodes)], [*problems, *markup.problems]


def _about_the_page(nodes: list[Node], addresses: tuple[str, ...]) -> list[Node]:
    """The nodes that may describe the page, best first; the order within one rank is the document's."""
    ranked = [(rank, order, node) for order, node in enumerate(nodes) if (rank := _rank(node, addresses)) is not None]
    ranked.sort(key=lambda one: one[:2])
    return [node for _, _, node in ranked]


def _rank(node: Node, addresses: tuple[str, ...]) -> tuple[int, int, int] | None:
    """None where the node is not about the page; else syntax, family, and how surely it is this page's node."""
    types = {name.lower() for name in node.types}
    if node.nested or not (node.modified or node.published):
        return None
    family = 0 if types & _ARTICLES else 2 if types & _PAGES else 3 if not types else 1
    if family in {1, 3} and types & _NOT_THE_PAGE:
        return None
    if any(is_same_page(one, addresses) for one in (*node.addresses, node.identity) if one):
        named = 0
    elif node.addresses:
        return None
    else:
        named = 1
    return ("json-ld", "microdata", "rdfa").index(node.syntax), family, named


def is_same_page(address: str, addresses: tuple[str, ...]) -> bool:
    """Whether an address is one of the page's, without regard to scheme, host, fragment and final slash.

    The host is left out because archives, mirrors and staging builds serve pages that name another host; a bare `/` must match fully.
    """
    return any(_path_of(urljoin_safely(one, address)) == _path_of(one) for one in addresses)


def urljoin_safely(base: str, address: str) -> str:
    """Resolve an address of a page; the address itself where it cannot be resolved."""
    try:
        return urljoin(base, address.strip())
    except ValueError:
        return address


def _path_of(address: str) -> str:
    try:
        parts = urlsplit(address)
    except ValueError:
        return address
    path = parts.path.rstrip("/").removesuffix("/index.html").removesuffix(".html")
    query = "?" + parts.query if parts.query else ""
    return path + query if path else (parts.netloc.removeprefix("www.") + "/" + query)


def _candidates(nodes: list[Node], dates_of: Callable[[Node], tuple[str, ...]], suffix: str, now: datetime) -> list[DateCandidate]:
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


def _judged(modified: list[DateCandidate], published: list[DateCandidate], problems: list[Problem], now: datetime) -> PageDates:
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
        if chosen.precision is not None and chosen.precision >= Precision.SECOND and abs(now - chosen.value) <= _REQUEST_TIME:
            problems.append(Problem("page_date_is_request_time", Severity.WARNING, chosen.raw[:100]))
        other = next((one for one in modified if one.value and one.source != chosen.source and _apart(chosen, one)), None)
        if other:
            told = f"{chosen.source} {chosen.raw}, {other.source} {other.raw}"[:200]
            problems.append(Problem("page_dates_conflict", Severity.NOTICE, told))
    return PageDates(chosen, first, (*modified, *published), tuple(problems))


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
