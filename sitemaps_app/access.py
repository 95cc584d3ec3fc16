"""The only way a view gets a site, and the only place that knows roles. Every condition stands on a line of its own, and is tested.

Roles are the Django groups `viewer`, `editor` and `admin`, each able to do what the one before can; a superuser is an admin. A person in
none of the groups has signed in, but sees nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict
from datetime import datetime
from enum import IntEnum
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, Group, User
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone

from sitemaps_app.models import Addition, ApiKey, AuditLine, SavedView, Site, SitemapCheck
from sitemaps_app.models.public_link import LinkKind
from sitemaps_app.models.site import SiteQuerySet
from sitemaps_app.models.sitemap_check import SitemapCheckQuerySet
from sitemaps_app.pipeline.site_settings import SettingChange
from sitemaps_app.public_links import find_link

Person = User | AbstractBaseUser | AnonymousUser
P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]

AUDIT_DETAIL_LIMIT = 2_000


class Role(IntEnum):
    """What a person may do, least first. The names in lower case are those of the groups."""

    NONE = 0
    VIEWER = 1
    EDITOR = 2
    ADMIN = 3


def role_of(user: Person) -> Role:
    """The highest role of a person. The answer is kept on the user object, which lives as long as the request."""
    if not isinstance(user, User):
        return Role.NONE
    if not user.is_active:
        return Role.NONE
    if user.is_superuser:
        return Role.ADMIN
    known: Role | None = getattr(user, "_lastmod_trust_role", None)
    if known is None:
        names = set(user.groups.values_list("name", flat=True))
        known = max((role for role in Role if role.name.lower() in names), default=Role.NONE)
        user._lastmod_trust_role = known  # type: ignore[attr-defined]  # noqa: SLF001 - a cache of ours on Django's object
    return known


def has_role(user: Person, needed: Role) -> bool:
    """Whether a person may do what `needed` may do."""
    return role_of(user) >= needed


def role(name: str) -> Callable[[View[P]], View[P]]:
    """A decorator: the view is for signed-in people with at least this role; others get the sign-in page or a 403."""
    needed = Role[name.upper()]

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if not has_role(request.user, needed):
                raise PermissionDenied(name)
            return view(request, *args, **kwargs)

        decorated = cast("View[P]", login_required(guarded))
        decorated.needed_role = needed  # type: ignore[attr-defined]  # read by the test that no view is left open
        return decorated

    return decorate


def sites_for(user: Person) -> SiteQuerySet:
    """The sites that a person may see: one team shares one installation, so all of them or none."""
    if not has_role(user, Role.VIEWER):
        return Site.objects.none()
    return Site.objects.all()


def site_for(user: Person, pk: int) -> Site:
    """One site that a person may see, with what its pages show of it now.

    :raises Http404: where there is none, or none that this person may see: the two look the same from outside.
    """
    return get_object_or_404(sites_for(user).for_list().select_related("standing"), pk=pk)


def keys_for(user: Person) -> QuerySet[ApiKey]:
    """The API keys that a person may see and revoke: one's own; an admin answers for all."""
    keys = ApiKey.objects.select_related("owner")
    if has_role(user, Role.ADMIN):
        return keys
    return keys.filter(owner=user) if isinstance(user, User) else keys.none()


def shared_site(token: str, kind: LinkKind, *, now: datetime) -> Site:
    """The site that a public address shows to whoever has it.

    :raises Http404: for every other address alike.
    """
    link = find_link(token, kind, now=now)
    if link is None:
        raise Http404
    return get_object_or_404(Site.objects.for_list(), pk=link.site_id)


def additions_for(user: Person) -> QuerySet[Addition]:
    """The lists of sites that a person may look at again: their own, and for an admin everybody's."""
    additions = Addition.objects.select_related("owner")
    if has_role(user, Role.ADMIN):
        return additions
    return additions.filter(owner=user) if isinstance(user, User) and has_role(user, Role.EDITOR) else additions.none()


def sitemap_checks_for(user: Person) -> SitemapCheckQuerySet:
    """The checks of sitemaps that a person may see: their own, and for an admin everybody's."""
    if not isinstance(user, User) or not has_role(user, Role.VIEWER):
        return SitemapCheck.objects.none()
    if has_role(user, Role.ADMIN):
        return SitemapCheck.objects.all()
    return SitemapCheck.objects.filter(owner=user)


def sitemap_check_for(user: Person, pk: int) -> SitemapCheck:
    """One check of a sitemap that a person may see.

    :raises Http404: where there is none, or none that this person may see: the two look the same from outside.
    """
    return get_object_or_404(sitemap_checks_for(user).select_related("owner"), pk=pk)


def saved_views_for(user: Person) -> QuerySet[SavedView]:
    """The views of the list in a person's menu: their own, and those that are shared."""
    if not isinstance(user, User) or not has_role(user, Role.VIEWER):
        return SavedView.objects.none()
    return SavedView.objects.filter(Q(owner=user) | Q(shared=True)).select_related("owner")


def saved_view_for(user: Person, slug: str) -> SavedView:
    """A view by its address, which whoever may see the list may open: it holds a filter and nothing else.

    :raises Http404: where there is none.
    """
    views = SavedView.objects.all() if has_role(user, Role.VIEWER) else SavedView.objects.none()
    return get_object_or_404(views, slug=slug.replace("\x00", ""))


def view_to_change(user: Person, slug: str) -> SavedView:
    """A view that a person may delete: their own, and for an admin everybody's.

    :raises Http404: where there is none, or none of theirs.
    """
    own = SavedView.objects.filter(owner=user) if isinstance(user, User) else SavedView.objects.none()
    return get_object_or_404(SavedView.objects.all() if has_role(user, Role.ADMIN) else own, slug=slug.replace("\x00", ""))


def signed_in(request: HttpRequest) -> User | None:
    """The person behind a request, None for a stranger."""
    return request.user if isinstance(request.user, User) else None


def audit(user: Person, act: str, *, site_origin: str = "", detail: str = "", changes: Iterable[SettingChange] = ()) -> None:
    """Write one line of the audit log: who did what, now, and where settings were changed, from what to what."""
    who = user if isinstance(user, User) else None
    told = [asdict(change) for change in changes]
    AuditLine.objects.create(
        at=timezone.now(), who=who, act=act, site_origin=site_origin[:280], detail=detail[:AUDIT_DETAIL_LIMIT], changes=told
    )


def ensure_groups() -> None:
    """Create the groups behind the roles where they are missing."""
    for each in (Role.VIEWER, Role.EDITOR, Role.ADMIN):
        Group.objects.get_or_create(name=each.name.lower())
