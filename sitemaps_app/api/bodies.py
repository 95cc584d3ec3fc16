"""Bodies of requests that are files: written to disk piece by piece, never held in memory, and no more of them than is taken."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.http import HttpRequest

from sitemaps_app.api.problems import ApiError, FieldFault

PIECE_BYTES = 65_536


def announced_bytes(request: HttpRequest, *, most: int) -> int:
    """How long the body is by its header.

    :raises ApiError: where the sender does not say (a body in chunks has no end that could be checked), or says too much or nothing.
    """
    length = request.headers.get("Content-Length", "")
    if not length.isdecimal():
        raise ApiError("length_required")
    if int(length[:18]) > most:
        raise ApiError("body_too_large")
    if not int(length):
        raise ApiError("parameters_invalid", faults=[FieldFault("body", "There is none.")])
    return int(length)


def has_no_length(request: HttpRequest) -> bool:
    """Does a body come in chunks, without a length? Django reads nothing of it (PEP 3333: only what CONTENT_LENGTH says is there)."""
    return "Transfer-Encoding" in request.headers and not request.headers.get("Content-Length")


@contextmanager
def spooled_body(request: HttpRequest, folder: Path, *, most: int) -> Iterator[Path]:
    """The body as a file in a folder, of up to `most` bytes; deleted after use unless it was moved away.

    :raises ApiError: as `announced_bytes`, and where the body is shorter than was announced.
    """
    left = announced_bytes(request, most=most)
    descriptor, name = tempfile.mkstemp(suffix=".upload", dir=folder)
    try:
        with os.fdopen(descriptor, "wb") as file:
            while left and (piece := request.read(min(PIECE_BYTES, left))):
                file.write(piece)
                left -= len(piece)
        if left:
            raise ApiError("request_damaged")
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)
