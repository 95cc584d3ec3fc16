from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from defusedxml import ElementTree

from sitemaps_app.charts import BandPoint, Bin, Part, Point, Series, Svg, histogram, sparkline, stacked_bar

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
