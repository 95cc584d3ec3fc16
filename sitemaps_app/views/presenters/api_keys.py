"""API keys as rows of their table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sitemaps_app.models import ApiKey

SHOWN_KEYS = 200


@dataclass(frozen=True, slots=True)
class KeyRow:
    """One key. `state` is a code of `key_states`: active, expired or revoked."""

    key: ApiKey
    state: str
    tone: str


def key_rows(keys: Iterable[ApiKey], *, now: datetime) -> tuple[KeyRow, ...]:
    """The keys in force first, each group from the newest to the oldest."""
    rows = [_row(key, now) for key in keys]
    return tuple(sorted(rows, key=lambda row: row.state != "active"))[:SHOWN_KEYS]


def _row(key: ApiKey, now: datetime) -> KeyRow:
    if key.revoked_at is not None:
        return KeyRow(key, "revoked", "none")
    if key.is_expired(now):
        return KeyRow(key, "expired", "none")
    return KeyRow(key, "active", "ok")
