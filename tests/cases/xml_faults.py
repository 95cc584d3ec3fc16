"""XML that is dirty, cut, hostile, or merely unusual."""

from __future__ import annotations

from tests.cases.case import BOTH, JAM, NAMESPACE, PLAIN, TEA, Case, day, index, many, page, second, told, undated, urlset

_ROOT = f'<urlset xmlns="{NAMESPACE}">'
_LONG, _LONG_ENTRIES = many(40)
_IMAGES = f'xmlns="{NAMESPACE}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'


def _title(text: str) -> str:
    return f"<image:image><image:loc>http://site.example/i.png</image:loc><image:title>{text}</image:title></image:image>"


def _bomb(padding: int) -> str:
    levels = "".join(f'<!ENTITY t{level + 1} "{f"&t{level};" * 10}">\n' for level in range(9))
    return (
        f'<?xml version="1.0"?>\n<!--{"-x" * padding}-->\n<!DOCTYPE urlset [\n<!ENTITY t0 "tea">\n{levels}]>\n'
        f"{_ROOT}{page('/&t9;', '2025-03-01')}{JAM}</urlset>"
    )


AROUND = (
    Case("blank-lines-before-the-declaration", b"\r\n\n  " + PLAIN.encode(), BOTH, told("xml_leading_junk")),
    Case(
        "blank-lines-a-comment-and-a-stylesheet",
        ("\n" + PLAIN.replace("<urlset", '<!-- made by a shop -->\n<?xml-stylesheet type="text/xsl" href="/shop.xsl"?>\n<urlset')).encode(),
        BOTH, told("xml_leading_junk"),
    ),
    Case("a-stylesheet-alone-is-no-fault", PLAIN.replace("<urlset", '<?xml-stylesheet href="/shop.xsl"?><urlset').encode(), BOTH),
    Case(
        "a-warning-of-the-server-before-the-declaration",
        b"<br />\n<b>Warning</b>:  Undefined variable $shop in <b>/srv/shop/map.php</b> on line <b>9</b><br />\n" + PLAIN.encode(),
        BOTH, told("xml_leading_junk"),
    ),
    Case("a-word-before-the-declaration", b"OK\n" + PLAIN.encode(), BOTH, told("xml_leading_junk")),
    Case("a-comment-before-the-declaration", b"<!-- cached -->\n" + PLAIN.encode(), BOTH, told("xml_leading_junk")),
    *(
        Case(f"a-root-with-{name}", urlset(TEA, JAM, attributes=attributes).encode(), BOTH, told("xml_malformed", "namespace_missing"), "partial")
        for name, attributes in (
            ("an-attribute-without-quotes", f"xmlns={NAMESPACE}"), ("quotes-of-a-book", f"xmlns=“{NAMESPACE}”"), ("its-namespace-twice", f'xmlns="{NAMESPACE}" xmlns="{NAMESPACE}"'),
            ("one-quote", f'xmlns="{NAMESPACE}'),
        )
    ),
    Case("a-root-of-an-index-without-quotes", index("/a.xml").replace('"http', "http").replace('0.9"', "0.9").encode(), (), told("xml_malformed", "namespace_missing", "mixed_index"), "partial", "index", ("/a.xml",)),
    Case("a-declaration-in-capitals", PLAIN.replace("<?xml", "<?XML").encode(), BOTH),
    Case("a-declaration-that-never-ends", PLAIN.replace("?>", "").encode(), BOTH),
    Case("a-declaration-that-ends-like-a-tag", PLAIN.replace("?>", ">").encode(), BOTH),
    Case("a-doctype-of-pages-before-a-sitemap", urlset(TEA, JAM, head="<!DOCTYPE html>\n").encode(), BOTH, told("xml_leading_junk")),
    Case("a-sitemap-in-an-envelope", PLAIN.replace("<urlset", "<answer>\n<urlset").replace("</urlset>", "</urlset></answer>").encode(), BOTH, told("xml_leading_junk", "xml_trailing_junk")),
    Case("no-declaration-at-all", urlset(TEA, JAM, head="").encode(), BOTH),
    Case("a-comment-behind-the-end-is-no-fault", PLAIN.encode() + b"<!-- 0.2 s -->\n", BOTH),
    Case("markup-behind-the-end", PLAIN.encode() + b"<!-- cached -->\n<script>window.s=1</script>\n0", BOTH, told("xml_trailing_junk")),
    Case("zeros-behind-the-end", PLAIN.encode() + bytes(64), BOTH, told("xml_trailing_junk")),
    Case("the-end-of-the-root-twice", PLAIN.encode() + b"</urlset>\n", BOTH, told("xml_trailing_junk")),
    Case("the-root-is-never-closed", PLAIN.removesuffix("</urlset>\n").encode(), BOTH, told("xml_not_closed"), "partial"),
    Case("no-root-at-all", f'<?xml version="1.0"?>\n{TEA}{JAM}'.encode(), BOTH, told("xml_malformed", "namespace_missing"), "partial"),
    Case("a-declaration-of-xml-1.1", PLAIN.replace('version="1.0"', 'version="1.1"').encode(), BOTH),
    Case("a-doctype-that-declares-nothing", PLAIN.replace("<urlset", '<!DOCTYPE urlset SYSTEM "http://dtd.example/s.dtd">\n<urlset').encode(), BOTH),
    Case("a-doctype-of-a-public-identifier", PLAIN.replace("<urlset", '<!DOCTYPE urlset PUBLIC "-//S//EN" "http://dtd.example/s.dtd"><urlset').encode(), BOTH),
)  # fmt: skip

