"""A page that comes back to an earlier state has not changed, and neither had it before."""

from __future__ import annotations

import pytest

from sitemaps_app.models import Assessment, Comparison, Visit
from sitemaps_app.pipeline.evidence import gather_evidence
from tests.pipeline.web_of_tests import ORIGIN, MemoryWeb, check, page, site_with, the_site, told

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

A = f"{ORIGIN}/a"


def state(name: str):
    return page("The page", f"This is the page in its state {name}, as the server has it.", "The rest stays as it is.")


@pytest.fixture
def web() -> MemoryWeb:
    web = MemoryWeb()
    site_with(web, {"/a": "2026-02-01"})
    return web


def walk(web: MemoryWeb, states: str) -> list:
    checks = []
    for day, name in enumerate(states):
        web.pages[A] = state(name)
        checks.append(check(web, days=day))
    return checks


def rows() -> list[tuple[bool, str]]:
    return list(Comparison.objects.order_by("at").values_list("changed", "flicker"))


def test_a_page_that_returns_to_an_earlier_state_has_not_changed_and_undoes_the_change_before(web: MemoryWeb) -> None:
    done = walk(web, "ABA")
    assert rows() == [(True, "undone"), (False, "returned")]
    assert "flicker_found" in told(done[-1])
    assert Comparison.objects.order_by("at")[1].diff, "what differs is kept for people to see"


def test_a_page_that_goes_on_to_new_states_changes_every_time(web: MemoryWeb) -> None:
    walk(web, "ABCD")
    assert rows() == [(True, "")] * 3


@pytest.mark.parametrize("states", ["ABBBBBA", "ABCA"], ids=["after a long time", "after two states"])
def test_the_way_back_may_be_long(web: MemoryWeb, states: str) -> None:
    walk(web, states)
    assert rows()[-1] == (False, "returned")
    assert not Comparison.objects.filter(changed=True, flicker="").exists()


def test_a_page_that_wavers_for_ever_is_never_a_change(web: MemoryWeb) -> None:
    walk(web, "ABABABAB")
    assert [flicker for _, flicker in rows()] == ["undone"] + ["returned"] * 6


def test_flicker_is_no_evidence_from_the_time_on_at_which_it_was_known(web: MemoryWeb) -> None:
    done = walk(web, "ABA")
    site = the_site()
    assert [c.changed for c in gather_evidence(site, now=done[1].at).comparisons] == [True], "what was believed then can be rebuilt"
    assert gather_evidence(site, now=done[2].at).comparisons == ()
    assert Assessment.objects.get(section="", at=done[2].at).comparison_count == 0


def test_texts_are_kept_of_the_last_states_and_not_of_every_visit(web: MemoryWeb) -> None:
    walk(web, "AAABBCDDEEE")
    kept = Visit.objects.exclude(blocks=b"").order_by("at")
    days = [visit.at.day - 1 for visit in kept]
    assert days == [4, 5, 7, 10], "the last visit of each of the last four states"
