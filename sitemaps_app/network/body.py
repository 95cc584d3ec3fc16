"""The body of one answer: read as it comes, counted on the wire and after decoding, cut where it must be, kept where it broke."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from urllib3.exceptions import HTTPError
from urllib3.response import BaseHTTPResponse

from sitemaps_app.network.decoding import CodingError, Decoder, decoders_for
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


def read_body(response: BaseHTTPResponse, pace: Pace, max_bytes: int) -> Body:
    """Read the body of a response up to `max_bytes`, both as sent and as decoded.

    A Content-Encoding header that lies leaves the bytes as they were sent, with `bad_content_encoding`; a coding that breaks later leaves
    what could be decoded, truncated. Never raises for what a server may do.
    """
    reading = _Reading(decoders_for(response.headers.get("content-encoding", "")), max_bytes)
    interruption = ""
    try:
        while not reading.is_full():
            piece = response.read1(_PIECE, decode_content=False)
            if not piece:
                break
            reading.take(piece)
            pace.remaining()
    except DoorError as refusal:
        interruption = refusal.code
    except HTTPError:
        interruption = "truncated_response"
    if interruption or reading.is_full():
        response.close()
    return reading.finish(interruption)


class _Reading:
    """Collects the decoded bytes and, until decoding has proved right, the bytes as sent; both bounded by the cap."""

    def __init__(self, decoders: Sequence[Decoder] | None, max_bytes: int) -> None:
        self._has_unknown_coding = decoders is None
        self._decoders = decoders or ()
        self._max_bytes = max_bytes
        self._sent = bytearray()
        self._decoded = bytearray()
        self._wire_bytes = 0
        self._is_broken = False

    def is_full(self) -> bool:
        """One byte above the cap tells a body of exactly that size from a larger one; coded bytes may be a little more than decoded."""
        return len(self._decoded) > self._max_bytes or self._wire_bytes > self._max_bytes + self._max_bytes // 64 + 1024

    def take(self, piece: bytes) -> None:
        """Add a piece as it came from the wire."""
        self._wire_bytes += len(piece)
        if not self._decoders:
            self._decoded += piece
            return
        if not self._decoded or self._is_guess():
            self._sent += piece
        if not self._is_broken:
            self._decoded += self._decode(piece)

    def _decode(self, piece: bytes) -> bytes:
        last = self._decoders[-1]
        for decoder in self._decoders:
            room = self._max_bytes + 1 - (len(self._decoded) if decoder is last else 0)
            try:
                piece = decoder.feed(piece, room)
            except CodingError as error:
                self._is_broken = True
                piece = error.decoded
        return piece

    def _is_guess(self) -> bool:
        return any(decoder.is_guess for decoder in self._decoders)

    def finish(self, interruption: str) -> Body:
        """Say what there is in the end."""
        is_raw = self._is_broken and (not self._decoded or self._is_guess())
        content = self._sent if is_raw else self._decoded
        is_too_large = self.is_full()
        is_cut = self._is_broken and not is_raw
        is_unfinished = self._wire_bytes > 0 and not self._is_broken and not all(decoder.is_complete() for decoder in self._decoders)
        problems = (
            interruption,
            "too_large" if is_too_large else "",
            "truncated_response" if is_unfinished else "",
            "bad_content_encoding" if self._is_broken or self._has_unknown_coding else "",
            *(decoder.problem for decoder in self._decoders),
        )
        return Body(
            content=bytes(memoryview(content)[: self._max_bytes]),
            wire_bytes=self._wire_bytes,
            truncated=bool(interruption) or is_too_large or is_unfinished or is_cut,
            problem=next(filter(None, problems), ""),
        )
