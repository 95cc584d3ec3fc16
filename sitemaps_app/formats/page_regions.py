"""Which parts of a document are not its content: navigation, page header and footer, layers, teasers, sharing, comments.

Judged by element, role and the words in class and id; a region that holds the headline or most of the page's text is content whatever it
is called (themes name things freely).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from selectolax.lexbor import LexborNode

Attributes = Mapping[str, str | None]

_HOLDS_CONTENT = "h1, main, article, [role=main]"
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_CHROME_ROLES = frozenset("navigation banner contentinfo complementary search dialog alertdialog menu menubar toolbar tablist tooltip".split())
# Gone whatever their text is made of.
_ALWAYS = frozenset(
    "cookie cookies consent gdpr ccpa newsletter subscribe subscription signup optin breadcrumb breadcrumbs pagination pager paginator"
    " modal popup lightbox toast offcanvas advert adverts advertisement advertising sponsored adsbygoogle sharing share sharebar addthis"
    " addtoany disqus masthead colophon skiplink copyright footer siteinfo lastmod lastupdated".split()
)
# Gone where most of their text is links: the same words name content as well (a restaurant's menu, an infobox in a sidebar).
_WHERE_LINKED = frozenset(
    "nav navbar navigation menu submenu dropdown sidebar sidenav toc related recommended recommendations trending popular teasers"
    " tags tagcloud social sitemap topbar toolbar header".split()
)
_COMMENTS = frozenset("comments commentlist respond".split())
_COUNTERS = frozenset("views viewcount viewcounter counter count hits likes shares stars votes online clock countdown".split())
# A single link or label is no region, however it is called (`<a class="header-anchor">` is a headline).
_INLINE = frozenset("a abbr b bdi cite code del dfn em font i ins kbd label mark q s samp small span strong sub sup time u var".split())
_MOST = 0.5
_SHORT = 60


def is_chrome(node: LexborNode, tag: str, attributes: Attributes, page_size: int) -> bool:
    """Whether an element and all below it is not content. `page_size` is the number of characters of the page's text."""
    if tag in {"header", "footer", "aside"}:
        return _is_outer_region(node, tag, page_size)
    if not attributes:
        return False
    if (attributes.get("role") or "") in _CHROME_ROLES:
        return not _is_main(node, page_size)
    if "contenteditable" in attributes:
        return False
    named = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"
    if len(named) < 3 or tag in {"html", "body", "main", "article", "h1", "code", "pre"}:
        return False
    return _is_named_chrome(node, tag, named, page_size)


def _is_named_chrome(node: LexborNode, tag: str, named: str, page_size: int) -> bool:
    words = {word.lower() for word in _WORDS.findall(named[:400])}
    if not words.isdisjoint(_COUNTERS):
        text = node.text()
        if len(text) <= _SHORT and any(character.isdigit() for character in text):
            return True
    if not words.isdisjoint(_ALWAYS) or not words.isdisjoint(_COMMENTS):
        return not _is_main(node, page_size)
    if tag in _INLINE or words.isdisjoint(_WHERE_LINKED):
        return False
    return _is_linked(node) and node.css_first(_HOLDS_CONTENT) is None


def _is_outer_region(node: LexborNode, tag: str, page_size: int) -> bool:
    """A header, footer or aside of the page. Inside an article they belong to it (a headline, a note), save the footer."""
    if tag == "aside":
        return not _has_above(node, {"article", "main"}) and not _is_main(node, page_size)
    if tag == "header" and _has_above(node, {"article", "main"}):
        return False
    return node.css_first(_HOLDS_CONTENT) is None


def _has_above(node: LexborNode, tags: set[str]) -> bool:
    above = node.parent
    while above is not None:
        if above.tag in tags:
            return True
        above = above.parent
    return False


def _is_main(node: LexborNode, page_size: int) -> bool:
    """Whether a region is the page's content whatever its name: it holds the headline, or most of the text without being a list of links."""
    if node.css_first(_HOLDS_CONTENT) is not None:
        return True
    return len(node.text()) > _MOST * page_size and not _is_linked(node)


def _is_linked(node: LexborNode) -> bool:
    text = len("".join(node.text().split()))
    linked = sum(len("".join(link.text().split())) for link in node.css("a"))
    return text == 0 or linked >= _MOST * text
