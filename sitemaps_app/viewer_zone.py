"""The time zone in which a person reads times: that of the account, else that of the browser, which its script tells in a cookie, else UTC.

It is kept apart from Django's current time zone, which queries by day and forms follow: a day of the charts is a day in UTC for everybody.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponseBase

from sitemaps_app.models import Preference

COOKIE = "tz"
SESSION_KEY = "time_zone"
LONGEST_NAME = 64
ALIASES = ("Etc/", "US/", "Canada/", "Brazil/", "Chile/", "Mexico/", "SystemV/")


@dataclass(frozen=True, slots=True)
class ViewerZone:
    """A zone and who says so: `account`, `browser`, or nobody (empty), which is UTC."""

    name: str = "UTC"
    source: str = ""

    @property
    def zone(self) -> ZoneInfo:
        """The rules of the zone."""
        return ZoneInfo(self.name)


_shown: ContextVar[ViewerZone] = ContextVar("shown", default=ViewerZone())  # noqa: B039 - frozen


def shown_zone() -> ViewerZone:
    """The zone of the request that is being answered; UTC outside of any."""
    return _shown.get()


class ViewerZoneMiddleware:
    """Finds the zone before a page is drawn. It asks the session only of a browser that has one, so it costs no query."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        token = _shown.set(_zone_of(request))
        try:
            return self.get_response(request)
        finally:
            _shown.reset(token)


def _zone_of(request: HttpRequest) -> ViewerZone:
    chosen = request.session.get(SESSION_KEY, "") if settings.SESSION_COOKIE_NAME in request.COOKIES else ""
    for name, source in ((chosen, "account"), (request.COOKIES.get(COOKIE, ""), "browser")):
        if is_zone(name):
            return ViewerZone(name, source)
    return ViewerZone()


def is_zone(name: str) -> bool:
    """Whether this machine knows the rules of a zone of that name; whatever a cookie holds is answered and never raises."""
    if not 0 < len(name) <= LONGEST_NAME or name.startswith("/"):
        return False
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # unknown; a path or NUL; a folder of zones, as Asia
        return False
    return True


@cache
def zone_names() -> tuple[str, ...]:
    """The zones to choose from, by region and place, after UTC; without the aliases that only old systems use."""
    places = (name for name in available_timezones() if "/" in name and not name.startswith(ALIASES))
    return ("UTC", *sorted(places))


def keep_zone(request: HttpRequest, person: User, name: str) -> None:
    """Store a person's choice (empty for the browser's zone); the session has it too, so that pages need not ask the database."""
    Preference.objects.update_or_create(person=person, defaults={"time_zone": name})
    request.session[SESSION_KEY] = name


def recall_zone(*, request: HttpRequest | None, user: User, **_signal: object) -> None:
    """Called when a person has signed in: their choice goes into the new session."""
    name = Preference.objects.filter(person=user).values_list("time_zone", flat=True).first()
    if request is not None and name:
        request.session[SESSION_KEY] = name
