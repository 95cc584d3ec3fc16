"""The pages of a site whose fingerprints are kept: who is drawn, with what probability, and who takes a lost page's place."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import timedelta

from scoring.sampling import Candidate, PanelDrawer
from sitemaps_app.formats.lastmod import LastmodStatus
from sitemaps_app.models import Page, PageLastmod, Snapshot
from sitemaps_app.pipeline.context import CheckContext
from sitemaps_app.pipeline.file_rows import hash_of
from sitemaps_app.pipeline.panel_growth import Share, draw_shares, leave_for, shares_to_add
from sitemaps_app.pipeline.panel_lastmods import lastmod_row
from sitemaps_app.pipeline.panel_refresh import replace_old
from sitemaps_app.pipeline.storage import snapshot_path
from sitemaps_app.snapshots import StoredEntry, find_entries, read_entries

RECENT = timedelta(days=30)


def active_pages(context: CheckContext) -> list[Page]:
    """The pages of the panel now."""
    return list(Page.objects.filter(site=context.site, retired_at__isnull=True))


def fill_panel(context: CheckContext, snapshot: Snapshot) -> list[Page]:
    """Draw pages until the panel has its size again and stands for the whole site; the new pages, [] when nothing is missing.

    Strata are section × recently moved or not. A page that once left the panel does not come back.
    """
    active = active_pages(context)
    known = dict(Page.objects.filter(site=context.site).values_list("key", "retired_at"))
    pages = _fill_vacancies(context, snapshot, known, vacancies=context.site.panel_size - len(active))
    shares = shares_to_add(context, snapshot, [*active, *pages]) if known else {}
    if shares:
        taken = known.keys() | {page.key for page in pages}
        joining = draw_shares(_population(context, snapshot, taken), shares, seed=context.site.seed + len(taken))
        leave_for(context, [*active, *pages], len(joining))
        pages += _store(snapshot, [_joining_page(context, stored, share) for stored, share in joining])
        context.tell("panel_widened", pages=len(joining), sections=", ".join(sorted(shares)[:5]))
    changed = replace_old(context, active, lambda: _population(context, snapshot, known.keys() | {page.key for page in pages}))
    if changed:
        pages += _store(snapshot, [_joining_page(context, stored, share) for stored, share in changed])
        context.tell("panel_refreshed", pages=len(changed))
    if pages:
        code = "panel_refilled" if known else "panel_drawn"
        context.tell(code, pages=len(pages), panel=Page.objects.filter(site=context.site, retired_at__isnull=True).count())
    return pages


def _fill_vacancies(context: CheckContext, snapshot: Snapshot, known: Collection[str], *, vacancies: int) -> list[Page]:
    if vacancies <= 0:
        return []
    drawer = PanelDrawer(seed=context.site.seed + len(known), capacity=vacancies)
    offered = 0
    for stored in _population(context, snapshot, known):
        drawer.offer(_candidate(context, stored))
        offered += 1
    drawn = drawer.result(vacancies)
    active = context.site.panel_size - vacancies
    average = min(1.0, context.site.panel_size / max(active + offered, 1)) if known else None
    entries = find_entries(snapshot_path(snapshot.path), {choice.key for choice in drawn})
    # A page that takes a lost page's place stands for as many entries as that one did: the chance of the small draw alone would make one
    # page count for a whole stratum. Where nobody was drawn from its stratum before, it has the average chance of a page of this site.
    before = dict(Page.objects.filter(site=context.site).values_list("stratum", "inclusion_probability"))
    chances = {choice.key: before.get(choice.stratum[:340]) or average or choice.inclusion_probability for choice in drawn}
    return _store(snapshot, [_page(context, entries[choice.key], choice.stratum, chances[choice.key]) for choice in drawn])


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


def _joining_page(context: CheckContext, stored: StoredEntry, share: Share) -> Page:
    return _page(context, stored, f"{stored.section} {context.now:%Y-%m-%d}", share.inclusion_probability)


def _page(context: CheckContext, stored: StoredEntry, stratum: str, inclusion_probability: float) -> Page:
    return Page(
        site=context.site,
        url=stored.loc,
        key=stored.key,
        key_hash=hash_of(stored.key),
        section=stored.section,
        stratum=stratum[:340],
        inclusion_probability=inclusion_probability,
        panel_since=context.now,
    )


def _store(snapshot: Snapshot, pages: list[Page]) -> list[Page]:
    """Store the drawn pages, with what the snapshot says of each as the first of their lastmods."""
    entries = find_entries(snapshot_path(snapshot.path), {page.key for page in pages})
    Page.objects.bulk_create(pages)
    rows = [lastmod_row(page, entries[page.key], snapshot=snapshot, change="first") for page in pages]
    PageLastmod.objects.bulk_create(rows, ignore_conflicts=True)
    return pages
