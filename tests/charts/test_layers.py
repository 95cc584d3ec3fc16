"""Layers over days, and bars of shares."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.charts.layers import Layer, layer_chart, share_bar

DAY = datetime(2026, 11, 1, tzinfo=UTC)


def days(count: int) -> list[datetime]:
    return [DAY + timedelta(days=number) for number in range(count)]


def chart(layers: list[Layer], count: int):
    return layer_chart(days(count), layers, title="T", tick_label=lambda at: at.strftime("%d"))


def test_layers_stand_upon_one_another_and_the_largest_whole_fills_the_height() -> None:
    drawn = str(chart([Layer("A", "a_b", [1, 3]), Layer("B<", "b", [1, 1])], 2))
    assert 'class="chart-layer chart-layer-a_b"' in drawn
    assert "B&lt;" in drawn
    assert ">4<" in drawn
    assert drawn.count("<path") == 2


def test_one_day_or_nothing_at_all_is_no_chart() -> None:
    assert chart([Layer("A", "a", [1])], 1) == ""
    assert chart([Layer("A", "a", [0, 0])], 2) == ""
    assert chart([], 3) == ""
    assert share_bar([Layer("A", "a", [0])], title="T") == ""


def test_a_bar_leaves_out_what_is_empty_and_shows_what_is_small() -> None:
    drawn = str(share_bar([Layer("A", "a", [9999]), Layer("B", "b", [0]), Layer("C", "c", [1])], title="T", width=100))
    assert drawn.count("<rect") == 2
    assert 'width="1"' in drawn


@given(st.lists(st.lists(st.integers(-5, 10**6), min_size=4, max_size=4), max_size=4))
def test_no_counts_break_the_chart(counts: list[list[int]]) -> None:
    layers = [Layer(str(number), "x", row) for number, row in enumerate(counts)]
    assert "nan" not in str(chart(layers, 4))
