from __future__ import annotations

from dataclasses import replace

from scoring.assessment import FailureMode, Verdict
from scoring.evidence import Evidence, SecondLook, VisitTally
from scoring.verdict import assess
from tests.scoring.builders import comparisons, daily, evidence, in_section, on_day, snapshot
from tests.scoring.faults.cases import HONEST
from tests.scoring.faults.test_reach import news


def test_a_site_that_is_mostly_a_window_is_one_although_old_pages_stand_beside_it() -> None:
    window, pages = in_section("news", evidence(news())), in_section("topics", evidence(daily(None, *[3] * 24, entries=40)))
    whole = news(oldest=900.0)
    judged = assess(Evidence(whole, window.sections + pages.sections), now=on_day(25)).site
    mixed = assess(Evidence(whole, window.sections + in_section("t", evidence(daily(None, *[3] * 24))).sections), now=on_day(25)).site

    assert FailureMode.ROLLING_WINDOW in judged.failure_modes
    assert "rolling_window" in [reason.code for reason in judged.reasons]
    assert FailureMode.ROLLING_WINDOW not in mixed.failure_modes, "half is not most"


def test_a_section_that_is_a_hint_beside_one_that_can_be_followed_is_a_mixture() -> None:
    half = in_section("shop", evidence(daily(None, *[5] * 20), comparisons(60, 2, 60, 1_080, day=20.5)))
    honest = in_section("blog", HONEST)
    judged = assess(Evidence(HONEST.snapshots, half.sections + honest.sections, half.comparisons + honest.comparisons), now=on_day(21))

    assert [one.verdict for one in judged.sections] == [Verdict.TRUSTED, Verdict.HINT]
    assert FailureMode.MIXED_SECTIONS in judged.site.failure_modes


def test_modes_are_named_in_their_order_and_sections_by_their_own_looks_and_visits() -> None:
    spike = {"modal_count": 100, "top2_count": 100, "distinct": 1, "near_generation": 100}
    stamped, honest = in_section("docs", evidence((snapshot(20, **spike),))), in_section("blog", HONEST)
    seen = Evidence(
        HONEST.snapshots,
        stamped.sections + honest.sections,
        honest.comparisons,
        looks=(SecondLook("docs", on_day(20.1), 60.0, 100, 100),),
        visits=(VisitTally("docs", 12, 12, "http_403"),),
    )
    judged = assess(seen, now=on_day(21))
    by_section = {one.section: one.failure_modes for one in judged.sections}

    assert by_section == {"docs": (FailureMode.REQUEST_TIME, FailureMode.UNVERIFIABLE), "blog": ()}
    assert judged.site.failure_modes == (FailureMode.UNVERIFIABLE, FailureMode.MIXED_SECTIONS)
    assert seen.for_section("docs").looks == seen.looks
    assert replace(seen, visits=()).for_section("docs").visits == ()
