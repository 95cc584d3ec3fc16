"""What of a short line is not content because of the element that it stands in: trails to the page, counts behind a link, ages that are
not spelled out ("5h") beside the name of who wrote.
"""

from __future__ import annotations

import re
from functools import lru_cache

from selectolax.lexbor import LexborNode

from sitemaps_app.formats.page_block import TEASERS, Block
from sitemaps_app.formats.page_line_words import AGE_NAMES, DURATION_WORDS, RANKS, WRITER_LINKS
from sitemaps_app.formats.page_noise import has_digit

_LONGEST_TRAIL, _LONGEST_BYLINE, _MOST_WORDS, _LONGEST_LONE_AGE, _LONGEST_HEAD = 160, 80, 8, 16, 200
_TRAIL = re.compile(r"[›»❯▸→]|\s[>/]\s")
_COUNTED_LINK = re.compile(r"(\D.{0,60}?)\s*[(（\[]\s*(?!(?:19|20)\d\d\s*[)）\]])\d{1,3}(?:[.,'\u00a0 ]?\d{3})*\s*[)）\]]")
_UNITS = (
    r"(?:s|sec|secs|m|min|mins|h|hr|hrs|d|w|wk|wks|mo|mos|y|yr|yrs|sek\.?|std\.?|stdn\.?|tg\.?|tage?n?|wo\.?|mon\.?|j|sem\.?|g|gg|ore|u|uur|dgn?|t|dag(?:ar|er)?|tim|uger?"
    r"|uker?|vk|pv|kk|godz\.?|dni|tyg\.?|hod\.?|dny|óra|nap|zile|sa|dk|gün|ч\.?|мин\.?|дн?\.?|нед\.?|год\.?|дні|ώρ\.?|ημ\.?|giờ|ngày|jam|hari|ש׳?|ד׳?|י׳?|س|د|ي|घंटे|दिन|ชม\.?|วัน)"
)
_BARE_AGE = re.compile(
    rf"(?:(?<=[\s·•|,(@–—-])|(?<![\d.,:/-])(?=\d)|^)(?:\d{{1,3}}\s?{_UNITS}|\d{{1,3}}\s?(?:秒|分|分钟|分鐘|小时|小時|天|周|週|時間|日|週間|초|분|시간|일|주))(?![\w:/%²³.,]*\d)(?!\w)\.?",
    re.IGNORECASE,
)
_LONE_AGE = re.compile(rf"\W*{_BARE_AGE.pattern}\W*", re.IGNORECASE)
_DAY_AND_CLOCK = re.compile(
    r"(?:昨天|前天|今天|昨日|今日|어제|오늘|yesterday|today|gestern|heute|hier|ayer|ieri|вчера|сегодня)"
    r"[,\s]*(?:at|um|à|a las|в)?\s*\d{1,2}[:h]\d\d"
    r"|(?:\d+\s*(?:秒|分钟|分鐘|小时|小時|天|周|週|个月|個月|年)前|\d+\s*(?:초|분|시간|일|주|개월)\s*전|刚刚|剛剛)",
    re.IGNORECASE,
)
_SAYS_FROM = re.compile(r"来自|來自|发自|發自|发布|發布|发表|發表|\bvia\b|\bfrom\b|\bby\b|에서", re.IGNORECASE)
_HANDLE = re.compile(r"(?:^|\s)(?:@|u/)[\w.-]{2,}|^(?:by|von|par|por|di|door|av|от|автор)\s", re.IGNORECASE)
_NAME = re.compile(r"[^\W\d_][\w.'’-]*")
_NAMES_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_SEPARATORS_LEFT = re.compile(r"\s*[·•|,–—-]\s*[·•|,–—-]\s*")
_TIMES, _DIGITS_OF_A_DATE = frozenset({"time", "relative-time", "time-ago"}), 4
_CLOSING = ")）]"
_SENTENCE_ENDS = ("!", "?", "。", "！", "？", "।")
_ENTRIES = frozenset({"item", "cell"})
_SEPARATOR_BEHIND = re.compile(r"\s*[·•|,–—-]")
_ROOTS = frozenset({"/", "./", "../", "/index.html", "/index.php"})


def in_its_element(text: str, kind: str, place: str, node: LexborNode, blocks: list[Block]) -> tuple[str, str]:
    """What of a line is content by the element that it stands in ("" where nothing), and the place of its block. The links of a trail,
    the last of the `blocks` above the line, are moved to `TEASERS` with it."""
    above = blocks[-1] if blocks else None
    if above is not None and above.kind == "link":
        if kind == "item" and text[-1] in _CLOSING:
            return _without_count_behind(text), place
        if _is_trail(text, node):
            number = len(blocks)
            while number and blocks[number - 1].kind == "link":
                number -= 1
                blocks[number] = blocks[number]._replace(place=TEASERS)
            return text, TEASERS
    if len(text) > _LONGEST_BYLINE or not _may_have_age(text):
        return text, place
    if is_age(text, node):
        return "", place
    below_heading = above is not None and above.kind == "heading" and kind not in _ENTRIES
    return _without_age(text, node, below_heading=below_heading), place


