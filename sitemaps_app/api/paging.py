"""Pages by keyset: a page begins after the last row of the one before, so that rows which come or go meanwhile move nothing.

A cursor is made by us and not meant to be understood; what it holds is checked like anything that comes from outside.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Generic, TypeVar

from django.db.models import Model, QuerySet
from ninja import Schema
from pydantic import Field

from sitemaps_app.api.problems import ApiError

MOST_ROWS = 500
_ID = re.compile(r"[0-9]{1,18}")
_MOMENT, _MOMENT_FORM = re.compile(r"[0-9]{20}"), "%Y%m%d%H%M%S%f"
_PLACE = re.compile(r"([0-9]{1,18})\.([0-9]{1,9})")
Row = TypeVar("Row")
AnyModel = TypeVar("AnyModel", bound=Model)


class Paging(Schema):
    """Which part of a list is wanted."""

    limit: int = Field(100, ge=1, le=MOST_ROWS)
    cursor: str = Field("", max_length=100)


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """One page of rows, and where the next begins (None after the last)."""

    rows: Sequence[Row]
    next_cursor: str | None


def cut_page(rows: QuerySet[AnyModel], limit: int, cursor_of: Callable[[AnyModel], str]) -> Page[AnyModel]:
    """The first `limit` rows of a query that begins after the cursor already. One row more is read, to know whether there are any."""
    found = list(rows[: limit + 1])
    return Page(found[:limit], cursor_of(found[limit - 1]) if len(found) > limit else None)


def bind_cursor(cursor: str | None, to: str) -> str | None:
    """A cursor with the name of its list, so that it is good for no other; None stays None."""
    return None if cursor is None else f"{to}-{cursor}"


def unbind_cursor(cursor: str, to: str) -> str:
    """What `bind_cursor` was given, "" for the first page.

    :raises ApiError: for the cursor of another list.
    """
    if cursor and not cursor.startswith(f"{to}-"):
        raise ApiError("cursor_invalid")
    return cursor.removeprefix(f"{to}-")


def read_id(cursor: str) -> int:
    """The number in a cursor, 0 for the first page."""
    if cursor and not _ID.fullmatch(cursor):
        raise ApiError("cursor_invalid")
    return int(cursor or 0)


def read_moment(cursor: str) -> datetime | None:
    """The moment in a cursor, None for the first page."""
    if not cursor:
        return None
    if not _MOMENT.fullmatch(cursor):
        raise ApiError("cursor_invalid")
    try:
        return datetime.strptime(cursor, _MOMENT_FORM).replace(tzinfo=UTC)
    except ValueError as error:
        raise ApiError("cursor_invalid") from error


def write_moment(moment: datetime) -> str:
    """A moment as a cursor, in signs that stand in an address as they are."""
    return moment.astimezone(UTC).strftime(_MOMENT_FORM)


def read_place(cursor: str) -> tuple[int, int]:
    """The number of a row and the place in it, (0, 0) for the first page."""
    form = _PLACE.fullmatch(cursor) if cursor else None
    if cursor and form is None:
        raise ApiError("cursor_invalid")
    return (int(form[1]), int(form[2])) if form else (0, 0)
