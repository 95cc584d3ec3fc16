"""A real Chromium against a live server; skipped where there is none. Everything stays on loopback."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests import factories
from tests.browser.reporting import REPORT_PATH, REPORTS

CHROMIUM = (
    os.environ.get("LASTMOD_TEST_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
    # Names of the outside do not resolve, so that not even a mistake of ours leaves this machine.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
)
PASSWORD = "correct horse battery"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser/" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)
            if not CHROMIUM and os.environ.get("LASTMOD_TEST_BROWSER") != "required":
                item.add_marker(pytest.mark.skip(reason="there is no Chromium"))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    # Playwright's loop makes Django believe that it runs asynchronously; the tests' own queries do not.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield browser
        browser.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


class Watched:
    """A page that remembers what the console complained about: broken policies, scripts, missing files."""

    def __init__(self, context: BrowserContext, root: str) -> None:
        self.page: Page = context.new_page()
        self.root = root
        self.complaints: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text) if message.type in {"error", "warning"} else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def open(self, path: str) -> Page:
        self.page.goto(self.root + path)
        return self.page

    def sign_in(self, name: str) -> Page:
        page = self.open("/sign-in")
        page.fill("[name=username]", name)
        page.fill("[name=password]", PASSWORD)
        page.click("main button[type=submit]")
        page.wait_for_url("**/sites/")
        return page


@pytest.fixture
def browse(chromium: Browser, live_server, transactional_db, settings):
    """Opens a browser, signed in as a person or as somebody with a role: `browse("editor", java_script_enabled=False, ...)`; None is nobody.

    What the console complains about, and what breaks the policy, fails the test.
    """
    settings.ROOT_URLCONF = "tests.browser.reporting"
    directives = settings.CONTENT_SECURITY_POLICY["DIRECTIVES"] | {"report-uri": [REPORT_PATH]}
    settings.CONTENT_SECURITY_POLICY = {"DIRECTIVES": directives}
    REPORTS.clear()
    contexts: list[BrowserContext] = []
    opened: list[Watched] = []

    def start(who: User | str | None, **options) -> Watched:
        context = chromium.new_context(timezone_id="Asia/Shanghai", **options)
        context.set_default_timeout(15_000)
        contexts.append(context)
        watched = Watched(context, live_server.url)
        opened.append(watched)
        if who is not None:
            watched.sign_in((factories.person(who) if isinstance(who, str) else who).username)
        return watched

    yield start
    for context in contexts:
        context.close()
    assert [complaint for watched in opened for complaint in watched.complaints] == []
    assert REPORTS == []
