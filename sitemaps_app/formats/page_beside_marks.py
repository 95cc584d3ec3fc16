"""What one element or line beside a page's text looks like: its names, whether it is a list of links, whether it counts responses."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborNode

_LONGEST_COUNT, _LONG_SENTENCE, _MOST_ENTRIES = 60, 40, 50
# Words around one to three whole numbers; what follows them tells facts from counts.
_WHOLE_NUMBERS = re.compile(
    r"(?:[^\d:：]{0,30}?(?<![\w.,/-])\d{1,3}(?:[.,'٬\u00a0]\d{3}|\d{0,3})(?:[.,]\d)?(?:\s?(?:[kKmM]|rb|tis|tsd))?(?![\w.,/:%°-]*\d)){1,3}[^\d:：]{3,40}"
)
_FACT = re.compile(
    r"[€$£¥₹₽₺₪₩%°#№@+=*<>|]|\d\s?(?:m|km|cm|mm|kg|g|mg|l|ml|h|min|s|w|kw|v|a|hz|mb|gb|tb|px|ha|ft|in|lb|oz|kr|zł|kč|ft|lei|лв|руб|元|円|원|year|day|hour|minute|week|month"
    r"|pound|dollar|euro|crown|cent|pence)s?\b"
    r"|\b(?:stock|left|available|lager|verfügbar|disponib\w*|disponív\w*|voorraad|skladem|dostępn\w*|наличии|осталось|stokta)\b|库存|現貨|在庫|재고"
    r"|\b(?:serves|seats?|sleeps|up\s+to|for|team|group|max|für|bis|pour|para|per|voor)\b",
    re.IGNORECASE,
)
# A count begins with its number or soon after; what takes more words to come to it is a sentence.
_MOST_WORDS_BEFORE = 3
_NO_LIST = "h1, main, article h2 ~ p ~ p, pre, form, th, [role=main]"
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def is_count(text: str) -> bool:
    """Whether a short line below the text is how many readers did something, and no fact."""
    if len(text) > _LONGEST_COUNT or text.endswith((".", "。")) or not _WHOLE_NUMBERS.fullmatch(text):
        return False
    before = re.split(r"\d", text, maxsplit=1)[0]
    return len(before.split()) <= _MOST_WORDS_BEFORE and not _FACT.search(text)


def names_of(node: LexborNode) -> set[str]:
    """The words of class and id in small letters."""
    attributes = node.attributes
    named = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"[:400]
    return {word.lower() for word in _WORDS.findall(named)}


def is_list_of_links(node: LexborNode) -> bool:
    """Whether most of an element's text is linked, or it is a row of cards, each with a link."""
    if node.css_first(_NO_LIST) is not None or any(one.css_first("a[href]") is None for one in node.css("dd")[:_MOST_ENTRIES]):
        return False
    links = node.css("a[href]")
    text = len("".join(node.text().split()))
    headings = sum(len("".join(one.text().split())) for one in node.css("h2, h3, h4, h5")[:1])
    linked = sum(len("".join(one.text().split())) for one in links)
    if 2 * linked >= text - headings:
        return True
    return 6 * linked >= text and (node.tag == "td" or len(links) >= 2)


def has_sibling_with_text(node: LexborNode) -> bool:
    """Whether an element before this one has the same name and classes and holds sentences: chapters of one text."""
    classes = (node.attributes.get("class") or "").split()[:1]
    one = node.prev
    for _ in range(60):
        if one is None:
            return False
        if one.tag == node.tag and (one.attributes.get("class") or "").split()[:1] == classes and len(one.text()) > 2 * _LONG_SENTENCE:
            return True
        one = one.prev
    return False
