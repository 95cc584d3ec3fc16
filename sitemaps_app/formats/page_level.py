"""The open elements of the walk over a page."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, cast

from selectolax.lexbor import LexborNode


class Level(NamedTuple):
    """An open element: the kind and place of the blocks in it, whether it lies in an article, how many regions above it were judged, and
    the number of blocks before it. A page has hundreds of them, so they are tuples, which are taken apart in one step."""

    node: LexborNode
    is_block: bool
    kind: str
    place: str
    in_article: bool
    judged: int
    start: int


make_level = cast("Callable[[tuple[LexborNode, bool, str, str, bool, int, int]], Level]", partial(tuple.__new__, Level))
"""A level of its parts, as `make_block` makes blocks."""
