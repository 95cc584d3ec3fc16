"""What commands print: text that no terminal obeys, and JSON that no encoding can break."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from typing import Any, Protocol


class TextSink(Protocol):
    """Where answers are printed: a text file, or the output of a Django command."""

    def write(self, text: str, /) -> object:
        """Take a text."""

    def flush(self) -> object:
        """Let the reader at the other end have it."""


def plain(text: str) -> str:
    """Text of a site without anything a terminal would obey (control characters, marks of direction, line breaks)."""
    return "".join(one if one.isprintable() or unicodedata.category(one) == "Zs" else "\N{REPLACEMENT CHARACTER}" for one in text)


def json_line(reply: Mapping[str, Any]) -> str:
    """An object as JSON on one line, without the line's end.

    It is ASCII, so that neither the encoding of a terminal nor a separator that some readers take for the end of a line (U+2028) breaks it.
    """
    return json.dumps(reply, ensure_ascii=True, separators=(",", ":"))


def write_answer(stream: TextSink, reply: Mapping[str, Any]) -> None:
    """Print one object as one line, at once: a caller may talk line by line."""
    stream.write(json_line(reply) + "\n")
    stream.flush()
