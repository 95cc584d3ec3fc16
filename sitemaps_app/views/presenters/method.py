"""What the page “How the score is made” shows of the scorer: its limits as they are, and small tables reckoned by its own formulas."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

from django.utils.translation import gettext
from scipy.special import betainc

from scoring.activity import ACTIVITIES, SILENT_BELIEF, Activity
from scoring.alarms import WITNESSES
from scoring.assessment import RULE_VERSION, Verdict
from scoring.changepoint import CALM_WAVES, EXPECTED_MOVES
from scoring.charts import RUN_LENGTH
from scoring.design import JEFFREYS
from scoring.distribution import FULL_WAVE_SHARE
from scoring.needed import FIRST
from scoring.standing import BURST, LEAST_NEW, LONGEST_CHECKS, LONGEST_DAYS
from scoring.thresholds import Thresholds
from sitemaps_app.wording.numbers import share, whole

LIMITS = Thresholds()
# A site to show what gaps do: moves are right in so many cases, and each page changes without a move once in so many days.
SHOWN_PRECISION, SHOWN_DAYS = 0.3, 30.0
SHOWN_GAPS = (1, 7, 30)
SHOWN_MOVES = (5, 10, FIRST, 30)


@dataclass(frozen=True, slots=True)
class ClassRow:
    """A verdict by comparisons with the least precision and recall that it takes."""

    code: str
    precision: str
    recall: str
    lift: str = ""


@dataclass(frozen=True, slots=True)
class Pair:
    """A row of a small table: what is put in, and what comes out."""

    given: str
    found: str


@dataclass(frozen=True, slots=True)
class ActivityRow:
    """A way in which pages may differ: the share that never moves, what those pages do, and the variance of the others."""

    share: str
    habit: str
    spread: str


@dataclass(frozen=True, slots=True)
class ChangeNumbers:
    """Where a change of the generator begins to count, and what an alarm does."""

    full_wave: str
    calm: str
    expected: str
    run_length: str
    witnesses: str
    burst: str
    least_new: str
    longest_days: str
    longest_checks: str


@dataclass(frozen=True, slots=True)
class MethodPage:
    """Numbers as text; shares in per cent."""

    rule_version: str
    certainty: str
    certainty_at_once: str
    certainty_to_keep: str
    odds: str
    classes: tuple[ClassRow, ...]
    gaps: tuple[Pair, ...]
    gap_precision: str
    gap_days: str
    proofs: tuple[Pair, ...]
    proof_precision: str
    activities: tuple[ActivityRow, ...]
    silent_times: str
    noise: str
    half_life: str
    half_life_checks: str
    floor: str
    least: str
    least_moved: str
    border: str
    no_lastmod: str
    change: ChangeNumbers


def method_page(limits: Thresholds = LIMITS) -> MethodPage:
    """The numbers of the page, all taken from the scorer."""
    return MethodPage(
        rule_version=RULE_VERSION,
        certainty=share(limits.certainty),
        certainty_at_once=share(limits.certainty_at_once),
        certainty_to_keep=share(limits.certainty_to_keep),
        odds=whole(round(limits.certainty / (1.0 - limits.certainty))),
        classes=_classes(limits),
        gaps=tuple(Pair(str(gap), share(seen_right(SHOWN_PRECISION, 1.0 / SHOWN_DAYS, float(gap)))) for gap in SHOWN_GAPS),
        gap_precision=share(SHOWN_PRECISION),
        gap_days=whole(round(SHOWN_DAYS)),
        proofs=tuple(Pair(str(count), share(proven(count, limits.trusted_precision))) for count in SHOWN_MOVES),
        proof_precision=share(limits.trusted_precision),
        activities=tuple(ActivityRow(share(one.idle_share), _habit(one), f"{one.spread:g}") for one in ACTIVITIES),
        silent_times=whole(round(1.0 / SILENT_BELIEF)),
        noise=whole(round(2 * limits.noise_prior_reads)),
        half_life=whole(round(limits.half_life_days)),
        half_life_checks=whole(round(limits.half_life_checks)),
        floor=whole(round(limits.ageing_floor)),
        least=whole(limits.min_comparisons),
        least_moved=whole(limits.min_moved),
        border=whole(limits.min_moved_at_border),
        no_lastmod=share(limits.no_lastmod_share),
        change=_change_numbers(),
    )


def _change_numbers() -> ChangeNumbers:
    return ChangeNumbers(
        full_wave=share(FULL_WAVE_SHARE),
        calm=whole(CALM_WAVES),
        expected=whole(round(EXPECTED_MOVES)),
        run_length=whole(round(RUN_LENGTH)),
        witnesses=whole(WITNESSES),
        burst=whole(BURST),
        least_new=whole(LEAST_NEW),
        longest_days=whole(round(LONGEST_DAYS)),
        longest_checks=whole(round(LONGEST_CHECKS)),
    )


def seen_right(precision: float, silent_rate: float, gap_days: float) -> float:
    """The share of moved pages that had changed when seen after `gap_days`, one move each; `silent_rate` is in changes per page and day.

    The event model of `scoring.event_model` with one move and without noise.
    """
    return 1.0 - (1.0 - precision) * exp(-silent_rate * gap_days)


def proven(right_moves: int, precision: float) -> float:
    """The probability that precision is at least so much after as many right moves and no wrong one, by Jeffreys' prior."""
    return float(1.0 - betainc(right_moves + JEFFREYS, JEFFREYS, precision))


def _habit(activity: Activity) -> str:
    if not activity.idle_share:
        return "–"
    return gettext("change silently") if activity.silent else gettext("never change")


def _classes(limits: Thresholds) -> tuple[ClassRow, ...]:
    return (
        ClassRow(Verdict.TRUSTED, share(limits.trusted_precision), share(limits.trusted_recall)),
        ClassRow(Verdict.USEFUL, share(limits.useful_precision), share(limits.useful_recall)),
        ClassRow(Verdict.HINT, share(limits.hint_precision), share(limits.hint_recall), f"{limits.hint_lift:g}"),
    )
