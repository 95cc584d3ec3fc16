"""What each page costs its reader: bytes, requests, time to first byte, time to its largest part, shifts, and what axe-core has against it.

    python -m tests.benchmarks.page_weight [--data FOLDER] [--rounds N]

It takes a copy of a data folder that holds a demo (or loads one, which takes minutes), serves it with the product's own web process on
loopback, asks every page that the addresses lead to, and prints a table in Markdown.
"""

from __future__ import annotations

import argparse
import http.client
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
SECRET = re.compile(r"/shared/[\w-]+")
PROMISED_FIRST_BYTE_MS = 100
PROMISED_BYTES = 100_000
PROMISED_SHIFT = 0.1  # "good" by web.dev/articles/cls
BROWSER_OPTIONS = ["--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
OBSERVED = """
() => new Promise((resolve) => {
  let largest = 0, shift = 0;
  new PerformanceObserver((list) => { for (const one of list.getEntries()) largest = one.startTime; }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) shift += one.value; }).observe({ type: "layout-shift", buffered: true });
  const sent = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  const size = sent.reduce((sum, one) => sum + one.transferSize, 0);
  setTimeout(() => resolve([size, sent.length, document.querySelectorAll("*").length, largest, shift]), 200);
})
"""


@dataclass(frozen=True, slots=True)
class Weight:
    """One page: bytes of the page itself as sent, of all that a first visit loads, requests, elements; milliseconds; shift (CLS); faults."""

    path: str
    page_bytes: int
    all_bytes: int
    requests: int
    elements: int
    first_byte_ms: float
    slow_first_byte_ms: float
    largest_ms: float
    shift: float
    faults: int

    @property
    def is_as_promised(self) -> bool:
        """Whether the page keeps to what docs/quality-of-pages.md says."""
        quick = self.first_byte_ms <= PROMISED_FIRST_BYTE_MS
        return quick and self.all_bytes <= PROMISED_BYTES and self.shift <= PROMISED_SHIFT and not self.faults


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="a data folder with a loaded demo; it is copied and not changed")
    parser.add_argument("--rounds", type=int, default=20, help="how often each page is asked (default: %(default)s)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="lastmod-pages-") as folder:
        data = Path(folder, "data")
        prepare(data, options.data)
        from tests.benchmarks.page_world import demo_pages, session_of_an_admin

        cookie = session_of_an_admin()
        paths = demo_pages()
        with served() as port, chromium() as browser:
            weights = [measured(browser, port, cookie, path, options.rounds) for path in paths]
    sys.stdout.write("\n".join([*table(weights), ""]))
    sys.exit("Not as promised: " + ", ".join(bad) if (bad := [one.path for one in weights if not one.is_as_promised]) else 0)


def prepare(data: Path, given: Path | None) -> None:
    """Bring a demo and its static files into the folder, and point this process and its children at it."""
    for name in [name for name in os.environ if name.startswith("LASTMOD_") or name in {"DATABASE_URL", "REDIS_URL", "STORAGE_URL"}]:
        if name != "LASTMOD_TEST_CHROMIUM":
            del os.environ[name]
    if given:
        shutil.copytree(given, data, ignore=shutil.ignore_patterns("*.sock", "broker", "*.lock"))
    os.environ |= {"LASTMOD_DATA_DIR": str(data), "DJANGO_SETTINGS_MODULE": "sitemaps_app.settings", "LASTMOD_LOG_LEVEL": "ERROR"}
    os.environ["DATABASE_URL"] = f"sqlite:///{data}/lastmod.sqlite3"
    for arguments in (["migrate", "--verbosity", "0"], ["collectstatic", "--noinput", "--verbosity", "0"], *([] if given else [["demo"]])):
        subprocess.run([sys.executable, str(ROOT / "manage.py"), *arguments], check=True, stdout=subprocess.DEVNULL)


@contextmanager
def served() -> Iterator[int]:
    """The product's own web process, one of it, on a free port."""
    from sitemaps_app.server.programs import web

    with socket.create_server(("127.0.0.1", 0)) as listener:
        command = web(listener.fileno(), 1, 8).command
        with subprocess.Popen(command, pass_fds=(listener.fileno(),), cwd=ROOT, stderr=subprocess.DEVNULL) as running:
            try:
                yield listener.getsockname()[1]
            finally:
                running.terminate()


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's browser."""
    binary = os.environ.get("LASTMOD_TEST_CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=binary, args=BROWSER_OPTIONS)
        yield browser
        browser.close()


def measured(browser: Browser, port: int, cookie: Mapping[str, str], path: str, rounds: int) -> Weight:
    """Ask one page over a kept connection, then open it in a browser that was never here."""
    from tests.browser import axe

    waits, size = first_bytes(port, cookie, path, rounds)
    context = browser.new_context(timezone_id="UTC", viewport={"width": 1280, "height": 800})
    context.add_cookies([{"name": name, "value": value, "url": f"http://127.0.0.1:{port}"} for name, value in cookie.items()])
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}{path}", wait_until="networkidle")
    all_bytes, requests, elements, largest, shift = page.evaluate(OBSERVED)
    faults = len(axe.violations(page)) if axe.LIBRARY.exists() else 0
    context.close()
    waits.sort()
    slow = waits[min(round(len(waits) * 0.95), len(waits) - 1)]
    return Weight(path, size, all_bytes, requests, elements, statistics.median(waits), slow, largest, shift, faults)


def first_bytes(port: int, cookie: Mapping[str, str], path: str, rounds: int) -> tuple[list[float], int]:
    """Milliseconds to the first byte of each answer after the first, which fills the process's own caches, and the size of the last."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Accept-Encoding": "gzip", "Cookie": "; ".join(f"{name}={value}" for name, value in cookie.items())}
    waits, size = [], 0
    for turn in range(rounds + 1):
        began = time.perf_counter()
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        if turn:
            waits.append((time.perf_counter() - began) * 1_000)
        size = len(answer.read())
    connection.close()
    return waits, size


def table(weights: list[Weight]) -> Iterator[str]:
    """The pages in Markdown, and below them the worst of each column."""
    yield "| page | page kB | first visit kB | requests | elements | first byte ms (median, 95 %) | largest part ms | shift | axe |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for one in weights:
        yield (
            f"| `{SECRET.sub('/shared/…', one.path)}` | {one.page_bytes / 1_000:.1f} | {one.all_bytes / 1_000:.1f} | {one.requests} | {one.elements} | "
            f"{one.first_byte_ms:.0f}, {one.slow_first_byte_ms:.0f} | {one.largest_ms:.0f} | {one.shift:.3f} | {one.faults} |"
        )


if __name__ == "__main__":
    main()
