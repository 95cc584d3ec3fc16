"""Settings of the decision rule. Every number that turns evidence into a verdict stands here, with its reason."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Where the classes begin and how sure one has to be. All shares are in 0..1.

    A site is put into a class when the posterior probability of "this class or a better one" is at least `certainty`. The default of
    .95 says that false trust costs 19 times a missed saving. `hint_lift` is how much likelier a moved page must be to have changed than
    an unmoved one before following lastmod beats polling.
    """

    trusted_precision: float = 0.9
    trusted_recall: float = 0.9
    useful_precision: float = 0.5
    useful_recall: float = 0.8
    hint_precision: float = 0.2
    hint_recall: float = 0.2
    hint_lift: float = 1.5
    certainty: float = 0.95
    # A good verdict begins at once at this probability; at `certainty` it has to hold for so many more comparisons first, so that one which
    # lifts the class over the bound and is taken back by the next makes no verdict. Either is for looking after every check, and not only
    # once. It ends, as a bad one does, where its class has become less likely than four to one.
    certainty_at_once: float = 0.99
    comparisons_to_hold: int = 1
    certainty_to_keep: float = 0.8
    # No verdict by counts, good or bad, rests on fewer comparisons than this (bad) or fewer moved ones (good).
    min_comparisons: int = 5
    min_moved: int = 5
    # Nor does a good one rest on moves of fewer days than this: what moved together has one cause, and is one piece of evidence about it.
    min_moved_days: int = 3
    # After so many moved ones a site that certainly is not useful is called a hint or untrusted, whichever is likelier.
    min_moved_at_border: int = 30
    # Evidence counts half after this many days, or after so many checks where they are rarer than that allows, but never less than
    # `ageing_floor` effective comparisons in a group.
    half_life_days: float = 75.0
    half_life_checks: float = 10.0
    ageing_floor: float = 20.0
    # Shares of entries with lastmod below which the site "has none", and below which the coverage is "partial".
    no_lastmod_share: float = 0.05
    full_coverage_share: float = 0.95
    # With fewer entries than this, "all moved" happens by honest chance and is no structural proof.
    small_site: int = 20
    # Content that seems to change on a page that did not: shares of changed pages below it prove no silent change.
    label_noise: float = 0.03
    # The chance of a false change is believed to be about half of one in so many reads, until a site's own double reads say otherwise.
    noise_prior_reads: float = 150.0
    # On the one site in ten whose pages vary by themselves, about one in so many reads.
    noisy_prior_reads: float = 20.0
    draws: int = 4_000
    missing_cap: int = 500
