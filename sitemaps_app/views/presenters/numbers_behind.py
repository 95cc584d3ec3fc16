"""The numbers behind a judgement, for readers who want to check it: both estimates, rates, and what page comparison invents."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.assessment import Interval, Workings
from scoring.codec import workings_from_json
from scoring.estimate import Basis
from scoring.thresholds import Thresholds
from sitemaps_app.models import Assessment
from sitemaps_app.wording import numbers, words
from sitemaps_app.wording.numbers import Figure

LIMITS = Thresholds()


@dataclass(frozen=True, slots=True)
class Compared:
    """One number by both estimates, each as a median with its interval; "–" where it means nothing."""

    name: str
    by_events: Figure
    by_pairs: Figure


@dataclass(frozen=True, slots=True)
class NumbersBehind:
    """`rows` of both estimates, of which `by_events` says which one decides; what `remarks` say about them; single `facts`."""

    rows: tuple[Compared, ...]
    by_events: bool
    remarks: tuple[str, ...]
    facts: tuple[Figure, ...]


def numbers_behind(judged: Assessment | None) -> NumbersBehind | None:
    """None of a judgement without comparisons, or by rules that did not store their workings."""
    if judged is None or not judged.workings or not judged.workings.get("basis"):
        return None
    workings = workings_from_json(judged.workings)
    by_events = workings.basis == Basis.EVENTS
    return NumbersBehind(_rows(judged, workings), by_events, _remarks(judged, workings, by_events=by_events), _facts(judged, workings))


def _rows(judged: Assessment, workings: Workings) -> tuple[Compared, ...]:
    return (
        Compared(_("Precision"), _shares(_shown(judged, "precision")), _shares(workings.pair_precision)),
        Compared(_("Recall"), _shares(_shown(judged, "recall")), _shares(workings.pair_recall)),
        Compared(_("Trust"), _scores(_shown(judged, "trust")), _scores(workings.pair_trust)),
    )


def _shown(judged: Assessment, name: str) -> Interval | None:
    low, median, high = (getattr(judged, column) for column in (f"{name}_low", name, f"{name}_high"))
    return None if low is None or median is None or high is None else Interval(low, median, high)


def _shares(found: Interval | None) -> Figure:
    return Figure("", numbers.share(found.median), numbers.share_interval(found.low, found.high)) if found else Figure("", numbers.DASH)


def _scores(found: Interval | None) -> Figure:
    return Figure("", numbers.score(found.median), numbers.score_interval(found.low, found.high)) if found else Figure("", numbers.DASH)


def _remarks(judged: Assessment, workings: Workings, *, by_events: bool) -> tuple[str, ...]:
    if not by_events:
        return (
            _(
                "Every date moves at each read, or none does, so there are no single moves that could be right or wrong: the numbers shown "
                "are those of pairs of visits."
            ),
        )
    if not workings.disagrees:
        return (_("The verdict rests on the first; the second is what the sample shows as it is. The two agree."),)
    why = [_apart_in_precision(_shown(judged, "precision"), workings.pair_precision)]
    why.append(_apart_in_recall(_shown(judged, "recall"), workings.pair_recall))
    return (_("The two disagree by more than chance, and the verdict rests on the first."), *(reason for reason in why if reason))


def _apart_in_precision(shown: Interval | None, pairs: Interval | None) -> str:
    if shown is None or pairs is None or not _apart(shown, pairs):
        return ""
    if pairs.median > shown.median:
        return _(
            "Pairs of visits flatter precision here: between two visits a page had time to change for other reasons, and then a wrong move "
            "looks right. The first estimate takes that out."
        )
    return _("Pairs of visits are hard on precision here; few comparisons, or unequal ones, do that.")


def _apart_in_recall(shown: Interval | None, pairs: Interval | None) -> str:
    if shown is None or pairs is None or not _apart(shown, pairs):
        return ""
    if pairs.median > shown.median:
        return _(
            "Pairs of visits flatter recall here: a silent change that lies between the same two visits as a move, or as another silent "
            "change, is not seen by itself. The first estimate counts it."
        )
    return _("Pairs of visits are hard on recall here: each change that page comparison invents counts as one that lastmod missed.")


def _apart(one: Interval, other: Interval) -> bool:
    return not (other.low <= one.median <= other.high) and not (one.low <= other.median <= one.high)


def _facts(judged: Assessment, workings: Workings) -> tuple[Figure, ...]:
    facts = [*_signal(workings), *_rates(judged, workings), _noise(workings), _certainty(judged)]
    return tuple(fact for fact in facts if fact.value)


def _signal(workings: Workings) -> tuple[Figure, ...]:
    lift, rest = workings.lift, workings.selectivity
    if lift is None or rest is None:
        return ()
    likelier = {"times": numbers.decimal(lift.median), "low": numbers.decimal(lift.low), "high": numbers.decimal(lift.high)}
    return (
        Figure(
            _("Lift"),
            _("%(times)s times (%(low)s–%(high)s)") % likelier,
            explanation=_("So much likelier is a page to have changed when its lastmod moved than any page between two checks."),
        ),
        Figure(
            _("Selectivity"),
            numbers.share(rest.median),
            numbers.share_interval(rest.low, rest.high),
            _("Of the pages that did not change, the share that lastmod lets rest: this saves fetches."),
        ),
    )


def _rates(judged: Assessment, workings: Workings) -> tuple[Figure, ...]:
    whole_site = workings.move_rate * judged.entries * (judged.lastmod_share or 0.0)
    moves = Figure(
        _("Moves of lastmod"),
        numbers.rate(workings.move_rate) if workings.move_rate > 0.0 else "",
        explanation=_("Counted on all entries; on the whole site that is about %(count)s a day.") % {"count": numbers.decimal(whole_site)},
    )
    silent = workings.silent_rate
    if silent is None:
        return (moves,)
    return (
        moves,
        Figure(
            _("Silent changes"),
            numbers.rate(silent.median, silent.low, silent.high),
            explanation=_("Changes of a page without a move of its lastmod, with the 95 % interval."),
        ),
    )


def _noise(workings: Workings) -> Figure:
    """How often page comparison invents a change."""
    if workings.double_reads:
        seen = {"differed": numbers.whole(workings.false_changes), "reads": numbers.whole(workings.double_reads)}
        value, measured = (
            _("%(differed)s of %(reads)s"),
            _("Pages read twice within minutes that seemed to differ although nobody edited them."),
        )
        return Figure(_("Invented changes"), value % seen, explanation=measured)
    supposed = _("one in %(count)s is supposed") % {"count": numbers.whole(round(2 * LIMITS.noise_prior_reads))}
    return Figure(_("Invented changes"), supposed, explanation=_("No page has been read twice within minutes yet, which would measure it."))


def _certainty(judged: Assessment) -> Figure:
    found = judged.class_probabilities
    kinds = [kind for kind in ("trusted", "useful", "hint") if kind in found]
    parts = [f"{words('verdicts', kind).title} {numbers.share(found[kind])}" for kind in kinds]
    asked = {"certainty": numbers.share(LIMITS.certainty)}
    said = _("The probability of each verdict or a better one by comparisons alone; a verdict takes %(certainty)s.") % asked
    return Figure(_("Certainty"), " · ".join(parts), explanation=said)
