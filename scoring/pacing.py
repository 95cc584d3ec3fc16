"""How many pages of which kind are worth a visit now: sequential stopping, and an allocation that follows what is still open.

Precision is settled by a few moved pages, each seen at its first move; recall by pages at rest, and there waiting is cheaper than visiting:
a page that rests has little to tell before a good part of its changes is due (STATISTICS, §9). Once the verdict is settled, a trickle of
visits of either kind goes on, so that a silent change of the generator is noticed (§14).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, sqrt

from scoring.assessment import Assessment, SiteAssessment, Verdict, VerdictState
from scoring.unseen import UNSEEN_SHARE

# The share of the budget that moved pages may take: before anything is known, and at its bounds after.
MOVED_SHARE, LEAST_MOVED, MOST_MOVED = 0.75, 0.25, 0.75
KNOWN_AFTER = 10
# A page at rest is worth a visit once so many of its changes are due, or after so many days whatever its rate is.
CHANGES_DUE = 0.35
LONGEST_WAIT_DAYS, UNKNOWN_WAIT_DAYS = 21.0, 7.0
# So many pages are seen soon, by chance over all strata; the rest of the panel follows slowly, or at once where these do not decide.
FIRST_PAGES = 18
LATER_PAGES_A_DAY = 0.1
NOT_DECIDED_AFTER = 60
# Visits of each kind a week at a site whose verdict is settled.
SETTLED_A_WEEK = 4.0
ENOUGH_FOR_TRUSTED = 120


@dataclass(frozen=True, slots=True)
class Pace:
    """What is worth visiting. `moved_share` (0..1) of the budget may go to moved pages, `change_rate` is the changes of a page per day that
    are expected (0: not known), `check_days` the time between two checks. `is_settled` says that the verdict needs no more evidence than
    the trickle, except on pages of the `open_sections`, and `all_pages` that every panel page may have its first visit now."""

    moved_share: float = MOVED_SHARE
    change_rate: float = 0.0
    check_days: float = 1.0
    is_settled: bool = False
    all_pages: bool = False
    open_sections: frozenset[str] = frozenset()

    def is_settled_for(self, section: str) -> bool:
        """Is a page of this section only worth the trickle?"""
        return self.is_settled and section not in self.open_sections

    def is_due(self, days: float, activity: float) -> bool:
        """Is a page at rest, last seen `days` ago and so many times as busy as others (`activity`), worth a visit?"""
        if self.change_rate <= 0.0:
            return days >= UNKNOWN_WAIT_DAYS
        return self.change_rate == inf or days * self.change_rate * activity >= CHANGES_DUE or days >= LONGEST_WAIT_DAYS

    def trickle(self, chance: float) -> int:
        """Visits of one kind in this check of a settled site: as many as a week's share, rounded up with the probability of its fraction.

        `chance` is a uniform number in 0..1.
        """
        wanted = SETTLED_A_WEEK * self.check_days / 7.0
        return int(wanted) + (chance < wanted % 1.0)

    def first_pages(self, seen: int, chance: float) -> int:
        """First visits in this check, where `seen` pages of the panel were visited before."""
        if seen < FIRST_PAGES or self.all_pages:
            return 10**9 if self.all_pages else FIRST_PAGES - seen
        wanted = LATER_PAGES_A_DAY * self.check_days
        return int(wanted) + (chance < wanted % 1.0)


# Where visits cost nothing, as in an archive.
EVERYTHING = Pace(change_rate=inf, all_pages=True)


def pace_of(last: SiteAssessment | None, *, check_days: float) -> Pace:
    """The pace after the last assessment of the site (None: there is none yet), for checks that are `check_days` apart."""
    if last is None:
        return Pace(check_days=check_days)
    judged = last.site
    seen = judged.counts.total
    moved = judged.counts.moved_changed + judged.counts.moved_unchanged
    return Pace(
        moved_share=_moved_share(judged) if moved >= KNOWN_AFTER else MOVED_SHARE,
        change_rate=_change_rate(judged),
        check_days=check_days,
        is_settled=_is_settled(judged),
        all_pages=seen >= NOT_DECIDED_AFTER and judged.verdict is Verdict.INSUFFICIENT,
        open_sections=frozenset(part.section for part in last.sections if _is_big(part, judged) and not _is_settled(part)),
    )


def _is_big(part: Assessment, site: Assessment) -> bool:
    """Does the section hold so much of the site that it needs a verdict of its own?"""
    return part.entries >= UNSEEN_SHARE * site.entries


def _is_settled(judged: Assessment) -> bool:
    if judged.verdict is Verdict.INSUFFICIENT or judged.state is not VerdictState.SETTLED or judged.burst:
        return False
    trusted = judged.class_probabilities.get("trusted", 0.0)
    return judged.verdict is not Verdict.USEFUL or trusted <= 0.05 or judged.counts.total >= ENOUGH_FOR_TRUSTED


def _change_rate(judged: Assessment) -> float:
    """Changes of a page per day: those that moves tell of and the silent ones, as far as they are known."""
    workings = judged.workings
    precision = judged.precision.median if judged.precision is not None else 1.0
    silent = workings.silent_rate.median if workings.silent_rate is not None and judged.counts.unmoved_changed else 0.0
    return precision * workings.move_rate + silent


def _moved_share(judged: Assessment) -> float:
    """Neyman's ratio n_moved : n_rest = sqrt((1 - p) / p) : sqrt((1 - q) / q), where q of the pages at rest have changed when they are due.

    It makes the variance of logit recall smallest (STATISTICS, §9); precision keeps its least share.
    """
    workings = judged.workings
    p = min(max(judged.precision.median if judged.precision is not None else 0.5, 0.02), 0.98)
    rate = _change_rate(judged)
    silent = workings.silent_rate.median if workings.silent_rate is not None else 0.0
    q = min(max(1.0 - exp(-CHANGES_DUE * silent / rate) if rate > 0.0 else 0.02, 0.02), 0.98)
    moved, rest = sqrt((1.0 - p) / p), sqrt((1.0 - q) / q)
    return min(max(moved / (moved + rest), LEAST_MOVED), MOST_MOVED)
