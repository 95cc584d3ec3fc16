"""Error pages, and what machines ask."""

from __future__ import annotations

import pytest
from celery import current_app
from django.core.exceptions import SuspiciousOperation
from django.db import DatabaseError
from django.test import Client, RequestFactory
from django.urls import reverse

from sitemaps_app.views import errors, health


def test_a_page_that_is_not_there_says_so_and_leads_back(viewer) -> None:
    for url in ("/nope", "/sites/999/", "/sites/999/due.jsonl"):
        answer = viewer.get(url)
        assert answer.status_code == 404
        assert "There is no such page or site (404)." in answer.content.decode()
        assert f'href="{reverse("sites")}"' in answer.content.decode()


def test_a_damaged_request_is_told_as_such(viewer) -> None:
    request = RequestFactory().get("/")
    request.user = viewer.get("/sites/").context["user"]
    answer = errors.bad_request(request, SuspiciousOperation("x"))
    assert answer.status_code == 400
    assert "(400)" in answer.content.decode()


def test_a_fault_of_ours_gets_a_page_that_needs_nothing(monkeypatch) -> None:
    monkeypatch.setattr("sitemaps_app.views.site_list.sites_for", lambda _user: 1 / 0)
    client = Client(raise_request_exception=False)
    client.force_login(_admin())
    answer = client.get("/sites/")
    assert answer.status_code == 500
    assert "has been written to the log (500)" in answer.content.decode()


def _admin():
    from tests import factories

    return factories.person("admin")


def test_healthz_needs_neither_session_nor_database(django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        answer = Client().get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


def test_readyz_is_ready_with_a_broker(monkeypatch, broker_url) -> None:
    from sitemaps_app.environment import celery_broker

    monkeypatch.setattr(current_app.conf, "broker_read_url", celery_broker(broker_url))
    answer = Client().get("/readyz")
    assert answer.json() == {"ready": True, "database": "ok", "broker": "ok"}
    assert answer.status_code == 200


@pytest.mark.parametrize("part", ["database", "broker"])
def test_readyz_names_what_does_not_answer(monkeypatch, part: str) -> None:
    monkeypatch.setattr(health, "_broker_answers", lambda: part != "broker")

    class Broken:
        def cursor(self):
            raise DatabaseError

    if part == "database":
        monkeypatch.setattr(health, "connection", Broken())
    answer = Client().get("/readyz")
    assert answer.status_code == 503
    assert answer.json()[part] == "unreachable"


def test_a_broker_that_is_not_there_is_no_error_page() -> None:
    assert Client().get("/readyz").json()["broker"] == "unreachable"