def _is_trail(text: str, node: LexborNode) -> bool:
    """Whether a line of links is the way from the home page to this one ("Home › Guides › Boats")."""
    if not _has_trail(text):
        return False
    first = node.css_first("a[href]")
    if first is None:
        return False
    href = (first.attributes.get("href") or "").strip()
    return href in _ROOTS or (href.count("/") <= 3 and href.startswith(("http://", "https://")) and href.rstrip("/").count("/") == 2)


def _without_count_behind(text: str) -> str:
    """A line that is a link and a number in brackets ("Ropes (31)") without the number, which counts pages behind it; a year stays."""
    found = _COUNTED_LINK.fullmatch(text)
    return found.group(1) if found else text


def is_age(text: str, node: LexborNode) -> bool:
    """Whether the whole text of an element is an age without the word "ago", as its names and those around it say."""
    if len(text) > _LONGEST_LONE_AGE or text[:3].isalpha() or not _LONE_AGE.fullmatch(text):
        return False
    return _is_of_time(node) or (node.parent is not None and len(node.parent.text()) <= _LONGEST_HEAD and _speaks_of_a_writer(node.parent))


# Asked of every line, and most lines come again.
@lru_cache(maxsize=20_000)
def is_plain_line(text: str) -> bool:
    """Whether nothing in a line can be no content because of its element, whatever that is: it has no mark of a trail, no count in
    brackets behind it, and no age."""
    return text[-1] not in _CLOSING and not _has_trail(text) and (len(text) > _LONGEST_BYLINE or not _may_have_age(text))


def _has_trail(text: str) -> bool:
    return len(text) <= _LONGEST_TRAIL and _TRAIL.search(text) is not None


def _may_have_age(text: str) -> bool:
    return has_digit(text) and not text.endswith(_SENTENCE_ENDS) and _age_in(text) is not None


@lru_cache(maxsize=5_000)
def _age_in(text: str) -> re.Match[str] | None:
    return _BARE_AGE.search(text) or _DAY_AND_CLOCK.search(text)


def _without_age(text: str, node: LexborNode, *, below_heading: bool) -> str:
    """A line that names who wrote without the age behind the name; other lines as they are ("Ferry 5h" is how long the ferry takes).

    `below_heading` says that the line stands right below a heading, where two or three names are an author's.
    """
    found = _age_in(text)
    if found is None:
        return text
    rest = f"{text[: found.start()]} {text[found.end() :]}"
    words = _NAME.findall(rest)
    is_moment = _DAY_AND_CLOCK.search(text) is not None
    if not 0 < len(words) <= _MOST_WORDS or (not is_moment and _tells_a_duration(rest, words)):
        return text
    is_said = _HANDLE.search(rest) is not None or (is_moment and _SAYS_FROM.search(rest) is not None)
    if is_said or _is_handle(words) or (below_heading and _are_authors(text, found, words)) or _names_a_writer(node, rest):
        return " ".join(_SEPARATORS_LEFT.sub(" · ", rest.strip(" ·•|,-–—()")).split())
    return text


def _tells_a_duration(rest: str, words: list[str]) -> bool:
    return ":" in rest or "：" in rest or any(word.lower().rstrip(".") in DURATION_WORDS for word in words)


def _are_authors(line: str, age: re.Match[str], words: list[str]) -> bool:
    """Whether two or three names stand before an age, or behind it and a separator ("Ann Lee 5h"); "300 g Rye Flour" is an ingredient."""
    if not (2 <= len(words) <= 3 and all(word[0].isupper() and word[1:].islower() for word in words if len(word.rstrip(".")) > 1)):
        return False
    return not has_digit(line[: age.start()] + line[age.end() :]) and (
        _NAME.search(line[age.end() :]) is None or _SEPARATOR_BEHIND.match(line, age.end()) is not None
    )


def _is_handle(words: list[str]) -> bool:
    """Whether the one word beside ranks in a forum ("Member") is a name that somebody chose."""
    others = [word for word in words if word.lower() not in RANKS]
    return len(others) == 1 < len(words) and (others[0][0].islower() or "_" in others[0] or any(map(str.isdigit, others[0])))


def _is_of_time(node: LexborNode) -> bool:
    attributes = node.attributes
    if (attributes.get("datetime") or "").startswith("P"):
        return False
    if node.tag in _TIMES or attributes.get("datetime") or sum(map(str.isdigit, attributes.get("title") or "")) >= _DIGITS_OF_A_DATE:
        return True
    return not _named(node).isdisjoint(AGE_NAMES)


def _speaks_of_a_writer(node: LexborNode | None) -> bool:
    """Whether an element is named as a byline, or holds a link to somebody's page or an element of a writer or a time."""
    return node is not None and (not _named(node).isdisjoint(AGE_NAMES) or node.css_first(WRITER_LINKS) is not None)


def _names_a_writer(node: LexborNode, line: str) -> bool:
    """The same where an element may hold more than this line: the writer stands in the line."""
    if not _named(node).isdisjoint(AGE_NAMES):
        return True
    found = node.css_first(WRITER_LINKS)
    return found is not None and (found.text().strip()[:_LONGEST_BYLINE] or "-") in line


def _named(node: LexborNode) -> set[str]:
    attributes = node.attributes
    named = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"[:300]
    return {word.lower() for word in _NAMES_PARTS.findall(named)}
