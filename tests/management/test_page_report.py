from __future__ import annotations

import io
import json

import pytest
from django.core.management import CommandError, call_command

from tests.formats.page_texts import ARTICLE, page

HEAD = '<title>Roses</title><script type="application/ld+json">{"@type":"Article","dateModified":"2024-05-03","datePublished":"2024-04-01"}</script>'
KEYS = {
    "source", "date_modified", "date_precision", "date_zone", "date_published", "date_source", "candidates", "title", "main_text", "fingerprint",
    "comparable", "problems",
}  # fmt: skip


def run(*arguments):
    out, err = io.StringIO(), io.StringIO()
    status = 0
    try:
        call_command("page_report", *arguments, stdout=out, stderr=err)
    except SystemExit as left:
        status = left.code
    return status, out.getvalue(), err.getvalue()


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "roses.html"
    path.write_bytes(page(ARTICLE, head=HEAD))
    return path


def test_a_file_is_reported_with_all_keys_of_the_contract(file):
    status, out, _ = run(str(file), "--json", "--now", "2024-06-01T00:00:00Z")
    report = json.loads(out)

    assert status == 0
    assert report.keys() >= KEYS
    assert report["date_modified"] == "2024-05-03T00:00:00Z"
    assert (report["date_precision"], report["date_zone"], report["date_source"]) == ("day", "assumed", "json-ld")
    assert report["date_published"] == "2024-04-01T00:00:00Z"
    assert report["candidates"][0]["raw"] == "2024-05-03"
    assert report["comparable"] is True
    assert report["problems"] == []


def test_a_directory_gives_a_line_for_each_file_and_people_get_words(file):
    (file.parent / "empty.html").write_bytes(b"")
    status, out, _ = run(str(file.parent))

    assert status == 0
    assert f"{file}: comparable" in out
    assert "empty.html: not comparable (page_empty)" in out
    assert "2024-05-03T00:00:00Z  (json-ld: 2024-05-03)" in out


def test_a_file_is_read_as_if_served_so(file):
    report = json.loads(run(str(file), "--json", "--header", "X-Robots-Tag: noindex")[1])

    assert report["noindex"] is True


def test_a_batch_is_answered_in_order_and_a_bad_line_costs_only_itself(file, tmp_path):
    requests = [
        {"path": str(file), "url": "https://site.example/roses", "now": "2024-06-01T00:00:00Z"},
        {"body": "<h1>x</h1>", "status": 503},
        {"nothing": 1},
        {"body": "<html><p>Text</p>", "url": "https://site.example/a", "final_url": "https://site.example/login"},
    ]
    batch = tmp_path / "batch.jsonl"
    batch.write_text("\n".join(json.dumps(request) for request in requests))
    status, out, _ = run("--batch", str(batch))
    answers = [json.loads(line) for line in out.splitlines()]

    assert status == 0
    assert [answer.get("reason") for answer in answers] == ["", "http_503", None, "page_redirected_away"]
    assert "error" in answers[2]


def test_a_file_that_is_not_there_leaves_with_status_1(tmp_path):
    status, _, err = run(str(tmp_path / "none.html"))

    assert status == 1
    assert "cannot read" in err


def test_wrong_use_leaves_with_status_2():
    with pytest.raises(CommandError) as refused:
        call_command("page_report")

    assert refused.value.returncode == 2


def test_an_address_inside_this_machine_is_refused_as_a_value(guard):
    status, out, _ = run("http://127.0.0.1:9/roses", "--json")

    assert status == 1
    assert json.loads(out)["reason"] == "address_not_allowed"
    assert guard.reached == []


def test_a_file_that_is_not_there_has_its_object_with_an_error(tmp_path):
    status, out, err = run(str(tmp_path / "none.html"), "--json")
    found = json.loads(out)

    assert status == 1
    assert found.keys() >= KEYS
    assert found["error"] == err.strip()
