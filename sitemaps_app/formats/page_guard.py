"""What would make the parser of a page take minutes or gigabytes, found from the text before it is parsed.

Three things do. The tree builder searches its stack of open elements, so very deep trees cost the square of their depth. And formatting
elements that are never closed (`<b>`) are opened again within each later paragraph
(https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements): a few kilobytes can become millions of
elements. And the options of one choice are gone through for each further one. Nearly every page is cleared by counting its tags; only the
rest is walked through tag by tag. Where the walk cannot know what the parser does, it takes the deeper case.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

_NAME = r"[a-zA-Z][^\s/<>]{0,40}"
_OPEN = re.compile(rf"<({_NAME})")
# An element with nothing but text in it is open for no other one.
_LEAF = re.compile(r"<([a-zA-Z][^\s/<>]*+)[^<>]*+>[^<>]*+</\1[\s>]")
_FORMATTING_LEAF = re.compile(
    r"<([biu]|big|code|em|font|s|small|strike|strong|tt|[BIUS]|EM|FONT|STRONG|TT)(?=[\s/>])[^<>]*+>[^<>]*+</\1[\s>]"
)
_LONG = 8_000
_LONG_TAG = re.compile(rf"<[a-zA-Z][^<>]{{{_LONG},}}")
_BRACKET = re.compile("[<>]")
_QUOTED = re.compile(r""""[^"]*"|'[^']*'""")
_TOKEN = re.compile(
    rf"<(?:(script|style|textarea)(?=[\s/>]).*?(?:</\1|\Z)|!--(?:-?>|.*?(?:--!?>|\Z))|(/?)({_NAME})([^<>]*))", re.DOTALL | re.IGNORECASE
)
_TAG = re.compile(rf"<()(/?)({_NAME})([^<>]*)")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_VOID = _words("area base br col embed hr img input link meta param source track wbr")
# Elements whose end tag authors leave out, and which the next of their kind closes.
_CLOSED_BY_THE_NEXT = _words("p li dt dd td th tr thead tbody tfoot colgroup option html head body")
_NEVER_DEEP = _VOID | _CLOSED_BY_THE_NEXT
_FORMATTING = _words("b big code em font i s small strike strong tt u")
_FOREIGN = _words("svg math")
# What ends a drawing or formula without its end tag (https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign).
_BREAKS_OUT = _words(
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s "
    "small span strong strike sub sup table tt u ul var"
)
_LESS, _SLASH = ord("<"), ord("/")
_MOST_CLONES = 2_000_000
_MOST_OPTIONS = 20_000
"""The parser looks at all options of a choice for each further one."""
_FEW_TAGS = 1_400
"""So many tags cannot make as many clones."""


@dataclass(slots=True)
class _Open:
    """What is open at a place of the walk."""

    names: Counter[str]
    depth: int = 0
    deepest: int = 0
    unclosed: int = 0
    clones: int = 0
    foreign: bool = False

    def tag(self, name: str, rest: str, *, closing: bool) -> None:
        if closing:
            self.foreign = self.foreign and name not in _FOREIGN
            # An end tag of nothing that is open is ignored.
            if self.names[name] > 0:
                self.names[name] -= 1
                self.depth -= 1
                self.unclosed -= name in _FORMATTING
            return
        self.foreign = (self.foreign and name not in _BREAKS_OUT) or name in _FOREIGN
        self.clones += self.unclosed
        # Only within a drawing or formula does a slash close an element.
        if name in _NEVER_DEEP or (self.foreign and rest.endswith("/")):
            return
        self.names[name] += 1
        self.depth += 1
        self.deepest = max(self.deepest, self.depth)
        self.unclosed += name in _FORMATTING


def costly(text: str, written: bytes, *, max_depth: int, max_attributes: int) -> str:
    """What makes a page too much to parse, "" where nothing does; in time linear in the length of the text, `written` in UTF-8."""
    for tag in _long_tags(text):
        if len(_QUOTED.sub("", tag).split()) > max_attributes:
            return f"an element with more than {max_attributes} attributes"
    tags, opening = numbers_of_tags(written)
    few = min(max_depth, _FEW_TAGS)
    if opening <= few and tags <= 2 * few:
        return ""
    if tags > _MOST_OPTIONS and text.count("<option") + text.count("<OPTION") > _MOST_OPTIONS:
        return f"more than {_MOST_OPTIONS} options to choose from"
    return "" if _is_plainly_fine(text, max_depth) else _walked(text, max_depth)


def numbers_of_tags(written: bytes) -> tuple[int, int]:
    """How many tags begin in a text `written` in UTF-8, and how many of them are no end tags. Counted in columns: `str.count` takes five
    times as long."""
    characters = np.frombuffer(written, dtype=np.uint8)
    begins = characters == _LESS
    ends = np.count_nonzero(begins[:-1] & (characters[1:] == _SLASH))
    tags = int(np.count_nonzero(begins))
    return tags, tags - int(ends)


def _long_tags(text: str) -> Iterator[str]:
    """The tags of at least 8,000 characters.

    A run so long without brackets fills a piece of half its length that begins at a multiple of it: only from such pieces is looked back
    for the begin of a tag, no further than to the piece before, which has a bracket.
    """
    step = _LONG // 2
    begin = 0
    while begin + step <= len(text):
        if text.find("<", begin, begin + step) < 0 and text.find(">", begin, begin + step) < 0:
            start = text.rfind("<", max(0, begin - step), begin)
            found = _LONG_TAG.match(text, start) if start >= 0 else None
            if found:
                yield found.group()
            behind = _BRACKET.search(text, begin + step)
            begin = behind.start() // step * step if behind else len(text)
        else:
            begin += step


def _is_plainly_fine(text: str, max_depth: int) -> bool:
    """Whether the numbers of tags alone rule out depth and clones."""
    opened = _counted(_OPEN, text)
    tags = opened.total()
    alone = {name: count for name, count in opened.items() if name not in _NEVER_DEEP}
    if sum(alone.values()) > max_depth:
        alone = _without(alone, _counted(_LEAF, text))
    elif _clones(alone, tags) > _MOST_CLONES:
        alone = _without(alone, _counted(_FORMATTING_LEAF, text))
    return sum(alone.values()) <= max_depth and _clones(alone, tags) <= _MOST_CLONES


def _counted(pattern: re.Pattern[str], text: str) -> Counter[str]:
    """How often each name is found, in small letters."""
    counts: Counter[str] = Counter()
    for name, count in Counter(pattern.findall(text)).items():
        counts[name.lower()] += count
    return counts


def _without(alone: Mapping[str, int], leaves: Mapping[str, int]) -> dict[str, int]:
    return {name: count - leaves.get(name, 0) for name, count in alone.items()}


def _clones(alone: Mapping[str, int], tags: int) -> int:
    """How many elements there can be at most because of formatting that is open at every tag."""
    return tags * sum(count for name, count in alone.items() if name in _FORMATTING)


def _walked(text: str, max_depth: int) -> str:
    state = _Open(Counter())
    for found in _TOKEN.finditer(text):
        raw, slash, name, rest = found.groups()
        if raw and state.foreign:
            # What looks like a script is markup like any other within a drawing.
            for inner in _TAG.finditer(text, found.start(), found.end()):
                state.tag(inner[3].lower(), inner[4], closing=bool(inner[2]))
        elif name:
            state.tag(name.lower(), rest, closing=bool(slash))
        if state.deepest > max_depth:
            return f"elements nested more than {max_depth} deep"
        if state.clones > _MOST_CLONES:
            return "formatting that is opened again in every paragraph"
    return ""
