"""A check against the real web: the network door opened with the site's own settings and the pace that all workers share."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from functools import lru_cache

from django.conf import settings
from redis import Redis

from sitemaps_app.models import Check, Site
from sitemaps_app.network.exchange import FetchLimits, FetchPolicy
from sitemaps_app.network.fetch import HttpFetcher
from sitemaps_app.network.patience import PatientFetcher
from sitemaps_app.network.politeness import LocalPoliteness, Politeness, RedisPoliteness
from sitemaps_app.network.retries import RetryingFetcher
from sitemaps_app.pipeline import leases, road
from sitemaps_app.pipeline.context import CheckLimits
from sitemaps_app.pipeline.leases import Lease

LANE_GRACE_SECONDS = 2.0
# Sitemap files that may be under way at one host at once, where its answers take longer than the pause between two requests.
FILES_AT_ONCE = 4
PIECE_SECONDS = 1.0


def fetch_policy(site: Site) -> FetchPolicy:
    """How this site wants to be fetched: its own settings over those of the installation."""
    return FetchPolicy(
        user_agent=site.user_agent or settings.LASTMOD_USER_AGENT,
        headers=tuple((str(name), str(value)) for name, value in site.headers),
        proxy=site.proxy,
        allowed_networks=(*settings.LASTMOD_ALLOWED_NETWORKS, *site.allowed_networks),
        allowed_ports=tuple(settings.LASTMOD_ALLOWED_PORTS),
        limits=FetchLimits(total_seconds=settings.LASTMOD_FETCH_SECONDS),
    )


def check_live(
    lease: Lease,
    *,
    now: datetime,
    wall: Callable[[], datetime],
    clock: Callable[[], datetime] | None = None,
    politeness: Politeness | None = None,
    sleep: Callable[[float], None] = time.sleep,
    limits: CheckLimits | None = None,
    policy: FetchPolicy | None = None,
    stays_due: bool = False,
) -> Check | None:
    """Check one site over the network; see `road.check` for the result.

    `clock` dates the answers (default: the wall clock), `policy` stands in for the site's own. `sleep` keeps the waits that hosts ask for
    (`Retry-After`); `no_sleep` where nobody has to be spared. `stays_due`: see `CheckRequest`.
    """
    site = Site.objects.filter(pk=lease.site_id).first()
    if site is None:
        return None
    policy = policy or fetch_policy(site)
    with leases.kept_alive(lease, wall=wall, seconds=settings.LASTMOD_LEASE_SECONDS) as lost:
        door = HttpFetcher(
            policy,
            clock=clock or wall,
            politeness=politeness or shared_politeness(),
            min_interval=site.politeness_seconds,
            stop=lost.is_set,
        )
        with closing(PatientFetcher(door, clock=clock or wall, sleep=sleep, stop=lost.is_set)) as fetcher:
            again = RetryingFetcher(fetcher, sleep=sleep, seed=site.seed, stop=lost.is_set)
            plain = road.CheckRequest(
                lease=lease,
                now=now,
                fetcher=fetcher,
                wall=wall,
                lease_seconds=settings.LASTMOD_LEASE_SECONDS,
                user_agent=policy.user_agent,
                limits=replace(limits or CheckLimits(files=settings.LASTMOD_FILE_BUDGET), files_at_once=FILES_AT_ONCE),
                file_fetcher=again,
                halt=lost.set,
                wait=None if clock is not None or sleep is no_sleep else _pauses(sleep, lost.is_set),
                stays_due=stays_due,
            )
            return road.check(_with_ways_to_the_door(plain, fetcher))


def _pauses(sleep: Callable[[float], None], stop: Callable[[], bool]) -> Callable[[float], None]:
    """A wait in short pieces, so that a check that was stopped ends soon."""

    def wait(seconds: float) -> None:
        left = seconds
        while left > 0.0 and not stop():
            sleep(min(left, PIECE_SECONDS))
            left -= PIECE_SECONDS

    return wait


def _with_ways_to_the_door(request: road.CheckRequest, fetcher: PatientFetcher) -> road.CheckRequest:
    def keep_pace(seconds: float) -> None:
        fetcher.min_interval = seconds

    def keep_width(requests: int) -> None:
        fetcher.width = requests

    return replace(request, keep_pace=keep_pace, keep_width=keep_width, asked_to_wait=lambda: fetcher.asked_to_wait)


@lru_cache(maxsize=1)
def _redis_politeness() -> RedisPoliteness:
    # A worker that is killed within a fetch holds the host's lane for no longer than the fetch could have lasted.
    return RedisPoliteness(_redis(), lease_seconds=settings.LASTMOD_FETCH_SECONDS + LANE_GRACE_SECONDS)


@lru_cache(maxsize=1)
def _redis() -> Redis:
    return Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2, socket_timeout=5)


def shared_politeness(*, must_answer: bool = False) -> Politeness:
    """The pace that all workers of this installation keep together, over Redis. With `must_answer`, raises RedisError when it is down."""
    if must_answer:
        _redis().ping()
    return _redis_politeness()


def local_politeness(*, waits: bool = True) -> Politeness:
    """The pace of a single process, for commands that run without a broker; `waits` false = one at a time, but without any pause."""
    if waits:
        return LocalPoliteness()
    return LocalPoliteness(sleep=no_sleep, clock=_EverLater())


def no_sleep(_seconds: float) -> None:
    """Go on as if the seconds had passed."""


class _EverLater:
    """A clock on which any pause has passed when it is looked at again."""

    def __init__(self) -> None:
        self._seconds = 0.0

    def __call__(self) -> float:
        self._seconds += 3_600.0
        return self._seconds
