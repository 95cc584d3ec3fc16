"""Every address and every operation of the API, asked by everybody: the table says who may.

A new address fails this test until it stands in the table: whoever adds one decides here who may use it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import get_resolver, reverse
from django.urls.resolvers import URLPattern, URLResolver
from django.utils import timezone

from sitemaps_app.accounts import new_set_up_secret, password_path
from sitemaps_app.api.app import api
from sitemaps_app.api.document import openapi_document
from sitemaps_app.api_keys import make_key
from sitemaps_app.models import Addition, Note, SavedView, Site, SitemapCheck
from sitemaps_app.models.api_key import KeyScope
from sitemaps_app.models.public_link import LinkKind
from sitemaps_app.public_links import make_link, token_of
from tests import factories

# Whoever is named, and those who may more: anyone (also without an account), signed_in (whatever the role), viewer, editor, admin.
CALLERS = ("stranger", "signed_in", "viewer", "editor", "admin")
PAGES = {
    "home": "signed_in",
    "sites": "viewer",
    "list_csv": "viewer",
    "all_due_jsonl": "viewer",
    "all_due_csv": "viewer",
    "deleted_sites": "editor",
    "saved_view": "viewer",
    "fleet": "viewer",
    "site_generator": "viewer",
    "add_sites": "editor",
    "choose_column": "editor",
    "added_sites": "editor",
    "added_progress": "editor",
    "site": "viewer",
    "site_chart": "viewer",
    "chart_csv": "viewer",
    "chart_svg": "viewer",
    "compare_sites": "viewer",
    "site_reads": "viewer",
    "site_read": "viewer",
    "site_dates": "viewer",
    "dates_csv": "viewer",
    "site_events": "viewer",
    "note": "editor",
    "site_progress": "viewer",
    "site_sections": "viewer",
    "site_files": "viewer",
    "site_file": "viewer",
    "site_visits": "viewer",
    "site_evidence": "viewer",
    "comparison": "viewer",
    "site_checks": "viewer",
    "check": "viewer",
    "site_due": "viewer",
    "due_jsonl": "viewer",
    "due_csv": "viewer",
    "site_settings": "editor",
    "site_report": "viewer",
    "site_share": "editor",
    "delete": "editor",
    "check_sitemap": "viewer",
    "sitemap_check": "viewer",
    "sitemap_check_progress": "viewer",
    "sitemap_check_json": "viewer",
    "shared_site": "anyone",
    "shared_evidence": "anyone",
    "shared_comparison": "anyone",
    "badge_svg": "anyone",
    "badge_json": "anyone",
    "how_scores_are_made": "viewer",
    "audit_log": "admin",
    "audit_csv": "admin",
    "people": "admin",
    "api_keys": "viewer",
    "api_docs": "viewer",
    "components": "admin",
    "preferences": "signed_in",
    "sign-in": "anyone",
    "password_change": "signed_in",
    "choose_password": "anyone",
    "set_up": "anyone",
    "sessions": "signed_in",
    "favicon": "anyone",
    "healthz": "anyone",
    "readyz": "anyone",
}
ACTS = {
    "bulk": "viewer",
    "bulk_act": "editor",
    "undo_deletion": "editor",
    "save_view": "viewer",
    "delete_view": "viewer",
    "revoke_share": "editor",
    "add_note": "editor",
    "check_now": "editor",
    "pause": "editor",
    "resume": "editor",
    "sitemap_check_again": "viewer",
    "sitemap_check_delete": "viewer",
    "load_demo": "editor",
    "change_role": "admin",
    "change_access": "admin",
    "password_link": "admin",
    "revoke_key": "viewer",
    "set_theme": "anyone",
    "end_session": "signed_in",
    "end_other_sessions": "signed_in",
    "logout": "signed_in",
    "set_language": "anyone",
}
# What a session may ask, and what a key of somebody with this role (and the scope to write) may.
OPERATIONS = {
    "list_sites": "viewer",
    "get_site": "viewer",
    "list_judgements": "viewer",
    "list_sitemaps": "viewer",
    "list_problems": "viewer",
    "list_snapshots": "viewer",
    "list_notes": "viewer",
    "add_note": "editor",
    "add_sites": "editor",
    "check_site": "editor",
    "report_sitemap": "viewer",
    "get_sitemap_report": "viewer",
}
WRITE_WITHOUT_SCOPE = {"report_sitemap"}  # a viewer may ask for one, so a key that only reads may too


@dataclass
class World:
    """A site with something of everything, and what its caller owns."""

    site: Site
    caller: User | None

    def kwargs(self, route: str) -> dict[str, object]:
        """What stands in the place of the variables of an address."""
        owner = self.caller or factories.person("editor")
        for beginning, make in PLACES.items():
            if route.startswith(beginning):
                return make(self, owner)
        return {}


def _of_site(world: World, owner: User) -> dict[str, object]:
    return {
        "pk": world.site.pk,
        "file_pk": world.site.sitemap_files.get().pk,
        "comparison_pk": world.site.comparisons.get().pk,
        "check_pk": world.site.checks.get().pk,
        "note_pk": world.site.notes.get().pk,
        "read_pk": world.site.snapshots.get().pk,
        "code": "trust",
        "counted": "days",
        "link_pk": make_link(world.site, LinkKind.REPORT, by=owner, now=timezone.now()).pk,
    }


def _addition(state: str) -> Callable[[World, User], dict[str, object]]:
    def make(_world: World, owner: User) -> dict[str, object]:
        now = timezone.now()
        reading = {"encoding": "utf-8", "delimiter": ",", "has_header": False}
        fields = {"ticket": uuid4().hex, "created_at": now, "touched_at": now, "reading": reading}
        return {"pk": Addition.objects.create(owner=owner, state=state, **fields).pk}

    return make


def _saved_view(_world: World, owner: User) -> dict[str, object]:
    return {"slug": SavedView.objects.create(owner=owner, name="Mine", slug=uuid4().hex[:12], created_at=timezone.now()).slug}


def _sitemap_check(_world: World, owner: User) -> dict[str, object]:
    return {"pk": SitemapCheck.objects.create(owner=owner, source="paste", state="done", created_at=timezone.now(), folder=uuid4().hex).pk}


def _key(_world: World, owner: User) -> dict[str, object]:
    return {"pk": make_key(owner, name="k", scope=KeyScope.READ, expires_at=None, now=timezone.now()).key.pk}


def _link(kind: LinkKind) -> Callable[[World, User], dict[str, object]]:
    def make(world: World, owner: User) -> dict[str, object]:
        token = token_of(make_link(world.site, kind, by=owner, now=timezone.now()))
        return {"token": token, "comparison_pk": world.site.comparisons.get().pk}

    return make


def _password_link(_world: World, _owner: User) -> dict[str, object]:
    *_, code, token = password_path(factories.person("viewer")).split("/")
    return {"uidb64": code, "token": token}


PLACES: dict[str, Callable[[World, User], dict[str, object]]] = {
    "sites/add/<int:pk>": _addition("draft"),
    "sites/added/<int:pk>": _addition("done"),
    "sites/deleted/": lambda _world, _owner: {"token": "0" * 32},
    "sites/views/": _saved_view,
    "sites/<int:pk>": _of_site,
    "check-sitemap/<int:pk>": _sitemap_check,
    "keys/<int:pk>": _key,
    "people/<int:pk>": lambda _world, _owner: {"pk": factories.person("viewer").pk},
    "sign-ins/<int:pk>": lambda _world, _owner: {"pk": 999_999},
    "shared/": _link(LinkKind.REPORT),
    "badge/": _link(LinkKind.BADGE),
    "password/choose": _password_link,
    "set-up/": lambda _world, _owner: {"secret": new_set_up_secret(now=timezone.now())},
}


def patterns() -> Iterator[URLPattern]:
    """All addresses of ours; Django's own admin, for the staff, guards itself, and the API has a table of its own."""
    for one in get_resolver().url_patterns:
        if isinstance(one, URLPattern):
            yield one
        elif isinstance(one, URLResolver):
            assert str(one.pattern) in {"admin/", "api/v1/"}, f"say who may use what lies under {one.pattern}"


