from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from sitemaps_app.snapshots import raw_text
from sitemaps_app.snapshots.stored import microseconds_of
from tests.snapshots.written import entry


@pytest.mark.parametrize(
    "text",
    ["2024", "2024-02", "2024-02-29", "2024-02-29T10:11Z", "2024-02-29T10:11:12", "2024-02-29T10:11:12Z", "2024-02-29T10:11:12.345Z"]
    + [f"2024-02-29T10:11:12{offset}" for offset in ("+00:00", "+14:00", "-05:30", "-00:30")],
)
def test_a_usual_text_costs_two_numbers_and_comes_back_to_the_letter(text: str) -> None:
    instant = entry("/", text).lastmod.instant
    assert instant is not None
    instants = np.array([microseconds_of(instant)])
    forms, offsets, literal = raw_text.fold(pa.array([text]), instants, np.array([True]))
    assert literal.to_pylist() == [None]
    assert raw_text.unfold(forms, offsets, literal, instants).to_pylist() == [text]
