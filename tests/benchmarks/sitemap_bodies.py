"""The files that readers are measured on, made from a seed."""

from __future__ import annotations

import gzip
import random
import zlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

SITE = "https://site.example"
_START = datetime(2024, 1, 1, tzinfo=UTC)
_XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
_EXTENSIONS = (
    'xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
    ' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"'
)
_MEGABYTE = 1_000_000


def _address(number: int) -> str:
    return f"{SITE}/section-{number % 50}/some-article-title-{number}.html"


def _date(chance: random.Random) -> str:
    return (_START + timedelta(seconds=chance.randrange(10_000_000))).isoformat()


def urlset(entries: int, seed: int) -> bytes:
    """A clean urlset as most generators write it: loc and lastmod to the second with an offset, indented."""
    chance = random.Random(seed)
    blocks = (
        f"  <url>\n    <loc>{_address(number)}</loc>\n    <lastmod>{_date(chance)}</lastmod>\n  </url>\n" for number in range(entries)
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset {_XMLNS}>\n{"".join(blocks)}</urlset>\n'.encode()


def with_extensions(entries: int, seed: int) -> bytes:
    """The same with two alternates, an image and a news article in each entry: about 40 MB for 50,000 entries."""
    chance = random.Random(seed)
    head = f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset {_XMLNS} {_EXTENSIONS}>\n'
    return (head + "".join(_rich_block(number, _date(chance)) for number in range(entries)) + "</urlset>\n").encode()


def _rich_block(number: int, date: str) -> str:
    path = _address(number).removeprefix(SITE)
    return f"""  <url>
    <loc>{SITE}{path}</loc>
    <lastmod>{date}</lastmod>
    <xhtml:link rel="alternate" hreflang="de" href="{SITE}/de{path}"/>
    <xhtml:link rel="alternate" hreflang="fr" href="{SITE}/fr{path}"/>
    <image:image><image:loc>https://cdn.site.example/images/{number}.jpg</image:loc><image:title>Picture {number} &amp; more</image:title></image:image>
    <news:news>
      <news:publication><news:name>The Site</news:name><news:language>en</news:language></news:publication>
      <news:publication_date>{date}</news:publication_date>
      <news:title>Some article title number {number} with a few more words</news:title>
    </news:news>
  </url>
"""


def _in_urlset(inner: bytes) -> bytes:
    return b"<urlset " + _XMLNS.encode() + b">" + inner + b"</urlset>"


def _bomb(megabytes: int) -> bytes:
    """So many megabytes of one blank inside an entry, as gzip; about a thousandth on the wire."""
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    blanks = b" " * _MEGABYTE
    parts = [packer.compress(b"<urlset><url><loc>")]
    parts += [packer.compress(blanks) for _ in range(megabytes)]
    return b"".join([*parts, packer.flush()])


_ONE = b"<url><loc>https://site.example/a</loc><lastmod>2024-05-06</lastmod></url>"

HOSTILE: dict[str, Callable[[], bytes]] = {
    "10 MB of open tags": lambda: b"<urlset>" + b"<a>" * (10 * _MEGABYTE // 3),
    "10 MB of open url tags": lambda: b"<urlset>" + b"<url>" * (10 * _MEGABYTE // 5),
    "10 MB of different tag names": lambda: _in_urlset(b"".join(b"<n%d/>" % number for number in range(1_000_000))),
    "100,000 attributes in one tag": lambda: _in_urlset(b"<url " + b"".join(b'a%d="" ' % number for number in range(100_000)) + b"></url>"),
    "100,000 namespace declarations": lambda: _in_urlset(b"<url " + b"".join(b'xmlns:n%d="u" ' % number for number in range(100_000)) + b"/>"),
    "20 MB attribute": lambda: _in_urlset(b'<url a="' + b"x" * 20 * _MEGABYTE + b'"></url>'),
    "20 MB comment": lambda: _in_urlset(b"<!--" + b"-x" * 10 * _MEGABYTE + b"-->" + _ONE),
    "20 MB open comment": lambda: _in_urlset(_ONE + b"<!--" + b"x" * 20 * _MEGABYTE),
    "20 MB CDATA": lambda: _in_urlset(b"<url><loc><![CDATA[" + b"x" * 20 * _MEGABYTE + b"]]></loc></url>" + _ONE),
    "20 MB tag name": lambda: _in_urlset(b"<" + b"x" * 20 * _MEGABYTE + b"/>"),
    "20 MB address": lambda: _in_urlset(b"<url><loc>https://site.example/" + b"x" * 20 * _MEGABYTE + b"</loc></url>" + _ONE),
    "20 MB of blanks in an address": lambda: _in_urlset(b"<url><loc>" + b" " * 20 * _MEGABYTE + b"https://site.example/b</loc></url>" + _ONE),
    "10 MB of raw ampersands": lambda: _in_urlset(b"<url><loc>https://site.example/?" + b"&" * 10 * _MEGABYTE + b"</loc></url>" + _ONE),
    "10 MB of broken references": lambda: _in_urlset(b"<url><loc>" + b"&#x0;&nbsp&" * _MEGABYTE + b"</loc></url>" + _ONE),
    "10 MB of '<' signs": lambda: _in_urlset(b"<" * 10 * _MEGABYTE + _ONE),
    "200,000 broken entries": lambda: _in_urlset(b"<url><loc>https://site.example/</lok></url>" * 200_000 + _ONE),
    "every second entry odd": lambda: _in_urlset(
        b"".join(b"<url><loc>https://site.example/%d</loc></url><url ><loc>/%d</loc></url>" % (number, number) for number in range(100_000))
    ),
    "one address 200,000 times": lambda: _in_urlset(_ONE * 200_000),
    "200,000 dates that go up": lambda: _in_urlset(
        b"".join(
            b"<url><loc>https://site.example/a</loc><lastmod>%s</lastmod></url>" % (_START + timedelta(seconds=number)).isoformat().encode()
            for number in range(200_000)
        )
    ),
    "10 MB that look like the start of a block": lambda: _in_urlset(b"<url><loc>https://site.example/" * (10 * _MEGABYTE // 32)),
    "15 MB of dots in paths": lambda: _in_urlset((b"<url><loc>https://site.example" + b"/.." * 5_000 + b"</loc></url>") * 1_000),
    "10 MB of open comments behind a fault": lambda: _in_urlset(b"<url>&</url>" + b"<!--" * 2_500_000 + _ONE),
    "10 MB of open CDATA behind a fault": lambda: _in_urlset(b"<url>&</url>" + b"<![CDATA[" * 1_100_000 + _ONE),
    "10 MB of ]]> behind a fault": lambda: _in_urlset(b"<url>&</url>" + b"]]>" * 3_300_000 + _ONE),
    "10 MB of blanks between entries": lambda: _in_urlset((_ONE + b" \n" * 5_000) * 1_000),
    "10 MB of nested and closed tags": lambda: _in_urlset((b"<a>" * 90 + b"</a>" * 90) * 15_000 + _ONE),
    "an index of 300,000 files": lambda: b"<sitemapindex>" + b"".join(
        b"<sitemap><loc>https://site.example/%d.xml</loc></sitemap>" % number for number in range(300_000)
    ) + b"</sitemapindex>",
    "billion laughs": lambda: b'<!DOCTYPE u [<!ENTITY a "ha">' + b"".join(
        b'<!ENTITY %c "%s">' % (98 + step, b"&%c;" % (97 + step) * 10) for step in range(9)
    ) + b"]>" + _in_urlset(b"<url><loc>&j;</loc></url>"),
    "300 MB gzip bomb": lambda: _bomb(300),
    "gzip in gzip bomb": lambda: gzip.compress(_bomb(300)),
    "10 MB of random bytes": lambda: random.Random(3).randbytes(10 * _MEGABYTE),
    "text file of one 20 MB line": lambda: b"https://site.example/" + b"x" * 20 * _MEGABYTE,
    "2,000,000 lines of text": lambda: b"".join(b"https://site.example/%d\n" % number for number in range(2_000_000)),
    "declared as UTF-16, written in UTF-8": lambda: b'<?xml version="1.0" encoding="utf-16"?>' + _in_urlset(_ONE * 100_000),
}  # fmt: skip
"""Files made to cost time or memory, by name."""
