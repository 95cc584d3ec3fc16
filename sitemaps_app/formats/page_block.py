"""The unit that pages are compared by."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Block:
    """One piece of content.

    `kind` is title, heading, text, item, cell, code, link, image, structured or file; `text` the visible text with blanks collapsed, the
    comparable address of a link or image, the value of a statement of structured data, or the digest of a file; `place` the path of tags
    and classes above it, shortened, or the name of the stated property.
    """

    text: str
    kind: str
    place: str = ""


TEXT_KINDS = frozenset({"title", "heading", "text", "item", "cell", "code"})
TEASERS = "teasers"
"""The place of blocks in lists of other pages: kept so that they can be shown and found again, and never a difference."""
