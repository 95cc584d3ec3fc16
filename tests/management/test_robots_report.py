from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command

from tests.loopback import Answer, LoopbackSite

RULES = "User-agent: *\nDisallow: /no\nCrawl-delay: 2\nSitemap: /map.xml\n"
PAGES = ("https://site.example/no/x", "https://site.example/yes")


def run(*arguments: str, stdin: str = "") -> tuple[list[str], int]:
    output = io.StringIO()
    status = 0
    with patch("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()))):
        try:
            call_command("robots_report", *arguments, stdout=output, stderr=io.StringIO())
        except SystemExit as left:
            status = int(left.code or 0)
        except CommandError as error:
            status = error.returncode
    return output.getvalue().splitlines(), status


def report(*arguments: str, stdin: str = "") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(*arguments, stdin=stdin)[0][0])
    return found


@pytest.fixture
def robots(tmp_path: Path) -> Path:
    path = tmp_path / "robots.txt"
    path.write_text(RULES)
    return path


def test_the_object_has_the_keys_of_the_contract(robots: Path) -> None:
    found = report(str(robots), "--json", "--url", "https://site.example/robots.txt", "--allowed", *PAGES)
    problem = found.pop("problems")[0]
    assert found == {
        "source": str(robots), "sitemaps": ["https://site.example/map.xml"], "crawl_delay": 2.0, "allowed": {PAGES[0]: False, PAGES[1]: True},
    }  # fmt: skip
    assert (problem["code"], problem["line"]) == ("robots_sitemap_relative", 4)


def test_a_batch_asks_for_its_own_addresses() -> None:
    asked = {"body": RULES, "url": "https://site.example/robots.txt", "allowed": list(PAGES)}
    closed = {"body": "", "status": 503, "url": "https://site.example/robots.txt", "allowed": [PAGES[1]]}
    lines, status = run(
        "--batch", "-", stdin="\n".join(map(json.dumps, (asked, closed, {**asked, "allowed": 5}, {**asked, "user_agent": []})))
    )
    first, second, third, fourth = map(json.loads, lines)
    assert (first["allowed"], second["allowed"]) == ({PAGES[0]: False, PAGES[1]: True}, {PAGES[1]: False})
    assert second["problems"][0]["code"] == "robots_unreachable"
    assert ("error" in third, "error" in fourth, status) == (True, True, 0)


def test_rules_are_judged_for_the_agent_that_is_named(tmp_path: Path) -> None:
    path = tmp_path / "robots.txt"
    path.write_text("User-agent: otherbot\nDisallow: /\n")
    arguments = (str(path), "--json", "--url", "https://site.example/robots.txt", "--allowed", PAGES[1])
    assert report(*arguments)["allowed"] == {PAGES[1]: True}
    assert report(*arguments, "--user-agent", "OtherBot/2.0")["allowed"] == {PAGES[1]: False}


def test_the_text_for_people_names_what_is_forbidden(robots: Path) -> None:
    lines, status = run(str(robots), "--url", "https://site.example/robots.txt", "--allowed", *PAGES)
    assert status == 0
    assert f"  forbidden  {PAGES[0]}" in lines
    assert "  sitemap https://site.example/map.xml" in lines


def test_an_origin_is_asked_for_its_robots_txt() -> None:
    with LoopbackSite({"/robots.txt": Answer(body=b"Sitemap: /map.xml")}) as site:
        found = report(site.url("/"), "--json", "--allow-network", "127.0.0.0/8")
        assert found["sitemaps"] == [site.url("/map.xml")]


def test_a_host_that_does_not_answer_allows_nothing_and_leaves_with_one() -> None:
    with LoopbackSite({"/robots.txt": Answer(mode="reset")}) as site:
        lines, status = run(site.url("/robots.txt"), "--json", "--allow-network", "127.0.0.0/8", "--allowed", site.url("/x"))
        assert (json.loads(lines[0])["allowed"], status) == ({site.url("/x"): False}, 1)


def test_wrong_use_leaves_with_two_and_a_missing_file_with_one() -> None:
    assert run()[1] == 2
    assert run("/no/such/file")[1] == 1


def test_an_address_that_cannot_be_taken_apart_is_refused_as_a_value() -> None:
    lines, status = run("http://[::1/x", "--json", "--allowed", "http://[::1/y")
    found = json.loads(lines[0])
    assert (found["source"], found["problems"][0]["code"], found["allowed"], status) == (
        "http://[::1/x", "url_invalid", {"http://[::1/y": False}, 1,
    )  # fmt: skip


def test_a_missing_file_has_its_object_with_an_error() -> None:
    lines, status = run("/no/such/file", "--json")
    found = json.loads(lines[0])
    assert (found["source"], found["sitemaps"], found["allowed"], status) == ("/no/such/file", [], {}, 1)
    assert "cannot read" in found["error"]


def test_the_address_beside_a_batch_is_that_of_its_lines() -> None:
    asked = json.dumps({"body": RULES, "allowed": [PAGES[0]]})
    assert report("--batch", "-", "--url", "https://site.example/robots.txt", stdin=asked)["sitemaps"] == ["https://site.example/map.xml"]
