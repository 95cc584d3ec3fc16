"""The readers of pages that are compared, each from bytes to its answer."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import datetime

import extruct
import lxml.html
import trafilatura
from htmldate import find_date

from sitemaps_app.formats.page import read_page
from sitemaps_app.formats.page_dates import read_page_dates
from sitemaps_app.formats.page_html import PageLimits, decode_page, parse_page

FIRST = "ours, whole page, first reading"
URL = "https://site.example/7"
SYNTAXES = ["microdata", "opengraph", "json-ld", "microformat", "rdfa", "dublincore"]


def our_dates(body: bytes, now: datetime) -> object:
    """Decode, parse, and read the dates."""
    limits = PageLimits()
    tree, _ = parse_page(decode_page(body, {}), limits)
    return read_page_dates(tree, (URL,), now=now, limits=limits) if tree is not None else None


def our_page(body: bytes, now: datetime) -> object:
    """Dates, blocks, main text, fingerprint and whether the page can be compared."""
    return read_page(body, url=URL, now=now)


def forget() -> None:
    """Forget what earlier readings decided about texts, names and places, as a process that has read no page."""
    for module in [module for name, module in sys.modules.items() if name.startswith("sitemaps_app.formats.")]:
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()


def all_of_extruct(body: bytes, _now: datetime) -> object:
    """Every syntax; a page that it cannot read costs what it takes to find out."""
    return extruct.extract(body, base_url=URL, syntaxes=SYNTAXES, errors="ignore")


def text_of_trafilatura(body: bytes, _now: datetime) -> object:
    """The main text."""
    return trafilatura.extract(body.decode("utf-8", "replace"))


def date_of_htmldate(body: bytes, now: datetime) -> object:
    """The latest date of the page."""
    return find_date(body.decode("utf-8", "replace"), max_date=f"{now:%Y-%m-%d}")


def parse_of_lxml(body: bytes, _now: datetime) -> object:
    """Nothing but the tree."""
    return lxml.html.document_fromstring(body)


READERS: dict[str, Callable[[bytes, datetime], object]] = {
    "lxml, parse only": parse_of_lxml,
    "ours, dates": our_dates,
    "ours, whole page": our_page,
    "extruct, all syntaxes": all_of_extruct,
    "trafilatura": text_of_trafilatura,
    "htmldate": date_of_htmldate,
}
