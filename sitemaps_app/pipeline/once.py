"""The whole road once, in this process, for a person or a program at a terminal."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings
from redis.exceptions import RedisError

from sitemaps_app.models import Check, Site
from sitemaps_app.network.politeness import Politeness
from sitemaps_app.pipeline import leases
from sitemaps_app.pipeline.context import CheckLimits
from sitemaps_app.pipeline.live import check_live, fetch_policy, local_politeness, no_sleep, shared_politeness
from sitemaps_app.pipeline.sites import add_site


@dataclass(frozen=True, slots=True)
class OnceOptions:
    """How `check_site` was called.

    `now` None = the present. With a `now` given the answers are dated so, and when the target is reached on this very machine (a replay)
    nobody has to be spared by waiting.
    """

    pages: int | None = None
    now: datetime | None = None
    proxy: str = ""
    allow_networks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OnceResult:
    """What came of it. `problem` is a code where no check took place: url_invalid, already_being_checked, before_last_check."""

    site: Site | None
    check: Check | None
    problem: str = ""


def check_once(target: str, options: OnceOptions, *, wall: Callable[[], datetime]) -> OnceResult:
    """Add the target if it is new, check it, and leave its history where a worker's check would.

    Raises ValueError for a proxy or network that cannot be right.
    """
    now = options.now or wall()
    added = add_site(target, now=now, due=False)
    site = added.site
    if site is None:
        return OnceResult(None, None, added.problem)
    if site.current_snapshot is not None and site.current_snapshot.taken_at > now:
        return OnceResult(site, None, "before_last_check")
    lease = leases.take(site.pk, wall=wall(), seconds=settings.LASTMOD_LEASE_SECONDS)
    if lease is None:
        return OnceResult(site, None, "already_being_checked")
    policy = fetch_policy(site)
    policy = replace(
        policy,
        proxy=options.proxy or policy.proxy,
        allowed_networks=(*policy.allowed_networks, *options.allow_networks),
    )
    # A dated replay on this machine: nobody has to be spared by waiting.
    is_replay = options.now is not None and _is_this_machine(policy.proxy or site.origin)
    try:
        check = check_live(
            lease,
            now=now,
            wall=wall,
            clock=(lambda: now) if options.now else wall,
            politeness=local_politeness(waits=False) if is_replay else _politeness(),
            sleep=no_sleep if is_replay else time.sleep,
            limits=CheckLimits(pages=options.pages, files=settings.LASTMOD_FILE_BUDGET),
            policy=policy,
        )
    finally:
        leases.release(lease)
    site.refresh_from_db()
    return OnceResult(site, check)


def _politeness() -> Politeness:
    """Workers' shared pace where the broker answers, else the pace of this process."""
    try:
        return shared_politeness(must_answer=True)
    except (RedisError, OSError):
        return local_politeness()


def _is_this_machine(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
