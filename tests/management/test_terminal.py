from __future__ import annotations

import json

import pytest

from sitemaps_app.management.terminal import json_line, plain


@pytest.mark.parametrize("obeyed", ["\x1b[31m", "\x9b2J", "\u202e", "\u2066", "\u2028", "\n", "\r", "\x07", "\udcff"])
def test_no_text_of_a_site_is_obeyed(obeyed: str) -> None:
    assert obeyed[0] not in plain(f"a{obeyed}b")


def test_words_of_all_scripts_and_their_blanks_stay() -> None:
    assert plain("Größe\N{NO-BREAK SPACE}5, 网站\N{IDEOGRAPHIC SPACE}地图") == "Größe\N{NO-BREAK SPACE}5, 网站\N{IDEOGRAPHIC SPACE}地图"


def test_an_object_is_one_ascii_line_for_every_reader() -> None:
    texts = {"title": "é\u2028\u0085\x1b\udcff 网站"}
    line = json_line(texts)
    assert line.isascii()
    assert line.splitlines() == [line]
    assert json.loads(line) == texts
