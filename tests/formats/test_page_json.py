from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitemaps_app.formats.page_json import json_values, single_thing, unwrapped

THING = {"@type": "Article", "dateModified": "2024-05-03", "text": 'a // b /* c */ "d", ] \\ é', "list": [1, [], {}]}
SOUND = json.dumps(THING)


def values(text):
    return json_values(unwrapped(text), max_depth=50)


@pytest.mark.parametrize(
    "text",
    [
        SOUND,
        f"  {SOUND}  ",
        f"<!-- {SOUND} -->",
        f"<!--//--><![CDATA[//><!--\n{SOUND}\n//--><!]]>".replace("<!--//--><![CDATA[//><!--", "<![CDATA[<!--").replace(
            "//--><!]]>", "-->]]>"
        ),
        f"/* <![CDATA[ */ {SOUND} /* ]]> */",
        f"\ufeff{SOUND}",
        SOUND + ";",
    ],
)
def test_wrappers_are_no_fault(text):
    assert values(text) == ([THING], True)


@pytest.mark.parametrize(
    "text",
    [
        SOUND[:-1] + ",}",
        SOUND[:-1] + ", ,\n}",
        SOUND.replace("[1", "[ , 1"),
        SOUND.replace('"list"', ', "list"'),
        "// who\n" + SOUND.replace('"list"', '/* what */ "list"'),
        SOUND.replace('"list":', '"list":\u00a0'),
        "\u200b" + SOUND,
        SOUND.replace("é", "\\'").replace("\\u00e9", "\\'"),
        SOUND.replace("&", "&amp;").replace('"', "&quot;").replace("\\&quot;", "\\&quot;"),
    ],
)
def test_faults_that_can_mean_one_thing_only_are_repaired_and_told(text):
    found, sound = values(text)

    assert not sound
    assert found is not None
    assert (found[0]["@type"], found[0]["dateModified"], found[0]["list"]) == ("Article", "2024-05-03", [1, [], {}])


def test_no_more_wrappers_are_taken_off_than_anybody_writes():
    assert unwrapped("<!--" * 3 + " x " + "-->" * 3) == "x"
    assert unwrapped("<!--" * 6 + "x" + "-->" * 6) == "<!--<!--x-->-->"


def test_several_values_and_a_text_of_json_are_read():
    assert values(SOUND + "\n" + SOUND) == ([THING, THING], True)
    assert values(json.dumps(SOUND)) == ([THING], True)


@pytest.mark.parametrize("text", ['{"a": "b "c""}', "{'a': 'b'}", '{"a" "b"}', '{"a": [1, 2}', "[" * 60 + "]" * 60, '{"a": "b'])
def test_what_would_need_a_guess_is_not_read(text):
    assert values(text) == (None, False)


def test_a_single_thing_is_found_in_any_rubble():
    rubble = '{"@type": "NewsArticle", "headline": "say "no"", "dateModified": "2024-05-03", '

    assert single_thing(rubble) == {"@type": ["NewsArticle"], "dateModified": ["2024-05-03"], "datePublished": []}
    assert single_thing(rubble + '"dateModified": "2024-05-04"') is None
    assert single_thing(rubble + '"comment": [') is None
    assert single_thing(rubble.replace("NewsArticle", "Organization")) is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=12) | st.sampled_from(["//", "/*", ",]", "\\", '"', "&quot;"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.text(max_size=6), JSON, max_size=3), st.booleans())
def test_sound_json_is_read_as_it_is_and_with_a_comma_too_many(value, ascii_only):
    text = json.dumps(value, ensure_ascii=ascii_only)

    assert values(text) == ([value], True)
    assert values(text[:-1] + ",}")[0] == [value]


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.sampled_from(['"', "{", "}", "[", "]", ",", ":", "//", "/*", "*/", "\\", "\n", "&quot;", "<!--", "-->", "a", "1", "\u00a0"])
    )
)
def test_no_text_raises(parts):
    found, sound = values("".join(parts))

    assert found is not None or not sound
