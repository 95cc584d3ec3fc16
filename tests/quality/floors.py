"""Floors under the measured quality of the scorer. Lowering one is a decision to be explained in its commit.

The default tests watch `SITES` sites of each class, so a floor leaves room for one or two unlucky ones; the numbers themselves, from many
more sites, stand in docs/statistics.md.
"""

from __future__ import annotations

from collections.abc import Mapping

SITES = 8
COVERAGE_ROUNDS = 200

# Share of sites with the right verdict after 45 days.
RIGHT: Mapping[str, float] = {
    "accurate": 1.0,
    "accurate, dates without time": 1.0,
    "accurate, changes seldom": 0.83,
    "precision and recall .95": 0.83,
    "generation time, daily": 1.0,
    "generation time, dates without time": 1.0,
    "no lastmod": 1.0,
    "frozen": 0.83,
    "publication date only": 0.83,
    "half of the changes": 0.83,
    "noisy minor edits": 0.5,
    "silent switch on day 30": 1.0,
}
MODE_NAMED = 0.83
# On no day may a site that does not deserve it be trusted.
FALSELY_TRUSTED = 0.0
# Fetches until the right verdict, median.
FETCHES: Mapping[str, float] = {
    "accurate": 200,
    "accurate, dates without time": 200,
    "precision and recall .95": 300,
    "generation time, daily": 36,
    "no lastmod": 12,
    "frozen": 200,
    "publication date only": 160,
}
# Where the fault sits on some pages only: of 95 % intervals after 60 days, and the share of verdicts better than the site's truth. One class
# may reach what a certainty of .95 promises; all of them together stay well below.
PARTIAL_SITES = 40
PARTIAL_COVERAGE = 0.88
TOO_GOOD = 0.05
TOO_GOOD_OF_ALL = 0.03
# Checked once a week: honest sites keep a good verdict, sites whose moves stray never get one.
WEEKLY_SITES = 8
HONEST_WEEKLY = 0.85
STRAY_WEEKLY = 0.0
SWITCH_DELAY_DAYS = 1.0
# Of 95 % intervals, under unequal sampling; 200 samples vary by .03.
COVERAGE = 0.88
RECALL_BIAS = 0.04
