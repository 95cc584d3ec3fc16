"""News, images, videos, alternates, mobile marks and page maps: counted, and never mistaken for the entry's own address or date."""

from __future__ import annotations

import pytest

from sitemaps_app.formats.sitemap import SitemapLimits
from tests.formats.sitemap_texts import SITE, block, read

PARTS = {
    "news": "<news:news><news:publication><news:name>N</news:name></news:publication><news:publication_date>2031-01-01</news:publication_date>"
    "<news:loc>https://site.example/no</news:loc></news:news>",
    "image": "<image:image><image:loc>https://cdn.example/i.png</image:loc><image:lastmod>2031-01-01</image:lastmod></image:image>",
    "video": "<video:video><video:content_loc>https://cdn.example/v.mp4</video:content_loc><video:loc>x</video:loc></video:video>",
    "alternate": '<xhtml:link rel="alternate" hreflang="de" href="https://site.example/de/" />',
    "mobile": "<mobile:mobile/>",
    "pagemap": '<PageMap xmlns="http://www.google.com/schemas/sitemap-pagemap/1.0"><DataObject type="document"><Attribute name="loc">x</Attribute>'
    "</DataObject></PageMap>",
}  # fmt: skip
NAMESPACES = {
    "news": "http://www.google.com/schemas/sitemap-news/0.9",
    "image": "http://www.google.com/schemas/sitemap-image/1.1",
    "video": "http://www.google.com/schemas/sitemap-video/1.1",
    "xhtml": "http://www.w3.org/1999/xhtml",
    "mobile": "http://www.google.com/schemas/sitemap-mobile/1.0",
}
SPELLINGS = {
    "as documented": lambda uri: uri,
    "https": lambda uri: uri.replace("http:", "https:"),
    "trailing slash": lambda uri: uri + "/",
    "old version": lambda uri: uri.replace("1.1", "1.0").replace("0.9", "0.84"),
    "upper case": lambda uri: uri.upper(),
    "not declared": lambda _uri: "",
}


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("extension", PARTS)
@pytest.mark.parametrize("comes_first", [True, False])
def test_an_extension_is_counted_and_is_no_address(extension: str, spelling: str, comes_first: bool) -> None:
    own = f"<loc>{SITE}/a</loc><lastmod>2025-01-02</lastmod>"
    inner = PARTS[extension] + own if comes_first else own + PARTS[extension]
    uris = {prefix: SPELLINGS[spelling](uri) for prefix, uri in NAMESPACES.items()}
    declared = "".join(f' xmlns:{prefix}="{uri}"' for prefix, uri in uris.items() if uri)
    body = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"{declared}>{block("b", "2025-01-01")}<url>{inner}</url></urlset>'
    found = read(body)
    assert (found.paths, found.dates) == (["b", "a"], ["2025-01-01", "2025-01-02"])
    assert found.reading.extensions == {extension: 1}
    assert found.codes <= {"xml_undeclared_prefix"}


def test_two_prefixes_of_one_extension_are_counted_together() -> None:
    body = (
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:i="http://www.google.com/schemas/sitemap-image/1.1">'
        f"<url><loc>{SITE}/a</loc><i:image><i:loc>{SITE}/1.png</i:loc></i:image>"
        '<image xmlns="http://www.google.com/schemas/sitemap-image/1.1"><loc>https://site.example/2.png</loc></image></url></urlset>'
    )
    found = read(body)
    assert (found.paths, found.reading.extensions) == (["a"], {"image": 2})


def test_more_news_than_search_engines_read_are_told() -> None:
    def codes(count: int) -> set[str]:
        blocks = "".join(f"<url><loc>{SITE}/{number}</loc>{PARTS['news']}</url>" for number in range(count))
        body = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="{NAMESPACES["news"]}">{blocks}</urlset>'
        found = read(body, limits=SitemapLimits(protocol_news=3))
        assert found.reading.is_news
        return found.codes

    assert (codes(3), codes(4)) == (set(), {"too_many_news"})
