"""Which rule of a robots.txt decides about an address (RFC 9309 sections 2.2.2 and 2.2.3).

The pattern with the most octets wins, Allow in a tie. `*` stands for any characters, `$` at the very end for the end of the address, and a
pattern without its leading slash has one. Patterns and addresses are compared octet by octet, whether an octet is escaped or not, UTF-8 or
not; only the slash and the question mark of a path are others than their escapes, and `%2A` and `%24` are the characters themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_TOKEN = re.compile(r"%([0-9A-Fa-f]{2})|[^%]+|%", re.DOTALL)
_ESCAPED_MARK = 0x100
"""Added to an octet that would be a delimiter of the path if it were not escaped."""


@dataclass(frozen=True, slots=True)
class PathRule:
    """One Allow or Disallow line. `parts` stand between the wildcards, in comparable form; `octets` is the length of the pattern."""

    allows: bool
    octets: int
    parts: tuple[str, ...]
    is_anchored: bool

    def matches(self, path: str) -> bool:
        """Does the rule speak of a path in comparable form? Every part is searched once, so the time is linear in both lengths."""
        first, *others = self.parts
        if not path.startswith(first):
            return False
        place = len(first)
        if not others:
            return not self.is_anchored or place == len(path)
        *middle, last = others
        for part in middle:
            place = path.find(part, place)
            if place < 0:
                return False
            place += len(part)
        if self.is_anchored:
            return len(path) - len(last) >= place and path.endswith(last)
        return path.find(last, place) >= 0


class PathRules:
    """All rules that one crawler has to obey."""

    def __init__(self, rules: Iterable[PathRule] = ()) -> None:
        self._rules = sorted(rules, key=lambda rule: (-rule.octets, not rule.allows))

    def allow(self, path: str) -> bool:
        """May the path (with its query, as an address has it) be fetched? Where no rule speaks of it, it may."""
        comparable = comparable_path(path)
        return next((rule.allows for rule in self._rules if rule.matches(comparable)), True)


def path_rule(pattern: str, *, allows: bool) -> PathRule | None:
    """The rule of an Allow or Disallow line; None for an empty pattern, which says nothing."""
    if not pattern:
        return None
    if not pattern.startswith(("/", "*", "$")):
        pattern = f"/{pattern}"
    is_anchored = pattern.endswith("$")
    literal = pattern.removesuffix("$")
    texts = literal.split("*")
    # The query begins where the pattern's own question mark stands, in whatever part that is.
    query_begins = literal.partition("?")[0].count("*") if "?" in literal else len(texts)
    parts = [comparable_path(text, is_query=place > query_begins) for place, text in enumerate(texts)]
    octets = sum(map(len, parts)) + literal.count("*") + is_anchored
    kept = [parts[0], *(part for part in parts[1:-1] if part), *parts[1:][-1:]]
    return PathRule(allows, octets, tuple(kept), is_anchored)


def comparable_path(path: str, *, is_query: bool = False) -> str:
    """A path with its query as one character an octet; `is_query` says that it begins behind the question mark already."""
    before, mark, query = ("", "", path) if is_query else path.partition("?")
    return _octets(before, kept=b"/?") + mark + _octets(query, kept=b"")


def _octets(text: str, *, kept: bytes) -> str:
    if "%" not in text and text.isascii():
        return text
    return "".join(_octet(match, kept) for match in _TOKEN.finditer(text))


def _octet(token: re.Match[str], kept: bytes) -> str:
    if token[1] is None:
        return token[0].encode("utf-8", "surrogatepass").decode("latin-1")
    octet = int(token[1], 16)
    return chr(octet + _ESCAPED_MARK if octet in kept else octet)
