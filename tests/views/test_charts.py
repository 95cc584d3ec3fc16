"""The charts of a site: ranges in the address, values as a table and as files, two sites on the same axes."""

from __future__ import annotations

import csv
import io
from datetime import timedelta

import pytest
from defusedxml import ElementTree
from django.utils import timezone

from sitemaps_app.views.presenters.spans import Span
from tests import factories


def site_with_history(*, days: int = 40, **fields):
    """A site with a judgement and a read a day up to now."""
    site, now = factories.site(**fields), timezone.now()
    for ago in range(days, -1, -1):
        at = now - timedelta(days=ago)
        factories.assessment(site, at=at, trust=0.9 if ago else 0.8)
        factories.snapshot(site, taken_at=at, moved=60, files_read=3, files_failed=1 if ago == 2 else 0)
    return site


@pytest.mark.parametrize(
    ("asked", "code", "days"),
    [
        ({}, "90d", 90),
        ({"range": "30d"}, "30d", 30),
        ({"range": "1y"}, "1y", 365),
        ({"range": "nonsense"}, "90d", 90),
        ({"range": "own", "from": "2026-11-01", "to": "2026-11-03"}, "own", 3),
        ({"from": "2026-11-01", "to": "2026-11-03"}, "own", 3),
        ({"range": "own", "from": "2026-11-03", "to": "2026-11-01"}, "90d", 90),
        ({"range": "own", "from": "2026-99-99", "to": "9999-99-99"}, "own", None),
        ({"range": "own", "from": "0001-01-01", "to": "9999-12-31"}, "own", None),
    ],
)
def test_a_range_is_read_from_the_address_and_damage_shows_something(asked: dict[str, str], code: str, days: int | None) -> None:
    span = Span.read(asked, now=factories.NOW)
    assert span.code == code
    assert span.begin < span.end <= factories.NOW
    if days is not None:
        assert span.end - span.begin == timedelta(days=days)


def test_a_chosen_range_stays_in_the_address_of_everything_below_a_chart(viewer) -> None:
    site = site_with_history()
    page = viewer.get(f"{site.get_absolute_url()}?range=own&from=2026-01-01&to=2999-01-01").content.decode()
    assert f"{site.get_absolute_url()}charts/trust.csv?range=own&amp;from=2026-01-01" in page


def test_the_values_of_a_chart_are_a_table_and_a_file(viewer) -> None:
    site = site_with_history()
    page = viewer.get(f"{site.get_absolute_url()}charts/trust?range=30d")
    assert page.context["page"].paginator.count == 30
    answer = viewer.get(f"{site.get_absolute_url()}charts/trust.csv?range=all")
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert rows[0] == ["at", "site", "trust", "low", "high"]
    assert rows[1][1:] == [site.host, "80.00", "75.00", "85.00"]
    assert len(rows) == 42
    assert answer["Content-Disposition"] == f'attachment; filename="{site.host.replace(".", "-")}-trust.csv"'


@pytest.mark.parametrize("code", ["trust", "precision", "recall", "coverage", "moved", "reads", "errors"])
def test_every_chart_is_also_a_page_and_a_drawing_that_stands_alone(viewer, code: str) -> None:
    site = site_with_history(days=5)
    factories.event(site, at=timezone.now() - timedelta(days=1), params={"old": "hint", "new": "<useful>"})
    drawing = viewer.get(f"{site.get_absolute_url()}charts/{code}.svg")
    assert drawing["Content-Type"].startswith("image/svg+xml")
    assert "Verdict changed" in "".join(ElementTree.fromstring(drawing.content.decode("utf-8-sig")).itertext())
    assert 'class="timeline"' in viewer.get(f"{site.get_absolute_url()}charts/{code}").content.decode()


