"""docs/statistics.md names the numbers that the scorer uses."""

from __future__ import annotations

import re
from math import exp

import pytest

from scoring import activity, design, event_model, needed, observing, pacing
from scoring.thresholds import Thresholds
from sitemaps_app.views.presenters.method import SHOWN_DAYS, SHOWN_GAPS, SHOWN_PRECISION, seen_right
from tests.docs.pages import text_of

TEXT = text_of("docs/statistics.md")
LIMITS = Thresholds()
WORDS = {"three": 3, "four": 4, "five": 5, "six": 6, "half": 0.5, "one": 1, "fiftieth": 0.02}


@pytest.mark.parametrize(
    ("sentence", "number"),
    [
        (r"\| `trusted` \| precision ≥ (\S+)", LIMITS.trusted_precision),
        (r"\| `trusted` \|.* recall ≥ (\S+)", LIMITS.trusted_recall),
        (r"\| `useful` \| precision ≥ (\S+)", LIMITS.useful_precision),
        (r"\| `useful` \|.* recall ≥ ([.\d]+)", LIMITS.useful_recall),
        (r"\| `hint` \| precision ≥ ([.\d]+)", LIMITS.hint_precision),
        (r"moved page is ≥ (\S+) times", LIMITS.hint_lift),
        (r"posterior probability ≥ (\S+)", LIMITS.certainty),
        (r"has a probability of (\S+) or more,\n- begin", LIMITS.certainty_at_once),
        (r"still as likely after (\w+) more comparison", LIMITS.comparisons_to_hold),
        (r"has become less likely than (\S+);", LIMITS.certainty_to_keep),
        (r"after (\d+) moved comparisons is called", LIMITS.min_moved_at_border),
        (r"rests on fewer than (\w+) moved comparisons", LIMITS.min_moved),
        (r"on moves of fewer than (\w+) days", LIMITS.min_moved_days),
        (r"Weights halve every (\d+) days", LIMITS.half_life_days),
        (r"or every (\d+) checks", LIMITS.half_life_checks),
        (r"a group keeps at least (\d+) effective", LIMITS.ageing_floor),
        (r"e has the prior Beta\(½, (\d+)\)", LIMITS.noise_prior_reads),
        (r"one false change in (\d+) reads", 2 * LIMITS.noise_prior_reads),
        (r"one part Beta\(1, (\d+)\)", LIMITS.noisy_prior_reads),
        (r"(\w+) values, the middles", observing.NOISE_VALUES),
        (r"(\w+) pairs \(z, b\)", sum(not one.silent for one in activity.ACTIVITIES)),
        (r"(\w+) such ways", sum(one.silent for one in activity.ACTIVITIES)),
        (r"each believed a (\w+) as likely", activity.SILENT_BELIEF),
        (r"give or take a factor of (\w+)", round(exp(event_model.LIKE_OTHERS))),
        (r"(\d+) × \d+ cells over everything", event_model.COARSE),
        (r"then (\d+) × \d+ over", event_model.FINE),
        (r"by ([\d,]+) draws", LIMITS.draws),
        (r"taken as (\S+) at most, and the classes", design.MOST_BY_CHANCE),
        (r"bigger, by up to (\d+) times", needed.FACTORS[-1]),
        (r"honest site: (\d+) right moves", needed.FIRST),
        (r"due once (\S+) of a change", pacing.CHANGES_DUE),
        (r"or after (\d+) days \(7 where", pacing.LONGEST_WAIT_DAYS),
        (r"a trickle\nof (\w+) visits of either kind a week", pacing.SETTLED_A_WEEK),
    ],
)
def test_its_numbers_are_those_of_the_code(sentence: str, number: float) -> None:
    found = re.search(sentence, TEXT)
    assert found, sentence
    told = found[1].replace(",", "").lower()
    assert (WORDS[told] if told in WORDS else float(told)) == number


def test_its_example_of_gaps_is_reckoned_by_the_model() -> None:
    told = re.search(r"has a precision of (\S+) after a day, (\S+) after a week, (\S+) after 30", TEXT)
    assert [float(number) for number in told.groups()] == [
        round(seen_right(SHOWN_PRECISION, 1.0 / SHOWN_DAYS, gap), 2) for gap in SHOWN_GAPS
    ]


def test_what_no_longer_holds_is_gone() -> None:
    for former in ("Long gaps flatter precision as shown", "Label noise is not modelled", "an estimator that models gap"):
        assert former.lower() not in TEXT.lower()
