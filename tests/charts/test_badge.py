"""Badges, as wide as their texts."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.charts.badge import PADDING, badge, text_width

SVG = "{http://www.w3.org/2000/svg}"


def sides(drawn: str) -> tuple[float, float]:
    rects = ET.fromstring(drawn).findall(f"{SVG}g/{SVG}rect")
    return float(rects[0].attrib["width"]), float(rects[1].attrib["width"])


def test_a_chinese_character_takes_a_square_and_a_latin_one_less() -> None:
    assert text_width("可信") == 22
    assert text_width("ab") == 14
    assert text_width("il") < text_width("mw")


def test_marks_that_combine_take_no_room() -> None:
    assert text_width("e\u0301") == text_width("e")


@pytest.mark.parametrize("message", ["Trusted · 93", "可信 · 93", "证据不足", "No lastmod"])
def test_both_sides_have_room_for_their_texts(message: str) -> None:
    left, right = sides(badge("lastmod", message, "#1d5fb8"))
    assert left >= text_width("lastmod") + 2 * PADDING - 1
    assert right >= text_width(message) + 2 * PADDING - 1
    assert ET.fromstring(badge("lastmod", message, "#1d5fb8")).attrib["width"] == str(int(left + right))


@given(st.text(max_size=30), st.text(max_size=30))
def test_any_text_gives_an_image_that_can_be_read(label: str, message: str) -> None:
    drawn = ET.fromstring(badge(label, message, "#566172"))
    assert drawn.attrib["height"] == "20"
    assert not list(drawn.iter(f"{SVG}script"))
