"""A date in plain text, "Last updated: 3 May 2024", on a page that states its change in no other way.

Only a line that begins so (or a sentence about the page: "This page was last updated on …") counts, outside comments, teasers, examples
and other articles, and only where the page has one such date. Dates are read in forms that can mean one day only; the names of months
in English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sitemaps_app.formats.page_date_words import JOINING, STEMS, UPDATED
from sitemaps_app.formats.page_markup import Marks, MetaDate
from sitemaps_app.formats.page_times import Places

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
_DATE = (
    rf"(?:(?:mon|tues?|wednes|thurs?|fri|satur|sun)(?:day)?,? )?"
    rf"(?:{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}}|\d{{1,2}}(?:st|nd|rd|th)? {_MONTH},? \d{{4}})"
    r"|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?: ?(?:Z|UTC|GMT|[+-]\d\d:?\d\d))?)?"
    r"|\d{4} ?年 ?\d{1,2} ?月 ?\d{1,2} ?日"
)
_ANYWHERE = re.compile(rf"(?:^|[^\w])({UPDATED}){JOINING}(?:{_DATE})(?![\w/])", re.IGNORECASE)
_AS_A_LINE = re.compile(
    rf"(?:^\W{{0,5}}|[.|•·(]\s?|\b(?:page|article|document|content|site|guide|post|entry)(?: was| has been| is)? )"
    rf"(?:{UPDATED}){JOINING}({_DATE})(?![\w/])",
    re.IGNORECASE,
)
# What looks back stands behind the first digit, so that the search can skip to the next one of it; a search for either of two digits
# skips five times as slowly as two searches.
_YEARS = (re.compile(r"1(?<!\d1)9\d\d(?!\d)"), re.compile(r"2(?<!\d2)0\d\d(?!\d)"))
_MOST_YEARS, _MOST_LABELS, _MOST_ELEMENTS = 300, 5, 50
_BEFORE, _AFTER = 200, 60
_LONGEST_LINE = 300


def stated_dates(marks: Marks) -> list[MetaDate]:
    """The one date that the page states in words, as a list of none or one."""
    body = marks.tree.body
    text = body.text(separator=" ") if body is not None else ""
    labels: set[str] = set()
    for start, end in sorted(year.span() for years in _YEARS for year in years.finditer(text))[:_MOST_YEARS]:
        around = text[max(0, start - _BEFORE) : end + _AFTER]
        lowered = around.lower()
        if any(stem in lowered for stem in STEMS):
            labels.update(found.group(1) for found in _ANYWHERE.finditer(" ".join(around.split())))
    if not labels:
        return []
    places = Places(marks)
    dates = {" ".join(raw.split()) for label in sorted(labels)[:_MOST_LABELS] for raw in _lines(marks, places, label)}
    return [MetaDate("text", raw) for raw in dates] if len(dates) == 1 else []


def _lines(marks: Marks, places: Places, label: str) -> Iterator[str]:
    """The dates of the lines that hold a label: the element of the label, or the one around it (`<b>Updated:</b> 3 May 2024`)."""
    quoted = label.replace("\\", "\\\\").replace('"', '\\"')
    for element in marks.tree.css(f':lexbor-contains("{quoted}")')[:_MOST_ELEMENTS]:
        if places.is_foreign(element):
            continue
        for one in (element, element.parent):
            line = " ".join(one.text(separator=" ").split()) if one is not None else ""
            found = _AS_A_LINE.search(line) if len(line) <= _LONGEST_LINE else None
            if found:
                yield found.group(1)
                break
