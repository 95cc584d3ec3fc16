"""lastmod that is off by a constant number of hours: local time labelled as UTC, or an offset applied twice."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import betainc

from scoring.assessment import FailureMode
from scoring.case import Case
from scoring.faults.fault import Fault, chance_above

Floats = NDArray[np.float64]
# Offsets in use are whole quarters of an hour (IANA time zone database), from -12 to +14 hours.
QUARTER = 900.0
QUARTERS = np.array([k for k in range(-56, 57) if k], dtype=np.float64)
AN_HOUR = 4.0
# Two dates of one edit are written within a minute of each other; two clocks, and a page that goes out some time after it is saved, need
# more room.
SAME_EDIT = 60.0
CLOCKS_APART = 300.0
# Dates without seconds or minutes tell no quarter of an hour.
FINEST_NEEDED = 60.0
# A date that lies before the change may also be that of a commit or a draft, so an offset backwards must be favoured by what chance alone
# would do once in a thousand times: ten pages to none. No honest way leads to a date after the visit that saw the change: five to none do.
BACK_BY_CHANCE, AHEAD_BY_CHANCE = 0.001, 0.05


def zone_shift(case: Case) -> Fault | None:
    """One and the same offset, not zero, between lastmod and what it should be, on most pages.

    Two witnesses: the page's own date of modification where it names its offset from UTC, and the two visits between which a page was seen
    to change, which bound the offset from both sides. Where the visits speak for no offset, the page's own date is what is wrong.
    """
    seen = _by_visits(case)
    if seen is not None and seen.favours_zero:
        return None
    found = _by_page_dates(case) or (seen.shift if seen else None)
    if found is None:
        return None
    quarters, pages, compared = found
    code = "zone_shift_ahead" if quarters > 0 else "zone_shift_behind"
    return Fault(FailureMode.ZONE_SHIFT, code, {"hours": abs(quarters) / AN_HOUR, "pages": pages, "compared": compared})


def _by_page_dates(case: Case) -> tuple[float, int, int] | None:
    """The offset that most pages share within a minute; with summer time a part of them may be off by one hour more."""
    ahead = np.array(
        [
            (seen.lastmod - seen.date_modified).total_seconds()
            for seen in case.sightings.agreements
            if seen.lastmod is not None and seen.date_modified is not None and seen.modified_zoned and _is_fine(seen.granularity_seconds)
        ],
        dtype=np.float64,
    )
    if len(ahead) < case.thresholds.min_comparisons:
        return None
    here = (np.abs(ahead[None, :] - QUARTER * QUARTERS[:, None]) <= SAME_EDIT).sum(axis=1)
    summer = np.array([here[k + AN_HOUR == QUARTERS].sum() for k in QUARTERS])
    counts = here + np.minimum(here, summer)
    best = int(np.argmax(counts))
    pages = int(counts[best])
    sure = chance_above(0.5, pages, len(ahead) - pages) >= case.thresholds.certainty
    return (float(QUARTERS[best]), pages, len(ahead)) if sure else None


class _Bounds:
    """What the visits say: each change lies between two visits, so lastmod minus the change lies between `low` and `high` seconds."""

    def __init__(self, low: Floats, high: Floats, certainty: float) -> None:
        zero = (low <= 0.0) & (high >= 0.0)
        fits = (low[None, :] <= QUARTER * QUARTERS[:, None]) & (high[None, :] >= QUARTER * QUARTERS[:, None])
        # Of offsets that fit equally many pages the smallest is the likeliest.
        best = max(range(len(QUARTERS)), key=lambda k: (int(fits[k].sum()), -abs(QUARTERS[k])))
        count = len(low)
        only_shift, only_zero = int((fits[best] & ~zero).sum()), int((zero & ~fits[best]).sum())
        fitting = int(fits[best].sum())
        self.favours_zero = _sign_test(only_zero, only_shift, BACK_BY_CHANCE)
        level = AHEAD_BY_CHANCE if QUARTERS[best] > 0 else BACK_BY_CHANCE
        is_shift = _sign_test(only_shift, only_zero, level) and chance_above(0.9, fitting, count - fitting) >= certainty
        self.shift = (float(QUARTERS[best]), fitting, count) if is_shift else None


def _by_visits(case: Case) -> _Bounds | None:
    rows = [
        (c.lastmod - c.at).total_seconds()
        for c in case.sightings.moved
        if c.changed and c.lastmod is not None and _is_fine(c.lastmod_seconds)
    ]
    gaps = [c.gap_days * 86_400.0 for c in case.sightings.moved if c.changed and c.lastmod is not None and _is_fine(c.lastmod_seconds)]
    if len(rows) < case.thresholds.min_comparisons:
        return None
    low = np.array(rows, dtype=np.float64) - CLOCKS_APART
    return _Bounds(low, low + np.array(gaps, dtype=np.float64) + 2.0 * CLOCKS_APART, case.thresholds.certainty)


def _is_fine(granularity_seconds: float) -> bool:
    return granularity_seconds <= FINEST_NEEDED


def _sign_test(wins: int, losses: int, level: float) -> bool:
    """Would so many wins come by chance less often than `level`, were both equally likely? The exact one-sided sign test."""
    return wins > 0 and float(betainc(wins, losses + 1, 0.5)) < level
