"""Whether a fetched page can be compared at all: errors, error pages served as 200, walls and redirects are no versions of the page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from selectolax.lexbor import LexborHTMLParser

from sitemaps_app.formats.page_blocks import Block, main_text, words_in
from sitemaps_app.formats.page_state_patterns import (
    CHALLENGE_HEADLINE,
    CHALLENGE_MARKS,
    CHALLENGE_STEMS,
    CONSENT_BUTTON,
    CONSENT_WORDS,
    ERROR_HEADLINE,
    WALL_ADDRESS,
    WALL_WORDS,
)

_FEW_WORDS = 150
_A_HANDFUL = 60
_LONG_HEADLINE = 200
_SENTENCE, _FEW_SENTENCES, _FEW_CELLS = 100, 300, 3
_WALL = 4_000
_TITLE_PARTS = re.compile(r"\s+[-–—|·:»]\s+|[|·»]")
_INDEX = re.compile(r"/(?:index|default)\.(?:html?|php|aspx?)$", re.IGNORECASE)


def status_reason(status: int) -> str:
    """`http_404` and the like for anything that is not a complete success; "" for 200 and 203."""
    return "" if status in {200, 203} else f"http_{status}"


def is_html(headers: Mapping[str, str], body: bytes) -> bool:
    """Whether a body is a page, by its type where that is plain, else by its first bytes."""
    kind = headers.get("content-type", "").split(";")[0].strip().lower()
    if kind in {"text/html", "application/xhtml+xml"}:
        return True
    start = body[:1024].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    looks = start.startswith((b"<!doctype html", b"<html", b"<head", b"<body", b"<!--")) or b"<html" in start
    return looks if kind and kind not in {"text/plain", "application/octet-stream", "application/xml", "text/xml"} else looks or not kind


def redirect_reason(url: str, final_url: str) -> str:
    """`page_redirected_away` where the answer came from a login or consent address, the home page, or another host; "" otherwise.

    A change of scheme, `www.`, case or final slash is the same page; a new path on the same host is where the page lives now.
    """
    if not url or not final_url or url == final_url:
        return ""
    try:
        asked, final = urlsplit(url), urlsplit(final_url)
    except ValueError:
        return ""
    if _plain_path(asked.path) == _plain_path(final.path) and _plain_host(asked.hostname) == _plain_host(final.hostname):
        return ""
    to_home = _plain_path(final.path) == "" and _plain_path(asked.path) != "" and not final.query
    to_wall = bool(WALL_ADDRESS.search(final.path) or WALL_ADDRESS.search(final.hostname or "")) and not WALL_ADDRESS.search(asked.path)
    elsewhere = _registered(asked.hostname) != _registered(final.hostname)
    return "page_redirected_away" if to_home or to_wall or elsewhere else ""


def content_reason(tree: LexborHTMLParser, title: str, blocks: tuple[Block, ...], html: str) -> str:
    """Why a page served as a success is not its content: page_without_text, page_looks_like_error, page_is_challenge, page_is_login,
    page_is_consent_wall; "" where it is content. Pages with much text are never suspected: articles about errors exist."""
    words = words_in(blocks, limit=_FEW_WORDS)
    headings = [block.text for block in blocks[:20] if block.kind == "heading"]
    lines = [*(part.strip() for part in _TITLE_PARTS.split(title)), title.strip(), *headings]
    headlines = [line[:_LONG_HEADLINE] for line in lines if line]
    if words < _FEW_WORDS:
        told = [line for line in lines[: len(lines) - len(headings)] if line] if _is_written_out(blocks, words) else headlines
        if any(ERROR_HEADLINE.fullmatch(line) for line in told):
            return "page_looks_like_error"
        if any(CHALLENGE_HEADLINE.fullmatch(line) for line in headlines) or (words < _A_HANDFUL and _holds_challenge(html)):
            return "page_is_challenge"
    return _wall_reason(tree, blocks, words)


def _wall_reason(tree: LexborHTMLParser, blocks: tuple[Block, ...], words: int) -> str:
    if words < _A_HANDFUL and tree.css_first("input[type=password]") is not None:
        return "page_is_login"
    if (words < _A_HANDFUL and _is_consent_wall(tree)) or (words < _FEW_WORDS and _is_pay_or_consent_wall(tree, blocks)):
        return "page_is_consent_wall"
    if not words and not any(block.kind == "image" for block in blocks):
        return "page_without_text"
    return ""


def _is_written_out(blocks: tuple[Block, ...], words: int) -> bool:
    """Whether a page has code, a table or several headings and texts: what a page about errors has, and an error page has not."""
    kinds = [block.kind for block in blocks]
    sentences = sum(len(block.text) for block in blocks if block.kind in {"text", "item"} and len(block.text) > _SENTENCE)
    return "code" in kinds or kinds.count("cell") > _FEW_CELLS or (words >= _A_HANDFUL and sentences > _FEW_SENTENCES)


def _is_pay_or_consent_wall(tree: LexborHTMLParser, blocks: tuple[Block, ...]) -> bool:
    """Whether the content itself, not a layer over it, asks to agree to tracking, with a button for it."""
    text = main_text(blocks, limit=_WALL).lower()
    if not all(any(word in text for word in words) for words in WALL_WORDS) or tree.css_first("article") is not None:
        return False
    return any(CONSENT_BUTTON.match(" ".join(button.text().split())) for button in tree.css("button, a, input[type=submit]")[:50])


def _holds_challenge(html: str) -> bool:
    small = html.encode("utf-8", "replace").lower()
    return any(stem in small for stem in CHALLENGE_STEMS) and any(mark in small for mark in CHALLENGE_MARKS)


def _is_consent_wall(tree: LexborHTMLParser) -> bool:
    body = tree.body
    text = " ".join(body.text(separator=" ").split()) if body is not None else ""
    if len(text) > 4_000 or not CONSENT_WORDS.search(text) or tree.css_first("article, main p") is not None:
        return False
    return any(CONSENT_BUTTON.match(" ".join(button.text().split())) for button in tree.css("button, a, input[type=submit]")[:50])


def _plain_path(path: str) -> str:
    return _INDEX.sub("", path).rstrip("/").lower()


def _plain_host(host: str | None) -> str:
    return (host or "").lower().removeprefix("www.")


def _registered(host: str | None) -> str:
    """The last two labels (three under a short second level such as `co.uk`): near enough to tell a sister host from a stranger."""
    labels = _plain_host(host).split(".")
    return ".".join(labels[-3:] if len(labels) > 2 and len(labels[-2]) <= 3 and len(labels[-1]) == 2 else labels[-2:])
