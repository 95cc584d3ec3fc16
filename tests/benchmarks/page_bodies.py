"""Sixty pages like those of the web, made from a seed: articles, documentation, products, listings, forum threads and short pages, with the
structured data that their kinds of software write."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

_WORDS = [
    "the",
    "of",
    "and",
    "to",
    "in",
    "is",
    "that",
    "for",
    "it",
    "as",
    "was",
    "with",
    "be",
    "by",
    "on",
    "not",
    "he",
    "this",
    "are",
    "or",
    "his",
    "from",
    "at",
    "which",
    "but",
    "have",
    "an",
    "had",
    "they",
    "you",
    "were",
    "her",
    "all",
    "we",
    "would",
    "there",
    "been",
    "one",
    "so",
    "said",
    "what",
    "if",
    "who",
    "has",
    "them",
    "more",
    "when",
    "no",
    "out",
    "up",
    "into",
    "do",
    "any",
    "your",
    "could",
    "time",
    "about",
    "other",
    "only",
    "then",
    "some",
    "these",
    "two",
]
_ROOT = "https://site.example/"


def _words(chance: random.Random, count: int) -> str:
    return " ".join(chance.choice(_WORDS) for _ in range(count)).capitalize()


def _paragraphs(chance: random.Random, count: int) -> str:
    link = '<a class="link link-inline" href="/p/{}">{}</a>'
    return "".join(
        f'<p class="text body-text">{_words(chance, chance.randint(20, 110))} <strong>{_words(chance, 2)}</strong> {link.format(chance.randint(1, 900), _words(chance, 3))} <em>{_words(chance, 4)}</em>.</p>'
        for _ in range(count)
    )


def _date(chance: random.Random) -> str:
    return f"2024-{chance.randint(1, 5):02}-{chance.randint(1, 28):02}T{chance.randint(0, 23):02}:15:30+00:00"


def _page(chance: random.Random, number: int, inside: str, head: str) -> bytes:
    menu = "".join(
        f'<li class="menu-item menu-item-{place}"><a class="menu-link" href="/m/{place}"><span>{_words(chance, 2)}</span></a></li>'
        for place in range(chance.randint(40, 400))
    )
    footer = "".join(f"<li><a href='/f/{place}'>{_words(chance, 2)}</a></li>" for place in range(60))
    assets = "".join(f'<link rel="stylesheet" href="/s/{place}.css"><script src="/s/{place}.js"></script>' for place in range(6))
    metas = (
        f'<meta charset="utf-8"><title>{_words(chance, 6)}</title><link rel="canonical" href="{_ROOT}{number}">'
        f'<meta name="description" content="{_words(chance, 20)}"><meta property="og:title" content="{_words(chance, 5)}">'
        f'<meta property="og:type" content="article"><meta property="og:url" content="{_ROOT}{number}">'
    )
    script = f"<script>window.state={json.dumps({str(key): _words(chance, 8) for key in range(chance.randint(5, 400))})}</script>"
    return (
        f'<!doctype html><html lang="en"><head>{metas}{head}{assets}</head><body class="page"><header><nav><ul>{menu}</ul></nav></header>'
        f"<main>{inside}</main><footer><ul>{footer}</ul><p>© 2024</p></footer>{script}</body></html>"
    ).encode()


def _article(chance: random.Random, number: int) -> bytes:
    address, changed, published = f"{_ROOT}{number}", _date(chance), "2024-01-01T08:00:00+00:00"
    graph = [
        {"@type": "WebPage", "@id": address, "url": address, "datePublished": published, "dateModified": changed},
        {"@type": "Article", "isPartOf": {"@id": address}, "datePublished": published, "dateModified": changed, "headline": "x"},
        {"@type": "BreadcrumbList", "itemListElement": [{"@type": "ListItem", "position": 1, "name": "Home", "item": _ROOT}]},
        {"@type": "WebSite", "@id": _ROOT + "#website", "url": _ROOT},
        {"@type": "Organization", "@id": _ROOT + "#org", "name": "Site", "logo": {"@type": "ImageObject", "url": _ROOT + "l.png"}},
    ]
    head = f'<script type="application/ld+json">{json.dumps({"@context": "https://schema.org", "@graph": graph})}</script>'
    head += f'<meta property="article:modified_time" content="{changed}">'
    times = (
        f'<time class="entry-date published" datetime="{published}">1 January</time><time class="updated" datetime="{changed}">later</time>'
    )
    related = "".join(
        f'<article class="card"><h3><a href="/r/{place}">{_words(chance, 5)}</a></h3><time>2024</time></article>' for place in range(6)
    )
    body = f"<article><h1>{_words(chance, 7)}</h1>{times}{_paragraphs(chance, chance.randint(20, 150))}</article>"
    return _page(chance, number, f'{body}<aside class="related">{related}</aside>', head)


def _documentation(chance: random.Random, number: int) -> bytes:
    parts = "".join(
        f'<h2 id="h{place}">{_words(chance, 4)}</h2>{_paragraphs(chance, 3)}<pre><code>{_words(chance, 40)}</code></pre>'
        f"<table><tr><th>{_words(chance, 1)}</th><td>{_words(chance, 3)}</td></tr>{'<tr><td>a</td><td>b</td></tr>' * 8}</table>"
        for place in range(chance.randint(8, 50))
    )
    thing = f'<article itemscope itemtype="https://schema.org/TechArticle"><meta itemprop="dateModified" content="{_date(chance)}">'
    return _page(chance, number, f"{thing}<h1>{_words(chance, 4)}</h1>{parts}<p>Last updated: May 3, 2024</p></article>", "")


def _product(chance: random.Random, number: int) -> bytes:
    reviews = "".join(
        f'<div itemprop="review" itemscope itemtype="https://schema.org/Review"><span itemprop="author">{_words(chance, 2)}</span>'
        f'<meta itemprop="datePublished" content="{_date(chance)}"><p itemprop="reviewBody">{_words(chance, 30)}</p></div>'
        for _ in range(chance.randint(10, 80))
    )
    offer = '<div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="price" content="24.90">24.90</span></div>'
    thing = f'<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">{_words(chance, 4)}</h1>{offer}'
    return _page(
        chance, number, f"{thing}{_paragraphs(chance, 4)}{reviews}</div>", f'<meta property="og:updated_time" content="{_date(chance)}">'
    )


def _listing(chance: random.Random, number: int) -> bytes:
    cards = "".join(
        f'<div class="card h-entry"><a class="u-url" href="/n/{place}"><h2 class="p-name">{_words(chance, 6)}</h2></a>'
        f'<time class="dt-published" datetime="{_date(chance)}">x</time><p class="p-summary">{_words(chance, 25)}</p></div>'
        for place in range(chance.randint(30, 200))
    )
    return _page(chance, number, f'<h1>{_words(chance, 2)}</h1><div class="h-feed">{cards}</div>', "")


def _thread(chance: random.Random, number: int) -> bytes:
    posts = "".join(
        f'<div property="comment" typeof="Comment"><span property="author">{_words(chance, 1)}</span>'
        f'<time property="dateCreated" datetime="{_date(chance)}">x</time><div property="text">{_paragraphs(chance, 2)}</div></div>'
        for _ in range(chance.randint(10, 60))
    )
    thing = f'<div vocab="https://schema.org/" typeof="DiscussionForumPosting"><meta property="dateModified" content="{_date(chance)}">'
    return _page(chance, number, f'{thing}<h1 property="headline">{_words(chance, 6)}</h1>{posts}</div>', "")


def _short(chance: random.Random, number: int) -> bytes:
    return _page(chance, number, f"<h1>{_words(chance, 3)}</h1>{_paragraphs(chance, 2)}", "")


# As often as such pages are met: most are articles and documentation without RDFa.
_KINDS: tuple[tuple[Callable[[random.Random, int], bytes], int], ...] = (
    (_article, 20), (_documentation, 14), (_product, 8), (_listing, 8), (_thread, 3), (_short, 7),
)  # fmt: skip


def pages(seed: int) -> list[bytes]:
    """Sixty pages, the same for the same seed."""
    chance = random.Random(seed)
    kinds = [kind for kind, count in _KINDS for _ in range(count)]
    return [kind(chance, number) for number, kind in enumerate(kinds)]
