"""The tables of a simulation, as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import isfinite, isnan

from scoring.simulation.classes import CLASSES
from scoring.simulation.delays import SCENES, alarm_rate, other_alarm_rate
from scoring.simulation.measures import ClassResult, mean, measure_class, quantile, share
from scoring.simulation.samples import DESIGNS, Design
from scoring.simulation.site_class import Group
from scoring.simulation.summary import bias_of, sample_precision_covered, sample_recall_covered, summarize, trusted_of
from scoring.simulation.tasks import Results

NOTHING = "–"
Column = tuple[str, Callable[[ClassResult], str]]


def report(results: Results) -> Iterator[str]:
    """All tables for which there were runs, line by line."""
    measured = [measure_class(runs) for runs in results.sites.values()]
    yield from _table("What is wanted", ("measure", "found", "wanted", "met", "runs"), _summary_rows(results))
    for group, title, columns in (
        (Group.CLEAR, "Clear classes", CLEAR),
        (Group.NEAR, "Near a threshold", NEAR),
        (Group.GAPS, "Long gaps", GAPS),
    ):
        rows = [[one.name, *(show(one) for _, show in columns)] for one in measured if CLASSES[one.name].group is group]
        yield from _table(title, ("class", *(heading for heading, _ in columns)), rows)
    named = [one for one in measured if CLASSES[one.name].group is Group.CLEAR]
    yield from _table(
        "Failure modes", ("class", "one of these is right", "named, and on how many sites"), [_mode_row(one) for one in named]
    )
    yield from _table(
        "Comparisons from the event model", SAMPLE_HEADINGS, [_sample_row(results, name) for name in DESIGNS if name in results.samples]
    )
    yield from _table("How soon a change is noticed", DELAY_HEADINGS, [_delay_row(results, name) for name in results.delays])
    kinds = [[name, CLASSES[name].what] for name in results.sites]
    yield from _table("The classes", ("class", "what it is"), kinds)


def _summary_rows(results: Results) -> list[list[str]]:
    return [
        [found.target.measure, _number(found.value, 3), found.target.wanted, "yes" if found.is_met else "**no**", str(found.runs)]
        for found in summarize(results)
    ]


CLEAR: Sequence[Column] = (
    ("right", lambda one: _number(one.right)),
    ("right by 100 visits", lambda one: _number(one.right_early)),
    ("false trust", lambda one: _number(one.false_trust)),
    ("modes right", lambda one: _number(one.modes_right)),
    ("visits, median", lambda one: _number(one.visits_median, 0)),
    ("90th percentile", lambda one: _number(one.visits_p90, 0)),
    ("revisits, median", lambda one: _number(one.revisits_median, 0)),
    ("page fetches, median", lambda one: _number(one.fetches_median, 0)),
    ("P", lambda one: _number(one.true_precision)),
    ("P estimated", lambda one: _number(one.precision)),
    ("P covered", lambda one: _number(one.precision_covered)),
    ("R", lambda one: _number(one.true_recall)),
    ("R estimated", lambda one: _number(one.recall)),
    ("R covered", lambda one: _number(one.recall_covered)),
)
NEAR: Sequence[Column] = (
    ("decided", lambda one: _number(one.decided)),
    ("right, of decided", lambda one: _number(one.right_of_decided)),
    ("false trust", lambda one: _number(one.false_trust)),
    *CLEAR[8:],
)
GAPS: Sequence[Column] = (
    ("right", lambda one: _number(one.right)),
    ("false trust", lambda one: _number(one.false_trust)),
    ("P", lambda one: _number(one.true_precision)),
    ("P estimated", lambda one: _number(one.precision)),
    ("P, pairs counted", lambda one: _number(one.pair_precision)),
    ("R", lambda one: _number(one.true_recall)),
    ("R estimated", lambda one: _number(one.recall)),
    ("R, pairs counted", lambda one: _number(one.pair_recall)),
)
SAMPLE_HEADINGS = (
    *("gap, days", "changes a day", "pages"),
    *("P", "P estimated", "P, pairs counted", "P covered"),
    *("R", "R estimated", "R, pairs counted", "R covered"),
)
DELAY_HEADINGS = (
    "scene",
    "had trust",
    "noticed",
    "reads, median",
    "moves due, median",
    "visits of moved pages, mean",
    "false alarms in 1,000 visits of moved pages",
    "of others",
    "good verdicts lost",
)


def _mode_row(one: ClassResult) -> list[str]:
    wanted = ", ".join(sorted(CLASSES[one.name].modes)) or ("none" if CLASSES[one.name].judges_modes else "not judged")
    named = ", ".join(f"{mode} {count}" for mode, count in one.named) or "none"
    return [one.name, wanted, f"{named} (of {one.sites})"]


def _sample_row(results: Results, name: str) -> list[str]:
    design, runs = DESIGNS[name], results.samples[name]
    precision_bias, recall_bias = bias_of(name, runs)
    return [
        f"{design.gap}" if design.in_range else f"{design.gap} (too long)",
        f"{design.rate:g}",
        _pages(design),
        _number(design.precision),
        _number(design.precision + precision_bias),
        _number(mean(run.pair_precision for run in runs)),
        _number(share(sample_precision_covered(run) for run in runs if run.precision)),
        _number(design.recall),
        _number(design.recall + recall_bias),
        _number(mean(run.pair_recall for run in runs)),
        _number(share(sample_recall_covered(run) for run in runs if run.recall)),
    ]


def _pages(design: Design) -> str:
    noise = f", {100 * design.false_changes:g} % false changes" if design.false_changes else ""
    return ("equal" if design.shape <= 0.0 else f"gamma, shape {design.shape:g}") + noise


def _delay_row(results: Results, name: str) -> list[str]:
    runs, trusted = results.delays[name], trusted_of(results, name)
    had = _number(share(run.had_trust for run in runs))
    if SCENES[name].after is None:
        rates = (_number(alarm_rate(runs)), _number(other_alarm_rate(runs)), f"{sum(run.lost for run in runs)} (of {len(runs)} sites)")
        return [SCENES[name].what, had, *[NOTHING] * 4, *rates]
    noticed = [run for run in trusted if run.noticed]
    reads, due = quantile([float(run.reads) for run in noticed], 0.5), quantile([run.due_moves for run in noticed], 0.5)
    visits = mean(float(run.moved_visits) for run in noticed)
    return [
        SCENES[name].what,
        had,
        _number(share(run.noticed for run in trusted)),
        _number(reads, 0),
        _number(due, 1),
        _number(visits, 1),
        *[NOTHING] * 3,
    ]


def _table(title: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    if not rows:
        return
    yield from (f"## {title}", "", f"| {' | '.join(headings)} |", "|" + "---|" * len(headings))
    yield from (f"| {' | '.join(row)} |" for row in rows)
    yield ""


def _number(value: float, digits: int = 2) -> str:
    if isnan(value):
        return NOTHING
    return f"{value:.{digits}f}" if isfinite(value) else "never"
