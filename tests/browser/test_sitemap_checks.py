"""The journey of a single sitemap in a real browser: with the script and without, wide and narrow, light and dark."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import override_settings
from django.utils import timezone
from playwright.sync_api import expect

from sitemaps_app.models import SitemapCheck
from sitemaps_app.models.sitemap_check import SitemapCheckState as State
from sitemaps_app.pipeline.live import local_politeness
from sitemaps_app.pipeline.sitemap_check import MAX_BYTES
from sitemaps_app.pipeline.sitemap_check_run import run_check
from tests.browser.world import FAULTY
from tests.loopback import Answer, LoopbackSite
from tests.sending import Sending, sending_replaced

ASK = "/check-sitemap/"


def at_once(pk: int) -> None:
    run_check(pk, wall=timezone.now, politeness=local_politeness(waits=False))


@pytest.fixture(autouse=True)
def sending(tmp_path: Path) -> Iterator[Sending]:
    settings = override_settings(STORAGE_FOLDER=tmp_path / "storage", LASTMOD_ALLOWED_NETWORKS=("127.0.0.0/8",))
    with settings, sending_replaced() as replaced:
        replaced.worker = at_once
        yield replaced


@pytest.mark.parametrize("java_script_enabled", [True, False])
def test_a_file_a_text_and_an_address_become_reports(browse, tmp_path: Path, java_script_enabled: bool) -> None:
    file = tmp_path / "sitemap.xml"
    file.write_text(FAULTY)
    browser = browse("viewer", java_script_enabled=java_script_enabled)
    page = browser.open("/sites/")
    page.click("nav >> text=Check a sitemap")
    page.set_input_files("#upload-file", file)
    page.click("text=Upload and check")
    expect(page.locator("h1")).to_have_text("sitemap.xml")
    expect(page.locator(".outcome")).to_contain_text("Read in part")
    page.locator(".problem summary").first.click()
    assert page.locator(".problem .excerpt-wanted").first.is_visible()
    page.click("main >> text=Check a sitemap")
    page.fill("#paste-text", FAULTY)
    page.click("text=Check this text")
    expect(page.locator("h1")).to_have_text("Pasted text")
    with LoopbackSite({"/robots.txt": Answer(body=b"Sitemap: /a.xml\nSitemap: /b.xml"), "/a.xml": Answer(body=FAULTY.encode())}) as site:
        browser.open(ASK)
        page.fill("#address-address", site.url("/"))
        page.click("text=Fetch and check")
        expect(page.locator("main")).to_contain_text("What robots.txt says")
        page.click("text=Check this one")
        expect(page.locator("h1")).to_have_text(site.url("/b.xml"))
    browser.open(ASK)
    expect(page.locator("[data-row-link]")).to_have_count(4)
    page.locator("[data-row-link]").last.click()
    page.click("text=Delete")
    expect(page.locator("[data-row-link]")).to_have_count(3)


def test_a_check_is_followed_and_its_end_shows_the_report(browse, sending: Sending) -> None:
    sending.worker = None
    browser = browse("viewer")
    page = browser.open(ASK)
    page.fill("#paste-text", FAULTY)
    page.click("text=Check this text")
    expect(page.locator("main")).to_contain_text("The check waits for a worker")
    check = SitemapCheck.objects.get()
    until = timezone.now() + timedelta(minutes=5)
    SitemapCheck.objects.update(state=State.RUNNING, stage="read", lease_until=until, bytes_read=3, bytes_total=4, entries_read=54_321)
    page.wait_for_selector("text=54,321")
    assert page.locator("progress").get_attribute("value") == "75"
    SitemapCheck.objects.update(state=State.WAITING, lease_until=None)
    at_once(check.pk)
    page.wait_for_selector(".outcome")
    expect(page.locator("[data-progress]")).to_have_count(0)


def test_without_javascript_a_check_is_followed_by_a_link_and_a_refresh(browse, sending: Sending) -> None:
    sending.worker = None
    page = browse("viewer", java_script_enabled=False).open(ASK)
    page.fill("#paste-text", FAULTY)
    page.click("text=Check this text")
    expect(page.locator("head noscript meta[http-equiv=refresh], head meta[http-equiv=refresh]")).to_have_count(1)
    at_once(SitemapCheck.objects.get().pk)
    page.click("noscript a")
    expect(page.locator(".outcome")).to_contain_text("Read in part")


def test_a_file_that_is_too_large_is_told_before_it_is_sent(browse, tmp_path: Path) -> None:
    file = tmp_path / "large.xml"
    with file.open("wb") as sparse:
        sparse.truncate(MAX_BYTES + 1)
    page = browse("viewer").open(ASK)
    page.set_input_files("#upload-file", file)
    told = page.locator("[data-too-large]")
    assert "larger than 50 MiB" in told.inner_text()
    page.click("text=Upload and check")
    assert told.is_visible()
    file.write_text(FAULTY)
    page.set_input_files("#upload-file", file)
    page.click("text=Upload and check")
    page.wait_for_selector(".outcome")
    assert SitemapCheck.objects.count() == 1


def test_every_field_has_its_name_and_the_keyboard_reaches_the_report(browse) -> None:
    page = browse("viewer").open(ASK)
    unnamed = page.evaluate(
        "[...document.querySelectorAll('main input:not([type=hidden]), main textarea:not([hidden])')].filter((one) => !one.labels.length).length"
    )
    assert unnamed == 0
    page.focus("#paste-text")
    page.keyboard.insert_text(FAULTY)
    for _ in range(2):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(".outcome")
    page.focus(".problem summary >> nth=0")
    page.keyboard.press("Enter")
    assert page.locator(".excerpt").first.is_visible()
