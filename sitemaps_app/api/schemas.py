"""What the API takes and answers about sites. Trust is 0..100, precision, recall and shares are 0..1, times ISO 8601 in UTC."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from ninja import Schema
from pydantic import Field

from sitemaps_app.api.paging import Paging
from sitemaps_app.api.workings_schemas import Workings

MOST_ADDED = 5_000


class Fault(Schema):
    """One part of a request that cannot be taken."""

    where: str
    message: str


class ProblemObject(Schema):
    """Any answer with a status of 400 and more (RFC 9457)."""

    type: str = Field(description="Leads to the code's place in the documentation.")
    title: str
    status: int
    code: str = Field(description="Stable: programs decide by it.")
    detail: str = Field(description="A sentence for people, in the language of `Accept-Language`.")
    errors: list[Fault] = Field([], description="With `parameters_invalid`: what is wrong, and where.")


class VerdictFilter(StrEnum):
    """A verdict; or `unreadable`: the last check could not read the site; or `pending`: no check has finished yet; or how a verdict stands:
    `reverifying` or `stale`.
    """

    TRUSTED = "trusted"
    USEFUL = "useful"
    HINT = "hint"
    UNTRUSTED = "untrusted"
    NO_LASTMOD = "no_lastmod"
    INSUFFICIENT = "insufficient"
    UNREADABLE = "unreadable"
    PENDING = "pending"
    REVERIFYING = "reverifying"
    STALE = "stale"


class SiteState(StrEnum):
    """What a site is doing: a check is at work or claimed, waits for a worker, is paused, or its next check is to come."""

    CHECKING = "checking"
    WAITING = "waiting"
    PAUSED = "paused"
    IDLE = "idle"


class VerdictStateCode(StrEnum):
    """How a verdict stands: on current evidence, being verified again since an alarm, or without new evidence for too long."""

    SETTLED = "settled"
    REVERIFYING = "reverifying"
    STALE = "stale"


class SiteQuery(Paging):
    """Which sites are wanted."""

    verdict: VerdictFilter | None = None
    q: str = Field("", max_length=200)


class SiteRow(Schema):
    """A site in a list. `verdict` and the numbers are null until the first check has finished."""

    id: int
    origin: str
    page: str = Field(description="The path of the site's page.")
    verdict: str | None
    verdict_state: VerdictStateCode | None = Field(description="How the verdict stands; it is shown as before while it is `reverifying`.")
    verdict_state_since: datetime | None = Field(description="Since when it has been `reverifying` or `stale`.")
    preliminary: bool = Field(description="The numbers are a first impression from dates alone, no measurement.")
    trust: float | None
    trust_low: float | None = Field(description="The lower end of the 95 % interval.")
    trust_high: float | None
    entries: int | None = Field(description="Entries of the newest snapshot.")
    lastmod_share: float | None = Field(description="The share of them that carries a readable lastmod.")
    state: SiteState
    is_demo: bool
    last_checked_at: datetime | None
    last_outcome: str = Field(description="How the last check ended: `ok`, `partial`, or the problem that ended it; empty for none.")
    next_check_at: datetime | None


class SiteList(Schema):
    """One page of sites, in the order in which they were added."""

    sites: list[SiteRow]
    next_cursor: str | None


class Reason(Schema):
    """One reason of a verdict: its code with its numbers, and both as a sentence."""

    code: str
    params: dict[str, Any]
    sentence: str


class FailureMode(Schema):
    """A named way in which lastmod is wrong: what it means, what usually causes it, and the owner's repair."""

    code: str
    title: str
    meaning: str
    cause: str
    advice: str


class Numbers(Schema):
    """A judgement as numbers, each with its 95 % interval; null where a number means nothing."""

    trust: float | None
    trust_low: float | None
    trust_high: float | None
    precision: float | None
    precision_low: float | None
    precision_high: float | None
    recall: float | None
    recall_low: float | None
    recall_high: float | None


class Section(Numbers):
    """One section with its own verdict."""

    section: str
    verdict: str
    verdict_state: VerdictStateCode
    preliminary: bool
    entries: int
    lastmod_share: float | None
    comparisons: int
    failure_modes: list[FailureMode]
    reasons: list[Reason]
    workings: Workings | None = Field(description="Null in a judgement by rules before version 3.")


class Coverage(Schema):
    """What the numbers stand on. The entries and files are those of the newest snapshot."""

    snapshot_at: datetime | None
    complete: bool | None = Field(description="Every sitemap file was read; else something is missing in the snapshot.")
    entries: int | None
    with_lastmod: int | None
    lastmod_share: float | None
    files_read: int | None
    files_failed: int | None
    files_left: int | None
    panel_pages: int = Field(description="Pages that are visited again and again.")
    visits: int
    comparisons: int = Field(description="Pairs of visits behind the numbers.")
    comparisons_missing: int = Field(description="About how many more the verdict needs.")


class CheckSummary(Schema):
    """One check."""

    id: int
    at: datetime
    began_at: datetime
    ended_at: datetime | None
    state: str
    stage: str
    outcome: str
    meaning: str


class SiteDetail(Numbers, SiteRow):
    """Everything about one site now. `sections` holds the thousand with the most entries, `section_count` says how many there are."""

    meaning: str = Field(description="The verdict in one sentence.")
    tentative_verdict: str | None = Field(description="What the new evidence says so far, while the verdict is `reverifying`.")
    judged_at: datetime | None
    rule_version: str
    failure_modes: list[FailureMode]
    reasons: list[Reason]
    workings: Workings | None = Field(description="Null in a judgement by rules before version 3.")
    coverage: Coverage
    sections: list[Section]
    section_count: int
    last_check: CheckSummary | None
    interval_seconds: int
    sitemap_urls: list[str] = Field(description="Sitemap addresses in the settings of the site.")


class SitesToAdd(Schema):
    """What to monitor, as the page “Add sites” takes it."""

    sites: list[str] = Field(
        min_length=1,
        max_length=MOST_ADDED,
        description="Domains or sitemap addresses, one a line.",
        examples=[["example.com"]],
    )


class AddResult(StrEnum):
    """What became of one line: a new site, one that was there already, or not understood."""

    ADDED = "added"
    KNOWN = "known"
    REFUSED = "refused"


class AddedSite(Schema):
    """What became of one line."""

    number: int = Field(description="The place in the list, from 1.")
    given: str
    result: AddResult
    id: int | None
    origin: str | None
    sitemap_url_added: str | None = Field(description="A sitemap address that was added to a known site.")
    code: str | None = Field(description="Why a line was refused: a code of the problems.")
    meaning: str | None


class AddedSites(Schema):
    """What became of each line, in the order of the list."""

    added: int
    known: int
    refused: int
    results: list[AddedSite]


class CheckRequested(Schema):
    """The site is due; its check begins as soon as a worker is free."""

    id: int
    state: SiteState
