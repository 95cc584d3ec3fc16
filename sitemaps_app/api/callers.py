"""Who asks, and what they may do. A key comes in `Authorization: Bearer …`; a session may read, so that a person can look in the browser.

A session never writes here: nothing in this API is guarded against requests that another page makes a browser send (CSRF), and a browser
sends a session by itself, but never a key.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils import timezone
from ninja.security import HttpBearer

from sitemaps_app.access import Role, audit, role_of
from sitemaps_app.api.problems import ApiError
from sitemaps_app.api_keys import find_key, note_wrong_key
from sitemaps_app.models import ApiKey
from sitemaps_app.models.api_key import KeyScope
from sitemaps_app.server.client_address import client_address

MOST_OF_SCOPE = {KeyScope.READ: Role.VIEWER, KeyScope.WRITE: Role.EDITOR}


@dataclass(frozen=True, slots=True)
class Caller:
    """The person behind a request, what they may do in it, and the key that they came with (None for a session)."""

    user: User
    role: Role
    key: ApiKey | None


class ApiKeyBearer(HttpBearer):
    """Lets through who has the needed role; its name is that of the scheme in the OpenAPI document."""

    openapi_description = "An API key of the page “API keys”."

    def __init__(self, needed: Role, *, session: bool = False) -> None:
        super().__init__()
        self.needed = needed
        self.session = session

    def __call__(self, request: HttpRequest) -> Caller:
        """The caller of a request.

        :raises ApiError: for who does not come in.
        """
        header = request.headers.get("Authorization")
        caller = self._of_session(request) if header is None else self.authenticate(request, header)
        if caller.role >= self.needed:
            return caller
        owner_may = role_of(caller.user) >= self.needed
        raise ApiError("scope_missing" if owner_may else "role_missing")

    def authenticate(self, request: HttpRequest, token: str) -> Caller:
        """The owner of a key, with no more than the key's scope and the owner's role allow."""
        scheme, _, secret = token.partition(" ")
        now = timezone.now()
        if scheme.lower() != "bearer":
            raise ApiError("key_missing")
        key = find_key(secret.strip(), now=now)
        if isinstance(key, ApiKey):
            return Caller(key.owner, min(role_of(key.owner), MOST_OF_SCOPE[KeyScope(key.scope)]), key)
        if key.code == "key_unknown" and (wait := note_wrong_key(client_address(request), now=now)):
            raise ApiError("too_many_wrong_keys", headers={"Retry-After": str(wait)})
        raise ApiError(key.code)

    def _of_session(self, request: HttpRequest) -> Caller:
        user = request.user
        if not isinstance(user, User):
            raise ApiError("key_missing")
        if not self.session:
            raise ApiError("session_reads_only")
        return Caller(user, role_of(user), None)


READER = ApiKeyBearer(Role.VIEWER, session=True)
ASKER = ApiKeyBearer(Role.VIEWER)  # for what a viewer may ask for, but no page of somebody else through a viewer's browser
WRITER = ApiKeyBearer(Role.EDITOR)


def caller_of(request: HttpRequest) -> Caller:
    """The caller that was let through."""
    caller: Caller = request.auth  # type: ignore[attr-defined]
    return caller


def audit_call(caller: Caller, act: str, *, site_origin: str = "", detail: str = "") -> None:
    """Write a line of the audit log that names the key too."""
    via = f"API key {caller.key.prefix}" if caller.key else ""
    audit(caller.user, act, site_origin=site_origin, detail="\n".join(part for part in (via, detail) if part))
