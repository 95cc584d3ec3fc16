"""A site's past from an archive that a team already has: the same road, once for every moment that the archive holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings

from sitemaps_app.formats import urls
from sitemaps_app.formats.warc import Archive, Moment
from sitemaps_app.models import Check
from sitemaps_app.pipeline import leases, road
from sitemaps_app.pipeline.archive import ArchiveFetcher
from sitemaps_app.pipeline.context import CheckLimits
from sitemaps_app.pipeline.leases import Lease
from sitemaps_app.pipeline.site_report import SiteReport, report_site
from sitemaps_app.pipeline.sites import add_site, pause


@dataclass(frozen=True, slots=True)
class MomentImport:
    """One moment of the archive walked: the check, or None with a code where it was not imported."""

    moment: Moment
    check: Check | None
    problem: str = ""


class ArchiveImport:
    """The import of one site's history.

    The site row is made if it is new, and then paused: nobody asked for visits to the live site. Raises ValueError where `origin` names no
    http(s) host.
    """

    def __init__(self, archive: Archive, origin: str, *, wall: Callable[[], datetime]) -> None:
        self._archive = archive
        self._wall = wall
        self._moments = archive.moments()
        self._last: Check | None = None
        added = add_site(origin, now=wall(), due=False)
        if added.site is None:
            raise ValueError(f"{origin} is no http(s) address.")
        if added.created:
            pause(added.site)
        self._site = added.site
        self.host = added.site.host
        self.total = len(self._moments)

    def steps(self) -> Iterator[MomentImport]:
        """Walk the site through the archive's moments, oldest first; yields after each.

        The panel is drawn among the pages that a moment holds and every one of them is read at every moment, for nobody's host has to be
        spared. Moments before the site's newest snapshot are passed over: history is only ever added at its end.
        """
        for moment in self._moments:
            self._site.refresh_from_db()
            newest = self._site.current_snapshot
            if newest is not None and moment.end <= newest.taken_at:
                yield MomentImport(moment, None, "before_last_check")
                continue
            lease = leases.take(self._site.pk, wall=self._wall(), seconds=settings.LASTMOD_LEASE_SECONDS)
            if lease is None:
                yield MomentImport(moment, None, "already_being_checked")
                return
            check = road.check(self._request(lease, moment))
            self._last = check or self._last
            yield MomentImport(moment, check)

    def report(self) -> SiteReport:
        """The site after the last moment."""
        self._site.refresh_from_db()
        return report_site(self._site, self._last)

    def _request(self, lease: Lease, moment: Moment) -> road.CheckRequest:
        fetcher = ArchiveFetcher(self._archive, moment)
        pages = frozenset(urls.normalise_key(url) for url in fetcher.known_pages())
        return road.CheckRequest(
            lease=lease,
            now=moment.end,
            fetcher=fetcher,
            wall=self._wall,
            lease_seconds=settings.LASTMOD_LEASE_SECONDS,
            user_agent=settings.LASTMOD_USER_AGENT,
            limits=CheckLimits(pages=max(len(pages), 1), files=settings.LASTMOD_FILE_BUDGET),
            universe=pages,
        )
