"""Whole sites: what a check leaves in the database, and what it asked for on its way."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.cases.case import (
    BOTH,
    GZIP,
    HTML,
    JAM,
    NAMESPACE,
    PLAIN,
    SITE,
    TEA,
    TEXT,
    XML,
    Expected,
    absolute,
    day,
    index,
    many,
    page,
    told,
    undated,
    urlset,
)
from tests.loopback import Answer, Route, cookie_wall, redirect

MAP, ROBOTS = f"{SITE}/sitemap.xml", f"{SITE}/robots.txt"


@dataclass(frozen=True, slots=True)
class SiteCase:
    """One site. `before` is how it was a day earlier, when it was checked too (nothing = it was not).

    `outcome` is that of the check; `entries` those of the snapshot that is current behind it, in any order; `files` the outcome and the
    problem codes of each sitemap file by path; `asked` the addresses that were asked for, robots.txt aside, and `most` how often in all.
    `vanished` counts the entries that the check takes for gone, None where it cannot know. `account` are codes that it must tell.
    """

    name: str
    routes: Mapping[str, Route]
    outcome: str = "ok"
    entries: tuple[Expected, ...] = ()
    files: Mapping[str, tuple[str, frozenset[str]]] = field(default_factory=dict)
    asked: tuple[str, ...] = ()
    most: int = 0
    target: str = SITE
    before: Mapping[str, Route] = field(default_factory=dict)
    vanished: int | None = None
    account: tuple[str, ...] = ()
    pages: int = 0
    seconds: float = 30.0


def xml(text: str) -> Answer:
    """A file as it should be served."""
    return Answer(200, XML, text.encode())


def robots(*lines: str) -> Answer:
    """A robots.txt of these lines."""
    return Answer(200, TEXT, "\n".join(lines).encode())


def _named(*paths: str) -> Answer:
    return robots("User-agent: *", "Disallow:", *(f"Sitemap: {absolute(path)}" for path in paths))


OK = ("ok", told())
_FIVE, _FIVE_ENTRIES = many(5)
_WAS = {ROBOTS: _named("/sitemap.xml"), MAP: xml(_FIVE)}
_TREE = {
    ROBOTS: _named("/sitemap.xml"),
    MAP: xml(index("/a.xml", "/b.xml")),
    absolute("/a.xml"): xml(urlset(TEA)),
    absolute("/b.xml"): xml(urlset(JAM)),
}
_HOME = Answer(200, HTML, b"<!doctype html><title>Shop</title><a href='/tea'>tea</a>")


def _kept(name: str, answer: Route, outcome: str, told_of_file: frozenset[str], file: str = "failed", **further: object) -> SiteCase:
    """A sitemap of yesterday that answers otherwise today: what was read stays, and nothing is gone."""
    routes = {ROBOTS: _named("/sitemap.xml"), MAP: answer}
    return SiteCase(name, routes, outcome, _FIVE_ENTRIES, {"/sitemap.xml": (file, told_of_file)}, ("/sitemap.xml",), before=_WAS, **further)  # type: ignore[arg-type]


_LONG_START = f"Sitemap: {MAP}\nUser-agent: *"

DISCOVERY = (
    SiteCase("robots-txt-unreachable", {**_WAS, ROBOTS: Answer(503, HTML, b"<h1>Busy</h1>")}, "robots_unreachable", _FIVE_ENTRIES, {"/sitemap.xml": OK}, (), before=_WAS, account=("robots_unreachable",)),
    SiteCase("robots-txt-that-never-answers", {**_WAS, ROBOTS: Answer(mode="hang")}, "fetch_timeout", (), {}, (), account=("robots_unreachable",), seconds=0.4),
    SiteCase("robots-txt-that-breaks-off", {**_WAS, ROBOTS: Answer(200, TEXT, b"User-agent: *\nDisallow:\n# and so on", mode="content_length_short", cut_at=24)}, "robots_unreachable", account=("robots_unreachable",)),
    SiteCase(
        "robots-txt-longer-than-is-read-loses-no-rule-by-half", {**_WAS, ROBOTS: robots(_LONG_START, "#" * (512_000 - len(_LONG_START) - len("\n\nDisallow: /")), "Disallow: /private/")},
        "no_page_comparable", _FIVE_ENTRIES, {"/sitemap.xml": OK}, ("/sitemap.xml", *(f"/shelf/{number}" for number in range(5))), pages=5,
    ),
    SiteCase(
        "robots-txt-names-no-sitemap-and-the-second-guess-is-right",
        {ROBOTS: robots("User-agent: *"), absolute("/sitemap_index.xml"): xml(index("/posts.xml")), absolute("/posts.xml"): xml(PLAIN)},
        "ok", BOTH, {"/sitemap_index.xml": OK, "/posts.xml": OK}, ("/sitemap.xml", "/sitemap_index.xml", "/posts.xml"), account=("roots_guessed",),
    ),
    SiteCase(
        "a-sitemap-on-another-host-that-robots-txt-names",
        {ROBOTS: robots("Sitemap: http://cdn.example/all.xml"), "http://cdn.example/all.xml": xml(urlset(TEA, page("http://elsewhere.example/x", "2025-03-01")))},
        "ok", (BOTH[0], day("http://elsewhere.example/x", "2025-03-01", in_scope=False)), {"http://cdn.example/all.xml": ("ok", told("cross_host_url"))},
        ("http://cdn.example/all.xml",),
    ),
    SiteCase(
        "robots-txt-redirected-with-a-relative-sitemap",
        {
            ROBOTS: redirect("http://www.site.example/robots.txt", 301), "http://www.site.example/robots.txt": robots("User-agent: *", "Disallow: /no/", "Sitemap: /maps.xml"),
            "http://www.site.example/maps.xml": xml(urlset(page("http://www.site.example/tea", "2025-03-01"))),
        },
        "ok", (day("http://www.site.example/tea", "2025-03-01"),), {"http://www.site.example/maps.xml": ("ok", told("scheme_or_www_mismatch"))},
        ("http://www.site.example/robots.txt", "http://www.site.example/maps.xml"),
    ),
    SiteCase(
        "a-site-that-forbids-all-pages-still-has-a-sitemap", {**_WAS, ROBOTS: Answer(200, TEXT, f"\ufeffUser-agent: *\nDisallow: /\nSitemap: {MAP}".encode())},
        "pages_forbidden", _FIVE_ENTRIES, {"/sitemap.xml": OK}, ("/sitemap.xml",), pages=5,
    ),
    SiteCase(
        "four-spellings-of-the-namespace-in-four-files",
        {ROBOTS: _named("/n1.xml", "/n2.xml", "/n3.xml", "/n4.xml"), **{
            absolute(f"/n{number}.xml"): xml(urlset(page(f"/n{number}", "2025-03-01"), attributes=f'xmlns="{name}"'))
            for number, name in enumerate((NAMESPACE.replace("http:", "https:"), NAMESPACE + "/", NAMESPACE.removeprefix("http:"), "http://www.google.com/schemas/sitemap/0.84"), start=1)
        }},
        "ok", tuple(day(f"/n{number}", "2025-03-01") for number in (1, 2, 3, 4)), {f"/n{number}.xml": ("ok", told("namespace_nonstandard")) for number in (1, 2, 3, 4)},
        ("/n1.xml", "/n2.xml", "/n3.xml", "/n4.xml"),
    ),
)  # fmt: skip

BAD_ANSWERS = (
    _kept("refused-by-a-wall", Answer(403, HTML, b"<title>Just a moment</title>"), "http_403", told("fetch_blocked"), "blocked"),
    _kept("gone-for-a-day", Answer(404, HTML, b"gone"), "http_404", told("http_error")),
    SiteCase(
        "redirected-to-the-home-page", {ROBOTS: _named("/sitemap.xml"), MAP: redirect("/"), f"{SITE}/": _HOME}, "redirected_to_page", _FIVE_ENTRIES,
        {"/sitemap.xml": ("not_a_sitemap", told("not_a_sitemap", "redirected_to_page"))}, ("/sitemap.xml", "/"), before=_WAS,
    ),
    _kept("an-empty-answer", Answer(200, XML, b" \n"), "empty_response", told("empty_response")),
    _kept("an-error-of-a-plug-in", Answer(200, XML, b"<error><code>building</code></error>"), "not_a_sitemap", told("not_a_sitemap"), "not_a_sitemap"),
    _kept("a-redirect-to-itself", redirect("/sitemap.xml"), "redirect_loop", told("redirect_loop")),
    _kept("a-body-that-stops", Answer(200, XML, _FIVE.encode(), mode="hang_in_body", cut_at=_FIVE.index("/shelf/3")), "partial", told("fetch_timeout", "truncated_response", "xml_not_closed"), "partial", seconds=0.4),
    _kept("half-a-file", Answer(200, XML, _FIVE.encode(), mode="content_length_short", cut_at=_FIVE.index("/shelf/3")), "partial", told("truncated_response", "xml_not_closed"), "partial"),
    _kept("half-a-file-in-chunks", Answer(200, XML, chunks=(_FIVE.encode()[: _FIVE.index("/shelf/3")],), mode="chunked_cut"), "partial", told("truncated_response", "xml_not_closed"), "partial"),
    SiteCase("pages-that-are-really-gone", {ROBOTS: _named("/sitemap.xml"), MAP: xml(urlset(page("/shelf/0", "2025-03-01")))}, "ok", _FIVE_ENTRIES[:1], {"/sitemap.xml": OK}, ("/sitemap.xml",), before=_WAS, vanished=4),
    SiteCase(
        "unchanged-by-its-tag", {ROBOTS: _named("/sitemap.xml"), MAP: lambda request: Answer(304) if request.headers.get("if-none-match") == '"v1"' else xml(urlset())},
        "ok", _FIVE_ENTRIES, {"/sitemap.xml": ("unchanged", told())}, ("/sitemap.xml",), before={**_WAS, MAP: Answer(200, (*XML, ("ETag", '"v1"')), _FIVE.encode())}, vanished=0,
    ),
    SiteCase("a-wall-of-cookies", {ROBOTS: _named("/sitemap.xml"), MAP: cookie_wall(xml(PLAIN), "/sitemap.xml")}, "ok", BOTH, {"/sitemap.xml": OK}, ("/sitemap.xml",), most=4),
)  # fmt: skip

TREES = (
    SiteCase(
        "a-child-that-asks-to-wait", {**_TREE, absolute("/b.xml"): Answer(429, (("Retry-After", "7200"), *TEXT), b"slow")}, "host_asks_to_wait", BOTH,
        {"/sitemap.xml": OK, "/a.xml": OK, "/b.xml": ("blocked", told("fetch_blocked"))}, ("/sitemap.xml", "/a.xml", "/b.xml"), most=3, before=_TREE,
        account=("host_asked_to_wait",), pages=2,
    ),
    SiteCase(
        "a-child-that-is-not-there", {**_TREE, absolute("/b.xml"): Answer(404)}, "partial", BOTH[:1],
        {"/sitemap.xml": OK, "/a.xml": OK, "/b.xml": ("failed", told("http_error"))}, ("/sitemap.xml", "/a.xml", "/b.xml"),
    ),
    SiteCase(
        "a-child-that-was-there-yesterday", {**_TREE, absolute("/b.xml"): Answer(404)}, "partial", BOTH,
        {"/sitemap.xml": OK, "/a.xml": OK, "/b.xml": ("failed", told("http_error"))}, ("/sitemap.xml", "/a.xml", "/b.xml"), before=_TREE,
    ),
    SiteCase(
        "an-index-that-is-a-page-today", {**_TREE, MAP: _HOME}, "partial", BOTH, {"/sitemap.xml": ("not_a_sitemap", told("not_a_sitemap")), "/a.xml": OK, "/b.xml": OK},
        ("/sitemap.xml", "/a.xml", "/b.xml"), before=_TREE,
    ),
    SiteCase(
        "a-child-that-leads-back-to-its-index", {**_TREE, absolute("/b.xml"): redirect("/sitemap.xml", 301)}, "partial", BOTH[:1],
        {"/sitemap.xml": OK, "/a.xml": OK, "/b.xml": ("failed", told("sitemap_loop"))}, ("/sitemap.xml", "/a.xml", "/b.xml"), most=4,
    ),
    SiteCase(
        "an-index-that-names-itself", {**_TREE, MAP: xml(index("/sitemap.xml", "/./sitemap.xml", "/a.xml"))}, "ok", BOTH[:1],
        {"/sitemap.xml": ("ok", told("sitemap_loop")), "/a.xml": OK}, ("/sitemap.xml", "/a.xml"), most=2,
    ),
    SiteCase(
        "two-indexes-that-name-each-other", {**_TREE, MAP: xml(index("/more.xml", "/a.xml")), absolute("/more.xml"): xml(index("/sitemap.xml", "/b.xml"))}, "ok", BOTH,
        {"/sitemap.xml": OK, "/more.xml": ("ok", told("sitemap_loop")), "/a.xml": OK, "/b.xml": OK}, ("/sitemap.xml", "/more.xml", "/a.xml", "/b.xml"), most=4,
    ),
    SiteCase(
        "a-child-named-three-times", {**_TREE, MAP: xml(index("/a.xml", "/a.xml", "/a.xml#x"))}, "ok", BOTH[:1],
        {"/sitemap.xml": ("ok", told("duplicate_child")), "/a.xml": OK}, ("/sitemap.xml", "/a.xml"), most=2,
    ),
    SiteCase(
        "a-child-named-by-two-indexes", {**_TREE, MAP: xml(index("/1.xml", "/2.xml")), absolute("/1.xml"): xml(index("/a.xml", "/b.xml")), absolute("/2.xml"): xml(index("/a.xml", "/b.xml"))},
        "ok", BOTH, {"/sitemap.xml": OK, "/a.xml": OK, "/b.xml": OK}, ("/sitemap.xml", "/1.xml", "/2.xml", "/a.xml", "/b.xml"), most=5,
    ),
    SiteCase(
        "an-index-with-pages", {**_TREE, MAP: xml(index("/b.xml").replace("</sitemapindex>", TEA + "</sitemapindex>"))}, "ok", BOTH,
        {"/sitemap.xml": ("ok", told("mixed_index")), "/b.xml": OK}, ("/sitemap.xml", "/b.xml"),
    ),
    SiteCase(
        "an-index-under-the-root-of-a-urlset", {**_TREE, MAP: xml(urlset(f"<sitemap><loc>{SITE}/a.xml</loc></sitemap>"))}, "ok", BOTH[:1],
        {"/sitemap.xml": ("ok", told("mixed_index")), "/a.xml": OK}, ("/sitemap.xml", "/a.xml"),
    ),
    SiteCase(
        "two-addresses-in-one-child", {**_TREE, MAP: xml(index(f"{SITE}/a.xml</loc><loc>{SITE}/b.xml"))}, "ok", BOTH,
        {"/sitemap.xml": ("ok", told("duplicate_loc_element")), "/a.xml": OK, "/b.xml": OK}, ("/sitemap.xml", "/a.xml", "/b.xml"),
    ),
    SiteCase(
        "children-packed-in-text-and-on-another-host",
        {
            MAP: xml(index("/a.xml.gz", "/b.txt", "http://maps.example/c.xml")), absolute("/a.xml.gz"): Answer(200, GZIP, gzip.compress(urlset(TEA).encode())),
            absolute("/b.txt"): Answer(200, TEXT, f"{SITE}/bread".encode()), "http://maps.example/c.xml": xml(urlset(JAM)),
        },
        "ok", (*BOTH, undated("/bread")), {"/sitemap.xml": OK, "/a.xml.gz": OK, "/b.txt": OK}, ("/sitemap.xml", "/a.xml.gz", "/b.txt", "http://maps.example/c.xml"), target=MAP,
    ),
    SiteCase(
        "one-page-in-two-files-with-two-dates", {**_TREE, absolute("/b.xml"): xml(urlset(page("/tea", "2025-03-09"), JAM))}, "ok", (day("/tea", "2025-03-09"), BOTH[1]),
        {"/sitemap.xml": OK, "/a.xml": OK, "/b.xml": OK}, ("/sitemap.xml", "/a.xml", "/b.xml"),
    ),
)  # fmt: skip

SITES = (*DISCOVERY, *BAD_ANSWERS, *TREES)
