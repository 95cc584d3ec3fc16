"""The pages of a site whose fingerprints are kept: who is drawn, with what probability, and who takes a lost page's place."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import timedelta

from scoring.sampling import Candidate, Drawn, PanelDrawer
from sitemaps_app.formats.lastmod import LastmodStatus
from sitemaps_app.models import Page, PageLastmod, Snapshot
from sitemaps_app.pipeline.context import CheckContext
from sitemaps_app.pipeline.panel_lastmods import lastmod_row
from sitemaps_app.pipeline.sitemap_files import hash_of
from sitemaps_app.pipeline.storage import snapshot_path
from sitemaps_app.snapshots import StoredEntry, find_entries, read_entries

RECENT = timedelta(days=30)


def active_pages(context: CheckContext) -> list[Page]:
    """The pages of the panel now."""
    return list(Page.objects.filter(site=context.site, retired_at__isnull=True))


def fill_panel(context: CheckContext, snapshot: Snapshot) -> list[Page]:
    """Draw pages until the panel has its size again; the new pages, [] when it is full or the site has no more.

    Strata are section × recently moved or not. A page that once left the panel does not come back.
    """
    known = dict(Page.objects.filter(site=context.site).values_list("key", "retired_at"))
    active = sum(1 for retired_at in known.values() if retired_at is None)
    vacancies = context.site.panel_size - active
    if vacancies <= 0:
        return []
    drawer = PanelDrawer(seed=context.site.seed + len(known), capacity=vacancies)
    offered = 0
    for stored in _population(context, snapshot, known):
        drawer.offer(_candidate(context, stored))
        offered += 1
    drawn = drawer.result(vacancies)
    if not drawn:
        return []
    average = min(1.0, context.site.panel_size / (active + offered)) if known else None
    pages = _store(context, snapshot, drawn, average=average)
    context.tell("panel_refilled" if known else "panel_drawn", pages=len(pages), panel=active + len(pages))
    return pages


def retire(page: Page, *, reason: str, context: CheckContext) -> None:
    """Take a page out of the panel; its visits and comparisons stay as evidence."""
    page.retired_at, page.retired_reason = context.now, reason
    page.save(update_fields=["retired_at", "retired_reason"])


def _population(context: CheckContext, snapshot: Snapshot, known: Collection[str]) -> Iterator[StoredEntry]:
    for stored in read_entries(snapshot_path(snapshot.path)):
        if not stored.in_scope or stored.key in known:
            continue
        if context.universe is not None and stored.key not in context.universe:
            continue
        yield stored


def _candidate(context: CheckContext, stored: StoredEntry) -> Candidate:
    lastmod = stored.lastmod
    dated = lastmod.status is LastmodStatus.OK
    recent = dated and lastmod.instant is not None and lastmod.instant >= context.now - RECENT
    return Candidate(key=stored.key, section=stored.section, recent=recent, has_lastmod=dated)


def _store(context: CheckContext, snapshot: Snapshot, drawn: Sequence[Drawn], *, average: float | None) -> list[Page]:
    """The rows of the drawn pages, with what the snapshot says of each as the first of their lastmods.

    A page that takes a lost page's place stands for as many entries as that one did: the chance of the small draw alone would make one page
    count for a whole stratum. Where nobody was drawn from its stratum before, it has the `average` chance of a page of this site.
    """
    entries = find_entries(snapshot_path(snapshot.path), {choice.key for choice in drawn})
    before = dict(Page.objects.filter(site=context.site).values_list("stratum", "inclusion_probability"))
    pages = [
        Page(
            site=context.site,
            url=entries[choice.key].loc,
            key=choice.key,
            key_hash=hash_of(choice.key),
            section=entries[choice.key].section,
            stratum=choice.stratum[:340],
            inclusion_probability=before.get(choice.stratum[:340]) or average or choice.inclusion_probability,
            panel_since=context.now,
        )
        for choice in drawn
    ]
    Page.objects.bulk_create(pages)
    rows = [lastmod_row(page, entries[page.key], snapshot=snapshot, change="first") for page in pages]
    PageLastmod.objects.bulk_create(rows, ignore_conflicts=True)
    return pages