ROUTES = {str(one.name): one for one in patterns()}


@pytest.fixture(autouse=True)
def _rows(db) -> None:
    """Every page needs rows."""


@pytest.fixture
def site() -> Site:
    site = factories.site()
    factories.assessment(site)
    factories.snapshot(site)
    factories.sitemap_file(site)
    factories.check(site)
    factories.comparison(factories.page(site))
    Note.objects.create(site=site, at=factories.NOW, created_at=factories.NOW, text="A release.")
    return site


def caller(name: str) -> tuple[Client, User | None]:
    client = Client(raise_request_exception=False)
    if name == "stranger":
        return client, None
    person = factories.person("" if name == "signed_in" else name)
    client.force_login(person)
    return client, person


def may(name: str, needed: str) -> bool:
    return needed == "anyone" or CALLERS.index(name) >= CALLERS.index(needed)


def path_of(name: str, world: World) -> str:
    route = ROUTES[name].pattern
    wanted = route.converters
    kwargs = {key: value for key, value in world.kwargs(str(route)).items() if key in wanted}
    return reverse(name, kwargs=kwargs)


def test_the_table_holds_every_address_and_no_other() -> None:
    assert set(ROUTES) == PAGES.keys() | ACTS.keys()


@pytest.mark.parametrize("who", CALLERS)
def test_who_may_see_a_page_sees_it_and_who_may_not_is_refused(site: Site, who: str) -> None:
    wrong = []
    client, person = caller(who)
    for name, needed in PAGES.items():
        if name == "set_up":
            User.objects.filter(groups__name="admin").update(is_active=False)
        answer = client.get(path_of(name, World(site, person)))
        User.objects.update(is_active=True)
        to_sign_in = answer.status_code == 302 and answer.url.startswith(reverse("sign-in"))
        seen = answer.status_code in {200, 302} and not to_sign_in
        expected = may(who, needed)
        refused = to_sign_in if who == "stranger" else answer.status_code == 403
        is_busy = name == "readyz" and answer.status_code == 503  # there is no broker in a test
        is_refusal = name in {"due_jsonl", "due_csv"} and answer.status_code == 409 and expected
        is_no_admin = name == "set_up" and who == "admin" and answer.status_code == 404
        if not (is_busy or is_refusal or is_no_admin or (seen if expected else refused)):
            wrong.append((name, answer.status_code))
    assert wrong == []


