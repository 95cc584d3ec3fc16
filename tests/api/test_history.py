"""The history of judgements: one version of the rules at a time, and older ones by name."""

from __future__ import annotations

from datetime import timedelta

import pytest

from scoring.assessment import RULE_VERSION
from sitemaps_app.models import Recomputation, Site
from tests import factories
from tests.api.conftest import Program

NOW = factories.NOW


def answered(program: Program, site: Site, more: str = "") -> dict:
    return program.get(f"/sites/{site.pk}/history{more}").json()


@pytest.fixture
def site() -> Site:
    """Five checks by rules 2, judged again by rules 3x, which are shown; the newest are hidden, their history is not complete."""
    site = factories.site()
    for day in range(5):
        factories.assessment(site, at=NOW + timedelta(days=day), rule_version="2", verdict="useful", trust=0.5)
    for day in range(5):
        factories.assessment(site, at=NOW + timedelta(days=day), rule_version="3x", trust=0.9)
        factories.assessment(site, at=NOW + timedelta(days=day), rule_version="3x", section="blog", verdict="hint", trust=0.3)
    factories.assessment(site, at=NOW, rule_version=RULE_VERSION, current=False)
    Recomputation.objects.create(site=site, rule_version="3x", began_at=NOW, completed_at=NOW, done=5, total=5)
    Recomputation.objects.create(site=site, rule_version=RULE_VERSION, began_at=NOW, done=1, total=5)
    return site


def test_what_is_shown_is_told_newest_first_by_one_version_of_the_rules(reader: Program, site: Site) -> None:
    told = answered(reader, site)
    assert (told["rule_version"], told["shown_rules"], told["rule_versions"]) == ("3x", "3x", ["2", "3x"])
    assert told["recomputed_at"] == "2026-11-20T12:00:00Z"
    assert told["in_progress"] == {"rule_version": RULE_VERSION, "done": 1, "total": 5, "failure": ""}
    rows = told["judgements"]
    assert [row["at"] for row in rows] == sorted((row["at"] for row in rows), reverse=True)
    assert {(row["rule_version"], row["verdict"], row["trust"]) for row in rows} == {("3x", "trusted", 90.0)}
    assert len(rows) == 5


def test_older_rules_and_sections_are_read_by_name_and_pages_do_not_mix_them(reader: Program, site: Site) -> None:
    old = answered(reader, site, "?rules=2&limit=3")
    assert {(row["rule_version"], row["verdict"]) for row in old["judgements"]} == {("2", "useful")}
    rest = answered(reader, site, f"?rules=2&limit=3&cursor={old['next_cursor']}")
    assert (len(old["judgements"]), len(rest["judgements"]), rest["next_cursor"]) == (3, 2, None)
    assert old["recomputed_at"] is None
    blog = answered(reader, site, "?section=blog")
    assert {row["verdict"] for row in blog["judgements"]} == {"hint"}
    assert answered(reader, site, "?rules=99")["judgements"] == []
    refused = reader.get(f"/sites/{site.pk}/history?rules=abc")
    assert (refused.status_code, refused.json()["code"]) == (422, "parameters_invalid")


def test_a_history_that_is_not_complete_is_not_handed_out_unasked(reader: Program, site: Site) -> None:
    assert RULE_VERSION not in answered(reader, site)["rule_versions"]
    assert reader.get(f"/sites/{site.pk}").json()["rule_version"] == "3x"


def test_a_site_that_was_never_judged_has_an_empty_history(reader: Program) -> None:
    told = answered(reader, factories.site())
    assert (told["judgements"], told["shown_rules"], told["rule_versions"], told["in_progress"]) == ([], "", [], None)


def test_a_cursor_of_another_list_is_refused(reader: Program, site: Site) -> None:
    assert reader.get(f"/sites/{site.pk}/history?cursor=snapshots{site.pk}-20260101000000000000").status_code == 422
