"""The pages in a real browser: with the script and without, wide and narrow, light and dark."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from sitemaps_app.api_keys import make_key
from sitemaps_app.formats.page_block import Block
from sitemaps_app.formats.page_passages import passages
from sitemaps_app.formats.passage_packing import pack_passages
from sitemaps_app.models import ApiKey, Site
from sitemaps_app.models.api_key import KeyScope
from sitemaps_app.models.check import CheckState
from tests import factories


def lively_site(origin: str = "https://news.example"):
    """A site with something in every table."""
    site = factories.site(origin)
    for days in (20, 10, 0):
        factories.assessment(
            site,
            at=factories.NOW - timedelta(days=days),
            counts={"moved_changed": 1, "moved_unchanged": 1, "unmoved_unchanged": 2},
            signals=[{"code": "validators_always_304", "state": "failing", "hits": 4, "trials": 20}],
            workings=factories.workings(wrong_moves_left=5, silent_changes_left=55, disagrees=True),
        )
    factories.assessment(site, section=f"{origin}/a.xml", current=False)
    factories.snapshot(site)
    problem = {"code": "url_relative", "severity": "warning", "line": 3, "detail": "<img src=x onerror=alert(1)>", "count": 1}
    factories.sitemap_file(site, problems=[problem])
    factories.event(site, params={"old": "hint", "new": "trusted"})
    factories.check(
        site, state=CheckState.DONE, stage="assess", outcome="ok", account=[{"stage": "visit", "code": "visits_done", "params": {}}]
    )
    for changed in (True, False):
        one = factories.comparison(factories.page(site), moves=1, changed=changed, passages=long_passages() if changed else b"")
        factories.second_read(one.later)
    factories.visit(factories.page(site), outcome="page_is_challenge", comparable=False)
    return site


LONG_WORD = "harbour" * 30


def long_passages() -> bytes:
    """A difference with a word that fits on no screen, a text that is shortened, and something ignored."""
    text = "This paragraph goes on about the boats. " * 20
    old = [Block(f"{text}{LONG_WORD}", "text", "p"), Block("Stays.", "text", "p"), Block("Menu of old.", "item", "ul")]
    new = [Block(f"{text}{LONG_WORD}s", "text", "p"), Block("Stays.", "text", "p"), Block("Menu of new.", "item", "ul")]
    return pack_passages(passages(old, new, furniture=frozenset({"Menuofold.", "Menuofnew."})))


TABS = ("", "sections", "files", "evidence", "visits", "checks", "due", "settings", "delete")


@pytest.mark.parametrize("options", [{}, {"color_scheme": "dark", "locale": "zh-CN"}, {"viewport": {"width": 390, "height": 844}}])
def test_no_page_breaks_the_policy_or_overflows_the_screen(browse, options: dict) -> None:
    site = lively_site()
    one = site.comparisons.first()
    browser = browse("admin", **options)
    paths = [site.get_absolute_url() + tab for tab in TABS]
    for path in [
        "/sites/",
        "/sites/add",
        "/audit",
        "/keys",
        "/api/v1/docs",
        "/components",
        "/how-scores-are-made",
        f"{site.get_absolute_url()}evidence/{one.pk}",
        *paths,
    ]:
        page = browser.open(path)
        page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} is wider than the screen"


def test_the_whole_journey_works_without_javascript(browse) -> None:
    browser = browse("editor", java_script_enabled=False)
    page = browser.open("/sites/")
    page.fill("[name=sites]", "first.example")
    page.click("text=Add and check now")
    assert page.inner_text("h1") == "first.example"
    assert "A check waits for a worker" in page.content()
    page.click("text=Pause")
    assert Site.objects.get().paused
    page.click("text=Settings")
    page.fill("[name=panel_size]", "55")
    page.click("text=Save")
    assert Site.objects.get().panel_size == 55
    browser.open("/sites/")
    page.fill("[name=q]", "second")
    page.click("main [role=search] button")
    assert "No site matches" in page.content()
    page.click("text=简体中文")
    assert page.inner_text("h1") == "站点"


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


def test_keys_move_through_the_rows_and_tell_what_they_do(browse) -> None:
    lively_site("https://a.example")
    lively_site("https://b.example")
    page = browse("viewer").open("/sites/")
    for key, host in (("j", "a.example"), ("j", "b.example"), ("j", "b.example"), ("k", "a.example")):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.textContent") == host
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    page.wait_for_url("**/sites/*/")


def test_a_chart_is_read_point_by_point_with_the_arrow_keys(browse) -> None:
    page = browse("viewer").open(lively_site().get_absolute_url())
    page.locator("[data-chart]").first.focus()
    page.keyboard.press("ArrowLeft")
    read = page.locator("output.chart-read-out").first
    assert read.inner_text().endswith(": 93")
    assert "Nov 20, 2026" in read.inner_text()
    page.keyboard.press("ArrowLeft")
    assert "Nov 10, 2026" in read.inner_text()


@pytest.mark.parametrize("java_script_enabled", [True, False])
def test_a_chart_on_a_phone_shows_its_newest_end_first(browse, java_script_enabled: bool) -> None:
    site = lively_site()
    phone = {"viewport": {"width": 390, "height": 844}, "java_script_enabled": java_script_enabled}
    page = browse("viewer", **phone).open(site.get_absolute_url())
    box, chart = (page.locator(path).first.bounding_box() for path in ("[data-chart]", "[data-chart] svg"))
    assert chart["width"] > box["width"], "it has to be scrolled"
    assert abs(chart["x"] + chart["width"] - box["x"] - box["width"]) < 2
    scale = page.locator("[data-chart]").first.locator(".chart-scale").first
    assert scale.is_visible()
    assert scale.bounding_box()["x"] < 390


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
    assert page.locator("[data-progress]").count() == 0


def test_the_theme_switch_is_kept(browse) -> None:
    browser = browse("viewer", color_scheme="light")
    page = browser.open("/sites/")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.click("footer >> text=Dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light
    browser.open("/sites/?q=a")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


CONTRAST = """
() => {
  const channel = (value) => { value /= 255; return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4; };
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const parse = (text) => { const parts = text.match(/[\\d.]+/g).map(Number); return parts.length > 3 && parts[3] === 0 ? null : parts.slice(0, 3); };
  const ground = (element) => { for (let e = element; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c) return c; } return [255, 255, 255]; };
  const poor = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || element.closest("svg, dialog:not([open]), noscript, [disabled], .visually-hidden") || !element.getClientRects().length) continue;
    const pair = [light(parse(getComputedStyle(element).color)), light(ground(element))].sort((a, b) => b - a);
    const ratio = (pair[0] + 0.05) / (pair[1] + 0.05);
    if (ratio < 4.5) poor.push(`${element.tagName}.${element.className} ${element.textContent.trim().slice(0, 30)} ${ratio.toFixed(2)}`);
  }
  return poor;
}
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_its_ground(browse, scheme: str) -> None:
    site = lively_site()
    browser = browse("admin", color_scheme=scheme)
    for path in ("/sites/", site.get_absolute_url(), "/components"):
        assert browser.open(path).evaluate(CONTRAST) == [], path


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
