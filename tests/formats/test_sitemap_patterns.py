"""Blocks with extensions, prefixes and CDATA: the short way must mean what the parser means."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.formats.sitemap_patterns import plain_blocks
from sitemaps_app.formats.sitemap_scan import BlockScanner
from tests.formats.sitemap_texts import SITE, read
from tests.formats.test_sitemap_scan import without_order, without_short_way

DECLARED = (
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
    ' xmlns:news="https://www.google.com/schemas/sitemap-news/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
    ' xmlns:own="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:old="http://www.google.com/schemas/sitemap/0.84"'
)
TEXTS = st.sampled_from(["", "a", " a b ", "a &amp; b", "&lt;i&gt;", "&#65;", "&nbsp;", "a & b", "<![CDATA[a & <b>]]>", "a]]>b", "a]b", "，。", "\ufffe", "\x01",
                         "<!-- x -->", "<loc>https://site.example/z</loc>", "a\nb"])  # fmt: skip
NAMES = st.sampled_from(["image:image", "image:loc", "news:news", "news:name", "xhtml:link", "own:loc", "own:lastmod", "old:loc", "video:video", "image:", "loc", "Image:image"])  # fmt: skip
ATTRIBUTES = st.sampled_from(["", ' rel="alternate"', ' rel="a" hreflang="b"', ' rel="a" rel="b"', ' xmlns="http://x.example/"', ' xmlns:image="http://www.sitemaps.org/schemas/sitemap/0.9"',
                              " a='1' b=\"2\" c='3' d='4'", ' a="<"', ' a="&"', ' a="&amp;"', ' a="x>y"', " a=1", ' a="1"b="2"', ' rel="a rel=b"', "\n a='\n'"])  # fmt: skip
ADDRESSES = st.sampled_from(["a", " a ", "\n a\n", "<![CDATA[https://site.example/c]]>", "<![CDATA[ a&b ]]>", "<![CDATA[a]]]]>", " <![CDATA[a]]> ", "a<![CDATA[b]]>", "a&amp;b", "日本，", "a]b", "a]]>b"])  # fmt: skip


@st.composite
def elements(draw: st.DrawFn, depth: int = 0) -> str:
    name, attributes = draw(NAMES), draw(ATTRIBUTES)
    if draw(st.booleans()):
        return f"<{name}{attributes}/>"
    inner = (
        draw(TEXTS)
        if depth == 4 or draw(st.booleans())
        else draw(st.sampled_from(["", " "])).join(draw(st.lists(elements(depth + 1), max_size=3)))
    )
    close = name if draw(st.integers(0, 9)) else draw(NAMES)
    return f"<{name}{attributes}>{inner}</{close}>"


@st.composite
def blocks(draw: st.DrawFn, prefix: str) -> str:
    asides = [draw(st.lists(elements(), max_size=2)) for _ in range(3)]
    address = draw(ADDRESSES)
    loc = f"<{prefix}loc>{address if 'CDATA' in address else f'{SITE}/{address}'}</{prefix}loc>"
    lastmod = f"<{prefix}lastmod>2025-01-02</{prefix}lastmod>" if draw(st.booleans()) else ""
    priority = f"<{prefix}priority>0.5</{prefix}priority>" if draw(st.booleans()) else ""
    return f"<{prefix}url>{''.join(asides[0][:1])}{loc}{''.join(asides[1])}{lastmod}{priority}{''.join(asides[2])}</{prefix}url>"


@st.composite
def files(draw: st.DrawFn) -> str:
    prefix = draw(st.sampled_from(["", "", "own:", "image:", "s:"]))
    declared = DECLARED + draw(st.sampled_from(["", ' xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9"']))
    return f"<{prefix}urlset {declared}>{''.join(draw(st.lists(blocks(prefix), max_size=6)))}</{prefix}urlset>"


@given(files())
def test_both_ways_give_the_same_reading_of_extensions(body: str) -> None:
    short, long = read(body), without_short_way(body)
    assert short.by_key == long.by_key
    assert without_order(short) == without_order(long)


RICH = (
    f'<url><loc>{SITE}/%d</loc><lastmod>2025-01-02</lastmod><xhtml:link rel="alternate" hreflang="de" href="{SITE}/de/?a=1&amp;b=2"/>'
    f"<image:image>\n <image:loc>{SITE}/i.png</image:loc><image:title><![CDATA[A & B]]></image:title></image:image>"
    "<news:news><news:publication><news:name>N，</news:name></news:publication><news:title>T</news:title></news:news></url>\n"
)


@pytest.mark.parametrize(
    ("prefix", "block"),
    [
        ("", RICH),
        ("own:", f"<own:url>\n<own:loc> {SITE}/%d </own:loc><own:lastmod>2025-01-02</own:lastmod></own:url>"),
        ("", f"<url><loc><![CDATA[{SITE}/%d]]></loc><lastmod>2025-01-02</lastmod></url>"),
    ],
)
def test_usual_blocks_of_other_generators_do_not_go_through_the_parser(prefix: str, block: str) -> None:
    taken = 0
    scan = BlockScanner.scan

    def counted(self: BlockScanner, piece: bytes, start: int) -> tuple[int, int]:
        nonlocal taken
        stop, lines = scan(self, piece, start)
        taken += stop - start
        return stop, lines

    body = f"<{prefix}urlset {DECLARED}>{''.join(block % number for number in range(1_000))}</{prefix}urlset>"
    with patch.object(BlockScanner, "scan", counted):
        found = read(body)
    assert (len(found.paths), set(found.dates), found.codes) == (1_000, {"2025-01-02"}, set())
    assert taken > 0.95 * len(body.encode())
    assert found.reading.extensions == ({"news": 1_000, "image": 1_000, "alternate": 1_000} if block is RICH else {})


def test_a_block_that_almost_fits_is_given_up_in_few_steps() -> None:
    find = plain_blocks("", ("image",)).find
    empty = b"<image:image> </image:image>" * 2_000
    deep = b"<image:a><image:b>" * 2_000
    for aside in (
        empty,
        deep,
        b"<image:a>" + b"<image:b/>" * 5_000 + b"</image:c>",
        b"<image:a" + b' x="1"' * 5_000 + b"/>",
        b"<image:a>" + b"<![CDATA[]]>" * 5_000,
    ):
        assert find(b"<url><loc>a</loc>" + aside + b"<x/></url>", 0, 1_000_000)[0][0] == b""
