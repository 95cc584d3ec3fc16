"""Which parts of a document are not its content: navigation, page header and footer, layers, teasers, sharing, comments.

Judged by element, role and the words in class and id; a region that holds the headline or most of the page's text is content whatever it
is called (themes name things freely). The suspicion is cheap and asked of every element; the confirmation looks at all below it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from functools import cached_property, lru_cache

from selectolax.lexbor import LexborNode


class Suspicion(Enum):
    """Why an element may not be content."""

    NONE = 0
    COUNTER = 1
    CHROME = 2
    LINKED = 3
    OUTER = 4
    ADVERTISEMENT = 5


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
    disqus onetrust cybot cookiebot trustarc truste didomi usercentrics osano klaro iubenda cmplz borlabs cmp ticker marquee weather captcha
    recaptcha
    masthead colophon skiplink copyright footer siteinfo lastmod lastupdated comments commentlist respond
    """.split()  # noqa: SIM905  a table of words is easier to read so
)
_MENU_ENDINGS = ("menu", "menue", "nav", "navi", "navbar", "sidebar")
# A name of three words and more that holds one of these is a phrase.
_JOINING = frozenset({"by", "of", "for", "from", "on", "about", "to", "the", "and", "in", "with", "are", "is", "we", "our", "your"})
_PHRASE = 3
# Gone where most of their text is links: the same words name content as well (a restaurant's menu, an infobox in a sidebar).
_LINKED_WORDS = frozenset(
    """
    nav navbar navigation menu submenu dropdown sidebar sidenav toc related recommended recommendations
    suggested upsell upsells crosssell trending popular teasers tags
    tagcloud social sitemap topbar toolbar header
    """.split()  # noqa: SIM905  a table of words is easier to read so
)
# An "ad" alone may be what a site of small ads consists of.
_AD_WORDS = frozenset({"ad", "ads", "adv", "gpt", "dfp", "doubleclick", "taboola", "outbrain"})
_AD_PLACES = frozenset(
    """
    slot unit container wrapper wrap banner box block space zone placement leaderboard skyscraper mpu label inline native top bottom side
    google
    gpt dfp sticky frame widget area holder feed doubleclick taboola outbrain
    """.split()  # noqa: SIM905  a table of words is easier to read so
)
_OVERLAY = re.compile(r"position\s*:\s*(?:fixed|sticky)")
_AD_LABELS = "advertisements?|ads?|sponsored|anzeige|werbung|publicité|publicidad|广告|廣告|推广"
_AD_LABELLED = re.compile(rf"""aria-label=["'](?i:{_AD_LABELS})["']""")
_AD_LABEL = re.compile(_AD_LABELS, re.IGNORECASE)
_AD_ATTRIBUTES = frozenset(
    "data-ad data-ad-slot data-ad-unit data-ad-client data-ad-id data-adunit data-adslot data-google-query-id".split()  # noqa: SIM905
)
TELLING = _AD_ATTRIBUTES | {"style", "aria-label"}
NAMING = TELLING | {"class", "id", "role"}
"""Only by one of these attributes, or by its tag, can an element be suspected."""
_COUNTER_WORDS = frozenset(
    """
    votecell votecount vote upvote scorecount views viewcount viewcounter counter count hits likes shares stars votes online clock
    countdown saves saved claps plays followers
    subscribers
    watchers interested attendees applicants downloads reactions upvotes retweets bookmarks reads visits visitors pageviews pv
    hitcounter favs faves reputation
    """.split()  # noqa: SIM905  a table of words is easier to read so
)
_OUTER = {"header": Suspicion.OUTER, "footer": Suspicion.OUTER, "aside": Suspicion.CHROME}
_NEVER = frozenset({"html", "body", "main", "article", "h1", "code", "pre"})
# A single link or label is no region, however it is called (`<a class="header-anchor">` is a headline).
_INLINE = frozenset(
    "a abbr b bdi cite code del dfn em font i ins kbd label mark q s samp small span strong sub sup time u var".split()  # noqa: SIM905
)
_HEADINGS = frozenset({"h2", "h3", "h4", "h5", "h6"})
_MOST = 0.5
_SHORT = 60
_LONGEST_NAME = 400
_NOTICE = 900
_COOKIES = re.compile(r"cookie", re.IGNORECASE)