INSIDE = (
    Case(
        "bare-ampersands-beside-right-ones",
        urlset(
            page("/find?q=1&r=2", "2025-03-01"), page("/find?q=1&amp;r=2&amp;s=3", "2025-03-02"), page("/find?a=1&copy=2", "2025-03-03"),
            page("/salt-&-pepper/", "2025-03-04"), page("/find?x=1&lt=2", "2025-03-05"),
        ).encode(),
        (
            day("/find?q=1&r=2", "2025-03-01"), day("/find?q=1&r=2&s=3", "2025-03-02"), day("/find?a=1&copy=2", "2025-03-03"),
            day("/salt-&-pepper/", "2025-03-04"), day("/find?x=1&lt=2", "2025-03-05"),
        ),
        told("xml_bad_ampersand"),
    ),
    Case("an-ampersand-escaped-twice-stays-as-it-is-written", urlset(page("/find?a=1&amp;amp;b=2")).encode(), (undated("/find?a=1&amp;b=2"),)),
    Case("entities-of-html", urlset(page("/caf&eacute;", "2025-03-01"), JAM).encode(), (day("/café", "2025-03-01"), BOTH[1]), told("xml_undefined_entity")),
    Case("a-name-that-is-no-entity-stays-text", urlset(page("/a?b&shop;c", "2025-03-01"), JAM).encode(), (day("/a?b&shop;c", "2025-03-01"), BOTH[1]), told("xml_undefined_entity")),
    Case("entities-by-number-and-the-five-of-xml", urlset(page("/a&#63;b=1&#x26;c=&apos;2&apos;")).encode(), (undated("/a?b=1&c='2'"),)),
    Case(
        "control-characters-in-a-title",
        urlset(page("/tea", "2025-03-01", _title("Green\x02 tea")), page("/jam", "2025-03-02T10:00:00Z", _title("Plum&#x1D; jam")), attributes=_IMAGES).encode(),
        BOTH, told("xml_invalid_character"),
    ),
    Case("a-control-character-in-an-address-is-not-a-part-of-it", urlset(page("/te\x08a", "2025-03-01"), JAM).encode(), BOTH, told("xml_invalid_character")),
    Case(
        "an-emoji-as-two-halves-by-number",
        urlset(page("/tea", "2025-03-01", _title("&#55356;&#57173; tea")), JAM, attributes=_IMAGES).encode(), BOTH, told("xml_invalid_character"),
    ),
    Case("one-half-of-an-emoji", urlset(page("/tea", "2025-03-01", _title("&#xD83C; tea")), JAM, attributes=_IMAGES).encode(), BOTH, told("xml_invalid_character")),
    Case("a-letter-that-xml-forbids", urlset(page("/tea", "2025-03-01", _title("\uffff")), JAM, attributes=_IMAGES).encode(), BOTH, told("xml_invalid_character")),
    Case(
        "cdata-with-line-ends-and-bare-ampersands",
        urlset("<url><loc>\n<![CDATA[\nhttp://site.example/shop?lang=en&cat=8\n]]>\n</loc><lastmod><![CDATA[2025-03-01]]></lastmod></url>", JAM).encode(),
        (day("/shop?lang=en&cat=8", "2025-03-01"), BOTH[1]),
    ),
    Case("cdata-and-text-in-one-address", urlset("<url><loc>http://site.example/<![CDATA[a&b]]>/c</loc></url>").encode(), (undated("/a&b/c"),)),
    Case(
        "comments-around-and-inside",
        urlset("<!-- <url><loc>http://site.example/old</loc></url> -->\n<url><loc>http://site.example/<!-- hot -->tea</loc><lastmod>2025-<!-- x -->03-01</lastmod></url>", JAM).encode(),
        BOTH,
    ),
    Case("two-hyphens-in-a-comment", urlset("<!-- winter -- spring -->", TEA, JAM).encode(), BOTH, told("xml_malformed")),
    Case("an-instruction-between-the-entries", urlset(TEA, "<?shop build 7?>", JAM).encode(), BOTH),
    Case("a-bare-less-than-in-a-title", urlset(page("/tea", "2025-03-01", _title("a < b")), JAM, attributes=_IMAGES).encode(), BOTH, told("xml_malformed")),
    Case("the-end-of-cdata-in-text", urlset(page("/tea", "2025-03-01", _title("a ]]> b")), JAM, attributes=_IMAGES).encode(), BOTH, told("xml_malformed")),
    Case("an-attribute-without-quotes", urlset(TEA, page("/bread", "2025-03-03").replace("<loc>", "<loc id=7>"), JAM).encode(), BOTH, told("xml_malformed"), "partial"),
    Case("a-tag-closed-by-another", urlset(TEA, "<url><loc>http://site.example/bread</lok></url>\n", JAM).encode(), BOTH, told("xml_malformed"), "partial"),
    Case("a-block-that-is-never-closed", urlset("<url><loc>http://site.example/tea</loc><lastmod>2025-03-01</lastmod>\n", JAM).encode(), BOTH, told("xml_malformed")),
    Case("blanks-in-the-tags", urlset("<url  ><loc\n>http://site.example/tea</loc ><lastmod\t>2025-03-01</lastmod\n></url >", JAM).encode(), BOTH),
    Case("attributes-that-mean-nothing", urlset('<url id="7"><loc type="page">http://site.example/tea</loc><lastmod at="x">2025-03-01</lastmod></url>', JAM).encode(), BOTH),
    Case("line-ends-of-an-old-machine", PLAIN.replace("\n", "\r").encode(), BOTH),
    Case("line-ends-of-another-machine", PLAIN.replace("\n", "\r\n").encode(), BOTH),
    Case("one-line-without-a-blank", PLAIN.replace("\n", "").encode(), BOTH),
    Case("cut-in-the-middle-of-an-address", _LONG.encode()[: _LONG.index("/shelf/30") + 3], _LONG_ENTRIES[:30], told("xml_not_closed", "truncated_response"), "partial"),
    Case("cut-behind-an-address-before-its-date", _LONG.encode()[: _LONG.index("</loc>", _LONG.index("/shelf/30")) + 6], _LONG_ENTRIES[:30], told("xml_not_closed", "truncated_response"), "partial"),
    Case("cut-in-the-middle-of-a-letter", (urlset(TEA, JAM).removesuffix("</urlset>\n") + "<url><loc>http://site.example/é").encode()[:-1], BOTH, told("xml_not_closed", "truncated_response"), "partial"),
    Case(
        "two-documents-in-one-file", (PLAIN + urlset(page("/bread", "2025-03-03"))).encode(), (*BOTH, day("/bread", "2025-03-03")), told("xml_malformed"),
    ),
)  # fmt: skip

