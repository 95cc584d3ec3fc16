"""Content-Encoding (RFC 9110 §8.4), undone while the body streams in, with a cap on what comes out and no trust in the header.

Each coding is a stage that pulls pieces from the one before it, the first from the wire. gzip and deflate are zlib's, brotli (RFC 7932)
and zstd (RFC 8878) those of pyarrow, which the snapshots need anyway.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import pyarrow as pa

ACCEPT_ENCODING = "gzip, deflate, br, zstd"
Source = Callable[[int], bytes]
"""Takes the room there is for decoded bytes, gives the next piece, b"" at the end."""
_MAX_CODINGS = 2
_PIECE = 65_536
# What stands in a step that fails is lost, so the steps are small.
_ARROW_STEP = 1_024
_GZIP_MAGIC = b"\x1f\x8b"


class Stage(Protocol):
    """One coding of a body.

    `problem` is a code where the stream was odd but readable. `is_guess` is true where a fault would mean that there never was a coding;
    `is_broken` is set where the bytes are not what the header says.
    """

    is_broken: bool

    @property
    def problem(self) -> str: ...

    @property
    def is_guess(self) -> bool: ...

    def pull(self, room: int) -> bytes:
        """The next decoded bytes, b"" at the end. At most `room` of one step (a bomb stops there, the rest is lost)."""
        ...

    def is_complete(self) -> bool:
        """Tell whether the coded stream came to its end."""
        ...


class CodingError(Exception):
    """The bytes are not what the header says. `decoded` is what came out before the fault."""

    def __init__(self, decoded: bytes) -> None:
        super().__init__("not the announced content coding")
        self.decoded = decoded


class _Decoder(Protocol):
    """Undoes one coding of zlib's."""

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


class _ZlibStage:
    """A stage of zlib's codings."""

    def __init__(self, decoder: _Decoder, source: Source) -> None:
        self.is_broken = False
        self._decoder = decoder
        self._source = source

    @property
    def problem(self) -> str:
        return self._decoder.problem

    @property
    def is_guess(self) -> bool:
        return self._decoder.is_guess

    def pull(self, room: int) -> bytes:
        while not self.is_broken and (piece := self._source(room)):
            try:
                decoded = self._decoder.feed(piece, room)
            except CodingError as error:
                self.is_broken = True
                decoded = error.decoded
            if decoded:
                return decoded
        return b""

    def is_complete(self) -> bool:
        return self._decoder.is_complete()


class _ArrowStage:
    """A stage of one of pyarrow's codings, which ask for their input as from a file."""

    problem = ""
    is_guess = False

    def __init__(self, codec: str, source: Source, *, is_guess: bool) -> None:
        self.is_broken = False
        self.is_guess = is_guess
        self._file = _SourceFile(source)
        self._stream: Any = pa.CompressedInputStream(pa.PythonFile(self._file, mode="r"), codec)
        self._has_ended = False
        self._is_cut = False

    def pull(self, room: int) -> bytes:
        wanted = min(room, _PIECE)
        decoded = bytearray()
        while len(decoded) < wanted and not self._has_ended:
            try:
                step = self._stream.read(min(_ARROW_STEP, wanted - len(decoded)))
            except (OSError, pa.ArrowException):
                # It misses the end where the source has none, else it met what is not its coding.
                self._is_cut = self._file.has_ended
                self.is_broken = not self._is_cut
                step = b""
            self._has_ended = not step
            decoded += step
        return bytes(decoded)

    def is_complete(self) -> bool:
        return self._has_ended and not self._is_cut and not self.is_broken


class _SourceFile:
    """A source as pyarrow reads files."""

    closed = False

    def __init__(self, source: Source) -> None:
        self.has_ended = False
        self._source = source
        self._left = b""

    def read(self, size: int) -> bytes:
        if not self._left:
            self._left = self._source(_PIECE)
            self.has_ended = not self._left
        piece, self._left = self._left[:size], self._left[size:]
        return piece

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return False

    def seekable(self) -> bool:
        return False

    def close(self) -> None:
        self.closed = True


def stages_for(content_encoding: str, source: Source) -> Sequence[Stage] | None:
    """Return the stages over `source`, the last of which gives the plain body; empty for no coding, None for an unknown one or too many."""
    names = [name.strip().lower() for name in content_encoding.split(",")]
    codings = [name for name in names if name not in {"", "identity"}]
    if len(codings) > _MAX_CODINGS:
        return None
    stages: list[Stage] = []
    for name in reversed(codings):
        stage = _stage(name, source)
        if stage is None:
            return None
        stages.append(stage)
        source = stage.pull
    return stages


def _stage(name: str, source: Source) -> Stage | None:
    if name in {"gzip", "x-gzip"}:
        return _ZlibStage(_GzipDecoder(), source)
    if name == "deflate":
        return _ZlibStage(_DeflateDecoder(), source)
    if name == "br":
        # It has no mark of its own: text can pass for a little of it.
        return _ArrowStage("brotli", source, is_guess=True)
    if name == "zstd":
        return _ArrowStage("zstd", source, is_guess=False)
    return None
