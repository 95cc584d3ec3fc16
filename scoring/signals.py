"""Which signals of a site can be believed: each is tested on what was seen before it counts as evidence.

A test is made of trials, in which the signal could have shown that it is worthless, and hits, in which it did. With fewer trials than the
test needs nothing is said; the signal is then used as if it were good, as before any test.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scipy.stats import beta


class SignalState(StrEnum):
    """How a test ended; `untested` where there were too few trials."""

    PASSED = "passed"
    FAILING = "failing"
    UNTESTED = "untested"


SAME_SOURCE = "date_modified_is_lastmod"
REQUEST_TIME = "http_last_modified"
NEVER_304 = "validators_never_304"
ALWAYS_304 = "validators_always_304"
VOLATILE = "page_content"


@dataclass(frozen=True, slots=True)
class SignalRule:
    """A signal fails where at least `share` (0..1) of at least `trials` trials, and at least `hits` of them, were hits."""

    trials: int
    share: float
    hits: int = 1


RULES: dict[str, SignalRule] = {
    # A site whose dates come from two sources agrees on them by chance on some pages, never on nearly all; on 25 of 30 real sites with
    # both dates they were equal on 95 % of the pages or more, whether the dates were true or not.
    SAME_SOURCE: SignalRule(trials=10, share=0.95),
    # A page that was really edited within a minute before our visit is rare; five times in a row is no chance.
    REQUEST_TIME: SignalRule(trials=5, share=0.9),
    # One answer with the same body and no 304 may be a cache that was emptied, or another machine behind the same name.
    NEVER_304: SignalRule(trials=5, share=1.0),
    # Most pages that answer 304 did not change, so hits are rare even where every 304 lies; one may come from an edit between the 304 and
    # the read that asks without validators, or from something that varies by the day and that the server rightly does not count.
    ALWAYS_304: SignalRule(trials=3, share=0.03, hits=3),
    # Up to a few false changes in a hundred visits are in the scorer's error model; beyond one in ten they drown what is measured.
    VOLATILE: SignalRule(trials=10, share=0.1, hits=2),
}


@dataclass(frozen=True, slots=True)
class SignalTest:
    """The result of one test: `code` is a key of `RULES`, and `hits` of `trials` spoke against the signal."""

    code: str
    state: str
    hits: int
    trials: int


@dataclass(frozen=True, slots=True)
class Tally:
    """What was seen of one signal."""

    hits: int = 0
    trials: int = 0


def judge_signal(code: str, seen: Tally) -> SignalTest:
    """Apply the rule of a code to its tally. KeyError for an unknown code."""
    rule = RULES[code]
    if seen.trials < rule.trials:
        state = SignalState.UNTESTED
    elif seen.hits >= max(rule.hits, rule.share * seen.trials):
        state = SignalState.FAILING
    else:
        state = SignalState.PASSED
    return SignalTest(code, state.value, seen.hits, seen.trials)


def rate_interval(seen: Tally) -> tuple[float, float]:
    """The 95 % interval (0..1) of the rate behind a tally: equal tails of the Jeffreys posterior (Brown, Cai and DasGupta 2001, §4.1.2)."""
    posterior = beta(seen.hits + 0.5, seen.trials - seen.hits + 0.5)
    low = 0.0 if seen.hits == 0 else float(posterior.ppf(0.025))
    high = 1.0 if seen.hits == seen.trials else float(posterior.ppf(0.975))
    return low, high
