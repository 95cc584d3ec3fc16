"""The lines that a walk over sitemap files leaves in the account of its check."""

from __future__ import annotations

from sitemaps_app.formats.sitemap import Outcome
from sitemaps_app.network.exchange import FetchedResponse, FetchFailure
from sitemaps_app.pipeline.context import CheckContext
from sitemaps_app.pipeline.sitemap_files import WAITING, FileRead

# Files that are named one by one, of those that were read and of those that failed; the others are counted.
SHOWN_FILES = 100


def tell_retries(context: CheckContext, answer: FetchedResponse | FetchFailure) -> None:
    """Tell that an address was asked for more than once, and why."""
    if answer.failed_attempts:
        context.tell("fetch_retried", url=answer.url, attempts=len(answer.failed_attempts) + 1, reason=answer.failed_attempts[-1])


class WalkAccount:
    """Tells of each file, as long as a person would read it."""

    def __init__(self, context: CheckContext) -> None:
        self._context = context
        self._good = 0
        self._failed = 0

    def tell(self, read: FileRead, answer: FetchedResponse | FetchFailure) -> None:
        """Tell how one file was read."""
        if read.is_good:
            self._good += 1
        else:
            self._failed += 1
        if (self._good if read.is_good else self._failed) > SHOWN_FILES:
            return
        tell_retries(self._context, answer)
        if read.outcome is Outcome.UNCHANGED:
            self._context.tell("file_unchanged", url=read.row.url, entries=read.entry_count)
        elif read.is_good or read.outcome is Outcome.PARTIAL:
            self._context.tell("file_read", url=read.row.url, kind=read.kind, entries=read.entry_count, outcome=read.outcome)
        elif read.row.outcome == WAITING:
            self._context.tell("file_waits", url=read.row.url)
        else:
            self._context.tell("file_failed", url=read.row.url, reason=read.row.failure_code, status=read.row.http_status or 0)

    def close(self) -> None:
        """Count the files that were not named."""
        good, failed = max(self._good - SHOWN_FILES, 0), max(self._failed - SHOWN_FILES, 0)
        if good or failed:
            self._context.tell("more_files_read", good=good, failed=failed)
