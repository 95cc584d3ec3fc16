"""Public addresses of a site: how they are made, recognised and revoked. Beside `access`, which knows the roles.

An address ends in a handle and a signature of it by this installation's secret key. The database holds the handle only: whoever reads it
cannot open anything, and the address can be shown again. A new secret key closes all addresses, unless the old one stays as a fallback.
"""

from __future__ import annotations

import base64
import secrets
from datetime import datetime

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac

from sitemaps_app.models import PublicLink, Site
from sitemaps_app.models.public_link import LinkKind

MOST_LINKS = 20
HANDLE_LENGTH, SIGNATURE_LENGTH = 12, 24  # 72 bits to look it up, 144 bits that nobody can guess
_SALT = "lastmod_trust.public_link"


def make_link(site: Site, kind: LinkKind, *, by: User, name: str = "", expires_at: datetime | None = None, now: datetime) -> PublicLink:
    """Make an address of a site. `now` and `expires_at` are aware; an address without end has None."""
    handle = secrets.token_urlsafe(9)
    return PublicLink.objects.create(site=site, kind=kind, handle=handle, name=name, created_by=by, created_at=now, expires_at=expires_at)


def token_of(link: PublicLink) -> str:
    """The last part of the address."""
    return link.handle + _signature(link.kind, link.handle, settings.SECRET_KEY)


def find_link(token: str, kind: LinkKind, *, now: datetime) -> PublicLink | None:
    """The address in force whose token this is; None for all others alike: unknown, revoked, expired, of another kind, of a deleted site.

    Signatures are compared in constant time, and before the database is asked.
    """
    handle, signature = token[:HANDLE_LENGTH], token[HANDLE_LENGTH:]
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    if not any(constant_time_compare(signature, _signature(kind, handle, str(key))) for key in keys):
        return None
    link = PublicLink.objects.select_related("site").filter(handle=handle, kind=kind).first()
    return link if link is not None and link.is_open(now) and link.site.deleted_at is None else None


def open_links(site: Site, kind: LinkKind, *, now: datetime) -> QuerySet[PublicLink]:
    """The addresses of a site that show something now, newest first."""
    in_force = Q(expires_at__isnull=True) | Q(expires_at__gt=now)
    return PublicLink.objects.filter(in_force, site=site, kind=kind, revoked_at__isnull=True).select_related("created_by")


def revoke_link(link: PublicLink, *, now: datetime) -> bool:
    """Make an address show nothing from now on; False where it was revoked before."""
    return bool(PublicLink.objects.filter(pk=link.pk, revoked_at__isnull=True).update(revoked_at=now))


def _signature(kind: str, handle: str, key: str) -> str:
    digest = salted_hmac(_SALT, f"{kind}:{handle}", secret=key, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest).decode("ascii")[:SIGNATURE_LENGTH]
