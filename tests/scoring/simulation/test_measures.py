from __future__ import annotations

from dataclasses import replace
from math import inf, isnan, nan

import pytest

from scoring.assessment import FailureMode, Interval, Verdict
from scoring.simulation.classes import CLASSES
from scoring.simulation.delays import DelayRun, alarm_rate
from scoring.simulation.measures import (
    covers,
    early_verdict,
    ever_falsely_trusted,
    first_right,
    holding,
    is_false_trust,
    measure_class,
    modes_right,
    quantile,
    share,
)
from scoring.simulation.runs import Estimates, Judged, Said, SiteRun
from scoring.simulation.site_class import BAD, GOOD, NONE, POOR
from scoring.simulation.summary import summarize
from scoring.simulation.targets import TARGETS, Target
from scoring.simulation.tasks import Results
from scoring.simulation.truth import Events

HONEST = Events(100, 100, 100, 100)


def truth(precision: float, recall: float) -> Events:
    return Events(1_000, 1_000 * precision, 1_000, 1_000 * recall)


def said(verdict: Verdict, of: Events, section: str = "", so_far: Events | None = None) -> Said:
    return Said(section, verdict, of, of if so_far is None else so_far)


def judged(verdict: Verdict, *, visits: int = 10, day: int = 1, of: Events = HONEST) -> Judged:
    return Judged(day, said(verdict, of), (), day, visits, max(visits - 5, 0), visits, 0)


def run(*verdicts: Judged, name: str = "accurate", modes: tuple[FailureMode, ...] = (), switch: int | None = None) -> SiteRun:
    end = verdicts[-1]
    interval = Interval(0.9, 0.95, 1.0)
    site = Estimates("", end.verdict, interval, interval, end.truth, 1.0, 1.0)
    return SiteRun(name, 0, verdicts, site, (), modes, has_lastmod=True, switch_day=switch)


@pytest.mark.parametrize(
    ("events", "right"),
    [
        (truth(0.95, 0.95), GOOD),
        (truth(0.95, 0.85), {Verdict.USEFUL}),
        (truth(0.55, 0.99), {Verdict.USEFUL}),
        (truth(0.45, 0.99), POOR),
        (truth(0.99, 0.7), POOR),
        (Events(changes=5), BAD),
        (Events(), {Verdict.INSUFFICIENT}),
        (Events(moves=100, right=10), POOR),
    ],
)
def test_the_right_verdicts_follow_from_the_truth(events: Events, right: set[Verdict]) -> None:
    assert holding(events) == right
    assert holding(events, has_lastmod=False) == NONE


@pytest.mark.parametrize(
    ("verdict", "events", "is_false"),
    [
        (Verdict.TRUSTED, truth(0.95, 0.85), True),
        (Verdict.USEFUL, truth(0.95, 0.85), False),
        (Verdict.USEFUL, truth(0.4, 0.95), True),
        (Verdict.HINT, truth(0.0, 0.0), False),
        (Verdict.USEFUL, Events(), False),
        (Verdict.USEFUL, Events(changes=4), True),
    ],
)
def test_false_trust_is_a_good_verdict_that_the_truth_does_not_bear(verdict: Verdict, events: Events, *, is_false: bool) -> None:
    assert is_false_trust(said(verdict, events)) is is_false


def test_who_has_not_sinned_yet_and_who_only_began_badly_may_be_trusted() -> None:
    bad = truth(0.1, 1.0)

    assert not is_false_trust(said(Verdict.USEFUL, bad, so_far=HONEST))
    assert not is_false_trust(said(Verdict.USEFUL, HONEST, so_far=bad))
    assert not is_false_trust(said(Verdict.USEFUL, bad, so_far=Events()))
    assert is_false_trust(said(Verdict.USEFUL, bad, so_far=bad))


def test_one_day_of_false_trust_is_enough_but_for_the_days_after_a_switch() -> None:
    bad = truth(0.1, 0.1)
    trusted = [judged(Verdict.TRUSTED, day=day, of=HONEST if day < 20 else bad) for day in range(30)]
    late = [*trusted, judged(Verdict.TRUSTED, day=40, of=bad)]

    assert ever_falsely_trusted(run(*trusted))
    assert not ever_falsely_trusted(run(*trusted, switch=20))
    assert ever_falsely_trusted(run(*late, switch=20))
    assert not ever_falsely_trusted(run(*trusted[:20]))


def test_trust_in_a_wrong_section_is_false_as_well() -> None:
    honest = judged(Verdict.USEFUL)
    mixed = replace(honest, sections=(said(Verdict.TRUSTED, HONEST, "docs"), said(Verdict.USEFUL, truth(0.1, 1.0), "news")))
    fair = replace(honest, sections=(said(Verdict.TRUSTED, HONEST, "docs"), said(Verdict.HINT, truth(0.1, 1.0), "news")))

    assert ever_falsely_trusted(run(mixed))
    assert not ever_falsely_trusted(run(fair))


