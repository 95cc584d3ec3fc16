"""Adding a list: what each line names, and what becomes of it. The same list sent twice is one addition, and no site is there twice."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count

from sitemaps_app.models import AddedLine, Addition, AuditLine, Site
from sitemaps_app.models.addition import AdditionState, LineOutcome
from sitemaps_app.pipeline.asking import asked_at
from sitemaps_app.pipeline.sites import Line, Target, new_site_fields, understood, wake_tick
from sitemaps_app.pipeline.storable import storable

MAX_LINES = 100_000
LINES_AT_ONCE = 1_000  # lines in one transaction: other writers wait for no more than that
ABANDONED_AFTER = timedelta(seconds=60)
MAX_LINE = 500
LOGGED_LINES, LOGGED_CHARACTERS = 200, 2_000
_LOGGED = (
    (LineOutcome.ADDED, "sites_added", "site__origin"),
    (LineOutcome.SITEMAP_ADDED, "sitemap_addresses_added", "sitemap_url"),
)


@dataclass(frozen=True, slots=True)
class UnderstoodLine:
    """One line and what it names. `problem` is a code, "" where there is a target; `duplicate_of` the number of the earlier line that named
    the same site and all that this one says of it, 0 for none.
    """

    line: Line
    target: Target | None
    problem: str = ""
    duplicate_of: int = 0


@dataclass(frozen=True, slots=True)
class AdditionCounts:
    """How many lines had which outcome."""

    added: int = 0
    sitemap_added: int = 0
    known: int = 0
    duplicate: int = 0
    refused: int = 0

    @property
    def total(self) -> int:
        """All lines that have an outcome."""
        return self.added + self.sitemap_added + self.known + self.duplicate + self.refused


def understand(lines: Iterable[Line]) -> tuple[UnderstoodLine, ...]:
    """What each line names; of lines that say the same, all but the first are duplicates."""
    first: dict[str, int] = {}
    named: dict[tuple[str, str], int] = {}
    read = []
    for line in lines:
        target, problem = understood(line.text)
        if target is None:
            read.append(UnderstoodLine(line, None, problem))
        else:
            same = named.get((target.origin, target.sitemap_url), 0) if target.sitemap_url else first.get(target.origin, 0)
            read.append(UnderstoodLine(line, target, duplicate_of=same))
            first.setdefault(target.origin, line.number)
            named.setdefault((target.origin, target.sitemap_url), line.number)
    return tuple(read)


def begin_addition(owner: User, ticket: str, *, lines: int, now: datetime) -> tuple[Addition, bool]:
    """The addition of a form, and whether this call is to work on it: not where it is done, nor where another process is at it."""
    fields = {
        "owner": owner,
        "created_at": now,
        "touched_at": now,
        "lines_total": min(lines, MAX_LINES),
        "lines_left": max(lines - MAX_LINES, 0),
    }
    addition, created = Addition.objects.get_or_create(ticket=ticket, defaults=fields)
    return addition, created or _take_over(addition, now=now)


def _take_over(addition: Addition, *, now: datetime) -> bool:
    """Go on with an addition whose process was lost; False where it is not abandoned."""
    if addition.touched_at >= now - ABANDONED_AFTER:
        return False
    return _still_ours(addition, now=now)


def _still_ours(addition: Addition, *, now: datetime) -> bool:
    """Touch an addition; False where somebody else has done so since, or it is gone."""
    ours = Addition.objects.filter(pk=addition.pk, state=AdditionState.ADDING, touched_at=addition.touched_at)
    if not ours.update(touched_at=now):
        return False
    addition.touched_at = now
    return True


def run_addition(addition: Addition, lines: Sequence[Line], *, now: datetime, wall: Callable[[], datetime] | None = None) -> bool:
    """Add the sites of a list and store what became of each line, a thousand lines a transaction. Going on after a break is harmless.

    `now` is when the sites are added, `wall` tells when a part begins (default: `now`). False where another process has taken over.
    """
    stored = addition.lines.order_by("-number").values_list("number", flat=True).first() or 0
    left = [one for one in understand(lines[:MAX_LINES]) if one.line.number > stored]
    asked = asked_at(len(lines), now=now)
    for start in range(0, len(left), LINES_AT_ONCE):
        with transaction.atomic():
            if not _still_ours(addition, now=wall() if wall else now):
                return False
            _add_part(addition, left[start : start + LINES_AT_ONCE], now=now, asked=asked)
    end_addition(addition, now=now)
    return True


def end_addition(addition: Addition, *, now: datetime) -> None:
    """Nothing is left to add: one line of the audit log tells the new sites, one the sitemap addresses that known sites were given."""
    with transaction.atomic():
        if not Addition.objects.filter(pk=addition.pk, state=AdditionState.ADDING).update(state=AdditionState.DONE):
            return
        for outcome, act, column in _LOGGED:
            told = list(addition.lines.filter(outcome=outcome).values_list("site__origin", column)[:LOGGED_LINES])
            if told:
                origins = {origin for origin, _text in told}
                only = next(iter(origins)) if len(origins) == 1 else ""
                detail = "\n".join(text for _origin, text in told)[:LOGGED_CHARACTERS]
                AuditLine.objects.create(at=now, who=addition.owner, act=act, site_origin=only, detail=detail)
    addition.state = AdditionState.DONE


def _add_part(addition: Addition, part: Sequence[UnderstoodLine], *, now: datetime, asked: datetime | None) -> None:
    wanted = {one.target.origin for one in part if one.target}
    known = _sites(wanted)
    fresh = wanted - known.keys()
    first_urls = {one.target.origin: one.target.sitemap_url for one in reversed(part) if one.target}
    new = [
        Site(origin=origin, sitemap_urls=[url] if url else [], **new_site_fields(origin, now=now, user=addition.owner, asked=asked))
        for origin, url in first_urls.items()
        if origin in fresh
    ]
    Site.objects.bulk_create(new, ignore_conflicts=True)
    part_of = _Part(addition, known | _sites(fresh), fresh)
    AddedLine.objects.bulk_create([part_of.row(one) for one in part])
    Site.objects.bulk_update(part_of.changed.values(), ["sitemap_urls"], batch_size=200)
    if fresh:
        transaction.on_commit(wake_tick)


def _sites(origins: Collection[str]) -> dict[str, Site]:
    found = Site.objects.filter(origin__in=origins).only("origin", "sitemap_urls")
    return {site.origin: site for site in found} if origins else {}


@dataclass(slots=True)
class _Part:
    """The sites of some lines; `fresh` are the origins that are new and that no line has named yet, `changed` the sites to be saved."""

    addition: Addition
    sites: dict[str, Site]
    fresh: set[str]
    changed: dict[int, Site] = field(default_factory=dict)

    def row(self, one: UnderstoodLine) -> AddedLine:
        """The outcome of a line, as a row."""
        row = AddedLine(
            addition=self.addition,
            number=one.line.number,
            text=storable(one.line.text.replace("\x00", "�"))[:MAX_LINE],
            problem=one.problem,
        )
        row.outcome, row.duplicate_of = LineOutcome.REFUSED, one.duplicate_of
        if one.target is not None:
            site = self.sites[one.target.origin]
            row.site, row.kind, row.sitemap_url = site, one.target.kind, one.target.sitemap_url
            row.outcome = LineOutcome.DUPLICATE if one.duplicate_of else self._outcome(site, one.target.sitemap_url)
        return row

    def _outcome(self, site: Site, sitemap_url: str) -> LineOutcome:
        is_fresh, is_news = site.origin in self.fresh, bool(sitemap_url) and sitemap_url not in site.sitemap_urls
        self.fresh.discard(site.origin)
        if is_news:
            site.sitemap_urls = [*site.sitemap_urls, sitemap_url]
            self.changed[site.pk] = site
        return LineOutcome.ADDED if is_fresh else LineOutcome.SITEMAP_ADDED if is_news else LineOutcome.KNOWN


def counts_of(addition: Addition) -> AdditionCounts:
    """How many lines of an addition had which outcome so far. One query."""
    rows = addition.lines.order_by().values_list("outcome").annotate(Count("pk"))
    return AdditionCounts(**{str(outcome): count for outcome, count in rows})
