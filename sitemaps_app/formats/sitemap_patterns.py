"""The pattern of a plain block: what of a `<url>` can be read without a parser and mean the same.

It takes no comment, no attribute on the sitemap's own elements, no namespace declaration, no reference but the five that XML defines, no
character that XML forbids, and no hint that is invalid. Elements of extensions are passed over where their prefix is declared at the root
for a namespace that is not the sitemap's, every tag is closed by its own name, and none has an attribute twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

_BLANK = rb"[ \t\r\n]*+"
# U+FFFE and U+FFFF, which are forbidden, are EF BF BE and EF BF BF in UTF-8; "]]>" is forbidden in text.
_OTHER = rb"\xef(?!\xbf[\xbe\xbf])|\](?!\]>)"
_LETTERS = rb"[^<>&\x00-\x1f\xef\]]"
_ADDRESS = _LETTERS + rb"++(?:(?:&amp;|" + _OTHER + rb")" + _LETTERS + rb"*+)*+"
# Within CDATA an ampersand is a letter, while the joined fields are unescaped together: such an address is left to the parser.
_CDATA_ADDRESS = rb"<!\[CDATA\[" + _BLANK + _LETTERS + rb"++(?:" + _OTHER + rb")?" + _LETTERS + rb"*+\]\]>"
_FREE = rb"\x00-\x08\x0b\x0c\x0e-\x1f\xef\]"
_FREE_CDATA = rb"<!\[CDATA\[[^" + _FREE + rb"]*+(?:(?:" + _OTHER + rb")[^" + _FREE + rb"]*+)*+\]\]>"
_REFERENCE = rb"&(?:amp|lt|gt|quot|apos);"
_FREE_TEXT = rb"[^<&" + _FREE + rb"]*+(?:(?:" + _REFERENCE + rb"|" + _OTHER + rb"|" + _FREE_CDATA + rb")[^<&" + _FREE + rb"]*+)*+"
_QUOTED = (
    rb"%s[^<&%s\x00-\x08\x0b\x0c\x0e-\x1f\xef]*+(?:(?:"
    + _REFERENCE
    + rb"|\xef(?!\xbf[\xbe\xbf]))[^<&%s\x00-\x08\x0b\x0c\x0e-\x1f\xef]*+)*+%s"
)
_VALUE = rb"(?:" + rb"|".join(_QUOTED % (quote, quote, quote, quote) for quote in (b'"', b"'")) + rb")"
_NAME = rb"[A-Za-z_][\w.-]*+"
_ATTRIBUTES = 3  # rel, hreflang, href
_LEVELS = 3  # news, its publication, the name of that


@dataclass(frozen=True, slots=True)
class PlainBlocks:
    """`find` gives a tuple for each block, and one for all the rest at the end where something else follows.

    Its first column is the address, its last is the rest, `lastmod` is the place of the lastmod among the columns. As the search goes from
    match to match, the blocks found are neighbours.
    """

    find: Callable[[bytes, int, int], list[tuple[bytes, ...]]]
    lastmod: int


@lru_cache(maxsize=256)
def plain_blocks(prefix: str, foreign: tuple[str, ...]) -> PlainBlocks:
    """The search for plain blocks. `prefix` is that of the root with its colon, "" where it has none; `foreign` are those of extensions."""
    own = re.escape(prefix.encode())
    hints = (
        rb"<%schangefreq>(?:always|hourly|daily|weekly|monthly|yearly|never)</%schangefreq>"
        rb"|<%spriority>(?:0?\.\d{1,10}|[01]|1\.0{1,10})</%spriority>" % (own, own, own, own)
    )
    # Groups have numbers, since a name can be given only once: 1 the address, then those of extensions, the lastmod, extensions again.
    lastmod = 2 + (_groups(_LEVELS) if foreign else 0)
    before, behind = _aside(hints, foreign, 2), _aside(hints, foreign, lastmod + 1)
    pattern = re.compile(
        _BLANK + rb"<%surl>" % own + _BLANK + rb"<%sloc>" % own + _BLANK + rb"(" + _ADDRESS + rb"|" + _CDATA_ADDRESS + rb")" + _BLANK
        + rb"</%sloc>" % own + _BLANK + before + rb"(?:<%slastmod>([0-9A-Za-z:.+ -]++)</%slastmod>" % (own, own) + _BLANK + behind + rb")?"
        + rb"</%surl>|(.+)" % own, re.DOTALL
    )  # fmt: skip
    return PlainBlocks(pattern.findall, lastmod - 1)


def _aside(hints: bytes, foreign: tuple[str, ...], group: int) -> bytes:
    """Any number of hints and elements of extensions; `group` is the number of the first group that it opens."""
    name = rb"(?:" + b"|".join(re.escape(prefix.encode()) for prefix in foreign) + rb"):" + _NAME
    extension = b"|" + _element(name, group, _LEVELS) if foreign else b""
    return rb"(?:(?:" + hints + extension + rb")" + _BLANK + rb")*"


def _element(name: bytes, group: int, levels: int) -> bytes:
    """An element with text and attributes, or one without attributes that holds elements of at most `levels - 1` levels.

    One that holds elements holds at least one, so that there is one way only to read it, and a pattern that fails fails fast.
    """
    text = rb"(?:/>|>" + _FREE_TEXT + rb"</\%d[ \t\r\n]*+>)" % group
    leaf = rb"<(" + name + rb")" + _attributes(group + 1) + _BLANK + text
    if levels == 1:
        return leaf
    group += 1 + _ATTRIBUTES
    inner = _BLANK + rb"(?:(?:" + _element(name, group + 1, levels - 1) + rb")" + _BLANK + rb")++"
    return leaf + rb"|<(" + name + rb")>" + inner + rb"</\%d[ \t\r\n]*+>" % group


def _attributes(group: int) -> bytes:
    """Up to `_ATTRIBUTES` attributes, no name twice; none declares a namespace."""
    pattern = b""
    for number in reversed(range(_ATTRIBUTES)):
        others = b"|".join([rb"xmlns", *(rb"\%d=" % (group + before) for before in range(number))])
        pattern = rb"(?:[ \t\r\n]++(?!" + others + rb")([A-Za-z_][\w:.-]*+)=" + _VALUE + pattern + rb")?+"
    return pattern


def _groups(levels: int) -> int:
    """How many groups `_element` opens."""
    return 1 + _ATTRIBUTES + (1 + _groups(levels - 1) if levels > 1 else 0)
