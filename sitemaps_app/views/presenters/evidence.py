"""Comparisons as rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.change_kinds import TOUCHES_ALL
from sitemaps_app.models import Comparison, Event, Site
from sitemaps_app.views.presenters.counted import counted_since, evidence_url, read_moment
from sitemaps_app.views.presenters.site_rows import plain_text
from sitemaps_app.views.presenters.tables import path_of
from sitemaps_app.wording import numbers, words
from sitemaps_app.wording.evidence import VISIT_REASONS

YES_NO = {"yes": True, "no": False}
FLICKER = "flicker"


@dataclass(frozen=True, slots=True)
class EvidenceQuery:
    """What the address asks for.

    `moved`, `changed` and `lastmod` are yes, no, or empty for both, `changed` also flicker; `since` and `until`
    are None for all times, `reason` is why the later visit was made, `text` a part of the page's address.
    """

    section: str
    moved: str
    changed: str
    lastmod: str
    since: datetime | None
    until: datetime | None = None
    reason: str = ""
    text: str = ""

    @classmethod
    def read(cls, given: Mapping[str, str]) -> EvidenceQuery:
        chosen = {name: given.get(name, "") for name in ("moved", "changed", "lastmod")}
        return cls(
            section=plain_text(given.get("section", ""))[:300],
            since=_begin(given),
            until=_end(given),
            reason=reason if (reason := given.get("reason", "")) in VISIT_REASONS else "",
            text=plain_text(given.get("text", ""))[:300],
            **{name: value if value in YES_NO or (name, value) == ("changed", FLICKER) else "" for name, value in chosen.items()},
        )

    @property
    def first_day(self) -> str:
        """The first day as a field shows it; "" where the beginning is no midnight, as that of a generator's change."""
        return self.since.date().isoformat() if self.since and self.since.time() == time.min else ""

    @property
    def last_day(self) -> str:
        """The last day as a field shows it."""
        return (self.until - timedelta(days=1)).date().isoformat() if self.until else ""

    @property
    def narrows(self) -> bool:
        """Does it ask for less than everything?"""
        return bool(self.section or self.moved or self.changed or self.lastmod or self.since or self.until or self.reason or self.text)


@dataclass(frozen=True, slots=True)
class Standing:
    """How the rows that are listed stand to those that count. `counted_since` is the last change of the generator, None where all count.

    `is_whole` where every comparison behind the verdict is listed and no other time is; `older_too` where some of them no longer count.
    """

    counted_since: datetime | None
    counted_only: bool
    older_too: bool
    dated_only: bool
    is_whole: bool
    counted_url: str


@dataclass(frozen=True, slots=True)
class EvidenceRow:
    """One comparison in the table."""

    comparison: Comparison
    path: str
    section: str
    gap: str
    similarity: str
    moves: str
    published: tuple[str, ...]
    finding: str
    tone: str
    confirmation: str
    uncounted: str = ""


def _begin(given: Mapping[str, str]) -> datetime | None:
    """From a moment (`since`, as links of ours have it) or from the beginning of a day (`from`, as people choose it)."""
    return read_moment(given.get("since", "")) or read_moment(f"{given.get('from', '')}T00:00:00Z")


def _end(given: Mapping[str, str]) -> datetime | None:
    last = read_moment(f"{given.get('to', '')}T00:00:00Z")
    return last + timedelta(days=1) if last is not None and last.year < 9999 else None


def comparisons(site: Site, query: EvidenceQuery) -> QuerySet[Comparison]:
    """The comparisons that the table shows, newest first, with their visits."""
    found = site.comparisons.select_related("page", "earlier", "later").defer("earlier__blocks", "later__blocks", "diff", "passages")
    if query.section:
        found = found.filter(section=query.section)
    if query.moved:
        found = found.filter(moves__gt=0) if YES_NO[query.moved] else found.filter(moves=0)
    if query.changed == FLICKER:
        found = found.exclude(flicker="")
    elif query.changed:
        found = found.filter(changed=YES_NO[query.changed], flicker="")
    if query.since:
        found = found.filter(at__gte=query.since)
    if query.until:
        found = found.filter(at__lt=query.until)
    if query.reason:
        found = found.filter(later__reason=query.reason)
    if query.text:
        found = found.filter(page__url__icontains=query.text)
    if query.lastmod:
        found = found.filter(has_lastmod=YES_NO[query.lastmod])
    return found


def standing(site: Site, query: EvidenceQuery) -> Standing:
    """What the page may say of its rows."""
    judged = site.current_assessment
    since = counted_since(judged)
    narrows = bool(query.section or query.moved or query.changed or query.lastmod == "no" or query.until or query.reason or query.text)
    return Standing(
        counted_since=since,
        counted_only=since is not None and query.since == since,
        older_too=since is not None and (query.since is None or query.since < since),
        dated_only=query.lastmod == "yes",
        is_whole=judged is not None and not narrows and query.since == since,
        counted_url=evidence_url(site),
    )


def reason_choices() -> list[tuple[str, str]]:
    """Why a page was visited, for the filter."""
    return [(code, str(said.title)) for code, said in VISIT_REASONS.items()]


def section_names(site: Site) -> list[str]:
    """Sections that have comparisons, for the filter."""
    return list(site.comparisons.order_by("section").values_list("section", flat=True).distinct()[:500])


def evidence_rows(site: Site, found: Iterable[Comparison]) -> list[EvidenceRow]:
    """Comparisons as rows, with what they do not count for."""
    spoiling = spoiling_events(site)
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
            tone=tone_of(one),
            confirmation=_confirmation(one),
            uncounted=_uncounted(one, spoiling),
        )
        for one in found
    ]


def spoiling_events(site: Site) -> list[Event]:
    """The moments at which all pages or all dates were touched: a comparison across one says nothing about a page's lastmod."""
    return list(site.events.shown().filter(kind__in=TOUCHES_ALL).order_by("at"))


def _uncounted(one: Comparison, spoiling: Iterable[Event]) -> str:
    """Why a comparison is no evidence, "" where it is."""
    across = [event for event in spoiling if one.at - timedelta(days=one.gap_days) < event.at <= one.at]
    if not across:
        return ""
    what = str(words("generator_changes", across[-1].kind).title)
    return _("not counted: %(what)s on %(date)s") % {"what": what, "date": date_format(across[-1].at)}


def _published(one: Comparison) -> tuple[str, ...]:
    """What the sitemap said at both visits, once where it said the same."""
    earlier, later = one.earlier.lastmod_raw or numbers.DASH, one.later.lastmod_raw or numbers.DASH
    return (earlier,) if earlier == later else (f"{earlier} →", later)


def _moves(one: Comparison) -> str:
    if not one.has_lastmod:
        return _("no lastmod")
    if not one.moves:
        return _("did not move")
    return _("moved") if one.moves == 1 else _("moved %(count)s times") % {"count": numbers.whole(one.moves)}


def _confirmation(one: Comparison) -> str:
    if one.flicker or not one.changed:
        return ""
    return _("confirmed") if one.confirmed else _("read once")


def _finding(one: Comparison) -> str:
    if one.flicker:
        return _("flicker")
    if not one.has_lastmod:
        return _("changed, without lastmod") if one.changed else _("unchanged, without lastmod")
    if one.moves:
        return _("told the truth") if one.changed else _("false alarm")
    return _("silent change") if one.changed else _("rightly quiet")


def tone_of(one: Comparison) -> str:
    """Whether a comparison speaks for lastmod (ok), against it (error), or neither (none)."""
    if one.flicker or not one.has_lastmod:
        return "none"
    return "ok" if bool(one.moves) == one.changed else "error"
