"""Own samples of every kind of sitemap file, and the ways in which bytes go wrong. For the property tests and the fuzz run."""

from __future__ import annotations

import gzip
import random

from tests.formats.sitemap_texts import NAMESPACE, SITE, block, index, urlset

_EXTENDED = (
    f'xmlns="{NAMESPACE}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9" '
    'xmlns:xhtml="http://www.w3.org/1999/xhtml"'
)
_IMAGE = f"<image:image><image:loc>{SITE}/a.png</image:loc><image:title>A &amp; B</image:title></image:image>"
_NEWS = "<news:news><news:publication_date>2025-01-01</news:publication_date><news:title>T</news:title></news:news>"
_LINK = f'<xhtml:link rel="alternate" hreflang="de" href="{SITE}/de"/>'

_PLAIN = urlset(
    block("a"), block("b?x=1&amp;y=2", "2025-03-01T10:20:30+02:00", "<priority>0.5</priority>"), block("c", None), block("d", "2025-03")
)
SAMPLES: dict[str, bytes] = {
    "plain": _PLAIN.encode(),
    "extensions": urlset(block("a", extra=_IMAGE), block("b", None, _NEWS), block("c", extra=_LINK + _IMAGE), attributes=_EXTENDED).encode(),
    "cdata": urlset(
        "<!-- <url><loc>no</loc></url> -->",
        f"<url><loc><![CDATA[ {SITE}/a?b&c ]]></loc><lastmod><![CDATA[2025-03-01]]></lastmod></url>",
        f"<url><loc>{SITE}/<!-- x -->b</loc><lastmod>2025-<!-- y -->03-02</lastmod></url>",
    ).encode(),
    "prefixed": urlset(block("a"), block("b")).replace("<", "<s:").replace("<s:/", "</s:").replace("<s:?", "<?").replace("xmlns=", "xmlns:s=").encode(),
    "dirty": urlset(block("a?b=1&c=2"), block("d&nbsp;e"), block("f", "2025-03-01T1:2"), block("g\x02"), "<url><loc>h</url>", block("i")).encode(),
    "utf-16": urlset(block("café"), block("茶", "2025-03-02")).encode("utf-16"),
    "gbk": urlset(block("茶叶"), block("b"), before='<?xml version="1.0" encoding="gbk"?>\n').encode("gbk"),
    "index": index(*(f"<sitemap><loc>{SITE}/{name}.xml</loc><lastmod>2025-03-0{name}</lastmod></sitemap>\n" for name in "123")).encode(),
    "rss": f"<rss version='2.0'><channel><item><link>{SITE}/a</link><pubDate>Sat, 01 Mar 2025 10:00:00 GMT</pubDate></item><item><link>{SITE}/b</link></item></channel></rss>".encode(),
    "atom": f"<feed xmlns='http://www.w3.org/2005/Atom'><entry><link href='{SITE}/a'/><updated>2025-03-01T10:00:00Z</updated></entry><entry><link href='{SITE}/b'/></entry></feed>".encode(),
    "text": f"{SITE}/a\n{SITE}/b?x=1&y=2\r\n{SITE}/café\n".encode(),
    "html": b"<!doctype html><html><head><title>No</title></head><body><a href='/a'>a</a></body></html>",
    "doctype": _PLAIN.replace("<urlset", '<!DOCTYPE urlset SYSTEM "http://dtd.example/x.dtd">\n<urlset').encode(),
}  # fmt: skip
SAMPLES["gzip"] = gzip.compress(SAMPLES["plain"], mtime=0)
SAMPLES["gzip-members"] = gzip.compress(SAMPLES["plain"][:300], mtime=0) + gzip.compress(SAMPLES["plain"][300:], mtime=0)
SAMPLES["gzip-text"] = gzip.compress(SAMPLES["text"], mtime=0)

_SNIPPETS = (
    b"<url>", b"</url>", b"<loc>", b"</loc>", b"<lastmod>", b"</lastmod>", b"<urlset>", b"</urlset>", b"<sitemap>", b"<![CDATA[", b"]]>", b"<!--",
    b"-->", b"<?", b"?>", b"&", b"&amp;", b"&#x41;", b"&#55357;", b"&nbsp;", b"&x;", b"<", b">", b'"', b"\0", b"\x1f\x8b", b"\xff", b"\xef\xbb\xbf",
    b"\r", b"<a:b", b' xmlns="x"', b"<!DOCTYPE a [", b'<!ENTITY a "b">', b"2025-03-01", b"http://", b"/../", b"%", b"<image:loc>", b"--", b"\xef\xbf\xbe",
)  # fmt: skip


def mutated(body: bytes, rng: random.Random, *, faults: int) -> bytes:
    """The body with some bytes flipped, deleted, doubled, moved, cut or put in."""
    out = bytearray(body)
    for _ in range(faults):
        place = rng.randrange(len(out) + 1)
        length = min(rng.choice((1, 1, 2, 5, 20, 80)), len(out) - place)
        act = rng.randrange(7)
        if act == 0 and length:
            out[place] ^= 1 << rng.randrange(8)
        elif act == 1:
            del out[place : place + length]
        elif act == 2:
            out[place:place] = out[place : place + length]
        elif act == 3:
            out[place:place] = rng.choice(_SNIPPETS)
        elif act == 4:
            out[place:place] = rng.randbytes(length)
        elif act == 5:
            moved = out[place : place + length]
            del out[place : place + length]
            target = rng.randrange(len(out) + 1)
            out[target:target] = moved
        elif rng.randrange(4) == 0:
            del out[place:]
    return bytes(out)
