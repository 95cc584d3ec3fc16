"""The report of a site on paper, and its address in the clipboard."""

from __future__ import annotations

import re
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import expect

from tests import factories

LONG = "a-very-long-name-of-a-section-that-goes-on-and-on"


def crowded_site():
    site = factories.site("https://" + "long-name." * 6 + "example")
    now = timezone.now()
    reasons = [{"code": "sections_disagree", "params": {"good": 3, "bad": 4}}] * 9
    modes = ["generation_time", "frozen", "silent_changes"]
    for days in range(40, -1, -1):
        factories.assessment(site, at=factories.NOW - timedelta(days=days), verdict="untrusted", reasons=reasons, failure_modes=modes)
    for number in range(20):
        factories.assessment(site, section=f"/{LONG}-{number}/", at=now, current=False)
    for days in range(40):
        told = {"old": "trusted", "new": "untrusted"}
        factories.event(site, at=now - timedelta(days=days, hours=1), params=told)
        factories.event(site, "mass_update", at=now - timedelta(days=days), params={"share": 1.0, "usual": 0.07})
    factories.assessment(site, at=now, verdict="untrusted", reasons=reasons, failure_modes=modes)
    factories.assessment(site, at=now - timedelta(days=39), current=False)
    factories.snapshot(site)
    return site


def test_the_report_of_a_crowded_site_is_one_page_of_a4_in_both_languages(browse) -> None:
    site = crowded_site()
    for locale in ("en", "zh-CN"):
        page = browse("viewer", locale=locale).open(f"/sites/{site.pk}/report")
        printed = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
        assert re.search(rb"/MediaBox\s*\[0 0 59[45][.\d]* 84[12]", printed)


def test_an_address_is_copied_with_a_button(browse) -> None:
    site = factories.site()
    browser = browse("editor", permissions=["clipboard-read", "clipboard-write"])
    page = browser.open(f"/sites/{site.pk}/share")
    page.click("text=Make an address")
    page.click("[data-copy]")
    page.wait_for_selector("text=Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.inner_text("code[id^=share-]")


def test_on_paper_no_small_text_is_larger_than_the_text_beside_it(browse) -> None:
    page = browse("viewer").open(f"/sites/{crowded_site().pk}/report")
    page.emulate_media(media="print")
    size = "node => parseFloat(getComputedStyle(node).fontSize)"
    text = page.locator(".paper .reasons li").first.evaluate(size)
    for small in (".paper .figure dt", ".paper .figure .interval", ".paper-foot", ".paper th[scope=col]", ".paper .pill"):
        assert page.locator(small).first.evaluate(size) <= text


def test_paper_is_light_whatever_the_theme_of_the_screen_is(browse) -> None:
    site = crowded_site()
    for scheme, chosen in (("dark", ""), ("light", "dark")):
        page = browse("viewer", color_scheme=scheme).open(f"/sites/{site.pk}/report")
        if chosen:
            page.get_by_role("button", name="Dark").click()
            expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        page.emulate_media(media="print", color_scheme=scheme)
        assert page.locator(".paper .card").first.evaluate("node => getComputedStyle(node).backgroundColor") == "rgb(255, 255, 255)"
