"""The pages in a real browser: with the script and without, wide and narrow, light and dark."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from sitemaps_app.api_keys import make_key
from sitemaps_app.models import ApiKey, Site
from sitemaps_app.models.api_key import KeyScope
from sitemaps_app.models.check import CheckState
from tests import factories
from tests.browser.world import LONG_WORD, lively_site


def test_the_whole_journey_works_without_javascript(browse) -> None:
    browser = browse("editor", java_script_enabled=False)
    page = browser.open("/sites/")
    page.fill("[name=sites]", "first.example")
    page.click("text=Add and check now")
    expect(page.locator("h1")).to_have_text("first.example")
    expect(page.locator("main")).to_contain_text("A check waits for a worker")
    page.click("text=Pause")
    assert Site.objects.get().paused
    page.click("text=Settings")
    page.fill("[name=panel_size]", "55")
    page.click("form.settings button[type=submit]")
    assert Site.objects.get().panel_size == 55
    browser.open("/sites/")
    page.fill("[name=q]", "second")
    page.click("main [role=search] button")
    expect(page.locator("main")).to_contain_text("No site matches")
    page.click("text=简体中文")
    expect(page.locator("h1")).to_have_text("站点")


def test_times_are_shown_in_the_viewers_zone_and_keep_utc_in_the_tooltip(browse) -> None:
    site = lively_site()
    page = browse("viewer").open(site.get_absolute_url() + "checks")
    shown = page.locator("main td time").first
    assert shown.get_attribute("title") == "2026-11-20T12:00:00Z"
    assert "20:00" in shown.inner_text()
    assert page.inner_text("[data-zone-name]") == "Asia/Shanghai"


def test_typing_filters_the_list_and_the_address_follows(browse) -> None:
    lively_site()
    lively_site("https://shop.example")
    page = browse("viewer").open("/sites/")
    page.keyboard.press("/")
    page.keyboard.type("shop")
    page.wait_for_url("**/sites/?q=shop")
    assert page.locator("[data-row-link]").all_inner_texts() == ["shop.example"]


def test_all_charts_are_read_point_by_point_with_the_arrow_keys(browse) -> None:
    page = browse("viewer").open(lively_site().get_absolute_url())
    page.locator("[data-timelines]").first.focus()
    page.keyboard.press("ArrowLeft")
    read = page.locator("output.chart-read-out").first
    assert "Trust 93 (88–98)" in read.inner_text()
    assert "Recall 93 %" in read.inner_text()
    assert "Nov 20, 2026" in read.inner_text()
    page.keyboard.press("ArrowLeft")
    assert "Nov 10, 2026" in read.inner_text()
    page.keyboard.press("Escape")
    assert read.inner_text() == ""


@pytest.mark.parametrize("java_script_enabled", [True, False])
def test_the_labels_of_a_chart_can_be_read_on_a_phone(browse, java_script_enabled: bool) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "java_script_enabled": java_script_enabled}
    page = browse("viewer", **phone).open(lively_site().get_absolute_url())
    chart = page.locator("svg.timeline").first
    assert chart.bounding_box()["width"] <= 390
    labels = [label for label in chart.locator("text.chart-tick").all() if label.is_visible()]
    assert all(label.bounding_box()["height"] >= 11 for label in labels)
    assert all(0 <= label.bounding_box()["x"] <= 390 - label.bounding_box()["width"] for label in labels)


def test_a_chart_is_saved_as_a_png_without_leaving_the_page(browse) -> None:
    page = browse("viewer").open(lively_site().get_absolute_url())
    with page.expect_download() as saved:
        page.locator("figure.timeline-box").first.get_by_role("button", name="PNG").click()
    assert saved.value.suggested_filename == f"{Site.objects.get().file_stem}-trust.png"
    assert Path(saved.value.path()).read_bytes().startswith(b"\x89PNG")


def test_the_open_tab_is_in_view_on_a_phone(browse) -> None:
    site = lively_site()
    page = browse("editor", viewport={"width": 390, "height": 844}).open(f"{site.get_absolute_url()}settings")
    tab = page.locator(".tabs [aria-current]").bounding_box()
    assert tab["x"] >= 0
    assert tab["x"] + tab["width"] <= 390
    assert page.evaluate("scrollY") == 0


def test_a_running_check_is_followed_and_its_end_loads_the_page_anew(browse) -> None:
    now = timezone.now()
    site = factories.site(lease_until=now + timedelta(minutes=5), next_check_at=now + timedelta(days=1))
    check = factories.check(site, stage="discover", began_at=now)
    page = browse("viewer").open(site.get_absolute_url())
    check.stage, check.steps_done, check.steps_total = "visit", 17, 40
    check.save()
    page.wait_for_selector("text=17 / 40")
    check.state, check.outcome = CheckState.DONE, "ok"
    check.save()
    site.lease_until = None
    site.save()
    factories.assessment(site)
    page.wait_for_selector(".verdict-trusted")
    expect(page.locator("[data-progress]")).to_have_count(0)


def test_the_theme_switch_is_kept(browse) -> None:
    browser = browse("viewer", color_scheme="light")
    page = browser.open("/sites/")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.click("footer >> text=Dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light
    browser.open("/sites/?q=a")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_all_of_a_long_passage_can_be_seen_without_javascript(browse) -> None:
    site = lively_site()
    one = site.comparisons.get(changed=True)
    page = browse("viewer", java_script_enabled=False).open(f"{site.get_absolute_url()}evidence/{one.pk}")
    whole = page.locator(".passage-changed .passage-long > ins")
    assert not whole.is_visible()
    page.locator(".passage-changed .passage-more").last.click()
    assert whole.is_visible()
    assert whole.inner_text().endswith(f"{LONG_WORD}s")
    assert "Ignored: Furniture" in page.locator(".passage-ignored").inner_text()


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_a_key_can_be_revoked_without_scrolling_its_table(browse, locale: str) -> None:
    browser = browse("admin", locale=locale, viewport={"width": 1280, "height": 800})
    owner = factories.person("editor", name="a.rather.long.name")
    made = make_key(
        owner, name="nightly crawl of all shops", scope=KeyScope.WRITE, expires_at=factories.NOW + timedelta(days=900), now=timezone.now()
    )
    ApiKey.objects.filter(pk=made.key.pk).update(last_used_at=timezone.now(), expires_at=timezone.now() + timedelta(days=300))
    page = browser.open("/keys")
    page.wait_for_selector("table .button-danger")
    wide, shown = page.eval_on_selector(".table-scroll", "one => [one.scrollWidth, one.clientWidth]")
    assert wide <= shown
