"""The form of a case: what a server sends, and everything that must come of it. The tables are in the files beside, one an area.

Every case is met twice: as bytes given to the reader, and as the answer of a real server that the real door fetches. Its addresses are
therefore those of a site over plain http, which a server on loopback can play as a proxy.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from tests.loopback import Mode

SITE = "http://site.example"
NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
NOW = datetime(2025, 6, 15, 12, tzinfo=UTC)
Headers = tuple[tuple[str, str], ...]
XML: Headers = (("Content-Type", "application/xml"),)
HTML: Headers = (("Content-Type", "text/html; charset=utf-8"),)
TEXT: Headers = (("Content-Type", "text/plain; charset=utf-8"),)
GZIP: Headers = (("Content-Type", "application/gzip"),)


@dataclass(frozen=True, slots=True)
class Expected:
    """One entry as it must be read: `lastmod` in UTC, None where there is none."""

    loc: str
    lastmod: str | None = None
    precision: str | None = None
    zone: str | None = None
    status: str = "absent"
    in_scope: bool = True


@dataclass(frozen=True, slots=True)
class Case:
    """One file of a sitemap as it is served.

    `told` are the codes of all its problems: any other one fails the case. `at_least` replaces `entries` where a cut decides how many
    there are: that many, and those of `entries` from the first on. `mode` and `cut_at` are how the wire breaks (see `Answer`).
    """

    name: str
    body: bytes
    entries: tuple[Expected, ...] = ()
    told: frozenset[str] = frozenset()
    outcome: str = "ok"
    kind: str = "urlset"
    children: tuple[str, ...] = ()
    path: str = "/sitemap.xml"
    status: int = 200
    headers: Headers = XML
    at_least: int = 0
    mode: Mode = ""
    cut_at: int = 0


def told(*codes: str) -> frozenset[str]:
    """The codes of a case's problems."""
    return frozenset(codes)


def absolute(path: str) -> str:
    """A path of the site as an address; an address as it is."""
    return SITE + path if path.startswith("/") else path


def day(path: str, date: str, *, in_scope: bool = True) -> Expected:
    """An entry whose lastmod is a date alone."""
    return Expected(absolute(path), f"{date}T00:00:00Z", "day", "assumed", "ok", in_scope)


def second(path: str, moment: str, *, zone: str = "explicit") -> Expected:
    """An entry whose lastmod goes down to the second; `moment` in UTC."""
    return Expected(absolute(path), moment, "second", zone, "ok")


def undated(path: str, status: str = "absent", *, in_scope: bool = True) -> Expected:
    """An entry without a lastmod that counts."""
    return Expected(absolute(path), status=status, in_scope=in_scope)


def page(path: str, lastmod: str | None = None, extra: str = "") -> str:
    """A `<url>` as a generator writes it."""
    dated = "" if lastmod is None else f"<lastmod>{lastmod}</lastmod>"
    return f"<url><loc>{absolute(path)}</loc>{dated}{extra}</url>\n"


def urlset(*blocks: str, head: str = '<?xml version="1.0" encoding="UTF-8"?>\n', attributes: str = f'xmlns="{NAMESPACE}"') -> str:
    """A sitemap of these blocks."""
    return f"{head}<urlset {attributes}>\n{''.join(blocks)}</urlset>\n"


def index(*paths: str) -> str:
    """A sitemap index of these files."""
    children = "".join(f"<sitemap><loc>{absolute(path)}</loc></sitemap>\n" for path in paths)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="{NAMESPACE}">\n{children}</sitemapindex>\n'


TEA, JAM = page("/tea", "2025-03-01"), page("/jam", "2025-03-02T10:00:00Z")
PLAIN = urlset(TEA, JAM)
"""A sitemap that is right in every way; most faults are put around or into it."""
BOTH = (day("/tea", "2025-03-01"), second("/jam", "2025-03-02T10:00:00Z"))
"""What it says."""


def many(count: int) -> tuple[str, tuple[Expected, ...]]:
    """A sitemap of so many pages, with dates in March, and its entries."""
    dates = [(f"/shelf/{number}", f"2025-03-{number % 28 + 1:02}") for number in range(count)]
    return urlset(*(page(path, date) for path, date in dates)), tuple(day(path, date) for path, date in dates)
