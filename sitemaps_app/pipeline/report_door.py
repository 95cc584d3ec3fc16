"""The network door as the report commands open it: with this installation's settings, for addresses of no site in particular."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from types import TracebackType
from typing import Self

from django.conf import settings

from sitemaps_app.network.exchange import FetchPolicy
from sitemaps_app.network.fetch import HttpFetcher
from sitemaps_app.network.politeness import Politeness
from sitemaps_app.pipeline.live import local_politeness


class InstallationDoor:
    """A fetcher with a proxy and private networks as a command was given them. Close it, or use it as a context.

    `clock` gives the time of each answer. A worker gives the `politeness` that all workers share, and `stop`, which ends a fetch when it
    returns true; a command is polite by itself. Raises ValueError for a proxy or network that cannot be right.
    """

    def __init__(
        self,
        *,
        clock: Callable[[], datetime],
        proxy: str = "",
        allow_networks: tuple[str, ...] = (),
        politeness: Politeness | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        policy = FetchPolicy(
            user_agent=settings.LASTMOD_USER_AGENT,
            proxy=proxy,
            allowed_networks=(*settings.LASTMOD_ALLOWED_NETWORKS, *allow_networks),
            allowed_ports=tuple(settings.LASTMOD_ALLOWED_PORTS),
        )
        self._fetcher = HttpFetcher(policy, clock=clock, politeness=politeness or local_politeness(), stop=stop)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._fetcher.__exit__(kind, error, trace)
