"""Visits as rows, and the visits that could not be compared by their reason."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import Count, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from sitemaps_app.models import SecondRead, Site, Visit
from sitemaps_app.views.presenters.tables import path_of
from sitemaps_app.wording import numbers, words

COMPARABLE = {"yes": True, "no": False}
COMPARED = ("ok", "not_modified")


@dataclass(frozen=True, slots=True)
class DateText:
    """One of the three dates of a visit, by its own name, as it was published."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class VisitRow:
    """One fetch of one page. `again` is what its second read said, "" where there was none."""

    visit: Visit
    path: str
    dates: tuple[DateText, ...]
    reason: str
    outcome: str
    outcome_explanation: str
    tone: str
    again: str
    again_reason: str


@dataclass(frozen=True, slots=True)
class ReasonRow:
    """A reason why visits could not be compared: how many, of all visits, and the address that lists them."""

    code: str
    title: str
    explanation: str
    count: str
    share: str
    url: str


def newest_visits(site: Site, outcome: str, *, of: str = "", comparable: str = "") -> QuerySet[Visit]:
    """The visits of a site, newest first; only those with this outcome, of this page (a number), or (not) comparable, where given."""
    found = site.visits.select_related("page", "second_read").defer("blocks", "problems", "candidates").order_by("-at", "-pk")
    if of.isascii() and of.isdigit() and len(of) < 18:
        found = found.filter(page=int(of))
    if comparable in COMPARABLE:
        found = found.filter(comparable=COMPARABLE[comparable])
    return found.filter(outcome=outcome) if outcome else found


def not_comparable(site: Site) -> list[ReasonRow]:
    """Why visits of this site could not be compared, the commonest reason first; none of them ever counts as a change."""
    counted = site.visits.order_by().values_list("outcome").annotate(many=Count("pk"))
    by_outcome = dict(counted)
    total = sum(by_outcome.values())
    bad = sorted(((many, outcome) for outcome, many in by_outcome.items() if outcome not in COMPARED), reverse=True)
    return [_reason_row(site, outcome, many, total) for many, outcome in bad]


def _reason_row(site: Site, outcome: str, many: int, total: int) -> ReasonRow:
    said = words("problems", outcome)
    url = f"{reverse('site_visits', args=[site.pk])}?{urlencode({'outcome': outcome})}"
    return ReasonRow(outcome, str(said.title), str(said.explanation), numbers.whole(many), numbers.share(many / total), url)


def visit_rows(site: Site, visits: Iterable[Visit]) -> list[VisitRow]:
    """Visits as rows."""
    return [_visit_row(site, visit) for visit in visits]


def _visit_row(site: Site, visit: Visit) -> VisitRow:
    outcome = words("problems", visit.outcome)
    dates = (("lastmod", visit.lastmod_raw), ("http_last_modified", visit.http_last_modified), ("date_modified", visit.date_modified_raw))
    read = getattr(visit, "second_read", None)
    return VisitRow(
        visit=visit,
        path=path_of(site, visit.page.url),
        dates=tuple(DateText(name, text or numbers.DASH) for name, text in dates),
        reason=str(words("visit_reasons", visit.reason).title),
        outcome=str(outcome.title),
        outcome_explanation=str(outcome.explanation),
        tone="ok" if visit.outcome in COMPARED else "warning",
        again=_again(read) if read else "",
        again_reason=", ".join(str(words("second_read_reasons", code).title) for code in read.reasons.split()) if read else "",
    )


def _again(read: SecondRead) -> str:
    if read.differs is None:
        return _("read again: failed")
    return _("read again: differs") if read.differs else _("read again: the same")
