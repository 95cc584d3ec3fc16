"""A few rounds of the fuzz run in every suite, and what the run itself must do."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from tests.fuzz import invariants, sitemaps
from tests.fuzz.inputs import Target, make_input


@pytest.mark.parametrize("seed", [1, 2])
def test_some_hundred_rounds_find_no_fault(seed: int) -> None:
    account = sitemaps.run(seed=seed, rounds=400)
    assert account.faults == []
    assert account.rounds == 400
    assert {"urlset ok", "urlset partial", "robots"} <= account.results.keys()


def test_a_round_is_the_same_again() -> None:
    assert make_input(sitemaps.rng_of(3, 77)) == make_input(sitemaps.rng_of(3, 77))
    assert {make_input(sitemaps.rng_of(3, number)).target for number in range(200)} == set(Target)


def test_a_reader_that_raises_or_forgets_an_entry_is_found() -> None:
    def forgetful(*_: object) -> None:
        raise ValueError("oh")

    with patch.object(invariants, "read", forgetful):
        assert sitemaps.run(seed=1, rounds=60).faults[0][1] == "ValueError: oh"
    with patch.object(invariants, "read", read_without_one):
        assert any("counted once" in fault for _, fault in sitemaps.run(seed=1, rounds=60).faults)


def read_without_one(body: bytes) -> object:
    from tests.formats.sitemap_texts import Read, read

    found = read(body)
    return Read(found.reading, dict(list(found.by_key.items())[1:]))
