"""Pages of our own making, for the tests of the page readers."""

from __future__ import annotations

from datetime import UTC, datetime

from sitemaps_app.formats.page import PageReading, read_page

NOW = datetime(2024, 6, 1, 12, 0, tzinfo=UTC)
URL = "https://site.example/garden/roses"
ARTICLE = """
<h1>Pruning roses</h1>
<p>Roses are cut back in late winter, before the buds begin to swell. Use a clean blade.</p>
<p>A pair of shears costs 24.90 euro in our shop and lasts for many years.</p>
<p>Feed the plants in April and again in June.</p>
"""


def page(inside: str = f"<main><article>{ARTICLE}</article></main>", *, head: str = "<title>Pruning roses</title>") -> bytes:
    """A whole page around the inside of its body."""
    return f'<!doctype html><html lang="en"><head><meta charset="utf-8">{head}</head><body>{inside}</body></html>'.encode()


def read(body: bytes, **served: object) -> PageReading:
    """The reading of a page served as a success from `URL`."""
    return read_page(body, **({"url": URL, "now": NOW} | served))


def read_inside(inside: str) -> PageReading:
    """The reading of a page with this body."""
    return read(page(inside))
