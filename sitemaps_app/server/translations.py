"""Compiles the translations that people edit (.po) to those that Django reads (.mo), without GNU gettext."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

from sitemaps_app.environment import SettingError


def compile_translations(folders: Iterable[Path]) -> list[Path]:
    """Compile each .po file whose .mo is missing or older, and return the .mo files written. A fuzzy translation is left out.

    Raises `SettingError` for a .po file that is none, or a folder that cannot be written.
    """
    return [_compile(source) for folder in folders for source in sorted(folder.glob("*/LC_MESSAGES/*.po")) if _is_stale(source)]


def _is_stale(source: Path) -> bool:
    compiled = source.with_suffix(".mo")
    return not compiled.exists() or compiled.stat().st_mtime_ns < source.stat().st_mtime_ns


def _compile(source: Path) -> Path:
    compiled = source.with_suffix(".mo")
    draft = compiled.with_name(f"{compiled.name}.{os.getpid()}")  # whoever reads the old one meanwhile must not see half of the new
    try:
        with source.open("rb") as text:
            catalog = read_po(text, locale=source.parent.parent.name, abort_invalid=True)
        with draft.open("wb") as binary:
            write_mo(binary, catalog, use_fuzzy=False)
        draft.replace(compiled)
    except (OSError, ValueError, PoFileError) as error:
        raise SettingError(f"The translation {source} cannot be compiled: {error}.") from error
    return compiled
