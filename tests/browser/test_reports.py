"""The report of a site on paper, and its address in the clipboard."""

from __future__ import annotations

import re
from datetime import timedelta

from django.utils import timezone

from tests import factories

LONG = "a-very-long-name-of-a-section-that-goes-on-and-on"


def crowded_site():
    site = factories.site("https://" + "long-name." * 6 + "example")
    reasons = [{"code": "sections_disagree", "params": {"good": 3, "bad": 4}}] * 9
    modes = ["generation_time", "frozen", "silent_changes"]
    for days in range(40, -1, -1):
        factories.assessment(site, at=factories.NOW - timedelta(days=days), verdict="untrusted", reasons=reasons, failure_modes=modes)
    for number in range(20):
        factories.assessment(site, section=f"/{LONG}-{number}/", current=False)
    for days in range(40):
        told = {"old": "trusted", "new": "untrusted"}
        factories.event(site, at=timezone.now() - timedelta(days=days, hours=1), params=told)
        factories.event(site, "mass_update", at=timezone.now() - timedelta(days=days), params={"share": 1.0, "usual": 0.07})
    factories.assessment(site, at=timezone.now(), verdict="untrusted", reasons=reasons, failure_modes=modes)
    factories.assessment(site, at=timezone.now() - timedelta(days=39), current=False)
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
