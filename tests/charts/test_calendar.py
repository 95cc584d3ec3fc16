"""The calendar of counts by day."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from defusedxml import ElementTree
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.charts import Svg, calendar
from sitemaps_app.charts.calendar import LEVELS, level, steps

LAST = date(2026, 11, 19)  # a Thursday


def drawn(counts: dict[date, int], *, weeks: int = 4, marked: date | None = None, told: str = "") -> Svg:
    return calendar(
        counts,
        last=LAST,
        weeks=weeks,
        most=max(counts.values(), default=0),
        title="t",
        told=lambda day, count: told or f"{day}: {count}",
        month=lambda day: f"{day:%b}",
        weekdays=["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"],
        marked=marked,
    )


def days_of(svg: Svg) -> list[Any]:
    return [node for node in ElementTree.fromstring(str(svg)).iter("rect") if "calendar-day" in node.get("class", "")]


def test_each_day_has_a_place_by_its_week_and_weekday() -> None:
    days = days_of(drawn({LAST: 3}))
    assert len(days) == 3 * 7 + 4
    assert days[-1].find("title").text == "2026-11-19: 3"
    assert days[0].find("title").text == "2026-10-26: 0"
    assert (days[0].get("y"), days[7].get("y")) == (days[7].get("y"), days[14].get("y"))
    assert float(days[-1].get("y")) > float(days[-2].get("y"))


def test_the_marked_day_has_a_class_of_its_own() -> None:
    svg = drawn({}, marked=LAST - timedelta(days=1))
    assert [node.find("title").text for node in days_of(svg) if "calendar-marked" in node.get("class")] == ["2026-11-18: 0"]


def test_hostile_words_stay_words() -> None:
    assert days_of(drawn({LAST: 1}, told='"><script>&'))[0].find("title").text == '"><script>&'


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_a_day_with_anything_is_never_as_light_as_an_empty_one(count: int, more: int) -> None:
    most = count + more
    assert (level(count, most) == 0) == (count == 0)
    assert level(count, most) <= level(most, most) <= LEVELS


@given(st.integers(0, 10**6), st.data())
def test_the_key_names_for_every_count_the_darkness_that_the_day_has(most: int, chosen: st.DataObject) -> None:
    key = steps(most)
    assert [one.first for one in key] == [0, *(one.last + 1 for one in key[:-1])]
    assert key[-1].last == most
    count = chosen.draw(st.integers(0, most))
    assert [one.level for one in key if one.first <= count <= one.last] == [level(count, most)]


def test_names_of_weekdays_in_any_script_have_room() -> None:
    svg = calendar(
        {},
        last=LAST,
        weeks=2,
        most=0,
        title="t",
        told=lambda _day, _count: "",
        month=lambda _day: "",
        weekdays=["星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日"],
    )
    names = [node for node in ElementTree.fromstring(str(svg)).iter("text") if node.get("text-anchor") == "end"]
    assert all(float(node.get("x")) >= 11 * len(node.text) for node in names)
    assert float(days_of(svg)[0].get("x")) > float(names[0].get("x"))
