"""The shell half of the start: finding a Python, and installing only when something has changed."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from sitemaps_app.management.commands.serve import Command

ROOT = Path(__file__).parents[2]
BASH = shutil.which("bash") or "/bin/bash"


def fake_python(folder: Path, name: str, works: bool) -> Path:
    """An interpreter that is new enough, or not; it notes each pip call in `pip.log`."""
    path = folder / name
    path.write_text(f'#!{BASH}\n[ "$2" = pip ] && echo "$*" >> {folder}/pip.log\nexit {0 if works else 1}\n')
    path.chmod(0o755)
    return path


def run(here: Path, code: str, path: str) -> subprocess.CompletedProcess[str]:
    script = f'set -euo pipefail; here={here}; . "{ROOT}/script/environment.sh"; {code}'
    return subprocess.run([BASH, "-c", script], env={"PATH": path}, capture_output=True, text=True, check=False)


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A project folder whose environment is made already, with a Python that only notes what it is asked to install."""
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    fake_python(tmp_path / ".venv" / "bin", "python", works=True)
    (tmp_path / "requirements.txt").write_text("a==1\n")
    (tmp_path / "requirements-dev.txt").write_text("-r requirements.txt\nb==1\n")
    return tmp_path


def installs(here: Path) -> int:
    log = here / ".venv" / "bin" / "pip.log"
    return len(log.read_text().splitlines()) if log.exists() else 0


def test_without_python_the_start_is_one_sentence(tmp_path: Path) -> None:
    answer = run(tmp_path, "prepare_environment requirements.txt", path=str(tmp_path))
    assert answer.returncode == 1
    assert answer.stderr.startswith("Python 3.11 or later, with its venv module, was not found; install it")
    assert answer.stderr.count("\n") == 1


def test_an_interpreter_that_is_there_but_does_not_work_is_passed_over(tmp_path: Path) -> None:
    fake_python(tmp_path, "python3.11", works=False)
    good = fake_python(tmp_path, "python3.12", works=True)
    assert run(tmp_path, "find_python", path=str(tmp_path)).stdout.strip() == str(good)


def test_packages_are_installed_only_when_the_requirements_have_changed(here: Path) -> None:
    for expected in (1, 1):
        answer = run(here, "prepare_environment requirements.txt", path="/usr/bin:/bin")
        assert (answer.returncode, installs(here)) == (0, expected), answer.stderr
    (here / "requirements.txt").write_text("a==2\n")
    assert "Installing what requirements.txt asks for" in run(here, "prepare_environment requirements.txt", path="/usr/bin:/bin").stdout
    assert installs(here) == 2


def test_the_tests_packages_do_not_undo_the_products(here: Path) -> None:
    for file, expected in (("requirements.txt", 1), ("requirements-dev.txt", 2), ("requirements.txt", 2), ("requirements-dev.txt", 2)):
        run(here, f"prepare_environment {file}", path="/usr/bin:/bin")
        assert installs(here) == expected
    (here / "requirements.txt").write_text("a==2\n")
    for file, expected in (("requirements.txt", 3), ("requirements-dev.txt", 4)):
        run(here, f"prepare_environment {file}", path="/usr/bin:/bin")
        assert installs(here) == expected


def test_a_failed_installation_is_told_and_tried_again(here: Path) -> None:
    broken = here / ".venv" / "bin" / "python"
    broken.write_text(f'#!{BASH}\n[ "$2" != pip ]\n')
    for _ in range(2):
        answer = run(here, "prepare_environment requirements.txt", path="/usr/bin:/bin")
        assert answer.returncode == 1
        assert answer.stderr.startswith("The packages could not be installed;")


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_whoever_asks_what_the_start_does_is_told_and_nothing_is_installed(tmp_path: Path, option: str) -> None:
    shutil.copytree(ROOT / "script", tmp_path / "script")
    answer = subprocess.run(
        [BASH, tmp_path / "script" / "server", option], env={"PATH": "/usr/bin:/bin"}, capture_output=True, text=True, check=True
    )
    parser = Command().create_parser("manage.py", "serve")
    own = {text for action in parser._actions if action.dest in {"port", "bind"} for text in action.option_strings}
    assert own == set(re.findall(r"--[a-z]+", answer.stdout)) == {"--port", "--bind"}
    assert f"default: {parser.get_default('port')}" in answer.stdout
    assert f"default: {parser.get_default('bind')}" in answer.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["script"]
