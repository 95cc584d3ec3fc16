"""Host names as people write them."""

from __future__ import annotations

import idna
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.formats.host_names import coded_host, readable_host


@pytest.mark.parametrize(
    "name",
    [
        "bücher.example",
        "例え.jp",
        "президент.example",
        "παράδειγμα.example",
        "한국.example",
        "مثال.example",
        "दुनिया.example",
        "ひらがな漢字カナ.jp",
    ],
)
def test_a_name_of_one_script_is_written_as_people_write_it(name: str) -> None:
    coded = idna.encode(name).decode("ascii")
    assert coded.count("xn--") == 1
    assert readable_host(coded) == name
    assert readable_host(f"{coded}:8080") == f"{name}:8080"


@pytest.mark.parametrize(
    "name",
    [
        "аррӏе.example",  # Cyrillic letters only, which look like Latin ones
        "pаypal.example",  # one Cyrillic letter among Latin ones
        "bücherя.example",
        "ορτε.example",
    ],
)
def test_a_name_that_may_be_read_as_another_stays_as_the_network_knows_it(name: str) -> None:
    coded = idna.encode(name).decode("ascii")
    assert readable_host(coded) == coded


@pytest.mark.parametrize(
    "host", ["site.example", "127.0.0.1:9513", "[::1]:80", "xn--", "xn--a.example", "xn--0.example", "xn--\u202e.example", ""]
)
def test_what_is_no_coded_name_stays(host: str) -> None:
    assert readable_host(host) == host


@given(st.text(max_size=60))
def test_no_text_breaks_it(text: str) -> None:
    readable_host("xn--" + text)


@given(st.from_regex(r"xn--[a-z0-9-]{1,40}", fullmatch=True))
def test_what_is_shown_is_the_same_name(label: str) -> None:
    shown = readable_host(label)
    assert shown == label or idna.encode(shown).decode("ascii") == label


@pytest.mark.parametrize(
    ("name", "coded"), [("例え.jp", "xn--r8jz45g.jp"), ("Bücher", "xn--bcher-kva"), ("bücher.", "xn--bcher-kva"), ("ü b", ""), ("..", "")]
)
def test_a_name_that_is_looked_for_is_found_as_the_network_knows_it(name: str, coded: str) -> None:
    assert coded_host(name) == coded


@given(st.text(max_size=300))
def test_no_name_that_is_looked_for_breaks_it(text: str) -> None:
    assert coded_host(text).isascii()
