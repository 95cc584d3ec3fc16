from __future__ import annotations

import random
from collections import defaultdict
from functools import cache
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.sampling import Candidate, PanelDrawer, PanelPage, draw_panel, plan_revisits

SITE = tuple(
    Candidate(f"https://site.example/{i}", "blog" if i % 4 else f"topic-{i % 40}", recent=i % 9 == 0, has_lastmod=i % 13 > 0)
    for i in range(400)
)
candidates = st.lists(st.tuples(st.sampled_from(["", "blog", "docs", "a", "b", "c", "ü"]), st.booleans(), st.booleans()), max_size=300).map(
    lambda rows: [Candidate(str(n), *row) for n, row in zip(count(), rows, strict=False)]
)


@settings(max_examples=80, deadline=None)
@given(pages=candidates, size=st.integers(-1, 60), seed=st.integers(0, 2**32))
def test_every_panel_has_its_size_distinct_pages_and_known_chances(pages: list[Candidate], size: int, seed: int) -> None:
    panel = draw_panel(pages, size=size, seed=seed)

    assert len(panel) == max(min(size, len(pages)), 0)
    assert len({drawn.key for drawn in panel}) == len(panel)
    assert {drawn.key for drawn in panel} <= {page.key for page in pages}
    assert all(0.0 < drawn.inclusion_probability <= 1.0 for drawn in panel)
    if panel:
        assert sum(1.0 / drawn.inclusion_probability for drawn in panel) == pytest.approx(len(pages))


def test_the_panel_depends_on_the_seed_and_not_on_the_order() -> None:
    shuffled = list(SITE)
    random.Random(3).shuffle(shuffled)

    assert draw_panel(SITE, size=40, seed=1) == draw_panel(shuffled, size=40, seed=1)
    assert draw_panel(SITE, size=40, seed=1) != draw_panel(SITE, size=40, seed=2)


def test_every_page_is_drawn_as_often_as_its_probability_says() -> None:
    drawn: defaultdict[str, int] = defaultdict(int)
    chance: dict[str, float] = {}
    rounds = 1_500
    pages = SITE[:60]
    for seed in range(rounds):
        for page in draw_panel(pages, size=12, seed=seed):
            drawn[page.key] += 1
            chance[page.key] = page.inclusion_probability

    assert len(drawn) == len(pages), "no page may be out of reach"
    for key, times in drawn.items():
        assert times / rounds == pytest.approx(chance[key], abs=0.06)


def test_recently_moved_pages_are_oversampled() -> None:
    pages = [Candidate(str(i), "", recent=i < 40, has_lastmod=True) for i in range(1_000)]
    panel = draw_panel(pages, size=40, seed=1)

    assert sum(drawn.reason == "moved" for drawn in panel) >= 6


def test_every_big_section_is_in_the_panel() -> None:
    pages = [Candidate(f"{section}-{i}", section, recent=False, has_lastmod=True) for section in "abcdefgh" for i in range(40)]
    pages += [Candidate(f"huge-{i}", "huge", recent=False, has_lastmod=True) for i in range(20_000)]
    strata = {drawn.stratum for drawn in draw_panel(pages, size=20, seed=1)}

    assert strata == {f"steady:{section}" for section in [*"abcdefgh", "huge"]}


def test_thousands_of_sections_keep_the_drawer_small() -> None:
    drawer = PanelDrawer(seed=1, capacity=10, max_strata=50)
    for i in range(5_000):
        drawer.offer(Candidate(str(i), f"section-{i % 2_500}", recent=False, has_lastmod=True))

    assert len(drawer._strata) <= 53
    assert sum(len(stratum.kept) for stratum in drawer._strata.values()) <= 53 * 10
    assert sum(1.0 / drawn.inclusion_probability for drawn in drawer.result(10)) == pytest.approx(5_000)


SMALL_SITE = SITE[:160]


@cache
def _panel(seed: int) -> list[PanelPage]:
    by_key = {page.key: page for page in SMALL_SITE}
    return [
        PanelPage(
            drawn.key,
            by_key[drawn.key].section,
            drawn.stratum,
            drawn.inclusion_probability,
            days_since_visit=1.0 + len(drawn.key) * 3 + int(drawn.key[-1]),
            moved_since_visit=by_key[drawn.key].recent,
            has_lastmod=by_key[drawn.key].has_lastmod,
        )
        for drawn in draw_panel(SMALL_SITE, size=40, seed=seed)
    ]


@pytest.mark.parametrize("budget", [4, 12, 30])
def test_weights_add_up_to_the_site_in_expectation(budget: int) -> None:
    moved_total = others_total = 0.0
    rounds = 800
    for seed in range(rounds):
        for visit in plan_revisits(_panel(seed), budget=budget, seed=seed):
            if visit.reason == "moved":
                moved_total += visit.weight
            else:
                others_total += visit.weight
    moved = sum(page.recent for page in SMALL_SITE)

    assert moved_total / rounds == pytest.approx(moved, rel=0.06)
    assert others_total / rounds == pytest.approx(len(SMALL_SITE) - moved, rel=0.06)


panels = st.lists(
    st.tuples(st.sampled_from(["a", "b"]), st.floats(0.001, 1.0), st.one_of(st.none(), st.floats(0, 300)), st.booleans(), st.booleans()),
    max_size=50,
).map(lambda rows: [PanelPage(str(n), "", *row) for n, row in zip(count(), rows, strict=False)])


@settings(max_examples=120, deadline=None)
@given(panel=panels, budget=st.integers(-2, 60), seed=st.integers(0, 2**32))
def test_no_plan_visits_a_page_twice_or_spends_too_much(panel: list[PanelPage], budget: int, seed: int) -> None:
    plan = plan_revisits(panel, budget=budget, seed=seed)

    assert len({visit.key for visit in plan}) == len(plan) == max(min(budget, len(panel)), 0)
    by_key = {page.key: page for page in panel}
    for visit in plan:
        assert visit.weight >= 1.0 / by_key[visit.key].inclusion_probability - 1e-6
    assert plan_revisits(panel[::-1], budget=budget, seed=seed) == plan


def test_moved_pages_come_first_then_new_then_the_longest_unseen() -> None:
    panel = [
        PanelPage("moved", "", "s", 0.1, 2.0, moved_since_visit=True, has_lastmod=True),
        PanelPage("never seen", "", "s", 0.1, None, moved_since_visit=True, has_lastmod=True),
        PanelPage("long ago", "", "s", 0.1, 90.0, moved_since_visit=False, has_lastmod=True),
        PanelPage("yesterday", "", "s", 0.1, 0.0, moved_since_visit=False, has_lastmod=True),
    ]
    plan = plan_revisits(panel, budget=3, seed=1)

    assert [(visit.key, visit.reason) for visit in plan] == [
        ("moved", "moved"),
        ("never seen", "first_visit"),
        ("long ago", "unmoved_sample"),
    ]
    assert plan[0].weight == pytest.approx(10.0)


def test_a_site_that_moves_all_pages_leaves_a_quarter_for_the_rest() -> None:
    panel = [PanelPage(str(n), "", "s", 1.0, 3.0, moved_since_visit=n < 30, has_lastmod=True) for n in range(40)]
    plan = plan_revisits(panel, budget=12, seed=1)

    assert [visit.reason for visit in plan].count("moved") == 9