@pytest.mark.parametrize("who", CALLERS)
def test_who_may_act_acts_and_who_may_not_is_refused(site: Site, who: str) -> None:
    wrong = []
    client, person = caller(who)
    for name, needed in sorted(ACTS.items(), key=lambda one: one[0] == "logout"):
        answer = client.post(path_of(name, World(site, person)))
        to_sign_in = answer.status_code == 302 and answer.url.startswith(f"{reverse('sign-in')}?")
        done = answer.status_code in {200, 204, 302, 400} and not to_sign_in  # 400: the form lacks something, but was looked at
        refused = to_sign_in if who == "stranger" else answer.status_code == 403
        if not (done if may(who, needed) else refused):
            wrong.append((name, answer.status_code))
    assert wrong == []


def test_an_act_is_done_by_a_form_of_ours_only(site: Site) -> None:
    wrong = []
    forms = [
        name
        for name in PAGES
        if name in {"add_sites", "site_settings", "site_share", "delete", "people", "api_keys", "sign-in", "password_change"}
    ]
    person = factories.person("admin")
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.force_login(person)
    for name in [*ACTS, *forms]:
        path = path_of(name, World(site, person))
        if client.post(path).status_code != 403:
            wrong.append((name, "without a token"))
        if name in ACTS and name != "set_language" and client.get(path).status_code != 405:  # Django's own redirects, and changes nothing
            wrong.append((name, "by a link"))
    assert wrong == []


