"""The result of the scorer. Codes are stable: the UI, the API and the docs share one table of words for them (`sitemaps_app/wording`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

Param = str | int | float
RULE_VERSION = "5"


class Verdict(StrEnum):
    """What a crawler may do with lastmod, best first."""

    TRUSTED = "trusted"
    USEFUL = "useful"
    HINT = "hint"
    UNTRUSTED = "untrusted"
    NO_LASTMOD = "no_lastmod"
    INSUFFICIENT = "insufficient"


class VerdictState(StrEnum):
    """How a verdict stands: it rests on current evidence, is being verified again, or has had no new evidence for too long."""

    SETTLED = "settled"
    REVERIFYING = "reverifying"
    STALE = "stale"


class FailureMode(StrEnum):
    """The named way in which a site's lastmod is wrong, in order of importance: an assessment names its modes in this order."""

    NO_LASTMOD = "no_lastmod"
    REQUEST_TIME = "request_time"
    GENERATION_TIME = "generation_time"
    BUILD_STAMP = "build_stamp"
    FROZEN = "frozen"
    PUBLISH_DATE_ONLY = "publish_date_only"
    UNVERIFIABLE = "unverifiable"
    MIXED_SECTIONS = "mixed_sections"
    SILENT_CHANGES = "silent_changes"
    FURNITURE_CHURN = "furniture_churn"
    ZONE_SHIFT = "zone_shift"
    BACKWARDS = "backwards"
    FUTURE_DATES = "future_dates"
    INDEX_MISMATCH = "index_mismatch"
    PARTIAL_COVERAGE = "partial_coverage"
    ROLLING_WINDOW = "rolling_window"
    BULK_STAMP = "bulk_stamp"
    DATE_ONLY = "date_only"
    # Said by rules up to 2, and read in stored judgements only: it is MIXED_SECTIONS now.
    SECTIONS_DISAGREE = "sections_disagree"

    @property
    def is_remark(self) -> bool:
        """Is it something to know about the dates, of which an honest site is as capable as any?"""
        return self in _REMARKS


_REMARKS = frozenset({FailureMode.ROLLING_WINDOW, FailureMode.BULK_STAMP, FailureMode.DATE_ONLY, FailureMode.PARTIAL_COVERAGE})


@dataclass(frozen=True, slots=True)
class Interval:
    """A posterior median with its equal-tailed 95 % interval; all three in 0..1."""

    low: float
    median: float
    high: float


@dataclass(frozen=True, slots=True)
class Reason:
    """One sentence that explains a verdict: a stable code and the numbers that go into its words."""

    code: str
    params: dict[str, Param] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Counts:
    """The confusion table of lastmod: comparisons as counted, and as weighted to the site's entries."""

    moved_changed: int = 0
    moved_unchanged: int = 0
    unmoved_changed: int = 0
    unmoved_unchanged: int = 0
    weighted_moved_changed: float = 0.0
    weighted_moved_unchanged: float = 0.0
    weighted_unmoved_changed: float = 0.0
    weighted_unmoved_unchanged: float = 0.0

    @property
    def total(self) -> int:
        """All comparisons of entries that carry a lastmod."""
        return self.moved_changed + self.moved_unchanged + self.unmoved_changed + self.unmoved_unchanged


@dataclass(frozen=True, slots=True)
class Workings:
    """What stands behind the numbers of an assessment.

    `basis` says whose numbers are shown: `events` (single moves and changes), `pairs` (pairs of visits, where every entry moves at each
    read or none does), or "" where there are none. `pair_…` are the numbers of pairs of visits by the design of the sample; `disagrees`
    says that they and those shown lie outside each other's intervals. `lift` is how many times likelier a moved page is to have changed
    than any page, `selectivity` the share of unchanged pages that lastmod lets rest. `move_rate` and `silent_rate` are per page and day.
    `moved_missing` and `unmoved_missing` are the comparisons of either kind that are missing for a verdict, or, where it is `useful`, for
    `trusted`; 0 where more of the same would not get there. A good verdict is lost after `wrong_moves_left` more moves without a change, or
    `silent_changes_left` more changes without a move, at once; 0 where it is not good. `false_changes` of `double_reads` pages, read twice
    within minutes, differed. `useful_since` and `trusted_since` are the times of the comparison since which the class has been likely at
    every look, None where it is not.
    """

    basis: str = ""
    pair_precision: Interval | None = None
    pair_recall: Interval | None = None
    pair_trust: Interval | None = None
    disagrees: bool = False
    lift: Interval | None = None
    selectivity: Interval | None = None
    move_rate: float = 0.0
    silent_rate: Interval | None = None
    moved_missing: int = 0
    unmoved_missing: int = 0
    wrong_moves_left: int = 0
    silent_changes_left: int = 0
    double_reads: int = 0
    false_changes: int = 0
    check_days: float = 1.0
    useful_since: datetime | None = None
    trusted_since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Assessment:
    """The judgement on one site (`section == ""`) or section.

    `trust` is the posterior of the harmonic mean of precision and recall (0..1; charted × 100), None where it means nothing.
    `comparisons_missing` says about how many more comparisons a verdict needs while it is `insufficient`, else 0. While the `state` is
    `reverifying`, since `state_since`, the verdict is the one of before, `tentative` is what the evidence says now, and `burst` visits are
    wanted soon. `stale_at` is when the verdict is stale without new evidence, None where it is none that could be.
    """

    section: str
    verdict: Verdict
    trust: Interval | None
    precision: Interval | None
    recall: Interval | None
    counts: Counts
    failure_modes: tuple[FailureMode, ...]
    reasons: tuple[Reason, ...]
    entries: int
    lastmod_share: float | None
    comparisons_missing: int = 0
    class_probabilities: dict[str, float] = field(default_factory=dict)
    preliminary: bool = False
    rule_version: str = RULE_VERSION
    state: VerdictState = VerdictState.SETTLED
    state_since: datetime | None = None
    burst: int = 0
    tentative: Verdict | None = None
    stale_at: datetime | None = None
    workings: Workings = field(default_factory=Workings)


@dataclass(frozen=True, slots=True)
class SiteAssessment:
    """The judgement on a site and on each of its sections."""

    site: Assessment
    sections: tuple[Assessment, ...]
