"""API keys as rows of their table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, QuerySet

from sitemaps_app.models import ApiKey

SHOWN_KEYS = 200


@dataclass(frozen=True, slots=True)
class KeyRow:
    """One key. `state` is a code of `key_states`: active, expired, revoked or owner_inactive."""

    key: ApiKey
    state: str
    tone: str

    @property
    def can_be_revoked(self) -> bool:
        """Whether the key opens something, or would again if its owner came back."""
        return self.state in {"active", "owner_inactive"}


def key_rows(keys: QuerySet[ApiKey], *, now: datetime) -> tuple[KeyRow, ...]:
    """The keys in force first, those that were revoked last; of these, only the last have room."""
    newest = keys.order_by(F("revoked_at").desc(nulls_first=True), "-created_at", "-pk")[:SHOWN_KEYS]
    return tuple(sorted((_row(key, now) for key in newest), key=lambda row: row.state != "active"))


def _row(key: ApiKey, now: datetime) -> KeyRow:
    if key.revoked_at is not None:
        return KeyRow(key, "revoked", "none")
    if key.is_expired(now):
        return KeyRow(key, "expired", "none")
    if not key.owner.is_active:
        return KeyRow(key, "owner_inactive", "none")
    return KeyRow(key, "active", "ok")
