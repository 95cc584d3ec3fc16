from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.formats.seen_keys import SeenKeys

KEYS = st.lists(st.tuples(st.sampled_from([f"k{number}" for number in range(60)]), st.integers(-5, 5)), min_size=1, max_size=12)


@given(st.lists(KEYS, max_size=20))
def test_it_knows_what_a_dictionary_knows(batches: list[list[tuple[str, int]]]) -> None:
    seen, known = SeenKeys(), dict[str, int]()
    for batch in batches:
        keys = [key for key, _ in batch]
        is_all_new = len(set(keys)) == len(keys) and known.keys().isdisjoint(keys)
        assert seen.add_if_all_new(keys, np.array([instant for _, instant in batch])) == is_all_new
        if not is_all_new:
            assert seen.instants_of(keys) == {key: known[key] for key in keys if key in known}
            seen.put(dict(batch))
        known |= dict(batch)
    assert seen.instants_of(list(known)) == known


def test_a_million_keys_are_kept_in_few_arrays() -> None:
    seen = SeenKeys()
    for start in range(0, 100_000, 1_000):
        assert seen.add_if_all_new([f"/{number}" for number in range(start, start + 1_000)], np.zeros(1_000, dtype=np.int64))
    assert len(seen._levels) < 10
    assert not seen.add_if_all_new(["/new", "/99999"], np.zeros(2, dtype=np.int64))
    assert seen.add_if_all_new(["/new"], np.zeros(1, dtype=np.int64))
