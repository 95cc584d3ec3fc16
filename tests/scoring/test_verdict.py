from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.assessment import Assessment, FailureMode, Verdict
from scoring.evidence import Evidence, WatchedPage
from scoring.reasons import REASONS
from scoring.thresholds import Thresholds
from scoring.verdict import assess
from tests.scoring.builders import comparison, comparisons, daily, dates, evidence, in_section, on_day, snapshot


def judge(seen: Evidence, day: float = 40.0) -> Assessment:
    return assess(seen, now=on_day(day)).site


def codes(judged: Assessment) -> list[str]:
    return [reason.code for reason in judged.reasons]


HONEST = evidence(daily(None, *[8] * 20), comparisons(50, 0, 0, 500, day=20.5))


def test_a_site_whose_moves_and_changes_agree_is_trusted_with_its_numbers() -> None:
    judged = judge(HONEST, 21)

    assert judged.verdict is Verdict.TRUSTED
    assert judged.precision is not None
    assert judged.precision.low > 0.9
    assert judged.recall is not None
    assert judged.recall.low > 0.85
    assert (judged.entries, judged.lastmod_share, judged.comparisons_missing) == (100, 1.0, 0)
    assert codes(judged)[0] == "trusted_by_comparisons"


def test_two_right_moves_of_two_are_not_enough() -> None:
    judged = judge(evidence(daily(None, 2, entries=25), comparisons(2, 0, 0, 23)), 2)

    assert judged.verdict is Verdict.INSUFFICIENT
    assert judged.precision is not None
    assert judged.precision.low <= 0.5
    assert judged.comparisons_missing > 0


def test_four_right_moves_of_four_never_make_a_good_verdict() -> None:
    judged = assess(evidence(daily(None, 2, 2), comparisons(4, 0, 0, 400)), now=on_day(2), thresholds=Thresholds(certainty=0.9)).site

    assert judged.class_probabilities["useful"] > 0.9
    assert judged.verdict is Verdict.INSUFFICIENT


@pytest.mark.parametrize("wrong", range(1, 5))
def test_fewer_than_five_comparisons_never_condemn(wrong: int) -> None:
    judged = judge(evidence(daily(None, 10, 12), comparisons(0, wrong, 0, 0)), 3)

    assert judged.verdict is Verdict.INSUFFICIENT


def test_moves_without_changes_are_untrusted() -> None:
    judged = judge(evidence(daily(None, *[20] * 6), comparisons(1, 30, 1, 40, day=5)), 7)

    assert judged.verdict is Verdict.UNTRUSTED
    assert "low_precision" in codes(judged)


def test_moves_that_catch_half_of_the_changes_are_a_hint_only() -> None:
    judged = judge(evidence(daily(None, *[5] * 10), comparisons(60, 2, 60, 1_080, day=9)), 11)

    assert judged.verdict is Verdict.HINT
    assert judged.recall is not None
    assert judged.recall.low < 0.5 < judged.recall.high + 0.1


def test_mostly_right_moves_are_useful_but_not_trusted() -> None:
    judged = judge(evidence(daily(None, *[10] * 10), comparisons(80, 30, 4, 900, day=9)), 11)

    assert judged.verdict is Verdict.USEFUL


def test_pages_that_change_while_nothing_moves_show_a_frozen_lastmod() -> None:
    judged = judge(evidence(daily(None, *[0] * 5), comparisons(0, 0, 12, 12, day=4)), 6)

    assert judged.verdict is Verdict.UNTRUSTED
    assert judged.failure_modes == (FailureMode.FROZEN,)
    assert judged.precision is None
    assert judged.recall is not None
    assert judged.recall.high < 0.2
    assert codes(judged)[0] == "frozen"


def test_unequal_weights_do_not_hide_a_frozen_lastmod() -> None:
    heavy = comparisons(0, 0, 0, 20, day=20, weight=500.0)
    judged = judge(evidence(daily(None, *[0] * 30), (*heavy, *comparisons(0, 0, 60, 300, day=20))), 31)

    assert judged.failure_modes == (FailureMode.FROZEN,)


