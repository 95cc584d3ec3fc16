"""The rows of the list of sites, in a number of queries that does not depend on the number of rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.assessment import VerdictState
from sitemaps_app.charts import Point, Svg, sparkline
from sitemaps_app.models import Check, Site, Standing
from sitemaps_app.models.check import QUIET_OUTCOMES, CheckState
from sitemaps_app.models.site import UNREADABLE
from sitemaps_app.pipeline.leases import IN_QUEUE
from sitemaps_app.pipeline.standing_points import SPARKLINE_DAYS, WEEK
from sitemaps_app.views.presenters.outcomes import failure_words
from sitemaps_app.wording import Words, numbers, words

LIST_SPARKLINE = (96.0, 26.0)


def plain_text(given: str) -> str:
    """A text of an address without NUL, which PostgreSQL refuses to look for."""
    return given.replace("\x00", "")


@dataclass(frozen=True, slots=True)
class Change:
    """What became of trust since a week before: a code of `models.standing.Trend`, and the points as text with their sign."""

    trend: str
    points: str


@dataclass(frozen=True, slots=True)
class SiteRow:
    """One row of the list. `verdict_before` is the verdict that ended within the last week, "" where none did."""

    site: Site
    verdict: str
    verdict_state: str
    verdict_before: str
    verdict_change: str
    preliminary: bool
    trust: str
    interval: str
    change: Change | None
    sparkline: Svg
    lastmod_share: str
    entries: str
    mode: Words | None
    mode_code: str
    modes_more: tuple[str, ...]
    tags: tuple[str, ...]
    generator: str
    state: str
    state_words: str


def site_rows(sites: Sequence[Site], *, now: datetime) -> list[SiteRow]:
    """The rows of one page of the list: one query for any number of sites that `SiteQuerySet.for_rows` has found."""
    running = _running_stages([site.pk for site in sites])
    return [_row(site, running.get(site.pk), now=now) for site in sites]


def _running_stages(ids: Iterable[int]) -> Mapping[int, str]:
    running = Q(site__in=list(ids), state=CheckState.RUNNING)
    return dict(Check.objects.filter(running).order_by("at").values_list("site_id", "stage"))


def _row(site: Site, stage: str | None, *, now: datetime) -> SiteRow:
    stands: Standing | None = getattr(site, "standing", None)
    state, state_words = site_state(site, stage, now=now)
    modes = stands.failure_modes.split() if stands else []
    is_news = bool(stands and stands.verdict_changed_at and stands.verdict_changed_at > now - WEEK)
    return SiteRow(
        site=site,
        verdict=verdict_shown(site, stands.verdict if stands else ""),
        verdict_state=_state_at(stands, now) if stands else "",
        verdict_before=_verdict_title(stands.verdict_before) if stands and is_news else "",
        verdict_change=stands.verdict_change if stands and is_news else "",
        preliminary=bool(stands and stands.preliminary),
        trust=numbers.score(stands.trust if stands else None),
        interval=numbers.score_interval(stands.trust_low, stands.trust_high) if stands else "",
        change=_change(stands) if stands else None,
        sparkline=_sparkline(stands, now) if stands else Svg(""),
        lastmod_share=numbers.share(stands.lastmod_share if stands else None),
        entries=numbers.whole(stands.entries if stands else None),
        mode=words("failure_modes", modes[0]) if modes else None,
        mode_code=modes[0] if modes else "",
        modes_more=tuple(str(words("failure_modes", code).title) for code in modes[1:]),
        tags=tuple(tag.name for tag in site.tags.all()),
        generator=str(words("generators", stands.generator).title) if stands and stands.generator else "",
        state=state,
        state_words=state_words,
    )


def verdict_shown(site: Site, verdict: str) -> str:
    """The verdict, or why there is none: `unreadable` where the last check failed, "" where none has come to its end."""
    return verdict or ("" if site.last_outcome in QUIET_OUTCOMES else UNREADABLE)


def _state_at(stands: Standing, now: datetime) -> str:
    return VerdictState.STALE.value if stands.stale_at is not None and now >= stands.stale_at else stands.state


def _verdict_title(code: str) -> str:
    return str(words("verdicts", code).title) if code else ""


def _change(stands: Standing) -> Change | None:
    return None if stands.trust_change is None else Change(stands.trend, numbers.score_change(stands.trust_change))


def _sparkline(stands: Standing, now: datetime) -> Svg:
    """Trust over the last 60 days, on one axis for all rows; a site that was not judged for longer keeps the days before."""
    end = max(stands.at, now if now - stands.at < timedelta(days=SPARKLINE_DAYS) else stands.at)
    begin = end - timedelta(days=SPARKLINE_DAYS)
    days = ((datetime.fromtimestamp(day * 86_400 + 43_200, UTC), trust) for day, trust in stands.sparkline)
    points = [Point(begin, None), *(Point(at, trust) for at, trust in days if begin < at <= end), Point(end, None)]
    return sparkline(points, title=_("Trust over the last 60 days"), width=LIST_SPARKLINE[0], height=LIST_SPARKLINE[1])


def is_begun(site: Site, stage: str | None, *, now: datetime) -> bool:
    """Has a worker begun with a site? Not where it is only claimed, and waits in the queue; `stage` is None where no check runs."""
    leased = site.lease_until is not None and site.lease_until >= now
    return leased and (stage is not None or not site.lease_token.startswith(IN_QUEUE))


def site_state(site: Site, stage: str | None, *, now: datetime) -> tuple[str, str]:
    """What a site is doing: an icon's name and words; a failure of the last check where nothing else is to say; else both empty."""
    leased = site.lease_until is not None and site.lease_until >= now
    if leased and stage:
        return "running", _("Checking: %(stage)s") % {"stage": str(words("stages", stage).title).lower()}
    if is_begun(site, stage, now=now):
        return "running", _("Check begins")
    if site.paused:
        return "paused", _("Paused")
    if leased or (site.next_check_at is not None and site.next_check_at <= now):
        return "pending", _("Waits for a worker")
    failure = failure_words(site.last_outcome)
    return ("warning", _("Last check failed: %(failure)s") % {"failure": failure.title}) if failure else ("", "")
