"""How the blocks stand: namespaces, roots, wrong names, other formats, and the extensions whose fields are not ours."""

from __future__ import annotations

from tests.cases.case import BOTH, JAM, NAMESPACE, PLAIN, SITE, TEA, TEXT, Case, day, index, page, second, told, undated, urlset

_IMAGE = "http://www.google.com/schemas/sitemap-image/1.1"
_NEWS = "http://www.google.com/schemas/sitemap-news/0.9"
_VIDEO = "http://www.google.com/schemas/sitemap-video/1.1"
_RSS = (("Content-Type", "application/rss+xml"),)
_ATOM = (("Content-Type", "application/atom+xml"),)


def _in_namespace(name: str) -> str:
    return urlset(TEA, JAM, attributes=f'xmlns="{name}"')


def _prefixed(text: str, prefix: str) -> str:
    for name in ("urlset", "url", "loc", "lastmod"):
        text = (
            text.replace(f"<{name}>", f"<{prefix}:{name}>")
            .replace(f"</{name}>", f"</{prefix}:{name}>")
            .replace(f"<{name} ", f"<{prefix}:{name} ")
        )
    return text


STRUCTURE = (
    Case(
        "no-namespace-a-urlset-in-a-urlset-and-a-clock-of-twelve-hours",
        urlset("<urlset>", page("/tea", "2025-03-01 08:05:09 AM"), page("/jam", "2025-03-02 09:15:30 PM"), "</urlset>", attributes="").encode(),
        (second("/tea", "2025-03-01T08:05:09Z", zone="assumed"), second("/jam", "2025-03-02T21:15:30Z", zone="assumed")),
        told("namespace_missing", "lastmod_nonstandard", "lastmod_no_timezone"),
    ),
    *(
        Case(f"a-namespace-of-{number}", _in_namespace(name).encode(), BOTH, told("namespace_nonstandard"))
        for number, name in enumerate((
            f"https{NAMESPACE.removeprefix('http')}", NAMESPACE + "/", NAMESPACE.removeprefix("http:"), "http://www.google.com/schemas/sitemap/0.84",
            NAMESPACE.replace("0.9", "0.90"), "www.sitemaps.org", "urn:shop:map", "http://www.sitemaps.org/schemas/sitemap/1.0",
        ))
    ),
    Case("no-namespace-on-the-blocks-of-a-urlset-that-has-one", urlset(TEA, JAM.replace("<url>", '<url xmlns="">')).encode(), BOTH, told("namespace_missing")),
    Case("a-namespace-on-each-block-and-none-on-the-root", urlset(*(block.replace("<url>", f'<url xmlns="{NAMESPACE}">') for block in (TEA, JAM)), attributes="").encode(), BOTH, told("namespace_missing")),
    Case("a-namespace-with-blanks-around-it", _in_namespace(f" {NAMESPACE} ").encode(), BOTH),
    Case("a-prefix-for-every-tag", _prefixed(urlset(TEA, JAM, attributes=f'xmlns:m="{NAMESPACE}"'), "m").encode(), BOTH),
    Case("a-prefix-that-is-never-declared", _prefixed(urlset(TEA, JAM, attributes=""), "m").encode(), BOTH, told("xml_undeclared_prefix")),
    Case("a-namespace-with-a-schema-beside-it", urlset(TEA, JAM, attributes=f'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="{NAMESPACE} s.xsd" xmlns="{NAMESPACE}"').encode(), BOTH),
    Case("names-in-capitals", PLAIN.replace("<url>", "<URL>").replace("</url>", "</URL>").replace("lastmod>", "LastMod>").encode(), BOTH, told("tag_case")),
    Case(
        "dates-under-another-name",
        urlset(f"<url><loc>{SITE}/tea</loc><modified>2025-03-01</modified></url>", f"<url><loc>{SITE}/jam</loc><last_mod>2025-03-02</last_mod></url>").encode(),
        (undated("/tea"), undated("/jam")), told("unknown_tag"),
    ),
    Case("a-block-without-an-address", urlset(TEA, "<url><lastmod>2025-03-09</lastmod></url>", JAM).encode(), BOTH, told("url_without_loc")),
    Case("a-block-with-an-empty-address", urlset(TEA, "<url><loc> </loc></url><url><loc/></url>", JAM).encode(), BOTH, told("url_without_loc")),
    Case("two-addresses-in-one-block", urlset(f"<url><loc>{SITE}/tea</loc><loc>{SITE}/jam</loc><lastmod>2025-03-01</lastmod></url>").encode(), (
        day("/tea", "2025-03-01"), day("/jam", "2025-03-01"),
    ), told("duplicate_loc_element")),
    Case("two-dates-in-one-block", urlset(f"<url><loc>{SITE}/tea</loc><lastmod/><lastmod>2025-03-01</lastmod></url>", JAM).encode(), BOTH),
    Case("an-address-in-a-tag-within-the-tag", urlset(f"<url><loc><url>{SITE}/tea</url></loc><lastmod>2025-03-01</lastmod></url>", JAM).encode(), BOTH),
    Case("hints-that-are-wrong", urlset(page("/tea", "2025-03-01", "<changefreq>often</changefreq><priority>7</priority>"), JAM).encode(), BOTH, told("changefreq_invalid", "priority_invalid")),
    Case("hints-that-are-right", urlset(page("/tea", "2025-03-01", "<changefreq>Daily</changefreq><priority>1.0</priority>"), JAM).encode(), BOTH),
    Case("an-address-between-two-blocks", urlset(TEA, f"<loc>{SITE}/bread</loc>", JAM).encode(), (BOTH[0], undated("/bread"), BOTH[1]), told("xml_malformed")),
    Case("an-empty-urlset", urlset().encode(), ()),
    Case("an-index", index("/a.xml", "/b.xml.gz").encode(), (), kind="index", children=("/a.xml", "/b.xml.gz")),
    Case("an-index-that-names-itself-in-other-words", index("/b.xml", "/sitemap.xml", "/./sitemap.xml#top", "HTTP://SITE.example:80/sitemap.xml", "/a.xml").encode(), (), told("sitemap_loop"), kind="index", children=("/b.xml", "/a.xml")),
    Case("an-index-that-names-a-child-three-times", index("/a.xml", "/a.xml", "/a.xml#x").encode(), (), told("duplicate_child"), kind="index", children=("/a.xml",)),
    Case("an-index-with-pages-in-it", index("/a.xml").replace("</sitemapindex>", TEA + "</sitemapindex>").encode(), BOTH[:1], told("mixed_index"), kind="index", children=("/a.xml",)),
    Case("an-index-under-the-root-of-a-urlset", urlset(f"<sitemap><loc>{SITE}/a.xml</loc></sitemap>").encode(), (), told("mixed_index"), kind="index", children=("/a.xml",)),
    Case("a-urlset-under-the-root-of-an-index", index().replace("</sitemapindex>", TEA + JAM + "</sitemapindex>").encode(), BOTH, told("mixed_index"), kind="urlset"),
    Case(
        "an-index-with-two-addresses-in-one-child-and-one-without-a-tag",
        index(f"{SITE}/a.xml</loc><loc>{SITE}/b.xml").replace("</sitemapindex>", f"<sitemap>{SITE}/c.xml</sitemap></sitemapindex>").encode(),
        (), told("duplicate_loc_element", "url_without_loc"), kind="index", children=("/a.xml", "/b.xml"),
    ),
    Case("an-empty-index", index().encode(), (), kind="index"),
)  # fmt: skip

