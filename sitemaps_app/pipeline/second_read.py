"""Second reads: pages read again after the other visits of a check, some minutes later at a usual pace, without anyone waiting for it.

Three kinds of visits are read again. *Suspected*: the visit would be a change; what differs between its two reads is no edit, and what
does not is confirmed. *Drawn*: at random, whatever the visit showed; how often these would be called a change is the site's rate of false
ones (an A/A test). *Not modified*: a visit answered with 304, now asked without validators; does the page still say what it said?

A second read is a page fetch and counts in the budget of the check like a visit: fewer first reads are planned where many changes are
expected (`first_reads`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction

from scoring.sampling import hash_order
from sitemaps_app.formats.page import Block
from sitemaps_app.models import Comparison, SecondRead, Visit
from sitemaps_app.network.exchange import FetchedResponse, FetchFailure
from sitemaps_app.pipeline.context import CheckContext
from sitemaps_app.pipeline.grounds import Grounds, OpenPair, blocks_of, learn_grounds, open_pairs
from sitemaps_app.pipeline.page_visit import OK, fill, outcome_of, read_answer
from sitemaps_app.pipeline.volatile import forget_marks, marks_between

SUSPECTED, DRAWN, NOT_MODIFIED = "suspected", "drawn", "not_modified"
UNSTABLE = "page_unstable"
# Later than this the page may have been edited since the visit: a check that takes over after a lost worker asks no more.
LATEST = timedelta(hours=1)
# Until ten reads of a kind are known (STATISTICS: at least ten pages a site) they come quickly, and then just often enough to notice.
ENOUGH = 10
FIRST_CHANCE = 0.25
LATER_CHANCE = 0.05
RECENT_COMPARISONS = 100


@dataclass(frozen=True, slots=True)
class _Wanted:
    visit: Visit
    reasons: tuple[str, ...]
    pair: OpenPair


def first_reads(context: CheckContext, budget: int) -> int:
    """How many of `budget` page fetches to plan as first reads, so that the second reads they are likely to ask for fit in too.

    The first check has nothing to compare, and takes every page it may.
    """
    recent = Comparison.objects.filter(site=context.site).order_by("-at", "-pk")[:RECENT_COMPARISONS]
    changed = list(recent.values_list("changed", flat=True))
    if not context.can_read_again or not (changed or Visit.objects.filter(site=context.site).exists()):
        return budget
    suspected = (sum(changed) + 1) / (len(changed) + 4)
    drawn = _chance(context, DRAWN)
    return min(budget, max(1, math.floor(budget / (1.0 + suspected + drawn))))


def read_again(context: CheckContext, *, left: int, done: int) -> int:
    """Read pages of this check's visits again, `left` fetches at most; how many were. `done` is the number of visits made, for progress.

    A visit is read again once; a check that was killed between its visits and their second reads is made up for within an hour.
    """
    if left <= 0 or not context.can_read_again:
        return 0
    visits = _open_visits(context)
    pairs = {pair.later.pk: pair for pair in open_pairs(context)}
    grounds = learn_grounds(context, list(pairs.values())) if visits and pairs else None
    wanted = _wanted(context, visits, pairs, grounds)[:left] if grounds else []
    if not wanted or grounds is None:
        return 0
    context.begin("visit", done + len(wanted), done=done)
    reads = []
    for number, one in enumerate(sorted(wanted, key=lambda one: (one.visit.at, one.visit.pk)), 1):
        reads.append(_read(context, one, grounds))
        context.step(done + number)
    forget_marks(context.site, now=context.now)
    context.tell("second_reads_done", count=len(reads), differing=sum(1 for read in reads if read.differs))
    return len(reads)


def _open_visits(context: CheckContext) -> list[Visit]:
    """The visits that may still be read again, of this check or of one that was lost within the hour."""
    recent = Visit.objects.filter(site=context.site, comparable=True, at__gte=context.now - LATEST, second_read=None)
    return list(recent.exclude(blocks=b"").filter(page__retired_at=None).select_related("page").order_by("at", "pk"))


def _wanted(context: CheckContext, visits: list[Visit], pairs: Mapping[int, OpenPair], grounds: Grounds) -> list[_Wanted]:
    """What to read again, the random ones first: where the budget ends, it must not end with them, or they would be none.

    A first visit is the baseline of its page and not read again: what varies on the page will show at the next one.
    """
    chances = {kind: _chance(context, kind) for kind in (DRAWN, NOT_MODIFIED)}
    by_chance: list[_Wanted] = []
    suspected: list[_Wanted] = []
    for visit in visits:
        pair = pairs.get(visit.pk)
        if pair is None:
            continue
        kind = NOT_MODIFIED if visit.not_modified else DRAWN
        reasons = [kind] if _is_drawn(context, visit, chances[kind]) else []
        if not visit.not_modified and _is_changed(pair, grounds):
            reasons.append(SUSPECTED)
        if reasons:
            (by_chance if kind in reasons else suspected).append(_Wanted(visit, tuple(reasons), pair))
    return by_chance + suspected


def _is_changed(pair: OpenPair, grounds: Grounds) -> bool:
    return grounds.difference(pair.later.page_id, blocks_of(pair.earlier), blocks_of(pair.later)).changed


def _is_drawn(context: CheckContext, visit: Visit, chance: float) -> bool:
    return hash_order(f"second read {context.site.seed} {visit.at.isoformat()}", visit.page.key) < chance * 2.0**64


def _chance(context: CheckContext, kind: str) -> float:
    known = SecondRead.objects.filter(site=context.site, reasons__contains=kind, differs__isnull=False)
    return FIRST_CHANCE if known.values("page").distinct().count() < ENOUGH else LATER_CHANCE


def _read(context: CheckContext, wanted: _Wanted, grounds: Grounds) -> SecondRead:
    visit = wanted.visit
    answer = context.fetch(visit.page.url, max_bytes=context.limits.page_bytes)
    row = SecondRead(visit=visit, site=context.site, page=visit.page, reasons=" ".join(wanted.reasons), at=max(answer.fetched_at, visit.at))
    if isinstance(answer, FetchFailure):
        row.outcome = answer.code
    else:
        _compare_reads(row, answer, wanted, grounds)
    with transaction.atomic():
        visit.save()
        row.save()
    return row


def _compare_reads(row: SecondRead, answer: FetchedResponse, wanted: _Wanted, grounds: Grounds) -> None:
    """Fill in what the second read says of the first, and put the visit right where it says so."""
    visit = wanted.visit
    reading = read_answer(answer, url=visit.page.url, now=row.at)
    row.outcome = outcome_of(answer, reading)
    if row.outcome != OK:
        return
    first = blocks_of(visit)
    row.differs = grounds.difference(visit.page_id, first, reading.blocks).changed
    if visit.not_modified:
        # The first read is as old as the visit before it, so nothing is learnt of what is volatile.
        if row.differs:
            fill(visit, answer)
        return
    row.marks = marks_between(first, reading.blocks)
    if SUSPECTED in wanted.reasons:
        row.returned = row.differs and not _differs_from(wanted.pair, reading.blocks, grounds)
    if row.returned:
        visit.comparable, visit.outcome, visit.blocks = False, UNSTABLE, b""


def _differs_from(pair: OpenPair, blocks: tuple[Block, ...], grounds: Grounds) -> bool:
    return grounds.difference(pair.earlier.page_id, blocks_of(pair.earlier), blocks).changed
