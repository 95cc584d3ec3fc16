"""Content-Encoding (RFC 9110 §8.4), undone while the body streams in, with a cap on what comes out and no trust in the header."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Protocol

from urllib3 import response as urllib3_response

# Brotli comes with urllib3 where its package is installed; without it we do not ask for it.
_BrotliDecoder = getattr(urllib3_response, "BrotliDecoder", None)
ACCEPT_ENCODING = "gzip, deflate, br" if _BrotliDecoder else "gzip, deflate"
_MAX_CODINGS = 2
_GZIP_MAGIC = b"\x1f\x8b"


class CodingError(Exception):
    """The bytes are not what the header says. `decoded` is what came out before the fault."""

    def __init__(self, decoded: bytes) -> None:
        super().__init__("not the announced content coding")
        self.decoded = decoded


class Decoder(Protocol):
    """Undoes one coding.

    `problem` is a code where the stream was odd but readable. `is_guess` is true where a fault would mean that there never was a coding.
    """

    problem: str
    is_guess: bool

    def feed(self, piece: bytes, room: int) -> bytes:
        """Decode a piece; returns at most `room` bytes (a bomb stops there, the rest is lost) or raises CodingError."""
        ...

    def is_complete(self) -> bool:
        """Tell whether the coded stream came to its end."""
        ...


class _GzipDecoder:
    """gzip with any number of members (RFC 1952 §2.2). What follows the last one is noted and dropped."""

    def __init__(self) -> None:
        self.problem = ""
        self.is_guess = False
        self._member = zlib.decompressobj(31)
        self._is_inside = False
        self._between = b""
        self._has_member = False

    def feed(self, piece: bytes, room: int) -> bytes:
        decoded = bytearray()
        rest = piece
        while rest and len(decoded) < room and not self.problem:
            if not self._is_inside and not self._begins_member(rest):
                break
            rest = self._between + rest
            self._between = b""
            decoded += _inflate(self._member, rest, room - len(decoded), bytes(decoded))
            rest = self._after_member()
        return bytes(decoded)

    def _begins_member(self, rest: bytes) -> bool:
        """Decide at the start of a member whether there is one; the first is taken unseen, so that a lie shows as an error."""
        start = (self._between + rest)[:2]
        if self._has_member and len(start) < 2 and _GZIP_MAGIC.startswith(start):
            self._between = start
            return False
        if self._has_member and start != _GZIP_MAGIC:
            self.problem = "gzip_trailing_bytes"
            return False
        self._is_inside = True
        return True

    def _after_member(self) -> bytes:
        if not self._member.eof:
            return b""
        rest = self._member.unused_data
        self._member = zlib.decompressobj(31)
        self._is_inside = False
        self._has_member = True
        return rest

    def is_complete(self) -> bool:
        return self._has_member and not self._is_inside


class _DeflateDecoder:
    """`deflate` means zlib (RFC 9110 §8.4.1.2), but some servers send it without the zlib frame: the first two bytes tell."""

    def __init__(self) -> None:
        self.problem = ""
        self.is_guess = False
        self._head = b""
        self._stream: zlib._Decompress | None = None

    def feed(self, piece: bytes, room: int) -> bytes:
        if self._stream is None:
            self._head += piece
            if len(self._head) < 2:
                return b""
            is_framed = self._head[0] & 0x0F == 8 and int.from_bytes(self._head[:2], "big") % 31 == 0
            self._stream = zlib.decompressobj(15 if is_framed else -15)
            # Plain text can pass for a few blocks of unframed deflate and come out as garbage.
            self.is_guess = not is_framed
            piece, self._head = self._head, b""
        return b"" if self._stream.eof else _inflate(self._stream, piece, room, b"")

    def is_complete(self) -> bool:
        return self._stream is not None and self._stream.eof


class _Brotli:
    """Brotli through urllib3's decoder. It does not tell whether its end was reached."""

    def __init__(self, stream: urllib3_response.ContentDecoder) -> None:
        self.problem = ""
        self.is_guess = False
        self._stream = stream

    def feed(self, piece: bytes, room: int) -> bytes:
        decoded = bytearray()
        pending = piece
        try:
            while len(decoded) < room:
                out = self._stream.decompress(pending, max_length=room - len(decoded))
                decoded += out
                pending = b""
                if not out or not self._stream.has_unconsumed_tail:
                    break
        except urllib3_response.BaseHTTPResponse.DECODER_ERROR_CLASSES as error:
            raise CodingError(bytes(decoded)) from error
        return bytes(decoded[:room])

    def is_complete(self) -> bool:
        return True


def _inflate(stream: zlib._Decompress, piece: bytes, room: int, before: bytes) -> bytes:
    """Inflate a piece; on a fault, again in small steps from a copy, because zlib drops the good bytes in front of a fault."""
    saved = stream.copy()
    try:
        return stream.decompress(piece, room)
    except zlib.error as error:
        good = bytearray(before)
        try:
            for place in range(len(piece)):
                good += saved.decompress(piece[place : place + 1], max(1, room + len(before) - len(good)))
        except zlib.error:
            pass
        raise CodingError(bytes(good)) from error


def decoders_for(content_encoding: str) -> Sequence[Decoder] | None:
    """Return the decoders in the order of use; empty for no coding, None where a coding is unknown or there are too many."""
    names = [name.strip().lower() for name in content_encoding.split(",")]
    codings = [name for name in names if name not in {"", "identity"}]
    if len(codings) > _MAX_CODINGS:
        return None
    decoders = [_decoder(name) for name in reversed(codings)]
    known = [decoder for decoder in decoders if decoder is not None]
    return known if len(known) == len(decoders) else None


def _decoder(name: str) -> Decoder | None:
    if name in {"gzip", "x-gzip"}:
        return _GzipDecoder()
    if name == "deflate":
        return _DeflateDecoder()
    if name == "br" and _BrotliDecoder is not None:
        return _Brotli(_BrotliDecoder())
    return None
