"""The marks of a site's generator: collected by the stages that read files and pages, kept with the judgement."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from sitemaps_app.formats.generators import Mark, MarkKind, decide, marks_of_page, marks_of_sitemap
from sitemaps_app.models import GeneratorMark, Site
from sitemaps_app.network.exchange import FetchedResponse

# Marks that were not met for so long while others were are those of an earlier program.
MEMORY = timedelta(days=45)


class MarkBook:
    """What one check has met, the first of each kind; reading more of the same costs a look and no write."""

    def __init__(self) -> None:
        self._marks: dict[tuple[str, MarkKind], Mark] = {}

    def look_at_file(self, answer: FetchedResponse) -> None:
        """Look for marks in a sitemap file that came whole."""
        if answer.status == 200:
            self._add(marks_of_sitemap(answer.body, url=answer.final_url, headers=answer.headers))

    def look_at_page(self, answer: FetchedResponse) -> None:
        """Look for marks in a page that came whole."""
        if answer.status == 200:
            self._add(marks_of_page(answer.body, url=answer.final_url, headers=answer.headers))

    def _add(self, marks: Iterable[Mark]) -> None:
        for mark in marks:
            self._marks.setdefault((mark.generator, mark.kind), mark)

    def keep(self, site: Site, *, now: datetime) -> None:
        """Write what was met to the site's rows: one statement, and none where nothing was met."""
        rows = [
            GeneratorMark(
                site=site,
                generator=mark.generator,
                kind=mark.kind,
                seen=mark.seen.replace("\x00", ""),
                url=mark.url.replace("\x00", ""),
                first_seen_at=now,
                last_seen_at=now,
            )
            for mark in self._marks.values()
        ]
        if rows:
            GeneratorMark.objects.bulk_create(
                rows,
                update_conflicts=True,
                unique_fields=["site", "generator", "kind"],
                update_fields=["seen", "url", "last_seen_at"],
            )


def generator_of(site: Site) -> str:
    """The generator that the site's marks of the last time speak for, "" where they do not say."""
    rows = list(site.generator_marks.all())
    if not rows:
        return ""
    since = max(row.last_seen_at for row in rows) - MEMORY
    return decide(Mark(row.generator, MarkKind(row.kind), row.seen, row.url) for row in rows if row.last_seen_at >= since)
