from __future__ import annotations

import ast
import re
from pathlib import Path

from scoring import case, explain, faults, standing, strata, verdict
from scoring.alarms import AlarmKind
from scoring.assessment import Verdict
from scoring.changepoint import ChangeKind
from scoring.reasons import FORMER, REASONS

FAULTS = sorted(Path(faults.__file__ or "").parent.glob("*.py"))
MODULES = (case, explain, standing, strata, verdict)
SOURCES = [path.read_text("utf-8") for path in (*(Path(module.__file__ or "") for module in MODULES), *FAULTS)]


def _codes_said() -> set[str]:
    """Every literal first argument of `Reason(...)`, every code kept in a name, and every member of the two generated families."""
    said: set[str] = set()
    for node in (node for source in SOURCES for node in ast.walk(ast.parse(source))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in REASONS:
            said.add(node.value)
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "Reason"
            and isinstance(node.args[0], ast.Constant)
        ):
            said.add(node.args[0].value)
    said |= {f"changed_{kind.value}" for kind in ChangeKind}
    said |= {f"alarm_{kind.value}" for kind in AlarmKind}
    return said | {f"{v.value}_by_comparisons" for v in (Verdict.TRUSTED, Verdict.USEFUL, Verdict.HINT)}


def test_every_code_the_scorer_says_has_a_sentence_and_the_other_way_round() -> None:
    assert _codes_said() == set(REASONS) - FORMER


def test_sentences_are_sentences_and_codes_are_codes() -> None:
    for code, sentence in REASONS.items():
        assert re.fullmatch(r"[a-z0-9_]+", code)
        assert sentence[0].isupper() or sentence.startswith(("%(", "lastmod"))
        assert sentence.endswith(".")
        assert sentence % dict.fromkeys(re.findall(r"%\((\w+)\)s", sentence), 1)
