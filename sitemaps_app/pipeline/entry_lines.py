"""A batch of entries as lines of JSON, made a column at a time: the same text as of `entry_object`, at a tenth of the cost."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from json.encoder import encode_basestring_ascii

import numpy as np
from numpy.typing import NDArray

from sitemaps_app.formats.entry_batch import NO_INSTANT, STATUS_OF_CODE, ZONE_OF_CODE, EntryBatch
from sitemaps_app.formats.lastmod import Precision

SECOND_US = 1_000_000


def entry_lines(batch: EntryBatch) -> Iterator[str]:
    """Each entry of a batch as one line of JSON with the keys of `sitemap_report --json`, in ASCII, without an end."""
    raws: list[str | None] = [raw or None for raw in batch.raws]
    for row in batch.problems:
        raws[row] = batch.raws[row]  # an empty one is told where it is a problem
    dates = batch.dates
    tails = zip(dates.precisions.tolist(), dates.zones.tolist(), dates.statuses.tolist(), batch.in_scope.tolist(), strict=True)
    for loc, raw, moment, tail in zip(batch.locs, raws, _moments(dates.instants), tails, strict=True):
        written = "null" if raw is None else encode_basestring_ascii(raw)
        yield f'{{"loc":{encode_basestring_ascii(loc)},"lastmod_raw":{written},"lastmod":{moment},{_tail(*tail)}}}'


def _moments(instants: NDArray[np.int64]) -> list[str]:
    """Microseconds as ISO 8601 in UTC, with a fraction only where there is one, as `datetime.isoformat` writes it; null for none."""
    has_one = instants != NO_INSTANT
    texts: NDArray[np.object_] = np.full(len(instants), "null", dtype=object)
    for fraction in (False, True):
        rows = has_one & ((instants % SECOND_US != 0) == fraction)
        moments = np.datetime_as_string(instants[rows].astype("datetime64[us]"), unit="us" if fraction else "s")
        texts[rows] = [f'"{moment}Z"' for moment in moments.tolist()]
    return list(texts)


@lru_cache(maxsize=1_000)
def _tail(precision: int, zone: int, status: int, in_scope: bool) -> str:  # noqa: FBT001 - a column of a row
    finest = f'"{Precision(precision).name.lower()}"' if precision else "null"
    known = f'"{ZONE_OF_CODE[zone].value}"' if zone else "null"
    scoped = "true" if in_scope else "false"
    return f'"precision":{finest},"zone":{known},"status":"{STATUS_OF_CODE[status].value}","in_scope":{scoped}'
