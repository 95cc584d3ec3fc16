"""What a verdict means for a crawler: numbers with a control that works without a script."""

from __future__ import annotations

import pytest

from tests import factories


def judged_site(**fields):
    site = factories.site()
    factories.assessment(site, workings=factories.workings(), **fields)
    return site


def card(client, site, **asked: str):
    return client.get(site.get_absolute_url(), asked).context["crawler"]


def test_refetches_saved_and_changes_missed_are_told_with_their_intervals(viewer) -> None:
    found = card(viewer, judged_site())
    assert [figure.name for figure in found.figures[:2]] == ["Refetches saved", "Changes missed"]
    assert all("95 %" in figure.interval for figure in found.figures[:3])
    assert "Following lastmod saves" in found.sentence
    assert " " not in found.sentence[found.sentence.index("(") : found.sentence.index(")")]


def test_another_staleness_in_the_address_gives_other_numbers(viewer) -> None:
    site = judged_site()
    assert card(viewer, site, stale="1").figures[0] != card(viewer, site, stale="20").figures[0]


@pytest.mark.parametrize(("asked", "held"), [("", 5), ("0", 1), ("999", 25), ("99999999999", 5), ("-3", 5), ("²", 5), ("7", 7)])
def test_any_staleness_is_held_in_its_bounds(viewer, asked: str, held: int) -> None:
    assert card(viewer, judged_site(), stale=asked).stale == held


def test_the_script_gets_the_numbers_alone(viewer) -> None:
    site = judged_site()
    part = viewer.get(f"{site.get_absolute_url()}?stale=9", headers={"X-Fragment": "crawler-numbers"}).content.decode()
    assert "up to 9 % of the copies" in part
    assert "<html" not in part


@pytest.mark.parametrize(
    ("verdict", "said"),
    [("no_lastmod", "nothing to follow"), ("insufficient", "too few were seen"), ("untrusted", "fetching everything or nothing")],
)
def test_without_single_moves_a_sentence_says_why_there_are_no_numbers(viewer, verdict: str, said: str) -> None:
    site = factories.site()
    factories.assessment(site, verdict=verdict, workings=factories.workings(silent_rate=None))
    assert said in card(viewer, site).none
