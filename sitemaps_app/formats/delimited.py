"""Tables as spreadsheets write them (RFC 4180 and its relatives): which encoding, which delimiter, a header or none, and the rows."""

from __future__ import annotations

import codecs
import contextlib
import csv
import io
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be", "gb18030", "big5", "shift_jis", "windows-1252")
DELIMITERS = (",", ";", "\t", "|")
SAMPLE_BYTES = 262_144
SAMPLE_ROWS = 50
MAX_COLUMNS = 100
MAX_CELL = 4_096
# First bytes of files that are no text: zip (and with it xlsx, ods), old Excel, gzip, PDF.
_PACKED = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"\x1f\x8b", b"%PDF")
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


@dataclass(frozen=True, slots=True)
class Reading:
    """How the bytes of a table are read: encoding, delimiter, and whether its first row names the columns."""

    encoding: str
    delimiter: str
    has_header: bool


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row, with the number of the line of the file on which it begins, from 1."""

    line: int
    cells: tuple[str, ...]


def refusal_of_bytes(head: bytes) -> str:
    """The code of why a file cannot be a table, from its first bytes; "" where it can."""
    if not head.strip():
        return "table_empty"
    if head.startswith(_PACKED):
        return "table_is_packed"
    return "table_not_text" if b"\0" in head and not _marked(head) and not _wide(head) else ""


def guess_reading(head: bytes) -> Reading:
    """How a table is most likely read, from up to `SAMPLE_BYTES` of its beginning."""
    encoding = guess_encoding(head)
    text = head[:SAMPLE_BYTES].decode(encoding, "replace").removeprefix("\ufeff")
    delimiter = guess_delimiter(text)
    rows = [row.cells for row in _rows_of(io.StringIO(text, newline=""), delimiter, limit=SAMPLE_ROWS)]
    return Reading(encoding, delimiter, _looks_like_header(rows))


def guess_encoding(head: bytes) -> str:
    """UTF-8 where the bytes are that; UTF-16 by its mark or its zeros; else what Chinese Excel writes where that gives Chinese text, else
    what Western Excel writes.
    """
    known = _marked(head) or _wide(head)
    if known:
        return known
    if _decodes(head, "utf-8"):
        return "utf-8"
    if _decodes(head, "gb18030") and _chinese_share(head.decode("gb18030", "ignore")) > 0.5:
        return "gb18030"
    return "windows-1252"


def guess_delimiter(text: str) -> str:
    """The delimiter that parts most of the first rows into the same number of cells, more than one; a comma where none does."""
    scores = {}
    for delimiter in DELIMITERS:
        widths = Counter(len(row.cells) for row in _rows_of(io.StringIO(text, newline=""), delimiter, limit=SAMPLE_ROWS))
        width, count = max(widths.items(), key=lambda one: (one[1], one[0]), default=(1, 0))
        scores[delimiter] = count / max(widths.total(), 1) if width > 1 else 0.0
    best = max(DELIMITERS, key=lambda delimiter: scores[delimiter])
    return best if scores[best] > 0 else ","


def read_rows(file: BinaryIO, reading: Reading, *, limit: int) -> Generator[TableRow, None, None]:
    """The rows of a table that hold anything, up to `limit`, without its header. Damaged bytes become �, and no row ends the reading.

    A cell is cut at 4,096 characters and a row at 100 cells.
    """
    codec = reading.encoding if _is_known(reading.encoding) else "utf-8"
    text = io.TextIOWrapper(file, encoding=codec, errors="replace", newline="")
    rows = _rows_of(text, reading.delimiter, limit=limit + reading.has_header)
    try:
        for place, row in enumerate(rows):
            if place or not reading.has_header:
                yield row
    finally:
        text.detach()  # else the file would be closed with the text


def header_of(file: BinaryIO, reading: Reading) -> tuple[str, ...]:
    """The names in the first row; none where the table has no header."""
    if not reading.has_header:
        return ()
    with contextlib.closing(read_rows(file, Reading(reading.encoding, reading.delimiter, has_header=False), limit=1)) as rows:
        return next((row.cells for row in rows), ())


def _rows_of(text: io.TextIOBase, delimiter: str, *, limit: int) -> Iterator[TableRow]:
    reader = csv.reader(_without_mark(text), delimiter=delimiter, strict=False)
    taken, began = 0, 1
    while taken < limit:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error:  # a cell beyond the library's own limit: its row is passed over, the next lines may be good
            began = reader.line_num + 1
            continue
        cells = tuple(cell.strip()[:MAX_CELL] for cell in row[:MAX_COLUMNS])
        if any(cells):
            taken += 1
            yield TableRow(began, cells)
        began = reader.line_num + 1


def _without_mark(text: io.TextIOBase) -> Iterator[str]:
    for number, line in enumerate(text):
        yield line.removeprefix("\ufeff") if number == 0 else line


def _looks_like_header(rows: Sequence[tuple[str, ...]]) -> bool:
    """Is there a column in which the first cell has no dot, and all others have one? Addresses have, names of columns have not."""
    if len(rows) < 2:
        return False
    first, rest = rows[0], rows[1:]
    for column, name in enumerate(first):
        below = [row[column] for row in rest if column < len(row) and row[column]]
        dotted = sum("." in cell for cell in below)
        if name and "." not in name and below and dotted > len(below) / 2:
            return True
    return False


def _marked(head: bytes) -> str:
    return next((encoding for mark, encoding in _MARKS if head.startswith(mark)), "")


def _wide(head: bytes) -> str:
    """UTF-16 without its mark, by the zeros of its ASCII characters: they stand on one side only; "" where there are none or on both."""
    first, second = head[:4_096:2].count(0), head[1:4_096:2].count(0)
    if first and not second:
        return "utf-16-be" if head[:2] != b"\0\0" else ""
    return "utf-16-le" if second > len(head[:4_096]) // 50 and not first else ""


def _decodes(head: bytes, codec: str) -> bool:
    """Are all bytes of a beginning, but for a character that its end may cut, of this encoding?"""
    try:
        codecs.getincrementaldecoder(codec)("strict").decode(head[:SAMPLE_BYTES], final=False)
    except UnicodeDecodeError:
        return False
    return True


def _chinese_share(text: str) -> float:
    """Of the characters beyond ASCII, the share that are common Chinese ones or Chinese marks."""
    beyond = [c for c in text if ord(c) > 127]
    chinese = sum("\u4e00" <= c <= "\u9fff" or "\u3000" <= c <= "\u303f" or "\uff00" <= c <= "\uffef" for c in beyond)
    return chinese / len(beyond) if beyond else 0.0


def _is_known(encoding: str) -> bool:
    try:
        codecs.lookup(encoding)
    except LookupError:
        return False
    return True
