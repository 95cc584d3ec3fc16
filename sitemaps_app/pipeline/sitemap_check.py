"""Checks of single sitemaps as people handle them: ask for one, begin it again, delete it; and what the tick does to keep them in order.

A check is a row (`models.SitemapCheck`) and a folder in the storage. A worker reads it (`sitemap_check_run`) under a lease: when the
worker is lost the lease runs out, the check is `interrupted`, and its owner may begin it again. With the broker down a check waits, and
the first tick after its return sends it.
"""

from __future__ import annotations

import logging
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

from celery import current_app
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from kombu.exceptions import OperationalError

from sitemaps_app.formats import urls
from sitemaps_app.models import SitemapCheck
from sitemaps_app.models.sitemap_check import SitemapCheckSource, SitemapCheckState
from sitemaps_app.pipeline import sitemap_check_files as files
from sitemaps_app.pipeline.sites import read_target

logger = logging.getLogger(__name__)
MAX_BYTES = 52_428_800
"""The largest file that is taken, as sent (50 MiB)."""
AT_ONCE = 3
KEPT_DAYS = 7
LEFTOVER_DAYS = KEPT_DAYS + 1
QUEUE_SECONDS = 900
"""A message may wait this long in the queue before another is sent; the second one finds nothing to do."""
GIVEN_CHARACTERS = 2_048
_ENDED_EARLY = (SitemapCheckState.INTERRUPTED, SitemapCheckState.FAILED)


@dataclass(frozen=True, slots=True)
class Asked:
    """The answer to a wish for a check: its row, or the code of a refusal. `sent` is false where no worker could be told yet."""

    check: SitemapCheck | None
    refusal: str = ""
    sent: bool = True


def read_address(text: str) -> str | None:
    """What a person typed as an address that can be fetched; a bare host means https. None where it names no http(s) host."""
    text = text.strip()
    if read_target(text) is None:
        return None
    return urls.resolve(text if "://" in text else f"https://{text}", "")


def names_robots(url: str) -> bool:
    """Whether an address stands for its host, or is a robots.txt: then the sitemap is looked for there."""
    parts = urlsplit(url)
    return (parts.path in {"", "/"} and not parts.query) or parts.path.lower() == "/robots.txt"


def check_address(owner: User, url: str, *, now: datetime) -> Asked:
    """Check what lies at an address, as `read_address` gives it; a worker fetches it."""
    return _ask(owner, SitemapCheckSource.ADDRESS, url, address=url, now=now)


def check_text(owner: User, text: str, *, address: str = "", now: datetime) -> Asked:
    """Check a pasted text, judged as if it lay at `address`. Raises OSError where it cannot be kept."""
    name = _new_name()
    files.keep_text(name, text.encode("utf-8", "replace"))
    return _ask(owner, SitemapCheckSource.PASTE, "", address=address, now=now, folder=name)


def check_upload(owner: User, upload: Path, file_name: str, *, address: str = "", now: datetime) -> Asked:
    """Check an uploaded file, which is moved from where it lies. Raises OSError where it cannot be kept."""
    name = _new_name()
    files.keep_upload(name, upload)
    return _ask(owner, SitemapCheckSource.UPLOAD, file_name[:GIVEN_CHARACTERS], address=address, now=now, folder=name)


def begin_again(check: SitemapCheck, *, now: datetime) -> Asked:
    """Read a check again that was interrupted or failed; one at an address that has ended is asked for anew, and this report stays."""
    if standing(check, wall=now) not in _ENDED_EARLY:
        if check.source != SitemapCheckSource.ADDRESS or check.state != SitemapCheckState.DONE:
            return Asked(None, "not_again")
        return check_address(check.owner, check.given, now=now)
    fresh = {"state": SitemapCheckState.WAITING, "stage": "", "lease_token": "", "lease_until": None}
    zero = {"bytes_read": 0, "entries_read": 0, "entries_faulty": 0}
    with transaction.atomic():
        if _unfinished_of(check.owner, now) >= AT_ONCE:
            return Asked(None, "too_many_at_once")
        SitemapCheck.objects.filter(pk=check.pk, lease_token=check.lease_token).update(**fresh, **zero)
    return Asked(check, sent=_send(check.pk, now))


def standing(check: SitemapCheck, *, wall: datetime) -> str:
    """The state of a check as it is now: one that runs on a lease that is over has lost its worker."""
    if check.state == SitemapCheckState.RUNNING and (check.lease_until is None or check.lease_until < wall):
        return SitemapCheckState.INTERRUPTED
    return check.state


def delete_check(check: SitemapCheck) -> None:
    """Delete a check with its files. A worker that reads it finds its lease gone and ends."""
    SitemapCheck.objects.filter(pk=check.pk).delete()
    files.delete_folder(check.folder)


def tend(*, wall: datetime) -> None:
    """What the tick does: name what was interrupted, send what still waits, delete what is older than seven days."""
    lost = Q(lease_until__isnull=True) | Q(lease_until__lt=wall)
    SitemapCheck.objects.filter(lost, state=SitemapCheckState.RUNNING).update(state=SitemapCheckState.INTERRUPTED, lease_token="")
    for pk in SitemapCheck.objects.filter(lost, state=SitemapCheckState.WAITING).order_by("pk").values_list("pk", flat=True)[:100]:
        if not _send(pk, wall):
            break
    for check in SitemapCheck.objects.filter(created_at__lt=wall - timedelta(days=KEPT_DAYS)).only("pk", "folder"):
        delete_check(check)
    files.delete_leftovers(wall - timedelta(days=LEFTOVER_DAYS))


def give_up_claims() -> None:
    """Name interrupted what workers that are gone had begun, and let the next tick send again what they had not."""
    SitemapCheck.objects.filter(state=SitemapCheckState.RUNNING).update(
        state=SitemapCheckState.INTERRUPTED, lease_token="", lease_until=None
    )
    SitemapCheck.objects.filter(state=SitemapCheckState.WAITING).update(lease_until=None)


def _ask(owner: User, source: str, given: str, *, address: str, now: datetime, folder: str = "") -> Asked:
    folder = folder or _new_name()
    with transaction.atomic():
        User.objects.select_for_update().get(pk=owner.pk)  # two wishes at once are counted one after the other
        full = _unfinished_of(owner, now) >= AT_ONCE
        fields = {"owner": owner, "created_at": now, "source": source, "given": given, "address": address, "folder": folder}
        check = None if full else SitemapCheck.objects.create(**fields)
    if check is None:
        files.delete_folder(folder)
        return Asked(None, "too_many_at_once")
    return Asked(check, sent=_send(check.pk, now))


def _unfinished_of(owner: User, now: datetime) -> int:
    alive = Q(state=SitemapCheckState.WAITING) | Q(state=SitemapCheckState.RUNNING, lease_until__gte=now)
    return SitemapCheck.objects.filter(alive, owner=owner).count()


def _send(pk: int, now: datetime) -> bool:
    """Tell a worker. Called outside of transactions: the row must be there before the message is."""
    try:
        current_app.send_task("sitemaps_app.tasks.check_sitemap", args=(pk,), retry=False, ignore_result=True)
    except OperationalError:
        logger.warning("The broker does not answer; the check of a sitemap waits for the next tick.")
        return False
    SitemapCheck.objects.filter(pk=pk, state=SitemapCheckState.WAITING).update(lease_until=now + timedelta(seconds=QUEUE_SECONDS))
    return True


def _new_name() -> str:
    return secrets.token_hex(16)
