"""The newest check of a site judged again, and nothing stored: what today's rules say of the same evidence, beside what is shown."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from scoring.assessment import RULE_VERSION
from sitemaps_app.models import Assessment, Site
from sitemaps_app.pipeline.judging import judge_moment


@dataclass(frozen=True, slots=True)
class Numbers:
    """A verdict with trust, precision and recall (0..1; None where they mean nothing) by one version of the rules."""

    rule_version: str
    verdict: str
    trust: float | None
    precision: float | None
    recall: float | None


@dataclass(frozen=True, slots=True)
class JudgedAgain:
    """The moment, what is stored and shown of it, and what today's rules say; `same_evidence` by the digest that is stored with the row."""

    site: str
    at: datetime
    shown: Numbers
    now: Numbers
    same_evidence: bool


def judge_again(site_id: int) -> JudgedAgain | None:
    """Judge the newest shown moment of a site again; None where it was never judged, or is gone."""
    site = Site.objects.select_related("current_assessment").filter(pk=site_id).first()
    shown = site.current_assessment if site is not None else None
    if site is None or shown is None:
        return None
    row = judge_moment(site, shown.at, check_id=None).rows[0]
    same = row.inputs.get("sha256") == shown.inputs.get("sha256")
    return JudgedAgain(site.origin, shown.at, _numbers(shown, shown.rule_version), _numbers(row, RULE_VERSION), same)


def _numbers(row: Assessment, rules: str) -> Numbers:
    return Numbers(rules, row.verdict, row.trust, row.precision, row.recall)
