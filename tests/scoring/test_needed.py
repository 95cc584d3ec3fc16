from __future__ import annotations

from scoring.assessment import Assessment, Verdict
from scoring.evidence import Evidence, WatchedPage
from scoring.thresholds import Thresholds
from scoring.verdict import assess
from tests.scoring.builders import comparisons, daily, on_day

LIMITS = Thresholds()
WATCHED = tuple(WatchedPage("", 20.0, 1 + place % 2) for place in range(40))


def judge(*cells: int, days: int = 20, **other: object) -> Assessment:
    seen = comparisons(*cells, day=days - 0.5, gap_days=4.0, **other)
    return assess(Evidence(daily(None, *[7] * days), (), seen, watched=WATCHED), now=on_day(days)).site


def test_with_next_to_nothing_seen_an_honest_site_is_supposed() -> None:
    judged = judge(0, 0, 0, 0)

    assert judged.verdict is Verdict.INSUFFICIENT
    assert (judged.workings.moved_missing, judged.workings.unmoved_missing) == (18, 18)


def test_what_is_said_to_be_missing_decides() -> None:
    judged = judge(8, 0, 0, 8)
    missing = judged.workings

    assert judged.verdict is Verdict.INSUFFICIENT
    assert judge(8 + missing.moved_missing, 0, 0, 8 + missing.unmoved_missing).verdict is not Verdict.INSUFFICIENT


def test_pages_at_rest_are_missing_where_the_moves_are_known_to_be_right() -> None:
    judged = judge(40, 0, 0, 4)

    assert judged.workings.moved_missing == 0
    assert judged.workings.unmoved_missing > 0


def test_a_good_verdict_is_lost_after_as_many_wrong_moves_as_are_told() -> None:
    judged = judge(30, 0, 0, 80)
    left = judged.workings.wrong_moves_left

    assert judged.verdict in (Verdict.TRUSTED, Verdict.USEFUL)
    assert 1 < left <= 55
    assert judge(30, left, 0, 80).class_probabilities["useful"] < LIMITS.certainty + 0.02
    assert judge(30, left // 2, 0, 80).class_probabilities["useful"] >= LIMITS.certainty - 0.02


def test_a_bad_verdict_has_nothing_to_lose() -> None:
    judged = judge(2, 38, 0, 40)

    assert judged.verdict is Verdict.UNTRUSTED
    assert (judged.workings.wrong_moves_left, judged.workings.silent_changes_left) == (0, 0)


def test_where_nothing_happens_no_number_of_visits_decides() -> None:
    judged = assess(Evidence(daily(None, *[7] * 20), (), comparisons(0, 0, 0, 60, day=19.5, gap_days=4.0)), now=on_day(20)).site

    assert judged.comparisons_missing <= LIMITS.missing_cap
