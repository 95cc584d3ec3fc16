"""Where a person is signed in: one row a browser, written at sign-in and then every few minutes, and how each is ended."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from sitemaps_app.models import SignIn
from sitemaps_app.server.client_address import client_address

SEEN_KEY = "seen_at"
SEEN_EVERY_SECONDS = 300


class SignInsMiddleware:
    """Notes that a signed-in browser was here. The session itself says when it was noted last, so most requests cost no query."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        session = request.session
        is_signed_in = session.accessed and SESSION_KEY in session and session.session_key
        if is_signed_in and time.time() - session.get(SEEN_KEY, 0) >= SEEN_EVERY_SECONDS:
            note_sign_in(request, int(session[SESSION_KEY]), now=timezone.now())
        return response


def note_sign_in(request: HttpRequest, person_id: int, *, now: datetime) -> None:
    """Write down that this browser is signed in as a person, and was here now."""
    request.session[SEEN_KEY] = now.timestamp()
    said = {
        "person_id": person_id,
        "user_agent": request.headers.get("User-Agent", "").replace("\x00", "")[:300],
        "address": client_address(request)[:64],
        "seen_at": now,
    }
    SignIn.objects.update_or_create(session_key=request.session.session_key, defaults=said, create_defaults={**said, "began_at": now})


def on_sign_in(sender: object, request: HttpRequest, user: User, **_signal: object) -> None:  # noqa: ARG001 - Django's signature
    """Forget the sign-ins of a person that have ended by themselves, and write down the new one."""
    if request.session.session_key:
        present = Session.objects.values("session_key")
        SignIn.objects.filter(person=user).exclude(session_key__in=present).delete()
        note_sign_in(request, user.pk, now=timezone.now())


def connect() -> None:
    """Listen to sign-ins; called once, when Django is ready."""
    user_logged_in.connect(on_sign_in, dispatch_uid="lastmod_trust.sign_ins")


def sign_ins_of(person: User, *, now: datetime) -> QuerySet[SignIn]:
    """The browsers in which a person is signed in now, last seen first."""
    present = Session.objects.filter(expire_date__gt=now).values("session_key")
    return SignIn.objects.filter(person=person, session_key__in=present)


def end(sign_ins: QuerySet[SignIn]) -> int:
    """Sign these browsers out; the number of them."""
    keys = list(sign_ins.values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    SignIn.objects.filter(session_key__in=keys).delete()
    return len(keys)


def follow_new_key(old: str, new: str) -> None:
    """After a change of the password the same browser has another session key."""
    SignIn.objects.filter(session_key=old).update(session_key=new)
