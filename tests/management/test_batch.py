from __future__ import annotations

import base64
import io
import json
import os
from pathlib import Path
from typing import Any

import pytest

from sitemaps_app.management import batch
from sitemaps_app.management.batch import (
    BatchError,
    CalendarError,
    ServedFile,
    answer_batch,
    files_of,
    parse_headers,
    parse_now,
    parse_served,
    read_file,
)
from sitemaps_app.management.terminal import write_answer


def answered(lines: str | bytes) -> list[dict[str, Any]]:
    output = io.StringIO()
    source = io.BytesIO(lines.encode() if isinstance(lines, str) else lines)
    answer_batch("-", lambda request: {"size": len(parse_served(request).body)}, stdin=source, stdout=output)
    return [json.loads(line) for line in output.getvalue().splitlines()]


def test_each_line_is_answered_in_order_and_a_bad_one_does_not_end_the_rest() -> None:
    replies = answered('{"body": "abc"}\n\nnonsense\n[1]\n{"body_base64": "/w=="}\n{}\n{"body": 5}\n{"body": "é", "status": 1000}\n')
    assert [reply.get("size") for reply in replies] == [3, None, None, 1, None, None, None]
    assert [reply["line"] for reply in replies if "error" in reply] == [3, 4, 6, 7, 8]


def test_bytes_that_are_no_text_and_nesting_without_end_are_bad_lines() -> None:
    replies = answered(b"\xff\xfe\n" + b"[" * 200_000 + b"\n" + b'{"body":""}\n')
    assert ["error" in reply for reply in replies] == [True, True, False]


def test_a_batch_may_be_a_file(tmp_path: Path) -> None:
    place, output = tmp_path / "batch.jsonl", io.StringIO()
    place.write_text('{"body": "x"}\n{"path": "/no/such/file"}\n')
    assert answer_batch(str(place), lambda request: {"ok": bool(parse_served(request))}, stdout=output) == 1
    with pytest.raises(BatchError, match="cannot read"):
        answer_batch(str(tmp_path / "missing"), lambda request: request, stdout=output)


def test_a_request_is_a_file_as_if_served(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_bytes(b"<x/>")
    served = parse_served(
        {"path": str(path), "url": "https://site.example/a", "status": 404, "headers": {"ETag": "1"}, "now": "2025-01-01", "allowed": ["u"]}
    )
    assert served == ServedFile(
        str(path), b"<x/>", "https://site.example/a", 404, {"etag": "1"}, parse_now("2025-01-01T00:00:00Z"), {"allowed": ["u"]}
    )
    assert parse_served({"body_base64": base64.b64encode(b"\x00").decode(), "url": "u"}).source == "u"


@pytest.mark.parametrize(
    "request_", [{"body_base64": "%"}, {"path": "/"}, {"body": "x", "headers": []}, {"body": "x", "now": "soon"}, 5, {"path": "a\0b"}]
)
def test_what_cannot_be_understood_is_said(request_: object) -> None:
    with pytest.raises(BatchError):
        parse_served(request_)


def test_headers_and_times_of_the_command_line() -> None:
    assert parse_headers(["Content-Type: text/xml; a=b:c"]) == {"content-type": "text/xml; a=b:c"}
    assert parse_now("2025-01-01T02:00:00+02:00") == parse_now("2025-01-01")
    with pytest.raises(BatchError):
        parse_headers(["no colon"])


def test_a_directory_is_all_its_files_in_order(tmp_path: Path) -> None:
    for name in ("b.xml", "a.xml", "sub/c.xml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert [path.name for path in files_of(tmp_path)] == ["a.xml", "b.xml", "c.xml"]
    assert files_of("x") == [Path("x")]


def test_an_answer_is_one_line_of_ascii() -> None:
    output = io.StringIO()
    write_answer(output, {"title": "\u2028 é \x1b[31m"})
    assert output.getvalue().isascii()
    assert len(output.getvalue().splitlines()) == 1


@pytest.mark.parametrize(
    "text",
    [
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59Z",
        "9999-12-31T23:59:59-14:00",
        "1970-01-01T00:00:00+14:00",
        "9000-12-31T23:59:59-01:00",
    ],
)
def test_a_time_outside_the_years_that_are_counted_with_is_refused(text: str) -> None:
    with pytest.raises(CalendarError, match="1970 to 9000"):
        parse_now(text)
    with pytest.raises(BatchError):
        parse_served({"body": "", "now": text})


def test_the_first_and_the_last_moment_are_counted_with() -> None:
    assert parse_now("1970-01-01T14:00:00+14:00").isoformat() == "1970-01-01T00:00:00+00:00"
    assert parse_now("9000-12-31").year == 9000


def test_a_fault_of_ours_costs_one_line_and_is_told_where_faults_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    def answer(request: dict[str, Any]) -> dict[str, Any]:
        return {"quotient": 6 // request["by"]}

    output = io.StringIO()
    assert answer_batch("-", answer, stdin=io.BytesIO(b'{"by": 3}\n{"by": 0}\n{"by": 2}\n'), stdout=output) == 1
    first, second, third = map(json.loads, output.getvalue().splitlines())
    assert (first, second["line"], third) == ({"quotient": 2}, 2, {"quotient": 3})
    assert "ZeroDivisionError" in second["error"]
    assert "Traceback" in capsys.readouterr().err


def test_a_line_without_end_is_skipped_and_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "MAX_LINE_BYTES", 20)
    monkeypatch.setattr(batch, "SKIPPED_BYTES", 7)
    long = json.dumps({"body": "x" * 100})
    replies = answered(f'{long}\n{{"body": "abc"}}\n{long}')
    assert [reply.get("size", reply.get("line")) for reply in replies] == [1, 3, 3]
    assert "at most 20 bytes" in replies[0]["error"]


def test_a_key_without_a_value_is_no_key(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_bytes(b"<x/>")
    assert parse_served({"path": str(path), "body": None, "url": None, "now": None, "allowed": None}) == ServedFile(str(path), b"<x/>")


def test_only_files_that_end_are_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", "/dev/zero"):
        with pytest.raises(BatchError, match="not a regular file"):
            read_file(path)
    with pytest.raises(BatchError, match="not a regular file"):
        answer_batch(str(tmp_path / "pipe"), dict)
    (tmp_path / "file").touch()
    assert files_of(tmp_path) == [tmp_path / "file"]


@pytest.mark.parametrize("path", ["a" * 5000, "a\0b", "\udcff"])
def test_a_path_that_can_be_none_is_said_and_not_raised(path: str) -> None:
    assert files_of(path) == [Path(path)]
    with pytest.raises(BatchError, match="cannot read"):
        read_file(path)
