"""How sites stand in the list, and how many have which verdict."""

from __future__ import annotations

import itertools
from datetime import date, timedelta

import pytest

from sitemaps_app.models import Assessment, Standing, VerdictTally
from sitemaps_app.pipeline.standing import leave_count, note_standing
from sitemaps_app.pipeline.standing_points import Judged, course_of
from tests import factories

NOW = factories.NOW


def judged(days_ago: float, trust: float | None = 0.9, verdict: str = "trusted") -> Judged:
    return Judged(NOW - timedelta(days=days_ago), verdict, trust)


@pytest.mark.parametrize(
    ("history", "change", "trend"),
    [
        ([judged(0)], None, ""),
        ([judged(6, 0.5), judged(0)], None, ""),
        ([judged(8, 0.5), judged(7, 0.6), judged(1, 0.7), judged(0)], 0.3, "up"),
        ([judged(7, 0.95), judged(0, 0.6)], -0.35, "down"),
        ([judged(7, 0.88), judged(0, 0.9)], 0.02, "steady"),
        ([judged(8, 0.5), judged(7, None), judged(0)], 0.4, "up"),
        ([judged(22, 0.5), judged(0)], None, ""),
        ([judged(7, 0.5), judged(0, None)], None, ""),
    ],
)
def test_the_change_is_against_what_was_measured_a_week_before(history, change, trend) -> None:
    course = course_of(history)
    assert (course.trust_change, course.trend) == (pytest.approx(change) if change else change, trend)


@pytest.mark.parametrize(
    ("verdicts", "before", "direction", "days_ago"),
    [
        (["trusted"], "", "", None),
        (["insufficient", "trusted"], "insufficient", "decided", 0),
        (["insufficient", "untrusted", "untrusted"], "insufficient", "decided", 1),
        (["trusted", "useful", "useful"], "trusted", "worse", 1),
        (["untrusted", "hint"], "untrusted", "better", 0),
        (["trusted", "insufficient"], "trusted", "worse", 0),
    ],
)
def test_the_last_change_of_the_verdict_is_known_with_its_day(verdicts, before, direction, days_ago) -> None:
    course = course_of([judged(len(verdicts) - 1 - place, verdict=verdict) for place, verdict in enumerate(verdicts)])
    assert (course.verdict_before, course.verdict_change) == (before, direction)
    assert course.verdict_changed_at == (None if days_ago is None else NOW - timedelta(days=days_ago))


def test_the_sparkline_has_the_last_judgement_of_each_of_sixty_days() -> None:
    history = [judged(days / 2, days / 200) for days in range(140, -1, -1)]
    sparkline = course_of(history).sparkline
    assert len(sparkline) == 60
    assert sparkline[-1][1] == 0.0
    assert [later[0] - earlier[0] for earlier, later in itertools.pairwise(sparkline)] == [1] * 59


@pytest.mark.django_db
@pytest.mark.postgres
def test_the_row_of_the_list_holds_what_the_newest_judgement_says() -> None:
    site = factories.site()
    factories.assessment(site, verdict="insufficient", trust=0.5, at=NOW - timedelta(days=8))
    factories.snapshot(site, entries=200, with_lastmod=50)
    warning = {"code": "duplicate_url", "severity": "warning", "line": 1, "detail": "", "count": 2}
    factories.sitemap_file(site, problems=[warning, {**warning, "code": "lastmod_future", "severity": "notice"}])
    factories.assessment(site, verdict="hint", trust=0.75, failure_modes=["frozen", "date_only"])
    row = Standing.objects.get(site=site)
    assert (row.verdict, row.verdict_rank, row.trust, row.lastmod_share, row.entries) == ("hint", 3, 0.75, 0.25, 200)
    assert (row.failure_modes, row.problems) == (" frozen date_only ", " duplicate_url ")
    assert (row.trust_change, row.trend, row.verdict_before, row.verdict_change) == (0.25, "up", "insufficient", "decided")
    assert row.verdict_changed_at == NOW


@pytest.mark.django_db
def test_a_preliminary_number_is_not_in_the_row() -> None:
    site = factories.site()
    factories.assessment(site, verdict="insufficient", trust=0.9, preliminary=True)
    row = Standing.objects.get(site=site)
    assert (row.trust, row.trust_low, row.preliminary, row.sparkline[0][1]) == (None, None, True, None)


def tallies() -> dict[tuple[date, str], int]:
    return {(row.day, row.verdict): row.growth for row in VerdictTally.objects.all() if row.growth}


@pytest.mark.django_db
@pytest.mark.postgres
def test_sites_are_counted_under_their_verdict_from_the_day_on_which_they_got_it() -> None:
    site, other = factories.site(), factories.site()
    factories.assessment(site, verdict="insufficient", trust=None, at=NOW - timedelta(days=2))
    factories.assessment(other, verdict="insufficient", trust=None, at=NOW - timedelta(days=2))
    factories.assessment(site, verdict="trusted", at=NOW - timedelta(days=1))
    row = factories.assessment(site, verdict="trusted", at=NOW)
    note_standing(site, row)
    first, second = (NOW - timedelta(days=2)).date(), (NOW - timedelta(days=1)).date()
    assert tallies() == {(first, "insufficient"): 2, (second, "trusted"): 1, (second, "insufficient"): -1}
    leave_count([site], now=NOW)
    assert tallies()[NOW.date(), "trusted"] == -1
    leave_count([site], now=NOW, sign=1)
    assert (NOW.date(), "trusted") not in tallies()


@pytest.mark.django_db
def test_judgements_of_later_dates_and_sections_are_no_part_of_the_course() -> None:
    site = factories.site()
    factories.assessment(site, verdict="hint", trust=0.2, at=NOW + timedelta(days=1), current=False)
    factories.assessment(site, section="blog", verdict="hint", trust=0.2, at=NOW - timedelta(days=7))
    row = factories.assessment(site)
    assert Assessment.objects.count() == 3
    assert Standing.objects.get(site=site).sparkline == [[int(row.at.timestamp() // 86_400), 93.0]]
