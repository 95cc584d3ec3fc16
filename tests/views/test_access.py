"""Who may see and do what."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser, Group, User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.test import Client, RequestFactory
from django.urls import get_resolver, reverse
from django.urls.resolvers import URLPattern

from sitemaps_app.access import Role, audit, ensure_groups, role, role_of, site_for, sites_for
from sitemaps_app.models import AuditLine
from tests import factories

OPEN_TO_ALL = {
    "home",
    "sign-in",
    "logout",
    "password_change",
    "preferences",
    "set_theme",
    "set_language",
    "favicon",
    "healthz",
    "readyz",
} | {
    "shared_site",
    "shared_evidence",
    "shared_comparison",
    "badge_svg",
    "badge_json",
    "set_up",
    "choose_password",
    "sessions",
    "end_session",
    "end_other_sessions",
}
POSTED = ["check_now", "pause", "resume", "delete", "site_settings"]


def our_patterns() -> list[URLPattern]:
    return [pattern for pattern in get_resolver().url_patterns if isinstance(pattern, URLPattern)]


def test_every_page_names_the_role_it_needs() -> None:
    without = {pattern.name for pattern in our_patterns() if not hasattr(pattern.callback, "needed_role")}
    assert without == OPEN_TO_ALL


@pytest.mark.parametrize(("group", "expected"), [("", Role.NONE), ("viewer", Role.VIEWER), ("editor", Role.EDITOR), ("admin", Role.ADMIN)])
def test_a_group_gives_its_role(group: str, expected: Role) -> None:
    assert role_of(factories.person(group)) is expected


def test_the_highest_of_several_groups_counts() -> None:
    ensure_groups()
    both = factories.person("viewer")
    both.groups.add(factories.person("editor").groups.get())
    assert role_of(both) is Role.EDITOR


def test_a_superuser_is_an_admin_unless_inactive() -> None:
    assert role_of(User(is_superuser=True)) is Role.ADMIN
    assert role_of(User(is_superuser=True, is_active=False)) is Role.NONE
    assert role_of(AnonymousUser()) is Role.NONE


@pytest.mark.parametrize(("group", "allowed"), [("", False), ("viewer", False), ("editor", True), ("admin", True)])
def test_the_decorator_lets_through_who_may(group: str, allowed: bool) -> None:
    view = role("editor")(lambda _request: HttpResponse("in"))
    request = RequestFactory().get("/")
    request.user = factories.person(group)
    if allowed:
        assert view(request).content == b"in"
    else:
        with pytest.raises(PermissionDenied):
            view(request)


def test_an_unknown_role_in_a_decorator_is_our_mistake() -> None:
    with pytest.raises(KeyError):
        role("owner")


def test_a_site_is_found_by_viewers_and_hidden_from_strangers() -> None:
    site = factories.site()
    assert site_for(factories.person("viewer"), site.pk) == site
    with pytest.raises(Http404):
        site_for(factories.person(""), site.pk)
    with pytest.raises(Http404):
        site_for(factories.person("viewer"), site.pk + 1)
    assert not sites_for(AnonymousUser()).exists()


def test_a_visitor_without_a_session_is_sent_to_sign_in() -> None:
    answer = Client().get(reverse("sites"))
    assert (answer.status_code, answer.url) == (302, f"{reverse('sign-in')}?next=/sites/")


def test_the_groups_are_there_after_a_migration() -> None:
    assert set(Group.objects.values_list("name", flat=True)) >= {"viewer", "editor", "admin"}


def test_a_stranger_is_told_which_groups_there_are(stranger) -> None:
    answer = stranger.get(reverse("sites"))
    assert answer.status_code == 403
    assert "viewer, editor and admin" in answer.content.decode()


@pytest.mark.parametrize("name", POSTED)
def test_a_viewer_may_change_nothing(viewer, name: str) -> None:
    site = factories.site()
    assert viewer.post(reverse(name, args=[site.pk])).status_code == 403
    site.refresh_from_db()
    assert not site.paused
    assert not AuditLine.objects.exists()


def test_a_viewer_sees_no_buttons_that_would_be_refused(viewer) -> None:
    site = factories.site()
    page = viewer.get(site.get_absolute_url()).content.decode()
    assert "<button" not in page.split("<main")[1].split("</main>")[0]
    assert reverse("site_settings", args=[site.pk]) not in page
    assert reverse("add_sites") not in viewer.get(reverse("sites")).content.decode()


@pytest.mark.parametrize("name", ["audit_log", "components"])
def test_only_an_admin_sees_the_log_and_the_components(editor, administrator, name: str) -> None:
    assert editor.get(reverse(name)).status_code == 403
    assert administrator.get(reverse(name)).status_code == 200


def test_an_audit_line_is_cut_to_what_its_columns_hold() -> None:
    audit(factories.person("editor"), "site_added", site_origin="x" * 400, detail="y" * 5_000)
    line = AuditLine.objects.get()
    assert (len(line.site_origin), len(line.detail)) == (280, 2_000)
