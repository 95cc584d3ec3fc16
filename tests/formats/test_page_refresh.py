"""Pages that send their readers on by themselves."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.formats.page import PageReading, read_page
from tests.formats.page_texts import ARTICLE

URL = "https://site.example/old/guide/"


def read(refresh: str, *, where: str = "head", around: str = "{}") -> PageReading:
    meta = around.format(f'<meta http-equiv="Refresh" content="{refresh}">')
    parts = {"head": "", "body": "", where: meta}
    body = f"<html><head><title>Guide</title>{parts['head']}</head><body>{parts['body']}<main>{ARTICLE}</main></body></html>"
    return read_page(body.encode(), url=URL, now=datetime(2026, 3, 1, tzinfo=UTC))


@pytest.mark.parametrize("where", ["head", "body"])
@pytest.mark.parametrize(
    "refresh",
    [
        "0; url=https://new.example/guide",
        "0;URL='/new/guide'",
        "0, url=../new",
        "3 ;url = ?page=2",
        "0 /elsewhere",
        "0.5;https://new.example/",
        ".5; url=/",
    ],
)
def test_a_page_that_sends_its_readers_on_at_once_is_no_version_of_the_page(refresh: str, where: str) -> None:
    reading = read(refresh, where=where)
    assert (reading.comparable, reading.reason) == (False, "page_redirected_away")
    assert "page_redirected_away" in {problem.code for problem in reading.problems}


@pytest.mark.parametrize(
    "refresh",
    [
        "300",
        "0",
        "0; url=",
        f"0; url={URL}",
        "0; url=http://www.site.example/old/guide#top",
        "30; url=/next-slide",
        "soon; url=/new",
        "0; url=javascript:alert(1)",
        "0; url=http://[broken",
    ],
)
def test_a_page_that_loads_itself_anew_or_much_later_is_read(refresh: str) -> None:
    assert read(refresh).comparable


def test_what_is_only_for_readers_without_scripts_sends_nobody_on() -> None:
    for where in ("head", "body"):
        assert read("0; url=/without-script", where=where, around="<noscript>{}</noscript>").comparable


@given(st.text(max_size=80))
def test_no_text_breaks_it(refresh: str) -> None:
    read(refresh.replace('"', "&quot;"))
