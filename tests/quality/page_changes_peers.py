"""Other ways to tell whether a page changed, for the same table: each gives of one read what it compares, and says whether two differ.

trafilatura is used where it is installed (`tests/benchmarks/requirements-pages.txt`), and left out otherwise.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from selectolax.lexbor import LexborHTMLParser

_NEAR = 3
_SHINGLE = 3


@dataclass(frozen=True, slots=True)
class Peer:
    """A method: its name in the table, what it takes from the HTML of one read, and whether two of these differ."""

    name: str
    take: Callable[[str], Any]
    differ: Callable[[Any, Any], bool] = lambda one, other: one != other


def visible_text(html: str) -> str:
    """All text outside of scripts and styles, blanks collapsed."""
    tree = LexborHTMLParser(html)
    tree.strip_tags(["script", "style", "noscript", "template"], recursive=True)
    return " ".join(tree.body.text(separator=" ").split()) if tree.body is not None else ""


def simhash(text: str) -> int:
    """The 64-bit simhash over shingles of three words (Manku, Jain, Das Sarma, WWW 2007)."""
    words = re.findall(r"\w+", text.lower())
    weights = [0] * 64
    for start in range(max(1, len(words) - _SHINGLE + 1)):
        shingle = " ".join(words[start : start + _SHINGLE]).encode()
        number = int.from_bytes(hashlib.blake2b(shingle, digest_size=8).digest(), "big")
        for bit in range(64):
            weights[bit] += 1 if number >> bit & 1 else -1
    return sum(1 << bit for bit in range(64) if weights[bit] > 0)


def peers() -> list[Peer]:
    """All methods that can be run here."""
    found = [
        Peer("hash of the raw page", lambda html: html),
        Peer("hash of the visible text", visible_text),
        Peer("simhash 64, k = 3, of the visible text", lambda html: simhash(visible_text(html)), lambda a, b: (a ^ b).bit_count() > _NEAR),
    ]
    if importlib.util.find_spec("trafilatura"):
        extract = importlib.import_module("trafilatura").extract
        found.insert(2, Peer("hash of trafilatura's text", lambda html: extract(html, include_comments=False) or ""))
    return found
