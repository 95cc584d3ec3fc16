"""Cases for detectors."""

from __future__ import annotations

from typing import Any

from scoring.assessment import FailureMode
from scoring.case import Case, gather
from scoring.evidence import Evidence
from scoring.faults import Fault, find_faults
from scoring.thresholds import Thresholds
from tests.scoring.builders import comparisons, daily, evidence, on_day

HONEST = evidence(daily(None, *[8] * 20), comparisons(50, 0, 0, 500, day=20.5))


def case_of(seen: Evidence, day: float = 40.0, **limits: Any) -> Case:
    return gather("", seen, now=on_day(day), thresholds=Thresholds(**limits), seed=0)


def faults_of(seen: Evidence, day: float = 40.0) -> dict[FailureMode, Fault]:
    return {fault.mode: fault for fault in find_faults(case_of(seen, day))}


def modes_of(seen: Evidence, day: float = 40.0) -> list[FailureMode]:
    return list(faults_of(seen, day))
