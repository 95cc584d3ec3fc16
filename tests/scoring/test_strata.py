from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.assessment import Assessment, Interval, Verdict
from scoring.estimate import Basis
from scoring.strata import with_strata
from scoring.thresholds import Thresholds
from scoring.verdict import assess
from tests.scoring.builders import comparisons, daily, evidence, in_section, on_day

LIMITS = Thresholds()
GOOD = Interval(low=0.93, median=0.96, high=0.98)
BAD = Interval(low=0.10, median=0.15, high=0.21)


def undecided() -> Assessment:
    """A site with too little evidence of its own."""
    own = evidence(daily(None, 3, 4, entries=200), comparisons(2, 1, 0, 2, day=1.5))
    return assess(own, now=on_day(3), thresholds=LIMITS, seed=1).site


def part(name: str, verdict: Verdict, share: Interval, *, entries: int, moves: float) -> Assessment:
    """A section with a verdict."""
    site = assess(in_section(name, evidence(daily(None, 3, entries=entries))), now=on_day(2), thresholds=LIMITS, seed=1)
    found = site.sections[0]
    workings = replace(found.workings, basis=Basis.EVENTS.value, move_rate=moves)
    return replace(found, verdict=verdict, precision=share, recall=share, entries=entries, lastmod_share=1.0, workings=workings)


def test_sections_that_are_known_decide_against_a_site_that_is_not() -> None:
    sections = [part("a", Verdict.TRUSTED, GOOD, entries=20, moves=0.1), part("b", Verdict.UNTRUSTED, BAD, entries=180, moves=0.5)]
    found = with_strata(undecided(), sections, LIMITS, seed=1)
    assert found.verdict in (Verdict.UNTRUSTED, Verdict.HINT)
    assert found.reasons[0].code == "sections_weighed"
    assert float(found.reasons[0].params["precision"]) == pytest.approx(15, abs=5), "nearly all moves are in the bad section"
    assert found.comparisons_missing == 0


def test_good_sections_never_make_a_good_verdict_of_a_site_that_did_not_show_it() -> None:
    sections = [part(name, Verdict.TRUSTED, GOOD, entries=100, moves=0.2) for name in ("a", "b")]
    assert with_strata(undecided(), sections, LIMITS, seed=1) == undecided()


def test_a_section_that_is_not_known_and_not_small_leaves_the_site_undecided() -> None:
    known = [part("a", Verdict.TRUSTED, GOOD, entries=20, moves=0.1), part("b", Verdict.UNTRUSTED, BAD, entries=80, moves=0.5)]
    sections = [*known, part("c", Verdict.INSUFFICIENT, BAD, entries=100, moves=0.5)]
    assert with_strata(undecided(), sections, LIMITS, seed=1).verdict is Verdict.INSUFFICIENT


def test_one_section_is_no_site() -> None:
    assert with_strata(undecided(), [part("b", Verdict.UNTRUSTED, BAD, entries=200, moves=0.5)], LIMITS, seed=1) == undecided()


def test_a_site_with_a_verdict_of_its_own_keeps_it() -> None:
    sections = [part("a", Verdict.TRUSTED, GOOD, entries=20, moves=0.1), part("b", Verdict.UNTRUSTED, BAD, entries=180, moves=0.5)]
    decided = replace(undecided(), verdict=Verdict.HINT)
    assert with_strata(decided, sections, LIMITS, seed=1) == decided
