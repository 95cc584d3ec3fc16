"""Who may import whom."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Who puts the parts together may see all of them.
FREE = frozenset(
    {"apps", "celery", "demo", "environment", "formats", "locale", "migrations", "network", "server", "settings", "static", "urls", "wsgi"}
)


def contracts() -> list[dict[str, list[str]]]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]


def test_every_import_keeps_the_contracts_of_pyproject() -> None:
    answer = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()", "--no-cache", "--no-logo"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr


def test_every_part_of_the_app_stands_under_the_contract_about_connections() -> None:
    door = next(contract for contract in contracts() if contract["id"] == "door")
    named = {module.removeprefix("sitemaps_app.") for module in door["source_modules"]}
    app = ROOT / "sitemaps_app"
    parts = {path.stem for path in app.glob("*.py") if path.stem != "__init__"} | {path.parent.name for path in app.glob("*/__init__.py")}
    assert parts - named - FREE == set(), "add the new part to the contracts in pyproject.toml"


def test_formats_and_scoring_import_without_django() -> None:
    modules = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for folder in ("scoring", "sitemaps_app/formats")
        for path in (ROOT / folder).rglob("*.py")
        if path.stem != "__init__"
    ]
    assert len(modules) > 3
    code = f"import importlib, sys; [importlib.import_module(m) for m in {modules!r}]; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_the_app_package_stays_empty() -> None:
    assert (ROOT / "sitemaps_app" / "__init__.py").read_text() == "", "formats must import without Django or Celery"
