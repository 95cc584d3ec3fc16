"""A judgement in words: the verdict in one sentence first, then its numbers, its reasons, and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.assessment import Verdict, VerdictState
from sitemaps_app.models import Assessment, Site
from sitemaps_app.views.presenters.outcomes import failure_words
from sitemaps_app.views.presenters.outlook import has_split
from sitemaps_app.wording import numbers, sentence, words
from sitemaps_app.wording.numbers import Figure


@dataclass(frozen=True, slots=True)
class Proof:
    """A link to something that shows a failure mode: a page's comparison, a list of reads, the files."""

    title: str
    url: str


@dataclass(frozen=True, slots=True)
class FailureWords:
    """A failure mode: its name, what it means, what usually causes it, and the repair."""

    title: str
    explanation: str
    cause: str
    advice: str
    code: str = ""
    proofs: tuple[Proof, ...] = ()


@dataclass(frozen=True, slots=True)
class VerdictCard:
    """Everything about the current judgement that is text. `impressions` are the numbers of a preliminary judgement: not measured.

    `aside` says what the trust beside a verdict is that does not rest on it, "" where it does.
    """

    code: str
    sentence: str
    advice: str
    figures: tuple[Figure, ...]
    impressions: tuple[Figure, ...]
    reasons: tuple[str, ...]
    failure_modes: tuple[FailureWords, ...]
    missing: str
    warning: str
    preliminary: bool
    at: datetime | None
    rule_version: str
    state: str = ""
    standing: str = ""
    aside: str = ""


def verdict_card(site: Site, *, now: datetime) -> VerdictCard:
    """The card of a site's current judgement; before the first one it says what stands in the way."""
    judged = site.current_assessment
    if judged is None:
        return _card_without_verdict(site)
    said = words("verdicts", judged.verdict)
    failure = failure_words(site.last_outcome)
    warning = _("The last check could not read the site (%(failure)s); this verdict is of %(date)s. %(advice)s")
    return VerdictCard(
        code=judged.verdict,
        sentence=str(said.explanation),
        advice=str(said.advice),
        figures=_facts(site, judged) if judged.preliminary else (*_measures(judged), *_facts(site, judged)),
        impressions=_measures(judged) if judged.preliminary and judged.trust is not None else (),
        reasons=reason_sentences([reason for reason in judged.reasons if reason.get("code") != "reverifying"]),
        failure_modes=tuple(_failure(mode) for mode in judged.failure_modes),
        missing=numbers.whole(judged.comparisons_missing) if judged.comparisons_missing and not has_split(judged) else "",
        warning=warning % {"failure": failure.title, "date": date_format(judged.at), "advice": failure.advice} if failure else "",
        preliminary=judged.preliminary,
        at=judged.at,
        rule_version=judged.rule_version,
        state=judged.state_at(now),
        standing=standing_sentence(judged, now=now),
        aside=_aside(judged),
    )


def standing_sentence(judged: Assessment, *, now: datetime) -> str:
    """Since when a verdict is in question or stale, what that means and what to do; "" of a settled one."""
    since, state = judged.since_at(now), judged.state_at(now)
    if since is None or state == VerdictState.SETTLED:
        return ""
    return f"{sentence('verdict_states', state, {'since': date_format(since)})} {words('verdict_states', state).advice}"


def rests_on_trust(judged: Assessment) -> bool:
    """Whether the trust is measured and good, so that verdict and number say the same (`scoring.verdict`)."""
    return judged.verdict in {Verdict.TRUSTED, Verdict.USEFUL} and not judged.preliminary and judged.trust is not None


def _aside(judged: Assessment) -> str:
    if judged.preliminary or judged.trust is None or rests_on_trust(judged):
        return ""
    return _(
        "Trust measures how often moves and changes went together in the comparisons that count. The verdict asks for more: that this is "
        "certain, that precision and recall are each high enough, and that the dates are not those of a failure mode."
    )


def _card_without_verdict(site: Site) -> VerdictCard:
    failure = failure_words(site.last_outcome)
    said = failure or words("verdicts", "")
    advice = _("The site is paused: resume it, and its first check begins.") if site.paused and not failure else str(said.advice)
    return VerdictCard(
        code="",
        sentence=str(said.explanation or said.title),
        advice=advice,
        figures=(),
        impressions=(),
        reasons=(),
        failure_modes=(),
        missing="",
        warning="",
        preliminary=False,
        at=None,
        rule_version="",
    )


def reason_sentences(reasons: list[dict[str, Any]]) -> tuple[str, ...]:
    """Stored reasons as sentences."""
    return tuple(sentence("reasons", reason.get("code", ""), reason.get("params")) for reason in reasons)


def _failure(mode: str) -> FailureWords:
    said = words("failure_modes", mode)
    return FailureWords(str(said.title), str(said.explanation), str(said.cause), str(said.advice), mode)


def _facts(site: Site, judged: Assessment) -> tuple[Figure, ...]:
    """What is counted, not estimated."""
    snapshot = site.current_snapshot
    return (
        Figure(_("With lastmod"), numbers.share(judged.lastmod_share), "", _("Entries that carry a readable lastmod.")),
        Figure(_("Entries"), numbers.whole(snapshot.entries if snapshot else judged.entries), "", _("Entries of the newest snapshot.")),
    )


def _measures(judged: Assessment) -> tuple[Figure, ...]:
    return (
        Figure(
            _("Trust"),
            numbers.score(judged.trust),
            _interval(numbers.score_interval(judged.trust_low, judged.trust_high)),
            _("Harmonic mean of precision and recall, 0 to 100; below it the interval that holds the true value with 95 % probability."),
        ),
        Figure(
            _("Precision"),
            numbers.share(judged.precision),
            _interval(numbers.share_interval(judged.precision_low, judged.precision_high)),
            _("Of the moves of lastmod, the share with a change of the page."),
        ),
        Figure(
            _("Recall"),
            numbers.share(judged.recall),
            _interval(numbers.share_interval(judged.recall_low, judged.recall_high)),
            _("Of the changes of pages, the share with a move of lastmod."),
        ),
    )


def _interval(text: str) -> str:
    return _("95 %%: %(interval)s") % {"interval": text} if text else ""
