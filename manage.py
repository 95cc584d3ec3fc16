#!/usr/bin/env python
"""Django's command line for Lastmod Trust."""

from __future__ import annotations

import io
import os
import signal
import sys
import threading

INTERRUPTED = 130
SOON = 0.05


def main() -> int:
    """Run one command; the exit status where the command itself has not left."""
    # Imported here, so that Ctrl-C is answered while they load as it is later.
    from django.core.management import execute_from_command_line  # noqa: PLC0415

    from sitemaps_app.environment import SettingError  # noqa: PLC0415

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sitemaps_app.settings")
    for stream in (sys.stdout, sys.stderr):
        # Sites write in all scripts of the world, and a terminal may know only its own.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        execute_from_command_line(sys.argv)
    except SettingError as error:
        sys.exit(str(error))
    except BrokenPipeError:  # `| head` has read enough; the flush at exit must not complain about it again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def interrupt_again(unraisable: sys.UnraisableHookArgs) -> None:
    """A Ctrl-C that met a finaliser would only be told by the interpreter and then be lost: repeat it a moment later."""
    if unraisable.exc_type is KeyboardInterrupt:
        threading.Timer(SOON, os.kill, (os.getpid(), signal.SIGINT)).start()
    else:
        sys.__unraisablehook__(unraisable)


if __name__ == "__main__":
    sys.unraisablehook = interrupt_again
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
