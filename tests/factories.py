"""Rows for tests of the pages, made with plain models; all names end in .example."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from itertools import count

from django.contrib.auth.models import Group, User

from scoring.assessment import Interval, Workings
from scoring.codec import workings_to_json
from sitemaps_app.models import Assessment, Check, Comparison, Event, Page, SecondRead, Site, SitemapFile, Snapshot, Visit
from sitemaps_app.pipeline.standing import note_standing

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
_numbers = count(1)


def person(role: str = "", *, name: str = "") -> User:
    """A person in one group, or in none."""
    user = User.objects.create_user(name or f"{role or 'stranger'}{next(_numbers)}", password="correct horse battery")
    if role:
        user.groups.add(Group.objects.get_or_create(name=role)[0])
    return user


def site(origin: str = "", **fields) -> Site:
    fields.setdefault("created_at", NOW - timedelta(days=70))
    return Site.objects.create(origin=origin or f"https://site{next(_numbers)}.example", **fields)


def check(of: Site, **fields) -> Check:
    fields = {"at": NOW, "began_at": NOW, **fields}
    return Check.objects.create(site=of, **fields)


def assessment(of: Site, *, current: bool = True, verdict: str = "trusted", trust: float | None = 0.93, **fields) -> Assessment:
    """A judgement; its intervals lie .05 to each side of the median."""
    low = None if trust is None else max(trust - 0.05, 0)
    high = None if trust is None else min(trust + 0.05, 1)
    ends = {"_low": low, "": trust, "_high": high}
    numbers = {f"{name}{end}": value for name in ("trust", "precision", "recall") for end, value in ends.items()}
    fields = {"at": NOW, "entries": 1200, "lastmod_share": 0.98, "rule_version": "1", **numbers, **fields}
    row = Assessment.objects.create(site=of, verdict=verdict, **fields)
    if current and not row.section:
        of.current_assessment = row
        of.last_checked_at = row.at
        of.save()
        note_standing(of, row)
    return row


def workings(**fields) -> dict:
    """What stands behind a judgement by single moves and changes that agree with pairs of visits, as it is stored."""
    share = Interval(0.88, 0.93, 0.98)
    given = {
        "basis": "events",
        "pair_precision": share,
        "pair_recall": share,
        "pair_trust": share,
        "lift": Interval(2.0, 3.5, 5.0),
        "selectivity": Interval(0.9, 0.95, 0.99),
        "move_rate": 0.05,
        "silent_rate": Interval(0.0001, 0.0004, 0.002),
        **fields,
    }
    return workings_to_json(Workings(**given))


def snapshot(of: Site, **fields) -> Snapshot:
    fields = {
        "taken_at": NOW,
        "complete": True,
        "path": f"{of.pk}/{next(_numbers)}.parquet",
        "byte_count": 20_000,
        "entries": 1200,
        "with_lastmod": 1180,
        "ages": [["day", 20], ["week", 90], ["month", 300], ["quarter", 250], ["year", 400], ["older", 120], ["absent", 20]],
        **fields,
    }
    row = Snapshot.objects.create(site=of, **fields)
    of.current_snapshot = row
    of.save()
    if of.current_assessment:
        note_standing(of, of.current_assessment)
    return row


def sitemap_file(of: Site, url: str = "", **fields) -> SitemapFile:
    url = url or f"{of.origin}/sitemap-{next(_numbers)}.xml"
    fields = {
        "kind": "urlset",
        "outcome": "ok",
        "source": "robots",
        "http_status": 200,
        "entry_count": 1200,
        "byte_count": 150_000,
        "last_read_at": NOW,
        "last_good_at": NOW,
        **fields,
    }
    return SitemapFile.objects.create(site=of, url=url, url_hash=hashlib.sha256(url.encode()).hexdigest(), **fields)


def page(of: Site, url: str = "", **fields) -> Page:
    url = url or f"{of.origin}/articles/{next(_numbers)}"
    fields = {"section": f"{of.origin}/sitemap.xml", "stratum": "all", "inclusion_probability": 0.1, "panel_since": NOW, **fields}
    return Page.objects.create(site=of, url=url, key=url, key_hash=hashlib.sha256(url.encode()).hexdigest(), **fields)


def visit(of: Page, at: datetime = NOW, **fields) -> Visit:
    fields = {
        "reason": "unmoved_sample",
        "weight": 30.0,
        "status": 200,
        "outcome": "ok",
        "comparable": True,
        "final_url": of.url,
        "title": "A page",
        "lastmod_raw": "2026-11-01",
        "http_last_modified": "Sun, 01 Nov 2026 10:00:00 GMT",
        "date_modified_raw": "2026-11-01T09:58:00+01:00",
        "date_modified_source": "jsonld:Article",
        "fingerprint": hashlib.sha256(f"{of.url}{at}".encode()).hexdigest(),
        **fields,
    }
    return Visit.objects.create(page=of, site=of.site, at=at, **fields)


def comparison(of: Page, *, at: datetime = NOW, moves: int = 0, changed: bool = False, **fields) -> Comparison:
    """Two visits a week apart and what lies between them."""
    earlier, later = visit(of, at - timedelta(days=7)), visit(of, at, lastmod_raw="2026-11-18" if moves else "2026-11-01")
    fields = {
        "section": of.section,
        "gap_days": 7.0,
        "has_lastmod": True,
        "similarity": 0.8 if changed else 1.0,
        "weight": 30.0,
        "changed_in": ["main"] if changed else [],
        "diff": [["changed", "The old sentence.", "The new sentence."]] if changed else [],
        **fields,
    }
    return Comparison.objects.create(site=of.site, page=of, earlier=earlier, later=later, at=at, moves=moves, changed=changed, **fields)


def second_read(of: Visit, *, differs: bool | None = False, reasons: str = "suspected", **fields) -> SecondRead:
    """A second read two minutes after a visit."""
    fields = {"at": of.at + timedelta(minutes=2), "outcome": "ok" if differs is not None else "http_503", **fields}
    return SecondRead.objects.create(visit=of, site=of.site, page=of.page, differs=differs, reasons=reasons, **fields)


def event(of: Site, code: str = "verdict_changed", **fields) -> Event:
    fields = {"at": NOW, "kind": str(fields.get("params", {}).get("kind", "")), **fields}
    return Event.objects.create(site=of, code=code, **fields)
