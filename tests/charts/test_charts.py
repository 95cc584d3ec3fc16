from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from defusedxml import ElementTree
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.charts import BandPoint, Bin, Mark, Part, Point, Series, Svg, histogram, sparkline, stacked_bar, trust_chart
from sitemaps_app.charts.geometry import text_width

START = datetime(2026, 3, 1, 6, tzinfo=UTC)
HOSTILE = "\"><script>alert('1')</script>&\x00\x0b"


def day(number: float) -> datetime:
    return START + timedelta(days=number)


def line(values: list[float | None], name: str = "Trust") -> Series:
    points = [BandPoint(day(place), None if v is None else v - 5, v, None if v is None else v + 5) for place, v in enumerate(values)]
    return Series(name, points)


def parsed(svg: Svg) -> Any:
    """The chart as a browser would build it; a chart that is no XML fails here."""
    return ElementTree.fromstring(str(svg))


def of_class(svg: Svg, name: str) -> list[Any]:
    return [node for node in parsed(svg).iter() if name in node.get("class", "").split()]


def points_of(d: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", d)]


CHARTS = {
    "sparkline": sparkline([Point(day(0), 10.0), Point(day(1), 90.0)], title=HOSTILE),
    "trust": trust_chart(
        [line([50, None, 60], HOSTILE), line([10, 20, 30])],
        [Mark(day(1), HOSTILE)],
        now=day(3),
        title=HOSTILE,
        description=HOSTILE,
        tick_label=lambda _: HOSTILE,
    ),
    "histogram": histogram([Bin(HOSTILE, 3, HOSTILE), Bin("b", 0)], title=HOSTILE, description=HOSTILE),
    "stacked": stacked_bar([Part(HOSTILE, 3, HOSTILE, HOSTILE), Part("b", 1, "trusted")], title=HOSTILE, description=HOSTILE),
}


@pytest.mark.parametrize("kind", CHARTS)
def test_a_chart_is_whole_xml_whatever_its_texts_hold(kind: str) -> None:
    root = parsed(CHARTS[kind])
    assert {node.tag for node in root.iter()} <= {"svg", "title", "desc", "g", "path", "rect", "line", "text", "circle"}
    assert root.find("title").text.startswith("\"><script>alert('1')</script>&")


@pytest.mark.parametrize("kind", CHARTS)
def test_a_chart_fits_a_strict_content_policy_and_a_screen_reader(kind: str) -> None:
    root = parsed(CHARTS[kind])
    assert root.get("role") == "img"
    assert f"chart-{kind}" in root.get("class").split()
    for node in root.iter():
        assert not {key for key in node.attrib if key in {"style", "id", "href"} or key.startswith("on")}
        assert re.fullmatch(r"[a-z0-9 _-]*", node.get("class", ""))


def test_markup_says_that_it_is_markup_so_that_templates_leave_it_alone() -> None:
    svg = CHARTS["sparkline"]
    assert svg.__html__() == svg
    assert isinstance(svg, str)


def test_the_same_numbers_give_the_same_text() -> None:
    def once() -> Svg:
        return trust_chart([line([50, None, 60])], [Mark(day(1), "x"), Mark(day(1), "a")], now=day(3), title="t")

    assert once() == once()


def test_a_gap_is_a_gap_in_line_and_band_and_never_a_zero() -> None:
    svg = trust_chart([line([50, 60, None, float("nan"), 70, 80])], now=day(5), title="t")
    lines, bands = of_class(svg, "chart-line"), of_class(svg, "chart-band")
    assert len(lines) == len(bands) == 2
    bottom = float(parsed(svg).get("data-bottom"))
    assert all(y < bottom for node in lines for _x, y in points_of(node.get("d")))
    assert points_of(lines[0].get("d"))[-1][0] < points_of(lines[1].get("d"))[0][0]


def test_a_value_alone_between_gaps_is_a_dot_with_its_interval() -> None:
    svg = trust_chart([line([None, 60, None])], now=day(3), title="t")
    assert of_class(svg, "chart-line") == []
    assert len(of_class(svg, "chart-dot")) == len(of_class(svg, "chart-band")) == 1


def test_a_value_without_an_interval_keeps_its_line_but_has_no_band() -> None:
    points = [BandPoint(day(place), None, 50.0, 60.0) for place in range(3)]
    svg = trust_chart([Series("a", points)], now=day(3), title="t")
    assert of_class(svg, "chart-band") == []
    assert len(of_class(svg, "chart-line")) == 1


def test_the_axis_is_zero_to_hundred_and_values_outside_end_at_its_border() -> None:
    svg = trust_chart([line([-20, 0, 50, 100, 140])], now=day(4), title="t")
    root = parsed(svg)
    top, bottom = float(root.get("data-top")), float(root.get("data-bottom"))
    ys = [y for _x, y in points_of(of_class(svg, "chart-line")[0].get("d"))]
    assert ys == [bottom, bottom, (top + bottom) / 2, top, top]


def test_ticks_stand_at_midnights_in_utc_and_do_not_run_into_one_another() -> None:
    asked: list[datetime] = []

    def label(at: datetime) -> str:
        asked.append(at)
        return at.strftime("%Y-%m-%d")

    for days in (1, 3, 10, 60, 400, 4000):
        asked.clear()
        svg = trust_chart([line([50])], now=day(days), title="t", tick_label=label)
        ticks = asked[1:]
        assert all((at.hour, at.minute, at.tzinfo) == (0, 0, UTC) for at in ticks)
        texts = [node for node in of_class(svg, "chart-tick") if len(node.text) == 10]
        xs = [float(node.get("x")) for node in texts]
        assert 1 <= len(xs) <= 10
        assert all(after - before > 66 for before, after in pairwise(xs))


def test_lines_are_told_apart_without_colour_and_named_in_a_legend() -> None:
    svg = trust_chart([line([50, 60], name) for name in ("信任", "Precision", "Recall", "Lift")], now=day(2), title="t")
    drawn = [node for node in of_class(svg, "chart-line") if "chart-swatch" not in node.get("class")]
    assert len({node.get("stroke-dasharray") for node in drawn}) == 4
    legend = of_class(svg, "chart-legend")
    assert ["".join(node.itertext()) for node in legend] == ["信任", "Precision", "Recall", "Lift"]
    swatches = [node.find("path").get("stroke-dasharray") for node in legend]
    assert swatches == [node.get("stroke-dasharray") for node in drawn]


def test_marks_are_labelled_lines_at_their_time_and_labels_do_not_overlap() -> None:
    marks = [
        Mark(day(5), "Generator changed"),
        Mark(day(5.5), "Paused"),
        Mark(day(59), "Address changed"),
        Mark(day(-3), "before"),
        Mark(day(99), "after"),
    ]
    svg = trust_chart([line([50.0] * 60)], marks, now=day(60), title="t")
    groups = of_class(svg, "chart-mark")
    assert [node.get("data-at")[:10] for node in groups] == ["2026-03-06", "2026-03-06", "2026-04-29"]
    boxes = []
    for node in groups:
        label = node.find("text")
        y, wide = float(label.get("y")), len(label.text) * 6.6
        x = float(label.get("x")) - (wide if label.get("text-anchor") == "end" else 0)
        assert x >= 0
        assert x + wide <= 720
        boxes.append((x, y, x + wide))
    for place, (left, y, right) in enumerate(boxes):
        assert all(y != other_y or right <= other_left or other_right <= left for other_left, other_y, other_right in boxes[:place])


def test_many_marks_at_once_keep_their_lines_although_not_all_labels_fit() -> None:
    svg = trust_chart([line([50.0] * 9)], [Mark(day(4), f"Event number {place}") for place in range(9)], now=day(9), title="t")
    assert len(of_class(svg, "chart-mark-line")) == 9
    assert len(of_class(svg, "chart-mark-label")) == 3


def test_years_of_points_become_four_hundred_with_all_extremes() -> None:
    values: list[float | None] = [50.0] * 3000
    values[1234], values[2222] = 3.0, 97.0
    svg = trust_chart([line(values)], now=day(3000), title="t")
    root = parsed(svg)
    points = points_of(of_class(svg, "chart-line")[0].get("d"))
    assert len(points) <= 400
    height = float(root.get("data-bottom")) - float(root.get("data-top"))
    lowest = (float(root.get("data-bottom")) - max(y for _x, y in points)) / height * 100
    highest = (float(root.get("data-bottom")) - min(y for _x, y in points)) / height * 100
    assert (round(lowest), round(highest)) == (3, 97)


def test_a_gap_among_thousands_of_points_survives_the_thinning() -> None:
    values: list[float | None] = [50.0] * 3000
    values[1500:1600] = [None] * 100
    assert len(of_class(trust_chart([line(values)], now=day(3000), title="t"), "chart-line")) == 2


@given(st.lists(st.none() | st.floats(-10, 110), max_size=1500), st.integers(0, 3))
def test_any_values_stay_inside_the_plot(values: list[float | None], later: int) -> None:
    svg = trust_chart([line(values)], now=day(max(0, len(values) - 1) + later), title="t")
    root = parsed(svg)
    left, right, top, bottom = (float(root.get(f"data-{side}")) for side in ("left", "right", "top", "bottom"))
    for node in [*of_class(svg, "chart-line"), *of_class(svg, "chart-band")]:
        for x, y in points_of(node.get("d", "")):
            assert left - 0.1 <= x <= right + 0.1
            assert top - 0.1 <= y <= bottom + 0.1


def test_a_chart_without_any_value_has_axes_and_no_line() -> None:
    for series in ([], [line([])], [line([None, None])]):
        svg = trust_chart(series, now=day(1), title="t")
        assert of_class(svg, "chart-line") == []
        assert len(of_class(svg, "chart-grid")) == 4


def test_a_sparkline_is_small_and_ends_in_a_dot() -> None:
    svg = sparkline([Point(day(place), 50.0 + place % 7) for place in range(60)], title="Trust")
    assert len(svg) < 1000
    assert len(of_class(svg, "chart-dot")) == 1


def test_a_sparkline_without_values_is_empty() -> None:
    assert sparkline([]) == ""
    assert sparkline([Point(day(0), None), Point(day(1), float("nan"))]) == ""


def test_a_single_value_is_one_dot_in_the_middle() -> None:
    (dot,) = of_class(sparkline([Point(day(0), 50.0)]), "chart-dot")
    assert (dot.get("cx"), dot.get("cy")) == ("60", "14")


def test_the_bars_of_a_histogram_have_the_ratio_of_their_counts() -> None:
    svg = histogram([Bin("day", 10), Bin("week", 5), Bin("month", 0), Bin("year", 1)], title="t")
    widths = [float(node.get("width")) for node in of_class(svg, "chart-bar")]
    assert widths[1] == pytest.approx(widths[0] / 2, abs=0.1)
    assert widths[2] == 0
    assert widths[3] == pytest.approx(widths[0] / 10, abs=0.1)


def test_a_bin_with_one_entry_among_millions_can_be_seen_and_counts_are_written_as_given() -> None:
    svg = histogram([Bin("all", 5_000_000, "5,000,000"), Bin("one", 1)], title="t")
    assert [node.get("width") for node in of_class(svg, "chart-bar")][1] == "1"
    assert [node.text for node in of_class(svg, "chart-count")] == ["5,000,000", "1"]


def test_empty_bins_and_parts_are_no_error() -> None:
    assert parsed(histogram([], title="t")) is not None
    assert parsed(histogram([Bin("a", 0)], title="t")) is not None
    assert of_class(stacked_bar([Part("a", 0)], title="t"), "chart-part") == []


def test_the_parts_of_a_stacked_bar_fill_it_and_are_named_in_order() -> None:
    svg = stacked_bar([Part("trusted", 3, "trusted"), Part("none", 0), Part("untrusted", 1, "untrusted")], title="t", width=400)
    bars = [node for node in of_class(svg, "chart-part") if "chart-swatch" not in node.get("class")]
    assert [(float(node.get("x")), float(node.get("width"))) for node in bars] == [(0, 299), (300, 99)]
    assert "chart-part-untrusted" in bars[1].get("class")
    assert ["".join(node.itertext()) for node in of_class(svg, "chart-legend")] == ["trusted 3", "untrusted 1"]


@pytest.mark.parametrize("label", ["{:%b %d}", "{:%Y-%m-%d}", "{0.month}月{0.day}日"])
@pytest.mark.parametrize("width", [320, 560, 760])
def test_labels_of_days_never_touch_however_long_the_history_is(label: str, width: int) -> None:
    for days in range(1, 120):
        for hour in (0, 3, 20):
            now = datetime(2026, 11, 30, hour, 30, tzinfo=UTC)
            points = [BandPoint(now - timedelta(days=days), 40, 50, 60), BandPoint(now, 40, 50, 60)]
            svg = trust_chart([Series("Trust", points)], now=now, title="Trust", width=width, tick_label=label.format)
            spans = sorted(_spans_of_labels(svg))
            assert spans, days
            assert all(end + 6 <= start for (_, end), (start, _) in pairwise(spans)), (days, hour, spans)
            assert spans[-1][1] <= width + 0.1


def _spans_of_labels(svg: str) -> list[tuple[float, float]]:
    """From where to where each label of the time axis reaches."""
    spans = []
    for element in ElementTree.fromstring(svg).iter():
        anchor = element.get("text-anchor")
        if element.get("class") == "chart-tick" and anchor and float(element.get("x", 0)) >= 34:
            wide, x = text_width(element.text or "", 11.0), float(element.get("x", 0))
            start = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
            spans.append((start, start + wide))
    return spans
