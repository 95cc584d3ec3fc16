"""docs/settings.md tells every setting, and no document tells one that is not there."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sitemaps_app.environment import Setting
from sitemaps_app.management.settings_document import HEADINGS, settings_document
from tests.docs.pages import NAMES, ROOT, text_of

VARIABLE = re.compile(r"\b(?:LASTMOD_[A-Z][A-Z_]*|DATABASE_URL|REDIS_URL|STORAGE_URL)\b")
# As code reads one: by its name in quotes, as an attribute of the settings, or in a script's expansion.
READ = re.compile(rf"""(?:["']|settings\.|\$\{{?){VARIABLE.pattern}""")
# A file that holds the secret key; and what the checks themselves are told, which is no setting of the product.
BESIDE = {"LASTMOD_SECRET_KEY_FILE", "LASTMOD_TEST_BROWSER", "LASTMOD_TEST_CHROMIUM", "LASTMOD_TEST_DATABASE"}


@pytest.fixture
def named(settings: Any) -> set[str]:
    return {row.name for row in settings.SETTINGS}


def test_the_document_is_current(settings: Any) -> None:
    assert text_of("docs/settings.md") == settings_document(settings.SETTINGS), "run: manage.py show_config --markdown > docs/settings.md"


def test_every_variable_that_the_product_reads_has_a_row(named: set[str]) -> None:
    sources = [
        path.read_text("utf-8")
        for folder in ("sitemaps_app", "script")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix in {".py", ".sh", ""}
    ]
    read = {VARIABLE.findall(found)[0] for source in sources for found in READ.findall(source)}
    assert len(read) > 20
    assert sorted(read - named - BESIDE) == []
    rows = re.findall(r"^\| `(\w+)` \|", text_of("docs/settings.md"), re.MULTILINE)
    assert sorted(rows) == sorted(named)


@pytest.mark.parametrize("name", NAMES)
def test_no_document_names_a_setting_that_is_not_there(name: str, named: set[str]) -> None:
    assert sorted(set(VARIABLE.findall(text_of(name))) - named - BESIDE) == []


def test_a_bar_in_a_sentence_does_not_break_the_table_and_values_are_not_told() -> None:
    first = next(iter(HEADINGS))
    written = settings_document([Setting(first, "", "This | that.", "a value")])
    assert f"| `{first}` | – | This \\| that. |\n" in written
    assert "a value" not in written
