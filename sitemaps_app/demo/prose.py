"""Invented prose: plain words strung into sentences, the same for the same seed."""

from __future__ import annotations

from functools import lru_cache
from random import Random

_WORDS = (  # noqa: SIM905 - as a list it would be a hundred and fifty lines
    "river harbour ledger window archive signal garden copper morning bridge engine paper market village meadow winter "
    "lantern compass record anchor quarry timber valley station orchard pattern circle journal measure border canvas handle "
    "kettle ladder mirror needle parcel ribbon saddle tunnel vessel wagon branch chapel dock ferry gravel hammer island "
    "jacket kernel linen marble nickel ocean pepper quilt rope small large early late quiet public narrow steady open common "
    "simple careful local northern southern annual modern native patient wooden opens carries follows measures returns "
    "gathers holds keeps crosses builds reaches changes records explains compares repairs supports covers delivers extends "
    "improves joins leaves moves names offers prepares reads serves teaches under over near beside after before during "
    "between without against toward across along every several many few each another this that which where while because "
    "although with from "
).split()


@lru_cache(maxsize=65_536)
def paragraph(seed: str) -> str:
    """About fifty words in a few sentences; two seeds practically never give the same text."""
    draw = Random(seed)  # noqa: S311 - invented prose, no secret
    sentences = []
    for _ in range(draw.randint(3, 5)):
        words = draw.choices(_WORDS, k=draw.randint(9, 16))
        sentences.append(" ".join(words).capitalize() + ".")
    return " ".join(sentences)


@lru_cache(maxsize=16_384)
def title(seed: str) -> str:
    """Three or four words with a capital letter."""
    draw = Random(seed)  # noqa: S311 - invented prose, no secret
    return " ".join(draw.choices(_WORDS, k=draw.randint(3, 4))).capitalize()
