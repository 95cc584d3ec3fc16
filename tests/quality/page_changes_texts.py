"""Which texts of a page a person would call its content, found without the product's own reader: Python's html.parser and plain rules.

A text can be edited where it stands in a paragraph, list, table cell, definition or heading; not in navigation, header, footer, aside,
form or button, nor below an element whose class or id names such a thing; where it is no line about dates or rights; and where it occurs
once on the page and on few other pages of the site (what stands everywhere is template).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from html.parser import HTMLParser

_HOLDERS = frozenset({"p", "li", "td", "th", "dd", "dt", "blockquote", "h1", "h2", "h3", "h4", "figcaption"})
_NOT_CONTENT = frozenset(
    {"nav", "footer", "aside", "form", "button", "select", "script", "style", "template", "noscript", "svg", "head", "label", "textarea"}
    | {"iframe", "object", "canvas", "dialog", "math"}
)
_VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"})
_TEMPLATE_NAME = re.compile(
    r"nav|menu|sidebar|side-bar|footer|breadcrumb|cookie|consent|banner|toc\b|table-of-contents|header|share|social|related|recommend|comment"
    r"|pagination|pager|subscribe|newsletter|popup|modal|copyright|license|version|lastmod|last-mod|page-info|page-meta|toolbar|search|widget"
    r"|advert|\bads?\b|feedback|tags?\b|byline|post-meta|entry-meta|reading-time|edit-|skip|hidden|sr-only|clippy|alert-dismiss|announcement",
    re.IGNORECASE,
)
_STAMP = re.compile(
    r"last\s+(?:modified|updated|edited|changed|build)|updated|modified|©|copyright|rights\s+reserved|powered\s+by|generated|published\s+on"
    r"|posted\s+on|min(?:ute)?s?\s+read|最后|更新|版权|阅读|\bago\b",
    re.IGNORECASE,
)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_LEAST_LETTERS = 12
_FEW_PAGES = 2


@dataclass(frozen=True, slots=True)
class EditableText:
    """A text node: where it stands in the HTML (`start` to `end`), as written there."""

    start: int
    end: int
    text: str


class _Finder(HTMLParser):
    """Collects text nodes with their offsets and whether they stand in content."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=False)
        self.found: list[EditableText] = []
        self._html = html
        self._open: list[tuple[str, bool]] = []
        self._line_starts = [0, *(match.end() for match in re.finditer("\n", html))]
        self._run_start: int | None = None

    def _offset(self) -> int:
        line, column = self.getpos()
        return self._line_starts[line - 1] + column

    def _end_run(self) -> None:
        if self._run_start is None:
            return
        start, end = self._run_start, self._offset()
        self._run_start = None
        tags = {tag for tag, _ in self._open}
        if tags & _HOLDERS and not any(bad for _, bad in self._open):
            self.found.append(EditableText(start, end, self._html[start:end]))

    def _text(self) -> None:
        if self._run_start is None:
            self._run_start = self._offset()

    def handle_data(self, data: str) -> None:
        self._text()

    def handle_entityref(self, name: str) -> None:
        self._text()

    def handle_charref(self, name: str) -> None:
        self._text()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._end_run()
        if tag in _VOID:
            return
        named = " ".join(value or "" for name, value in attrs if name in {"class", "id", "role"})
        in_main = any(open_tag in {"main", "article"} for open_tag, _ in self._open)
        bad = (
            tag in _NOT_CONTENT
            or (tag == "header" and not in_main)
            or (tag not in {"html", "body", "main", "article"} and bool(_TEMPLATE_NAME.search(named)))
        )
        self._open.append((tag, bad))

    def handle_endtag(self, tag: str) -> None:
        self._end_run()
        for place in range(len(self._open) - 1, -1, -1):
            if self._open[place][0] == tag:
                del self._open[place:]
                return

    def handle_comment(self, data: str) -> None:
        self._end_run()

    def handle_decl(self, decl: str) -> None:
        self._end_run()


def texts_of(html: str) -> list[EditableText]:
    """All texts that stand in content, by their elements alone."""
    finder = _Finder(html)
    finder.feed(html)
    return finder.found


def editable_texts(html: str, on_pages: Counter[str]) -> list[EditableText]:
    """The texts that are the page's own and long enough to edit. `on_pages` says on how many of the site's pages each text stands."""
    texts = texts_of(html)
    times = Counter(levelled(one.text) for one in texts)
    return [one for one in texts if times[levelled(one.text)] == 1 and on_pages[levelled(one.text)] <= _FEW_PAGES and _is_prose(one.text)]


def pages_holding(pages: Iterable[str]) -> Counter[str]:
    """On how many of these pages each text stands."""
    counts: Counter[str] = Counter()
    for html in pages:
        counts.update({levelled(one.text) for one in texts_of(html)})
    return counts


def levelled(text: str) -> str:
    """A text with its blanks collapsed."""
    return " ".join(text.split())


def is_cjk(text: str) -> bool:
    """Whether a text is mostly Chinese, Japanese or Korean, which are written without blanks."""
    return len(_CJK.findall(text)) * 2 > len("".join(text.split()))


def _is_prose(text: str) -> bool:
    letters = sum(1 for character in text if character.isalpha())
    return letters >= _LEAST_LETTERS and not _STAMP.search(text) and "{{" not in text
