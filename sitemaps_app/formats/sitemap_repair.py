"""Dirty XML made well-formed at byte level, without touching anything that was right.

Used only from the place where a strict parser stopped. Comments, CDATA and processing instructions pass as they are. Outside them
- a raw `&` becomes `&amp;`, so that `?a=1&b=2` keeps both parameters and `&copy=2` stays text;
- a named HTML entity (`&nbsp;`) becomes its character, a name that is no entity stays text;
- references to characters that XML forbids are removed, except that two halves of a surrogate pair become the one character they mean;
- a comment with `--` inside is emptied, all but its line ends;
- control characters, U+FFFE and U+FFFF are removed, a `<` that starts no tag becomes `&lt;`, and a bare `]]>` is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.entities import html5
from itertools import chain
from typing import Final

from sitemaps_app.formats.sitemap import SitemapLimits
from sitemaps_app.formats.sitemap_problems import ProblemLog

_TOKENS = re.compile(
    rb"(?P<passed><!\[CDATA\[.*?\]\]>|<!--.*?-->|<\?.*?\?>)"
    rb"|(?P<open><!\[CDATA\[|<!--|<\?)"
    rb"|(?P<numbers>(?:&\#(?:[xX][0-9a-fA-F]{1,8}|\d{1,8});){1,1000})"
    rb"|&(?P<name>[A-Za-z][A-Za-z0-9]{0,40});"
    rb"|(?P<ampersand>&(?:&(?!\#?[A-Za-z0-9]))*+)"
    rb"|(?P<forbidden>[\x00-\x08\x0b\x0c\x0e-\x1f]+|\xef\xbf[\xbe\xbf])"
    rb"|(?P<less>(?:<(?![A-Za-z_:/!?\x80-\xff]))++)"
    rb"|(?P<bracket>\]\]>)",
    re.DOTALL,
)
_PREDEFINED: Final = frozenset({b"amp", b"lt", b"gt", b"quot", b"apos"})
_HELD = 64
"""Bytes at the end of a piece that may be the start of a reference or a mark, and wait for the next piece."""


class TooManyRepairsError(Exception):
    """The file has more faults than will be mended."""


class UnclosedMarkupError(Exception):
    """A comment, CDATA section or processing instruction is longer than one is allowed to be."""


class PieceQueue:
    """The pieces still to be read; what was read too far is pushed back."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._pushed: list[bytes] = []

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        return self._pushed.pop() if self._pushed else next(self._pieces)

    def push(self, piece: bytes) -> None:
        """Read this piece next."""
        if piece:
            self._pushed.append(piece)

    def mend(self, log: ProblemLog, limits: SitemapLimits, *, line: int) -> None:
        """Repair everything from here on; the next piece begins at `line`."""
        waiting, self._pushed = self._pushed[::-1], []
        self._pieces = repair(chain(waiting, self._pieces), log, limits, line=line)


def repair(pieces: Iterator[bytes], log: ProblemLog, limits: SitemapLimits, *, line: int) -> Iterator[bytes]:
    """The pieces with their faults mended and told to `log`. `line` is the line of the file where they begin.

    Raises UnclosedMarkupError where a comment or CDATA section does not end within `max_token_bytes`, TooManyRepairsError where there are
    more than `max_repairs` faults (both of `limits`).
    """
    mender = _Mender(log, line, limits.max_repairs)
    held = b""
    for piece in pieces:
        ready, held = mender.mend(held + piece, final=False)
        if len(held) > limits.max_token_bytes:
            raise UnclosedMarkupError
        if ready:
            yield ready
    ready, _ = mender.mend(held, final=True)
    if ready:
        yield ready


class _Mender:
    """Mends one text after the other and knows the line it is at."""

    def __init__(self, log: ProblemLog, line: int, max_repairs: int) -> None:
        self._log, self._line, self._left = log, line, max_repairs

    def mend(self, text: bytes, *, final: bool) -> tuple[bytes, bytes]:
        """The part of the text that can be judged now, mended, and the part that must wait for more."""
        out: list[bytes] = []
        place = counted = 0
        last = len(text) if final else max(len(text) - _HELD, 0)
        for match in _TOKENS.finditer(text):
            start = match.start()
            is_passed = match["passed"] is not None and not _is_bad_comment(match["passed"])
            if not is_passed and start >= last:
                break
            if match["open"] is not None:
                last = len(text) if final else start
                break
            if not is_passed:
                self._line += text.count(b"\n", counted, start)
                counted = start
                out += (text[place:start], self._mended(match))
                place = match.end()
            last = max(last, match.end())
        self._line += text.count(b"\n", counted, last)
        # Nothing but plain text lies between the last token that was handled and `last`.
        return b"".join([*out, text[place:last]]), text[last:]

    def _mended(self, match: re.Match[bytes]) -> bytes:
        whole = match[0]
        kind = match.lastgroup
        if kind == "name":
            return self._named(whole, match["name"])
        if kind == "passed":
            self._tell("xml_malformed", "two hyphens in a comment")
            return b"<!--" + b"\n" * whole.count(b"\n") + b"-->"
        if kind == "numbers":
            return self._numeric(whole)
        if kind == "forbidden":
            self._tell("xml_invalid_character", repr(whole)[2:-1])
            return b""
        if kind == "ampersand":
            following = match.string[match.start() : match.start() + 24]
            self._tell("xml_bad_ampersand", following.decode("utf-8", "replace").split("<")[0])
            # Of "&&amp;" only the first is raw.
            return b"&amp;" * len(whole)
        self._tell("xml_malformed", f"bare {whole[:8].decode()} in text")
        return b"&lt;" * len(whole) if kind == "less" else b"]]&gt;"

    def _named(self, whole: bytes, name: bytes) -> bytes:
        if name in _PREDEFINED:
            return whole
        self._tell("xml_undefined_entity", whole.decode())
        character = html5.get(name.decode() + ";")
        return character.encode() if character else b"&amp;" + whole[1:]

    def _numeric(self, whole: bytes) -> bytes:
        """A run of references: whole where each is allowed, else without those that are not, halves of a pair put together."""
        codes = [_code(reference) for reference in whole.decode().removesuffix(";").split(";")]
        if all(_is_allowed(code) for code in codes):
            return whole
        self._tell("xml_invalid_character", whole.decode())
        kept: list[bytes] = []
        high = 0
        for code in codes:
            if high and 0xDC00 <= code < 0xE000:
                kept.append(chr(0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00)).encode())
            elif _is_allowed(code):
                kept.append(f"&#{code};".encode())
            high = code if 0xD800 <= code < 0xDC00 else 0
        return b"".join(kept)

    def _tell(self, code: str, detail: str) -> None:
        self._left -= 1
        if self._left < 0:
            raise TooManyRepairsError
        self._log.add(code, detail, self._line)


def _is_bad_comment(passed: bytes) -> bool:
    return passed.startswith(b"<!--") and (b"--" in passed[4:-3] or passed.endswith(b"--->"))


def _code(reference: str) -> int:
    digits = reference.lstrip("&#")
    return int(digits[1:], 16) if digits[0] in "xX" else int(digits)


def _is_allowed(code: int) -> bool:
    """Char of XML 1.0, https://www.w3.org/TR/xml/#charsets."""
    return code in {0x9, 0xA, 0xD} or 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or 0x10000 <= code <= 0x10FFFF
