"""The list of sites: filter, order, and one row a site, in a number of queries that does not depend on the number of rows."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, Count, F, Q, Value, When, Window
from django.db.models.functions import RowNumber
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from sitemaps_app.charts import Svg
from sitemaps_app.models import Assessment, Check, Site
from sitemaps_app.models.check import QUIET_OUTCOMES, CheckState
from sitemaps_app.models.site import IS_REVERIFYING, IS_STALE, PENDING, REVERIFYING, STALE, UNREADABLE, SiteQuerySet
from sitemaps_app.views.presenters.charts import trust_sparkline
from sitemaps_app.views.presenters.outcomes import failure_words
from sitemaps_app.wording import TABLES, numbers, words

SPARKLINE_POINTS = 60
SORTS = {
    "site": "origin",
    "trust": "measured_trust",
    "lastmod": "current_assessment__lastmod_share",
    "entries": "current_snapshot__entries",
    "last": "last_checked_at",
    "next": "next_check_at",
}
SORT_NAMES = {
    "site": gettext_lazy("Site"),
    "trust": gettext_lazy("Trust"),
    "lastmod": gettext_lazy("With lastmod"),
    "entries": gettext_lazy("Entries"),
    "last": gettext_lazy("Last check"),
    "next": gettext_lazy("Next check"),
}


def plain_text(given: str) -> str:
    """A text of an address without NUL, which PostgreSQL refuses to look for."""
    return given.replace("\x00", "")


@dataclass(frozen=True, slots=True)
class ListQuery:
    """What the address of the list asks for; unknown values mean the default, so that an old bookmark still opens."""

    verdict: str
    search: str
    sort: str
    descending: bool

    @classmethod
    def read(cls, given: Mapping[str, str]) -> ListQuery:
        verdict = given.get("verdict", "")
        sort = given.get("sort", "site")
        descending = sort.startswith("-")
        name = sort.removeprefix("-")
        return cls(
            verdict=verdict if verdict in VERDICT_FILTERS else "",
            search=plain_text(given.get("q", "")).strip()[:200],
            sort=name if name in SORTS else "site",
            descending=descending,
        )


VERDICT_FILTERS = (*(code for code in TABLES["verdicts"] if code), REVERIFYING, STALE, UNREADABLE, PENDING)
# How the verdict of a site stands, for counting.
_STANDS = Case(When(IS_STALE, then=Value(STALE)), When(IS_REVERIFYING, then=Value(REVERIFYING)), default=Value(""))
# A preliminary number is an impression, not a measurement: it has no place in an order.
_MEASURED_TRUST = Case(When(current_assessment__preliminary=True, then=None), default=F("current_assessment__trust"))


@dataclass(frozen=True, slots=True)
class Chip:
    """A filter by verdict or state with the number of sites behind it."""

    code: str
    icon: str
    title: str
    count: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Heading:
    """A column heading that sorts: the sort it asks for next, and how the column is sorted now (`ascending`, `descending`, or empty)."""

    title: str
    sort: str
    now: str
    numeric: bool


@dataclass(frozen=True, slots=True)
class SiteRow:
    """One row of the list."""

    site: Site
    verdict: str
    verdict_state: str
    preliminary: bool
    trust: str
    interval: str
    sparkline: Svg
    lastmod_share: str
    entries: str
    state: str
    state_words: str


def chosen_sites(sites: SiteQuerySet, query: ListQuery) -> SiteQuerySet:
    """The sites that the list shows, in order."""
    if query.search:
        sites = sites.with_text(query.search)
    if query.verdict:
        sites = sites.with_verdict(query.verdict)
    key = F(SORTS[query.sort])
    order = key.desc(nulls_last=True) if query.descending else key.asc(nulls_last=True)
    return sites.annotate(measured_trust=_MEASURED_TRUST).for_list().order_by(order, "origin")


def chips(sites: SiteQuerySet, query: ListQuery) -> tuple[Chip, ...]:
    """One filter for each verdict that some site has, for how verdicts stand, and for sites that cannot be read, after one for all."""
    if query.search:
        sites = sites.with_text(query.search)
    by_state = sites.annotate(stands=_STANDS).order_by()
    found = by_state.values_list("current_assessment__verdict", "last_outcome", "stands").annotate(Count("pk"))
    counts: Counter[str] = Counter()
    every = 0
    for verdict, outcome, stands, number in found:
        every += number
        counts[stands] += number
        unreadable = outcome not in QUIET_OUTCOMES
        counts[UNREADABLE] += number if unreadable else 0
        if verdict or not unreadable:
            counts[verdict or PENDING] += number
    return (
        Chip("", "", _("All"), numbers.whole(every), chosen=not query.verdict),
        *(
            Chip(code, _chip_icon(code), _title(code), numbers.whole(counts[code]), chosen=query.verdict == code)
            for code in VERDICT_FILTERS
            if counts[code] or query.verdict == code
        ),
    )


def _chip_icon(code: str) -> str:
    return "warning" if code == UNREADABLE else code


def _title(code: str) -> str:
    if code in (REVERIFYING, STALE):
        return str(words("verdict_states", code).title)
    return _("Not readable") if code == UNREADABLE else str(words("verdicts", "" if code == PENDING else code).title)


def headings(query: ListQuery) -> dict[str, Heading]:
    """The headings that sort, by column. Numbers sort from the largest first."""
    made = {}
    for name, title in SORT_NAMES.items():
        numeric = name in {"trust", "lastmod", "entries"}
        active = query.sort == name
        first, second = (f"-{name}", name) if numeric else (name, f"-{name}")
        current = f"-{name}" if query.descending else name
        now = ("descending" if query.descending else "ascending") if active else ""
        made[name] = Heading(str(title), second if active and current == first else first, now, numeric)
    return made


def site_rows(sites: Sequence[Site], *, now: datetime) -> list[SiteRow]:
    """The rows of one page of the list: two queries for any number of sites."""
    points = _trust_points([site.pk for site in sites])
    running = _running_stages([site.pk for site in sites])
    return [_row(site, points[site.pk], running.get(site.pk), now=now) for site in sites]


def _trust_points(ids: Iterable[int]) -> Mapping[int, list[tuple[datetime, float | None]]]:
    newest = Window(RowNumber(), partition_by=F("site_id"), order_by=F("at").desc())
    rows = (
        Assessment.objects.filter(site__in=list(ids), section="")
        .annotate(place=newest)
        .filter(place__lte=SPARKLINE_POINTS)
        .order_by("at")
        .values_list("site_id", "at", "trust", "preliminary")
    )
    points: dict[int, list[tuple[datetime, float | None]]] = defaultdict(list)
    for site_id, at, trust, preliminary in rows:
        points[site_id].append((at, None if preliminary else trust))
    return points


def _running_stages(ids: Iterable[int]) -> Mapping[int, str]:
    running = Q(site__in=list(ids), state=CheckState.RUNNING)
    return dict(Check.objects.filter(running).order_by("at").values_list("site_id", "stage"))


def _row(site: Site, points: list[tuple[datetime, float | None]], stage: str | None, *, now: datetime) -> SiteRow:
    judged = site.current_assessment
    measured = judged if judged and not judged.preliminary else None
    snapshot = site.current_snapshot
    state, state_words = site_state(site, stage, now=now)
    return SiteRow(
        site=site,
        verdict=judged.verdict if judged else "",
        verdict_state=judged.state_at(now) if judged else "",
        preliminary=bool(judged and judged.preliminary),
        trust=numbers.score(measured.trust if measured else None),
        interval=numbers.score_interval(measured.trust_low, measured.trust_high) if measured else "",
        sparkline=trust_sparkline(points),
        lastmod_share=numbers.share(snapshot.lastmod_share if snapshot else None),
        entries=numbers.whole(snapshot.entries if snapshot else None),
        state=state,
        state_words=state_words,
    )


def site_state(site: Site, stage: str | None, *, now: datetime) -> tuple[str, str]:
    """What a site is doing: an icon's name and words; a failure of the last check where nothing else is to say; else both empty."""
    leased = site.lease_until is not None and site.lease_until >= now
    if leased and stage:
        return "running", _("Checking: %(stage)s") % {"stage": str(words("stages", stage).title).lower()}
    if leased:
        return "running", _("Check begins")
    if site.paused:
        return "paused", _("Paused")
    if site.next_check_at is not None and site.next_check_at <= now:
        return "pending", _("Waits for a worker")
    failure = failure_words(site.last_outcome)
    return ("warning", _("Last check failed: %(failure)s") % {"failure": failure.title}) if failure else ("", "")
