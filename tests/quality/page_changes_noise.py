"""What differs between two reads of a page that nobody edited, made by seed: counters, ages, stamps, tokens, ids, stamps of caches,
rotating teasers, advertisements, consent layers, and other ways of writing the same markup.

Each noise takes the HTML of the page and gives it with one value of what moves; two seeds give two reads.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

Noise = Callable[[str, Random], str]

_TEASERS = (
    "Market day moved to Friday", "School wins the chess cup", "New bus line from May", "Library opens on Sundays", "Rain record broken in April",
    "Choir looks for singers", "Bridge closed for two weeks", "Old mill gets a new wheel", "Swimming hall reopens", "Beekeepers meet again",
    "Museum shows early maps", "Harbour lights turned green",
)  # fmt: skip
_ADS = (
    "Shoes that walk by themselves",
    "Ten per cent off all lamps",
    "Fly south this winter",
    "The quietest kettle yet",
    "Insure your bicycle",
)
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")


def counters(html: str, random: Random) -> str:
    """Views, likes, comments and people online, in the wordings that themes use."""
    views, few = random.randrange(1_000, 90_000), random.randrange(2, 400)
    form = (
        f'<div class="post-meta"><span class="views">{views:,} views</span> · <span>{few} comments</span></div>',
        f"<p>Views: {views}</p>",
        f"<span>{few} people are reading this</span>",
        f"<div><span class='cnt'>{few}</span> likes</div>",
        f"<p>This page has been viewed {views:,} times.</p>",
        f"<div>阅读 {views}</div>",
        f"<div><i></i> {few} shares</div>",
    )[len(html) % 7]
    return _after_headline(html, form)


def ages(html: str, random: Random) -> str:
    """Relative times and clocks."""
    number = random.randrange(2, 50)
    form = (
        f"<time>{number} minutes ago</time>",
        f"<p>Updated {number} hours ago by the editors</p>",
        f"<span>Posted {number} days ago</span>",
        f"<div>{random.randrange(24):02}:{random.randrange(60):02}:{random.randrange(60):02} UTC</div>",
        f"<div>vor {number} Minuten</div>",
        f"<small>{number}小时前</small>",
    )[len(html) % 6]
    return _after_headline(html, form)


def stamps(html: str, random: Random) -> str:
    """Dates of the day and of the build, and the year of the rights."""
    day, month, year = random.randrange(1, 29), random.randrange(12), random.randrange(2021, 2027)
    form = (
        f"<p>Last updated: {day} {_MONTHS[month]} {year}</p>",
        f"<div>Today is {_MONTHS[month]} {day}, {year}</div>",
        f"<p><em>Last modified on {year}-{month + 1:02}-{day:02} 10:{random.randrange(60):02}:11</em></p>",
        f"<div>© 2009–{year} Garden Society. All rights reserved.</div>",
        f"<p>Page generated in {random.random():.3f} seconds</p>",
        f"<p>Build {random.randrange(16**7, 16**8):x} on {year}-{month + 1:02}-{day:02}</p>",
        f"<p>更新时间：{year}年{month + 1}月{day}日</p>",
    )[len(html) % 7]
    return _at_end(html, form)


def tokens(html: str, random: Random) -> str:
    """Form tokens, nonces, view state, trace ids."""
    token = f"{random.randrange(16**24):024x}"
    head = f'<meta name="csrf-token" content="{token}"><script nonce="{token[:8]}">window.t="{token}"</script>'
    form = f'<form action="/search"><input type="hidden" name="csrf" value="{token}"><input type="hidden" name="__VIEWSTATE" value="{token[4:]}"></form>'
    return _at_end(_in_head(html, head), form + f"<!-- trace {token} -->")


def identifiers(html: str, random: Random) -> str:
    """Ids and hashed class names that a framework gives out anew at each load."""
    mark = f"{random.randrange(16**6):06x}"
    html = re.sub(r"<(div|section)(?=[\s>])", rf'<\1 data-key="{mark}"', html, count=40)
    html = re.sub(r"<p(?=>)", lambda _: f'<p class="css-{random.randrange(36**5):x}"', html, count=40)
    return re.sub(r"<ul(?=>)", lambda _: f'<ul id=":r{random.randrange(99):x}:"', html, count=20)


def cache_busters(html: str, random: Random) -> str:
    """Stamps of caches and sessions in addresses."""
    stamp = random.randrange(10**9, 10**10)
    html = re.sub(r'(<img[^>]{0,300}?src=["\'][^"\'?]+\.(?:png|jpe?g|webp|gif))(?=["\'])', rf"\1?v={stamp}", html, count=60)
    html = re.sub(r'(<link[^>]{0,300}?href=["\'][^"\'?]+\.css)(?=["\'])', rf"\1?{stamp}", html, count=20)
    return re.sub(r'(<a [^>]{0,200}?href=["\']/[^"\'?#;]*)(?=["\'])', rf"\1?sid={stamp:x}", html, count=30)


def teasers(html: str, random: Random) -> str:
    """Related pages that rotate, in the forms of several themes."""
    links = random.sample(range(len(_TEASERS)), 4)
    entries = "".join(f'<li><a href="/news/{number}">{_TEASERS[number]}</a></li>' for number in links)
    form = (
        f'<section class="related-posts"><h2>Related articles</h2><ul>{entries}</ul></section>',
        f"<aside><h3>You may also like</h3><ul>{entries}</ul></aside>",
        f"<div class='box'><h3>Read next</h3><ul>{entries}</ul></div>",
        f'<div id="recommended"><ul>{entries}</ul></div>',
        f"<div><h4>More from our site</h4>{entries}</div>",
    )[len(html) % 5]
    return _at_end(html, form)


def advertisements(html: str, random: Random) -> str:
    """Advertisements in slots."""
    ad, number = random.choice(_ADS), random.randrange(10**6)
    form = (
        f'<div class="ad-slot" id="gpt-{number}"><a href="https://ads.example/c?{number}">{ad}</a></div>',
        f'<ins class="adsbygoogle" data-ad="{number}"></ins><iframe src="https://ads.example/{number}"></iframe>',
        f'<div class="sponsored"><p>{ad}</p></div>',
        f'<div aria-label="Advertisement"><span>Advertisement</span><p>{ad}</p></div>',
        f'<div data-ad-unit="{number}"><p>{ad}</p></div>',
    )[len(html) % 5]
    return _after_headline(html, form)


def layers(html: str, random: Random) -> str:
    """A consent layer, a letter box and a tip that only some reads show."""
    form = (
        '<div id="cookie-consent" role="dialog"><p>We use cookies to make this site better.</p><button>Accept all</button></div>',
        '<section class="newsletter variant-b"><h2>Never miss a story</h2><p>A letter each week.</p></section>',
        '<div class="modal" aria-hidden="true"><p>Chat with us</p></div>',
    )[len(html) % 3]
    return _at_end(html, form) if random.random() < 0.5 else html


def attributes(html: str, random: Random) -> str:
    """The attributes of an element in another order and in other quotes."""

    def shuffled(match: re.Match[str]) -> str:
        parts = re.findall(r'[\w:-]+="[^"<>]*"', match.group(2))
        random.shuffle(parts)
        return f"<{match.group(1)} {' '.join(parts)}{match.group(3)}>"

    return re.sub(r'<(\w+)((?:\s+[\w:-]+="[^"<>]*")+)\s*(/?)>', shuffled, html)


def blanks(html: str, random: Random) -> str:
    """Other indentation between elements, outside of code."""
    return _outside_code(html, lambda part: re.sub(r">\s*\n\s*<", lambda _: ">\n" + " " * random.randrange(9) + "<", part))


def minified(html: str, random: Random) -> str:
    """Without comments and doubled blanks, on some reads."""
    if random.random() < 0.5:
        return html
    return _outside_code(html, lambda part: re.sub(r"[ \t\r\n]+", " ", re.sub(r"<!--(?!\[if).*?-->", "", part, flags=re.DOTALL)))


def references(html: str, random: Random) -> str:
    """Character references in another notation, on some reads."""
    if random.random() < 0.5:
        return html
    return (
        html.replace("&nbsp;", "&#160;")
        .replace("&#39;", "&#x27;")
        .replace("&quot;", "&#34;")
        .replace("&gt;", "&#62;")
        .replace("&#8217;", "’")
    )


NOISES: dict[str, Noise] = {
    "counters": counters, "ages": ages, "stamps": stamps, "tokens": tokens, "identifiers": identifiers, "cache busters": cache_busters,
    "teasers": teasers, "advertisements": advertisements, "layers": layers, "attributes": attributes, "blanks": blanks, "minified": minified,
    "references": references,
}  # fmt: skip


def with_all(html: str, seed: str) -> str:
    """One read of a page with every noise."""
    for name, noise in NOISES.items():
        html = noise(html, Random(f"{seed} {name}"))
    return html


def _after_headline(html: str, form: str) -> str:
    found = re.search(r"</h1>", html, re.IGNORECASE)
    return html[: found.end()] + form + html[found.end() :] if found else _at_end(html, form)


def _at_end(html: str, form: str) -> str:
    for mark in ("</article>", "</main>", "</body>"):
        place = html.rfind(mark)
        if place >= 0:
            return html[:place] + form + html[place:]
    return html + form


def _in_head(html: str, form: str) -> str:
    return html.replace("</head>", form + "</head>", 1)


def _outside_code(html: str, change: Callable[[str], str]) -> str:
    parts = re.split(
        r"(<(?:pre|code|textarea|script|style)\b.*?</(?:pre|code|textarea|script|style)>)", html, flags=re.DOTALL | re.IGNORECASE
    )
    return "".join(part if number % 2 else change(part) for number, part in enumerate(parts))
