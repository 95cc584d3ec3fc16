"""One comparison with everything that was seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from sitemaps_app.models import Comparison, Visit
from sitemaps_app.views.presenters.counting import Counting, counting
from sitemaps_app.views.presenters.evidence import tone_of
from sitemaps_app.views.presenters.passages import PassageView, passage_view
from sitemaps_app.wording import numbers, words


@dataclass(frozen=True, slots=True)
class Signal:
    """One signal of the two visits side by side. `note` says which of the dates it is, so that they are never mixed up."""

    name: str
    note: str
    earlier: str
    later: str
    differs: bool


@dataclass(frozen=True, slots=True)
class DiffPart:
    """One part of a page that differs."""

    kind: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class DateLine:
    """One date met on the page, as it was written there; `value` is how it was read, `used` whether it is the page's date."""

    source: str
    raw: str
    value: str
    used: bool


@dataclass(frozen=True, slots=True)
class VisitDates:
    """All dates that one visit met. `note` says why there are none."""

    name: str
    at: datetime
    lines: tuple[DateLine, ...]
    note: str


@dataclass(frozen=True, slots=True)
class ComparisonCard:
    """Everything about one comparison."""

    comparison: Comparison
    sentence: str
    tone: str
    gap: str
    similarity: str
    weight: str
    changed_in: str
    counting: Counting
    dates: tuple[Signal, ...]
    met: tuple[VisitDates, ...]
    signals: tuple[Signal, ...]
    passages: PassageView
    diff: tuple[DiffPart, ...]


def _sentence(one: Comparison) -> str:
    if one.flicker:
        return str(words("flicker", one.flicker).explanation)
    if not one.has_lastmod:
        return _("The page changed; it had no lastmod to tell.") if one.changed else _("The page did not change, and it had no lastmod.")
    if one.moves:
        return (
            _("lastmod moved, and the page had changed: it told the truth.")
            if one.changed
            else _("lastmod moved, but the page had not changed: a false alarm.")
        )
    return (
        _("The page changed, but lastmod did not move: a silent change.")
        if one.changed
        else _("lastmod did not move, and the page had not changed: rightly quiet.")
    )


def comparison_card(one: Comparison) -> ComparisonCard:
    """One comparison with both visits' signals; the three dates stand apart."""
    earlier, later = one.earlier, one.later
    return ComparisonCard(
        comparison=one,
        sentence=_sentence(one),
        tone={"ok": "trusted", "error": "untrusted", "none": "insufficient"}[tone_of(one)],
        gap=numbers.gap(one.gap_days),
        similarity=numbers.share(one.similarity),
        weight=numbers.decimal(one.weight),
        changed_in=", ".join(str(words("changed_in", part).title) for part in one.changed_in),
        counting=counting(one),
        dates=_dates(earlier, later),
        met=(_met(_("First visit"), earlier), _met(_("Second visit"), later)),
        signals=_signals(earlier, later),
        passages=passage_view(one),
        diff=_diff(one.diff),
    )


def _met(name: str, visit: Visit) -> VisitDates:
    lines = tuple(_date_line(visit, *candidate) for candidate in visit.candidates if len(candidate) == 3)
    if lines:
        note = ""
    elif visit.not_modified:
        note = _("The server said “not modified”, so the dates of the visit before stand.")
    else:
        note = _("No date was met, or the visit is too old for all of them to be kept.")
    return VisitDates(name, visit.at, lines, note)


def _date_line(visit: Visit, source: str, raw: str, value: str) -> DateLine:
    used = source == visit.date_modified_source and raw == visit.date_modified_raw[: len(raw)] and bool(raw)
    return DateLine(source, raw, value or _("not readable"), used)


def _dates(earlier: Visit, later: Visit) -> tuple[Signal, ...]:
    return (
        _signal("lastmod", _("from the sitemap, as published"), earlier.lastmod_raw, later.lastmod_raw),
        _signal("http_last_modified", _("the Last-Modified header of the page"), earlier.http_last_modified, later.http_last_modified),
        _signal("date_modified", _("the page's own date, as written there"), _own_date(earlier), _own_date(later)),
    )


def _own_date(visit: Visit) -> str:
    if not visit.date_modified_raw:
        return ""
    return f"{visit.date_modified_raw} ({visit.date_modified_source})" if visit.date_modified_source else visit.date_modified_raw


def _signals(earlier: Visit, later: Visit) -> tuple[Signal, ...]:
    return (
        _signal(_("Why visited"), "", _reason(earlier), _reason(later), compared=False),
        _signal(_("HTTP status"), "", str(earlier.status or ""), str(later.status or "")),
        _signal(_("Final address"), "", earlier.final_url, later.final_url),
        _signal("ETag", "", earlier.etag, later.etag),
        _signal(_("Title"), "", earlier.title, later.title),
        _signal(_("Fingerprint"), _("of the page's content"), earlier.fingerprint[:16], later.fingerprint[:16]),
        _signal(
            _("Weight"),
            _("how many entries this visit speaks for"),
            numbers.decimal(earlier.weight),
            numbers.decimal(later.weight),
            compared=False,
        ),
    )


def _reason(visit: Visit) -> str:
    return str(words("visit_reasons", visit.reason).title)


def _signal(name: str, note: str, earlier: str, later: str, *, compared: bool = True) -> Signal:
    return Signal(name, note, earlier or numbers.DASH, later or numbers.DASH, differs=compared and earlier != later)


def _diff(parts: Sequence[Sequence[str]]) -> tuple[DiffPart, ...]:
    return tuple(DiffPart(str(words("diff_kinds", part[0]).title), part[1] or "", part[2] or "") for part in parts if len(part) == 3)
