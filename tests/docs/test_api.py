"""docs/api.md tells what the API does."""

from __future__ import annotations

import json
import re

import pytest

from sitemaps_app import api_keys
from sitemaps_app.api.app import api
from sitemaps_app.api.document import openapi_document
from sitemaps_app.api.paging import MOST_ROWS, Paging
from sitemaps_app.api.problems import STATUS_OF, ApiError, answer_problem
from sitemaps_app.api.schemas import MOST_ADDED
from sitemaps_app.models.api_key import KeyScope
from sitemaps_app.pipeline import sitemap_check
from tests.docs.pages import blocks, text_of

TEXT = text_of("docs/api.md")


def test_it_names_every_operation_and_no_other() -> None:
    told = set(re.findall(r"^\| `(GET|POST|PUT|DELETE) (/api/v1/\S+)` \|", TEXT, re.MULTILINE))
    assert told == {(method.upper(), path) for path, methods in openapi_document(api)["paths"].items() for method in methods}


def test_it_names_every_code_under_its_status() -> None:
    told = {}
    for status, codes in re.findall(r"^\| (\d{3}) \| (.+) \|$", TEXT, re.MULTILINE):
        told |= dict.fromkeys((code for code in re.findall(r"`(\w+)`", codes) if code != "errors"), int(status))
    assert told == STATUS_OF


def test_its_problem_object_is_one_of_ours() -> None:
    (shown,) = [json.loads(block) for block in blocks(TEXT) if block.startswith("{")]
    assert shown == json.loads(answer_problem(ApiError("not_found")).content)


def test_it_names_every_scope() -> None:
    assert re.findall(r"^\| `(\w+)` \|", TEXT, re.MULTILINE) == KeyScope.values


@pytest.mark.parametrize(
    ("sentence", "figure"),
    [
        (r"rows \((\d+);", Paging().limit),
        (r"at most (\d+)\)", MOST_ROWS),
        (r"at most ([\d,]+) \|", MOST_ADDED),
        (r"up to (\d+) MiB", sitemap_check.MAX_BYTES >> 20),
        (r"has at most (three) at work", {3: "three"}[sitemap_check.AT_ONCE]),
        (r"kept for (seven) days", {7: "seven"}[sitemap_check.KEPT_DAYS]),
        (r"After (twenty) wrong keys within a\nquarter", {20: "twenty"}[api_keys.MOST_WRONG]),
        (r"within a\n(quarter) of an hour", {900: "quarter"}[api_keys.WRONG_WINDOW.seconds]),
    ],
)
def test_its_figures_are_those_of_the_code(sentence: str, figure: object) -> None:
    assert re.search(sentence, TEXT)[1].replace(",", "") == str(figure)
