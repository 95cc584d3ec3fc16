"""How a verdict stands: settled, being verified again, or stale.

Alarms, and changes that may or may not mean another generator, never flip a verdict by themselves. They put it into question: older
evidence counts a tenth, more pages are visited soon, and until the new evidence decides the verdict of before is shown and said to be in
question. What the sitemap itself proves needs no second look and is shown at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from scoring.alarms import Alarm, Stream
from scoring.assessment import Param, Reason, Verdict, VerdictState
from scoring.change_kinds import ChangeKind, ChangePoint
from scoring.evidence import SnapshotStats
from scoring.history import History
from scoring.sample import check_days, half_life
from scoring.thresholds import Thresholds

# A burst of 10 to 20 visits (STATISTICS.md §14): fewer than the first decide nothing, more than the second are not asked for.
LEAST_NEW, BURST = 10, 20
# After so many days, or checks where they are rare, what the evidence says is shown, and be it that there is too little.
LONGEST_DAYS, LONGEST_CHECKS = 14.0, 3.0
# Changes after which the old verdict may still hold; others prove what they are, or are no reason to doubt.
_QUESTIONS = frozenset({ChangeKind.JUMPED_BACK, ChangeKind.URLS_REPLACED, ChangeKind.SELECTIVE_AGAIN})
_NOTHING_TO_VERIFY = frozenset({Verdict.INSUFFICIENT, Verdict.NO_LASTMOD})


@dataclass(frozen=True, slots=True)
class Question:
    """What put a verdict into question, when, and why in words. `waits` says that only the sitemap's next moves can answer it."""

    at: datetime
    reason: Reason
    waits: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """How a verdict stands at one time, and the verdict to show. `question` is what it is in question for, None where it is not."""

    verdict: Verdict
    state: VerdictState = VerdictState.SETTLED
    since: datetime | None = None
    burst: int = 0
    tentative: Verdict | None = None
    stale_at: datetime | None = None
    question: Question | None = None

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """What to say first of a verdict in question."""
        if self.question is None or self.since is None:
            return ()
        params: dict[str, Param] = {"verdict": self.verdict.value, "date": self.since.date().isoformat()}
        return (Reason("reverifying", params), self.question.reason)


@dataclass(frozen=True, slots=True)
class Findings:
    """What is asked about a verdict: `decided` by the evidence as it counts now, and `proven` where the sitemap alone shows it.

    `seen` are the times of the comparisons that count, `snapshots` all of the site or section, oldest first.
    """

    decided: Verdict
    proven: bool
    history: History
    snapshots: Sequence[SnapshotStats]
    seen: Sequence[datetime] = field(default_factory=tuple)


def standing(findings: Findings, *, now: datetime, thresholds: Thresholds, before: Callable[[datetime], Verdict]) -> Standing:
    """How the verdict stands at `now`. `before` gives the verdict as it was shown at an earlier check; it is asked only when needed."""
    question = open_question(findings, now=now)
    held = before(_check_before(question.at, findings.snapshots)) if question is not None else Verdict.INSUFFICIENT
    if question is None or held in _NOTHING_TO_VERIFY:
        return _settled(findings, now=now, thresholds=thresholds)
    return Standing(
        verdict=held,
        state=VerdictState.REVERIFYING,
        since=question.at,
        burst=max(BURST - _new(findings, question), 0),
        tentative=findings.decided,
        stale_at=_stale_at(findings, thresholds),
        question=question,
    )


def open_question(findings: Findings, *, now: datetime) -> Question | None:
    """What the verdict is in question for at `now`, the newest if there is more; None where it is not or no more."""
    if findings.proven:
        return None
    asked = [_of_alarm(alarm) for alarm in findings.history.alarms if alarm.is_open]
    asked += [_of_change(change) for change in findings.history.changes if change.kind in _QUESTIONS]
    longest = timedelta(days=max(LONGEST_DAYS, LONGEST_CHECKS * check_days(findings.snapshots)))
    unanswered = [question for question in asked if now - question.at <= longest and not _is_answered(question, findings)]
    return max(unanswered, key=lambda question: (question.at, question.reason.code), default=None)


def _is_answered(question: Question, findings: Findings) -> bool:
    is_decided = findings.decided is not Verdict.INSUFFICIENT and _new(findings, question) >= LEAST_NEW
    return is_decided and not question.waits


def _of_alarm(alarm: Alarm) -> Question:
    return Question(alarm.at, Reason(f"alarm_{alarm.kind.value}", alarm.params), waits=alarm.stream is Stream.ENTRIES)


def _of_change(change: ChangePoint) -> Question:
    return Question(change.at, Reason(f"changed_{change.kind.value}", {"date": change.at.date().isoformat(), **change.detail_params}))


def _new(findings: Findings, question: Question) -> int:
    return sum(at > question.at for at in findings.seen)


def _check_before(at: datetime, snapshots: Sequence[SnapshotStats]) -> datetime:
    """The time of the check before the one that met `at`; a day before where there is none."""
    times = sorted({s.taken_at for s in snapshots if s.taken_at <= at})
    return times[-2] if len(times) > 1 else at - timedelta(days=1, microseconds=1)


def _settled(findings: Findings, *, now: datetime, thresholds: Thresholds) -> Standing:
    """A verdict that is not in question may have grown stale: nothing new was seen that could change it."""
    stale_at = None if findings.decided is Verdict.INSUFFICIENT else _stale_at(findings, thresholds)
    if stale_at is None or now < stale_at:
        return Standing(findings.decided, stale_at=stale_at)
    return Standing(findings.decided, VerdictState.STALE, since=stale_at, stale_at=stale_at)


def _stale_at(findings: Findings, thresholds: Thresholds) -> datetime | None:
    """When the newest evidence will be too old: comparisons, or the reads of the sitemap for what these prove."""
    by_pages = findings.seen and not findings.proven
    newest = max(findings.seen) if by_pages else max((s.taken_at for s in findings.snapshots), default=None)
    return None if newest is None else newest + timedelta(days=half_life(findings.snapshots, thresholds))