HOSTILE = (
    Case("entities-that-multiply-behind-padding", _bomb(3_000).encode(), (), told("xml_entities_forbidden"), "failed", "unknown"),
    Case("entities-that-multiply-at-once", _bomb(0).encode(), (), told("xml_entities_forbidden"), "failed", "unknown"),
    Case("one-entity-declared", PLAIN.replace("<urlset", '<!DOCTYPE u [<!ENTITY shop "http://site.example">]><urlset').encode(), (), told("xml_entities_forbidden"), "failed", "unknown"),
    Case(
        "an-entity-from-a-file-of-the-reader", PLAIN.replace("<urlset", '<!DOCTYPE u [<!ENTITY p SYSTEM "file:///etc/passwd">]><urlset').encode(), (),
        told("xml_entities_forbidden"), "failed", "unknown",
    ),
    Case("open-tags-without-end", (_ROOT + TEA + "<x>" * 5_000).encode(), BOTH[:1], told("unknown_tag", "xml_too_deep"), "partial"),
    Case(
        "a-moment-of-a-day-in-a-namespace-of-its-own",
        urlset(page("/tea", "2025-03-01"), '<url><loc>http://site.example/jam</loc><d:lastmod xmlns:d="urn:d">1999-01-01</d:lastmod><lastmod>2025-03-02T12:00:00+02:00</lastmod></url>').encode(),
        (BOTH[0], second("/jam", "2025-03-02T10:00:00Z")),
    ),
)  # fmt: skip

XML_FAULTS = (*AROUND, *INSIDE, *HOSTILE)
