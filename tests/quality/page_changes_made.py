"""Pages of our own making, by seed: sites of eight kinds, each with a template around pages of their own."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

_PLANTS = ("Gallica", "Damask", "Alba", "Moss", "Bourbon", "Noisette", "Tea", "Rugosa", "China", "Musk", "Ayrshire", "Boursault")
_VERBS = ("needs", "likes", "suffers", "stands", "bears", "wants")
_THINGS = (
    "a sheltered wall",
    "half a day of sun",
    "deep and rich soil",
    "a pruning in late winter",
    "frost down to minus ten",
    "little water once settled",
)
_TIMES = (
    "in its first years",
    "after the bloom",
    "on heavy ground",
    "where the wind is strong",
    "as long as the nights are cold",
    "from March to May",
)
_CJK = (
    "月季喜欢阳光充足的地方",
    "冬末修剪可以促进新芽",
    "土壤应当疏松而且肥沃",
    "每周浇水一次就足够了",
    "花期从五月持续到十月",
    "北方冬季需要覆盖根部",
    "蚜虫多在春天出现",
    "嫁接的植株长得更快",
)
_ARABIC = (
    "تحتاج الوردة إلى شمس كافية",
    "يقلم البستاني الأغصان في نهاية الشتاء",
    "التربة الخصبة تساعد على النمو",
    "تزهر الشجيرة من مايو إلى أكتوبر",
    "يكفي الري مرة واحدة في الأسبوع",
)
_NAMES = ("Ann", "Bob", "Cleo", "Dev", "Eva", "Finn")

Maker = Callable[[int, Random], tuple[str, str]]


def _sentence(random: Random) -> str:
    number = random.randrange(3, 400)
    return f"The {random.choice(_PLANTS)} {random.choice(_VERBS)} {random.choice(_THINGS)} {random.choice(_TIMES)}, says note {number}."


def _paragraphs(random: Random, count: int) -> str:
    return "".join(f"<p>{' '.join(_sentence(random) for _ in range(random.randrange(2, 5)))}</p>" for _ in range(count))


def article(number: int, random: Random) -> tuple[str, str]:
    """A magazine's article with a picture and links in its text."""
    inside = (
        f"<main><article><header><h1>Roses, part {number}</h1><p>By {random.choice(_NAMES)}</p></header>{_paragraphs(random, 3)}"
        f'<figure><img src="/img/rose-{number}.jpg" alt="A rose"><figcaption>Rose number {number} in bloom at noon</figcaption></figure>'
        f'<p>The <a href="/files/plan-{number}.pdf">plan of the bed</a> shows where it stands. {_sentence(random)}</p>{_paragraphs(random, 2)}</article></main>'
    )
    return f"Roses, part {number}", inside


def product(number: int, random: Random) -> tuple[str, str]:
    """A shop's product: the price in the text and in structured data."""
    price = f"{random.randrange(8, 90)}.{random.choice(('50', '90', '95'))}"
    stated = {
        "@context": "https://schema.org",
        "@type": "Product",
        "name": f"Shears {number}",
        "offers": {"price": price, "priceCurrency": "EUR"},
    }
    inside = (
        f'<script type="application/ld+json">{json.dumps(stated)}</script><div class="product"><h1>Shears {number}</h1>'
        f'<img src="/img/shears-{number}.jpg"><span class="price">{price} €</span><p class="stock">In stock, sent within {number % 5 + 2} days</p>'
        f"<ul><li>Length of the blade {number + 11} cm</li><li>Weight {number * 7 + 300} g</li></ul>{_paragraphs(random, 2)}</div>"
    )
    return f"Shears {number}", inside


def listing(number: int, random: Random) -> tuple[str, str]:
    """A category with its entries."""
    entries = "".join(
        f'<li class="entry"><h2><a href="/roses/{number}-{one}">{plant} rose no. {number * 20 + one}</a></h2><p>{_sentence(random)}</p></li>'
        for one, plant in enumerate(random.sample(_PLANTS, 8))
    )
    return f"Roses of bed {number}", f"<main><h1>Roses of bed {number}</h1><ul>{entries}</ul></main>"


def forum(number: int, random: Random) -> tuple[str, str]:
    """A thread with its posts, each with a name and an age."""
    posts = "".join(
        f'<div class="post"><div class="by">{random.choice(_NAMES)}</div><time>{random.randrange(2, 20)} hours ago</time>'
        f'<div class="body"><p>{_sentence(random)} {_sentence(random)}</p></div></div>'
        for _ in range(5)
    )
    return f"Question {number}", f'<div id="thread"><h1>Why does my rose no. {number} not bloom?</h1>{posts}</div>'


def table(number: int, random: Random) -> tuple[str, str]:
    """A page of figures with one line of text."""
    rows = "".join(f"<tr><th>{plant}</th>" + "".join(f"<td>{random.randrange(100)}</td>" for _ in range(5)) + "</tr>" for plant in _PLANTS)
    return f"Blooms of {2000 + number}", f"<main><h1>Blooms of {2000 + number}</h1><p>{_sentence(random)}</p><table>{rows}</table></main>"


def code(number: int, random: Random) -> tuple[str, str]:
    """A reference page: signatures, code and short texts."""
    lines = "\n".join(
        f"    bed[{random.randrange(99)}] = plant('{random.choice(_PLANTS).lower()}', depth={random.randrange(5, 60)})" for _ in range(8)
    )
    inside = (
        f"<main><h1>plant_{number}()</h1><p>{_sentence(random)}</p><pre><code>def plant_{number}(bed):\n{lines}\n    return bed\n</code></pre>"
        f"<dl><dt>bed</dt><dd>{_sentence(random)}</dd></dl></main>"
    )
    return f"plant_{number}()", inside


def chinese(number: int, random: Random) -> tuple[str, str]:
    """Text without blanks."""
    text = "".join(f"<p>{'。'.join(random.sample(_CJK, 4))}，见第{random.randrange(9, 400)}条。</p>" for _ in range(4))
    return f"月季{number}", f"<article><h1>第{number}种月季</h1>{text}</article>"


def arabic(number: int, random: Random) -> tuple[str, str]:
    """Text from right to left."""
    text = "".join(f"<p>{'. '.join(random.sample(_ARABIC, 3))} رقم {random.randrange(9, 400)}.</p>" for _ in range(4))
    return f"الورد {number}", f'<div dir="rtl"><article><h1>الوردة رقم {number}</h1>{text}</article></div>'


KINDS: dict[str, Maker] = {
    "article": article, "product": product, "listing": listing, "forum": forum, "table": table, "code": code, "chinese": chinese,
    "arabic": arabic,
}  # fmt: skip


def page_of(kind: str, number: int, *, seed: str) -> str:
    """One page of a site of a kind, with the site's template around it."""
    title, inside = KINDS[kind](number, Random(f"{seed} {kind} {number}"))
    menu = "".join(f'<li><a href="/{name.lower()}">{name} roses</a></li>' for name in _PLANTS[:6])
    return (
        f'<!doctype html><html><head><meta charset="utf-8"><title>{title} – Garden</title><link rel="stylesheet" href="/site.css"></head><body>'
        f'<div class="top"><a href="/"><img src="/logo.png" alt="Garden"></a><ul class="nav">{menu}</ul></div><div class="wrap">{inside}'
        f'<div class="side"><h3>About us</h3><p>The garden society was founded in a wet summer.</p></div></div>'
        f"<footer><p>© 2024 Garden</p><ul>{menu}</ul></footer></body></html>"
    )
