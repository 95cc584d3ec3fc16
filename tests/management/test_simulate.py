from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

ROOT = Path(__file__).parents[2]
SMALL = ("--classes", "accurate,frozen", "--seeds", "2", "--days", "4", "--now", "2026-12-01")


def simulated(*arguments: str) -> str:
    out = io.StringIO()
    call_command("simulate", *arguments, stdout=out, stderr=io.StringIO())
    return out.getvalue()


def without_time(text: str) -> list[str]:
    return [line for line in text.splitlines() if not line.startswith("The run took")]


def test_the_numbers_do_not_depend_on_the_number_of_processes() -> None:
    alone, together = simulated(*SMALL, "--jobs", "1"), simulated(*SMALL, "--jobs", "2")

    assert without_time(alone) == without_time(together)
    assert "| accurate |" in alone
    assert "python manage.py simulate --seeds 2 --days 4 --classes accurate,frozen\n" in alone
    assert "Made on 2026-12-01." in alone


def test_other_seeds_are_other_sites() -> None:
    assert without_time(simulated(*SMALL, "--jobs", "1")) != without_time(simulated(*SMALL, "--jobs", "1", "--first-seed", "7"))


def test_json_is_one_object_a_line_and_knows_no_nan() -> None:
    lines = [json.loads(line, parse_constant=pytest.fail) for line in simulated(*SMALL, "--jobs", "1", "--json").splitlines()]

    assert {line["class"] for line in lines if "class" in line} == {"accurate", "frozen"}
    assert {"measure", "what", "found", "low", "high", "met", "runs"} <= lines[0].keys()
    frozen = next(line for line in lines if line.get("class") == "frozen")
    assert frozen["true_precision"] is None
    assert frozen["true_recall"] == 0.0


def test_the_output_goes_into_a_file(tmp_path: Path) -> None:
    path = tmp_path / "simulation.md"

    assert simulated(*SMALL, "--jobs", "1", "--output", str(path)) == ""
    assert path.read_text("utf-8").startswith("# ")


def test_the_list_names_every_class_sorted() -> None:
    names = [line.split()[0] for line in simulated("--list").splitlines()]

    assert names == sorted(names)
    assert {"accurate", "silent_switch", "delays", "samples"} <= set(names)


def test_a_class_that_is_done_is_told_where_there_is_no_terminal() -> None:
    told = io.StringIO()
    call_command("simulate", *SMALL, "--jobs", "1", stdout=io.StringIO(), stderr=told)

    assert told.getvalue().splitlines() == ["accurate done", "frozen done"]


@pytest.mark.parametrize(
    "arguments",
    [("--seeds", "0"), ("--jobs", "0"), ("--days", "1"), ("--first-seed", "-1"), ("--classes", "acurate"), ("--now", "soon")],
)
def test_what_cannot_be_simulated_is_wrong_use(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError) as wrong:
        simulated(*arguments)
    assert wrong.value.returncode == 2


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="missing") as failed:
        simulated(*SMALL, "--jobs", "1", "--output", str(tmp_path / "missing" / "x.md"))
    assert failed.value.returncode == 1


def test_ctrl_c_ends_all_processes_without_a_word(data_dir: Path) -> None:
    command = [sys.executable, str(ROOT / "manage.py"), "simulate", "--jobs", "2", "--classes", "accurate,samples", "--days", "3"]
    environment = {**os.environ, "LASTMOD_DATA_DIR": str(data_dir)}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, cwd=ROOT, env=environment, start_new_session=True) as process:
        assert process.stderr is not None
        assert process.stderr.readline().endswith(b"done\n")
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate()
    assert (process.returncode, output, errors) == (130, b"", b"")
