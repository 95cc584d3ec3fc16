"""Takes the pictures of the README from a running demo. `script/pictures` runs this in the right environment."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
MOST_BYTES = 300_000
SIZE = {"width": 1200, "height": 800}
TALL = {"viewport": {"width": 1200, "height": 1400}, "device_scale_factor": 1}  # down to the charts, or to the end of the dates
PHONE = {"width": 390, "height": 844}
CHANGED = "generator-changed-day-30"
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")
# Names of the outside do not resolve: what is pictured is on this machine.
CHROMIUM_OPTIONS = ("--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")


NAME, PASSWORD = "admin", "only in the pictures"


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture: its name, the clicks from the list of sites that lead to it, and how the browser is set up."""

    name: str
    clicks: tuple[str, ...] = ()
    browser: Mapping[str, Any] = field(default_factory=dict)


EMPTY = Picture("empty")
PICTURES = (
    Picture("sites"),
    Picture("fleet", ("a[href='/fleet']",)),
    Picture("site", (f"a[data-row-link]:has-text('{CHANGED}')",), TALL),
    Picture(
        "comparison",
        (
            "a[data-row-link]:text-matches('^(http://)?accurate.demo')",
            ".tabs a[href$='/evidence']",
            "select[name=changed]=yes",
            "select[name=moved]=yes",
            "main form.filters button",
            "table a[data-row-link]",
        ),
        TALL,
    ),
    Picture("report", ("a[data-row-link]:text-matches('^(http://)?frozen')", ".tabs a[href$='/share']", "main a[href$='/report']"), TALL),
    Picture("due", ("a[data-row-link]:text-matches('^(http://)?accurate.demo')", ".tabs a[href$='/due']")),
    Picture("sitemap", ("a[href='/check-sitemap/']", "#own-reports ~ form button", ".outcome", ".problem summary"), TALL),
    Picture("dark", (f"a[data-row-link]:has-text('{CHANGED}')",), TALL | {"color_scheme": "dark"}),
    Picture("phone", (f"a[data-row-link]:has-text('{CHANGED}')",), {"viewport": PHONE, "device_scale_factor": 2}),
    Picture("zh", (f"a[data-row-link]:has-text('{CHANGED}')",), TALL | {"locale": "zh-CN"}),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=ROOT / "docs" / "pictures", help="where the pictures go (default: %(default)s)")
    parser.add_argument("--data", type=Path, help="a folder with a loaded demo to copy; else it is loaded, which takes minutes")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="lastmod-pictures-") as data, chromium() as browser:
        with running_server(prepared(Path(data, "empty"), None)) as address:
            take(browser, address, EMPTY, options.folder)
        environment = prepared(Path(data, "demo"), options.data)
        if not options.data:
            manage(environment, "demo")
        with running_server(environment) as address:
            for picture in PICTURES:
                take(browser, address, picture, options.folder)


def prepared(data: Path, given: Path | None) -> dict[str, str]:
    """A data folder of our own, with an administrator; the variables that lead to it."""
    if given:
        shutil.copytree(given, data, ignore=shutil.ignore_patterns("*.sock", "broker", "*.lock", "*.log"))
    environment = own_environment(data)
    manage(environment, "migrate", "--verbosity", "0")
    manage(environment, "createsuperuser", "--noinput", "--username", NAME, "--email", "")
    return environment


def own_environment(data: Path) -> dict[str, str]:
    """Variables for a product of our own: whatever the caller has set must not be pictured, let alone changed."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LASTMOD_", "DJANGO_"))}
    for name in ("DATABASE_URL", "REDIS_URL", "STORAGE_URL"):
        kept.pop(name, None)
    own = {"LASTMOD_DATA_DIR": str(data), "LASTMOD_WEB_PROCESSES": "1", "DJANGO_SUPERUSER_PASSWORD": PASSWORD, "PYTHONUNBUFFERED": "1"}
    return kept | own


def manage(environment: Mapping[str, str], *arguments: str) -> None:
    """One command of the product."""
    subprocess.run([sys.executable, str(ROOT / "manage.py"), *arguments], env=dict(environment), cwd=ROOT, check=True)


@contextmanager
def running_server(environment: Mapping[str, str]) -> Iterator[str]:
    """The product on a free port, until the block ends; its address without the last slash. Exits with a sentence if it does not start."""
    command = [sys.executable, str(ROOT / "manage.py"), "serve", "--port", "0"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT) as process:
        try:
            said = ""
            for line in process.stdout or ():
                said += line
                if address := re.search(r"Lastmod Trust is at (http://\S+)/ ", said):
                    break
            else:
                sys.exit(f"The server did not start:\n{said}")
            yield address[1]
        finally:
            process.terminate()  # it stops all that it started


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium. Exits with a sentence if there is none."""
    binary = os.environ.get("LASTMOD_TEST_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if binary is None:
        sys.exit("Pictures need a Chromium; on Debian: apt install chromium fonts-noto-cjk.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=binary, args=list(CHROMIUM_OPTIONS))
        try:
            yield browser
        finally:
            browser.close()


def take(browser: Browser, address: str, picture: Picture, folder: Path) -> None:
    """Sign in, click the way to the page, and write the picture. Exits with a sentence if it is too large for a README."""
    options = {"viewport": SIZE, "locale": "en-US", "timezone_id": "UTC", "device_scale_factor": 1.2} | dict(picture.browser)
    context = browser.new_context(**options)
    try:
        page = context.new_page()
        page.goto(f"{address}/sign-in")
        page.fill("[name=username]", NAME)
        page.fill("[name=password]", PASSWORD)
        page.click("main button[type=submit]")
        page.wait_for_url("**/sites/")
        for step in picture.clicks:
            follow(page, step)
        page.wait_for_load_state("networkidle")
        path = folder / f"{picture.name}.png"
        page.screenshot(path=path, animations="disabled", caret="hide")
    finally:
        context.close()
    print(f"{path.name}: {path.stat().st_size // 1000} kB")
    if path.stat().st_size > MOST_BYTES:
        sys.exit(f"{path} is larger than {MOST_BYTES // 1000} kB.")


def follow(page: Page, step: str) -> None:
    """Click what the selector finds first; `selector=value`, for a selection, chooses a value."""
    chosen = re.fullmatch(r"(select\[.*\])=(\w+)", step)
    if chosen:
        page.select_option(chosen[1], chosen[2])
    else:
        page.locator(step).first.click()
        page.wait_for_load_state()


if __name__ == "__main__":
    main()
