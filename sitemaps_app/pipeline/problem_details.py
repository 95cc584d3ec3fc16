"""The detail of a folded problem taken apart again: `ProblemLog` writes "first example; second one (lines 3, 7, …)"."""

from __future__ import annotations

import re

_LINES = re.compile(r"\s?\(lines ((?:\d+, )*\d+)(, …)?\)\Z")


def lines_of(line: int | None, detail: str) -> tuple[int, ...]:
    """The first lines of a problem, the very first one included."""
    found = _LINES.search(detail)
    if found:
        return tuple(dict.fromkeys(int(number) for number in found[1].split(", ")))
    return () if line is None else (line,)


def examples_of(detail: str) -> tuple[str, ...]:
    """The examples of a problem; one that was cut ends without its mark."""
    text = _LINES.sub("", detail)
    return tuple(example.removesuffix("…") for example in text.split("; ") if example)
