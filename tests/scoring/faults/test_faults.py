from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.assessment import FailureMode, Verdict
from scoring.evidence import Evidence, SecondLook, VisitTally
from scoring.faults import find_faults
from scoring.reasons import REASONS
from scoring.thresholds import Thresholds
from scoring.verdict import assess
from tests.scoring.builders import MONDAY, comparison, comparisons, daily, dates, evidence, on_day, snapshot
from tests.scoring.faults.cases import HONEST, case_of, modes_of

HONEST_SITES = {
    "honest": HONEST,
    "quiet": evidence(daily(None, *[0] * 30), comparisons(0, 0, 0, 300, day=20)),
    "busy": evidence(daily(None, *[60] * 10, entries=100), comparisons(90, 2, 1, 60, day=9)),
    "small": evidence(daily(None, 3, 0, 6, 0, 6, entries=6), comparisons(14, 0, 0, 20, day=5)),
    "one import": evidence(daily(None, *[8] * 20, 100, 7, 9, 8), (*HONEST.comparisons, *comparisons(8, 1, 0, 30, day=23))),
    "some errors": evidence(daily(None, *[8] * 20), comparisons(60, 3, 2, 500, day=20.5)),
    "new": evidence((snapshot(0),), (), tuple(dates(lastmod=10 + i, modified=10.2 + i, published=300) for i in range(20))),
}


@pytest.mark.parametrize("name", HONEST_SITES)
def test_an_honest_site_is_not_named(name: str) -> None:
    assert modes_of(HONEST_SITES[name]) == []


def test_only_structural_modes_decide_a_verdict() -> None:
    structural = {
        FailureMode.NO_LASTMOD,
        FailureMode.REQUEST_TIME,
        FailureMode.GENERATION_TIME,
        FailureMode.BUILD_STAMP,
        FailureMode.FROZEN,
    }
    worlds = (
        evidence(daily(None, 0, with_lastmod=2)),
        evidence(daily(None, 100, 100)),
        evidence(daily(None, 0, 100, 0, 100)),
        evidence(daily(None, *[0] * 5), comparisons(0, 0, 12, 12, day=4)),
    )
    for seen in worlds:
        deciding = [fault.mode for fault in find_faults(case_of(seen)) if fault.decides]
        assert set(deciding) <= structural
        assert assess(seen, now=on_day(40)).site.verdict in {Verdict.UNTRUSTED, Verdict.NO_LASTMOD}


def test_a_remark_never_changes_a_verdict() -> None:
    remarked = {"date_only": 100, "modal_count": 80, "modal_lastmod": on_day(-200), "with_lastmod": 90}
    plain = assess(HONEST, now=on_day(21)).site
    told = assess(evidence(daily(None, *[8] * 20, **remarked), HONEST.comparisons), now=on_day(21)).site

    assert told.failure_modes == (FailureMode.PARTIAL_COVERAGE, FailureMode.BULK_STAMP, FailureMode.DATE_ONLY)
    assert told.verdict is plain.verdict is Verdict.TRUSTED
    assert told.reasons[0].code == "trusted_by_comparisons"


counts = st.integers(0, 60)
some = st.one_of(st.none(), counts)
moments = st.floats(-4_000, 60).map(lambda day: MONDAY + timedelta(days=day))
reads = st.lists(
    st.builds(
        snapshot, st.integers(0, 45), moved=some, entries=counts, with_lastmod=counts, near_generation=counts, modal_count=counts,
        complete=st.booleans(), future=counts, date_only=counts, backwards=some, vanished=some, unmoved=some, index_dated=some,
        index_too_old=some, index_moving_alone=some, oldest=st.one_of(st.none(), moments), modal_lastmod=st.one_of(st.none(), moments),
        previous_at=st.one_of(st.none(), moments),
    ),
    max_size=12,
).map(tuple)  # fmt: skip
seen_pages = st.lists(
    st.builds(
        comparison, moved=st.booleans(), changed=st.booleans(), day=st.floats(-2_000, 50), gap_days=st.floats(0, 1e9),
        weight=st.floats(0.1, 1e9), has_lastmod=st.booleans(), page=st.integers(0, 4), body_changed=st.sampled_from([None, True, False]),
        lastmod=st.one_of(st.none(), moments), lastmod_seconds=st.sampled_from([0.0, 1.0, 86_400.0, float("nan"), -1.0]),
    ),
    max_size=40,
).map(tuple)  # fmt: skip
first = st.lists(
    st.builds(dates, lastmod=st.floats(-9, 900), modified=st.one_of(st.none(), st.floats(-9, 900)), published=st.none()), max_size=12
)
looks = st.lists(st.builds(SecondLook, st.just(""), moments, st.floats(-1e9, 1e9), counts, counts), max_size=3).map(tuple)
visits = st.lists(st.builds(VisitTally, st.just(""), counts, counts, st.sampled_from(["", "http_403"])), max_size=3).map(tuple)


@settings(max_examples=200, deadline=None)
@given(read=reads, seen=seen_pages, first=first, looks=looks, visits=visits)
def test_no_evidence_raises_and_every_mode_has_its_place_and_its_sentence(
    read: tuple, seen: tuple, first: list, looks: tuple, visits: tuple
) -> None:
    odd = replace(evidence(read, seen, tuple(first)), looks=looks, visits=visits)
    found = find_faults(case_of(odd, draws=200))

    order = list(FailureMode)
    assert [fault.mode for fault in found] == sorted({fault.mode for fault in found}, key=order.index)
    for fault in found:
        assert not fault.reason or REASONS[fault.reason] % fault.params
    judged = assess(odd, now=on_day(40), thresholds=Thresholds(draws=200)).site
    assert set(judged.failure_modes) >= {fault.mode for fault in found}


def test_no_evidence_at_all_names_nothing() -> None:
    assert modes_of(Evidence()) == []
