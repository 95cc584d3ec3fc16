"""How much the bodies that are being read at once may hold in memory together."""

from __future__ import annotations

import threading

from sitemaps_app.network.pace import Pace

ROOM_BYTES = 67_108_864
_LOOK_SECONDS = 0.5


class BodyRoom:
    """Room for bodies of several fetches that run beside each other, `size` bytes in all.

    Where it is full, bodies wait with their connections open (the server waits with them); the one that has been read for the longest
    never waits, so that there is always one that comes to its end. All together therefore hold at most `size` bytes and one whole body.
    """

    def __init__(self, size: int = ROOM_BYTES) -> None:
        self._size = size
        self._held: dict[object, int] = {}
        self._changed = threading.Condition()

    def grow(self, body: object, size: int, pace: Pace) -> None:
        """Note that a body has grown to `size` bytes; waits where the room is full. Raises DoorError as `pace` does."""
        with self._changed:
            self._held[body] = size
            while sum(self._held.values()) > self._size and next(iter(self._held)) is not body:
                before = pace.monotonic()
                self._changed.wait(pace.slice_of(_LOOK_SECONDS))
                # Waiting for our own room is not the server's fault.
                pace.prolong(pace.monotonic() - before)

    def leave(self, body: object) -> None:
        """Note that a body is read."""
        with self._changed:
            self._held.pop(body, None)
            self._changed.notify_all()
