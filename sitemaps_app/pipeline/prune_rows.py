"""The large columns of old rows: texts of pages that no comparison needs any more, and the lines of old checks' accounts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime

from django.db.models import Max, TextField
from django.db.models.functions import Cast, Length

from sitemaps_app.models import Check, Site, Visit
from sitemaps_app.models.check import CheckState
from sitemaps_app.pipeline.compare import KEPT_BLOCKS
from sitemaps_app.pipeline.prune_policy import Freed

# What stands in place of the lines of an old account.
REMOVED_ACCOUNT = [{"stage": "", "code": "account_removed", "params": {}}]
_ROWS_AT_ONCE = 500


def prune_page_texts(site: Site, *, before: datetime, dry_run: bool) -> Freed:
    """Empty the packed texts of visits before a time that no later comparison needs.

    Needed are the last `KEPT_BLOCKS` comparable visits of each page of the panel; of a page that has left it, none.
    """
    visits = Visit.objects.filter(site=site).exclude(blocks=b"").order_by("page_id", "-at", "-pk")
    stored = visits.values_list("pk", "page_id", "at", "comparable", "page__retired_at", Length("blocks"))
    needed: Counter[int] = Counter()
    stale, size = [], 0
    for pk, page_id, at, comparable, retired_at, length in stored.iterator():
        in_panel = comparable and retired_at is None
        needed[page_id] += in_panel
        if at < before and not (in_panel and needed[page_id] <= KEPT_BLOCKS):
            stale.append(pk)
            size += length
    if not dry_run:
        for some in _in_parts(stale):
            Visit.objects.filter(pk__in=some).update(blocks=b"")
    return Freed(len(stale), size)


def prune_accounts(*, before: datetime, dry_run: bool) -> Freed:
    """Put one line in place of the account of each finished check that began before a time, but for the last check of each site."""
    last = Site.objects.annotate(last=Max("checks__pk")).exclude(last=None).values("last")
    # An account with a second line has not been trimmed yet.
    old = Check.objects.filter(began_at__lt=before, account__1__isnull=False).exclude(state=CheckState.RUNNING).exclude(pk__in=last)
    stored = list(old.values_list("pk", Length(Cast("account", TextField()))))
    if not dry_run:
        for some in _in_parts([pk for pk, _ in stored]):
            Check.objects.filter(pk__in=some).update(account=REMOVED_ACCOUNT)
    return Freed(len(stored), sum(size for _, size in stored))


def _in_parts(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    """Parts small enough for one statement, so that no other writer waits long."""
    for start in range(0, len(ids), _ROWS_AT_ONCE):
        yield ids[start : start + _ROWS_AT_ONCE]