def test_noise_in_page_comparison_does_not_look_like_a_frozen_lastmod() -> None:
    judged = judge(evidence(daily(None, *[0] * 30), comparisons(0, 0, 6, 394, day=20)), 31)

    assert judged.verdict is Verdict.INSUFFICIENT


def test_nothing_moved_and_nothing_changed_decides_nothing() -> None:
    judged = judge(evidence(daily(None, *[0] * 30), comparisons(0, 0, 0, 300, day=20)), 31)

    assert judged.verdict is Verdict.INSUFFICIENT
    assert codes(judged)[0] == "nothing_happened"
    assert judged.comparisons_missing > 0


@pytest.mark.parametrize("dated", [0, 1, 4])
def test_a_site_without_lastmod_is_told_so_without_a_visit(dated: int) -> None:
    judged = judge(evidence(daily(None, with_lastmod=dated)), 1)

    assert judged.verdict is Verdict.NO_LASTMOD
    assert judged.failure_modes == (FailureMode.NO_LASTMOD,)
    assert (judged.trust, judged.precision, judged.recall) == (None, None, None)


def test_half_covered_sites_are_judged_by_the_covered_half() -> None:
    undated = comparisons(0, 0, 10, 10, day=20.5, has_lastmod=False)
    judged = judge(evidence(daily(None, *[4] * 20, with_lastmod=50), (*HONEST.comparisons, *undated)), 21)

    assert judged.verdict is Verdict.TRUSTED
    assert judged.failure_modes == (FailureMode.PARTIAL_COVERAGE,)
    assert judged.counts.unmoved_changed == 0
    assert {"partial_coverage", "changes_without_lastmod"} <= set(codes(judged))


def test_one_spike_of_dates_is_only_suspected() -> None:
    spike = snapshot(0, modal_count=100, top2_count=100, distinct=1, near_generation=100, modal_lastmod=on_day(0))
    judged = judge(evidence((spike,)), 1)

    assert judged.verdict is Verdict.INSUFFICIENT
    assert judged.failure_modes == ()
    assert "generation_time_suspected" in codes(judged)


def test_everything_moving_a_second_time_confirms_generation_time_without_a_visit() -> None:
    judged = judge(evidence(daily(None, 100, 100)), 4)

    assert judged.verdict is Verdict.UNTRUSTED
    assert judged.failure_modes == (FailureMode.GENERATION_TIME,)


def test_pages_that_moved_with_all_others_and_had_not_changed_confirm_generation_time() -> None:
    once = evidence(daily(None, 100), comparisons(0, 8, 0, 0))

    assert judge(once, 2).failure_modes == (FailureMode.GENERATION_TIME,)
    assert codes(judge(once, 2))[0] == "generation_time_by_pages"


def test_a_site_where_everything_moves_and_changes_is_not_accused() -> None:
    judged = judge(evidence(daily(None, 100, 100, 100), comparisons(30, 0, 0, 0, day=2.5)), 4)

    assert judged.failure_modes == ()
    assert judged.verdict in {Verdict.TRUSTED, Verdict.USEFUL}
    assert "all_move_and_change" in codes(judged)


def test_one_date_on_all_entries_at_every_making_is_a_stamp_although_the_pages_changed() -> None:
    stamped = {"modal_count": 100, "top2_count": 100, "distinct": 1, "near_generation": 100}
    seconds = evidence(daily(None, 100, 100, 100, **stamped), comparisons(30, 0, 0, 0, day=2.5))
    days = evidence(daily(None, 100, 100, 100, date_only=100, **stamped), comparisons(30, 0, 0, 0, day=2.5))

    assert judge(seconds, 4).failure_modes == (FailureMode.GENERATION_TIME,)
    assert "all_move_and_change" in codes(judge(seconds, 4)), "high numbers beside a bad verdict are explained"
    assert judge(days, 4).failure_modes == (FailureMode.DATE_ONLY,), (
        "all pages of a busy site may honestly carry the day of yesterday's change"
    )


