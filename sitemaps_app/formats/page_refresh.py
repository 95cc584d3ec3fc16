"""Pages that send their readers on by themselves: `<meta http-equiv="refresh" content="0; url=…">` (HTML, "declarative refresh")."""

from __future__ import annotations

import re

from sitemaps_app.formats.page_markup import Marks, above
from sitemaps_app.formats.urls import normalise_key, resolve

# A page that leaves so soon is not there to be read; a longer wait is that of a slide show or a page that loads itself anew.
_AT_ONCE = 5.0
_REFRESH = re.compile(r"""\s*(\d{1,6}(?:\.\d{0,6})?|\.\d{1,6})\s*(?:[;,]\s*|\s)(?:url\s*=\s*)?+(["']?)([^"']*)\2\s*""", re.IGNORECASE)


def is_sent_on(marks: Marks, base: str) -> bool:
    """Whether a page sends its readers to another address within five seconds; `base` is its own address.

    Not counted: what is only for readers without scripts (`<noscript>`), and a page that loads itself anew.
    """
    for meta, attributes in marks.metas:
        if (attributes.get("http-equiv") or "").strip().lower() != "refresh":
            continue
        found = _REFRESH.fullmatch((attributes.get("content") or "")[:2_048])
        if found is None or float(found[1]) > _AT_ONCE or any(one.tag == "noscript" for one in above(meta)):
            continue
        target = resolve(found[3], base)
        if target is not None and _page(target) != _page(base):
            return True
    return False


def _page(url: str) -> str:
    return normalise_key(url.partition("#")[0]).partition("://")[2].rstrip("/").removeprefix("www.")
