"""Texts of pages as a database takes them."""

from __future__ import annotations


def storable(text: str) -> str:
    """A text without what no database takes: NUL (PostgreSQL) and halves of surrogate pairs, both of which JSON-LD can escape."""
    if "\x00" in text:
        text = text.replace("\x00", "")
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
