"""API keys: how they are made, recognised and revoked, and how wrong ones are held off. Beside `access`, which knows the roles.

A key is `lmt_` + ten hexadecimal digits + `_` + 43 characters, of which the first fifteen (the prefix) are kept and shown. The rest are 256
random bits, so a plain SHA-256 protects it: salt and a slow hash are for secrets that people think up.
"""

from __future__ import annotations

import hashlib
import ipaddress
import re
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db.models import F
from django.utils.crypto import constant_time_compare

from sitemaps_app.models import ApiKey, WrongKeys
from sitemaps_app.models.api_key import KeyScope

MOST_KEYS = 50
USE_NOTED_EVERY = timedelta(minutes=1)  # a crawler asks often; its last use is worth one write a minute
MOST_WRONG, WRONG_WINDOW = 20, timedelta(minutes=15)
_FORM = re.compile(r"(lmt_[0-9a-f]{10})_[A-Za-z0-9_-]{43}")
_NO_HASH = "0" * 64


@dataclass(frozen=True, slots=True)
class NewKey:
    """A key that was just made, with its secret, which exists only here and in the hands of its owner."""

    key: ApiKey
    secret: str


@dataclass(frozen=True, slots=True)
class KeyRefusal:
    """Why a key opens nothing: codes key_unknown, key_revoked, key_expired."""

    code: str


def make_key(owner: User, *, name: str, scope: KeyScope, expires_at: datetime | None, now: datetime) -> NewKey:
    """Make a key for a person. `now` and `expires_at` are aware; a key without end has None."""
    prefix = f"lmt_{secrets.token_hex(5)}"
    secret = f"{prefix}_{secrets.token_urlsafe(32)}"
    key = ApiKey.objects.create(
        owner=owner, name=name, scope=scope, prefix=prefix, secret_hash=_hash(secret), created_at=now, expires_at=expires_at
    )
    return NewKey(key, secret)


def may_have_more(owner: User, *, now: datetime) -> bool:
    """Whether a person has fewer keys in force than one may have."""
    mine = ApiKey.objects.filter(owner=owner, revoked_at__isnull=True)
    return mine.exclude(expires_at__lte=now).count() < MOST_KEYS


def find_key(secret: str, *, now: datetime) -> ApiKey | KeyRefusal:
    """The key in force whose secret this is, its use noted. That a key was revoked or has expired is told only to who has its secret.

    The hashes are compared in constant time, and for an unknown prefix too, so that time tells nothing about either.
    """
    form = _FORM.fullmatch(secret)
    key = ApiKey.objects.select_related("owner").filter(prefix=form[1]).first() if form else None
    is_right = constant_time_compare(_hash(secret), key.secret_hash if key else _NO_HASH)
    if key is None or not is_right or not key.owner.is_active:
        return KeyRefusal("key_unknown")
    if key.revoked_at is not None:
        return KeyRefusal("key_revoked")
    if key.is_expired(now):
        return KeyRefusal("key_expired")
    if key.last_used_at is None or key.last_used_at <= now - USE_NOTED_EVERY:
        ApiKey.objects.filter(pk=key.pk).update(last_used_at=now)
    return key


def revoke(key: ApiKey, *, now: datetime) -> bool:
    """Make a key open nothing from now on; False where it was revoked before."""
    return bool(ApiKey.objects.filter(pk=key.pk, revoked_at__isnull=True).update(revoked_at=now))


def note_wrong_key(address: str, *, now: datetime) -> int:
    """Count a wrong key from an address; the seconds to wait where there were too many, else 0.

    A right key passes also from such an address, for a key cannot be guessed, and one mistaken program must not lock out its office. What
    is spared is the database: beyond the limit nothing is written.
    """
    place = _place(address)
    window_began = now - WRONG_WINDOW
    known = WrongKeys.objects.filter(address=place, since__gt=window_began).first()
    if known is not None and known.count >= MOST_WRONG:
        return max(int((known.since - window_began).total_seconds()), 1)
    WrongKeys.objects.filter(since__lte=window_began).delete()
    WrongKeys.objects.get_or_create(address=place, defaults={"since": now})
    WrongKeys.objects.filter(address=place).update(count=F("count") + 1)
    return 0


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()


def _place(address: str) -> str:
    """The part of an address that one customer has: all of IPv4, the first 64 bits of IPv6 (RFC 6177)."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    return str(ip) if ip.version == 4 else str(ipaddress.ip_network((ip, 64), strict=False))
