"""The texts and places of blocks as the walk over a page writes them."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache

from sitemaps_app.formats.page_block import TEASERS

MAX_BLOCK = 20_000
_LONG_LINE = 40
_PLACE_LEVELS = 4
_GIVEN_NAME = re.compile(r"(?!(?:css|sc|jsx|jss|svelte|emotion|ember|yui)[_-])[A-Za-z][A-Za-z-]*(?:_{1,2}[a-z-]+)*")


def with_single_blanks(text: str) -> str:
    """A text without blanks around it and with one blank where it has several. What is printable has no blanks but spaces, and a long
    line that needs no change is not taken apart."""
    if len(text) > _LONG_LINE and text.isprintable() and "  " not in text:
        return text.strip(" ")
    return " ".join(text.split())


def bounded(text: str) -> str:
    """A text of unusual length (a file pasted into one element) as its beginning and a digest of all of it, so that any change shows."""
    if len(text) <= MAX_BLOCK:
        return text
    return f"{text[:MAX_BLOCK]} … {hashlib.blake2b(text.encode('utf-8', 'surrogatepass'), digest_size=32).hexdigest()}"


@lru_cache(maxsize=10_000)
def place_below(above: str, tag: str, classes: str, identifier: str) -> str:
    """The place of an element within another place: the last levels of tags with their lasting names, or the place of teasers."""
    if above == TEASERS:
        return TEASERS
    name = tag + ("#" + identifier[:20] if _is_lasting(identifier) else "")
    first_class = classes.split(None, 1)[0] if classes.strip() else ""
    name += "." + first_class[:20] if _is_lasting(first_class) else ""
    return "/".join([*above.split("/")[1 - _PLACE_LEVELS :], name]) if above else name


def _is_lasting(name: str) -> bool:
    """Whether an id or class was given by a person; builds and frameworks make up others (`css-1x8f`, `Title_a9xK2`, `:r3:`) each time."""
    return bool(name) and _GIVEN_NAME.fullmatch(name) is not None
