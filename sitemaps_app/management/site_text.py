"""A site report as text for a person and as JSON for a program; shared by the commands that end in one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime
from typing import Any

from sitemaps_app import wording
from sitemaps_app.management.terminal import json_line, plain
from sitemaps_app.pipeline.site_report import SiteReport

SHOWN_PROBLEMS = 20


def as_json(report: SiteReport) -> str:
    """One line of JSON with the keys of the contract; each reason and problem also carries its sentence."""
    fields: dict[str, Any] = asdict(report)
    fields["reasons"] = [
        {"code": reason.code, "text": wording.sentence("reasons", reason.code, reason.params), "params": reason.params}
        for reason in report.reasons
    ]
    for place, names in ((fields, ("checked_at", "verdict_state_since")), (fields["workings"] or {}, ("useful_since", "trusted_since"))):
        place |= {name: _instant(place[name]) for name in names if name in place}
    return json_line(fields)


def _instant(moment: datetime | None) -> str | None:
    return moment.isoformat().replace("+00:00", "Z") if moment else None


def as_text(report: SiteReport) -> Iterator[str]:
    """The report in lines, without anything a terminal would obey."""
    return (plain(line) for line in _lines(report))


def _lines(report: SiteReport) -> Iterator[str]:
    verdict = wording.words("verdicts", report.verdict)
    state = wording.words("verdict_states", report.verdict_state).title
    yield f"{report.site}: {verdict.title}{'' if report.verdict_state == 'settled' else f' ({state})'}"
    for reason in report.reasons:
        yield f"  - {wording.sentence('reasons', reason.code, reason.params)}"
    yield ""
    yield f"  trust      {_range(report.trust, report.trust_low, report.trust_high, digits=0)}"
    yield f"  precision  {_range(report.precision, report.precision_low, report.precision_high)}"
    yield f"  recall     {_range(report.recall, report.recall_low, report.recall_high)}"
    share = "none" if report.lastmod_share is None else f"{report.lastmod_share:.0%}"
    yield f"  entries    {report.entries} (with lastmod: {share})"
    yield f"  evidence   {report.visits} visits, {report.comparisons} comparisons"
    for mode in report.failure_modes:
        said = wording.words("failure_modes", mode)
        yield f"  failure mode: {said.title}. {said.explanation}"
        yield from (f"    {name}: {text}" for name, text in (("usual cause", said.cause), ("repair", said.advice)) if text)
    if report.problems:
        yield "  problems:"
    for problem in report.problems[:SHOWN_PROBLEMS]:
        place = f"{problem.url}:{problem.line}" if problem.line else problem.url
        times = f" (×{problem.count})" if problem.count > 1 else ""
        sentence = wording.sentence("problems", problem.code, {})
        yield f"    {problem.severity}: {sentence}{times} [{problem.code}] {place} {problem.detail}".rstrip()
    if len(report.problems) > SHOWN_PROBLEMS:
        yield f"    … and {len(report.problems) - SHOWN_PROBLEMS} more (--json lists them)"


def _range(value: float | None, low: float | None, high: float | None, *, digits: int = 2) -> str:
    if value is None or low is None or high is None:
        return "unknown"
    return f"{value:.{digits}f}  (95 % between {low:.{digits}f} and {high:.{digits}f})"
