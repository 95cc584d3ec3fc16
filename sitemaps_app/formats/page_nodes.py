"""Which of the things that structured data describes is the page itself.

A thing says by its address (`url`, `mainEntityOfPage`, then `@id` and `isPartOf`) that it is this page, or another one, or nothing. The
order of belief, within the order of syntaxes: an article that names the page; the only article that names none; another creative work
or a page node that names it; one that names none. Site-wide things, events, comments, reviews, list elements and things of other pages
are never it. Several articles that name no page compete: two are believed only after everything else, three or more are a list of posts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote, urlencode, urljoin, urlsplit

from sitemaps_app.formats.page_jsonld import Node


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ARTICLES = _words(
    """
    article newsarticle blogposting techarticle report scholarlyarticle medicalscholarlyarticle socialmediaposting discussionforumposting
    liveblogposting opinionnewsarticle analysisnewsarticle reportagenewsarticle askpublicnewsarticle backgroundnewsarticle
    reviewnewsarticle advertisercontentarticle satiricalarticle apireference posting
    """
)
_PAGES = _words(
    """
    webpage itempage collectionpage aboutpage contactpage faqpage qapage profilepage checkoutpage medicalwebpage searchresultspage
    realestatelisting document
    """
)
_NEVER = _words(
    """
    organization corporation newsmediaorganization localbusiness educationalorganization website person breadcrumblist listitem
    sitenavigationelement searchaction wpheader wpfooter wpsidebar wpadblock brand place postaladdress comment answer review userreview
    criticreview employerreview claimreview mediareview rating aggregaterating offer aggregateoffer offercatalog itemlist imagegallery
    event businessevent childrensevent comedyevent courseinstance danceevent deliveryevent educationevent eventseries exhibitionevent
    festival foodevent hackathon literaryevent musicevent publicationevent saleevent screeningevent socialevent sportsevent theaterevent
    visualartsevent
    """
)
# Things that stand on many pages, or for many: only their address tells whether this page is theirs.
_ONLY_NAMED = _words(
    """
    imageobject videoobject audioobject mediaobject clip blog creativeworkseries bookseries podcastseries tvseries periodical
    publicationissue publicationvolume datacatalog
    """
)
_SYNTAXES = ("json-ld", "microdata", "rdfa")
_RIVALS, _LIST_OF_POSTS = 2, 3
_MAX_DATED = 500
# The address of Google's documentation that many have copied with the example.
_COPIED = frozenset({"google.com/article"})
_TRACKING = ("utm_", "mtm_", "pk_", "hsa_")
_TRACKERS = _words("gclid fbclid msclkid yclid dclid igshid mc_cid mc_eid ref ref_src cmpid amp")
_MAX_QUERY = 2_000


@dataclass(frozen=True, slots=True)
class Described:
    """The things that may be the page, best first; `rivals` are those that compete with their like and are believed last."""

    sure: tuple[Node, ...]
    rivals: tuple[Node, ...]


class PageAddresses:
    """The addresses of a page, made comparable once."""

    def __init__(self, addresses: Iterable[str]) -> None:
        self.known = tuple(dict.fromkeys(address for address in addresses if address))
        self._paths = frozenset(_path_of(address) for address in self.known)
        self._base = self.known[-1] if self.known else ""

    def are(self, address: str) -> bool:
        """Whether an address is one of the page's, without regard to scheme, host, fragment, final slash and tracking parameters.

        The host is left out because archives, mirrors and staging builds serve pages that name another host; a bare `/` must match fully.
        """
        if address.startswith(("https://", "http://")):
            return _path_of(address) in self._paths
        return any(_path_of(urljoin_safely(one, address)) in self._paths for one in self.known)

    def tell(self, address: str, *, root_counts: bool) -> bool | None:
        """True where an address is the page's, False where it is another page's, None where it says nothing: empty, no web address, a name
        within a page, an example, and (unless `root_counts`) the site's front page."""
        text = address.strip()
        if not text or text.startswith(("#", "_:")):
            return None
        if self.are(text):
            return True
        try:
            parts = urlsplit(urljoin_safely(self._base, text))
        except ValueError:
            return None
        if parts.scheme not in {"http", "https", ""} or parts.netloc.removeprefix("www.") + parts.path in _COPIED:
            return None
        at_root = parts.path in {"", "/"} and not parts.query
        return None if at_root and (parts.fragment or not root_counts) else False