FORMATS = (
    Case(
        "rss-tells-when-it-was-published-and-not-when-it-changed",
        (
            b'<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Shop</title><link>http://site.example/</link>'
            b'<atom:link href="http://site.example/feed" rel="self"/><pubDate>Sat, 01 Mar 2025 00:00:00 GMT</pubDate>'
            b'<item><link>http://site.example/tea</link><guid isPermaLink="false">t1</guid><pubDate>Sat, 01 Mar 2025 10:00:00 +0200</pubDate></item>'
            b"<item><link>http://site.example/jam</link><pubDate>Sun, 02 Mar 2025 10:00:00 GMT</pubDate></item></channel></rss>"
        ),
        (second("/tea", "2025-03-01T08:00:00Z"), second("/jam", "2025-03-02T10:00:00Z")), told("feed_publication_date"), kind="rss", path="/feed", headers=_RSS,
    ),
    Case(
        "rss-where-only-the-permanent-link-is-an-address",
        b"<rss version='2.0'><channel><item><guid>http://site.example/tea</guid></item></channel></rss>", (undated("/tea"),), kind="rss", path="/feed", headers=_RSS,
    ),
    Case(
        "atom-tells-when-it-changed",
        (
            b'<feed xmlns="http://www.w3.org/2005/Atom"><link href="http://site.example/"/><updated>2025-03-05T00:00:00Z</updated>'
            b'<entry><link rel="edit" href="http://site.example/e/1"/><link href="http://site.example/tea"/><published>2024-01-01T00:00:00Z</published>'
            b'<updated>2025-03-01T08:00:00Z</updated></entry><entry><link href="/jam"/><updated>2025-03-02T12:00:00+02:00</updated></entry></feed>'
        ),
        (second("/tea", "2025-03-01T08:00:00Z"), second("/jam", "2025-03-02T10:00:00Z")), told("url_relative"), kind="atom", path="/feed", headers=_ATOM,
    ),
    Case("a-text-list", f"{SITE}/tea\n\n{SITE}/jam".encode(), (undated("/tea"), undated("/jam")), kind="text", path="/sitemap.txt", headers=TEXT),
    Case(
        "a-text-list-with-a-mark-other-line-ends-and-a-stranger", f"\ufeff  {SITE}/tea\r\nsee also\r{SITE}/jam\t".encode(), (undated("/tea"), undated("/jam")),
        told("url_invalid"), kind="text", path="/sitemap.txt", headers=TEXT,
    ),
    Case(
        "a-text-list-with-several-addresses-on-a-line-zeros-and-a-second-column", f"{SITE}/tea  {SITE}/jam\n{SITE}/bread\t2025-03-01\n{SITE}/a b\0\n{SITE}/c,2025-03-01.html".encode(),
        (undated("/tea"), undated("/jam"), undated("/bread"), undated("/a b"), undated("/c,2025-03-01.html")), told("url_not_escaped"), kind="text", path="/sitemap.txt", headers=TEXT,
    ),
)  # fmt: skip

