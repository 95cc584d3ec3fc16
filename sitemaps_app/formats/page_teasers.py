"""Lists of other pages that a heading announces ("Read next", "You may also like"): the site chooses them anew, and nobody edited the page.

"See also" is no such heading: in references and encyclopedias an author writes what follows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Protocol

from selectolax.lexbor import LexborNode

from sitemaps_app.formats.page_beside_words import LISTED_HEADING
from sitemaps_app.formats.page_teaser_words import (
    AD_LABELS,
    AD_THINGS,
    AUTHORS_PARTS,
    LATER_PARTS,
    LATER_WORDS,
    MORE,
    SURE_PARTS,
    SURE_WORDS,
)

_LONGEST_HEADING = 60
_LONGEST_LIST = 3_000
# So much content makes what comes after it a list beside a text; a sign of these scripts says about as much as two or three letters.
_AFTER_TEXT, _AFTER_DENSE_TEXT = 200, 80
_DENSE = re.compile(r"[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_HOLDING_TEXT = frozenset({"main", "article"})
LONGEST_LABEL = 30
_LONGEST_AD, _MOST_WORDS = 500, 9
_LONGEST_CARD, _SHORTEST_TITLE, _LONGEST_PLAIN, _LONGEST_ENTRY, _MOST_ROWS = 300, 4, 1_000, 80, 100
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_MORE = tuple([word] for word in MORE)
_THINGS = (
    r"(?:posts?|articles?|stories|news|reads?|reading|pages?|topics?|products?|items?|videos?|recipes?|content|links|blogs?|entries|guides?"
    r"|jobs?|events?)"
)
_SURE = re.compile(
    r"\W*(?:you\s+(?:may|might|could|will|'ll)\s+(?:also\s+)?(?:like|enjoy|love|be\s+interested\s+in).{0,12}"
    r"|(?:people|customers|others|readers)\s+(?:who\s+\w+\s+this\s+)?also\s+\w+.{0,20}"
    rf"|(?:related|recommended|suggested|similar)\s+{_THINGS}(?:\s+\w+){{0,3}}"
    r"|related|recommended(?:\s+for\s+you)?|(?:read|watch|what\s+to\s+read)\s+next|recently\s+viewed"
    r"|more\s+(?:from|like)\s+.{1,40}"
    r"|(?:ähnliche|verwandte|weitere)\s+(?:artikel|beiträge|themen|produkte|meldungen|nachrichten)"
    r"|das\s+könnte\s+(?:sie|dich)\s+auch\s+interessieren|auch\s+interessant|mehr\s+zum\s+thema"
    r"|(?:articles|produits|contenus)\s+(?:similaires|liés|connexes|associés)|(?:vous\s+aimerez|à\s+lire)\s+aussi.{0,10}"
    r"|sur\s+le\s+même\s+(?:sujet|thème)|(?:artículos|noticias|productos|entradas)\s+(?:relacionad[oa]s|similares)"
    r"|(?:te|le)\s+puede\s+interesar|también\s+te\s+puede\s+gustar|artigos\s+relacionados|leia\s+também"
    r"|(?:相关|相關|推荐|推薦)(?:的)?(?:文章|阅读|閱讀|新闻|新聞|产品|商品|内容|內容|资讯|帖子|话题)?|猜(?:你|您)(?:还)?喜欢|関連記事|おすすめ記事?)\W*",
    re.IGNORECASE,
)
# The same words head the content of a home page or a listing; below a text they head teasers.
_BELOW_A_TEXT = re.compile(
    rf"\W*(?:(?:popular|trending|featured|latest|recent|newest|most\s+(?:read|popular|viewed|shared)|more|other|top)\s+{_THINGS}(?:\s+\w+){{0,3}}"
    r"|trending(?:\s+now)?|most\s+(?:read|popular)|up\s+next|keep\s+reading|just\s+in|more\s+(?:in|on)\s+.{1,40}"
    r"|(?:neueste|beliebte)\s+(?:artikel|beiträge|themen|meldungen|nachrichten)|articles\s+récents|(?:entradas|noticias)\s+recientes"
    r"|(?:热门|熱門|最新|更多)(?:的)?(?:文章|阅读|新闻|新聞|推荐|推薦|内容|资讯|帖子)|人気記事|最新記事)\W*",
    re.IGNORECASE,
)


class _Element(Protocol):
    @property
    def node(self) -> LexborNode: ...


def announces_teasers(text: str, *, characters_above: int, open_ones: Iterable[_Element], closed_ones: Iterable[_Element]) -> bool:
    """Whether a block is the heading of a list of other pages.

    `characters_above` is how much content stands above it. Where that is little, the elements around it that are still open and those that
    were closed before it say whether all of the page's text stands above.
    """
    if len(text) > _LONGEST_HEADING:
        return False
    enough = _AFTER_DENSE_TEXT if _AFTER_DENSE_TEXT <= characters_above < _AFTER_TEXT and _DENSE.search(text) else _AFTER_TEXT
    if _announces(text, characters_above >= enough):
        return True
    return characters_above < enough and _announces(text, True) and _has_main_ended(open_ones, closed_ones)


def _has_main_ended(open_ones: Iterable[_Element], closed_ones: Iterable[_Element]) -> bool:
    """Whether an element that says of itself that it holds the text of the page, `main` or an `article` with the page's heading, has
    ended, and no such one is open."""
    if any(one.node.tag in _HOLDING_TEXT for one in open_ones):
        return False
    held = (one.node for one in closed_ones if one.node.tag in _HOLDING_TEXT)
    return any(node.tag == "main" or node.css_first("h1") is not None for node in held)


# Asked of every heading and short text, and most of them stand on other pages as well.
@lru_cache(maxsize=10_000)
def _announces(text: str, below: bool) -> bool:  # noqa: FBT001  a name would slow the cache
    if _SURE.fullmatch(text) or (below and LISTED_HEADING.fullmatch(text)):
        return True
    return _speaks_of_others(text.lower(), below=below) or (below and _BELOW_A_TEXT.fullmatch(text) is not None)


@lru_cache(maxsize=5_000)
def _speaks_of_others(text: str, *, below: bool) -> bool:
    words = _WORD.findall(text)
    if len(words) > _MOST_WORDS or text.endswith(("。", ".")) or any(part in text for part in AUTHORS_PARTS):
        return False
    if not SURE_WORDS.isdisjoint(words) or any(part in text for part in SURE_PARTS):
        return True
    if not below:
        return False
    return not LATER_WORDS.isdisjoint(words) or words[:1] in _MORE or any(part in text for part in LATER_PARTS)


# Asked of every short text that stands alone, and most of them stand on other pages as well.
@lru_cache(maxsize=10_000)
def is_advertisement_label(text: str) -> bool:
    """Whether a whole text is the label of an advertisement ("Anzeige", "広告")."""
    if len(text) > LONGEST_LABEL:
        return False
    label = text.strip(" \t\n\r\u00a0[]［］()（）【】:：-–—*·").lower()
    return label in AD_LABELS or (" " in label and all(word in AD_LABELS or word in AD_THINGS for word in label.split()))


def is_advertisement(node: LexborNode, page_size: int) -> bool:
    """Whether an element that holds such a label is no larger than an advertisement."""
    text = node.text()
    return len(text) <= _LONGEST_AD and 4 * len(text) <= page_size and node.css_first("h1, main, article") is None


def is_list_of_pages(node: LexborNode, page_size: int, heading: str) -> bool:
    """Whether what follows such a heading is that list: it holds links, is no article of its own, and not most of the page.

    `page_size` is the number of characters of the page's text. A table is a list of pages only where its `heading` says so whatever
    stands above it, and entries without links only where it heads what readers look for or read most.
    """
    if node.css_first("h1, main, pre, form, [role=main]") is not None:
        return False
    if node.tag == "a":
        return True
    whole = node.text()
    text = len("".join(whole.split()))
    if 2 * len(whole) > page_size:
        return False
    if node.css_first("table") is not None and not _is_table_of_pages(node, heading):
        return False
    links = node.css("a")
    linked = sum(len("".join(link.text().split())) for link in links)
    share = 6 if len(links) > 1 or node.tag in {"ul", "ol"} else 2
    mostly = bool(links) and (2 * linked >= text or (text <= _LONGEST_LIST and share * linked >= text))
    return mostly or _is_card(whole, links) or _is_plain_list(node, len(whole), heading)


def _is_table_of_pages(node: LexborNode, heading: str) -> bool:
    if not (_SURE.fullmatch(heading) or _speaks_of_others(heading.lower(), below=False)):
        return False
    rows = [row for row in node.css("tr")[:_MOST_ROWS] if row.css_first("td") is not None]
    return bool(rows) and all(row.css_first("a[href]") is not None for row in rows)


def _is_card(whole: str, links: list[LexborNode]) -> bool:
    """Whether a short text begins with the only link in it: the title of another page before a teaser."""
    title = links[0].text().strip() if len(links) == 1 else ""
    return len(title) >= _SHORTEST_TITLE and len(whole) <= _LONGEST_CARD and whole.lstrip().startswith(title)


def _is_plain_list(node: LexborNode, characters: int, heading: str) -> bool:
    if characters > _LONGEST_PLAIN or node.tag not in {"ul", "ol", "dl", "div"} or not LISTED_HEADING.fullmatch(heading):
        return False
    entries = node.css("li, dt, dd")
    return len(entries) >= 2 and all(len(entry.text().strip()) <= _LONGEST_ENTRY for entry in entries[:_MOST_ROWS])
