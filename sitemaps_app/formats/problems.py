"""A fault met while reading: a value with a stable code, never an exception. The words for people are in `sitemaps_app/wording`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How much a problem costs: an error loses entries or evidence, a warning may mislead, a notice is a blemish."""

    ERROR = "error"
    WARNING = "warning"
    NOTICE = "notice"


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault. `line` is 1-based in the decoded file, None where the fault has no place; `count` folds repeats of one code together."""

    code: str
    severity: Severity
    detail: str = ""
    line: int | None = None
    count: int = 1