def test_the_cost_is_that_of_the_first_right_verdict() -> None:
    found = run(
        judged(Verdict.INSUFFICIENT), judged(Verdict.UNTRUSTED, visits=20), judged(Verdict.USEFUL, visits=40), judged(Verdict.TRUSTED)
    )
    first = first_right(CLASSES["accurate"], found)

    assert first is not None
    assert first.visits == 40
    assert first_right(CLASSES["accurate"], run(judged(Verdict.HINT))) is None


def test_an_undecided_site_is_no_verdict_even_where_nothing_better_can_be_said() -> None:
    assert first_right(CLASSES["rolling_window"], run(judged(Verdict.INSUFFICIENT), name="rolling_window")) is None


def test_the_early_verdict_is_the_last_one_within_a_hundred_visits() -> None:
    early = early_verdict(run(judged(Verdict.HINT, visits=50), judged(Verdict.USEFUL, visits=100), judged(Verdict.TRUSTED, visits=101)))

    assert early is not None
    assert early.verdict is Verdict.USEFUL


@pytest.mark.parametrize(
    ("name", "named", "is_right"),
    [
        ("accurate", (), True),
        ("accurate", (FailureMode.FROZEN,), False),
        ("frozen", (FailureMode.FROZEN,), True),
        ("frozen", (), False),
        ("frozen", (FailureMode.FROZEN, FailureMode.SILENT_CHANGES), True),
        ("frozen", (FailureMode.SILENT_CHANGES,), False),
        ("frozen", (FailureMode.FROZEN, FailureMode.BACKWARDS), False),
    ],
)
def test_modes_are_right_where_the_own_one_is_named_and_no_foreign_one(
    name: str, named: tuple[FailureMode, ...], *, is_right: bool
) -> None:
    assert modes_right(CLASSES[name], run(judged(Verdict.UNTRUSTED), name=name, modes=named)) is is_right


def test_an_interval_may_miss_an_exact_end_by_a_hundredth_and_nothing_else() -> None:
    assert covers(Interval(0.8, 0.9, 0.995), 1.0)
    assert not covers(Interval(0.8, 0.9, 0.995), 0.999)
    assert covers(Interval(0.005, 0.1, 0.2), 0.0)
    assert not covers(Interval(0.02, 0.1, 0.2), 0.0)


def test_shares_and_quantiles_of_nothing_are_no_numbers() -> None:
    assert isnan(share([]))
    assert isnan(quantile([], 0.5))
    assert quantile([1.0, 2.0, inf], 0.9) == inf
    assert quantile([1.0, 2.0, 3.0], 0.5) == 2.0


def test_a_class_is_put_together_from_its_runs() -> None:
    good, bad = run(judged(Verdict.USEFUL, visits=30)), run(judged(Verdict.INSUFFICIENT, visits=60))
    found = measure_class([good, good, good, bad])

    assert (found.sites, found.right, found.decided, found.right_of_decided, found.false_trust) == (4, 0.75, 0.75, 1.0, 0.0)
    assert (found.visits_median, found.visits_p90) == (30, inf)
    assert (found.true_precision, found.precision, found.precision_covered) == (1.0, 0.95, 1.0)


def test_the_summary_counts_undecided_near_sites_neither_way() -> None:
    right = run(judged(Verdict.USEFUL, of=truth(0.82, 0.85)), name="near_p82_r85")
    wrong = run(judged(Verdict.TRUSTED, of=truth(0.82, 0.85)), name="near_p82_r85")
    open_ = run(judged(Verdict.INSUFFICIENT, of=truth(0.82, 0.85)), name="near_p82_r85")
    found = {one.key: one for one in summarize(Results({"near_p82_r85": (right, right, right, wrong, open_)}, {}, {}))}

    assert found["near_right"].value == 0.75
    assert found["near_right"].runs == 4
    assert "clear_right" not in found
    assert found["precision_covered"].value == 0.0, "the interval of .9 to 1 does not hold .82"


def test_false_alarms_are_counted_in_a_thousand_visits() -> None:
    quiet = DelayRun("steady", 0, True, False, 1, 0.0, 300, 0)
    runs = (replace(quiet, alarms=1), quiet, replace(quiet, moved_visits=400))

    assert alarm_rate(runs) == 1.0
    assert isnan(alarm_rate(()))


def test_targets_say_what_is_wanted_and_whether_it_is_met() -> None:
    at_least, at_most, between = Target("", low=0.9), Target("", high=8.0), Target("", low=0.93, high=0.97)

    assert (at_least.wanted, at_most.wanted, between.wanted) == ("≥ 0.9", "≤ 8", "0.93–0.97")
    assert (at_least.is_met(0.9), at_least.is_met(0.89), at_least.is_met(nan)) == (True, False, False)
    assert (at_most.is_met(8.0), at_most.is_met(inf)) == (True, False)
    assert (between.is_met(0.95), between.is_met(0.98), between.is_met(0.92)) == (True, False, False)
    assert all(target.low is not None or target.high is not None for target in TARGETS.values())
