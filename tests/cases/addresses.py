"""Addresses: blanks, other hosts, other spellings, the same one twice, and what is none."""

from __future__ import annotations

from tests.cases.case import BOTH, JAM, SITE, TEA, Case, day, page, told, undated, urlset

_MARCH = "2025-03-01"


def _long(characters: int) -> str:
    return f"{SITE}/".ljust(characters, "t")


ADDRESSES = (
    Case(
        "blanks-of-every-kind-around-and-one-inside",
        urlset(page(f"\n   {SITE}/tea\n  ", _MARCH), page(f"\u00a0{SITE}/jam\u3000", _MARCH), page(f"\u200b{SITE}/green tea.html\t", _MARCH)).encode(),
        (day("/tea", _MARCH), day("/jam", _MARCH), day("/green tea.html", _MARCH)), told("url_not_escaped"),
    ),
    Case(
        "a-line-end-within-the-address", urlset(page(f"{SITE}/green\n      /tea", _MARCH), JAM).encode(), (day("/green/tea", _MARCH), BOTH[1]),
    ),
    Case(
        "other-hosts-and-a-number-instead-of-a-host",
        urlset(TEA, page("http://other.example/x", _MARCH), page("http://shop.site.example/y", _MARCH), page("http://127.0.0.1/z", _MARCH), page("http://site.example.evil.example/w", _MARCH)).encode(),
        (
            BOTH[0], day("http://other.example/x", _MARCH, in_scope=False), day("http://shop.site.example/y", _MARCH, in_scope=False),
            day("http://127.0.0.1/z", _MARCH, in_scope=False), day("http://site.example.evil.example/w", _MARCH, in_scope=False),
        ),
        told("cross_host_url"),
    ),
    Case(
        "another-scheme-and-www-are-the-site-and-told", urlset(page("https://site.example/tea", _MARCH), page("http://www.site.example/jam", _MARCH)).encode(),
        (day("https://site.example/tea", _MARCH), day("http://www.site.example/jam", _MARCH)), told("scheme_or_www_mismatch"),
    ),
    Case("another-port-is-another-site", urlset(page("http://site.example:8080/tea", _MARCH)).encode(), (day("http://site.example:8080/tea", _MARCH, in_scope=False),), told("cross_host_url")),
    Case(
        "one-page-in-letters-and-in-escapes",
        urlset(*(page(path, _MARCH) for path in ("/straße", "/stra%C3%9Fe", "/stra%c3%9fe", "/str%61%C3%9fe"))).encode(),
        (day("/straße", _MARCH),), told("duplicate_url"),
    ),
    Case(
        "one-host-in-letters-and-in-its-code",
        urlset(page("http://bäcker.example/brot"), page("http://xn--bcker-gra.example/brot"), page("http://BÄCKER.example/brot")).encode(),
        (undated("http://bäcker.example/brot", in_scope=False),), told("cross_host_url", "duplicate_url"),
    ),
    Case(
        "fragment-port-capitals-dots-and-a-dot-behind-the-host",
        urlset(*(page(path, _MARCH) for path in (f"{SITE}/tea", "HTTP://SITE.example:80/x/../tea#top", f"{SITE}/./tea", "http://site.example.:80/tea#x"))).encode(),
        (day("/tea", _MARCH),), told("duplicate_url", "url_fragment"),
    ),
    Case(
        "what-servers-tell-apart-stays-apart",
        urlset(*(page(path) for path in ("/tea", "/tea/", "/Tea", "/tea?", "/tea?a=1&amp;b=2", "/tea?b=2&amp;a=1", "/tea//", "/a%2Fb", "/a/b"))).encode(),
        tuple(undated(path) for path in ("/tea", "/tea/", "/Tea", "/tea?", "/tea?a=1&b=2", "/tea?b=2&a=1", "/tea//", "/a%2Fb", "/a/b")),
    ),
    *(
        Case(
            f"the-newest-of-three-dates-wins-in-order-{number}", urlset(*(page("/tea", date) for date in dates)).encode(),
            (day("/tea", "2025-03-08"),), told("duplicate_url", "duplicate_url_conflict"),
        )
        for number, dates in enumerate([("2025-03-01", "2025-03-08", None), ("2025-03-08", None, "2025-03-01"), (None, "2025-03-01", "2025-03-08")])
    ),
    Case("the-same-date-twice-is-no-conflict", urlset(TEA, TEA, JAM).encode(), BOTH, told("duplicate_url")),
    Case("a-date-of-the-future-does-not-win", urlset(page("/tea", "2031-01-01"), TEA).encode(), (day("/tea", _MARCH),), told("duplicate_url", "duplicate_url_conflict", "lastmod_future")),
    Case(
        "what-is-no-address-of-a-page",
        urlset(
            *(
                page(text, _MARCH)
                for text in (
                    "mailto:tea@site.example", "javascript:alert(1)", "ftp://site.example/f", "http://[bad/x", "http://site.example:99999/x", "http://",
                    "file:///etc/passwd", "data:text/html,x", "http://site..example/", "{{ url }}", "http:///tea", "http://site example/tea",
                )
            ),
            TEA,
        ).encode(),
        (BOTH[0],), told("url_invalid"),
    ),
    Case("templates-that-had-no-address", urlset("<url><loc>None</loc></url><url><loc>undefined</loc></url><url><loc>{{ page.url }}</loc></url>", TEA).encode(), BOTH[:1], told("url_invalid")),
    Case(
        "addresses-without-a-host", urlset("<url><loc>/tea</loc><lastmod>2025-03-01</lastmod></url><url><loc>jam</loc></url><url><loc>//site.example/bread</loc></url>").encode(),
        (BOTH[0], undated("/jam"), undated("/bread")), told("url_relative"),
    ),
    Case("an-address-without-its-scheme", urlset("<url><loc>site.example/tea</loc></url><url><loc>www.site.example/jam</loc></url>").encode(), (undated("/tea"), undated("http://www.site.example/jam")), told("url_relative", "scheme_or_www_mismatch")),
    Case(
        "addresses-in-quotes", urlset("<url><loc>&quot;http://site.example/tea&quot;</loc></url><url><loc> 'http://site.example/jam' </loc></url><url><loc>&lt;http://site.example/bread&gt;</loc></url>").encode(),
        (undated("/tea"), undated("/jam"), undated("/bread")),
    ),
    Case("two-addresses-in-one-tag-are-not-glued-together", urlset(TEA, page("/a http://site.example/b"), page("/c\n http://site.example/d")).encode(), BOTH[:1], told("url_invalid")),
    Case("a-comma-before-an-address-in-an-address", urlset(page("/pictures/w_9,http://origin.example/1.png")).encode(), (undated("/pictures/w_9,http://origin.example/1.png"),)),
    Case("a-scheme-that-came-apart", urlset(TEA, "<url><loc>http ://site.example/a</loc></url><url><loc>http//site.example/b</loc></url><url><loc>https;//site.example/c</loc></url>").encode(), BOTH[:1], told("url_invalid")),
    Case("an-address-that-is-too-long", urlset(TEA, page(_long(3_000), _MARCH)).encode(), BOTH[:1], told("url_too_long")),
    Case("an-address-as-long-as-it-may-be", urlset(page(_long(2_048))).encode(), (undated(_long(2_048)),)),
    Case("an-address-that-is-too-long-once-it-is-escaped", urlset(TEA, page(f"{SITE}/{'茶' * 300}")).encode(), BOTH[:1], told("url_too_long")),
    Case("a-name-and-a-secret-in-the-address", urlset(page("http://me:secret@site.example/tea")).encode(), (undated("http://me:secret@site.example/tea"),)),
    Case("pages-outside-the-folder-of-the-file", urlset(TEA, page("/maps/jam")).encode(), (BOTH[0], undated("/maps/jam")), told("url_outside_path"), path="/maps/sitemap.xml"),
)  # fmt: skip
