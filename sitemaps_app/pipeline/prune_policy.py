"""What pruning keeps, and what it says that it removed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings

from sitemaps_app.snapshots.retention import Retention

NAMED_FILES = 50


@dataclass(frozen=True, slots=True)
class PrunePolicy:
    """How long things are kept, in days.

    `page_text_days` are for texts of pages that no later comparison needs, `account_days` for the lines of a check's account,
    `cursor_days` for how long after its last use a cursor of due lists keeps its snapshot. `leftover_age` is how old a file without a row
    has to be: a check writes the file first and the row a moment later.
    """

    retention: Retention
    page_text_days: int
    account_days: int
    cursor_days: int
    leftover_age: timedelta = timedelta(days=1)


def policy_of_settings() -> PrunePolicy:
    """The policy that the settings ask for."""
    return PrunePolicy(
        retention=Retention(
            all_days=settings.LASTMOD_KEEP_ALL_DAYS,
            daily_days=settings.LASTMOD_KEEP_DAILY_DAYS,
            weekly_days=settings.LASTMOD_KEEP_WEEKLY_DAYS,
            monthly_days=settings.LASTMOD_KEEP_MONTHLY_DAYS,
        ),
        page_text_days=settings.LASTMOD_KEEP_PAGE_TEXT_DAYS,
        account_days=settings.LASTMOD_KEEP_ACCOUNT_DAYS,
        cursor_days=settings.LASTMOD_KEEP_CURSOR_DAYS,
    )


@dataclass(frozen=True, slots=True)
class Freed:
    """How many of one kind were removed, and the bytes they took."""

    count: int = 0
    bytes: int = 0

    def __add__(self, other: Freed) -> Freed:
        return Freed(self.count + other.count, self.bytes + other.bytes)


NOTHING = Freed()


@dataclass(frozen=True, slots=True)
class PruneReport:
    """What a run removed, or would remove with `dry_run`.

    `leftovers` are files and folders that no row names; with `foreign_storage` they were left alone, because no file in the storage is
    named by this database. `missing` are files that rows name and that are not there: how many, and the first of their names. `failed`
    counts files that the system refused to remove.
    """

    dry_run: bool
    snapshots: Freed = NOTHING
    page_texts: Freed = NOTHING
    accounts: Freed = NOTHING
    leftovers: Freed = NOTHING
    missing_count: int = 0
    missing: tuple[str, ...] = ()
    failed: int = 0
    foreign_storage: bool = False

    @property
    def bytes(self) -> int:
        """All bytes together, on disk and in the database."""
        return self.snapshots.bytes + self.page_texts.bytes + self.accounts.bytes + self.leftovers.bytes
