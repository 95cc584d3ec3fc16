"""People, the browsers they are signed in with, and what they did."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from sitemaps_app.models import AuditLine, SignIn
from sitemaps_app.wording import details, words
from sitemaps_app.wording.numbers import interval_of_checks

# What a browser says of itself, most telling first: many claim to be others too.
BROWSERS = (("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"), ("curl/", "curl"))
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person: role ("" for none), since when, last seen (None = never), and whether it is the reader."""

    person: User
    role: str
    seen_at: datetime | None
    is_reader: bool

    @property
    def is_invited(self) -> bool:
        """Has the person no password yet?"""
        return not self.person.has_usable_password()


@dataclass(frozen=True, slots=True)
class SignInRow:
    """A browser in which somebody is signed in."""

    sign_in: SignIn
    device: str
    is_this: bool


@dataclass(frozen=True, slots=True)
class ChangeWords:
    """One setting before and after, in words."""

    name: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class AuditRow:
    """One line of the audit log."""

    line: AuditLine
    who: str
    detail: str
    changes: tuple[ChangeWords, ...]


def person_rows(people: QuerySet[User], reader: User) -> list[PersonRow]:
    """All people, those who may come in first. Two queries."""
    rows = people.prefetch_related("groups", "sign_ins").order_by("-is_active", "username")
    return [PersonRow(one, _role(one), _seen(one), is_reader=one.pk == reader.pk) for one in rows]


def _role(person: User) -> str:
    if person.is_superuser:
        return "admin"
    names = {group.name for group in person.groups.all()}
    return next((name for name in ("admin", "editor", "viewer") if name in names), "")


def _seen(person: User) -> datetime | None:
    moments = [sign_in.seen_at for sign_in in person.sign_ins.all()]
    return max([*moments, *([person.last_login] if person.last_login else [])], default=None)


def sign_in_rows(sign_ins: Iterable[SignIn], session_key: str | None) -> list[SignInRow]:
    """Browsers, as their owners know them."""
    return [SignInRow(one, device_name(one.user_agent), one.session_key == session_key) for one in sign_ins]


def device_name(user_agent: str) -> str:
    """A browser and its system, from what it says of itself."""
    browser = next((name for mark, name in BROWSERS if mark in user_agent), "")
    system = next((name for mark, name in SYSTEMS if mark in user_agent), "")
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("Unknown device")


def audit_rows(lines: Iterable[AuditLine]) -> list[AuditRow]:
    """Lines of the audit log in words."""
    return [_audit_row(line) for line in lines]


def _audit_row(line: AuditLine) -> AuditRow:
    changes = change_words(line.changes)
    detail = "" if line.act == "site_settings_changed" else details.audit_in_words(line.detail)  # it only names what changed
    return AuditRow(line, line.who.get_username() if line.who else "", detail, changes)


def change_words(changes: list[dict[str, Any]]) -> tuple[ChangeWords, ...]:
    """What changed in the settings of a site, for the audit log and for marks on charts."""
    return tuple(
        ChangeWords(str(words("site_settings", one["field"]).title), _value(one["field"], one["old"]), _value(one["field"], one["new"]))
        for one in changes
    )


def _value(field: str, text: str) -> str:
    if field == "interval_seconds" and text.isdecimal():
        return str(interval_of_checks(int(text)))
    if field == "section_rule":
        return str(words("section_rules", text).title)
    if field == "role" and text:
        return str(words("roles", text).title)
    return text or "–"


def audit_cells(row: AuditRow) -> tuple[str, ...]:
    """A line as the cells of a table: when (UTC), who, the code of the act, its words, the site, the details."""
    told = "; ".join([*([row.detail] if row.detail else []), *(f"{one.name}: {one.old} → {one.new}" for one in row.changes)])
    at = row.line.at.isoformat(timespec="seconds").replace("+00:00", "Z")
    return (at, row.who, row.line.act, str(words("acts", row.line.act).title), row.line.site_origin, told)
