from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.assessment import Assessment, Counts, Interval, SiteAssessment, Verdict, VerdictState, Workings
from scoring.pacing import EVERYTHING, FIRST_PAGES, LONGEST_WAIT_DAYS, Pace, pace_of
from scoring.revisits import PanelPage, plan_revisits


def judged(verdict: Verdict = Verdict.TRUSTED, *, section: str = "", **other: object) -> Assessment:
    known = Interval(0.9, 0.95, 0.99)
    values = {
        "trust": known,
        "precision": known,
        "recall": known,
        "counts": Counts(30, 1, 0, 60),
        "failure_modes": (),
        "reasons": (),
        "entries": 100,
        "lastmod_share": 1.0,
        "class_probabilities": {"trusted": 0.99, "useful": 1.0, "hint": 1.0},
        "workings": Workings(move_rate=0.05, silent_rate=Interval(0.0, 0.001, 0.01)),
    }
    return Assessment(section=section, verdict=verdict, **(values | other))  # type: ignore[arg-type]


def panel(count: int, *, moved: bool, days: float | None = 30.0, section: str = "") -> list[PanelPage]:
    return [PanelPage(f"{section}{n}{moved}", section, "s", 1.0, days, moved_since_visit=moved, has_lastmod=True) for n in range(count)]


def pace(site: Assessment, *sections: Assessment) -> Pace:
    return pace_of(SiteAssessment(site, sections), check_days=1.0)


def test_a_page_at_rest_waits_until_a_good_part_of_a_change_is_due_and_a_busy_one_waits_less() -> None:
    known = pace(judged(Verdict.INSUFFICIENT))

    assert not known.is_due(5.0, 1.0)
    assert known.is_due(8.0, 1.0)
    assert known.is_due(5.0, 2.5)
    assert known.is_due(LONGEST_WAIT_DAYS, 0.01)


def test_where_nothing_ever_moved_a_week_is_waited() -> None:
    assert not Pace().is_due(6.9, 1.0)
    assert Pace().is_due(7.0, 1.0)


def test_the_first_check_sees_the_first_pages_and_not_all() -> None:
    plan = plan_revisits(panel(40, moved=False, days=None), budget=40, seed=1, pace=pace_of(None, check_days=1.0))

    assert len(plan) == FIRST_PAGES
    assert {visit.reason for visit in plan} == {"first_visit"}


def test_first_visits_are_spread_over_all_strata() -> None:
    big = [PanelPage(f"b{n}", "", "big", 0.1, None, moved_since_visit=False, has_lastmod=True) for n in range(30)]
    small = [PanelPage(f"s{n}", "", "small", 0.1, None, moved_since_visit=False, has_lastmod=True) for n in range(10)]
    plan = plan_revisits([*big, *small], budget=8, seed=3, pace=Pace())

    assert sum(visit.key.startswith("s") for visit in plan) == 2


@pytest.mark.parametrize("verdict", [Verdict.TRUSTED, Verdict.UNTRUSTED, Verdict.HINT, Verdict.NO_LASTMOD])
def test_a_settled_site_is_only_visited_in_a_trickle(verdict: Verdict) -> None:
    pages = [*panel(20, moved=True), *panel(20, moved=False)]
    visits = [len(plan_revisits(pages, budget=40, seed=seed, pace=pace(judged(verdict)))) for seed in range(200)]

    assert max(visits) <= 2
    assert sum(visits) / 200 == pytest.approx(8.0 / 7.0, rel=0.2)


def test_a_verdict_in_question_is_visited_as_an_open_one() -> None:
    pages = [*panel(20, moved=True), *panel(20, moved=False)]
    doubted = replace(judged(), state=VerdictState.REVERIFYING, burst=15)

    assert len(plan_revisits(pages, budget=40, seed=1, pace=pace(doubted))) == 40


def test_an_open_section_of_a_settled_site_is_visited_and_a_tiny_one_is_not() -> None:
    pages = [*panel(10, moved=False, section="open"), *panel(10, moved=False, section="tiny"), *panel(10, moved=False, section="sure")]
    parts = (
        judged(Verdict.INSUFFICIENT, section="open", entries=40),
        judged(Verdict.INSUFFICIENT, section="tiny", entries=5),
        judged(section="sure", entries=55),
    )
    plan = plan_revisits(pages, budget=30, seed=1, pace=pace(judged(Verdict.UNTRUSTED), *parts))

    assert sum(visit.key.startswith("open") for visit in plan) == 10
    assert sum(not visit.key.startswith("open") for visit in plan) <= 1


def test_pages_at_rest_get_most_of_the_budget_once_moves_are_known_to_be_right() -> None:
    right = pace(judged(Verdict.INSUFFICIENT))
    wrong = pace(judged(Verdict.INSUFFICIENT, precision=Interval(0.1, 0.2, 0.3), counts=Counts(4, 16, 20, 20)))

    assert right.moved_share < wrong.moved_share


def test_everything_is_due_in_an_archive() -> None:
    pages = [*panel(20, moved=False, days=0.0), *panel(30, moved=False, days=None)]

    assert len(plan_revisits(pages, budget=100, seed=1, pace=EVERYTHING)) == len({page.key for page in pages})
