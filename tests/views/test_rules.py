"""The foot of the charts says by which rules all of it is, and how far newer ones have got."""

from __future__ import annotations

import pytest
from django.utils import translation

from scoring.assessment import RULE_VERSION
from sitemaps_app.models import Recomputation, Site
from sitemaps_app.views.presenters.rules import rules_note
from tests import factories
from tests.factories import NOW

pytestmark = pytest.mark.django_db


def site_by(rules: str) -> Site:
    site = factories.site()
    factories.assessment(site, rule_version=rules)
    return site


def work(site: Site, rules: str = RULE_VERSION, **fields) -> None:
    Recomputation.objects.create(site=site, rule_version=rules, **{"began_at": NOW, "done": 40, "total": 90, "old_rules": "2", **fields})


def test_a_site_that_was_always_judged_by_one_version_says_only_that() -> None:
    assert rules_note(site_by(RULE_VERSION)) == f"All of it by rules {RULE_VERSION}."
    assert rules_note(factories.site()) == ""


def test_a_history_that_was_judged_again_says_when_and_where_the_old_numbers_are() -> None:
    site = site_by(RULE_VERSION)
    work(site, completed_at=NOW)
    assert rules_note(site) == (
        f"All of it by rules {RULE_VERSION}, judged again on Nov. 20, 2026; what rules 2 said is kept and can be read over the API."
    )


def test_while_it_is_judged_again_the_old_rules_are_named_and_the_way_that_is_left() -> None:
    site = site_by("2")
    assert "Soon" in rules_note(site)
    work(site)
    assert rules_note(site).startswith("All of it by rules 2. It is being judged again")
    assert "40 of 90 checks" in rules_note(site)
    Recomputation.objects.update(failure="2026-11-20 12:00 ValueError")
    assert "stopped at a fault" in rules_note(site)
    with translation.override("zh-hans"):
        assert "40 / 90" in rules_note(site)
