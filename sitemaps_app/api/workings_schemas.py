"""What stands behind the numbers of a judgement, as the API answers it (`scoring.assessment.Workings`)."""

from __future__ import annotations

from datetime import datetime

from ninja import Schema
from pydantic import Field


class ShareInterval(Schema):
    """A posterior median with its 95 % interval, all in 0..1."""

    low: float
    median: float
    high: float


class RatioInterval(Schema):
    """A ratio, or a rate per page and day, with its 95 % interval."""

    low: float
    median: float
    high: float


class Workings(Schema):
    """What stands behind the numbers: the other estimate beside them, rates, and what would change the verdict."""

    basis: str = Field(description="Whose numbers are shown: `events` (single moves and changes) or `pairs` (of visits); empty for none.")
    pair_precision: ShareInterval | None = Field(description="Of pairs of visits whose page moved, the share that had changed.")
    pair_recall: ShareInterval | None
    pair_trust: ShareInterval | None
    disagrees: bool = Field(description="The numbers shown and those of pairs lie outside each other's intervals.")
    lift: RatioInterval | None = Field(description="How many times likelier a moved page is to have changed than any page.")
    selectivity: ShareInterval | None = Field(description="Of the unchanged pages, the share that lastmod lets rest.")
    move_rate: float = Field(description="Moves of lastmod per page and day.")
    silent_rate: RatioInterval | None = Field(description="Changes without a move, per page and day.")
    moved_missing: int = Field(description="Comparisons of moved pages that a verdict needs, or a useful one to be trusted; 0 for none.")
    unmoved_missing: int = Field(description="The same of pages whose lastmod stayed.")
    wrong_moves_left: int = Field(description="About so many wrong moves at once cost a good verdict; 55 is more than 34, 0 none is good.")
    silent_changes_left: int = Field(description="The same for changes without a move.")
    double_reads: int = Field(description="Pages that were read twice within minutes.")
    false_changes: int = Field(description="How many of them differed.")
    check_days: float = Field(description="Days between two checks.")
    useful_since: datetime | None = Field(description="The comparison since which `useful` has been likely; null where it is not.")
    trusted_since: datetime | None = Field(description="The same for `trusted`.")
