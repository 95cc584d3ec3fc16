"""Pages made to cost a reader minutes, each about as large as a page may be; shared by the tests and the measurements."""

from __future__ import annotations

from collections.abc import Callable

from tests.formats.page_texts import ARTICLE, page

MEGABYTE = 1_000_000
_DATE = '<time itemprop="dateModified" datetime="2024-05-03">.</time>'


def _script(text: str, kind: str = "application/ld+json") -> bytes:
    return page(f'<main>{ARTICLE}</main><script type="{kind}">{text}</script>')


HOSTILE: dict[str, Callable[[], bytes]] = {
    "nested divs": lambda: page("<div>" * (MEGABYTE // 5)),
    "nested formatting": lambda: page("<b><i><a>" * (MEGABYTE // 9)),
    "end tags of nothing": lambda: page("<div></x>" * (MEGABYTE // 9)),
    "formatting opened again": lambda: page("<p>" + "".join(f"<b a={number}>" for number in range(1_400)) + "<p>x" * 200_000),
    "nested articles with dates": lambda: page(f"<article><h1>x</h1>{_DATE}" * 1_400),
    "microdata attributes": lambda: page(f'<div itemscope><b itemprop="x">{_DATE}' + '<i itemprop="y" itemscope></i>' * 100_000),
    "nested things with addresses": lambda: page(
        f'<div itemscope itemprop="a">{_DATE}' * 250 + '<a itemprop="url" href="/x">x</a>' * 100_000
    ),
    "dates of things": lambda: page(f'<div itemscope itemtype="https://schema.org/Article">{_DATE}</div>' * 20_000),
    "attributes of one element": lambda: page("<div " + " ".join(f"a{number}=1" for number in range(100_000)) + ">"),
    "references of one thing": lambda: page(f'<div itemscope itemref="{"a " * 50_000}">{_DATE}</div><p id="a">x</p>'),
    "times with labels": lambda: page("<p>Last updated <time>2024-05-03</time></p>" * 50_000),
    "cards without a link": lambda: page('<div class="card">' * 300 + "<p>Updated <time>2024-05-03</time></p>" * 20_000),
    "years and labels": lambda: page("<p>Last updated on 2024 2024 last updated</p>" * 60_000),
    "almost a label": lambda: page("<p>" + "last updated: . : . : " * 100_000 + " 2024</p>"),
    "one line of labels": lambda: page("<p>" + "Last updated May 3, 2024. " * 100_000 + "</p>"),
    "inline script": lambda: _script("var a = '<div><p>';" * (5 * MEGABYTE // 20), "text/javascript"),
    "scripts without an end": lambda: page("<script>" * 200_000),
    "comments without an end": lambda: page("<!--" * 300_000),
    "metas": lambda: page('<meta name="date" content="2024-05-03">' * 100_000),
    "links": lambda: page('<link rel="x" href="/y">' * 100_000),
    "JSON-LD scripts": lambda: page(
        '<script type="application/ld+json">{"@type":"Article","dateModified":"2024-05-03","url":"/x"}</script>' * 20_000
    ),
    "JSON-LD nodes": lambda: _script(
        "[" + ",".join(['{"@type":"Article","dateModified":["2024-05-03"],"url":["/a","/b","/c"]}'] * 12_000) + "]"
    ),
    "JSON-LD dates": lambda: _script('{"@type":"Article","dateModified":[' + ",".join(['"2024-05-03"'] * 70_000) + "]}"),
    "JSON-LD depth": lambda: _script("[" * 400_000 + "]" * 400_000),
    "JSON-LD depth in things": lambda: _script('{"a":' * 150_000 + "1" + "}" * 150_000),
    "JSON-LD wrappers": lambda: _script("<!--" * 100_000 + "{}" + "-->" * 150_000),
    "JSON-LD commas": lambda: _script("[" + ", " * 450_000 + "]"),
    "JSON-LD blanks": lambda: _script('{"@type" ' + " " * 450_000 + ":" + " " * 450_000 + "x"),
    "JSON-LD quotes": lambda: _script('{"a' + '\\"' * 450_000),
    "JSON-LD comments": lambda: _script("{" + "/*" * 400_000),
    "JSON-LD digits": lambda: _script("[" + "9" * 900_000 + "]"),
    "JSON-LD types": lambda: _script('{"@type":"' + "a" * 900_000 + '", ,'),
    "RDFa prefixes": lambda: page(f'<div prefix="{"a: b " * 50_000}" property="dateModified">x</div>' + '<b property="a:c">x</b>' * 5_000),
    "RDFa things": lambda: page('<div typeof="Article" property="x">' * 1_200 + '<b property="dateModified">2024</b>'),
}
