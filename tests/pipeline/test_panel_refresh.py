from __future__ import annotations

import pytest

from sitemaps_app.models import Page, Site
from sitemaps_app.pipeline.panel_refresh import REFRESHED
from tests.pipeline.web_of_tests import MemoryWeb, check, site_with, the_site, told

pytestmark = pytest.mark.django_db
SECTIONS = {"/blog": 200, "/docs": 100}


@pytest.fixture
def web() -> MemoryWeb:
    web = MemoryWeb()
    site_with(web, {f"{section}/{number}": "2026-02-01" for section, count in SECTIONS.items() for number in range(count)})
    check(web)
    return web


def stood_for(section: str) -> float:
    return sum(1.0 / page.inclusion_probability for page in Page.objects.filter(section=section, retired_at__isnull=True))


def test_old_pages_leave_slowly_for_others_of_their_section_that_stand_for_as_much(web: MemoryWeb) -> None:
    size = the_site().panel_size
    before = {section: stood_for(section) for section in SECTIONS}
    check(web, days=119)
    assert not Page.objects.filter(retired_reason=REFRESHED).exists()
    Site.objects.update(interval_seconds=12 * 86_400)
    done = [check(web, days=day) for day in (121, 133, 145)]
    gone = Page.objects.filter(retired_reason=REFRESHED)
    assert 8 <= gone.count() <= size - 8
    assert any("panel_refreshed" in told(one) for one in done)
    assert Page.objects.filter(retired_at__isnull=True).count() == size
    assert {section: stood_for(section) for section in SECTIONS} == pytest.approx(before)
    assert not set(gone.values_list("key", flat=True)) & set(Page.objects.filter(retired_at__isnull=True).values_list("key", flat=True))


def test_where_every_page_is_in_the_panel_nobody_leaves() -> None:
    web = MemoryWeb()
    site_with(web, {f"/blog/{number}": "2026-02-01" for number in range(20)})
    check(web)
    for day in (200, 260):
        check(web, days=day)
    assert Page.objects.filter(retired_at__isnull=True).count() == 20
