"""The sources of the report commands: paths, directories, addresses, each perhaps "as if served so", and batches of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from sitemaps_app import wording
from sitemaps_app.management.batch import BatchError, ServedFile, files_of, parse_headers, parse_now, parse_served, read_file
from sitemaps_app.management.terminal import TextSink, plain, write_answer
from sitemaps_app.pipeline.reports import Problem, Served

WRONG_USE = 2
UNREADABLE = 1
SHOWN_PROBLEMS = 20
BATCH_HELP = (
    "answer a regular file of JSON requests, one a line; - is standard input. Blank lines are skipped; "
    "--url, --header and --now are for the lines that have no such key"
)


@dataclass(frozen=True, slots=True)
class Unread:
    """A file that could not be read, and the sentence that says why."""

    source: str
    sentence: str


@dataclass(frozen=True, slots=True)
class ServedOptions:
    """`--url`, `--header`, `--now` and `--proxy` of a report command."""

    url: str
    headers: Mapping[str, str]
    now: datetime | None
    proxy: str
    allow_networks: tuple[str, ...]

    def clock(self) -> datetime:
        """The given time, else the present."""
        return self.now or timezone.now()


def add_served_arguments(parser: CommandParser) -> None:
    """The options that every report command has."""
    parser.add_argument("sources", nargs="*", metavar="PATH_OR_URL", help="a regular file, a directory of them, or an address")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.add_argument("--url", default="", help="report on the files as if served from this address")
    parser.add_argument("--header", action="append", default=[], metavar="'Name: value'", help="report as if served with this header")
    parser.add_argument("--now", default="", help="the time of serving, ISO 8601, years 1970 to 9000 (default: the present)")
    parser.add_argument("--proxy", default="", help="fetch through this proxy, as http://127.0.0.1:3128")
    parser.add_argument("--allow-network", action="append", default=[], metavar="CIDR", help="a private network that may be fetched from")
    parser.add_argument("--batch", default="", metavar="FILE", help=BATCH_HELP)


def read_options(options: Mapping[str, Any]) -> ServedOptions:
    """The common options, checked. Raises CommandError with status 2."""
    if bool(options["sources"]) == bool(options["batch"]):
        raise CommandError("Give paths or addresses, or --batch FILE.", returncode=WRONG_USE)
    try:
        now = parse_now(options["now"]) if options["now"] else None
        headers = parse_headers(options["header"])
    except BatchError as error:
        raise CommandError(plain(str(error)), returncode=WRONG_USE) from error
    return ServedOptions(options["url"], headers, now, options["proxy"], tuple(options["allow_network"]))


def is_address(source: str) -> bool:
    """Is a source fetched rather than read from disk?"""
    return source.lower().startswith(("http://", "https://"))


def served_files(source: str, options: ServedOptions) -> Iterator[tuple[str, Served | Unread]]:
    """Each file of a path with its name: as if served so, or the reason why it cannot be read."""
    files = files_of(source)
    for path in files:
        try:
            yield str(path), Served(read_file(path), options.url, 200, options.headers).decoded()
        except BatchError as error:
            yield str(path), Unread(str(path), str(error))
    if not files:
        yield source, Unread(source, f"no file in {source}")


def requested(request: object, options: ServedOptions) -> ServedFile:
    """A request of a batch; `--url` and `--header` stand for the keys that it does not have. Raises BatchError."""
    if isinstance(request, dict):
        own = {key: value for key, value in request.items() if value is not None}
        request = {"url": options.url, "headers": dict(options.headers), **own}
    return parse_served(request)


def tell_unread(unread: Unread, fields: Mapping[str, Any], *, out: TextSink, err: TextSink, as_json: bool) -> None:
    """Say that a file could not be read: a sentence for the person, and for the program `fields` (the contract's keys) with `error`."""
    err.write(plain(unread.sentence))
    if as_json:
        write_answer(out, {**fields, "error": unread.sentence})


def as_served(file: ServedFile) -> Served:
    """A request of a batch as a served file."""
    return Served(file.body, file.url, file.status, file.headers).decoded()


def problem_lines(problems: tuple[Problem, ...]) -> Iterator[str]:
    """Problems for a person."""
    for problem in problems[:SHOWN_PROBLEMS]:
        times = f" (×{problem.count})" if problem.count > 1 else ""
        place = f" line {problem.line}:" if problem.line else ""
        sentence = wording.sentence("problems", problem.code, {})
        yield plain(f"  {problem.severity.value}:{place} {sentence}{times} [{problem.code}] {problem.detail}").rstrip()
    if len(problems) > SHOWN_PROBLEMS:
        yield f"  … and {len(problems) - SHOWN_PROBLEMS} more (--json lists them)"
