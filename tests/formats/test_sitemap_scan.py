"""The short way through plain blocks must give what the parser gives."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.formats.sitemap import SitemapReading
from sitemaps_app.formats.sitemap_scan import BlockScanner
from tests.formats.sitemap_texts import SITE, Read, block, read, urlset

LOCS = st.sampled_from(
    [
        "a",
        "a?x=1&amp;y=2",
        "a&b",
        "b c",
        "straße",
        "a%C3%A9",
        "a%e9",
        "./d",
        "x#y",
        "&lt;",
        "a\rb",
        "\ufffe",
        "\x7f",
        "]]>",
        "e\u2028f",
        "&#65;",
        "'\"",
    ]
)
BLANKS = st.sampled_from(["", " ", "\n", "\r\n", "\t\n "])
DATES = st.sampled_from(["2025-01-02", "2025-01-02T03:04:05+00:00", " 2025-01-02 ", "", "\n2025", "soon", "2025&amp;", "<b/>2025", None])
EXTRAS = st.sampled_from(
    ["", "<priority>0.5</priority>", "<priority>7</priority>", "<changefreq>daily</changefreq>", "<changefreq> daily</changefreq>", "<!-- x -->",
     "<i:loc>x</i:loc>", "<lastmod>2024</lastmod>", "<loc>https://site.example/z</loc>", "<unknown/>", "text", "<url/>", "</url><url>", "&nbsp;"]
)  # fmt: skip


@st.composite
def blocks(draw: st.DrawFn) -> str:
    blank = [draw(BLANKS) for _ in range(5)]
    date = draw(DATES)
    dated = "" if date is None else f"<lastmod>{date}</lastmod>"
    parts = [f"<loc>{blank[0]}{SITE}/{draw(LOCS)}{blank[1]}</loc>", dated, draw(EXTRAS), draw(EXTRAS)]
    if draw(st.integers(0, 9)) == 0:
        parts.reverse()
    return f"{blank[2]}<url>{blank[3]}{''.join(parts)}{blank[4]}</url>"


def without_short_way(body: str) -> Read:
    with patch.object(BlockScanner, "scan", lambda _self, _piece, start: (start, 0)):
        return read(body)


def without_order(found: Read) -> tuple[SitemapReading, dict[str, int]]:
    """The reading, and how often each problem was met: bytes are mended a piece ahead of the parser, so that only the order may differ."""
    return replace(found.reading, problems=()), {problem.code: problem.count for problem in found.reading.problems}


@given(st.lists(blocks(), max_size=10), st.sampled_from(["", "<!-- ", "-->", "<![CDATA[", "</urlset>"]))
def test_both_ways_give_the_same_reading(parts: list[str], stray: str) -> None:
    body = urlset(*parts[:4], stray, *parts[4:])
    short, long = read(body), without_short_way(body)
    assert short.by_key == long.by_key
    assert without_order(short) == without_order(long)


def test_plain_blocks_do_not_go_through_the_parser() -> None:
    taken = 0
    scan = BlockScanner.scan

    def counted(self: BlockScanner, piece: bytes, start: int) -> tuple[int, int]:
        nonlocal taken
        stop, lines = scan(self, piece, start)
        taken += stop - start
        return stop, lines

    body = urlset(*(block(f"p{number}", "2025-01-02", "<changefreq>daily</changefreq><priority>0.8</priority>") for number in range(1_000)))
    with patch.object(BlockScanner, "scan", counted):
        assert len(read(body).paths) == 1_000
    assert taken > 0.95 * len(body)
