"""Where the main text of a page is: the smallest element that holds most of its sentences, tables and code."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from itertools import accumulate
from typing import NamedTuple, cast

from selectolax.lexbor import LexborNode

from sitemaps_app.formats.page_block import TEASERS, TEXT_KINDS, Block

_SENTENCE, _LEAST_CELL, _LEAST_TEXT = 40, 6, 100
_MOST = 0.66
_WEIGHTY = TEXT_KINDS - {"heading"}


class Region(NamedTuple):
    """A closed element of the walk: the blocks in it (`start` to `end`, exclusive), its depth, and its place. A page has hundreds."""

    start: int
    end: int
    depth: int
    place: str
    node: LexborNode


make_region = cast("Callable[[tuple[int, int, int, str, LexborNode]], Region]", partial(tuple.__new__, Region))
"""A region of its parts, as `make_block` makes blocks."""


def weights_before(blocks: list[Block]) -> list[int]:
    """How much of a main text the blocks before each one are, and all of them: the characters of sentences, cells and code, or of all
    texts on a page that has few of those; all 0 where there is too little to tell a main text."""
    weights = _weights(blocks)
    if weights[-1] < _LEAST_TEXT:
        weights = [0, *accumulate(map(_length, blocks))]
        if weights[-1] < 2 * _LEAST_TEXT:
            return [0] * len(weights)
    return weights


def _weights(blocks: list[Block]) -> list[int]:
    """How much of a main text the blocks before each one are, and all of them: the characters of sentences, cells and code."""
    weights, sum_of_all = [0], 0
    for text, kind, place in blocks:
        if kind in _WEIGHTY and place != TEASERS:
            length = len(text)
            if kind != "code":
                if not text.isascii() and text[length // 2] > "\u2e7f":
                    length *= 2
                if length < _SENTENCE:
                    length = max(length, _LEAST_CELL) if kind == "cell" else 0
            sum_of_all += length
        weights.append(sum_of_all)
    return weights


def _length(block: Block) -> int:
    return len(block.text) if block.kind in TEXT_KINDS and block.place != TEASERS else 0


def main_text(regions: list[Region], weights: list[int], count: int) -> tuple[int, int, int]:
    """Start, end and depth of the smallest element that holds most of the text; all of the page where none does.

    `weights` are those of `weights_before`, `count` is the number of blocks.
    """
    most = _MOST * weights[-1]
    best = (0, count, 0)
    for region in regions:
        if weights[region.end] - weights[region.start] >= most and (region.end - region.start, -region.depth) <= (
            best[1] - best[0],
            -best[2],
        ):
            best = (region.start, region.end, region.depth)
    return best


def end_of_declared_main(regions: list[Region], main: tuple[int, int, int]) -> int:
    """Where the page's own `main` element (or `role=main`) ends, if the main text lies in it; else behind all blocks.

    "The main content area consists of content that is directly related to the central topic of the document" and holds nothing "that is
    repeated across a set of documents" (HTML, 4.4.14). A page that has its text elsewhere uses the element for something else.
    """
    around = (one for one in regions if one.start <= main[0] and one.end >= main[1] and one.depth <= main[2])
    ends = [one.end for one in around if one.node.tag == "main" or one.node.attributes.get("role") == "main"]
    return min(ends, default=sys.maxsize)
