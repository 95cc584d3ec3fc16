"""A fuzz run over the readers of sitemaps, robots.txt and lastmod.

    python -m tests.fuzz.sitemaps --minutes 10 --seed 1
    python -m tests.fuzz.sitemaps --seed 1 --only 4711     # one round again, with its input printed

Every round makes an input from the seed and its own number, reads it and checks what must hold (`invariants`). The slowest inputs and the
largest memory are reported; a round that takes longer than it may for its size, or memory over the bound, is a fault like any other.
"""

# ruff: noqa: T201 - a command may print

from __future__ import annotations

import argparse
import random
import resource
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field

from tests.fuzz.inputs import Input, Target, make_input
from tests.fuzz.invariants import check

SECONDS_A_MEGABYTE = 10.0
LEAST_SECONDS = 2.0
KEPT_SLOWEST = 5
KEPT_FAULTS = 20


@dataclass(slots=True)
class Account:
    """What a run saw. `slowest` are CPU seconds, bytes and round of the slowest inputs; `faults` round and sentence."""

    rounds: int = 0
    bytes_read: int = 0
    results: Counter[str] = field(default_factory=Counter)
    slowest: list[tuple[float, int, int, str]] = field(default_factory=list)
    faults: list[tuple[int, str]] = field(default_factory=list)
    first_rss: int = 0
    last_rss: int = 0

    def note_time(self, seconds: float, given: Input, number: int) -> None:
        """Keep the slowest."""
        self.slowest = sorted([*self.slowest, (seconds, len(given.body), number, given.target.name)], reverse=True)[:KEPT_SLOWEST]


def rng_of(seed: int, number: int) -> random.Random:
    """The chance of one round."""
    return random.Random(f"{seed}:{number}")


def run_round(account: Account, seed: int, number: int) -> None:
    """Make, read and check one input."""
    rng = rng_of(seed, number)
    given = make_input(rng)
    began = time.process_time()
    try:
        result = check(given, rng)
    except Exception as fault:  # noqa: BLE001 - whatever comes out of a reader is what the run looks for
        account.faults.append((number, f"{type(fault).__name__}: {fault}"))
        result = "fault"
    seconds = time.process_time() - began
    if seconds > LEAST_SECONDS + SECONDS_A_MEGABYTE * len(given.body) / 1_000_000:
        account.faults.append((number, f"{seconds:.1f} s for {len(given.body)} bytes"))
    account.rounds += 1
    account.bytes_read += len(given.body)
    account.results[result] += 1
    account.note_time(seconds, given, number)


def rss_kib() -> int:
    """The largest memory of this process so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def run(*, seed: int, minutes: float = 0.0, rounds: int = 0, growth_mb: int = 200) -> Account:
    """Rounds for so many minutes, or so many rounds. Stops early where there are many faults."""
    account = Account()
    ends = time.monotonic() + minutes * 60
    for number in range(rounds or sys.maxsize):
        if (not rounds and time.monotonic() >= ends) or len(account.faults) >= KEPT_FAULTS:
            break
        run_round(account, seed, number)
        if number == 200:
            account.first_rss = rss_kib()
    account.last_rss = rss_kib()
    if account.first_rss and account.last_rss - account.first_rss > growth_mb * 1024:
        account.faults.append((-1, f"memory grew by {(account.last_rss - account.first_rss) // 1024} MB"))
    return account


def show(account: Account, seconds: float) -> None:
    """The report of a run."""
    print(
        f"{account.rounds} rounds, {account.bytes_read / 1e6:.1f} MB, {seconds:.0f} s, {account.rounds / max(seconds, 0.001):.0f} rounds a second"
    )
    print(f"memory {account.last_rss / 1024:.0f} MB, {(account.last_rss - account.first_rss) / 1024:.0f} MB more than after 200 rounds")
    for result, count in account.results.most_common():
        print(f"  {count:8} {result}")
    print("slowest: " + "; ".join(f"{took:.2f} s for {size} bytes ({kind} {number})" for took, size, number, kind in account.slowest))
    for number, fault in account.faults:
        print(f"FAULT in round {number}: {fault}")


def again(seed: int, number: int) -> None:
    """One round again, with its input and where it fails."""
    rng = rng_of(seed, number)
    given = make_input(rng)
    print(given.target.name, len(given.body), given.body[:4_000] if given.target is not Target.LASTMOD else given.body)
    try:
        print(check(given, rng))
    except Exception:  # noqa: BLE001 - the same
        traceback.print_exc()


def main() -> int:
    """Run, and leave with 1 where anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, metavar="ROUND")
    chosen = parser.parse_args()
    if chosen.only is not None:
        again(chosen.seed, chosen.only)
        return 0
    began = time.monotonic()
    account = run(seed=chosen.seed, minutes=chosen.minutes)
    show(account, time.monotonic() - began)
    return 1 if account.faults else 0


if __name__ == "__main__":
    sys.exit(main())
