"""A deleted site is found nowhere: by no page, link, badge, export, list or operation of the API, until its deletion is undone."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from sitemaps_app.models import Addition, Note, Site
from sitemaps_app.models.addition import AdditionState, LineOutcome
from sitemaps_app.models.api_key import KeyScope
from sitemaps_app.models.public_link import LinkKind
from sitemaps_app.pipeline.deletion import delete_sites, undo_deletion
from sitemaps_app.public_links import make_link, token_of
from tests import factories
from tests.views.test_roles import ACTS, PAGES, ROUTES, World, ask, key_of, operations, path_of

OF_A_SITE = [name for name, route in ROUTES.items() if str(route.pattern).startswith(("sites/<int:pk>", "shared/", "badge/"))]
HOST = "gone.example"


@pytest.fixture(autouse=True)
def _rows(db) -> None:
    """Every page needs rows."""


@pytest.fixture
def site() -> Site:
    site = factories.site(f"https://{HOST}")
    factories.assessment(site)
    factories.snapshot(site)
    factories.sitemap_file(site)
    factories.check(site)
    factories.comparison(factories.page(site))
    Note.objects.create(site=site, at=factories.NOW, created_at=factories.NOW, text="A release.")
    return site


@pytest.fixture
def admin(client: Client) -> Client:
    client.force_login(factories.person("admin"))
    return client


def test_no_address_of_a_site_answers_once_it_is_deleted_and_all_do_again_once_it_is_back(admin: Client, site: Site) -> None:
    person = factories.person("admin")
    paths = {name: path_of(name, World(site, person)) for name in OF_A_SITE}
    assert {"site", "site_report", "shared_site", "badge_svg", "badge_json", "due_jsonl", "chart_csv"} <= paths.keys()
    token = delete_sites([site.pk], now=timezone.now())
    wrong = []
    for name, path in paths.items():
        answers = [admin.get(path)] if name in PAGES else []
        if name in ACTS or name in {"delete", "site_settings", "site_share", "note"}:
            answers.append(admin.post(path))
        wrong += [(name, answer.status_code) for answer in answers if answer.status_code != 404]
        wrong += [(name, "tells") for answer in answers if HOST in answer.content.decode()]
    assert wrong == []
    assert undo_deletion(token, now=timezone.now()).back == (site.origin,)
    assert [name for name, path in paths.items() if name in PAGES and admin.get(path).status_code == 404] == []


def test_a_badge_of_a_deleted_site_says_nothing_of_it_and_is_not_kept_for_long(site: Site) -> None:
    token = token_of(make_link(site, LinkKind.BADGE, by=factories.person("editor"), now=timezone.now()))
    before = Client().get(f"/badge/{token}.svg")
    delete_sites([site.pk], now=timezone.now())
    for ending in ("svg", "json"):
        answer = Client().get(f"/badge/{token}.{ending}", HTTP_IF_NONE_MATCH=before["ETag"])
        assert answer.status_code == 404
        assert answer["Cache-Control"] == "public, max-age=60"
    assert Client().get(f"/badge/{token}.json").json()["isError"] is True


def test_no_operation_of_the_api_knows_a_deleted_site(admin: Client, site: Site) -> None:
    key = key_of(factories.person("admin"), KeyScope.WRITE)
    Site.objects.update(added_by=factories.person("admin"))
    site.refresh_from_db()
    delete_sites([site.pk], now=timezone.now())
    of_a_site = [(name, method, path) for name, method, path in operations() if "{site_id}" in path]
    assert len(of_a_site) >= 6
    assert {name: ask(name, method, path, site, **key) for name, method, path in of_a_site} == dict.fromkeys(
        (name for name, *_ in of_a_site), 404
    )
    assert Client().get("/api/v1/sites", **key).json()["sites"] == []


def test_what_counts_or_lists_sites_passes_over_deleted_ones(admin: Client, site: Site) -> None:
    factories.assessment(other := factories.site("https://other.example"))
    delete_sites([site.pk], now=timezone.now())
    for path in (
        "/sites/",
        "/sites/list.csv",
        "/fleet",
        "/sites/due.jsonl",
        "/sites/due.csv",
        f"/sites/{other.pk}/compare?with={HOST}",
        f"/sites/{other.pk}/compare?with={site.pk}",
    ):
        answer = admin.get(path)
        text = b"".join(answer.streaming_content) if answer.streaming else answer.content
        told = text.decode().replace(f'value="{HOST}"', "")  # what a person typed stays in its box
        assert answer.status_code in {200, 409}, path
        assert f"https://{HOST}" not in told, path
        assert f"/sites/{site.pk}/" not in told, path


def test_the_lines_of_a_list_say_that_their_site_is_deleted_and_do_not_lead_to_it(admin: Client, site: Site) -> None:
    now = timezone.now()
    owner = factories.person("editor")
    addition = Addition.objects.create(owner=owner, state=AdditionState.DONE, ticket="t", created_at=now, touched_at=now, reading={})
    addition.lines.create(number=1, text=HOST, outcome=LineOutcome.ADDED, site=site)
    path = f"/sites/added/{addition.pk}"
    assert f'href="/sites/{site.pk}/"' in admin.get(path).content.decode()
    delete_sites([site.pk], now=now)
    page = admin.get(path).content.decode()
    assert f'href="/sites/{site.pk}/"' not in page
    assert HOST in page, "the line that a person gave stays"
    assert "Its site has been deleted since." in page


def test_the_same_form_sent_again_does_not_lead_to_a_site_that_was_deleted_meanwhile(admin: Client) -> None:
    sent = {"sites": HOST, "ticket": "once"}
    assert admin.post("/sites/add", sent).url == Site.objects.get().get_absolute_url()
    delete_sites([Site.objects.get().pk], now=timezone.now())
    answer = admin.post("/sites/add", sent, follow=True)
    assert answer.status_code == 200
    assert "Its site has been deleted since." in answer.content.decode()
