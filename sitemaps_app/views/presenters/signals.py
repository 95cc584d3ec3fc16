"""The tests of a site's signals in words."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.signals import VOLATILE, SignalState, Tally, rate_interval
from sitemaps_app.models import Assessment
from sitemaps_app.wording import numbers, words

TONES = {SignalState.PASSED: "ok", SignalState.FAILING: "warning", SignalState.UNTESTED: "none"}


@dataclass(frozen=True, slots=True)
class SignalRow:
    """One signal: what its test said, on how much, and, where it failed, what that means and what can be done."""

    code: str
    title: str
    state: str
    state_words: str
    state_explanation: str
    tone: str
    seen: str
    meaning: str
    advice: str


def signal_rows(judged: Assessment | None, *, failing_only: bool = False) -> list[SignalRow]:
    """The tests that a judgement was made with, those that failed first."""
    tests = judged.signals if judged else []
    rows = [_row(test["code"], test["state"], Tally(test["hits"], test["trials"])) for test in tests]
    rows.sort(key=lambda row: row.state != SignalState.FAILING)
    return [row for row in rows if row.state == SignalState.FAILING] if failing_only else rows


def _row(code: str, state: str, seen: Tally) -> SignalRow:
    signal, said = words("signals", code), words("signal_states", state)
    failing = state == SignalState.FAILING
    return SignalRow(
        code=code,
        title=str(signal.title),
        state=state,
        state_words=str(said.title),
        state_explanation=str(said.explanation),
        tone=TONES.get(SignalState(state), "none"),
        seen=_("against it: %(hits)s of %(trials)s") % {"hits": numbers.whole(seen.hits), "trials": numbers.whole(seen.trials)},
        meaning=str(signal.explanation) if failing else str(said.explanation),
        advice=str(signal.advice) if failing else "",
    )


def double_reads(judged: Assessment | None) -> str:
    """How often a page that nobody edited looks changed, as measured on pages drawn at random; "" before any was read twice."""
    test = next((test for test in (judged.signals if judged else []) if test["code"] == VOLATILE), None)
    if test is None or not test["trials"]:
        return ""
    low, high = rate_interval(Tally(test["hits"], test["trials"]))
    return _(
        "Of %(trials)s pages drawn at random and read twice within minutes, %(hits)s would have counted as changed: %(interval)s (95 %%)."
    ) % {
        "trials": numbers.whole(test["trials"]),
        "hits": numbers.whole(test["hits"]),
        "interval": numbers.share_interval(low, high),
    }
