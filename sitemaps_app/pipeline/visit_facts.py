"""What visits tell of their own, beside the comparisons: whether an answer differs at all, and whether pages can be read."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count

from scoring.evidence import VisitTally
from sitemaps_app.models import Site, Visit
from sitemaps_app.pipeline.page_visit import GONE

# A wall may be taken down: visits of longer ago, as of evidence that has aged to a half, say nothing of what pages give now.
TALLIED = timedelta(days=75)


@dataclass(frozen=True, slots=True)
class VisitFacts:
    """What the sitemap said of a page at a visit, and the digest of the answer; a 304 stands for the answer before it, "" is not known."""

    lastmod: datetime | None
    lastmod_precision: int
    body_digest: str


def visit_facts(site: Site, *, until: datetime) -> dict[int, VisitFacts]:
    """The facts of all visits before `until`, by row number."""
    rows = Visit.objects.filter(site=site, at__lt=until).order_by("at", "pk")
    bodies: dict[int, str] = {}
    found: dict[int, VisitFacts] = {}
    columns = ("pk", "page_id", "lastmod", "lastmod_precision", "body_digest", "not_modified")
    for pk, page_id, lastmod, precision, digest, not_modified in rows.values_list(*columns):
        body = bodies.get(page_id, "") if not_modified else digest
        bodies[page_id] = body
        found[pk] = VisitFacts(lastmod, precision, body)
    return found


def body_changed(facts: Mapping[int, VisitFacts], earlier: int, later: int) -> bool | None:
    """Do the answers of two visits differ at all? None where one of them is not known."""
    bodies = [facts[pk].body_digest if pk in facts else "" for pk in (earlier, later)]
    return bodies[0] != bodies[1] if all(bodies) else None


def tally_visits(site: Site, *, now: datetime, until: datetime) -> tuple[VisitTally, ...]:
    """The recent visits by section; pages that are gone left the panel and do not count."""
    recent = Visit.objects.filter(site=site, at__gt=now - TALLIED, at__lt=until).exclude(outcome__in=GONE).order_by()
    counted: dict[str, int] = defaultdict(int)
    unread: dict[str, Counter[str]] = defaultdict(Counter)
    rows = recent.values_list("page__section", "comparable", "outcome").annotate(Count("pk"))
    for section, comparable, outcome, count in rows:
        counted[section] += count
        if not comparable:
            unread[section][outcome] += count
    return tuple(_tally(section, counted[section], unread[section]) for section in sorted(counted))


def _tally(section: str, visits: int, unread: Counter[str]) -> VisitTally:
    commonest = min(unread, key=lambda code: (-unread[code], code), default="")
    return VisitTally(section, visits, unread.total(), commonest)