def test_a_single_value_is_told_in_words_and_two_are_drawn(viewer) -> None:
    site = factories.site()
    factories.assessment(site, at=timezone.now() - timedelta(hours=2), preliminary=True)
    factories.snapshot(site, taken_at=timezone.now() - timedelta(hours=2), entries=10, with_lastmod=8, files_read=3)
    charts = {chart.code: chart.none for chart in viewer.get(site.get_absolute_url()).context["history"].more}
    assert charts["coverage"] == "One value in this time: 80 %. The line begins with the second."
    assert charts["reads"] == "One value in this time: 3. The line begins with the second."
    factories.snapshot(site, taken_at=timezone.now() - timedelta(hours=1), entries=10, with_lastmod=9, files_read=3)
    page = viewer.get(site.get_absolute_url())
    assert {chart.none for chart in page.context["history"].more if chart.code in {"coverage", "reads"}} == {""}


def test_the_charts_of_reads_are_also_a_table_and_a_check_that_read_nothing_is_a_row_of_it(viewer) -> None:
    site = site_with_history(days=5)
    factories.check(site, at=timezone.now() - timedelta(hours=30), state="done", outcome="unreachable")
    rows = viewer.get(site.get_absolute_url()).context["history"].reads
    assert [(row.files, row.errors) for row in rows] == [("3", "0")] * 2 + [("–", "1"), ("3", "1")] + [("3", "0")] * 3


def test_of_two_sites_one_without_a_value_says_so_in_the_legend(viewer) -> None:
    one, other = site_with_history(days=9), factories.site()
    factories.assessment(other, at=timezone.now() - timedelta(hours=1), preliminary=True)
    charts = {chart.code: chart.chart for chart in viewer.get(f"{one.get_absolute_url()}compare?with={other.pk}").context["card"].charts}
    assert f"{other.host}: no value in this time" in charts["trust"]
    assert f"{one.host}: no value" not in charts["trust"]


def test_values_of_a_table_have_their_unit(viewer) -> None:
    site = site_with_history(days=2)
    for code, told in (
        ("trust", '<td class="num">80</td>'),
        ("coverage", '<td class="num">80 %</td>'),
        ("reads", '<td class="num">3</td>'),
    ):
        site.snapshots.update(entries=10, with_lastmod=8)
        assert told in viewer.get(f"{site.get_absolute_url()}charts/{code}").content.decode()


def test_an_unknown_chart_is_not_there(viewer) -> None:
    site = factories.site()
    assert viewer.get(f"{site.get_absolute_url()}charts/secrets").status_code == 404
    assert viewer.get(f"{site.get_absolute_url()}charts/secrets.csv").status_code == 404


def test_a_check_that_could_not_read_the_site_counts_as_an_error(viewer) -> None:
    site = site_with_history(days=5)
    factories.check(site, at=timezone.now() - timedelta(days=1), state="done", outcome="unreachable")
    rows = list(csv.reader(io.StringIO(viewer.get(f"{site.get_absolute_url()}charts/errors.csv").content.decode("utf-8-sig"))))
    assert [row[2] for row in rows[1:]].count("1.00") == 2


def test_two_sites_stand_on_the_same_axes(viewer) -> None:
    one, other = site_with_history(days=9), site_with_history(days=30)
    answer = viewer.get(f"{one.get_absolute_url()}compare?with={other.host}")
    card = answer.context["card"]
    assert [row.site for row in card.rows] == [one, other]
    assert card.charts[0].chart.count('class="chart-line"') == 2
    assert viewer.get(f"{one.get_absolute_url()}compare?with={other.pk}").context["card"].other == other
    names = {
        row[1]
        for row in csv.reader(
            io.StringIO(viewer.get(f"{one.get_absolute_url()}charts/trust.csv?with={other.pk}").content.decode("utf-8-sig"))
        )
    }
    assert names == {"site", one.host, other.host}


@pytest.mark.parametrize("asked", ["nowhere.example", "9" * 40, "\x00", "'; --", "²"])
def test_a_second_site_that_is_not_there_is_told(viewer, asked: str) -> None:
    site = factories.site()
    answer = viewer.get(f"{site.get_absolute_url()}compare", {"with": asked})
    assert answer.status_code == 200
    assert answer.context["card"].other is None
    assert viewer.get(f"{site.get_absolute_url()}compare", {"with": site.host}).context["card"].other is None
