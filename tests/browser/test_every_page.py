"""Every page that the addresses lead to: in both themes and languages, wide and narrow, it can be used by everybody and breaks no policy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import override_settings
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page

from sitemaps_app.accounts import invite, new_set_up_secret, password_path
from sitemaps_app.pipeline.live import local_politeness
from sitemaps_app.pipeline.sitemap_check_run import run_check
from sitemaps_app.views.presenters.bulk import ACTS
from tests import factories
from tests.browser import axe
from tests.browser.conftest import PASSWORD, Watched
from tests.browser.reporting import REPORTS
from tests.browser.world import LONG_HOST, World, make_world
from tests.end_to_end.person import until
from tests.sending import Sending, sending_replaced

pytestmark = pytest.mark.slow
needs_axe = pytest.mark.skipif(not axe.is_there(), reason="axe-core is not installed: script/test does it where there is npm")
WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
# Each width with each language and each theme. axe-core, which takes most of the time, looks at the first two.
VIEWS = {
    "light, wide, English": {"color_scheme": "light", "viewport": WIDE, "locale": "en-GB"},
    "dark, phone, Chinese": {"color_scheme": "dark", "viewport": PHONE, "locale": "zh-CN"},
    "light, phone, English": {"color_scheme": "light", "viewport": PHONE, "locale": "en-GB"},
    "dark, wide, Chinese": {"color_scheme": "dark", "viewport": WIDE, "locale": "zh-CN"},
}
both_themes = pytest.mark.parametrize("options", list(VIEWS.values())[:2], ids=list(VIEWS)[:2])
other_views = pytest.mark.parametrize("options", list(VIEWS.values())[2:], ids=list(VIEWS)[2:])


def at_once(pk: int) -> None:
    run_check(pk, wall=timezone.now, politeness=local_politeness(waits=False))


@pytest.fixture
def sending(tmp_path: Path) -> Iterator[Sending]:
    with override_settings(STORAGE_FOLDER=tmp_path / "storage"), sending_replaced() as replaced:
        replaced.worker = at_once
        yield replaced


@pytest.fixture
def world(transactional_db, sending: Sending) -> World:
    return make_world()


def too_wide(page: Page) -> list[str]:
    """How far the page in view sticks out of the screen, everything that can be unfolded being unfolded."""
    page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
    width, screen = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    return [f"{width} pixels wide on a screen of {screen}"] if width > screen else []


def faults(page: Page) -> list[str]:
    """That, and what axe-core has against the page."""
    return [*too_wide(page), *axe.violations(page)]


def faults_of(browser: Watched, paths: list[str], look: Callable[[Page], list[str]] = faults) -> str:
    """A line for each fault of each page; empty where all is well."""
    return "\n".join(f"{path}: {fault}" for path in paths for fault in look(browser.open(path)))


@needs_axe
@both_themes
def test_nobody_is_shut_out_of_any_page(browse, world: World, options: dict) -> None:
    paths = list(world.pages())
    assert len(paths) > 20
    found = faults_of(browse(world.admin, **options), paths)
    assert not found, found


@other_views
def test_no_page_sticks_out_of_the_screen(browse, world: World, options: dict) -> None:
    found = faults_of(browse(world.admin, **options), list(world.pages()), too_wide)
    assert not found, found


@needs_axe
@both_themes
def test_nobody_is_shut_out_where_there_is_nothing_yet_or_nothing_more(browse, sending: Sending, options: dict) -> None:
    stranger = browse(None, **options)
    guest = invite("guest", "viewer")
    begin = reverse("set_up", args=[new_set_up_secret(now=timezone.now())])
    found = [faults_of(stranger, [begin, password_path(guest), "/sign-in"])]
    stranger.page.click("main button[type=submit]")
    new = factories.site(f"https://{LONG_HOST}")
    browser = browse("admin", **options)
    paths = ["/sites/?q=nothing", new.get_absolute_url(), f"{new.get_absolute_url()}evidence", "/check-sitemap/", "/keys", "/audit"]
    found.append(faults_of(browser, paths))
    new.delete()
    found.append(faults_of(browser, ["/sites/"]))
    assert not any(found), "\n".join(found)


@needs_axe
@both_themes
def test_nobody_is_shut_out_of_the_question_before_an_act_on_many_sites(browse, world: World, options: dict) -> None:
    browser, found = browse(world.admin, **options), []
    for act in (act for act in ACTS if not act.is_export):
        page = browser.open("/sites/")
        page.check("[name=scope][value=all]")
        page.select_option("#act", act.code)
        page.click(".bulk button[type=submit]")
        page.wait_for_url("**/sites/several")
        found += [f"{act.code}: {fault}" for fault in faults(page)]
    assert not found, "\n".join(found)


@needs_axe
@both_themes
def test_nobody_is_shut_out_of_the_pages_that_refuse(browse, options: dict) -> None:
    browser = browse("", **options)
    found = faults_of(browser, ["/sites/", "/nowhere"])
    assert not found, found
    assert {complaint[-15:] for complaint in browser.complaints} == {"403 (Forbidden)", "404 (Not Found)"}
    browser.complaints.clear()


def test_every_page_is_there_without_javascript(browse, world: World) -> None:
    browser = browse(world.admin, viewport=PHONE, java_script_enabled=False)
    for path in world.pages():
        page = browser.open(path)
        assert page.locator("main h1").count() == 1, path
        assert page.locator(".needs-script:visible").count() == 0, path


def test_the_administration_breaks_no_policy(browse) -> None:
    boss = User.objects.create_superuser("boss", password=PASSWORD)
    browser = browse(boss)
    for path in ("/admin/", "/admin/auth/user/", "/admin/auth/user/add/", f"/admin/auth/user/{boss.pk}/change/"):
        assert browser.open(path).locator("#content").is_visible()


def test_what_breaks_the_policy_is_reported(browse) -> None:
    browser = browse("viewer")
    browser.page.evaluate("document.body.setAttribute('style', 'color: red')")
    reports = until(lambda: REPORTS or None, "a report")
    assert "style-src" in reports[0]
    assert len(browser.complaints) == 1
    REPORTS.clear()
    browser.complaints.clear()
