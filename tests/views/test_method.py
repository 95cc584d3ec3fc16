"""The page “How the score is made” tells what the scorer does, with its own limits."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import beta

from scoring.event_model import Nuisance, Observations, posterior
from scoring.thresholds import Thresholds
from sitemaps_app.views.presenters.method import method_page, proven, seen_right
from tests import factories

ADDRESS = "/how-scores-are-made"


def page_of(client, language: str = "en") -> str:
    answer = client.get(ADDRESS, headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def test_it_is_told_to_everybody_who_may_look_and_to_nobody_else(viewer, stranger, client) -> None:
    assert "How the score is made" in page_of(viewer)
    assert stranger.get(ADDRESS).status_code == 403
    assert client.get(ADDRESS).status_code == 302


def test_every_part_of_the_contents_is_there(viewer) -> None:
    page = page_of(viewer)
    wanted = re.findall(r'<li><a href="#(\w+)">', page)
    assert len(wanted) == 8
    assert [part for part in wanted if f'id="{part}"' not in page] == []


def test_the_formulas_are_read_as_formulas_and_need_no_script(viewer) -> None:
    page = page_of(viewer)
    assert page.count("<math display=") == 7
    assert page.count("<script") == viewer.get("/preferences").content.decode().count("<script"), "those of every page"


def test_the_limits_are_those_of_the_scorer() -> None:
    limits = Thresholds()
    page = method_page(limits)
    assert [(row.precision, row.recall) for row in page.classes] == [("90 %", "90 %"), ("50 %", "80 %"), ("20 %", "20 %")]
    assert (page.certainty, page.odds, page.half_life, page.noise) == ("95 %", "19", "75", "300")
    other = method_page(replace(limits, trusted_precision=0.8, certainty=0.9, half_life_days=30.0))
    assert (other.classes[0].precision, other.certainty, other.odds, other.half_life) == ("80 %", "90 %", "9", "30")


def test_the_page_shows_the_limits_that_are_in_force(viewer) -> None:
    page = page_of(viewer)
    for said in ("is at least 95 %", "counts half after 75 days", "about one in 300 is supposed", "once in 1,000 visits", "(rules "):
        assert said in page


def test_the_table_of_gaps_is_reckoned_by_the_model_itself() -> None:
    """Where many comparisons show the shares of the table, the model finds the precision that the table was made from."""
    many = 4_000.0
    share = seen_right(0.3, 1.0 / 30.0, 30.0)
    assert share == pytest.approx(0.742, abs=0.001)
    rest = seen_right(0.0, 1.0 / 30.0, 30.0)
    gaps, moves = [30.0] * 4, [1.0, 1.0, 0.0, 0.0]
    columns = ([1.0, 0.0, 1.0, 0.0], gaps, moves, [many * share, many * (1 - share), many * rest, many * (1 - rest)], moves, gaps)
    found = posterior(Observations(*(np.array(column, dtype=np.float64) for column in columns)), move_rate=0.03, nuisance=Nuisance())
    assert found.quantiles(found.precision)[1] == pytest.approx(0.3, abs=0.03)


def test_as_many_right_moves_prove_a_precision_as_the_table_says() -> None:
    assert proven(18, 0.9) == pytest.approx(beta(18.5, 0.5).sf(0.9))
    assert proven(17, 0.9) < 0.95 <= proven(18, 0.9)


def test_the_page_of_a_site_and_the_foot_of_every_page_lead_there(viewer) -> None:
    site = factories.site()
    factories.assessment(site, workings=factories.workings())
    for page, links in ((site.get_absolute_url(), 2), ("/sites/", 1)):
        assert viewer.get(page).content.decode().count(f'href="{ADDRESS}"') == links


def test_it_is_told_in_chinese(viewer) -> None:
    page = page_of(viewer, "zh-CN")
    for said in ("为什么成对访问会高估", "一次比对在 75 天后只计一半", "变差时的概率"):
        assert said in page
