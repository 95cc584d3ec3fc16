"""robots.txt files as they are served, with what they name and allow."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.cases.case import HTML, TEXT, Headers, told


@dataclass(frozen=True, slots=True)
class RobotsCase:
    """One robots.txt. `sitemaps` are paths of the site or addresses, `allowed` paths and whether they may be fetched."""

    name: str
    body: bytes
    sitemaps: tuple[str, ...] = ()
    allowed: Mapping[str, bool] = field(default_factory=dict)
    told: frozenset[str] = frozenset()
    status: int = 200
    headers: Headers = TEXT
    delay: float | None = None


_ALL = b"User-agent: *\nDisallow: /\n\nSitemap: http://site.example/s.xml\n"
_CLOSED = {"/any/page": False, "/robots.txt": True}

ROBOTS = (
    RobotsCase("a-mark-before-the-first-line", b"\xef\xbb\xbf" + _ALL, ("/s.xml",), _CLOSED, told("robots_bom")),
    RobotsCase("a-mark-before-a-sitemap-line", b"\xef\xbb\xbfSitemap: http://site.example/s.xml\nUser-agent: *\nDisallow:", ("/s.xml",), {"/any": True}, told("robots_bom")),
    RobotsCase("utf-16-as-an-editor-saves-it", _ALL.decode().encode("utf-16"), ("/s.xml",), _CLOSED, told("robots_bom")),
    RobotsCase(
        "sitemaps-before-between-and-behind-the-groups",
        b"Sitemap: http://site.example/1.xml\nUser-agent: OtherBot\nDisallow: /\nSitemap: http://site.example/2.xml\n\nUser-agent: *\nDisallow:\n\nSitemap: http://site.example/3.xml\n",
        ("/1.xml", "/2.xml", "/3.xml"), {"/page": True},
    ),
    RobotsCase(
        "spellings-comments-and-doublets",
        b"user-AGENT: *\nDisallow:\nSITEMAP:http://site.example/1.xml\nsitemap : http://site.example/2.xml\nSitemap:\thttp://site.example/3.xml   # the large one\n"
        b"# Sitemap: http://site.example/old.xml\nSitemap:\nSitemap: http://site.example/1.xml\nSitemap: HTTP://SITE.example:80/2.xml\n",
        ("/1.xml", "/2.xml", "/3.xml"),
    ),
    RobotsCase("line-ends-of-an-old-machine", b"User-agent: *\rDisallow: /x/\r\rSitemap: http://site.example/s.xml\r", ("/s.xml",), {"/x/1": False, "/y": True}),
    RobotsCase("line-ends-mixed", b"User-agent: *\r\nDisallow: /x/\rDisallow: /z\nSitemap: http://site.example/s.xml", ("/s.xml",), {"/x/1": False, "/z": False, "/y": True}),
    RobotsCase("a-relative-sitemap", b"Sitemap: /maps/s.xml\nUser-agent: *\nDisallow: /no/\n", ("/maps/s.xml",), {"/no/a": False, "/a": True}, told("robots_sitemap_relative")),
    RobotsCase("several-sitemaps-on-a-line", b"Sitemap: http://site.example/1.xml http://site.example/2.xml, http://site.example/3.xml", ("/1.xml", "/2.xml", "/3.xml")),
    RobotsCase("a-sitemap-on-another-host", b"User-agent: *\nSitemap: https://cdn.example/site/all.xml", ("https://cdn.example/site/all.xml",)),
    RobotsCase("a-sitemap-that-is-no-address", b"Sitemap: ftp://site.example/s.xml\nSitemap: none\n", (), {}, told("url_invalid")),
    RobotsCase("a-page-instead-of-rules", b"<!DOCTYPE html>\n<html><body>User-agent: *\nDisallow: /</body></html>", (), {"/any": True}, told("robots_is_html"), headers=HTML),
    RobotsCase("an-empty-file", b"", (), {"/any": True}),
    RobotsCase("words-instead-of-rules", b"Nothing to see here.\n", (), {"/any": True}),
    *(RobotsCase(f"not-there-with-{status}", _ALL, (), {"/any": True}, status=status) for status in (400, 401, 403, 404, 410, 451)),
    *(RobotsCase(f"unreachable-with-{status}", _ALL, (), {"/any": False, "/robots.txt": False}, told("robots_unreachable"), status=status) for status in (429, 500, 502, 503, 504)),
    RobotsCase("our-own-group-before-that-of-everybody", b"User-agent: LastmodTrust\nDisallow: /own\nCrawl-delay: 7\n\nUser-agent: *\nDisallow: /\n", (), {"/own": False, "/any": True}, delay=7.0),
    RobotsCase("our-own-group-behind-and-in-two-parts", b"User-agent: *\nDisallow: /\n\nUser-agent: lastmodtrust\nDisallow: /a\n\nUser-agent: x\nUser-agent: LASTMODTRUST/2\nDisallow: /b", (), {"/a": False, "/b": False, "/c": True}),
    RobotsCase("a-group-of-a-name-that-begins-like-ours", b"User-agent: Lastmod\nDisallow: /\n", (), {"/any": True}),
    RobotsCase("a-packed-file", gzip.compress(_ALL), ("/s.xml",), _CLOSED),
    RobotsCase("rules-longer-than-is-read", b"User-agent: *\nDisallow: /x\n" + b"# words\n" * 65_000 + b"Disallow: /y\n", (), {"/x": False, "/y": True}, told("robots_too_large")),
)  # fmt: skip
