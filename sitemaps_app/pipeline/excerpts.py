"""The lines of a file that its problems point to, with their neighbours: short, harmless text, however the file looks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from sitemaps_app.formats.charsets import Decoded, http_charset, to_utf8
from sitemaps_app.formats.decoding import Unpacked, unpack

WIDTH = 240
"""Characters of a line that are shown."""
BEFORE_NEEDLE = 80
_HELD_BYTES = 4 * WIDTH
_LINE_END = re.compile(rb"\r\n|\r|\n")
_UNSHOWN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A line that is to be shown, from 1, and the text in it that matters, "" for its beginning."""

    line: int
    needle: str = ""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """One line of a file, shortened. `wanted` is false for a neighbour."""

    line: int
    text: str
    wanted: bool


@dataclass(slots=True)
class _Kept:
    """A line while it passes: its beginning, its length, and for each needle the place around it where the beginning is not enough."""

    head: bytearray = field(default_factory=bytearray)
    size: int = 0
    around: dict[str, str] = field(default_factory=dict)


def harmless(text: str) -> str:
    """Text of a file without what a database cannot hold or a reader cannot see: controls, marks of direction, half characters."""
    return _UNSHOWN.sub("\N{REPLACEMENT CHARACTER}", text)


def shortened(text: str, width: int = WIDTH) -> str:
    """A text of at most so many characters."""
    return text if len(text) <= width else text[: width - 1] + "…"


def excerpts(body: bytes, wanted: Iterable[Wanted], *, headers: Mapping[str, str], last_line: int) -> dict[Wanted, tuple[Excerpt, ...]]:
    """Each wanted line of a file with the line before and after it. The file is unpacked and decoded as the reader does it.

    Reading ends behind the last wanted line, or behind `last_line`. Lines that the file does not have are left out.
    """
    chosen = tuple(dict.fromkeys(one for one in wanted if 0 < one.line <= last_line))
    needles: dict[int, set[str]] = {}
    for one in chosen:
        needles.setdefault(one.line, set()).add(one.needle)
        for neighbour in (one.line - 1, one.line + 1):
            needles.setdefault(neighbour, set())
    lines = _passing_lines(to_utf8(unpack(body, Unpacked()), Decoded(), charset=http_charset(headers)), needles)
    return {one: tuple(_around(one, lines)) for one in chosen}


def _around(one: Wanted, lines: Mapping[int, _Kept]) -> Iterator[Excerpt]:
    for number in (one.line - 1, one.line, one.line + 1):
        kept = lines.get(number)
        if kept is not None:
            needle = one.needle if number == one.line else ""
            yield Excerpt(number, kept.around.get(needle) or _shown(bytes(kept.head), cut=kept.size > len(kept.head)), number == one.line)


def _passing_lines(pieces: Iterator[bytes], needles: Mapping[int, set[str]]) -> dict[int, _Kept]:
    """The lines that are asked for; of a long one, which may be the whole file, no more than its beginning and the needles' places."""
    kept: dict[int, _Kept] = {}
    last = max(needles, default=0)
    number, after_return = 1, False
    for piece in pieces:
        # A CR at the end of a piece and a LF at the start of the next are one end of a line.
        start = 1 if after_return and piece.startswith(b"\n") else 0
        after_return = piece.endswith(b"\r")
        for end in _LINE_END.finditer(piece, start):
            _keep(kept, number, piece, start, end.start(), needles)
            number, start = number + 1, end.end()
            if number > last:
                return kept
        _keep(kept, number, piece, start, len(piece), needles)
    return kept


def _keep(kept: dict[int, _Kept], number: int, piece: bytes, start: int, end: int, needles: Mapping[int, set[str]]) -> None:
    if number not in needles:
        return
    line = kept.setdefault(number, _Kept())
    line.head += piece[start : min(end, start + max(_HELD_BYTES - len(line.head), 0))]
    line.size += end - start
    if line.size <= WIDTH:
        return
    for needle in needles[number] - line.around.keys() - {""}:
        for spelled in (needle, needle.replace("&", "&amp;")):
            place = piece.find(spelled.encode("utf-8", "replace"), start, end)
            if place >= 0:
                line.around[needle] = _window(piece, place, start, end)
                break


def _window(piece: bytes, place: int, start: int, end: int) -> str:
    """The surroundings of a place in a long line; half characters at the ends of the window are dropped."""
    left = max(start, place - BEFORE_NEEDLE)
    text = piece[left : min(end, left + WIDTH)].decode("utf-8", "ignore")
    return harmless(("…" if left > start else "") + text + ("…" if left + WIDTH < end else ""))


def _shown(head: bytes, *, cut: bool) -> str:
    text = harmless(head.decode("utf-8", "ignore" if cut else "replace"))
    return shortened(text + "…" if cut else text)
