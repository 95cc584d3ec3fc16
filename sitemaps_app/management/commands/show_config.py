"""Prints every setting: its value now, its default, and what it does. Secrets are masked."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from sitemaps_app.environment import Setting
from sitemaps_app.management.settings_document import settings_document
from sitemaps_app.management.terminal import json_line


class Command(BaseCommand):
    help = "Print every setting with its value, its default and what it does."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON object a line")
        parser.add_argument("--markdown", action="store_true", help="the defaults as docs/settings.md")

    def handle(self, **options: Any) -> None:
        rows: tuple[Setting, ...] = settings.SETTINGS
        if options["markdown"]:
            self.stdout.write(settings_document(rows), ending="")
            return
        for row in rows:
            self.stdout.write(_as_json(row) if options["json"] else _as_text(row))


def _as_text(row: Setting) -> str:
    return f"{row.name} = {row.shown}\n    {row.sentence} Default: {row.default or 'none'}."


def _as_json(row: Setting) -> str:
    return json_line({"name": row.name, "value": row.shown, "default": row.default, "sentence": row.sentence})
