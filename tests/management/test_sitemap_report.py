from __future__ import annotations

import base64
import gzip
import io
import json
import os
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command

from tests.formats.sitemap_texts import NAMESPACE, SITE, block, index, urlset
from tests.loopback import Answer, LoopbackSite, redirect

NOW = "2025-03-10T12:00:00Z"


def run(*arguments: str, stdin: str = "") -> tuple[list[str], int]:
    """Output lines and exit status."""
    output = io.StringIO()
    status = 0
    with patch("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()))):
        try:
            call_command("sitemap_report", *arguments, stdout=output, stderr=io.StringIO())
        except SystemExit as left:
            status = int(left.code or 0)
        except CommandError as error:
            status = error.returncode
    return output.getvalue().splitlines(), status


def reports(*arguments: str, stdin: str = "") -> list[dict[str, Any]]:
    return [json.loads(line) for line in run(*arguments, stdin=stdin)[0]]


@pytest.fixture
def sitemap(tmp_path: Path) -> Path:
    path = tmp_path / "sitemap.xml"
    path.write_text(
        urlset(
            block("a", "2025-03-01T10:00:00+02:00"), block("b", None), block("c", "soon"), "<url><loc>https://other.example/</loc></url>"
        )
    )
    return path


def test_the_object_has_the_keys_of_the_contract(sitemap: Path) -> None:
    (report,) = reports(str(sitemap), "--json", "--url", f"{SITE}/sitemap.xml", "--now", NOW)
    assert (report["source"], report["outcome"], report["kind"], report["children"]) == (str(sitemap), "ok", "urlset", [])
    assert report["entries"][0] == {
        "loc": f"{SITE}/a", "lastmod_raw": "2025-03-01T10:00:00+02:00", "lastmod": "2025-03-01T08:00:00Z", "precision": "second",
        "zone": "explicit", "status": "ok", "in_scope": True,
    }  # fmt: skip
    absent, invalid, foreign = report["entries"][1:]
    assert (absent["lastmod_raw"], absent["lastmod"], absent["precision"], absent["zone"], absent["status"]) == (
        None,
        None,
        None,
        None,
        "absent",
    )
    assert (invalid["lastmod_raw"], invalid["lastmod"], invalid["status"], foreign["in_scope"]) == ("soon", None, "invalid", False)
    assert {problem["code"] for problem in report["problems"]} == {"lastmod_invalid", "cross_host_url"}
    assert set(report["problems"][0]) >= {"code", "severity", "line", "detail"}


def test_counts_only_leaves_the_entries_out(sitemap: Path) -> None:
    (report,) = reports(str(sitemap), "--json", "--no-entries")
    assert (report["entries"], report["entry_count"], report["dated_count"]) == ([], 4, 1)


def test_a_later_duplicate_brings_its_date_and_not_its_spelling(tmp_path: Path) -> None:
    path = tmp_path / "s.xml"
    path.write_text(urlset(block("a", "2025-01-01"), block("b"), block("./a#x", "2025-02-01")))
    (report,) = reports(str(path), "--json", "--url", f"{SITE}/s.xml")
    assert [(entry["loc"], entry["lastmod_raw"]) for entry in report["entries"]] == [
        (f"{SITE}/a", "2025-02-01"),
        (f"{SITE}/b", "2025-03-01"),
    ]


def test_a_batch_answers_each_line_as_if_served_so() -> None:
    body = urlset(block("a", "2025-03-11T01:00:00Z"))
    lines = [
        {"body": body, "url": f"{SITE}/s.xml", "now": "2025-03-10T00:00:00Z"},
        {"body": body, "status": 403},
        "nonsense",
        {"body": body, "headers": {"Content-Encoding": "gzip"}, "now": NOW},
    ]
    answers = reports("--batch", "-", stdin="\n".join(json.dumps(line) if isinstance(line, dict) else line for line in lines))
    assert [answer.get("outcome") for answer in answers] == ["ok", "blocked", None, "ok"]
    assert [answer["entries"][0]["status"] for answer in (answers[0], answers[3])] == ["future", "ok"]
    assert answers[3]["problems"][0]["code"] == "bad_content_encoding"
    assert "error" in answers[2]


def test_a_header_tells_how_the_file_was_served(tmp_path: Path) -> None:
    path = tmp_path / "s.xml"
    path.write_bytes("<urlset><url><loc>https://site.example/é</loc></url></urlset>".encode("latin-1"))
    (report,) = reports(str(path), "--json", "--header", "Content-Type: text/xml; charset=iso-8859-15")
    assert report["entries"][0]["loc"] == f"{SITE}/é"


def test_a_directory_is_reported_file_by_file(tmp_path: Path, sitemap: Path) -> None:
    (tmp_path / "z.xml.gz").write_bytes(gzip.compress(urlset(block("z")).encode()))
    lines, status = run(str(tmp_path), "--json")
    assert ([json.loads(line)["entry_count"] for line in lines], status) == ([4, 1], 0)


def test_the_text_for_people_obeys_no_site(tmp_path: Path) -> None:
    path = tmp_path / "s.txt"
    path.write_text(f"{SITE}/a\n\x1b[31mred\n")
    lines, status = run(str(path))
    assert status == 0
    assert lines[0].endswith("ok (text, 1 entries, 0% with a readable lastmod)")
    assert any("url_invalid" in line for line in lines)
    assert not any("\x1b" in line for line in lines)


@pytest.mark.parametrize(
    "arguments", [(), ("a.xml", "--batch", "-"), ("a.xml", "--now", "soon"), ("a.xml", "--header", "x"), ("--batch", "/no/such")]
)
def test_wrong_use_leaves_with_two(arguments: tuple[str, ...]) -> None:
    assert run(*arguments)[1] == 2


def test_what_cannot_be_read_leaves_with_one(tmp_path: Path, sitemap: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<!doctype html><p>hello")
    assert run(str(page), "--json")[1] == run("/no/such/file")[1] == run(str(sitemap), str(page))[1] == 1
    assert run(str(sitemap))[1] == 0


def test_addresses_are_fetched_and_indexes_followed_once() -> None:
    with LoopbackSite() as site:
        site.routes.update(
            {
                "/index.xml": Answer(
                    body=index(
                        *(f"<sitemap><loc>{site.url(path)}</loc></sitemap>" for path in ("/a.xml", "/index.xml", "/sub.xml", "/gone.xml"))
                    ).encode()
                ),
                "/a.xml": Answer(body=f'<urlset xmlns="{NAMESPACE}"><url><loc>{site.url("/p")}</loc></url></urlset>'.encode()),
                "/sub.xml": Answer(
                    body=index(*(f"<sitemap><loc>{site.url(path)}</loc></sitemap>" for path in ("/a.xml", "/index.xml"))).encode()
                ),
            }
        )
        arguments = (site.url("/index.xml"), "--json", "--allow-network", "127.0.0.0/8")
        (alone,) = reports(*arguments)
        assert [child["loc"] for child in alone["children"]] == [site.url(path) for path in ("/a.xml", "/sub.xml", "/gone.xml")]
        site.requests.clear()
        with patch("sitemaps_app.pipeline.report_door.local_politeness", return_value=None):
            lines, status = run(*arguments, "--follow")
        tree = {report["source"]: report for report in map(json.loads, lines)}
        assert [tree[site.url(path)]["outcome"] for path in ("/index.xml", "/a.xml", "/sub.xml", "/gone.xml")] == [
            "ok",
            "ok",
            "ok",
            "failed",
        ]
        assert tree[site.url("/sub.xml")]["problems"][-1]["code"] == "sitemap_loop"
        assert sorted(request.path for request in site.requests) == ["/a.xml", "/gone.xml", "/index.xml", "/sub.xml"]
        assert status == 0, "the target could be read; a child of it could not"


def test_a_private_address_is_not_dialled_without_leave() -> None:
    with LoopbackSite({"/s.xml": Answer(body=b"<urlset/>")}) as site:
        (report,) = reports(site.url("/s.xml"), "--json")
        assert (report["outcome"], report["problems"][0]["code"], site.requests) == ("failed", "address_not_allowed", [])


def test_options_beside_a_batch_are_for_the_lines_without_the_key() -> None:
    body = "<urlset><url><loc>/й</loc><lastmod>2025-03-20</lastmod></url></urlset>".encode("cp1251")
    bare = {"body_base64": base64.b64encode(body).decode()}
    own = bare | {"url": "https://own.example/s.xml", "headers": {"content-type": "text/xml; charset=utf-8"}, "now": "2025-04-01"}
    options = ("--url", f"{SITE}/s.xml", "--header", "Content-Type: text/xml; charset=windows-1251", "--now", NOW)
    taken, kept = reports("--batch", "-", *options, stdin=f"{json.dumps(bare)}\n\n{json.dumps(own)}\n")
    assert (taken["source"], taken["entries"][0]["loc"], taken["entries"][0]["status"]) == (f"{SITE}/s.xml", f"{SITE}/й", "future")
    assert (kept["source"], kept["entries"][0]["status"]) == ("https://own.example/s.xml", "ok")
    assert kept["entries"][0]["loc"].startswith("https://own.example/")


def test_a_path_that_cannot_be_read_has_its_object_with_an_error(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path, word in ((tmp_path / "none.xml", "No such file"), (tmp_path / "pipe", "regular file")):
        lines, status = run(str(path), "--json")
        found = json.loads(lines[0])
        assert (found["source"], found["outcome"], found["entries"], status) == (str(path), "failed", [], 1)
        assert word in found["error"]
    assert run(str(tmp_path / "none.xml")) == ([], 1)


def test_a_directory_with_one_bad_file_could_be_read(tmp_path: Path, sitemap: Path) -> None:
    (tmp_path / "page.html").write_text("<!doctype html><p>hello")
    assert run(str(tmp_path), "--json")[1] == 0
    sitemap.unlink()
    assert run(str(tmp_path), "--json")[1] == 1


@pytest.mark.parametrize("now", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59Z"])
def test_the_edge_of_the_calendar_is_an_error_of_its_line_and_wrong_use_of_the_option(now: str) -> None:
    first, second = reports("--batch", "-", stdin=f'{{"body":"","now":"{now}"}}\n{{"body":""}}\n')
    assert "1970 to 9000" in first["error"]
    assert second["problems"][0]["code"] == "empty_response"
    assert run("x.xml", "--now", now)[1] == 2


@pytest.mark.parametrize(("robots", "is_told"), [("Sitemap: {}/maps/index.xml", False), ("User-agent: *", True), (None, True)])
def test_a_file_that_robots_txt_announces_may_list_what_lies_outside_of_its_folder(robots: str | None, is_told: bool) -> None:
    with LoopbackSite() as site, patch("sitemaps_app.pipeline.report_door.local_politeness", return_value=None):
        if robots is not None:
            site.routes["/robots.txt"] = Answer(body=robots.format(site.url("")).encode())
        site.routes["/maps/index.xml"] = Answer(body=index(f"<sitemap><loc>{site.url('/maps/a.xml')}</loc></sitemap>").encode())
        site.routes["/maps/a.xml"] = Answer(body=f'<urlset xmlns="{NAMESPACE}"><url><loc>{site.url("/p")}</loc></url></urlset>'.encode())
        lines, _ = run(site.url("/maps/index.xml"), "--json", "--allow-network", "127.0.0.0/8", "--follow")
        assert site.paths().count("/robots.txt") == 1
    told = [problem["code"] for line in lines for problem in json.loads(line)["problems"]]
    assert ("url_outside_path" in told) == is_told


def test_where_an_address_leads_is_told() -> None:
    with LoopbackSite() as site, patch("sitemaps_app.pipeline.report_door.local_politeness", return_value=None):
        site.routes["/home.xml"] = redirect("/")
        site.routes["/"] = Answer(200, {"Content-Type": "text/html"}, b"<!doctype html><html><title>Home</title></html>")
        site.routes["/old.xml"] = redirect("/new.xml", 301)
        site.routes["/new.xml"] = Answer(body=f'<urlset xmlns="{NAMESPACE}"><url><loc>{site.url("/p")}</loc></url></urlset>'.encode())
        lines, _ = run(site.url("/home.xml"), site.url("/old.xml"), "--json", "--allow-network", "127.0.0.0/8")
        home, old = ([(problem["code"], problem["detail"]) for problem in json.loads(line)["problems"]] for line in lines)
        assert home[0] == ("redirected_to_page", f"redirects to {site.url('/')}")
        assert old == [("moved_permanently", f"now at {site.url('/new.xml')}")]
