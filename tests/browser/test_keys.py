"""Single keys: what they do, that they leave typing alone, and that they can be switched off."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests import factories
from tests.browser.world import lively_site


@pytest.fixture
def page(browse) -> Page:
    for host in ("a", "b"):
        lively_site(f"https://{host}.example")
    return browse("editor").open("/sites/")


def focused(page: Page) -> str:
    return page.evaluate("document.activeElement.textContent.trim()")


def test_keys_move_through_the_rows_and_open_one(page: Page) -> None:
    for key, host in (("j", "a.example"), ("j", "b.example"), ("j", "b.example"), ("k", "a.example")):
        page.keyboard.press(key)
        assert focused(page).startswith(host)
    page.keyboard.press("Enter")
    page.wait_for_url("**/sites/*/")


def test_two_keys_go_to_a_page_and_the_list_names_those_one_may_see(page: Page) -> None:
    page.keyboard.press("?")
    places = page.locator("#keys dl").inner_text()
    assert "Add sites" in places
    assert "Audit log" not in places, "an editor has no such page"
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    page.keyboard.press("a")
    page.wait_for_url("**/sites/add")
    page.keyboard.press("a")
    page.keyboard.press("g")
    page.keyboard.press("?")
    page.keyboard.press("s")
    assert page.url.endswith("/sites/add"), "a key between the two ends the pair"


def test_keys_leave_typing_and_the_browsers_own_shortcuts_alone(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("gj?/")
    assert page.input_value("input[type=search]") == "gj?/"
    assert not page.locator("#keys").is_visible()
    page.locator("h1").click()
    page.keyboard.press("Control+j")
    assert focused(page) not in {"a.example", "b.example"}


def test_keys_can_be_switched_off_and_on_again(page: Page) -> None:
    page.keyboard.press("?")
    page.uncheck("#keys-on")
    page.keyboard.press("Escape")
    page.reload()
    for key in ("?", "j", "/"):
        page.keyboard.press(key)
    assert not page.locator("#keys").is_visible()
    assert page.evaluate("document.activeElement.tagName") == "BODY"
    page.click("[data-show-keys]")
    page.check("#keys-on")
    page.keyboard.press("Escape")
    page.reload()
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()


def test_the_list_speaks_chinese(browse) -> None:
    page = browse("viewer", locale="zh-CN").open("/sites/")
    page.keyboard.press("?")
    assert page.inner_text("#keys h2") == "键盘快捷键"
    assert "站点" in page.inner_text("#keys dl")


def test_rows_without_a_site_to_go_to_cost_nothing(browse) -> None:
    factories.site()
    page = browse("viewer").open("/how-scores-are-made")
    for key in ("j", "k", "/", "Enter"):
        page.keyboard.press(key)
    assert page.url.endswith("/how-scores-are-made")
