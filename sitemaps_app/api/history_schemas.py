"""The shapes of a site's history of judgements."""

from __future__ import annotations

from datetime import datetime

from ninja import Schema
from pydantic import Field

from sitemaps_app.api.paging import Paging


class HistoryQuery(Paging):
    """Which judgements are wanted."""

    rules: str = Field("", max_length=20, pattern=r"^(?:\d[\w.]*)?$")
    section: str = Field("", max_length=300)


class JudgementRow(Schema):
    """One judgement. Trust is 0 to 100, precision and recall 0 to 1, each with its 95 % interval; null where they mean nothing."""

    at: datetime
    verdict: str
    verdict_state: str = Field(description="How the verdict stood then.")
    preliminary: bool
    trust: float | None
    trust_low: float | None
    trust_high: float | None
    precision: float | None
    precision_low: float | None
    precision_high: float | None
    recall: float | None
    recall_low: float | None
    recall_high: float | None
    entries: int
    lastmod_share: float | None
    comparisons: int
    failure_modes: list[str]
    rule_version: str


class RulesAtWork(Schema):
    """How far the history is judged again by newer rules."""

    rule_version: str
    done: int
    total: int
    failure: str


class JudgementList(Schema):
    """One page of judgements, newest first, all by one version of the rules."""

    judgements: list[JudgementRow]
    rule_version: str = Field(description="The rules of these judgements.")
    shown_rules: str = Field(description="The rules by which everything about this site is shown; empty before the first judgement.")
    rule_versions: list[str] = Field(description="All rules whose judgements are kept, oldest first.")
    recomputed_at: datetime | None = Field(
        description="When these rules were applied to the whole history; null where each was judged at its time."
    )
    in_progress: RulesAtWork | None
    next_cursor: str | None
