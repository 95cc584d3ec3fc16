"""House rules about the shape of the code, each with its reason."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LONGEST_FILE = 300  # what one sitting can hold
LONGEST_FUNCTION = 40  # what one screen can hold
LONGEST_VIEW = 25  # a view that is longer decides something that belongs elsewhere
# A task's edge, where a failure is written down with its site and raised again; and the edge of a line of a batch, where it is told on
# standard error, for it must not cost the caller the thousands of lines after it; and of a site among all sites that are judged again.
MAY_CATCH_ALL = frozenset({"sitemaps_app/tasks.py", "sitemaps_app/management/batch.py", "sitemaps_app/pipeline/fault_edge.py"})
BROAD = frozenset({"Exception", "BaseException"})

Function = ast.FunctionDef | ast.AsyncFunctionDef


def sources() -> list[Path]:
    found = [path for folder in ("scoring", "sitemaps_app") for path in (ROOT / folder).rglob("*.py") if path.parent.name != "migrations"]
    assert len(found) > 20
    return sorted(found)


def functions(path: Path) -> Iterator[Function]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, Function):
            yield node


def code_lines(function: Function) -> int:
    """Lines from the first statement after the docstring to the last: a long explanation is no long function."""
    body = function.body[1:] if ast.get_docstring(function, clean=False) is not None else function.body
    first = body[0].lineno if body else function.lineno
    return (function.end_lineno or first) - first + 1


def too_long(paths: list[Path], limit: int) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{function.lineno} {function.name} has {code_lines(function)} lines"
        for path in paths
        for function in functions(path)
        if code_lines(function) > limit
    ]


def broad_excepts(tree: ast.AST) -> list[int]:
    """The lines of the handlers that catch everything and keep it; one that tidies up and ends in `raise` hides nothing."""
    handlers = [node for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler)]
    return [
        handler.lineno
        for handler in handlers
        if handler.type is None or any(isinstance(name, ast.Name) and name.id in BROAD for name in ast.walk(handler.type))
        if not (isinstance(last := handler.body[-1], ast.Raise) and last.exc is None)
    ]


def test_no_file_is_longer_than_one_sitting() -> None:
    long = {str(path.relative_to(ROOT)): count for path in sources() if (count := len(path.read_text().splitlines())) > LONGEST_FILE}
    assert long == {}, "split by concept where everybody adds"


def test_no_function_is_longer_than_one_screen() -> None:
    assert too_long(sources(), LONGEST_FUNCTION) == []


def test_views_are_thin() -> None:
    views = [path for path in sources() if "sitemaps_app/views/" in path.as_posix()]
    assert too_long(views, LONGEST_VIEW) == []


def test_only_a_tasks_edge_keeps_what_it_did_not_expect() -> None:
    found = {
        str(path.relative_to(ROOT)): lines
        for path in sources()
        if str(path.relative_to(ROOT)) not in MAY_CATCH_ALL and (lines := broad_excepts(ast.parse(path.read_text())))
    }
    assert found == {}, "an expected failure is a value with a code; anything else is our bug and must be seen"


def test_a_docstring_does_not_make_a_function_long() -> None:
    tree = ast.parse("def f():\n    '''One\n    two.'''\n    a = 1\n    return a\n")
    assert [code_lines(node) for node in ast.walk(tree) if isinstance(node, Function)] == [2]


@pytest.mark.parametrize("catch", ["", " Exception", " (ValueError, BaseException) as error"])
def test_a_broad_except_is_seen_bare_named_and_in_a_tuple(catch: str) -> None:
    assert broad_excepts(ast.parse(f"try:\n    pass\nexcept{catch}:\n    pass\n")) == [3]


def test_a_broad_except_that_raises_again_is_let_pass() -> None:
    assert broad_excepts(ast.parse("try:\n    pass\nexcept BaseException:\n    close()\n    raise\n")) == []


def test_a_narrow_except_is_let_pass() -> None:
    assert broad_excepts(ast.parse("try:\n    pass\nexcept (OSError, ValueError):\n    pass\n")) == []
