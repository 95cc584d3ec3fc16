"""What changes and alarms leave of the evidence from before them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.alarms import Alarm, AlarmKind, Stream
from scoring.change_kinds import ChangeKind, ChangePoint
from scoring.history import History, history_of, relevance
from scoring.redesigns import spans
from tests.scoring.builders import comparison, daily, on_day, snapshot

BEFORE, ACROSS, AFTER = (comparison(moved=True, changed=True, day=day, gap_days=1.0) for day in (3.0, 5.5, 8.0))


def shares(kind: ChangeKind) -> list[float]:
    return list(relevance([BEFORE, ACROSS, AFTER], [ChangePoint(on_day(5), kind)], []))


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (ChangeKind.ALL_MOVING, [0.0, 1.0, 1.0]),
        (ChangeKind.SELECTIVE_AGAIN, [0.0, 1.0, 1.0]),
        (ChangeKind.FROZEN, [0.0, 1.0, 1.0]),
        (ChangeKind.LASTMOD_APPEARED, [0.0, 1.0, 1.0]),
        (ChangeKind.LASTMOD_VANISHED, [0.0, 1.0, 1.0]),
        (ChangeKind.JUMPED_BACK, [0.1, 0.0, 1.0]),
        (ChangeKind.URLS_REPLACED, [0.1, 1.0, 1.0]),
        (ChangeKind.ZONE_SHIFTED, [1.0, 0.0, 1.0]),
        (ChangeKind.REDESIGNED, [1.0, 0.0, 1.0]),
        (ChangeKind.FORMAT_CHANGED, [1.0, 1.0, 1.0]),
        (ChangeKind.UNUSUAL_WAVE, [1.0, 1.0, 1.0]),
    ],
)
def test_each_kind_of_change_leaves_its_share_of_older_evidence(kind: ChangeKind, expected: list[float]) -> None:
    assert shares(kind) == expected


def test_no_kind_is_forgotten() -> None:
    assert all(0.0 <= share <= 1.0 for kind in ChangeKind for share in shares(kind))


def alarm(stream: Stream, onset: float, at: float) -> Alarm:
    return Alarm(on_day(at), stream, AlarmKind.MOVES_WRONG, on_day(onset), 0.95, 0.5, 8)


def test_of_evidence_from_before_the_onset_of_an_alarm_a_tenth_stays() -> None:
    assert relevance([BEFORE, ACROSS, AFTER], [], [alarm(Stream.MOVED, 5.5, 7.0)]) == (0.1, 1.0, 1.0)
    two = [alarm(Stream.MOVED, 5.0, 5.2), alarm(Stream.MOVED, 7.0, 7.5)]
    assert relevance([BEFORE, ACROSS, AFTER], [], two) == pytest.approx((0.01, 0.1, 1.0))


def test_an_alarm_questions_its_own_stream_only_and_nothing_once_it_is_lifted() -> None:
    quiet, undated = comparison(moved=False, changed=False, day=3.0), comparison(moved=False, changed=True, day=3.0, has_lastmod=False)

    assert relevance([BEFORE, quiet, undated], [], [alarm(Stream.MOVED, 5.5, 7.0)]) == (0.1, 1.0, 1.0)
    assert relevance([BEFORE, quiet, undated], [], [alarm(Stream.UNMOVED, 5.5, 7.0)]) == (1.0, 0.1, 1.0)
    assert relevance([BEFORE], [], [replace(alarm(Stream.MOVED, 5.5, 7.0), lifted_at=on_day(9))]) == (1.0,)


def test_a_suspicion_by_the_sitemap_alone_costs_no_evidence() -> None:
    assert relevance([BEFORE], [], [alarm(Stream.ENTRIES, 5.0, 5.0)]) == (1.0,)


def test_a_wave_by_another_clock_is_no_evidence_against_moves() -> None:
    shift = snapshot(30, moved=98, shifted=97, shift_minutes=60)
    good = [comparison(moved=True, changed=True, day=day + hour / 24) for day in range(1, 30) for hour in (1, 2)]
    fooled = [comparison(moved=True, changed=False, day=30 + hour / 24, gap_days=1.0) for hour in range(1, 21)]

    history = history_of([*good, *fooled], [*daily(None, *[3] * 29), shift])

    assert [change.kind for change in history.changes] == [ChangeKind.ZONE_SHIFTED]
    assert history.alarms == ()
    assert history.relevance == (1.0,) * len(good) + (0.0,) * len(fooled)


def test_a_comparison_spans_a_moment_between_its_visits() -> None:
    assert spans(ACROSS, on_day(5))
    assert spans(ACROSS, on_day(5.5))
    assert not spans(ACROSS, on_day(4.5))
    assert not spans(ACROSS, on_day(5.6))


def test_the_last_restart_is_the_newest_that_costs_evidence() -> None:
    changes = [
        ChangePoint(on_day(day), kind) for day, kind in ((1, ChangeKind.FROZEN), (2, ChangeKind.JUMPED_BACK), (3, ChangeKind.REDESIGNED))
    ]

    assert History(tuple(changes)).last_restart == changes[1]
    assert History().last_restart is None


rows = st.tuples(st.floats(0.0, 40.0), st.floats(0.0, 30.0), st.booleans(), st.booleans(), st.integers(0, 5))
counts = st.lists(st.tuples(st.integers(0, 100), st.integers(0, 100), st.integers(0, 100), st.booleans()), max_size=30)


@given(rows=st.lists(rows, max_size=60), counts=counts)
@settings(deadline=None)
def test_no_history_raises(rows: list[tuple], counts: list[tuple]) -> None:
    seen = [comparison(moved=moved, changed=changed, day=day, gap_days=gap, page=page) for day, gap, moved, changed, page in rows]
    reads = [
        snapshot(day, moved=moved, backwards=back, shifted=shifted, vanished=back, appeared=shifted, complete=complete)
        for day, (moved, back, shifted, complete) in enumerate(counts)
    ]

    history = history_of(seen, reads)

    assert len(history.relevance) == len(seen)
    assert all(0.0 <= share <= 1.0 for share in history.relevance)
