"""The unit that pages are compared by."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, cast


class Block(NamedTuple):
    """One piece of content.

    `kind` is title, heading, text, item, cell, code, link, image, structured or file; `text` the visible text with blanks collapsed, the
    comparable address of a link or image, the value of a statement of structured data, or the digest of a file; `place` the path of tags
    and classes above it, shortened, or the name of the stated property. A page has hundreds of them: making a frozen dataclass of each
    took a sixth of the time of the walk over the page.
    """

    text: str
    kind: str
    place: str = ""


make_block = cast("Callable[[tuple[str, str, str]], Block]", partial(tuple.__new__, Block))
"""A block of its text, kind and place; for the walk, where the call of the class itself is four times as long."""


TEXT_KINDS = frozenset({"title", "heading", "text", "item", "cell", "code"})
TEASERS = "teasers"
"""The place of blocks in lists of other pages: kept so that they can be shown and found again, and never a difference."""