# The same names come again and again, on a page and over a site.
@lru_cache(maxsize=10_000)
def suspicion_of(tag: str, role: str, classes: str, identifier: str, in_article: bool) -> Suspicion:  # noqa: FBT001  a name would slow the cache
    """What speaks against an element, by its names alone.

    A header or aside inside an article belongs to it (a headline, a note, but not a list of links); a footer does not.
    """
    if tag in _OUTER:
        inner = Suspicion.LINKED if tag == "aside" else Suspicion.NONE
        return inner if in_article and tag != "footer" else _OUTER[tag]
    if role in _CHROME_ROLES:
        return Suspicion.CHROME
    if len(classes) + len(identifier) < 3 or tag in _NEVER:
        return Suspicion.NONE
    return _suspicion_of_words(tag, _words_of(f"{classes} {identifier}"[:_LONGEST_NAME]))


def _suspicion_of_words(tag: str, words: set[str]) -> Suspicion:
    is_advert = not words.isdisjoint(_AD_WORDS) and not words.isdisjoint(_AD_PLACES)
    if is_advert or not words.isdisjoint(_CHROME_WORDS):
        return Suspicion.CHROME
    if not words.isdisjoint(_COUNTER_WORDS):
        return Suspicion.COUNTER
    if tag not in _INLINE and (not words.isdisjoint(_LINKED_WORDS) or any(word.endswith(_MENU_ENDINGS) for word in words)):
        return Suspicion.LINKED
    return Suspicion.NONE


def _words_of(named: str) -> set[str]:
    """The words of class and id in small letters, without names that are a phrase (`comments-by-minister`): those name content."""
    words: set[str] = set()
    for name in named.split():
        parts = [part.lower() for part in _WORDS.findall(name)]
        if len(parts) < _PHRASE or _JOINING.isdisjoint(parts[1:]):
            words.update(parts)
    return words


class AttributeSigns:
    """What attributes say about an element: that it holds an advertisement (ADVERTISEMENT, whatever its names are), or that it is laid
    over the page by a style of its own (CHROME: consent layers, chats).

    `source` is the text of the page: signs count where they stand there as they are usually written.
    """

    def __init__(self, source: str) -> None:
        self._source = source

    def suspicion(self, tag: str, attributes: Mapping[str, str | None]) -> Suspicion:
        """What speaks against an element with one of `TELLING` attributes."""
        if tag not in _NEVER and (self._is_advertisement(attributes) or self._is_labelled(attributes.get("aria-label") or "")):
            return Suspicion.ADVERTISEMENT
        style = attributes.get("style")
        return Suspicion.CHROME if style and _OVERLAY.search(style) and self._has_overlays else Suspicion.NONE

    def _is_advertisement(self, attributes: Mapping[str, str | None]) -> bool:
        return not _AD_ATTRIBUTES.isdisjoint(attributes) and self._has_ads

    def _is_labelled(self, label: str) -> bool:
        return bool(label) and _AD_LABEL.fullmatch(label.strip()) is not None and self._has_labels

    @cached_property
    def _has_overlays(self) -> bool:
        return _OVERLAY.search(self._source) is not None

    @cached_property
    def _has_ads(self) -> bool:
        return "data-ad" in self._source or "data-google-q" in self._source

    @cached_property
    def _has_labels(self) -> bool:
        return _AD_LABELLED.search(self._source) is not None


def is_cookie_notice(node: LexborNode) -> bool:
    """Whether an element right below the body is a small notice about cookies with something to click on."""
    if node.css_first(_HOLDS_CONTENT) is not None or node.css_first("button, a, input[type=button], [role=button]") is None:
        return False
    text = node.text()
    return len(text) <= _NOTICE and bool(_COOKIES.search(text))


def is_chrome(node: LexborNode, suspicion: Suspicion, page_size: int) -> bool:
    """Whether a suspected element and all below it is not content. `page_size` is the number of characters of the page's text."""
    if suspicion is Suspicion.ADVERTISEMENT:
        return True
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
    """Whether most of the text is linked; the headings of a list of links do not count, but one alone is no list."""
    text = len("".join(node.text().split()))
    links = node.css("a")
    linked = sum(len("".join(link.text().split())) for link in links)
    if links and node.tag not in _HEADINGS:
        text -= sum(len("".join(heading.text().split())) for heading in node.css("h2, h3, h4, h5") if heading.css_first("a") is None)
    return text <= 0 or linked >= _MOST * text
