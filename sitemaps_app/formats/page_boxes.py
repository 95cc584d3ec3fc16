"""Boxes that ask a reader to subscribe by e-mail, and tables that only lay out a page: told by what they hold, not by their names."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborNode

from sitemaps_app.formats.page_tags import KIND_OF_TAG, TABLE_TAGS

NAMED_CHROME, CONTENT = frozenset({"header", "footer", "aside"}), frozenset({"article", "main"})
_CELLS = TABLE_TAGS - {"table"}
LAYOUT = "layout"
"""The kind within a table that lays out a page, until one of its cells is met."""
_LONGEST_BOX, _MOST_LEVELS = 400, 5
_SUBSCRIBES = re.compile(
    r"news\s?letter|subscri|sign\s?(?:me\s)?up|mailing|inbox|abonn|anmelden|rundbrief|infolettre|inscri|suscri|bolet[ií]n|iscri|assin|nieuwsbrief|nyhetsbrev|prenumer"
    r"|uutiskirje|tilaa|biuletyn|zapisz|odběr|odebír|novink|hírlevél|feliratkoz|abone|bülten|подпис|рассылк|підпис|абонир|εγγραφ|berlangganan|đăng\s?ký|اشترك|النشرة|הרשמ|הירשמ|ניוזלטר"
    r"|خبرنامه|सब्सक्राइब|न्यूज़लेटर|สมัคร|订阅|訂閱|購読|登録|登録|メルマガ|구독",
    re.IGNORECASE,
)
_FIELDS = "input:not([type]), input[type=text], input[type=email], input[type=tel], input[type=number], input[type=date], textarea, select"


def subscription_box(field: LexborNode) -> LexborNode | None:
    """The largest small box around a field for an e-mail address in which a reader is asked to subscribe; None for other forms."""
    if (field.attributes.get("type") or "").lower() != "email":
        return None
    found = None
    node = field.parent
    for _ in range(_MOST_LEVELS):
        if node is None or node.tag in {"body", "main", "article", "td"}:
            break
        text = node.text()
        if len(text) > _LONGEST_BOX or len(node.css(_FIELDS)) > 1 or node.css_first("h1, article, main, pre, table") is not None:
            break
        if _SUBSCRIBES.search(text):
            found = node
        node = node.parent
    return found


def kind_within(node: LexborNode, tag: str, above: str) -> str:
    """The kind of the blocks in an element that begins a block, below one whose blocks are of the kind `above`.

    The cells of a table that lays out the page (one of them holds the headline or several paragraphs) are text.
    """
    if above == LAYOUT and tag in _CELLS:
        return "text"
    if tag == "table":
        return LAYOUT if node.css_first("td h1, td > p ~ p ~ p") is not None else above
    return KIND_OF_TAG.get(tag, above)
