"""How long a server asks us to stay away."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.network.retry_after import retry_after_seconds

NOW = datetime(2031, 5, 6, 7, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("120", 120.0),
        (" 0 ", 0.0),
        ("+5", 5.0),
        ("1.5", 1.0),
        ("30, 30", 30.0),
        ("Tue, 06 May 2031 07:02:00 GMT", 120.0),
        ("Tue, 06 May 2031 07:02:00", 120.0),
        ("Tue, 06 May 2031 06:00:00 GMT", 0.0),
        ("-5", None),
        ("soon", None),
        ("99999999999999", None),
        ("", None),
    ],
)
def test_seconds_and_dates_are_read(value: str, seconds: float | None) -> None:
    assert retry_after_seconds({"retry-after": value}, NOW) == seconds


def test_no_header_says_nothing() -> None:
    assert retry_after_seconds({}, NOW) is None


def test_a_date_is_measured_by_the_clock_of_the_server_that_wrote_it() -> None:
    headers = {"retry-after": "Mon, 01 Jan 2001 00:10:00 GMT", "date": "Mon, 01 Jan 2001 00:00:00 GMT"}
    assert retry_after_seconds(headers, NOW) == 600.0


@given(st.text(max_size=40))
def test_no_text_raises(value: str) -> None:
    seconds = retry_after_seconds({"retry-after": value, "date": value}, NOW)
    assert seconds is None or seconds >= 0
