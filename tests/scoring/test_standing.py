"""Alarms never flip a verdict: they put it into question, and new evidence answers."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.alarms import Alarm, AlarmKind, Stream
from scoring.assessment import SiteAssessment, Verdict, VerdictState
from scoring.change_kinds import ChangeKind, ChangePoint
from scoring.evidence import Comparison, Evidence
from scoring.history import History
from scoring.standing import BURST, LEAST_NEW, Findings, Standing, standing
from scoring.thresholds import Thresholds
from scoring.verdict import assess
from tests.scoring.builders import daily, on_day, snapshot

DAYS = daily(None, *[5] * 60)
LIMITS = Thresholds()
GOOD = {Verdict.TRUSTED, Verdict.USEFUL}


def alarm(at: float, stream: Stream = Stream.MOVED, kind: AlarmKind = AlarmKind.MOVES_WRONG) -> Alarm:
    return Alarm(on_day(at), stream, kind, on_day(at - 1), 0.95, 0.5, 8)


def stands(
    now: float,
    *,
    decided: Verdict = Verdict.INSUFFICIENT,
    proven: bool = False,
    alarms: tuple[Alarm, ...] = (),
    changes: tuple[ChangePoint, ...] = (),
    new: int = 0,
    before: Verdict = Verdict.TRUSTED,
    seen: tuple[datetime, ...] = (),
    asked: list[datetime] | None = None,
) -> Standing:
    """How a verdict stands with `new` comparisons an hour apart since day 30."""
    times = (*seen, *(on_day(30) + timedelta(hours=1 + place) for place in range(new)))
    findings = Findings(decided, proven, History(changes, alarms), [s for s in DAYS if s.taken_at <= on_day(now)], times)

    def earlier(at: datetime) -> Verdict:
        (asked if asked is not None else []).append(at)
        return before

    return standing(findings, now=on_day(now), thresholds=LIMITS, before=earlier)


def test_an_alarm_keeps_the_verdict_of_the_check_before_and_asks_for_a_burst() -> None:
    asked: list[datetime] = []
    found = stands(30.5, alarms=(alarm(30),), new=3, asked=asked)

    assert (found.verdict, found.state, found.tentative) == (Verdict.TRUSTED, VerdictState.REVERIFYING, Verdict.INSUFFICIENT)
    assert (found.since, found.burst) == (on_day(30), BURST - 3)
    assert asked == [on_day(29)]
    assert [reason.code for reason in found.reasons] == ["reverifying", "alarm_moves_wrong"]
    assert found.reasons[0].params == {"verdict": "trusted", "date": on_day(30).date().isoformat()}


def test_few_new_visits_decide_nothing_however_sure_they_seem() -> None:
    assert stands(30.5, decided=Verdict.UNTRUSTED, alarms=(alarm(30),), new=LEAST_NEW - 1).verdict is Verdict.TRUSTED


@pytest.mark.parametrize("decided", [Verdict.TRUSTED, Verdict.USEFUL, Verdict.HINT, Verdict.UNTRUSTED])
def test_enough_new_visits_that_decide_answer_the_question(decided: Verdict) -> None:
    found = stands(31, decided=decided, alarms=(alarm(30),), new=LEAST_NEW)

    assert (found.verdict, found.state, found.burst, found.tentative) == (decided, VerdictState.SETTLED, 0, None)
    assert found.reasons == ()


def test_undecided_it_stays_in_question_for_two_weeks_and_no_longer() -> None:
    assert stands(43.9, alarms=(alarm(30),), new=40).state is VerdictState.REVERIFYING
    over = stands(44.1, alarms=(alarm(30),), new=40)
    assert (over.verdict, over.state) == (Verdict.INSUFFICIENT, VerdictState.SETTLED)


def test_what_the_sitemap_proves_needs_no_second_look() -> None:
    assert stands(30.5, decided=Verdict.UNTRUSTED, proven=True, alarms=(alarm(30),)).verdict is Verdict.UNTRUSTED


@pytest.mark.parametrize("before", [Verdict.INSUFFICIENT, Verdict.NO_LASTMOD])
def test_where_there_was_no_verdict_there_is_nothing_to_verify(before: Verdict) -> None:
    found = stands(30.5, decided=Verdict.HINT, alarms=(alarm(30),), before=before)

    assert (found.verdict, found.state) == (Verdict.HINT, VerdictState.SETTLED)


def test_a_suspicious_wave_waits_for_the_next_moves_whatever_the_pages_say() -> None:
    wave = alarm(30, Stream.ENTRIES, AlarmKind.ALL_MOVING_SUSPECTED)

    assert stands(31, decided=Verdict.TRUSTED, alarms=(wave,), new=30).state is VerdictState.REVERIFYING


def test_an_answer_to_one_question_is_none_to_another() -> None:
    wave = alarm(29, Stream.ENTRIES, AlarmKind.ALL_MOVING_SUSPECTED)
    found = stands(31, decided=Verdict.TRUSTED, alarms=(wave, alarm(30)), new=30)

    assert (found.state, found.since) == (VerdictState.REVERIFYING, on_day(29))


questions = st.lists(st.tuples(st.floats(0.0, 60.0), st.sampled_from(list(Stream))), max_size=4)
judgements = st.sampled_from(list(Verdict))


@given(questions=questions, decided=judgements, before=judgements, proven=st.booleans(), new=st.integers(0, 30), now=st.floats(0.0, 60.0))
def test_an_alarm_never_flips_a_verdict(
    questions: list[tuple], decided: Verdict, before: Verdict, proven: bool, new: int, now: float
) -> None:
    alarms = tuple(alarm(at, stream) for at, stream in questions if at <= now)
    found = stands(now, decided=decided, before=before, proven=proven, new=new, alarms=alarms)

    assert found.verdict in (before, decided)
    is_fresh = any(alarm.at > on_day(now) - timedelta(days=14) and alarm.at >= on_day(30) + timedelta(hours=new) for alarm in alarms)
    if is_fresh and not proven and before not in (Verdict.INSUFFICIENT, Verdict.NO_LASTMOD):
        assert (found.verdict, found.state) == (before, VerdictState.REVERIFYING)
    assert (found.tentative is None) == (found.state is not VerdictState.REVERIFYING)


@pytest.mark.parametrize(
    ("kind", "state"),
    [
        (ChangeKind.JUMPED_BACK, VerdictState.REVERIFYING),
        (ChangeKind.URLS_REPLACED, VerdictState.REVERIFYING),
        (ChangeKind.SELECTIVE_AGAIN, VerdictState.REVERIFYING),
        (ChangeKind.FORMAT_CHANGED, VerdictState.SETTLED),
        (ChangeKind.ZONE_SHIFTED, VerdictState.SETTLED),
        (ChangeKind.REDESIGNED, VerdictState.SETTLED),
        (ChangeKind.UNUSUAL_WAVE, VerdictState.SETTLED),
        (ChangeKind.LASTMOD_APPEARED, VerdictState.SETTLED),
    ],
)
def test_only_changes_that_may_mean_another_generator_are_questions(kind: ChangeKind, state: VerdictState) -> None:
    change = ChangePoint(on_day(30), kind)

    assert stands(30.5, decided=Verdict.USEFUL, changes=(change,)).state is state


def test_a_verdict_without_new_evidence_grows_stale_after_the_half_life() -> None:
    fresh = stands(60, decided=Verdict.TRUSTED, seen=(on_day(-14),))
    assert (fresh.state, fresh.stale_at) == (VerdictState.SETTLED, on_day(-14 + LIMITS.half_life_days))
    stale = stands(60, decided=Verdict.TRUSTED, seen=(on_day(-16),))
    assert (stale.verdict, stale.state, stale.since) == (Verdict.TRUSTED, VerdictState.STALE, on_day(-16 + LIMITS.half_life_days))
    assert stands(60, decided=Verdict.INSUFFICIENT, seen=(on_day(-16),)).state is VerdictState.SETTLED


def test_what_reads_prove_is_as_fresh_as_the_last_read() -> None:
    assert stands(60, decided=Verdict.UNTRUSTED, proven=True, seen=(on_day(-40),)).state is VerdictState.SETTLED


def stream(day: float, outcomes: list[bool], *, moves: int = 1) -> list[Comparison]:
    return [
        Comparison("", on_day(day + 0.05 + place / 500), 1.0, moves, changed, 1.0, page=1 + place % 40)
        for place, changed in enumerate(outcomes)
    ]


def honest(days: range) -> list[Comparison]:
    return [one for day in days for one in (*stream(day, [True] * 6), *stream(day + 0.3, [False] * 15, moves=0))]


def assessed(seen: list[Comparison], now: float, *, snapshots=DAYS) -> SiteAssessment:
    return assess(Evidence(snapshots, (), tuple(seen)), now=on_day(now))


def test_a_site_that_begins_to_lie_is_verified_again_and_then_judged_by_new_evidence() -> None:
    seen = honest(range(1, 30))
    before = assessed(seen, 29).site.verdict
    assert before in GOOD

    seen += stream(30, [False] * 6) + stream(30.3, [False] * 3, moves=0)
    alarmed = assessed(seen, 30).site
    assert (alarmed.verdict, alarmed.state) == (before, VerdictState.REVERIFYING)
    assert alarmed.burst > 0
    assert [reason.code for reason in alarmed.reasons[:2]] == ["reverifying", "alarm_moves_wrong"]

    for day in range(31, 41):
        seen += stream(day, [False] * 6) + stream(day + 0.3, [False] * 6, moves=0)
    after = assessed(seen, 40).site
    assert after.verdict in (Verdict.UNTRUSTED, Verdict.HINT)
    assert after.state is VerdictState.SETTLED


def test_a_false_alarm_leaves_the_verdict_as_it_was() -> None:
    seen = honest(range(1, 30)) + stream(30, [False] * 4 + [True] * 2)
    states = [assessed(seen, 30).site]
    for day in range(31, 36):
        seen += honest(range(day, day + 1))
        states.append(assessed(seen, day).site)

    assert states[0].state is VerdictState.REVERIFYING
    assert {judged.verdict for judged in states} <= GOOD
    assert states[-1].state is VerdictState.SETTLED


def test_the_first_wave_of_all_dates_is_a_question_and_the_second_an_answer() -> None:
    seen = honest(range(1, 30))
    wave = (*DAYS[:30], snapshot(30, moved=100))
    first = assessed(seen, 30, snapshots=wave).site
    second = assessed(seen, 31, snapshots=(*wave, snapshot(31, moved=100))).site
    calm = assessed(seen, 31, snapshots=(*wave, snapshot(31, moved=4))).site

    assert (first.verdict, first.state) == (assessed(seen, 29).site.verdict, VerdictState.REVERIFYING)
    assert first.verdict in GOOD
    assert (second.verdict, second.state) == (Verdict.UNTRUSTED, VerdictState.SETTLED)
    assert calm.verdict in GOOD
    assert calm.state is VerdictState.SETTLED


def test_a_redesign_costs_an_honest_site_nothing() -> None:
    seen = honest(range(1, 30))
    redesign = stream(30, [True] * 3) + stream(30.01, [True] * 12, moves=0)
    later = honest(range(31, 35))

    for day, known in ((30, seen + redesign), (34, seen + redesign + later)):
        judged = assessed(known, day).site
        assert judged.verdict in GOOD
        assert judged.state is VerdictState.SETTLED
        assert judged.counts.unmoved_changed == 0
        assert "changed_redesigned" in [reason.code for reason in judged.reasons]