def urljoin_safely(base: str, address: str) -> str:
    """Resolve an address of a page; the address itself where it cannot be resolved."""
    try:
        return urljoin(base, address.strip())
    except ValueError:
        return address


def _path_of(address: str) -> str:
    try:
        parts = urlsplit(address)
    except ValueError:
        return address
    path = unquote(parts.path).rstrip("/")
    for ending in ("/index.html", "/index.htm", "/index.php", ".html"):
        path = path.removesuffix(ending)
    query = _without_tracking(parts.query)
    query = "?" + query if query else ""
    return path + query if path else (parts.netloc.removeprefix("www.") + "/" + query)


def _without_tracking(query: str) -> str:
    if not query or len(query) > _MAX_QUERY:
        return query
    kept = [one for one in parse_qsl(query, keep_blank_values=True) if not (one[0].startswith(_TRACKING) or one[0].lower() in _TRACKERS)]
    return urlencode(kept)


def describing(nodes: Iterable[Node], page: PageAddresses, dates_of: Callable[[Node], tuple[str, ...]]) -> Described:
    """The nodes that may describe the page and have a date of one kind; the order within one rank is the document's."""
    dated = [node for node in nodes if dates_of(node)][:_MAX_DATED]
    ranked = [(rank, order, node) for order, node in enumerate(dated) if (rank := _rank(node, page)) is not None]
    ranked.sort(key=lambda one: one[:2])
    alike: dict[tuple[int, bool], set[tuple[str, ...]]] = defaultdict(set)
    for (syntax, kind), _, node in ranked:
        if kind in _WITHOUT_NAME:
            alike[syntax, kind in _ARTICLES_WITHOUT_NAME].add(dates_of(node))
    sure, rivals = [], []
    for (syntax, kind), _, node in ranked:
        different = len(alike[syntax, kind in _ARTICLES_WITHOUT_NAME]) if kind in _WITHOUT_NAME else 1
        if different < _RIVALS:
            sure.append(node)
        elif different < _LIST_OF_POSTS:
            rivals.append(node)
    return Described(tuple(sure), tuple(rivals))


_NAMED_ARTICLE, _UNNAMED_ARTICLE, _NAMED_WORK, _NAMED_PAGE, _UNNAMED_WORK, _UNNAMED_PAGE, _UNTYPED, _STRANGE_ARTICLE = range(8)
_ARTICLES_WITHOUT_NAME = frozenset({_UNNAMED_ARTICLE, _STRANGE_ARTICLE})
_WITHOUT_NAME = _ARTICLES_WITHOUT_NAME | {_UNNAMED_WORK}
_RANK_OF = {
    (0, True): _NAMED_ARTICLE, (0, False): _UNNAMED_ARTICLE, (1, True): _NAMED_WORK, (1, False): _UNNAMED_WORK,
    (2, True): _NAMED_PAGE, (2, False): _UNNAMED_PAGE, (3, True): _NAMED_PAGE, (3, False): _UNTYPED,
}  # fmt: skip


def _rank(node: Node, page: PageAddresses) -> tuple[int, int] | None:
    """Syntax, and how surely this is the page; None where it is not."""
    types = {name.lower() for name in node.types}
    family = 0 if types & _ARTICLES else 2 if types & _PAGES else 3 if not types else 1
    if node.nested or (family in {1, 3} and types & _NEVER):
        return None
    told = [page.tell(one, root_counts=True) for one in node.addresses]
    told += [page.tell(one, root_counts=False) for one in node.subjects]
    if True not in told and False in told:
        return None
    identity = page.tell(node.identity, root_counts=False)
    named = True in told or identity is True or any(page.tell(one, root_counts=False) for one in node.wholes)
    if not named and (node.listed or types & _ONLY_NAMED):
        return None
    rank = _RANK_OF[family, named]
    strange = identity is False and "#" not in node.identity and rank == _UNNAMED_ARTICLE
    return _SYNTAXES.index(node.syntax), _STRANGE_ARTICLE if strange else rank
