"""The ways that people go, from an empty list to a due list, in each language, theme and width, with the script and without."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import override_settings
from django.utils import timezone
from playwright.sync_api import Page, expect

from sitemaps_app.models import Site
from sitemaps_app.pipeline import leases
from sitemaps_app.pipeline.live import check_live, local_politeness, no_sleep
from tests import factories
from tests.browser.test_every_page import VIEWS
from tests.browser.world import lively_site
from tests.loopback import Answer, LoopbackSite

pytestmark = pytest.mark.slow
WITH_SCRIPT = {"light, wide, English", "dark, phone, Chinese"}
each_way = pytest.mark.parametrize(
    "options", [{**options, "java_script_enabled": name in WITH_SCRIPT} for name, options in VIEWS.items()], ids=VIEWS
)
PATHS = tuple(f"/page-{number}" for number in range(6))


@pytest.fixture(autouse=True)
def _own_storage(tmp_path: Path) -> Iterator[None]:
    with override_settings(STORAGE_FOLDER=tmp_path / "storage", LASTMOD_ALLOWED_NETWORKS=("127.0.0.0/8",)):
        yield


@pytest.fixture
def web() -> Iterator[LoopbackSite]:
    """A site of six pages with dates."""
    with LoopbackSite({}) as site:
        entries = "".join(f"<url><loc>{site.url(path)}</loc><lastmod>2026-03-01</lastmod></url>" for path in PATHS)
        site.routes["/robots.txt"] = Answer(body=f"Sitemap: {site.url('/sitemap.xml')}".encode())
        site.routes["/sitemap.xml"] = Answer(headers={"Content-Type": "application/xml"}, body=f"<urlset>{entries}</urlset>".encode())
        for path in PATHS:
            body = f"<html><head><title>{path}</title></head><body><main><h1>{path}</h1><p>All about {path}.</p></main></body></html>"
            site.routes[path] = Answer(headers={"Content-Type": "text/html"}, body=body.encode())
        yield site


def check(site: Site) -> None:
    """What a worker does."""
    wall = timezone.now()
    lease = leases.take(site.pk, wall=wall, seconds=120)
    assert lease is not None
    assert check_live(lease, now=wall, wall=timezone.now, politeness=local_politeness(waits=False), sleep=no_sleep) is not None


def fits(page: Page) -> bool:
    """Asked of the layout and not of the page's own script, which may be switched off."""
    size = page.context.new_cdp_session(page).send("Page.getLayoutMetrics")
    return bool(size["cssContentSize"]["width"] <= page.viewport_size["width"])


@each_way
def test_from_an_empty_list_to_a_due_list(browse, web: LoopbackSite, options: dict) -> None:
    browser = browse("editor", **options)
    page = browser.open("/sites/")
    page.fill("textarea[name=sites]", web.url("/"))
    page.locator("form:has(textarea[name=sites]) button[type=submit]").first.click()
    page.wait_for_load_state()
    site = Site.objects.get()
    browser.open("/sites/").locator("[data-row-link]").click()
    assert page.url.endswith(site.get_absolute_url())
    assert page.locator(".pill-insufficient").count() == 0, "nobody has looked yet"
    check(site)
    if options["java_script_enabled"]:
        page.wait_for_selector(".pill-insufficient")
    else:
        assert page.reload().ok
        assert page.locator(".pill-insufficient").first.is_visible()
    for tab in [tab.get_attribute("href") for tab in page.locator(".tabs a").all()]:
        browser.open(tab)
        assert "127.0.0.1" in page.locator("h1").inner_text(), tab
        assert fits(page), tab
    browser.open(f"{site.get_absolute_url()}due")
    assert page.locator("a[href$='due.jsonl']").count() == 0, "not enough evidence for a list"
    factories.assessment(Site.objects.get(), verdict="trusted")
    page.reload()
    with page.expect_download() as download:
        page.click("a[href$='due.jsonl']")
    rows = [json.loads(line) for line in Path(download.value.path()).read_text("utf-8").splitlines()]
    assert {row["url"] for row in rows if "url" in row} == {web.url(path) for path in PATHS}


@each_way
def test_from_a_list_to_the_page_behind_a_number(browse, options: dict) -> None:
    site = lively_site("https://news.example")
    lively_site("https://shop.example")
    browser = browse("viewer", **options)
    page = browser.open("/sites/")
    page.fill("input[type=search]", "news")
    page.keyboard.press("Enter")
    page.wait_for_url("**q=news**")
    expect(page.locator("[data-row-link]")).to_have_count(1)
    page.locator("[data-row-link]").click()
    page.locator(".confusion a").first.click()
    page.wait_for_url("**/evidence?**")
    page.locator("main table a[data-row-link], main table th a").first.click()
    page.wait_for_url(f"**{site.get_absolute_url()}evidence/*")
    expect(page.locator("ins:visible, del:visible").first).to_be_visible()
    assert fits(page)


@each_way
def test_the_demo_is_a_button_away(browse, options: dict) -> None:
    page = browse("editor", **options).open("/sites/")
    page.locator("form[action='/demo/load'] button").click()
    page.wait_for_load_state()
    assert Site.objects.filter(is_demo=True).count() == 12
    expect(page.locator("[data-row-link]")).to_have_count(12)
    assert fits(page)
