"""Runs the whole product on this machine until Ctrl-C: broker, web, worker and scheduler."""

from __future__ import annotations

import argparse
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from sitemaps_app.server.start import serve


class Command(BaseCommand):
    help = "Run the whole product on this machine until Ctrl-C: broker, web, worker and scheduler."
    # They would load all views here, which the web does anyway, and double the time to start.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=_port, default=settings.LASTMOD_PORT, help="the port the web listens on (default: %(default)s)")
        parser.add_argument("--bind", default=settings.LASTMOD_BIND, help="the address the web listens on (default: %(default)s)")

    def handle(self, **options: Any) -> None:
        serve(options["bind"], options["port"])


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"must be a port from 1 to 65535, or 0 for a free one, but is {text!r}")
    return int(text)
