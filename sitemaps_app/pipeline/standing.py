"""The one place that writes how a site stands in the list, and how many sites have which verdict: with each judgement, and with each
site that leaves or comes back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import UTC, date, datetime

from django.db.models import F

from sitemaps_app.models import Assessment, Site, SitemapFile, Standing, VerdictTally
from sitemaps_app.models.standing import VERDICT_RANKS
from sitemaps_app.pipeline.generator_marks import generator_of
from sitemaps_app.pipeline.standing_points import HISTORY, Judged, course_of

SHOWN_SEVERITIES = frozenset({"warning", "error"})


def note_standing(site: Site, judged: Assessment) -> None:
    """Write the row of the list anew from a judgement that was just stored as the current one, and count its verdict."""
    before = Standing.objects.filter(site=site).values_list("verdict", flat=True).first()
    snapshot = site.current_snapshot
    Standing.objects.update_or_create(
        site=site,
        defaults={
            "at": judged.at,
            "verdict": judged.verdict,
            "verdict_rank": VERDICT_RANKS.get(judged.verdict, 0),
            "preliminary": judged.preliminary,
            "state": judged.state,
            "stale_at": judged.stale_at,
            "trust": _measured(judged, judged.trust),
            "trust_low": _measured(judged, judged.trust_low),
            "trust_high": _measured(judged, judged.trust_high),
            "lastmod_share": snapshot.lastmod_share if snapshot else judged.lastmod_share,
            "entries": snapshot.entries if snapshot else judged.entries,
            "failure_modes": joined_codes(judged.failure_modes),
            "problems": joined_codes(_problems(site)),
            "generator": generator_of(site),
            **asdict(course_of(_history(site, judged))),
        },
    )
    if before != judged.verdict:
        count_verdicts(judged.at.astimezone(UTC).date(), {judged.verdict: 1} | ({before: -1} if before else {}))


def count_verdicts(day: date, growth: Mapping[str, int]) -> None:
    """Let the number of sites with these verdicts grow on a day; below 0 it shrinks."""
    for verdict, number in growth.items():
        VerdictTally.objects.get_or_create(day=day, verdict=verdict)
        VerdictTally.objects.filter(day=day, verdict=verdict).update(growth=F("growth") + number)


def joined_codes(codes: Iterable[str]) -> str:
    """Codes as one text in which a whole code can be looked for: between blanks, each once."""
    kept = dict.fromkeys(codes)
    return f" {' '.join(kept)} " if kept else ""


def _measured(judged: Assessment, number: float | None) -> float | None:
    return None if judged.preliminary else number


def _history(site: Site, judged: Assessment) -> list[Judged]:
    rows = Assessment.objects.shown().filter(site=site, section="", rule_version=judged.rule_version, at__lte=judged.at)
    found = rows.filter(at__gt=judged.at - HISTORY).order_by("at").values_list("at", "verdict", "trust", "preliminary")
    history = [Judged(at, verdict, None if preliminary else trust) for at, verdict, trust, preliminary in found]
    return history or [Judged(judged.at, judged.verdict, _measured(judged, judged.trust))]


def _problems(site: Site) -> list[str]:
    """The codes of the problems of the site's files that are more than a remark, the most frequent ones first."""
    counts: dict[str, int] = {}
    for problems in SitemapFile.objects.filter(site=site, listed=True).values_list("problems", flat=True):
        for problem in problems:
            if problem["severity"] in SHOWN_SEVERITIES:
                counts[problem["code"]] = counts.get(problem["code"], 0) + 1
    return sorted(counts, key=lambda code: (-counts[code], code))


def leave_count(sites: Iterable[Site], *, now: datetime, sign: int = -1) -> None:
    """Take sites that are being deleted out of today's count, or with `sign` 1 put back those whose deletion is undone."""
    ids = [site.pk for site in sites]
    growth: dict[str, int] = {}
    for start in range(0, len(ids), 500):
        for verdict in Standing.objects.filter(site__in=ids[start : start + 500]).values_list("verdict", flat=True):
            growth[verdict] = growth.get(verdict, 0) + sign
    count_verdicts(now.astimezone(UTC).date(), growth)
