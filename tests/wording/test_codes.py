"""Every code that the product can say has its words, and docs/codes.md tells them all."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring.assessment import FailureMode, Verdict
from scoring.changepoint import ChangeKind
from scoring.reasons import REASONS
from scoring.schedule import DueReason
from sitemaps_app.formats.lastmod import LastmodStatus
from sitemaps_app.formats.problems import Severity
from sitemaps_app.formats.sitemap import Kind, Outcome
from sitemaps_app.models.check import CheckState
from sitemaps_app.wording import TABLES, is_known
from sitemaps_app.wording.document import HEADINGS, codes_document
from tests.wording.messages import ROOT


@pytest.mark.parametrize(
    ("kind", "codes"),
    [
        ("verdicts", Verdict),
        ("failure_modes", FailureMode),
        ("reasons", REASONS),
        ("generator_changes", ChangeKind),
        ("due_reasons", DueReason),
        ("lastmod_statuses", LastmodStatus),
        ("severities", Severity),
        ("file_kinds", Kind),
        ("outcomes", Outcome),
        ("check_states", CheckState.values),
    ],
)
def test_every_code_of_a_type_has_words(kind: str, codes) -> None:
    assert [str(code) for code in codes if not is_known(kind, str(code))] == []


def test_every_failure_mode_says_what_it_is_what_causes_it_and_how_it_is_repaired() -> None:
    said = TABLES["failure_modes"]
    assert [code for code, words in said.items() if not (words.title and words.explanation and words.cause and words.advice)] == []
    assert set(said) == {str(mode) for mode in FailureMode}


def calls(folder: str) -> Iterator[ast.Call]:
    for path in sorted((ROOT / "sitemaps_app" / folder).rglob("*.py")):
        yield from (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call))


def called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else call.func.id if isinstance(call.func, ast.Name) else ""


def literals(node: ast.AST) -> list[str]:
    return [part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)]


def test_every_line_of_the_account_has_words() -> None:
    told = {code for call in calls("pipeline") if called(call) == "tell" and call.args for code in literals(call.args[0])}
    assert len(told) > 15
    assert sorted(told - TABLES["account"].keys()) == []


def test_every_event_has_words() -> None:
    told = {code for call in calls("pipeline") if called(call) == "_tell_event" for code in literals(call.args[1])}
    told |= {code for call in calls("pipeline") if called(call) == "_of_rules" for code in literals(call.args[1])}
    assert told >= {"verdict_changed", "generator_changed"}
    assert sorted(told - TABLES["events"].keys()) == []


@pytest.mark.parametrize(("folder", "names"), [("formats", {"Problem"}), ("network", {"FetchFailure"})])
def test_every_problem_that_is_made_has_words(folder: str, names: set[str]) -> None:
    place = {"Problem": 0, "FetchFailure": 1}
    made = set()
    for call in calls(folder):
        name = called(call)
        if name in names and len(call.args) > place[name] and isinstance(argument := call.args[place[name]], ast.Constant):
            made.add(argument.value)
    assert sorted(made - TABLES["problems"].keys()) == []


def test_refusals_have_words() -> None:
    refused = {code for call in calls("pipeline") if called(call) == "Refusal" for code in literals(call.args[0])}
    assert refused
    assert sorted(refused - TABLES["refusals"].keys()) == []


def test_acts_in_the_log_have_words() -> None:
    by_page = {code for call in calls("views") if called(call) == "audit" for code in literals(call.args[1])}
    by_program = {code for call in calls("api") if called(call) == "audit_call" for code in literals(call.args[1])}
    assert by_page
    assert by_program
    done = by_page | by_program
    assert sorted(done - TABLES["acts"].keys()) == []


def test_each_kind_of_code_has_a_heading() -> None:
    assert HEADINGS.keys() == TABLES.keys()


def test_the_document_is_current() -> None:
    written = Path(ROOT, "docs", "codes.md").read_text("utf-8")
    assert written == codes_document(), "run: python -m sitemaps_app.wording"
