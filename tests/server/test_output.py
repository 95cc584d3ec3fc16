from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.server.output import LONGEST_LINE, Lines, Output


@given(st.binary(), st.integers(1, 7))
def test_lines_are_the_same_however_the_pipe_cuts_them(stream: bytes, size: int) -> None:
    lines = Lines()
    found = [line for start in range(0, len(stream), size) for line in lines.feed(stream[start : start + size])]
    found += lines.feed(b"")
    wanted = stream.split(b"\n")
    assert found == (wanted[:-1] if wanted[-1] == b"" else wanted)


def test_a_line_without_an_end_does_not_fill_memory() -> None:
    lines = Lines()
    cut = [line for _ in range(100) for line in lines.feed(b"x" * 10_000)]
    assert max(map(len, cut)) <= LONGEST_LINE + 10_000
    assert sum(map(len, cut)) >= 1_000_000 - LONGEST_LINE - 10_000


def test_what_is_only_told_is_not_written_down(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = Output(tmp_path / "logs")
    output.tell("the password is 123")
    output.say("all is up")
    output.close()
    assert capsys.readouterr().out == "the password is 123\nall is up\n"
    assert output.path.read_text() == "server: all is up\n"


def test_the_brokers_warnings_about_the_kernel_stay_in_the_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = Output(tmp_path / "logs")
    output.line("broker", b"# WARNING Memory overcommit must be enabled!\n")
    output.close()
    assert capsys.readouterr().out == ""
    assert "overcommit" in output.path.read_text()
