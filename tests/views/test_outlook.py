"""What would change a verdict, and the numbers behind it, on the page of a site."""

from __future__ import annotations

from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone

from scoring.assessment import Interval
from tests import factories

CELLS = {"moved_changed": 28, "moved_unchanged": 3, "unmoved_changed": 2, "unmoved_unchanged": 161}


def page_with(client, *, language: str = "en", **fields) -> str:
    site = factories.site()
    factories.assessment(site, **{"counts": CELLS, "workings": factories.workings(), **fields})
    answer = client.get(site.get_absolute_url(), headers={"accept-language": language})
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def undecided(client, *, moved: int = 0, unmoved: int = 0, move_rate: float = 0.05, **fields) -> str:
    stored = factories.workings(moved_missing=moved, unmoved_missing=unmoved, move_rate=move_rate)
    return page_with(client, verdict="insufficient", workings=stored, comparisons_missing=moved + unmoved, **fields)


def test_an_open_verdict_says_how_many_visits_of_which_kind_are_missing(viewer) -> None:
    page = undecided(viewer, moved=12, unmoved=34)
    assert "What would change this verdict" in page
    assert "about 12 of pages whose lastmod moved, and about 34 of pages at rest, whose lastmod stayed." in page
    assert "Waiting helps too: the longer a page has been at rest" in page
    assert "Dates that move on the whole site, a day: about 58.8." in page, "1,200 entries, 98 % with lastmod, .05 a day"
    assert "still needed for a verdict" not in page, "told once"


@pytest.mark.parametrize(
    ("moved", "unmoved", "said"), [(12, 0, "about 12 of pages whose lastmod moved."), (0, 9, "about 9 of pages at rest")]
)
def test_only_the_kind_that_is_missing_is_told(viewer, moved: int, unmoved: int, said: str) -> None:
    page = undecided(viewer, moved=moved, unmoved=unmoved)
    assert said in page
    assert ("Waiting helps too" in page) == bool(unmoved)
    assert ("Dates that move on the whole site" in page) == bool(moved)


def test_a_site_whose_dates_rest_is_told_to_need_moves(viewer) -> None:
    assert "No date has moved so far; whether moves are right" in undecided(viewer, moved=18, move_rate=0.0)


@pytest.mark.parametrize(("cells", "supposes"), [({"moved_changed": 2}, True), ({"unmoved_unchanged": 40}, True), (CELLS, False)])
def test_a_guess_by_next_to_nothing_says_what_it_supposes(viewer, cells: dict, supposes: bool) -> None:
    assert ("That supposes an honest site" in undecided(viewer, moved=16, unmoved=18, counts=cells)) == supposes


def test_where_more_of_the_same_would_not_decide_no_number_pretends_that_it_would(viewer) -> None:
    page = undecided(viewer, moved=250, unmoved=250)
    assert "More of the same would hardly decide it" in page
    assert "these visits are missing" not in page
    far = undecided(viewer, moved=412, unmoved=87)
    assert "More than 500 comparisons are missing" in far


def test_a_section_that_nobody_has_seen_is_what_is_missing(viewer) -> None:
    reason = {"code": "section_unseen", "params": {"section": "/shop", "percent": 40, "sections": 1}}
    page = page_with(viewer, verdict="insufficient", comparisons_missing=5, reasons=[reason])
    assert "comparisons in the sections that nobody has looked at twice: about 5." in page


def test_a_good_verdict_says_how_many_wrong_visits_it_bears(viewer) -> None:
    page = page_with(viewer, workings=factories.workings(wrong_moves_left=55, silent_changes_left=13))
    assert "Moves without a change that would do it: more than 34. Changes without a move that would: about 13." in page
    assert "an alarm puts the verdict in question before that" in page
    assert "It would be lost" not in page_with(viewer), "nothing was reckoned where pairs decide"


def test_a_useful_site_says_what_is_missing_for_trusted(viewer) -> None:
    page = page_with(viewer, verdict="useful", workings=factories.workings(moved_missing=20, unmoved_missing=3))
    assert "“Trusted” needs more evidence than “Useful”." in page
    assert "about 20 of pages whose lastmod moved" in page


def test_a_useful_site_that_will_not_be_trusted_is_told_so(viewer) -> None:
    page = page_with(viewer, verdict="useful", trust=0.8)
    assert "More of the same would not make it “Trusted”: that takes a precision of 90 % and a recall of 90 % at least." in page
    assert "Found so far: precision 80 %, recall 80 %." in page