def test_a_site_between_hint_and_untrusted_is_not_undecided_for_ever() -> None:
    border = evidence(daily(None, *[30] * 20), comparisons(76, 358, 0, 500, day=19))
    few = evidence(daily(None, *[30] * 20), comparisons(4, 18, 0, 25, day=19))

    assert judge(border, 21).verdict in {Verdict.HINT, Verdict.UNTRUSTED}
    assert judge(few, 21).verdict is Verdict.INSUFFICIENT


def test_an_import_of_all_pages_does_not_cost_an_honest_site_its_name() -> None:
    after = evidence(daily(None, *[8] * 20, 100, 7, 9, 8), (*HONEST.comparisons, *comparisons(8, 1, 0, 30, day=23)))
    judged = judge(after, 24)

    assert judged.verdict in {Verdict.TRUSTED, Verdict.USEFUL}
    assert judged.failure_modes == ()


def test_a_silently_changed_generator_costs_trust_at_its_second_snapshot() -> None:
    snapshots = daily(None, *[8] * 20, 100, 100)
    seen = (*HONEST.comparisons, *comparisons(0, 4, 0, 0, day=21.2), *comparisons(0, 4, 0, 0, day=22.2))
    assert judge(evidence(snapshots, seen), 20.9).verdict is Verdict.TRUSTED

    judged = judge(evidence(snapshots, seen), 22.5)

    assert judged.verdict is Verdict.UNTRUSTED
    assert FailureMode.GENERATION_TIME in judged.failure_modes
    assert judged.counts.total == 8, "comparisons from before the change must not count"
    assert "changed_all_moving" in codes(judged)


def test_evidence_of_later_checks_is_not_seen() -> None:
    first = tuple(dates(lastmod=300 + i, modified=10 + i, published=300 + i) for i in range(12))  # seen at day .5
    later = evidence((snapshot(0), snapshot(0.4, moved=3)), (), first)

    assert judge(HONEST, 19.0).counts.total == 0
    assert judge(later, 0.0).failure_modes == ()


def test_visits_made_just_after_the_time_of_the_check_belong_to_it() -> None:
    seen = comparisons(5, 0, 0, 5, day=20.01)
    first = tuple(dates(lastmod=300 + i, modified=10 + i, published=300 + i) for i in range(12))

    assert judge(evidence(daily(None, *[8] * 20), seen), 20.0).counts.total == 10
    assert judge(evidence((snapshot(0),), (), first), 0.0).failure_modes == (FailureMode.PUBLISH_DATE_ONLY,)


def test_old_evidence_weighs_less_than_new() -> None:
    fresh, stale = judge(HONEST, 21), judge(HONEST, 400)

    assert fresh.precision is not None
    assert stale.precision is not None
    assert stale.precision.low < fresh.precision.low


def test_first_visits_alone_never_make_a_good_verdict() -> None:
    agreeing = tuple(dates(lastmod=10 + i, modified=10.4 + i, published=300) for i in range(40))
    judged = judge(evidence((snapshot(0),), (), agreeing), 1)

    assert judged.verdict is Verdict.INSUFFICIENT
    assert judged.preliminary
    assert judged.precision is not None
    assert judged.precision.low < 0.75 < judged.precision.high


def test_publication_dates_as_lastmod_are_named_on_the_first_day() -> None:
    first = tuple(dates(lastmod=300 + i, modified=10 + i, published=300 + i) for i in range(12))
    judged = judge(evidence((snapshot(0),), (), first), 1)

    assert judged.failure_modes == (FailureMode.PUBLISH_DATE_ONLY,)
    assert judged.verdict is Verdict.INSUFFICIENT


def test_dates_from_the_same_source_prove_nothing() -> None:
    same = tuple(dates(lastmod=10 + i, modified=10 + i, published=300) for i in range(40))
    judged = judge(evidence((snapshot(0),), (), same), 1)

    assert "date_modified_follows_lastmod" in codes(judged)
    assert judged.precision is not None
    assert judged.precision.high - judged.precision.low > 0.9