EXTENSIONS = (
    Case(
        "the-address-of-an-image-before-that-of-the-page-in-it-and-beside-it",
        urlset(
            f"<url><image:image><image:loc>{SITE}/1.png</image:loc></image:image><loc>{SITE}/tea</loc><lastmod>2025-03-01</lastmod></url>",
            f'<url><image xmlns="{_IMAGE}"><loc>{SITE}/2.png</loc></image><loc>{SITE}/jam</loc><lastmod>2025-03-02T10:00:00Z</lastmod></url>',
            f"<url><loc>{SITE}/bread</loc><lastmod>2025-03-03</lastmod><image:loc>{SITE}/3.png</image:loc><image:lastmod>1999-01-01</image:lastmod></url>",
            attributes=f'xmlns="{NAMESPACE}" xmlns:image="{_IMAGE}"',
        ).encode(),
        (*BOTH, day("/bread", "2025-03-03")),
    ),
    Case("a-prefix-of-images-that-is-never-declared", urlset(page("/tea", "2025-03-01", f"<image:image><image:loc>{SITE}/1.png</image:loc></image:image>"), JAM).encode(), BOTH, told("xml_undeclared_prefix")),
    Case(
        "other-languages-of-a-page-are-no-entries",
        urlset(
            page("/tea", "2025-03-01", f'<xhtml:link rel="alternate" hreflang="fr" href="{SITE}/the"/><xhtml:link rel="alternate" media="only screen" href="http://m.site.example/tea"/>'),
            JAM, attributes=f'xmlns="{NAMESPACE}" xmlns:xhtml="http://www.w3.org/1999/xhtml"',
        ).encode(), BOTH,
    ),
    Case(
        "the-date-of-a-news-article-is-not-its-lastmod",
        urlset(
            page("/tea", "2025-03-01", "<n:news><n:publication><n:name>Shop</n:name><n:language>en</n:language></n:publication><n:publication_date>2025-01-01</n:publication_date><n:title>Tea</n:title></n:news>"),
            page("/bread", None, "<n:news><n:publication_date>2025-01-01</n:publication_date></n:news>"), attributes=f'xmlns="{NAMESPACE}" xmlns:n="{_NEWS}"',
        ).encode(), (BOTH[0], undated("/bread")),
    ),
    Case(
        "the-addresses-and-dates-of-a-video-are-its-own",
        urlset(page("/tea", "2025-03-01", f"<video:video><video:content_loc>{SITE}/1.mp4</video:content_loc><video:player_loc>{SITE}/p</video:player_loc><video:publication_date>2024-01-01</video:publication_date><video:loc>{SITE}/v</video:loc></video:video>"), JAM, attributes=f'xmlns="{NAMESPACE}" xmlns:video="{_VIDEO}"').encode(), BOTH,
    ),
    Case("maps-of-a-page-and-a-mark-for-phones", urlset(page("/tea", "2025-03-01", '<PageMap xmlns="http://www.google.com/schemas/sitemap-pagemap/1.0"><DataObject type="x"><Attribute name="loc">http://site.example/no</Attribute></DataObject></PageMap><mobile:mobile/>'), JAM, attributes=f'xmlns="{NAMESPACE}" xmlns:mobile="http://www.google.com/schemas/sitemap-mobile/1.0"').encode(), BOTH),
    Case("an-extension-that-takes-the-namespace-over-for-one-tag-only", urlset(f'<url><video xmlns="{_VIDEO}"/><loc>{SITE}/tea</loc><lastmod>2025-03-01</lastmod></url>', JAM).encode(), BOTH),
)  # fmt: skip
