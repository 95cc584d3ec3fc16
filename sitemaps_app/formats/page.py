"""One fetched page as evidence: can it be compared, what does it hold, when does it say it was modified.

The route: status and redirect (`page_state`) -> text and tree (`page_html`) -> dates (`page_dates`) -> blocks (`page_blocks`, which leaves
out `page_regions` and `page_noise`) -> fingerprint. `comparing` tells whether two readings differ.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from selectolax.lexbor import LexborHTMLParser

from sitemaps_app.formats.fingerprint import fingerprint
from sitemaps_app.formats.page_blocks import Block, extract_blocks, main_text
from sitemaps_app.formats.page_dates import DateCandidate, dates_of_marks, header_candidates
from sitemaps_app.formats.page_files import file_blocks
from sitemaps_app.formats.page_html import PageLimits, decode_page, parse_page
from sitemaps_app.formats.page_http_dates import HttpDates, http_dates
from sitemaps_app.formats.page_markup import Marks
from sitemaps_app.formats.page_nodes import urljoin_safely
from sitemaps_app.formats.page_packing import pack_blocks, unpack_blocks
from sitemaps_app.formats.page_refresh import is_sent_on
from sitemaps_app.formats.page_state import content_reason, is_html, redirect_reason, status_reason
from sitemaps_app.formats.problems import Problem, Severity

__all__ = ["EXTRACTOR_VERSION", "Block", "DateCandidate", "PageLimits", "PageReading", "pack_blocks", "read_page", "unpack_blocks"]

EXTRACTOR_VERSION = "8"
"""Changes whenever the same page would give other blocks or keys: visits of different versions are never compared."""

_MAX_TITLE = 300


@dataclass(frozen=True, slots=True)
class PageReading:
    """What one visit of a page yields.

    `comparable` is false where the answer is no version of the page, and `reason` then says why: `http_<status>`, page_empty,
    page_too_complex, page_without_text, page_looks_like_error, page_is_challenge, page_is_login, page_is_consent_wall,
    page_redirected_away. `blocks`, `main_text` and `fingerprint` are filled where there was anything to read, comparable or not.
    """

    comparable: bool
    reason: str = ""
    title: str = ""
    canonical: str = ""
    noindex: bool = False
    date_modified: DateCandidate | None = None
    date_published: DateCandidate | None = None
    candidates: tuple[DateCandidate, ...] = ()
    blocks: tuple[Block, ...] = ()
    main_text: str = ""
    fingerprint: str = ""
    problems: tuple[Problem, ...] = ()


def read_page(
    body: bytes,
    *,
    url: str,
    final_url: str = "",
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    now: datetime,
    limits: PageLimits | None = None,
) -> PageReading:
    """Read one page.

    `body` is decoded of Content-Encoding; `url` was asked for and `final_url` answered (after redirects, "" = the same); `headers` are
    those of the answer, in any case; `now` is the aware time of the fetch. Any bytes give a reading, none raises, and none takes long.
    """
    limits = limits or PageLimits()
    lowered = {name.lower(): value for name, value in (headers or {}).items()}
    reason = status_reason(status)
    if reason:
        return _not_comparable(reason, ())
    if not body.strip(b" \t\r\n\x00"):
        return _not_comparable("page_empty", ())
    if not is_html(lowered, body):
        return _read_file(body, lowered, limits, http_dates(lowered, now))
    html = decode_page(body[: 4 * limits.max_bytes], lowered)
    tree, problems = parse_page(html, limits)
    if tree is None:
        return _not_comparable("page_too_complex", problems)
    return _read_tree(tree, html, url, final_url or url, lowered, now, limits, problems)


def _read_file(body: bytes, headers: Mapping[str, str], limits: PageLimits, http: HttpDates) -> PageReading:
    blocks, says_error = file_blocks(body, headers, limits)
    reason = "page_looks_like_error" if says_error else "" if blocks else "page_without_text"
    noindex = _asks_noindex([headers.get("x-robots-tag", "")])
    return PageReading(
        comparable=not reason,
        reason=reason,
        noindex=noindex,
        candidates=header_candidates(http),
        blocks=blocks,
        main_text=main_text(blocks),
        fingerprint=fingerprint(blocks),
        problems=(*http.problems, *_told(reason, noindex=noindex)),
    )


def _told(reason: str, *, noindex: bool) -> tuple[Problem, ...]:
    asked = (Problem("page_noindex", Severity.NOTICE),) if noindex else ()
    return (*asked, Problem(reason, Severity.ERROR)) if reason else asked


def _not_comparable(reason: str, problems: tuple[Problem, ...]) -> PageReading:
    told = () if any(problem.code == reason for problem in problems) else (Problem(reason, Severity.ERROR),)
    return PageReading(comparable=False, reason=reason, problems=(*problems, *told))


def _read_tree(
    tree: LexborHTMLParser,
    html: str,
    url: str,
    final_url: str,
    headers: Mapping[str, str],
    now: datetime,
    limits: PageLimits,
    problems: tuple[Problem, ...],
) -> PageReading:
    marks = Marks(tree, limits)
    title, canonical = _title(tree), _canonical(marks, final_url)
    noindex, sent_on = _is_noindex(marks, headers), is_sent_on(marks, final_url)
    dates = dates_of_marks(marks, (url, final_url, canonical), now=now, http=http_dates(headers, now))
    blocks = extract_blocks(marks, html, final_url)
    reason = redirect_reason(url, final_url) or ("page_redirected_away" if sent_on else content_reason(tree, title, blocks, html))
    return PageReading(
        comparable=not reason,
        reason=reason,
        title=title,
        canonical=canonical,
        noindex=noindex,
        date_modified=dates.modified,
        date_published=dates.published,
        candidates=dates.candidates,
        blocks=blocks,
        main_text=main_text(blocks),
        fingerprint=fingerprint(blocks),
        problems=(*problems, *dates.problems, *_told(reason, noindex=noindex)),
    )


def _title(tree: LexborHTMLParser) -> str:
    node = tree.css_first("title")
    return " ".join(node.text().split())[:_MAX_TITLE] if node is not None else ""


def _canonical(marks: Marks, final_url: str) -> str:
    for link in marks.links:
        if "canonical" in (link.get("rel") or "").lower().split():
            return urljoin_safely(final_url, link.get("href") or "")[:2048]
    return ""


def _is_noindex(marks: Marks, headers: Mapping[str, str]) -> bool:
    told = [headers.get("x-robots-tag", "")]
    # Most pages have no such element, in the head or elsewhere; only the others are searched for where it stands.
    may_tell = marks.has_more_metas or any((attributes.get("name") or "").lower() == "robots" for _, attributes in marks.metas)
    head = marks.tree.head if may_tell else None
    for meta in head.css("meta[name][content]")[:200] if head is not None else ():
        attributes = meta.attributes
        if (attributes.get("name") or "").lower() == "robots":
            told.append(attributes.get("content") or "")
    return _asks_noindex(told)


def _asks_noindex(told: Sequence[str]) -> bool:
    words = {word.strip() for text in told for word in text.lower().split(",")}
    return not words.isdisjoint({"noindex", "none"})
