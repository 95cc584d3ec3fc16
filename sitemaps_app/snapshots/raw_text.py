"""A lastmod text folded into two small numbers where it can be written again from its instant, to the letter.

Nearly every text on the web is one of five lengths of ISO 8601 with no zone, `Z` or `±HH:MM`. Such a text is stored as its form (length
and zone kind) and its offset in minutes; any other text is stored as it is. A form is only used after the text was written again and
found equal.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from sitemaps_app.snapshots.stored import SECOND_US

LITERAL = 0
_Unit = Literal["Y", "M", "D", "m", "s", "ms", "us"]
_UNITS: tuple[_Unit, ...] = ("Y", "M", "D", "m", "s", "ms", "us")
_LENGTHS = (4, 7, 10, 16, 19, 23, 26)
_ZONE_KINDS = ("none", "z", "offset")
_ZONE_LENGTHS = (0, 1, 6)

IntArray = NDArray[np.int64]


def fold(raw: Any, instants: IntArray, known: NDArray[np.bool_]) -> tuple[IntArray, IntArray, Any]:
    """Forms, offsets in minutes, and the texts that no form fits (null elsewhere; null too for an empty text).

    `raw` is an arrow string array, `instants` microseconds since 1970, `known` false where there is no instant.
    """
    forms = np.zeros(len(raw), dtype=np.int64)
    offsets = np.zeros(len(raw), dtype=np.int64)
    lengths = pc.utf8_length(raw).to_numpy(zero_copy_only=False).astype(np.int64)
    for unit, unit_length in enumerate(_LENGTHS):
        for kind, zone_length in enumerate(_ZONE_LENGTHS):
            places = np.flatnonzero(known & (forms == LITERAL) & (lengths == unit_length + zone_length))
            if len(places):
                _fold_form(raw, instants, places, _code(unit, kind), (forms, offsets))
    literal = pc.if_else(pa.array((forms == LITERAL) & (lengths > 0)), raw, pa.scalar(None, pa.string()))
    return forms, offsets, literal


def unfold(forms: IntArray, offsets: IntArray, literal: Any, instants: IntArray) -> Any:
    """The texts again, as an arrow string array without nulls: the inverse of `fold`."""
    texts = pc.fill_null(literal, "")
    for form in np.unique(forms):
        if form == LITERAL:
            continue
        places = forms == form
        written = _write(int(form), instants[places], offsets[places])
        texts = written if places.all() else pc.replace_with_mask(texts, pa.array(places), written)
    return texts


def _code(unit: int, kind: int) -> int:
    return 1 + unit * len(_ZONE_KINDS) + kind


def _fold_form(raw: Any, instants: IntArray, places: IntArray, form: int, into: tuple[IntArray, IntArray]) -> None:
    texts = raw.take(pa.array(places))
    offsets = _read_offsets(texts) if _ZONE_KINDS[(form - 1) % 3] == "offset" else np.zeros(len(places), dtype=np.int64)
    same = pc.equal(_write(form, instants[places], offsets), texts).to_numpy(zero_copy_only=False)
    into[0][places[same]] = form
    into[1][places[same]] = offsets[same]


def _read_offsets(texts: Any) -> IntArray:
    """Minutes of a trailing ±HH:MM; 0 where the tail is anything else, which the comparison with the written text then finds out."""
    tails = pc.utf8_slice_codeunits(texts, -6)
    fine = pc.match_substring_regex(tails, r"^[+-][0-2][0-9]:[0-5][0-9]$")
    tails = pc.if_else(fine, tails, "+00:00")
    hours = pc.cast(pc.utf8_slice_codeunits(tails, 1, 3), pa.int64()).to_numpy()
    minutes = pc.cast(pc.utf8_slice_codeunits(tails, 4, 6), pa.int64()).to_numpy()
    sign = np.where(pc.starts_with(tails, "-").to_numpy(zero_copy_only=False), -1, 1)
    return np.asarray(sign * (hours * 60 + minutes), dtype=np.int64)


def _write(form: int, instants: IntArray, offsets: IntArray) -> Any:
    unit, kind = divmod(form - 1, len(_ZONE_KINDS))
    local = (instants + offsets * 60 * SECOND_US).astype("datetime64[us]")
    texts = pa.array(np.datetime_as_string(local, unit=_UNITS[unit], casting="unsafe"), pa.string())
    if _ZONE_KINDS[kind] == "none":
        return texts
    if _ZONE_KINDS[kind] == "z":
        return pc.binary_join_element_wise(texts, "Z", "")
    distinct, where = np.unique(offsets, return_inverse=True)
    suffixes = pa.array([f"{'-' if o < 0 else '+'}{abs(o) // 60:02d}:{abs(o) % 60:02d}" for o in distinct.tolist()], pa.string())
    return pc.binary_join_element_wise(texts, suffixes.take(pa.array(where)), "")
