"""What the address of the list asks for, and the sites that it means: the same for the page, for bulk acts and for files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta

from django.db.models import Q
from django.http import QueryDict

from sitemaps_app.models.site import PENDING, REVERIFYING, STALE, UNREADABLE, SiteQuerySet
from sitemaps_app.models.standing import Trend, VerdictChange
from sitemaps_app.pipeline.tags import tag_key
from sitemaps_app.views.presenters.site_rows import plain_text
from sitemaps_app.wording import TABLES

VERDICT_FILTERS = (*(code for code in TABLES["verdicts"] if code), REVERIFYING, STALE, UNREADABLE, PENDING)
TREND_FILTERS = (*VerdictChange.values, *Trend.values)
SORTS = {
    "site": "host_order",
    "verdict": "standing__verdict_rank",
    "trust": "standing__trust",
    "change": "standing__trust_change",
    "lastmod": "standing__lastmod_share",
    "entries": "standing__entries",
    "last": "last_checked_at",
    "next": "next_check_at",
}
NUMBERS = frozenset({"verdict", "trust", "change", "lastmod", "entries"})
TIMES = frozenset({"last", "next"})
LONGEST = 200
MOST_SITES = 200
THIS_WEEK = timedelta(days=7)
# Names of the address, by names of fields.
_NAMES = {"search": "q", "sites": "site"}


@dataclass(frozen=True, slots=True)
class ListQuery:
    """Unknown values mean the default, so that an old bookmark still opens. `sites` are single ones that were ticked; none means all."""

    search: str = ""
    verdict: str = ""
    mode: str = ""
    tag: str = ""
    trend: str = ""
    problem: str = ""
    generator: str = ""
    sites: tuple[int, ...] = ()
    sort: str = "site"
    descending: bool = False

    @classmethod
    def read(cls, given: QueryDict) -> ListQuery:
        def code(name: str, known: Iterable[str]) -> str:
            return given.get(name, "") if given.get(name, "") in known else ""

        def text(name: str) -> str:
            return plain_text(given.get(name, "")).strip()[:LONGEST]

        sort = given.get("sort", "")
        name = sort.removeprefix("-")
        return cls(
            search=text("q"),
            verdict=code("verdict", VERDICT_FILTERS),
            mode=code("mode", TABLES["failure_modes"]),
            tag=text("tag"),
            trend=code("trend", TREND_FILTERS),
            problem=_code_text(text("problem")),
            generator=_code_text(text("generator")),
            sites=_ids(given.getlist("site")),
            sort=name if name in SORTS else "site",
            descending=name in SORTS and sort.startswith("-"),
        )

    @property
    def narrows(self) -> bool:
        """Does it leave out any site?"""
        return self.filters != ListQuery()

    @property
    def filters(self) -> ListQuery:
        """The same sites without an order."""
        return replace(self, sort="site", descending=False)

    @property
    def sort_text(self) -> str:
        """The order as the address says it, "" for the usual one."""
        text = f"-{self.sort}" if self.descending else self.sort
        return "" if text == "site" else text

    def pairs(self) -> list[tuple[str, str]]:
        """What the address says, name by name; what is the default is left out."""
        found = [
            (_NAMES.get(one.name, one.name), str(value))
            for one in fields(self)
            if one.name not in {"sort", "descending"}
            for value in _values(getattr(self, one.name))
        ]
        return [*found, ("sort", self.sort_text)] if self.sort_text else found

    def encoded(self) -> str:
        """The part of the address behind the question mark."""
        address = QueryDict(mutable=True)
        for name, value in self.pairs():
            address.appendlist(name, value)
        return address.urlencode()

    def narrow(self, sites: SiteQuerySet, *, now: datetime) -> SiteQuerySet:
        """The sites that it means, in no order."""
        if self.search:
            sites = sites.with_text(self.search)
        if self.verdict:
            sites = sites.with_verdict(self.verdict)
        if self.sites:
            sites = sites.filter(pk__in=self.sites)
        return sites.filter(*self._conditions(now))

    def _conditions(self, now: datetime) -> Iterable[Q]:
        if self.mode:
            yield Q(standing__failure_modes__contains=f" {self.mode} ")
        if self.tag:
            yield Q(tags__key=tag_key(self.tag))
        if self.trend:
            yield trend_condition(self.trend, now=now)
        if self.problem:
            yield Q(standing__problems__contains=f" {self.problem} ") | Q(last_outcome=self.problem)
        if self.generator:
            yield Q(standing__generator=self.generator)


def trend_condition(code: str, *, now: datetime) -> Q:
    """Sites whose trust went there, or whose verdict changed so, within the week before `now`."""
    if code in Trend.values:
        return Q(standing__trend=code, standing__at__gte=now - THIS_WEEK)
    return Q(standing__verdict_change=code, standing__verdict_changed_at__gte=now - THIS_WEEK)


def _values(value: object) -> Iterable[object]:
    if isinstance(value, tuple):
        return value
    return (value,) if value else ()


def _code_text(text: str) -> str:
    return text if text.isascii() and " " not in text else ""


def _ids(texts: Iterable[str]) -> tuple[int, ...]:
    numbers = (int(text) for text in texts if text.isascii() and text.isdigit() and len(text) < 19)
    return tuple(dict.fromkeys(numbers))[:MOST_SITES]
