"""The body of one answer: read as it comes, counted on the wire and after decoding, cut where it must be, kept where it broke."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from urllib3.exceptions import HTTPError
from urllib3.response import BaseHTTPResponse

from sitemaps_app.network.body_room import BodyRoom
from sitemaps_app.network.decoding import Stage, stages_for
from sitemaps_app.network.pace import DoorError, Pace

_PIECE = 65_536


@dataclass(frozen=True, slots=True)
class Body:
    """What was read.

    `problem` is "" or one of fetch_timeout, fetch_stopped, truncated_response, too_large, bad_content_encoding, gzip_trailing_bytes.
    """

    content: bytes
    wire_bytes: int
    truncated: bool
    problem: str


def read_body(response: BaseHTTPResponse, pace: Pace, max_bytes: int, room: BodyRoom | None = None) -> Body:
    """Read the body of a response up to `max_bytes`, both as sent and as decoded; `room` is what it shares with others.

    A Content-Encoding header that lies leaves the bytes as they were sent, with `bad_content_encoding`; a coding that breaks later leaves
    what could be decoded, truncated. Never raises for what a server may do.
    """

    def next_piece() -> bytes:
        pace.remaining()
        if room is not None:
            room.grow(reading, reading.held_bytes, pace)
        return response.read1(_PIECE, decode_content=False)

    reading = _Reading(_Wire(next_piece, max_bytes), response.headers.get("content-encoding", ""), max_bytes)
    try:
        body = reading.read()
    finally:
        if room is not None:
            room.leave(reading)
    if reading.is_given_up:
        response.close()
    return body


def decode_bytes(sent: bytes, content_encoding: str, max_bytes: int) -> Body:
    """Undo the Content-Encoding of a body that did not come through the door, as the door would have done it."""
    pieces = iter([sent[start : start + _PIECE] for start in range(0, len(sent), _PIECE)])
    return _Reading(_Wire(lambda: next(pieces, b""), max_bytes), content_encoding, max_bytes).read()


class _Wire:
    """The body as it is sent. Its bytes are kept for as long as the coding may prove to be none; what ends it early is a value."""

    def __init__(self, next_piece: Callable[[], bytes], max_bytes: int) -> None:
        self._next_piece = next_piece
        # Coded bytes may be a little more than decoded ones, as for what cannot be packed.
        self._most = max_bytes + max_bytes // 64 + 1024
        self.count = 0
        self.sent = bytearray()
        self.keeps = False
        self.interruption = ""
        self._has_ended = False

    @property
    def is_full(self) -> bool:
        return self.count > self._most

    def pull(self, _room: int = 0) -> bytes:
        """The next piece, b"" at the end."""
        if self._has_ended or self.is_full:
            return b""
        piece = b""
        try:
            piece = self._next_piece()
        except DoorError as refusal:
            self.interruption = refusal.code
        except HTTPError:
            self.interruption = "truncated_response"
        self._has_ended = not piece
        self.count += len(piece)
        if self.keeps:
            self.sent += piece
        return piece


class _Reading:
    """Collects the decoded bytes up to one above the cap, which tells a body of exactly that size from a larger one."""

    def __init__(self, wire: _Wire, content_encoding: str, max_bytes: int) -> None:
        self._wire = wire
        self._max_bytes = max_bytes
        stages = stages_for(content_encoding, wire.pull)
        self._has_unknown_coding = stages is None
        self._stages: Sequence[Stage] = stages or ()
        self._wire.keeps = bool(stages)
        self._decoded = bytearray()

    @property
    def held_bytes(self) -> int:
        return len(self._decoded) + len(self._wire.sent)

    @property
    def _is_full(self) -> bool:
        return len(self._decoded) > self._max_bytes or self._wire.is_full

    @property
    def is_given_up(self) -> bool:
        """Is there more on the wire, or may there be, than was read?"""
        return bool(self._wire.interruption) or self._is_full

    def read(self) -> Body:
        """Read to the end, the cap, or what interrupts it, and say what there is."""
        pull = self._stages[-1].pull if self._stages else self._wire.pull
        while not self._is_full:
            piece = pull(self._max_bytes + 1 - len(self._decoded))
            if not piece:
                break
            self._decoded += piece
            if self._wire.keeps and not self._is_guess():
                self._wire.keeps, self._wire.sent = False, bytearray()
        while not self._is_full and self._wire.pull():
            pass
        return self._finish()

    def _is_guess(self) -> bool:
        return any(stage.is_guess for stage in self._stages)

    def _finish(self) -> Body:
        wire = self._wire
        is_too_large = self._is_full
        is_unfinished = wire.count > 0 and not is_too_large and not all(stage.is_complete() for stage in self._stages)
        is_broken = any(stage.is_broken for stage in self._stages)
        if is_unfinished and not is_broken and not wire.interruption and self._is_guess() and _is_text(wire.sent):
            # Text that happened to begin like a coding without any mark of its own.
            is_broken = True
        is_raw = is_broken and (not self._decoded or self._is_guess())
        is_unfinished = is_unfinished and not is_broken
        problems = (
            wire.interruption,
            "too_large" if is_too_large else "",
            "truncated_response" if is_unfinished else "",
            "bad_content_encoding" if is_broken or self._has_unknown_coding else "",
            *(stage.problem for stage in self._stages),
        )
        return Body(
            content=bytes(memoryview(wire.sent if is_raw else self._decoded)[: self._max_bytes]),
            wire_bytes=wire.count,
            truncated=bool(wire.interruption) or is_too_large or is_unfinished or (is_broken and not is_raw),
            problem=next(filter(None, problems), ""),
        )


def _is_text(sent: bytearray) -> bool:
    if b"\0" in sent:
        return False
    try:
        sent.decode()
    except UnicodeDecodeError:
        return False
    return True
