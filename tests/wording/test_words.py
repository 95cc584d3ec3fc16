"""How a code becomes text."""

from __future__ import annotations

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.formats.sitemap_problems import SEVERITIES
from sitemaps_app.wording import TABLES, is_known, numbers, sentence, words
from sitemaps_app.wording.words import percent, shown


def test_a_sentence_has_its_numbers_filled_in() -> None:
    text = sentence("account", "visits_done", {"count": 1_940, "not_comparable": 3})
    assert text == "Pages visited: 1,940; of them not comparable: 3."


def test_codes_among_the_params_become_words() -> None:
    assert sentence("account", "assessed", {"verdict": "no_lastmod", "comparisons": 0}).startswith("Verdict: No lastmod;")
    assert sentence("events", "unreachable", {"reason": "host_unknown"}) == "The sitemap could not be read: Host unknown."
    assert sentence("events", "unreachable", {"reason": "http_503"}) == "The sitemap could not be read: Service unavailable (503)."
    assert sentence("events", "unreachable", {"reason": "new_code"}) == "The sitemap could not be read: new_code."


def test_a_missing_param_becomes_a_dash() -> None:
    assert sentence("account", "visits_planned") == "Pages chosen for a visit: –."


def test_an_unknown_code_is_its_name() -> None:
    assert str(words("problems", "code_of_tomorrow").title) == "code of tomorrow"
    assert not is_known("problems", "code_of_tomorrow")


def test_an_unknown_kind_is_our_mistake() -> None:
    with pytest.raises(KeyError):
        words("problem", "url_invalid")


def test_a_percent_sign_is_written_once() -> None:
    assert "90 % of 10 entries" in sentence("reasons", "partial_coverage", {"lastmod_percent": 90, "entries": 10})


def test_the_active_language_decides() -> None:
    with translation.override("zh-hans"):
        assert str(words("verdicts", "trusted").title) == "可信"
        assert sentence("events", "verdict_changed", {"old": "hint", "new": "trusted"}) == "从“仅供参考”变为“可信”。"


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.0, "0 %"), (0.0004, "< 1 %"), (0.5, "50 %"), (0.994, "99 %"), (0.997, "99.7 %"), (0.99999, "99.9 %"), (1.0, "100 %")],
)
def test_a_share_is_never_rounded_to_all_or_nothing(share: float, text: str) -> None:
    assert percent(share) == text


@pytest.mark.parametrize(
    ("days", "text"),
    [(0.0, "1 minute"), (0.02, "29 minutes"), (1 / 24, "1 hour"), (1.5, "36 hours"), (7.2, "7 days"), (4_000.0, "4,000 days")],
)
def test_a_gap_is_told_in_the_unit_that_people_use(days: float, text: str) -> None:
    assert numbers.gap(days) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(86_400, "once a day"), (172_800, "every 2 days"), (3_600, "every 1 hour"), (5_400, "every 90 minutes"), (90, "every 1.5 minutes")],
)
def test_an_interval_of_checks_is_told_without_rounding(seconds: int, text: str) -> None:
    assert numbers.interval_of_checks(seconds) == text


_values = st.one_of(
    st.text(), st.integers(), st.floats(allow_nan=True, allow_infinity=True), st.none(), st.booleans(), st.lists(st.integers())
)
_codes = st.sampled_from([(kind, code) for kind, table in TABLES.items() for code in table])


@given(code=_codes, params=st.dictionaries(st.sampled_from(["count", "url", "reason", "verdict", "share", "kind", "old"]), _values))
def test_no_stored_params_can_break_a_sentence(code: tuple[str, str], params: dict[str, object]) -> None:
    assert sentence(*code, params)


@given(name=st.text(max_size=12), value=_values)
def test_any_param_can_be_shown(name: str, value: object) -> None:
    assert isinstance(shown(name, value), str)


@pytest.mark.parametrize("code", [*SEVERITIES, "http_404", "http_410", "http_403", "http_503", "http_502", "url_with_password"])
def test_every_problem_of_a_sitemap_says_what_to_do(code: str) -> None:
    said = words("problems", code)
    assert said.explanation
    assert said.advice
    assert "next check" not in f"{said.explanation} {said.advice}", "a report on one sitemap has no next check"
