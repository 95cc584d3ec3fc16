"""The page of API keys, and the page that tells what the API offers."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from sitemaps_app import api_keys
from sitemaps_app.api_keys import KeyRefusal, find_key, make_key
from sitemaps_app.models import ApiKey, AuditLine
from sitemaps_app.models.api_key import KeyScope
from tests import factories

URL = "/keys"
SECRET = re.compile(r'id="new-key">(lmt_[^<]+)<')


def make(client: Client, **fields: str):
    return client.post(URL, {"name": "nightly crawl", "scope": "read", "last_day": "", **fields})


def key_of(person: User, name: str = "theirs") -> ApiKey:
    return make_key(person, name=name, scope=KeyScope.READ, expires_at=None, now=factories.NOW).key


def test_a_key_is_shown_once_and_works(viewer) -> None:
    answer = make(viewer)
    secret = SECRET.search(answer.content.decode())[1]
    assert find_key(secret, now=timezone.now()) == ApiKey.objects.get()
    assert "no-store" in answer["Cache-Control"]
    again = viewer.get(URL).content.decode()
    assert secret not in again
    assert ApiKey.objects.get().prefix in again


def test_the_log_names_who_made_and_revoked_which_key_but_no_secret(viewer) -> None:
    secret = SECRET.search(make(viewer).content.decode())[1]
    key = ApiKey.objects.get()
    viewer.post(f"/keys/{key.pk}/revoke")
    lines = AuditLine.objects.order_by("pk")
    assert [(line.act, line.who, line.detail) for line in lines] == [
        (act, key.owner, f"{key.prefix} read nightly crawl") for act in ("api_key_made", "api_key_revoked")
    ]
    assert not any(secret[15:] in line.detail for line in lines)


def test_a_revoked_key_opens_nothing_and_stays_in_the_list(viewer) -> None:
    secret = SECRET.search(make(viewer).content.decode())[1]
    answer = viewer.post(f"/keys/{ApiKey.objects.get().pk}/revoke", follow=True)
    assert find_key(secret, now=timezone.now()) == KeyRefusal("key_revoked")
    assert "is revoked; nothing can come in with it any more" in answer.content.decode()
    assert [row.state for row in answer.context["rows"]] == ["revoked"]
    assert '<button class="button button-danger"' not in answer.content.decode()
    viewer.post(f"/keys/{ApiKey.objects.get().pk}/revoke")
    assert AuditLine.objects.filter(act="api_key_revoked").count() == 1


@pytest.mark.parametrize(("role", "scopes"), [("viewer", ["read"]), ("editor", ["read", "write"]), ("admin", ["read", "write"])])
def test_a_key_cannot_be_made_for_more_than_one_may_do(role: str, scopes: list[str]) -> None:
    client = Client()
    client.force_login(factories.person(role))
    assert [value for value, _ in client.get(URL).context["form"].fields["scope"].choices] == scopes
    assert make(client, scope="write").status_code == (200 if "write" in scopes else 400)
    assert ApiKey.objects.count() == ("write" in scopes)


def test_the_last_day_counts_to_its_end(viewer) -> None:
    today = timezone.now().astimezone(UTC).date()
    make(viewer, last_day=today.isoformat())
    assert ApiKey.objects.get().expires_at == datetime(today.year, today.month, today.day, tzinfo=UTC) + timedelta(days=1)


@pytest.mark.parametrize("fields", [{"last_day": "2020-01-01"}, {"last_day": "9999-12-31"}, {"last_day": "tomorrow"}, {"name": ""}, {"name": " "}, {"name": "x" * 81}, {"name": "a\x00b"}, {"scope": "admin"}, {"scope": ""}])  # fmt: skip
def test_a_key_that_cannot_be_is_not_made(viewer, fields: dict[str, str]) -> None:
    answer = make(viewer, **fields)
    assert answer.status_code == 400
    assert answer.context["form"].errors
    assert not ApiKey.objects.exists()


def test_there_is_a_most_of_keys_in_force(viewer, monkeypatch) -> None:
    monkeypatch.setattr(api_keys, "MOST_KEYS", 2)
    for _ in range(2):
        make(viewer)
    answer = make(viewer)
    assert answer.status_code == 400
    assert "as many keys as one person may have" in answer.content.decode()
    viewer.post(f"/keys/{ApiKey.objects.first().pk}/revoke")
    assert make(viewer).status_code == 200
    ApiKey.objects.update(expires_at=factories.NOW)
    assert make(viewer).status_code == 200


def test_the_keys_of_others_are_for_the_admin(viewer, administrator) -> None:
    other = key_of(factories.person("editor", name="olga"))
    assert list(viewer.get(URL).context["rows"]) == []
    assert viewer.post(f"/keys/{other.pk}/revoke").status_code == 404
    page = administrator.get(URL).content.decode()
    assert "olga" in page
    assert administrator.post(f"/keys/{other.pk}/revoke").status_code == 302
    other.refresh_from_db()
    assert other.revoked_at is not None


def test_keys_in_force_come_first_and_their_last_use_is_told(viewer) -> None:
    for name in ("old", "ended", "new"):
        make(viewer, name=name)
    ApiKey.objects.filter(name="ended").update(expires_at=factories.NOW)
    ApiKey.objects.filter(name="old").update(last_used_at=factories.NOW)
    answer = viewer.get(URL)
    assert [(row.key.name, row.state) for row in answer.context["rows"]] == [("new", "active"), ("old", "active"), ("ended", "expired")]
    assert "2026-11-20 12:00 UTC" in answer.content.decode()


def test_the_number_of_queries_does_not_grow_with_the_keys(administrator, django_assert_num_queries) -> None:
    for number in range(5):
        key_of(factories.person("viewer"), str(number))
    with django_assert_num_queries(4):  # session, person, groups, keys with their owners
        administrator.get(URL)


def test_a_key_needs_a_form_of_ours(viewer) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(factories.person("viewer"))
    assert make(client).status_code == 403
    assert client.post(f"/keys/{key_of(factories.person('viewer')).pk}/revoke").status_code == 403


def test_the_name_of_a_key_is_text(viewer) -> None:
    page = make(viewer, name="<script>alert(1)</script>").content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


@pytest.mark.parametrize("url", [URL, "/api/v1/docs"])
def test_a_stranger_sees_neither_page_nor_link(stranger, viewer, url: str) -> None:
    assert stranger.get(url).status_code == 403
    assert f'href="{URL}"' not in stranger.get("/password").content.decode()
    assert f'href="{URL}"' in viewer.get("/password").content.decode()
    assert Client().get(url).status_code == 302


def test_the_page_of_the_api_shows_every_operation_and_loads_nothing_from_elsewhere(viewer) -> None:
    answer = viewer.get("/api/v1/docs")
    page = answer.content.decode()
    for one in ("GET /api/v1/sites", "POST /api/v1/sites", "GET /api/v1/sites/{site_id}/problems", "POST /api/v1/sites/{site_id}/check"):
        assert one in page
    assert "trust_low: number | null" in page
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', page)
    assert "<style" not in page
    assert not re.search(r"<script(?! type=\"module\" src=\"/static/)", page)


def test_the_page_of_the_api_speaks_chinese_too(viewer) -> None:
    page = viewer.get("/api/v1/docs", headers={"accept-language": "zh-hans"}).content.decode()
    assert "列出站点" in page
    assert "密钥不存在" in page


def test_the_key_of_a_deactivated_owner_is_not_told_as_in_force() -> None:
    admin = Client()
    admin.force_login(factories.person("admin"))
    owner = factories.person("viewer")
    made = make_key(owner, name="theirs", scope=KeyScope.READ, expires_at=None, now=timezone.now())
    User.objects.filter(pk=owner.pk).update(is_active=False)
    answer = admin.get(URL)
    assert find_key(made.secret, now=timezone.now()) == KeyRefusal("key_unknown")
    assert [(row.state, row.can_be_revoked) for row in answer.context["rows"]] == [("owner_inactive", True)]
    assert "Owner deactivated" in answer.content.decode()