def operations() -> Iterator[tuple[str, str, str]]:
    """Each operation of the API: its name, method and path."""
    for path, methods in openapi_document(api)["paths"].items():
        for method, operation in methods.items():
            yield operation["operationId"], method, path


def ask(operation: str, method: str, path: str, site: Site, **headers: str) -> int:
    number = SitemapCheck.objects.create(
        owner=site.added_by, source="paste", state="done", created_at=timezone.now(), folder=uuid4().hex
    ).pk
    place = path.replace("{site_id}", str(site.pk)).replace("{report_id}", str(number))
    body = json.dumps({"sites": ["new.example"]} if operation == "add_sites" else {"text": "https://a.example/"})
    client = Client(raise_request_exception=False)
    sent = client.get(place, **headers) if method == "get" else client.post(place, body, content_type="application/json", **headers)
    return int(sent.status_code)


def is_let_in(status: int) -> bool:
    """Was the question answered, or refused for what it asks and not for who asks it?"""
    return status < 300 or status == 422


def key_of(person: User, scope: KeyScope) -> dict[str, str]:
    made = make_key(person, name="k", scope=scope, expires_at=None, now=timezone.now())
    return {"HTTP_AUTHORIZATION": f"Bearer {made.secret}"}


def test_the_table_holds_every_operation_and_no_other() -> None:
    assert {operation for operation, _method, _path in operations()} == OPERATIONS.keys()


@pytest.mark.parametrize("who", CALLERS)
def test_a_key_may_what_its_owner_and_its_scope_may(site: Site, who: str) -> None:
    wrong = []
    person = None if who == "stranger" else factories.person("" if who == "signed_in" else who)
    for operation, method, path in operations():
        Site.objects.filter(pk=site.pk).update(added_by=person, lease_until=None)
        site.refresh_from_db()
        needed = OPERATIONS[operation]
        if person is None:
            site.added_by = factories.person("viewer")
            if ask(operation, method, path, site) != 401:
                wrong.append((operation, "no key"))
            continue
        status = ask(operation, method, path, site, **key_of(person, KeyScope.WRITE))
        if is_let_in(status) is not may(who, needed) or (status != 403 and not may(who, needed)):
            wrong.append((operation, "write", status))
        may_read = may(who, needed) and (method == "get" or operation in WRITE_WITHOUT_SCOPE)
        status = ask(operation, method, path, site, **key_of(person, KeyScope.READ))
        if is_let_in(status) is not may_read or (status != 403 and not may_read):
            wrong.append((operation, "read", status))
    assert wrong == []


@pytest.mark.parametrize("who", CALLERS[1:])
def test_a_session_reads_the_api_and_writes_nothing(site: Site, who: str) -> None:
    wrong = []
    client, person = caller(who)
    for operation, method, path in operations():
        number = SitemapCheck.objects.create(owner=person, source="paste", state="done", created_at=timezone.now(), folder=uuid4().hex).pk
        place = path.replace("{site_id}", str(site.pk)).replace("{report_id}", str(number))
        answer = client.get(place) if method == "get" else client.post(place, "{}", content_type="application/json")
        if (answer.status_code < 300) is not (method == "get" and may(who, OPERATIONS[operation])):
            wrong.append((operation, answer.status_code))
    assert wrong == []


def test_the_admin_site_of_django_is_for_staff() -> None:
    for who in CALLERS:
        client, _person = caller(who)
        assert client.get("/admin/").status_code == 302
