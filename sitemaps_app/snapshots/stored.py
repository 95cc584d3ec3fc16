"""What the store keeps of an entry, how it lies on disk, and the one way in which a file can be bad.

On disk the instant is split into day, second of the day and microsecond: each part packs by itself, so a date-only site pays for days
alone. `loc` is empty where it equals the key, `lastmod_raw` where it can be written again from the instant (see `raw_text`). Section
and file are one small number that points into a table in the footer, since one nearly always follows from the other.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa

from sitemaps_app.formats.lastmod import Lastmod, LastmodStatus, Precision, Zone

FORMAT_VERSION = "1"
DAY_US = 86_400_000_000
SECOND_US = 1_000_000
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

STATUS_CODES: dict[LastmodStatus, int] = {
    LastmodStatus.ABSENT: 0,
    LastmodStatus.OK: 1,
    LastmodStatus.INVALID: 2,
    LastmodStatus.FUTURE: 3,
    LastmodStatus.EPOCH: 4,
}
STATUS_OF_CODE: dict[int, LastmodStatus] = {code: status for status, code in STATUS_CODES.items()}
STATUS_OK = STATUS_CODES[LastmodStatus.OK]
ZONE_CODES: dict[Zone, int] = {Zone.EXPLICIT: 1, Zone.ASSUMED: 2}
ZONE_OF_CODE: dict[int, Zone] = {code: zone for zone, code in ZONE_CODES.items()}

DISK_SCHEMA = pa.schema(
    [
        pa.field("key", pa.string(), nullable=False),
        ("loc", pa.string()),
        ("day", pa.int32()),
        ("second", pa.int32()),
        ("micro", pa.int32()),
        pa.field("precision", pa.uint8(), nullable=False),
        pa.field("zone", pa.uint8(), nullable=False),
        pa.field("status", pa.uint8(), nullable=False),
        ("raw", pa.string()),
        pa.field("raw_form", pa.uint8(), nullable=False),
        pa.field("raw_offset", pa.int16(), nullable=False),
        pa.field("origin", pa.int32(), nullable=False),
        pa.field("in_scope", pa.bool_(), nullable=False),
    ]
)


class StoredEntry(NamedTuple):
    """One entry of a snapshot, in plain numbers.

    `instant_us` is the first instant of the lastmod's period in microseconds since 1970 UTC, None where there is none. `precision` is 0
    or a `Precision`, `zone` 0 or a value of `ZONE_CODES`, `status` a value of `STATUS_CODES`. `file_id` names the sitemap file it came
    from.
    """

    key: str
    loc: str = ""
    lastmod_raw: str = ""
    instant_us: int | None = None
    precision: int = 0
    zone: int = 0
    status: int = 0
    section: str = ""
    file_id: int = 0
    in_scope: bool = True

    @property
    def instant(self) -> datetime | None:
        """The lastmod as an aware UTC datetime."""
        return None if self.instant_us is None else instant_of(self.instant_us)

    @property
    def lastmod(self) -> Lastmod:
        """The lastmod as the readers gave it, without the code of its blemish."""
        return Lastmod(
            raw=self.lastmod_raw,
            instant=self.instant,
            precision=Precision(self.precision) if self.precision else None,
            zone=ZONE_OF_CODE.get(self.zone),
            status=STATUS_OF_CODE[self.status],
        )


@dataclass(frozen=True, slots=True)
class StoredSnapshot:
    """A finished file: where it lies, how many distinct entries it holds, its SHA-256 (hex) and size in bytes.

    `added` counts what was given to the writer, so `added - entries` were repeats of a key. `sections` are the names in the file,
    largest first.
    """

    path: Path
    entries: int
    added: int
    sha256: str
    bytes: int
    sections: tuple[str, ...]


class SnapshotDamaged(Exception):  # noqa: N818 - it names what happened
    """A snapshot file that is missing, cut, altered or not ours. `path` and `reason` say which and how."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"snapshot {path} cannot be read: {reason}")
        self.path = path
        self.reason = reason


@contextmanager
def damage_named(path: Path) -> Iterator[None]:
    """Turn whatever the parquet reader raises on bad bytes into `SnapshotDamaged`.

    Arrow has no common base for its errors on bad input: they derive from ValueError, KeyError, TypeError, OSError, NotImplementedError and
    MemoryError (a wild length), so the list is theirs.
    """
    try:
        yield
    except FileNotFoundError as error:
        raise SnapshotDamaged(path, "missing") from error
    except (pa.ArrowException, OSError, ValueError, KeyError, TypeError, IndexError, NotImplementedError, MemoryError) as error:
        raise SnapshotDamaged(path, str(error)[:300]) from error


def microseconds_of(instant: datetime) -> int:
    """Microseconds since 1970 UTC of an aware datetime, exact (floats are not, after 2255)."""
    return (instant - EPOCH) // timedelta(microseconds=1)


def instant_of(microseconds: int) -> datetime:
    """The aware UTC datetime of microseconds since 1970."""
    return EPOCH + timedelta(microseconds=microseconds)


@dataclass(frozen=True, slots=True)
class Origins:
    """The table that turns the small number of an entry into its file and section."""

    file_ids: tuple[int, ...]
    sections: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Footer:
    """What a file says of itself beside its columns.

    `constants` are, for each row group, the columns that hold one value in all its rows, with that value: they need not be decoded, which
    is most of them on most sites.
    """

    entries: int
    origins: Origins
    constants: tuple[Mapping[str, int | str | None], ...]


def footer_of(entries: int, origins: Sequence[tuple[int, str]], constants: Sequence[Mapping[str, int | str | None]]) -> dict[str, str]:
    """The footer as it is written. Pages carry checksums but the footer has none, so its own parts bring theirs."""
    parts = {"origins": json.dumps(origins), "constants": json.dumps(constants)}
    checksums = {f"{name}_crc32": str(zlib.crc32(text.encode())) for name, text in parts.items()}
    return {"format": FORMAT_VERSION, "entries": str(entries), **parts, **checksums}


def read_footer(path: Path, footer: Mapping[bytes, bytes]) -> Footer:
    """The footer as it was written. Raises SnapshotDamaged where it is another's or its parts do not fit.

    A file of an earlier version names no constants.
    """
    if footer.get(b"format") != FORMAT_VERSION.encode():
        raise SnapshotDamaged(path, "not a snapshot of a known format")
    pairs = json.loads(_checked(path, footer, b"origins"))
    constants = json.loads(_checked(path, footer, b"constants")) if b"constants" in footer else []
    origins = Origins(tuple(int(pair[0]) for pair in pairs), tuple(str(pair[1]) for pair in pairs))
    return Footer(int(footer[b"entries"]), origins, tuple(constants))


def _checked(path: Path, footer: Mapping[bytes, bytes], name: bytes) -> bytes:
    part = footer[name]
    if zlib.crc32(part) != int(footer[name + b"_crc32"]):
        raise SnapshotDamaged(path, f"the table of {name.decode()} is altered")
    return part
