"""The way to a Redis-compatible broker, for workers that outlive it.

When its broker dies, a worker closes the lost connection twice. The second time kombu's channel wants to give back what is not acknowledged
yet, and looks for the address at a connection that was let go already: an AttributeError, which no caller expects, so that the worker stops
for good instead of connecting again. Here it is what it means, a lost connection, and every caller goes on.
"""

from __future__ import annotations

from typing import Any

from kombu.transport import TRANSPORT_ALIASES
from kombu.transport.redis import Channel, Transport
from redis.exceptions import ConnectionError as RedisConnectionError


class Lasting(Channel):
    """A channel that is closed, or asked to acknowledge, after its connection was let go."""

    def _connparams(self, *args: bool, **options: bool) -> dict[str, Any]:
        """What a new connection needs. Raises redis.ConnectionError where this channel's own was let go."""
        if self.connection is None or self.connection.client is None:
            raise RedisConnectionError("The connection of this channel was let go.")
        params: dict[str, Any] = super()._connparams(*args, **options)  # type: ignore[no-untyped-call]
        return params


class LastingTransport(Transport):
    """Kombu's transport with channels that can be closed twice."""

    Channel = Lasting


def use_lasting_transport() -> None:
    """Let every connection of this process to a Redis broker be of this kind; to be called before the first."""
    name = f"{LastingTransport.__module__}:{LastingTransport.__qualname__}"
    TRANSPORT_ALIASES.update({"redis": name, "rediss": name})
