"""All sites together."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from sitemaps_app.models import GeneratorMark, Site, Standing
from sitemaps_app.pipeline.deletion import delete_sites
from sitemaps_app.pipeline.tags import set_tags
from sitemaps_app.views.presenters.fleet import by_generator, by_tag, failure_modes, fleet_history, news, worst_movers
from tests import factories

pytestmark = pytest.mark.postgres


def judged(name: str, *verdicts: str, trust: float = 0.9, **fields) -> Site:
    """A site with a judgement a day, the last of them now."""
    site, now = factories.site(f"https://{name}.example"), timezone.now()
    for place, verdict in enumerate(verdicts):
        factories.assessment(site, verdict=verdict, trust=trust, at=now - timedelta(days=len(verdicts) - 1 - place), **fields)
    return site


def test_the_history_has_the_verdicts_of_each_day() -> None:
    judged("a", "insufficient", "trusted", "trusted")
    judged("b", "insufficient", "insufficient", "untrusted")
    history = fleet_history(now=timezone.now(), days=10)
    assert history.titles == ("Trusted", "Untrusted", "Not enough evidence")
    assert history.rows[0][1] == ("1", "1", "0")
    assert str(history.chart).count("chart-layer ") == 3


def test_what_happened_before_the_window_is_its_beginning() -> None:
    now = timezone.now()
    site = factories.site()
    factories.assessment(site, at=now - timedelta(days=200))
    history = fleet_history(now=now)
    assert [row[1] for row in history.rows] == [("1",)] * len(history.rows)
    assert len(history.rows) == 13
    delete_sites([site.pk], now=now)
    assert fleet_history(now=now).rows[0][1] == ("0",)


def test_one_day_or_none_is_no_chart(viewer) -> None:
    assert not fleet_history(now=timezone.now()).chart
    assert viewer.get("/fleet").status_code == 200


def test_what_changed_this_week_leads_to_its_sites(viewer) -> None:
    judged("better", *["untrusted"] * 2, "useful")
    judged("worse", "trusted", "untrusted")
    judged("same", *["trusted"] * 3)
    found = news(now=timezone.now())
    assert [(link.code, link.count) for link in found] == [("worse", "1"), ("better", "1")]
    for link in found:
        rows = viewer.get(f"/sites/?{link.query}").context["rows"]
        assert [row.site.host for row in rows] == [f"{link.code}.example"]


def test_sites_are_grouped_by_tag_and_generator_with_their_verdicts_and_modes() -> None:
    one = judged("a", "untrusted", failure_modes=["frozen", "date_only"])
    two = judged("b", "trusted")
    set_tags(one, ["Shops", "big"])
    set_tags(two, ["shops"])
    set_tags(factories.site("https://new.example"), ["shops"])
    Standing.objects.update(generator="hugo")
    groups = by_tag(Site.objects.all())
    assert [(group.name, group.total) for group in groups] == [("Shops", "3"), ("big", "1")]
    assert [(link.code, link.count) for link in groups[0].verdicts] == [("trusted", "1"), ("untrusted", "1"), ("pending", "1")]
    assert (groups[0].modes[0].code, groups[0].modes[0].query) == ("frozen", "tag=Shops&mode=frozen")
    (hugo,) = by_generator(Site.objects.all())
    assert (hugo.name, hugo.total, hugo.query) == ("Hugo", "2", "generator=hugo")
    assert [(link.code, link.count) for link in failure_modes(Site.objects.all())] == [("frozen", "1"), ("date_only", "1")]
    delete_sites([one.pk], now=timezone.now())
    assert [(group.name, group.total) for group in by_tag(Site.objects.all())] == [("Shops", "2")]


def test_a_number_of_a_group_is_that_of_the_list_behind_it_also_where_sites_cannot_be_read(viewer) -> None:
    set_tags(judged("a", "untrusted", failure_modes=[]), ["shops"])
    Site.objects.update(last_outcome="nothing_read")
    for name, outcome in (("b", "nothing_read"), ("c", "")):
        set_tags(factories.site(f"https://{name}.example", last_outcome=outcome), ["shops"])
    (group,) = by_tag(Site.objects.all())
    assert [(link.code, link.count) for link in group.verdicts] == [("untrusted", "1"), ("unreadable", "2"), ("pending", "1")]
    for link in group.verdicts:
        assert len(viewer.get(f"/sites/?{link.query}").context["rows"]) == int(link.count), link.code


def test_the_worst_movers_lost_most_within_the_week() -> None:
    now = timezone.now()
    for name, before, after in (("little", 0.9, 0.85), ("most", 0.9, 0.3), ("rose", 0.3, 0.9)):
        site = factories.site(f"https://{name}.example")
        factories.assessment(site, at=now - timedelta(days=8), trust=before)
        factories.assessment(site, at=now, trust=after)
    assert [site.host for site in worst_movers(Site.objects.all(), now=now)] == ["most.example", "little.example"]


def test_the_page_costs_the_same_for_one_site_and_for_many(viewer) -> None:
    counts = []
    for many in range(2):
        for number in range(1 + many * 8):
            set_tags(judged(f"s{many}-{number}", "trusted", "untrusted"), [f"t{number}"])
        with CaptureQueriesContext(connection) as queries:
            assert viewer.get("/fleet").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_the_marks_of_a_generator_are_shown_with_what_was_seen(viewer) -> None:
    site = judged("a", "trusted")
    assert "No mark of a known program" in viewer.get(f"/sites/{site.pk}/generator").content.decode()
    now = timezone.now()
    mark = {"seen": "<b>generated by Yoast SEO</b>", "url": f"{site.origin}/sitemap.xml", "first_seen_at": now, "last_seen_at": now}
    GeneratorMark.objects.create(site=site, generator="yoast", kind="comment", **mark)
    factories.assessment(site)
    page = viewer.get(f"/sites/{site.pk}/generator").content.decode()
    for expected in ("Yoast SEO (WordPress)", "&lt;b&gt;generated by Yoast SEO&lt;/b&gt;", "A comment"):
        assert expected in page
    assert "Yoast SEO (WordPress)" in viewer.get("/sites/?generator=yoast").content.decode()


def test_every_page_of_a_site_leads_to_the_marks_of_its_generator_where_one_is_known(viewer) -> None:
    site = judged("a", "trusted")
    link = f'href="/sites/{site.pk}/generator"'
    assert link not in viewer.get(f"/sites/{site.pk}/").content.decode()
    Standing.objects.update(generator="yoast")
    for path in ("", "events"):
        page = viewer.get(f"/sites/{site.pk}/{path}").content.decode()
        assert f"{link}>Yoast SEO (WordPress)</a>" in page
