"""Styles and scripts: small, under names that change with them, kept by browsers for ever; and nothing of the kind inside a page."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client, override_settings

from sitemaps_app.settings import STORAGES as OF_THE_PRODUCT

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "sitemaps_app" / "static"
MOST_BYTES = 60_000
HASHED = re.compile(r"/static/lastmod_trust/[\w-]+\.[0-9a-f]{12}\.(?:css|js|svg)")
# What a strict policy refuses, and what would need a weaker one.
INLINE = re.compile(r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son[a-z]+=[\"']|=[\"']javascript:", re.IGNORECASE)


@pytest.fixture
def collected(tmp_path: Path) -> Iterator[Path]:
    """The files as the product serves them: hashed and compressed, by whitenoise from a folder of their own."""
    with override_settings(STORAGES=OF_THE_PRODUCT, STATIC_ROOT=tmp_path, WHITENOISE_USE_FINDERS=False, WHITENOISE_AUTOREFRESH=False):
        call_command("collectstatic", interactive=False, verbosity=0)
        yield tmp_path


def test_all_assets_together_are_small() -> None:
    sizes = {path.name: len(gzip.compress(path.read_bytes())) for path in STATIC.rglob("*") if path.is_file()}
    assert sum(sizes.values()) < MOST_BYTES, sizes


def test_a_page_names_its_assets_by_their_content_and_browsers_keep_them_for_ever(collected: Path, viewer: Client) -> None:
    page = viewer.get("/sites/").content.decode()
    named = re.findall(r"""(?:href|src)="(/static/[^"]+)""", page)
    assert len(named) > 5
    assert [path for path in named if not HASHED.fullmatch(path)] == []
    for path in named:
        answer = Client().get(path, headers={"Accept-Encoding": "gzip"})
        assert answer.status_code == 200
        assert "immutable" in answer.headers["Cache-Control"]
        assert int(re.findall(r"max-age=(\d+)", answer.headers["Cache-Control"])[0]) > 30_000_000
        if not path.endswith(".svg"):
            assert answer.headers["Content-Encoding"] == "gzip"
        answer.close()


def test_the_icon_is_found_under_its_old_name_too(collected: Path) -> None:
    assert HASHED.fullmatch(Client().get("/favicon.ico").url)


def test_no_module_asks_for_another_by_a_name_that_does_not_change(collected: Path) -> None:
    for script in (collected / "lastmod_trust").glob("*.js"):
        asked = re.findall(r"""(?:import|from)\s*\(?["']([^"']+)""", script.read_text("utf-8"))
        assert [name for name in asked if not re.search(r"\.[0-9a-f]{12}\.js$", name)] == [], script.name


@pytest.mark.parametrize(
    "path", sorted((ROOT / "templates").rglob("*.html")), ids=lambda path: path.relative_to(ROOT / "templates").as_posix()
)
def test_no_template_holds_styles_or_scripts_of_its_own(path: Path) -> None:
    assert INLINE.findall(path.read_text("utf-8")) == []


def test_no_code_writes_styles_or_scripts_into_a_page() -> None:
    wrong = {
        str(path.relative_to(ROOT)): found
        for folder in ("charts", "templatetags", "views", "wording")
        for path in (ROOT / "sitemaps_app" / folder).rglob("*.py")
        if (found := re.findall(r"<style|<script|[\"'\s]style=|\bonclick=", path.read_text("utf-8")))
    }
    assert wrong == {}


@pytest.mark.parametrize("line", ['<p style="a">', "<script>x</script>", '<a onclick="x()">', "<a href='javascript:x'>", "<style>"])
def test_what_is_looked_for_is_found(line: str) -> None:
    assert INLINE.search(line)


def test_pages_are_sent_compressed_and_files_as_they_are(viewer: Client) -> None:
    asked = {"headers": {"Accept-Encoding": "gzip"}}
    page = viewer.get("/how-scores-are-made", **asked)
    assert page.headers["Content-Encoding"] == "gzip"
    assert len(page.content) < len(viewer.get("/how-scores-are-made").content) / 3
    assert b"<!doctype html>" in gzip.decompress(page.content)
    for path in ("/api/v1/sites", "/api/v1/openapi.json"):
        assert "Content-Encoding" not in viewer.get(path, **asked).headers


def test_the_policy_allows_nothing_but_our_own(viewer: Client) -> None:
    policy = viewer.get("/sites/").headers["Content-Security-Policy"]
    told = {name: sources for name, _, sources in (part.strip().partition(" ") for part in policy.split(";"))}
    assert told.pop("default-src") == "'none'"
    assert {sources for name, sources in told.items() if name not in {"base-uri", "frame-ancestors"}} == {"'self'"}
    assert "unsafe" not in policy
