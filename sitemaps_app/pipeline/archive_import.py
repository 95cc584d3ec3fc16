"""A site's past from an archive that a team already has: the same road, once for every moment that the archive holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings

from sitemaps_app.formats import urls
from sitemaps_app.formats.warc import Archive, Moment
from sitemaps_app.models import Check, Site
from sitemaps_app.pipeline import leases, road
from sitemaps_app.pipeline.archive import ArchiveFetcher
from sitemaps_app.pipeline.context import CheckLimits
from sitemaps_app.pipeline.sites import add_site, pause


@dataclass(frozen=True, slots=True)
class MomentImport:
    """One moment of the archive walked: its place among all, and the check, or None with a code where it was not imported."""

    place: int
    total: int
    moment: Moment
    check: Check | None
    problem: str = ""


def site_for_archive(origin: str, *, now: datetime) -> Site | None:
    """The site that an archive's history goes to. A new one is paused: nobody asked for visits to the live site. None = no http(s) address."""
    added = add_site(origin, now=now, due=False)
    if added.site is not None and added.created:
        pause(added.site)
        added.site.paused = True
    return added.site


def import_moments(site: Site, archive: Archive, *, wall: Callable[[], datetime]) -> Iterator[MomentImport]:
    """Walk the site through the archive's moments, oldest first; yields after each.

    The panel is drawn among the pages that a moment holds and every one of them is read at every moment, for nobody's host has to be spared.
    Moments before the site's newest snapshot are passed over: history is only ever added at its end.
    """
    moments = archive.moments()
    for place, moment in enumerate(moments, start=1):
        site.refresh_from_db()
        newest = site.current_snapshot
        if newest is not None and moment.end <= newest.taken_at:
            yield MomentImport(place, len(moments), moment, None, "before_last_check")
            continue
        lease = leases.take(site.pk, wall=wall(), seconds=settings.LASTMOD_LEASE_SECONDS)
        if lease is None:
            yield MomentImport(place, len(moments), moment, None, "already_being_checked")
            return
        fetcher = ArchiveFetcher(archive, moment)
        pages = frozenset(urls.normalise_key(url) for url in fetcher.known_pages())
        check = road.check(
            road.CheckRequest(
                lease=lease,
                now=moment.end,
                fetcher=fetcher,
                wall=wall,
                lease_seconds=settings.LASTMOD_LEASE_SECONDS,
                user_agent=settings.LASTMOD_USER_AGENT,
                limits=CheckLimits(pages=max(len(pages), 1), files=settings.LASTMOD_FILE_BUDGET),
                universe=pages,
            )
        )
        yield MomentImport(place, len(moments), moment, check)