def test_sections_that_differ_are_told_apart() -> None:
    honest = in_section("blog", HONEST)
    stamped = in_section("docs", evidence(daily(None, *[100] * 20), comparisons(2, 38, 0, 0, day=20.5)))
    both = Evidence(HONEST.snapshots, honest.sections + stamped.sections, honest.comparisons + stamped.comparisons)
    judged = assess(both, now=on_day(21))

    assert {s.section: s.verdict for s in judged.sections} == {"blog": Verdict.TRUSTED, "docs": Verdict.UNTRUSTED}
    assert FailureMode.MIXED_SECTIONS in judged.site.failure_modes
    assert "sections_disagree" in codes(judged.site)


def test_sections_with_nothing_are_left_out() -> None:
    empty = in_section("gone", evidence((snapshot(0, entries=0),)))
    full = in_section("blog", evidence((snapshot(0),)))
    judged = assess(Evidence((), empty.sections + full.sections), now=on_day(1))

    assert [s.section for s in judged.sections] == ["blog"]


def two_sections(second: Evidence) -> Evidence:
    first, other = in_section("old", HONEST), in_section("new", second)
    whole = tuple(snapshot(day, moved=108 if day else None, entries=200) for day in range(21))
    return Evidence(whole, first.sections + other.sections, first.comparisons + other.comparisons)


def test_a_site_is_not_trusted_while_a_large_section_was_never_compared() -> None:
    unseen = assess(two_sections(evidence(daily(None, *[100] * 20))), now=on_day(21)).site
    alone = assess(two_sections(evidence(daily(None, *[0] * 20, entries=5))), now=on_day(21)).site

    assert unseen.verdict is Verdict.INSUFFICIENT
    assert unseen.comparisons_missing > 0
    assert unseen.reasons[0].code == "section_unseen"
    assert unseen.reasons[0].params == {"section": "new", "percent": 50, "sections": 1}
    assert "trusted_by_comparisons" not in codes(unseen)
    assert alone.verdict in {Verdict.TRUSTED, Verdict.USEFUL}, "a small section is spoken for by the others"


def test_moves_on_pages_that_change_in_such_a_time_anyway_earn_no_trust() -> None:
    weekly = tuple(snapshot(7 * week, moved=60 if week else None, previous_at=on_day(7 * week - 7)) for week in range(31))
    watched = tuple(WatchedPage("", 210.0, 16 + place % 5) for place in range(40))
    stray = judge(replace(evidence(weekly, comparisons(130, 70, 70, 50, day=210.1, gap_days=7.0)), watched=watched), 211)
    honest = judge(replace(evidence(weekly, comparisons(200, 0, 0, 120, day=210.1, gap_days=7.0)), watched=watched), 211)

    assert stray.verdict in (Verdict.HINT, Verdict.UNTRUSTED)
    assert stray.precision is not None
    assert stray.precision.high < 0.5, "changes that came anyway are no merit of the moves"
    assert stray.workings.pair_precision is not None
    assert stray.workings.pair_precision.low > 0.5, "what was seen is told beside it"
    assert stray.workings.disagrees
    assert honest.verdict is Verdict.TRUSTED


def test_without_a_comparison_or_a_date_there_are_no_numbers() -> None:
    judged = judge(evidence((snapshot(0),)), 1)

    assert judged.verdict is Verdict.INSUFFICIENT
    assert (judged.trust, judged.precision, judged.recall) == (None, None, None)


def test_gaps_and_weights_beyond_all_measure_give_sound_numbers() -> None:
    odd = (comparison(moved=True, changed=True, weight=1e308), comparison(moved=False, changed=True, gap_days=1e308, weight=1e308))
    judged = judge(evidence(daily(None, *[3] * 5), (*odd, *comparisons(9, 1, 1, 30))), 5)
    alone = judge(evidence((), (*odd, *odd)), 5)

    for found in (judged, alone):
        assert found.recall is not None
        assert 0.0 <= found.recall.low <= found.recall.high <= 1.0
    assert alone.lastmod_share == 1.0


def test_no_evidence_at_all_is_insufficient() -> None:
    judged = judge(Evidence())

    assert judged.verdict is Verdict.INSUFFICIENT
    assert codes(judged) == ["no_snapshot"]
    assert judged.comparisons_missing > 0


