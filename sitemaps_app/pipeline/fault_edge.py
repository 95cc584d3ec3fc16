"""The edge of one site's work where many sites are worked on: a fault of ours on one is written down and keeps no other from its turn."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

logger = logging.getLogger(__name__)
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Attempt(Generic[Result]):
    """What came of it: a result, or the name of the fault, whose trace is in the log."""

    result: Result | None
    fault: str = ""


def attempt(work: Callable[[], Result], *, site_id: int, doing: str) -> Attempt[Result]:
    """Do the work of one site; `doing` says in the log what it was."""
    try:
        return Attempt(work())
    except Exception as fault:
        logger.exception("Site %s: %s failed.", site_id, doing)
        return Attempt(None, type(fault).__name__)
