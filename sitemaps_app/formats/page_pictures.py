"""What an element shows that is no text of its own: a picture, a film, the variants of a product with their prices."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from selectolax.lexbor import LexborNode

from sitemaps_app.formats.page_block import TEASERS, Block
from sitemaps_app.formats.page_links import comparable_target, media_target

_PRICED = re.compile(r"[€$£¥₹₽]\s?\d|\d\s?(?:[€$£¥₹₽元円]|(?:EUR|USD|GBP|CHF|CNY|JPY|kr|zł)\b)")
# The name of a file that stands in until a script has loaded the picture.
_STANDS_IN = re.compile(
    r"(?:^|[/_.-])(?:place-?holder|blank|spacer|transparent|lazy(?:load)?|loading|loader"
    r"|pixel|1x1|clear|empty|grey|gray)[\w.-]*$",
    re.IGNORECASE,
)
# A program that draws the number of visits, by its name or by where such programs lie.
_COUNTS_VISITS = re.compile(
    r"(?:^|[/_.-])(?:hit|visit|page|web|site)?-?_?(?:counter|count)\.(?:cgi|pl|php\d?|aspx?|exe|py)(?:$|\?)|/hit-?counter", re.IGNORECASE
)
_LATER = ("data-src", "data-lazy-src", "data-original", "data-lazy", "data-image")
_MAX_OPTIONS = 100


def picture_target(attributes: Mapping[str, str | None], base: str) -> str:
    """The comparable address of a picture; what a script will load goes before what stands in for it until then. A picture of the number
    of visits has none."""
    source = attributes.get("src") or ""
    if "ount" in source and _COUNTS_VISITS.search(source):
        return ""
    if not source or source.startswith("data:") or (len(attributes) > 1 and _STANDS_IN.search(source.partition("?")[0])):
        source = next((found for name in _LATER if (found := attributes.get(name))), "" if source.startswith("data:") else source)
    return comparable_target(source, base, is_file=True)


def leave_link_around(advertisement: LexborNode, blocks: list[Block]) -> None:
    """Move the last of the blocks to `TEASERS` if it is the link around a picture of an advertisement."""
    around = advertisement.parent
    if around is not None and around.tag == "a" and blocks and blocks[-1].kind == "link":
        blocks[-1] = blocks[-1]._replace(place=TEASERS)


def film_target(node: LexborNode, base: str) -> str:
    """The comparable address of a film, a sound or a map; "" for frames of other kinds, which hold advertisements and tools."""
    source = node.attributes.get("src") or next((one.attributes.get("src") or "" for one in node.css("source[src]")), "")
    return media_target(source, base, is_frame=node.tag in {"iframe", "embed"})


def priced_options(node: LexborNode) -> Iterator[str]:
    """The variants of a product that state their price; other choices are a form's."""
    for option in node.css("option")[:_MAX_OPTIONS]:
        text = " ".join(option.text().split())[:200]
        if _PRICED.search(text):
            yield text
