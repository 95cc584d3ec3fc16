"""Comparisons as rows, and one comparison with everything that was seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from sitemaps_app.models import Comparison, Site, Visit
from sitemaps_app.views.presenters.site_rows import plain_text
from sitemaps_app.views.presenters.tables import path_of
from sitemaps_app.wording import numbers, words

YES_NO = {"yes": True, "no": False}


@dataclass(frozen=True, slots=True)
class EvidenceQuery:
    """What the address asks for. `moved`, `changed` and `lastmod` are yes, no, or empty for both."""

    section: str
    moved: str
    changed: str
    lastmod: str

    @classmethod
    def read(cls, given: Mapping[str, str]) -> EvidenceQuery:
        chosen = {name: given.get(name, "") for name in ("moved", "changed", "lastmod")}
        return cls(
            section=plain_text(given.get("section", ""))[:300], **{name: value if value in YES_NO else "" for name, value in chosen.items()}
        )

    @property
    def narrows(self) -> bool:
        """Does it ask for less than everything?"""
        return bool(self.section or self.moved or self.changed or self.lastmod)


@dataclass(frozen=True, slots=True)
class EvidenceRow:
    """One comparison in the table."""

    comparison: Comparison
    path: str
    section: str
    gap: str
    similarity: str
    moves: str
    published: str
    finding: str
    tone: str


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
class ComparisonCard:
    """Everything about one comparison."""

    comparison: Comparison
    sentence: str
    tone: str
    gap: str
    similarity: str
    weight: str
    changed_in: str
    dates: tuple[Signal, ...]
    signals: tuple[Signal, ...]
    diff: tuple[DiffPart, ...]


def comparisons(site: Site, query: EvidenceQuery) -> QuerySet[Comparison]:
    """The comparisons that the table shows, newest first, with their visits."""
    found = site.comparisons.select_related("page", "earlier", "later").defer("earlier__blocks", "later__blocks", "diff")
    if query.section:
        found = found.filter(section=query.section)
    if query.moved:
        found = found.filter(moves__gt=0) if YES_NO[query.moved] else found.filter(moves=0)
    if query.changed:
        found = found.filter(changed=YES_NO[query.changed])
    if query.lastmod:
        found = found.filter(has_lastmod=YES_NO[query.lastmod])
    return found


def section_names(site: Site) -> list[str]:
    """Sections that have comparisons, for the filter."""
    return list(site.comparisons.order_by("section").values_list("section", flat=True).distinct()[:500])


def evidence_rows(site: Site, found: Iterable[Comparison]) -> list[EvidenceRow]:
    """Comparisons as rows."""
    return [
        EvidenceRow(
            comparison=one,
            path=path_of(site, one.page.url),
            section=path_of(site, one.section),
            gap=numbers.gap(one.gap_days),
            similarity=numbers.share(one.similarity),
            moves=_moves(one),
            published=_published(one),
            finding=_finding(one),
            tone=_tone(one),
        )
        for one in found
    ]


def _published(one: Comparison) -> str:
    """What the sitemap said at both visits, once where it said the same."""
    earlier, later = one.earlier.lastmod_raw or numbers.DASH, one.later.lastmod_raw or numbers.DASH
    return earlier if earlier == later else f"{earlier} → {later}"


def _moves(one: Comparison) -> str:
    if not one.has_lastmod:
        return _("no lastmod")
    if not one.moves:
        return _("did not move")
    return ngettext("moved", "moved %(count)s times", one.moves) % {"count": one.moves}


def _finding(one: Comparison) -> str:
    if not one.has_lastmod:
        return _("changed, without lastmod") if one.changed else _("unchanged, without lastmod")
    if one.moves:
        return _("told the truth") if one.changed else _("false alarm")
    return _("silent change") if one.changed else _("rightly quiet")


def _tone(one: Comparison) -> str:
    if not one.has_lastmod:
        return "none"
    return "ok" if bool(one.moves) == one.changed else "error"


def _sentence(one: Comparison) -> str:
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
        tone={"ok": "trusted", "error": "untrusted", "none": "insufficient"}[_tone(one)],
        gap=numbers.gap(one.gap_days),
        similarity=numbers.share(one.similarity),
        weight=numbers.decimal(one.weight),
        changed_in=", ".join(str(words("changed_in", part).title) for part in one.changed_in),
        dates=_dates(earlier, later),
        signals=_signals(earlier, later),
        diff=_diff(one.diff),
    )


def _dates(earlier: Visit, later: Visit) -> tuple[Signal, ...]:
    return (
        _signal("lastmod", _("from the sitemap, as published"), earlier.lastmod_raw, later.lastmod_raw),
        _signal("http_last_modified", _("the Last-Modified header of the page"), earlier.http_last_modified, later.http_last_modified),
        _signal("date_modified", _("the page's own structured data, as written there"), _own_date(earlier), _own_date(later)),
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