@pytest.mark.parametrize(
    ("verdict", "code", "said"),
    [
        ("untrusted", "generation_time", "Once dates move singly in 4 reads running, what was seen before no longer counts"),
        ("untrusted", "request_time", "and the verdict starts anew"),
        ("untrusted", "frozen", "As soon as dates move with the pages, the moves are visited first"),
        ("hint", "low_recall", "“Useful” takes a precision of 50 % and a recall of 80 % at least, with 95 % certainty."),
        ("untrusted", "build_stamp_by_pages", "“Useful” takes a precision of 50 %"),
        ("no_lastmod", "no_lastmod", "Judging begins when at least 5 % of the entries carry a readable lastmod"),
    ],
)
def test_a_bad_verdict_says_what_it_would_take(viewer, verdict: str, code: str, said: str) -> None:
    assert said in page_with(viewer, verdict=verdict, reasons=[{"code": code, "params": {}}])


def test_the_owner_is_told_by_name_what_to_repair_and_remarks_are_no_faults(viewer) -> None:
    page = page_with(viewer, verdict="hint", failure_modes=["silent_changes", "date_only"])
    assert "The owner would have to repair this; how stands under “What to do”: Silent changes." in page
    assert "count half after 75 days" in page
    rare = page_with(viewer, verdict="hint", workings=factories.workings(check_days=30.0))
    assert "count half after 300 days" in rare, "ten checks"


def test_a_verdict_in_question_says_what_is_going_on(viewer) -> None:
    page = page_with(viewer, state="reverifying", state_since=factories.NOW, tentative_verdict="hint", burst=12)
    assert "Shown is the verdict of before Nov. 20, 2026. What counts since then says so far: “Hint”." in page
    assert "Visits that are wanted soon: about 12." in page
    assert "or 10 new comparisons make one verdict certain" in page
    assert "After 14 days (3 checks, where they are rare)" in page


def test_a_stale_verdict_says_what_makes_it_current(viewer) -> None:
    page = page_with(viewer, verdict="hint", stale_at=timezone.now() - timedelta(days=1))
    assert page.index("New evidence makes it current again: a comparison of two visits") < page.index("“Useful” takes a precision of 50 %")


def test_a_judgement_by_older_rules_has_no_workings_to_tell(viewer) -> None:
    page = page_with(viewer, workings={})
    assert "What would change this verdict" not in page
    assert "Numbers behind it" not in page


def test_the_numbers_behind_it_stand_side_by_side_in_readable_units(viewer) -> None:
    page = page_with(viewer, workings=factories.workings(double_reads=30, false_changes=1))
    for expected in (
        "Single moves and changes",
        "Pairs of visits",
        "The two agree.",
        "3.5 times (2.0–5.0)",
        "95 %",
        "1.5 per page and month",
        "0.15 (0.04–0.73) per page and year",
        "1 of 30",
    ):
        assert expected in page


def test_estimates_that_disagree_are_told_with_the_reason(viewer) -> None:
    flattered = factories.workings(disagrees=True, pair_precision=Interval(0.99, 0.995, 1.0))
    page = page_with(viewer, workings=flattered, trust=0.6)
    assert "The two disagree by more than chance" in page
    assert "Pairs of visits flatter precision here" in page
    assert "Pairs of visits flatter recall here" in page
    hard = page_with(viewer, workings=factories.workings(disagrees=True, pair_recall=Interval(0.4, 0.5, 0.6)))
    assert "Pairs of visits are hard on recall here" in hard
    assert "precision here" not in hard


def test_where_no_single_move_can_be_wrong_only_pairs_are_shown(viewer) -> None:
    page = page_with(viewer, verdict="untrusted", workings=factories.workings(basis="pairs", lift=None, selectivity=None, silent_rate=None))
    assert "Every date moves at each read, or none does" in page
    assert "Single moves and changes" not in page
    assert "Lift" not in page


def test_noise_that_was_not_measured_is_told_as_supposed(viewer) -> None:
    assert "one in 300 is supposed" in page_with(viewer)


def test_all_of_it_is_told_in_chinese(viewer) -> None:
    page = page_with(viewer, language="zh-CN", verdict="insufficient", workings=factories.workings(moved_missing=12, unmoved_missing=34))
    for expected in ("怎样才会改变这个结论", "还缺这些访问：lastmod 变动过的页面约 12 次", "背后的数字", "每页每月 1.5 次"):
        assert expected in page
