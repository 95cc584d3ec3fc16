#!/usr/bin/env python
"""Django's command line for Lastmod Trust."""

from __future__ import annotations

import os
import sys

from django.core.management import execute_from_command_line

from sitemaps_app.environment import SettingError


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sitemaps_app.settings")
    try:
        execute_from_command_line(sys.argv)
    except SettingError as error:
        sys.exit(str(error))
    except BrokenPipeError:  # `| head` has read enough; the flush at exit must not complain about it again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
