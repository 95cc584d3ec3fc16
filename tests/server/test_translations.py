from __future__ import annotations

import gettext
import os
from pathlib import Path

import pytest

from sitemaps_app.environment import SettingError
from sitemaps_app.server.translations import compile_translations

HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'


def catalog(folder: Path, body: str) -> Path:
    source = folder / "zh_Hans" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text(HEADER + body, encoding="utf-8")
    return source


def test_a_translation_is_compiled_and_a_fuzzy_one_left_out(tmp_path: Path) -> None:
    catalog(tmp_path, 'msgid "site"\nmsgstr "网站"\n\n#, fuzzy\nmsgid "visit"\nmsgstr "猜测"\n')
    [compiled] = compile_translations([tmp_path])
    with compiled.open("rb") as file:
        found = gettext.GNUTranslations(file)
    assert (found.gettext("site"), found.gettext("visit")) == ("网站", "visit")


def test_only_what_is_newer_is_compiled_again(tmp_path: Path) -> None:
    source = catalog(tmp_path, 'msgid "site"\nmsgstr "网站"\n')
    assert len(compile_translations([tmp_path])) == 1
    assert compile_translations([tmp_path]) == []
    later = source.with_suffix(".mo").stat().st_mtime + 1
    os.utime(source, (later, later))
    assert len(compile_translations([tmp_path])) == 1


@pytest.mark.parametrize("body", [b"nonsense\n", b'msgid "a"\nmsgstr "\xff\xfe"\n'])
def test_a_broken_catalog_is_named(tmp_path: Path, body: bytes) -> None:
    source = catalog(tmp_path, "")
    source.write_bytes(source.read_bytes() + body)
    with pytest.raises(SettingError) as caught:
        compile_translations([tmp_path])
    assert str(source) in str(caught.value)


def test_a_folder_without_translations_is_fine(tmp_path: Path) -> None:
    assert compile_translations([tmp_path / "missing", tmp_path]) == []
