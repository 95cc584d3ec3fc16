"""Prints the address under which the first administrator is made, for installations that `serve` does not start."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from sitemaps_app.server.first_start import set_up_path


class Command(BaseCommand):
    help = "Print the address under which the first administrator is made. It works once, and closes the one printed before."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--root", default="", help="the beginning of the address, as https://lastmod.example")

    def handle(self, **options: Any) -> None:
        path = set_up_path(now=timezone.now())
        if not path:
            raise CommandError("There is an administrator already; they invite others under People.")
        print(options["root"].rstrip("/") + path)
