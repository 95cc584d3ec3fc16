"""When a verdict begins and when it ends, given that it is looked at after every check.

Where the probability of a class wanders around one bound, a verdict would come and go with every second comparison; and whoever looks
often enough sees any bound crossed by chance (Armitage, McPherson and Rowe 1969, "Repeated significance tests on accumulating data"). So
a verdict ends at a lower probability than it begins with, and one that begins has to hold its ground: the class must stay as likely for
some more comparisons, or be likelier still. A first look, with none before it, is no repeated one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring.assessment import Verdict, VerdictState
from scoring.evidence import ShownVerdict
from scoring.thresholds import Thresholds

_RANKS = {Verdict.USEFUL: 1, Verdict.TRUSTED: 2}


@dataclass(frozen=True, slots=True)
class Memory:
    """What the check before has left behind: the verdict that was shown, and since which comparison each good class has been likely.

    `is_first` where no check before is known. `shown` is None where none was, or where it was in question and has to be earned anew.
    """

    shown: Verdict | None = None
    useful_since: datetime | None = None
    trusted_since: datetime | None = None
    is_first: bool = True


NOTHING = Memory()


def memory_of(shown: Sequence[ShownVerdict], section: str, now: datetime) -> Memory:
    """The memory of a site (`section == ""`) or section at the check of `now`; what was shown at `now` or later is not known then."""
    known = [one for one in shown if one.section == section and one.at < now]
    if not known:
        return NOTHING
    last = max(known, key=lambda one: one.at)
    verdict = Verdict(last.verdict) if last.state == VerdictState.SETTLED else None
    return Memory(verdict, last.useful_since, last.trusted_since, is_first=False)


def since_when(probability: float, before: datetime | None, seen: Sequence[datetime], limits: Thresholds) -> datetime | None:
    """Since which comparison a class has been likely (`certainty` or more); None where it is not. `seen` are the times, in order."""
    if probability < limits.certainty:
        return None
    return before if before is not None else seen[-1] if seen else None


def newer_than(since: datetime | None, seen: Sequence[datetime]) -> int:
    """How many of the times, in order, are later; none where nothing is known to be earlier."""
    return 0 if since is None else len(seen) - bisect_right(seen, since)


def is_good(verdict: Verdict, probability: float, memory: Memory, seen: Sequence[datetime], limits: Thresholds) -> bool:
    """Does a good class (`verdict`, or better) hold, with this probability? `seen` are the times of comparisons, in order."""
    if probability >= (limits.certainty if memory.is_first else limits.certainty_at_once):
        return True
    if _RANKS.get(memory.shown or Verdict.INSUFFICIENT, 0) >= _RANKS[verdict]:
        return probability >= limits.certainty_to_keep
    since = memory.trusted_since if verdict is Verdict.TRUSTED else memory.useful_since
    if probability < limits.certainty or since is None:
        return False
    return newer_than(since, seen) >= limits.comparisons_to_hold


def keeps_bad(memory: Memory, useful: float, limits: Thresholds) -> Verdict | None:
    """The hint or untrusted of the check before, where following lastmod is still unlikely to be right; else None."""
    was_bad = memory.shown in (Verdict.HINT, Verdict.UNTRUSTED)
    return memory.shown if was_bad and useful <= 1.0 - limits.certainty_to_keep else None
