"""Adding from a table: kept until its column is chosen, shown by its first rows, then read line by line."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User

from sitemaps_app.formats.delimited import (
    DELIMITERS,
    ENCODINGS,
    SAMPLE_BYTES,
    Reading,
    TableRow,
    guess_reading,
    header_of,
    read_rows,
    refusal_of_bytes,
)
from sitemaps_app.models import Addition
from sitemaps_app.models.addition import AdditionState
from sitemaps_app.pipeline.adding import MAX_LINES
from sitemaps_app.pipeline.sites import Line, read_lines, read_target
from sitemaps_app.pipeline.storable import storable

__all__ = ["DELIMITERS", "ENCODINGS", "MAX_TABLE_BYTES", "Preview", "Reading", "keep_table", "preview", "start_table", "table_lines"]

MAX_TABLE_BYTES = 20_971_520
SHOWN_ROWS, LOOKED_AT_ROWS = 8, 50
KEPT_FOR = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class PreviewColumn:
    """A column: its place from 0, its name in the header ("" for none), and of how many of the first rows its cell names a site."""

    place: int
    name: str
    readable: int


@dataclass(frozen=True, slots=True)
class Preview:
    """The beginning of a table as it is read. `best` is the column that names the most sites; `looked_at` the rows that were tried."""

    reading: Reading
    columns: tuple[PreviewColumn, ...]
    rows: tuple[tuple[str, ...], ...]
    looked_at: int

    @property
    def best(self) -> int:
        """The column to read, unless a person knows better."""
        return max(self.columns, key=lambda column: (column.readable, -column.place), default=PreviewColumn(0, "", 0)).place


def keep_table(owner: User, upload: Path, name: str, *, ticket: str, now: datetime) -> tuple[Addition | None, str]:
    """Keep an upload until its column is chosen; or None and the code of why it cannot be a table. Raises OSError."""
    with upload.open("rb") as file:
        head = file.read(SAMPLE_BYTES)
    refusal = refusal_of_bytes(head)
    if refusal:
        return None, refusal
    fields = {
        "owner": owner,
        "created_at": now,
        "touched_at": now,
        "state": AdditionState.DRAFT,
        "file_name": storable(name)[:200],
        "reading": asdict(guess_reading(head)),
    }
    addition, created = Addition.objects.get_or_create(ticket=ticket, defaults=fields)
    if created:
        path = table_path(addition)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        upload.replace(path)
    return addition, ""


def table_path(addition: Addition) -> Path:
    """Where the table, or the long list, of an addition waits."""
    return _path_of(addition.ticket)


def _path_of(ticket: str) -> Path:
    return Path(settings.STORAGE_FOLDER) / "additions" / f"{hashlib.sha256(ticket.encode()).hexdigest()[:32]}.table"


def write_list(ticket: str, text: str) -> None:
    """Keep a pasted list until a worker adds it, complete or not at all. Raises OSError."""
    path = _path_of(ticket)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    beside = path.with_suffix(f".{secrets.token_hex(8)}.new")
    beside.write_bytes(text.encode("utf-8", "surrogatepass"))
    beside.replace(path)


def kept_lines(addition: Addition) -> tuple[Line, ...]:
    """The lines of an addition that waits for a worker. Raises OSError where they are gone."""
    if "column" in addition.reading:
        return table_lines(addition, stored_reading(addition), addition.reading["column"])
    return read_lines(table_path(addition).read_bytes().decode("utf-8", "surrogatepass"))


def stored_reading(addition: Addition) -> Reading:
    """How a table is read, as it was guessed or last chosen."""
    return Reading(**{name: value for name, value in addition.reading.items() if name != "column"})


def preview(addition: Addition, reading: Reading) -> Preview:
    """The first rows of a waiting table. Raises OSError where it is gone."""
    with table_path(addition).open("rb") as file:
        names = header_of(file, reading)
        file.seek(0)
        rows = [row.cells for row in read_rows(file, reading, limit=LOOKED_AT_ROWS)]
    width = max((len(row) for row in [names, *rows]), default=0)
    columns = tuple(
        PreviewColumn(place, names[place] if place < len(names) else "", sum(_names_a_site(row, place) for row in rows))
        for place in range(width)
    )
    shown = tuple(tuple(row[place] if place < len(row) else "" for place in range(width)) for row in rows[:SHOWN_ROWS])
    return Preview(reading, columns, shown, len(rows))


def _names_a_site(row: Sequence[str], place: int) -> bool:
    return place < len(row) and bool(row[place]) and read_target(row[place]) is not None


def start_table(
    addition: Addition, reading: Reading, column: int, *, lines: int, now: datetime, state: AdditionState = AdditionState.ADDING
) -> bool:
    """Begin to add from a column of a table; False where that was begun before, or by another click of the same button.

    `state` is `waiting` where a worker is to be told.
    """
    chosen = {**asdict(reading), "column": column}
    fields = {"reading": chosen, "lines_total": min(lines, MAX_LINES), "lines_left": max(lines - MAX_LINES, 0), "touched_at": now}
    waiting = Addition.objects.filter(pk=addition.pk, state=AdditionState.DRAFT)
    if not waiting.update(state=state, **fields):
        return False
    addition.touched_at, addition.state, addition.reading = now, state, chosen
    return True


def table_lines(addition: Addition, reading: Reading, column: int) -> tuple[Line, ...]:
    """The cells of one column that are not blank, as lines with their place in the file. Raises OSError where the table is gone.

    One more than `MAX_LINES` are told at most: then there are more than are taken.
    """
    with table_path(addition).open("rb") as file:
        rows = read_rows(file, reading, limit=2 * MAX_LINES)
        return tuple(Line(row.line, row.cells[column]) for row in rows if _has_cell(row, column))


def _has_cell(row: TableRow, column: int) -> bool:
    return column < len(row.cells) and bool(row.cells[column])


def drop_table(addition: Addition) -> None:
    """Delete the table of an addition; harmless where there is none."""
    table_path(addition).unlink(missing_ok=True)


def prune_additions(*, before: datetime, now: datetime, dry_run: bool) -> int:
    """Forget additions made before a time, and tables whose column nobody chose within a day; the number forgotten."""
    old = Addition.objects.filter(created_at__lt=before) | Addition.objects.filter(state=AdditionState.DRAFT, created_at__lt=now - KEPT_FOR)
    gone = list(old)
    if not dry_run:
        for addition in gone:
            drop_table(addition)
            addition.delete()
    return len(gone)
