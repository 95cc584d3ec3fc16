"""How far the reading of one sitemap is, told to its row while the lease on it is renewed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.conf import settings

from sitemaps_app.models import SitemapCheck
from sitemaps_app.models.sitemap_check import SitemapCheckState
from sitemaps_app.pipeline.heartbeat import heartbeat

BEAT_SECONDS = 1.0


class CheckLostError(Exception):
    """The check was deleted or taken over while it was read; the work ends quietly."""


@dataclass(slots=True)
class Progress:
    """The numbers of one reading; a thread beside it writes them to the row. `lost` is set when the work is to end."""

    stage: str = ""
    bytes_total: int = 0
    bytes_read: int = 0
    entries_read: int = 0
    entries_faulty: int = 0
    lost: threading.Event = field(default_factory=threading.Event)

    def fields(self) -> dict[str, int | str]:
        """The columns of the row that show it."""
        return {
            "stage": self.stage,
            "bytes_total": self.bytes_total,
            "bytes_read": self.bytes_read,
            "entries_read": self.entries_read,
            "entries_faulty": self.entries_faulty,
        }

    def go_on(self) -> None:
        """Raises CheckLostError where the work is to end."""
        if self.lost.is_set():
            raise CheckLostError


@contextmanager
def kept_alive(check: SitemapCheck, *, wall: Callable[[], datetime]) -> Iterator[Progress]:
    """Renew the lease of a check every second beside the work, and write its progress; ends with the block or with the process."""
    progress = Progress()
    name = f"progress of sitemap check {check.pk}"
    with heartbeat(lambda: _write(check, progress, wall()), every=BEAT_SECONDS, name=name, lost=progress.lost):
        yield progress


def _write(check: SitemapCheck, progress: Progress, wall: datetime) -> bool:
    held = SitemapCheck.objects.filter(pk=check.pk, lease_token=check.lease_token, state=SitemapCheckState.RUNNING)
    return bool(held.update(lease_until=wall + timedelta(seconds=settings.LASTMOD_LEASE_SECONDS), **progress.fields()))
