"""A verdict that is looked at after every check begins when it has held its ground, and ends later than it began."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from scoring.assessment import Verdict
from scoring.evidence import Evidence, ShownVerdict
from scoring.steadiness import NOTHING, Memory, is_good, keeps_bad, memory_of, since_when
from scoring.thresholds import Thresholds
from tests.scoring.builders import on_day

LIMITS = Thresholds()
SEEN = tuple(on_day(day) for day in range(20))
NONE_SHOWN = Memory(Verdict.INSUFFICIENT, is_first=False)


def shown(verdict: Verdict, day: float = 3.0, **fields) -> ShownVerdict:
    return ShownVerdict("", on_day(day), verdict.value, **fields)


def test_a_first_look_needs_no_second_one() -> None:
    assert is_good(Verdict.USEFUL, 0.95, NOTHING, SEEN, LIMITS)
    assert not is_good(Verdict.USEFUL, 0.949, NOTHING, SEEN, LIMITS)


def test_a_verdict_begins_at_once_where_it_is_very_likely_else_after_some_more_comparisons() -> None:
    assert is_good(Verdict.USEFUL, 0.99, NONE_SHOWN, SEEN, LIMITS)
    assert not is_good(Verdict.USEFUL, 0.97, NONE_SHOWN, SEEN, LIMITS)
    for newer in range(10):
        waiting = Memory(Verdict.INSUFFICIENT, useful_since=SEEN[-1 - newer], is_first=False)
        assert is_good(Verdict.USEFUL, 0.97, waiting, SEEN, LIMITS) == (newer >= LIMITS.comparisons_to_hold)
        assert not is_good(Verdict.USEFUL, 0.94, waiting, SEEN, LIMITS)
        assert not is_good(Verdict.TRUSTED, 0.97, waiting, SEEN, LIMITS), "that it is useful says nothing of trusted"


def test_a_verdict_ends_at_a_lower_probability_than_it_begins() -> None:
    useful = Memory(Verdict.USEFUL, is_first=False)
    assert is_good(Verdict.USEFUL, 0.8, useful, SEEN, LIMITS)
    assert not is_good(Verdict.USEFUL, 0.79, useful, SEEN, LIMITS)
    assert not is_good(Verdict.TRUSTED, 0.9, useful, SEEN, LIMITS)
    assert is_good(Verdict.USEFUL, 0.8, Memory(Verdict.TRUSTED, is_first=False), SEEN, LIMITS), "who loses trusted keeps useful"


def test_a_bad_verdict_stays_until_following_is_no_longer_unlikely() -> None:
    for verdict in (Verdict.HINT, Verdict.UNTRUSTED):
        assert keeps_bad(Memory(verdict, is_first=False), 0.19, LIMITS) is verdict
        assert keeps_bad(Memory(verdict, is_first=False), 0.21, LIMITS) is None
    assert keeps_bad(Memory(Verdict.USEFUL, is_first=False), 0.0, LIMITS) is None
    assert keeps_bad(NOTHING, 0.0, LIMITS) is None


def test_what_was_in_question_has_to_be_earned_anew_and_what_is_shown_later_is_not_known_yet() -> None:
    assert memory_of([shown(Verdict.USEFUL)], "", on_day(4)).shown is Verdict.USEFUL
    assert memory_of([shown(Verdict.USEFUL, state="reverifying")], "", on_day(4)) == Memory(is_first=False)
    assert memory_of([shown(Verdict.USEFUL)], "", on_day(3)) == NOTHING
    assert memory_of([shown(Verdict.USEFUL)], "blog", on_day(4)) == NOTHING
    assert memory_of([shown(Verdict.USEFUL), shown(Verdict.HINT, 3.5)], "", on_day(4)).shown is Verdict.HINT


def test_since_when_a_class_is_likely_is_kept_while_it_is() -> None:
    assert since_when(0.96, None, SEEN, LIMITS) == SEEN[-1]
    assert since_when(0.96, SEEN[3], SEEN, LIMITS) == SEEN[3]
    assert since_when(0.94, SEEN[3], SEEN, LIMITS) is None
    assert since_when(0.96, None, (), LIMITS) is None


def test_sections_remember_their_own() -> None:
    blog = ShownVerdict("blog", on_day(1), "hint")
    assert Evidence(shown=(shown(Verdict.USEFUL), blog)).for_section("blog").shown == (blog,)


@given(st.lists(st.floats(0.0, 1.0), min_size=1, max_size=60), st.integers(0, 3))
def test_a_verdict_never_begins_below_the_certainty_and_never_lives_below_what_keeps_it(path: list[float], a_check: int) -> None:
    """Whatever way the probability goes, `a_check` comparisons at a time."""
    memory, seen = NONE_SHOWN, list(SEEN)
    for number, probability in enumerate(path):
        seen += [SEEN[-1] + timedelta(days=number, hours=hour + 1) for hour in range(a_check)]
        was = memory.shown is Verdict.USEFUL
        good = is_good(Verdict.USEFUL, probability, memory, seen, LIMITS)
        assert not good or probability >= (LIMITS.certainty_to_keep if was else LIMITS.certainty)
        assert good or probability < LIMITS.certainty_at_once
        since = since_when(probability, memory.useful_since, seen, LIMITS)
        memory = Memory(Verdict.USEFUL if good else Verdict.INSUFFICIENT, useful_since=since, is_first=False)


def test_the_bounds_stand_in_their_order() -> None:
    assert 0.5 < LIMITS.certainty_to_keep < LIMITS.certainty < LIMITS.certainty_at_once < 1.0
