"""The shapes of the notes of a site."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from ninja import Schema
from pydantic import AfterValidator, Field, StringConstraints

from sitemaps_app.models.note import LONGEST

# What lies beyond is no moment of a site's history, and cannot be reckoned with in another zone.
EARLIEST, LATEST = datetime(1970, 1, 1, tzinfo=UTC), datetime(9999, 1, 1, tzinfo=UTC)


def _storable(text: str) -> str:
    if "\x00" in text:
        raise ValueError("NUL cannot be stored")
    return text


def _moment(at: datetime) -> datetime:
    """A time without a zone is one in UTC, as on the page; far ones are refused before they are reckoned with."""
    aware = at if at.tzinfo else at.replace(tzinfo=UTC)
    if not EARLIEST <= aware < LATEST:
        raise ValueError("before 1970, or after 9998")
    return aware.astimezone(UTC)


class NoteToAdd(Schema):
    """A note for the list of events and the charts of a site."""

    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST), AfterValidator(_storable)] = Field(
        examples=["Release 4.2: the sitemap is made by a new plugin."]
    )
    at: Annotated[datetime, AfterValidator(_moment)] | None = Field(
        None, description="The moment that it is about, in UTC where it names no zone, not in the future; left out, it is now."
    )


class NoteRow(Schema):
    """One note."""

    id: int
    at: datetime = Field(description="The moment that it is about.")
    text: str = Field(description="What a person or program wrote; untrusted.")
    author: str | None = Field(description="The name of the account; null where it is gone.")
    created_at: datetime
    edited_at: datetime | None = Field(description="When it was changed last; null where it never was.")


class NoteList(Schema):
    """One page of notes, those written last first."""

    notes: list[NoteRow]
    next_cursor: str | None
