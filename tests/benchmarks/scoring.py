"""What judging a site costs, and the posterior beside the plainest numpy on as many grid points: `python -m tests.benchmarks.scoring`.

One site of 400 entries, read on 365 days, with 1,000 comparisons of 40 pages. CPU time, best of some rounds. Exits with 1 where judging takes
more than 50 ms.
"""

from __future__ import annotations

import sys
from time import process_time

import numpy as np

from scoring.case import gather
from scoring.event_model import FINE, posterior
from scoring.evidence import Comparison, Evidence, WatchedPage
from scoring.thresholds import Thresholds
from scoring.verdict import assess
from tests.scoring.brute_force import posterior_by_hand
from tests.scoring.builders import daily, on_day

READS, COMPARISONS, PAGES, ROUNDS = 365, 1_000, 40, 7
WANTED_MS = 50.0


def evidence(seed: int = 1) -> Evidence:
    """A site with precision and recall of about .9 whose pages are unlike each other."""
    rng = np.random.default_rng(seed)
    activity = rng.gamma(1.0, 1.0, PAGES)
    moves = rng.poisson(0.05 * READS * activity)
    seen = []
    for number in range(COMPARISONS):
        page = int(rng.integers(PAGES))
        moved = bool(rng.random() < 0.5)
        changed = bool(rng.random() < (0.9 if moved else 0.03))
        day = 1.0 + (READS - 2.0) * number / COMPARISONS
        gap = float(rng.choice([1.0, 2.0, 3.0, 5.0, 8.0, 13.0])) + float(rng.uniform(-0.01, 0.01))
        seen.append(Comparison("", on_day(day), gap, int(moved), changed, 10.0, page=page + 1, page_weight=10.0))
    watched = tuple(WatchedPage("", float(READS), int(count), 10.0, page + 1) for page, count in enumerate(moves))
    return Evidence(daily(None, *[20] * (READS - 1), entries=400), (), tuple(seen), double_reads=40, watched=watched)


def best_ms(action) -> float:  # type: ignore[no-untyped-def]
    """Milliseconds of CPU in the best of some rounds."""
    took = []
    for _ in range(ROUNDS):
        begin = process_time()
        action()
        took.append(process_time() - begin)
    return 1_000.0 * min(took)


def main() -> None:
    known, now = evidence(), on_day(READS)
    judging = best_ms(lambda: assess(known, now=now))
    observed = gather("", known, now=now, thresholds=Thresholds(), seed=0).observed
    ours = best_ms(lambda: posterior(observed.events, move_rate=observed.move_rate, nuisance=observed.nuisance))
    begin = process_time()
    posterior_by_hand(observed.events, move_rate=observed.move_rate, nuisance=observed.nuisance, size=FINE)
    plain = 1_000.0 * (process_time() - begin)
    sys.stdout.write(f"judging a site: {judging:.1f} ms (wanted: {WANTED_MS:.0f} or less)\n")
    sys.stdout.write(f"posterior: {ours:.1f} ms, plain numpy on as many points: {plain:.0f} ms, ratio {ours / plain:.4f}\n")
    sys.exit(judging > WANTED_MS)


if __name__ == "__main__":
    main()
