"""How many independent trials a group of comparisons is worth, when many of them are of the same few pages.

A fault may sit on some pages only (a section's template that never updates lastmod, a widget that always does). Then the comparisons of
one page all say the same, and forty pages are forty witnesses however often each is asked. The variance of the weighted ratio
r = sum(w d) / sum(w c) is taken between pages, by linearisation (Cochran 1977, Sampling Techniques, ch. 6 and 9; Binder 1983,
International Statistical Review 51), with r smoothed so that a group without a single wrong answer does not seem free of error.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
NORMAL_975 = 1.959964
# With one page nothing is known of how pages differ; whatever it shows is worth one trial.
ONE_PAGE = 1.0
# Three degrees of freedom at least, lest one odd answer of one page undo hundreds of others.
FEWEST_WITNESSES = 3.0


def effective_trials(
    changed: Floats, trials: Floats, weights: Floats, pages: Sequence[int], *, sampled_share: float = 0.0, rarer_are_witnesses: bool = True
) -> float:
    """Equal, independent trials that `trials` (c > 0 each) with outcomes `changed` (0 or 1) and `weights` (> 0, largest 1) are worth.

    `pages` tells the comparisons of one page from those of others; 0 is a page of its own. `sampled_share` (0..1) is the share of all pages
    that were compared: where all were, no other pages could differ from them (finite population correction, Cochran 1977, ch. 2).
    Never more than Kish's (sum w c)^2 / sum(w^2 c). Few pages are known to vary badly, so by Korn and Graubard (1998, Survey Methodology
    24) the trials shrink by the squared ratio of the normal to the t quantile. Its degrees of freedom are Kish's number of equal pages less
    one, or the number of pages that gave the rarer answer, if that is less: a fault on some pages is known from these alone
    (`rarer_are_witnesses`; a model that knows how pages differ does not need that).
    """
    exposure = float((weights * trials).sum())
    kish = exposure**2 / float((weights**2 * trials).sum())
    clusters = _numbered(pages)
    count = int(clusters.max()) + 1
    left_out = 1.0 - min(max(sampled_share, 0.0), 1.0)
    if count == len(changed) or left_out <= 0.0:
        return kish
    if count == 1:
        return min(kish, ONE_PAGE / left_out)
    rate = (kish * float((weights * changed).sum()) / exposure + 0.5) / (kish + 1.0)
    rate = min(rate, 1.0 - 0.5 / (kish + 1.0))
    apart = np.bincount(clusters, weights * (changed - rate * trials), minlength=count)
    variance = left_out * count / (count - 1) * float((apart**2).sum()) / exposure**2
    if variance <= 0.0:
        return kish
    sizes = np.bincount(clusters, weights * trials, minlength=count).astype(np.float64)
    rarer = np.bincount(clusters, weights * (changed if rate < 0.5 else trials - changed), minlength=count).astype(np.float64)
    witnesses = max(_equal_parts(rarer), FEWEST_WITNESSES) if rarer.any() and rarer_are_witnesses else float(count)
    freedom = max(min(_equal_parts(sizes) - 1.0, witnesses), 1.0)
    return min(kish, rate * (1.0 - rate) / variance * (NORMAL_975 / _t_975(freedom)) ** 2)


def _equal_parts(sizes: Floats) -> float:
    """Kish's number of equal pages that pages of these sizes are worth."""
    return float(sizes.sum()) ** 2 / float((sizes**2).sum())


def _numbered(pages: Sequence[int]) -> NDArray[np.int64]:
    """The pages numbered from 0 without gaps; every unknown one gets a number of its own."""
    known: dict[int, int] = {}
    numbers = np.empty(len(pages), dtype=np.int64)
    unknown = 0
    for place, page in enumerate(pages):
        if page == 0:
            unknown += 1
            numbers[place] = -unknown
        else:
            numbers[place] = known.setdefault(page, len(known))
    numbers[numbers < 0] = len(known) - 1 - numbers[numbers < 0]
    return numbers


def _t_975(freedom: float) -> float:
    """The 97.5 % quantile of Student's t, by its expansion about the normal (Abramowitz and Stegun 1964, 26.7.5); freedom >= 1."""
    z = NORMAL_975
    first = (z**3 + z) / 4.0
    second = (5.0 * z**5 + 16.0 * z**3 + 3.0 * z) / 96.0
    third = (3.0 * z**7 + 19.0 * z**5 + 17.0 * z**3 - 15.0 * z) / 384.0
    return z + first / freedom + second / freedom**2 + third / freedom**3
