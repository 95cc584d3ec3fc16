"""People: how the first comes in, how others are invited, and what administrators change of them. Beside `access`, which knows roles."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime

from django.contrib.auth.models import Group, User
from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from sitemaps_app.access import Role, ensure_groups, role_of
from sitemaps_app.models import SetUpTicket

ROLE_NAMES = tuple(role.name.lower() for role in (Role.VIEWER, Role.EDITOR, Role.ADMIN))
_IS_ADMIN = Q(is_superuser=True) | Q(groups__name="admin")


def has_admin() -> bool:
    """Is there anybody who may administer?"""
    return User.objects.filter(_IS_ADMIN, is_active=True).exists()


def new_set_up_secret(*, now: datetime) -> str:
    """The last part of the address under which the first administrator is made; it replaces any before it, and works once."""
    secret = secrets.token_urlsafe(24)
    SetUpTicket.objects.all().delete()
    SetUpTicket.objects.create(secret_hash=_hash(secret), created_at=now)
    return secret


def may_set_up(secret: str) -> bool:
    """Does this secret open the set-up? Never once somebody may administer. Its hash is looked up, so time tells nothing about it."""
    return SetUpTicket.objects.filter(secret_hash=_hash(secret)).exists() and not has_admin()


def make_first_admin(secret: str, name: str, password: str) -> User | None:
    """Make the first administrator and close the set-up; None where it was closed meanwhile."""
    ensure_groups()
    with transaction.atomic():
        used, _ = SetUpTicket.objects.filter(secret_hash=_hash(secret)).delete()
        if not used or has_admin():
            return None
        return User.objects.create_superuser(username=name, password=password)


def invite(name: str, role: str) -> User:
    """Make a person who has no password yet; `password_path` is where they choose one."""
    person = User.objects.create_user(username=name)
    give_role(person, role)
    return person


def password_path(person: User) -> str:
    """The path under which a person chooses a password, once and within `PASSWORD_RESET_TIMEOUT` seconds."""
    code = urlsafe_base64_encode(force_bytes(person.pk))
    return reverse("choose_password", args=[code, default_token_generator.make_token(person)])


def give_role(person: User, role: str) -> bool:
    """Give a person exactly this role; False where that would leave nobody who may administer."""
    with transaction.atomic():
        if role != "admin" and _is_last_admin(person):
            return False
        if role != "admin" and person.is_superuser:
            person.is_superuser = person.is_staff = False
            person.save(update_fields=["is_superuser", "is_staff"])
        person.groups.remove(*Group.objects.filter(name__in=ROLE_NAMES))
        person.groups.add(Group.objects.get_or_create(name=role)[0])
    return True


def set_active(person: User, *, active: bool) -> bool:
    """Let a person in or keep them out, from the next request on; False where that would leave nobody who may administer."""
    with transaction.atomic():
        if not active and _is_last_admin(person):
            return False
        person.is_active = active
        person.save(update_fields=["is_active"])
    return True


def role_name(person: User) -> str:
    """The role of a person, whether they may come in now or not; "" for none."""
    active, person.is_active = person.is_active, True
    role = role_of(person)
    person.is_active = active
    return "" if role is Role.NONE else role.name.lower()


def _is_last_admin(person: User) -> bool:
    """Is this person the only one who may administer? The rows are locked, so that two administrators cannot remove each other at once."""
    admins = set(User.objects.select_for_update().filter(is_active=True).filter(_IS_ADMIN).values_list("pk", flat=True))
    return admins == {person.pk}


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()
