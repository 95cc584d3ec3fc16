"""Which parts of a document are not its content: navigation, page header and footer, layers, teasers, sharing, comments.

Judged by element, role and the words in class and id; a region that holds the headline or most of the page's text is content whatever it
is called (themes name things freely). The suspicion is cheap and asked of every element; the confirmation looks at all below it.
"""

from __future__ import annotations

import re
from enum import Enum

from selectolax.lexbor import LexborNode


class Suspicion(Enum):
    """Why an element may not be content."""

    NONE = 0
    COUNTER = 1
    CHROME = 2
    LINKED = 3
    OUTER = 4


_HOLDS_CONTENT = "h1, main, article, [role=main]"
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_CHROME_ROLES = frozenset(
    {"navigation", "banner", "contentinfo", "complementary", "search", "dialog", "alertdialog", "menu", "menubar", "toolbar", "tablist"}
)
# Gone whatever their text is made of.
_CHROME_WORDS = frozenset(
    """
    cookie cookies consent gdpr ccpa newsletter subscribe subscription signup optin breadcrumb breadcrumbs pagination pager paginator modal
    popup lightbox toast offcanvas advert adverts advertisement advertising sponsored adsbygoogle sharing share sharebar addthis addtoany
    disqus masthead colophon skiplink copyright footer siteinfo lastmod lastupdated comments commentlist respond
    """.split()  # noqa: SIM905  a table of words is easier to read so
)
# Gone where most of their text is links: the same words name content as well (a restaurant's menu, an infobox in a sidebar).
_LINKED_WORDS = frozenset(
    """
    nav navbar navigation menu submenu dropdown sidebar sidenav toc related recommended recommendations trending popular teasers tags
    tagcloud social sitemap topbar toolbar header
    """.split()  # noqa: SIM905  a table of words is easier to read so
)
_COUNTER_WORDS = frozenset(
    {"views", "viewcount", "viewcounter", "counter", "count", "hits", "likes", "shares", "stars", "votes", "online", "clock", "countdown"}
)
_OUTER = {"header": Suspicion.OUTER, "footer": Suspicion.OUTER, "aside": Suspicion.CHROME}
_NEVER = frozenset({"html", "body", "main", "article", "h1", "code", "pre"})
# A single link or label is no region, however it is called (`<a class="header-anchor">` is a headline).
_INLINE = frozenset(
    "a abbr b bdi cite code del dfn em font i ins kbd label mark q s samp small span strong sub sup time u var".split()  # noqa: SIM905
)
_MOST = 0.5
_SHORT = 60
_LONGEST_NAME = 400


def suspicion_of(tag: str, role: str, classes: str, identifier: str, *, in_article: bool) -> Suspicion:
    """What speaks against an element, by its names alone.

    A header or aside inside an article belongs to it (a headline, a note); a footer does not.
    """
    if tag in _OUTER:
        return Suspicion.NONE if in_article and tag != "footer" else _OUTER[tag]
    if role in _CHROME_ROLES:
        return Suspicion.CHROME
    if len(classes) + len(identifier) < 3 or tag in _NEVER:
        return Suspicion.NONE
    words = {word.lower() for word in _WORDS.findall(f"{classes} {identifier}"[:_LONGEST_NAME])}
    if not words.isdisjoint(_CHROME_WORDS):
        return Suspicion.CHROME
    if not words.isdisjoint(_COUNTER_WORDS):
        return Suspicion.COUNTER
    return Suspicion.LINKED if tag not in _INLINE and not words.isdisjoint(_LINKED_WORDS) else Suspicion.NONE


def is_chrome(node: LexborNode, suspicion: Suspicion, page_size: int) -> bool:
    """Whether a suspected element and all below it is not content. `page_size` is the number of characters of the page's text."""
    if suspicion is Suspicion.COUNTER:
        text = node.text()
        return len(text) <= _SHORT and any(character.isdigit() for character in text)
    if node.css_first(_HOLDS_CONTENT) is not None:
        return False
    if suspicion is Suspicion.OUTER:
        return True
    if suspicion is Suspicion.LINKED:
        return _is_linked(node)
    return len(node.text()) <= _MOST * page_size or _is_linked(node)


def _is_linked(node: LexborNode) -> bool:
    text = len("".join(node.text().split()))
    linked = sum(len("".join(link.text().split())) for link in node.css("a"))
    return text == 0 or linked >= _MOST * text
