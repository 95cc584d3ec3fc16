"""The kinds of sites that are simulated, by name: STATISTICS, §15 and what real sites were seen to do."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from scoring.simulation.habits import Generator, Habits, Switch, Watching, simple
from scoring.simulation.honest import HONEST
from scoring.simulation.site_class import (
    BUILDS,
    DAILY,
    DATE_ONLY,
    FROZEN,
    GOOD,
    HALF,
    MINOR_EDITS,
    NO_DATES,
    POOR,
    PUBLISHED,
    Group,
    SiteClass,
    site,
)
from scoring.simulation.wrong import WRONG

SWITCHED: Mapping[str, Generator] = {
    "accurate": Generator(),
    "accurate_date_only": DATE_ONLY,
    "minor_edits": MINOR_EDITS,
    "half_recall": HALF,
    "frozen": FROZEN,
    "generation_daily": DAILY,
    "build_stamp": BUILDS,
    "publish_date_only": PUBLISHED,
    "no_lastmod": NO_DATES,
}


def _switching(rng: np.random.Generator) -> Habits:
    """Any of the generators, and any other from a random day on."""
    names = sorted(SWITCHED)
    before, after = (names[place] for place in rng.choice(len(names), size=2, replace=False))
    return Habits(simple(SWITCHED[before]), switch=Switch(int(rng.integers(15, 36)), SWITCHED[after]))


def _near(name: str, what: str, generator: Generator) -> SiteClass:
    return SiteClass(name, what, site(generator), group=Group.NEAR, judges_modes=False)


_NEAR = (
    *(
        _near(f"near_p{p}_r{r}", f"Precision .{p}, recall .{r}.", Generator(precision=p / 100.0, recall=r / 100.0))
        for p in (82, 98)
        for r in (72, 75, 85, 95)
    ),
    _near("near_p95_r95", "Precision and recall .95.", Generator(precision=0.95, recall=0.95)),
    _near("near_silent_quarter", "A quarter of the pages never moves lastmod.", Generator(recall=0.0, faulty_share=0.25)),
    _near("near_silent_seventh", "15 % of the pages never move lastmod.", Generator(recall=0.0, faulty_share=0.15)),
    _near("near_noisy_pages", "30 % of the pages move without a change.", Generator(stray_moves=0.154, faulty_share=0.3)),
)
WEEKLY, MONTHLY = Watching(check_days=7), Watching(check_days=30)
_GAPS = (
    SiteClass("weekly_accurate", "Checked once a week.", site(), GOOD, group=Group.GAPS, watching=WEEKLY, days=210),
    SiteClass(
        "weekly_minor_edits",
        "The same with stray moves.",
        site(MINOR_EDITS),
        POOR,
        group=Group.GAPS,
        watching=WEEKLY,
        days=210,
        judges_modes=False,
    ),
    SiteClass(
        "monthly_accurate",
        "Checked once a month; 1 % of the pages change a day.",
        site(change_rate=0.01),
        GOOD,
        group=Group.GAPS,
        watching=MONTHLY,
        days=720,
    ),
    SiteClass(
        "monthly_minor_edits",
        "The same with stray moves on 2.4 % a day.",
        site(Generator(stray_moves=0.024), change_rate=0.01),
        POOR,
        group=Group.GAPS,
        watching=MONTHLY,
        days=720,
        judges_modes=False,
    ),
)
_SWITCH = SiteClass(
    "silent_switch", "Any generator, and any other from a random day (15 to 35) on.", _switching, days=80, judges_modes=False
)

CLASSES: Mapping[str, SiteClass] = {
    kind.name: kind for kind in sorted((*HONEST, *WRONG, *_NEAR, *_GAPS, _SWITCH), key=lambda kind: kind.name)
}
