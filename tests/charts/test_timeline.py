"""Charts over time: they keep gaps, extremes and marks, fit any width, and stand alone as a file."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from defusedxml import ElementTree
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.charts import BandPoint, Mark, Series, Svg, TimeAxis, ValueAxis, nice_most, standalone, timeline
from sitemaps_app.charts.geometry import text_width
from sitemaps_app.charts.standalone import chart_width
from sitemaps_app.charts.timeline import iso_day

START = datetime(2026, 3, 1, 6, tzinfo=UTC)
HOSTILE = '"><script>alert(\'1\')</script>&\x00\x0b class="chart-line"'


def day(number: float) -> datetime:
    return START + timedelta(days=number)


def line(values: list[float | None], name: str = "Trust", **fields: Any) -> Series:
    points = [BandPoint(day(place), None if v is None else v - 5, v, None if v is None else v + 5) for place, v in enumerate(values)]
    return Series(name, points, **fields)


def drawn(series: list[Series], marks: list[Mark] | None = None, *, days: float, begin: datetime = START, **given: Any) -> Svg:
    axis = TimeAxis(begin, day(days), given.pop("label", iso_day))
    return timeline(series, marks or [], times=axis, title=given.pop("title", "t"), **given)


def parsed(svg: Svg) -> Any:
    """The chart as a browser would build it; a chart that is no XML fails here."""
    return ElementTree.fromstring(str(svg))


def of_class(svg: Svg, name: str) -> list[Any]:
    return [node for node in parsed(svg).iter() if name in node.get("class", "").split()]


def points_of(d: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", d)]


def test_a_chart_is_whole_xml_without_style_or_script_whatever_its_texts_hold() -> None:
    svg = drawn([line([50, None, 60], HOSTILE), line([1, 2])], [Mark(day(1), HOSTILE, HOSTILE, HOSTILE)], days=3, title=HOSTILE)
    root = parsed(svg)
    assert root.find("title").text.startswith("\"><script>alert('1')</script>&")
    assert root.get("role") == "img"
    for node in root.iter():
        assert node.tag in {"svg", "title", "desc", "g", "path", "rect", "line", "text"}
        assert not {key for key in node.attrib if key in {"style", "id", "href"} or key.startswith("on")}
        assert re.fullmatch(r"[a-z0-9 _-]*", node.get("class", ""))


def test_the_same_numbers_give_the_same_text_in_whatever_order_marks_come() -> None:
    marks = [Mark(day(1), "x"), Mark(day(1), "a")]
    assert drawn([line([50, None, 60])], marks, days=3) == drawn([line([50, None, 60])], marks[::-1], days=3)


def test_marks_of_one_time_are_labelled_by_their_numbers_whatever_their_words_are() -> None:
    for first, second in (("Verdict", "Alarm"), ("Alarm", "Verdict")):
        marks = [Mark(day(1), first, "9"), Mark(day(1), second, "10")]
        (group,) = of_class(drawn([line([50, 60])], marks, days=3), "chart-mark")
        assert group.find("text").text == "9–10"


def test_the_plot_is_stretched_to_the_room_there_is_and_texts_are_not() -> None:
    root = parsed(drawn([line([50, 60])], days=2))
    assert (root.get("width"), root.get("viewBox")) == ("100%", None)
    plot = root.find("svg")
    assert (plot.get("width"), plot.get("preserveAspectRatio")) == ("100%", "none")
    assert not list(plot.iter("text"))
    assert {node.get("vector-effect") for node in of_class(drawn([line([50, 60])], days=2), "chart-line")} == {"non-scaling-stroke"}


def test_a_gap_is_a_gap_in_line_and_band_and_never_a_zero() -> None:
    svg = drawn([line([50, 60, None, float("nan"), 70, 80])], days=5)
    lines, bands = of_class(svg, "chart-line"), of_class(svg, "chart-band")
    assert len(lines) == len(bands) == 2
    assert all(y < 150 for node in lines for _x, y in points_of(node.get("d")))
    assert points_of(lines[0].get("d"))[-1][0] < points_of(lines[1].get("d"))[0][0]


def test_a_value_alone_between_gaps_is_a_point_with_its_interval() -> None:
    svg = drawn([line([None, 60, None])], days=3)
    assert of_class(svg, "chart-line") == []
    assert len(of_class(svg, "chart-point")) == len(of_class(svg, "chart-band")) == 1


def test_a_value_without_an_interval_keeps_its_line_but_has_no_band() -> None:
    svg = drawn([Series("a", [BandPoint(day(place), None, 50.0, 60.0) for place in range(3)])], days=3)
    assert of_class(svg, "chart-band") == []
    assert len(of_class(svg, "chart-line")) == 1


def test_values_outside_the_scale_end_at_its_border() -> None:
    svg = drawn([line([-20, 0, 50, 100, 140])], days=4, height=100)
    assert [y for _x, y in points_of(of_class(svg, "chart-line")[0].get("d"))] == [100, 100, 50, 0, 0]


def test_a_scale_of_counts_is_told_and_holds_the_largest() -> None:
    svg = drawn([line([3, 7], stems=True)], days=1, values=ValueAxis(10.0, (0, 5, 10)), height=100)
    assert parsed(svg).get("data-most") == "10"
    assert [points_of(node.get("d")) for node in of_class(svg, "chart-stem")] == [[(0, 100), (0, 70), (1000, 100), (1000, 30)]]
    assert of_class(svg, "chart-line") == []


@given(st.floats(0, 1e9))
def test_the_top_of_a_scale_holds_the_largest_value_and_is_not_far_above_it(largest: float) -> None:
    most = nice_most(largest)
    assert largest <= most
    assert most <= max(2.0, largest * 2.5 + 1e-6)
    assert most / 2 == int(most / 2)


@given(st.integers(1, 4000), st.integers(0, 23))
def test_labels_of_days_stand_at_midnights_and_at_least_a_seventh_apart(days: int, hour: int) -> None:
    begin = START.replace(hour=hour)
    asked: list[datetime] = []

    def label(at: datetime) -> str:
        asked.append(at)
        return iso_day(at)

    svg = drawn([line([50])], days=days, begin=begin, label=label)
    places = [float(node.get("x").rstrip("%")) for node in of_class(svg, "chart-tick") if str(node.get("x")).endswith("%")]
    assert 1 <= len(places) <= 7
    assert all(after - before > 100 / 7.5 for after, before in pairwise(places))
    assert all((at.hour, at.minute, at.tzinfo) == (0, 0, UTC) for at in asked)
    narrow = [node for node in of_class(svg, "chart-tick") if "chart-tick-wide" in node.get("class")]
    assert len(narrow) == len(places) // 2


def test_lines_are_told_apart_without_colour_and_named_in_a_legend() -> None:
    svg = drawn([line([50, 60], name) for name in ("信任", "Precision", "Recall", "Lift")], days=2)
    lines = [node for node in of_class(svg, "chart-line") if "chart-swatch" not in node.get("class")]
    assert len({node.get("stroke-dasharray") for node in lines}) == 4
    legend = of_class(svg, "chart-legend")
    assert ["".join(node.itertext()) for node in legend] == ["信任", "Precision", "Recall", "Lift"]
    assert [node.find("path").get("stroke-dasharray") for node in legend] == [node.get("stroke-dasharray") for node in lines]


def test_marks_stand_at_their_time_and_those_too_close_share_a_number() -> None:
    marks = [
        Mark(day(5), "Generator changed", "1", "event"),
        Mark(day(5.5), "Released", "2", "note"),
        Mark(day(59), "Paused", "3", "setting"),
        Mark(day(-3), "before"),
        Mark(day(99), "after"),
    ]
    svg = drawn([line([50.0] * 60)], marks, days=60)
    groups = of_class(svg, "chart-mark")
    assert [(node.get("data-at")[:10], node.find("text").text) for node in groups] == [("2026-03-06", "1–2"), ("2026-04-29", "3")]
    assert len(of_class(svg, "chart-mark-line")) == 3
    assert groups[0].get("class") == "chart-mark timeline-mark-event timeline-mark-note"
    assert "Generator changed" in groups[0].find("title").text
    assert "Released" in groups[0].find("title").text


def test_years_of_points_become_four_hundred_with_all_extremes() -> None:
    values: list[float | None] = [50.0] * 3000
    values[1234], values[2222] = 3.0, 97.0
    points = points_of(of_class(drawn([line(values)], days=3000, height=100), "chart-line")[0].get("d"))
    assert len(points) <= 400
    assert (max(y for _x, y in points), min(y for _x, y in points)) == (97, 3)


def test_a_gap_among_thousands_of_points_survives_the_thinning() -> None:
    values: list[float | None] = [50.0] * 3000
    values[1500:1600] = [None] * 100
    assert len(of_class(drawn([line(values)], days=3000), "chart-line")) == 2


@given(st.lists(st.none() | st.floats(-10, 110), max_size=1500), st.integers(0, 3))
def test_any_values_stay_inside_the_plot(values: list[float | None], later: int) -> None:
    svg = drawn([line(values)], days=max(0, len(values) - 1) + later)
    for node in [*of_class(svg, "chart-line"), *of_class(svg, "chart-band")]:
        for x, y in points_of(node.get("d", "")):
            assert -0.1 <= x <= 1000.1
            assert -0.1 <= y <= 150.1


def test_a_chart_without_any_value_has_axes_and_no_line() -> None:
    for series in ([], [line([])], [line([None, None])]):
        svg = drawn(series, days=1)
        assert of_class(svg, "chart-line") == []
        assert len(of_class(svg, "chart-grid")) == 4


def test_a_file_of_its_own_has_its_looks_as_attributes_and_explains_its_marks() -> None:
    chart = drawn([line([50, 60], HOSTILE)], [Mark(day(1), HOSTILE, "1", "event")], days=2, width=852)
    svg = standalone(chart, height=200, heading=HOSTILE, below="from – to", notes=["1  Generator changed"])
    assert "<style" not in svg
    root = parsed(svg)
    assert {node.get("overflow") for node in of_class(svg, "timeline")} == {"visible"}, "the scale stands left of the plot"
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "1  Generator changed" in "".join(root.itertext())
    assert {node.get("stroke-width") for node in of_class(svg, "chart-line")} == {"2"}
    assert {node.get("stroke") for node in of_class(svg, "chart-series-1")} == {"#1d5fb8"}
    assert len(of_class(svg, "chart-line")) == 1, "a text that looks like a class is a text"


@pytest.mark.parametrize("notes", [0, 5])
def test_a_file_is_high_enough_for_its_notes(notes: int) -> None:
    svg = standalone(drawn([line([50, 60])], days=2), height=200, heading="h", below="b", notes=["note"] * notes)
    lowest = max(float(node.get("y")) for node in parsed(svg) if node.tag.endswith("text"))
    assert lowest < float(parsed(svg).get("height"))


def test_a_long_note_below_a_drawing_is_broken_into_lines_that_fit_and_nothing_of_it_is_lost() -> None:
    note = "1  2026-03-06  " + "Verdict changed: the next moves will tell whether it can be trusted again. " * 5 + "某" * 90
    svg = standalone(drawn([line([50, 60])], days=2), height=200, heading="h", below="b", notes=[note])
    lines = [node.text for node in parsed(svg) if node.tag.endswith("text")][2:]
    assert len(lines) > 5
    assert "".join("".join(lines).split()) == "".join(note.split())
    assert all(text_width(one, 12) <= chart_width() for one in lines)


def test_a_line_along_the_border_of_the_plot_is_not_cut_in_half() -> None:
    (plot,) = [node for node in parsed(drawn([line([100, 100])], days=2)).iter() if node.get("preserveAspectRatio")]
    assert plot.get("overflow") == "visible"