def test_an_empty_sitemap_is_insufficient() -> None:
    assert codes(judge(evidence((snapshot(0, entries=0),)), 1))[0] == "no_entries"


def test_comparisons_missing_is_roughly_what_it_takes() -> None:
    judged = judge(evidence(daily(None, *[10] * 4), comparisons(4, 0, 0, 36, day=3)), 4)
    assert judged.verdict is Verdict.INSUFFICIENT
    moved, unmoved = judged.workings.moved_missing, judged.workings.unmoved_missing

    enough = comparisons(4 + moved, 0, 0, 36 + unmoved, day=3)
    assert judge(evidence(daily(None, *[10] * 4), enough), 4).verdict is not Verdict.INSUFFICIENT
    assert 0 < judged.comparisons_missing == moved + unmoved < 200
    assert unmoved > 0, "silence of unmoved pages proves recall"


def test_a_stricter_certainty_is_kept() -> None:
    strict = Thresholds(certainty=0.9999)

    assert assess(HONEST, now=on_day(21), thresholds=strict).site.verdict is not Verdict.TRUSTED


def test_the_same_seed_gives_the_same_assessment() -> None:
    assert assess(HONEST, now=on_day(21), seed=5) == assess(HONEST, now=on_day(21), seed=5)


weights = st.one_of(st.floats(0.1, 1e6), st.sampled_from([0.0, -1.0, float("inf"), float("nan"), 1e-320, 1e308]))
anything_seen = st.lists(
    st.builds(
        comparison,
        moved=st.booleans(),
        changed=st.booleans(),
        day=st.floats(-2_000, 50),
        gap_days=st.one_of(st.floats(0, 400), st.sampled_from([-1.0, float("nan"), float("inf"), 1e308])),
        weight=weights,
        has_lastmod=st.booleans(),
        page=st.integers(0, 4),
    ),
    max_size=40,
).map(tuple)
anything_read = st.lists(
    st.builds(
        snapshot,
        st.integers(0, 45),
        moved=st.one_of(st.none(), st.integers(0, 60)),
        entries=st.integers(0, 60),
        near_generation=st.integers(0, 60),
        modal_count=st.integers(0, 60),
        complete=st.booleans(),
        epoch=st.integers(0, 60),
    ),
    max_size=12,
).map(tuple)


@settings(max_examples=150, deadline=None)
@given(seen=anything_seen, read=anything_read)
def test_no_evidence_raises_and_every_answer_is_sound(seen: tuple, read: tuple) -> None:
    quick = Thresholds(draws=300)
    judged = assess(evidence(read, seen), now=on_day(40), thresholds=quick).site

    for interval in (judged.trust, judged.precision, judged.recall):
        assert interval is None or 0.0 <= interval.low <= interval.median <= interval.high <= 1.0
    assert (judged.comparisons_missing > 0) == (judged.verdict is Verdict.INSUFFICIENT)
    shares = judged.class_probabilities
    assert 0.0 <= shares["trusted"] <= shares["useful"] <= shares["hint"] <= 1.0
    for reason in judged.reasons:
        assert REASONS[reason.code] % reason.params
    if judged.counts.total < 5 and judged.verdict is Verdict.UNTRUSTED:
        stamps = {FailureMode.REQUEST_TIME, FailureMode.GENERATION_TIME, FailureMode.BUILD_STAMP}
        assert stamps & set(judged.failure_modes)


def test_moves_of_one_or_two_days_may_have_one_cause_and_make_no_good_verdict_however_many_they_are() -> None:
    """A wave of a build is right by chance where most of its pages had been edited since the wave before."""

    def judged(days: int) -> Assessment:
        seen = [replace(one, lastmod=on_day(place % days)) for place, one in enumerate(HONEST.comparisons)]
        return judge(replace(HONEST, comparisons=tuple(seen)), 21)

    assert judged(3).verdict is Verdict.TRUSTED
    assert judged(2).verdict is Verdict.INSUFFICIENT
    assert codes(judged(2))[0] == "few_days_of_moves"
