from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.test import Client, RequestFactory

from sitemaps_app.server.client_address import client_address
from sitemaps_app.server.first_start import collect_static, set_up_path

NOW = datetime(2026, 12, 1, tzinfo=UTC)


@pytest.mark.postgres
@pytest.mark.django_db
def test_each_start_without_an_administrator_opens_one_set_up_and_closes_the_one_before() -> None:
    first, second = set_up_path(now=NOW), set_up_path(now=NOW)
    assert Client().get(first).status_code == 404
    assert Client().get(second).status_code == 200


@pytest.mark.postgres
@pytest.mark.django_db
def test_no_set_up_is_opened_where_somebody_may_administer(django_user_model: Any) -> None:
    open_one = set_up_path(now=NOW)
    django_user_model.objects.create_superuser(username="owner", password="long enough words")
    assert set_up_path(now=NOW) == ""
    assert Client().get(open_one).status_code == 404


def test_static_files_are_collected_only_when_one_has_changed(tmp_path: Path, settings: Any) -> None:
    settings.STATIC_ROOT = tmp_path / "static"
    settings.STATICFILES_DIRS = [tmp_path / "source"]
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "a.css").write_text("a {}")
    said: list[str] = []
    collect_static(said.append)
    collect_static(said.append)
    assert len(said) == 1
    assert (tmp_path / "static" / "a.css").read_text() == "a {}"
    (tmp_path / "source" / "a.css").write_text("a { color: red }")
    collect_static(said.append)
    assert len(said) == 2
    assert (tmp_path / "static" / "a.css").read_text() == "a { color: red }"


@pytest.mark.parametrize(
    ("proxies", "header", "expected"),
    [
        (0, "198.51.100.7", "127.0.0.1"),
        (1, "203.0.113.9, 198.51.100.7", "198.51.100.7"),
        (2, "203.0.113.9, 198.51.100.7", "203.0.113.9"),
        (2, "198.51.100.7", "127.0.0.1"),
        (1, "", "127.0.0.1"),
    ],
)
def test_the_client_is_whom_our_own_outermost_proxy_saw(settings: Any, proxies: int, header: str, expected: str) -> None:
    settings.LASTMOD_PROXIES = proxies
    assert client_address(RequestFactory().get("/", HTTP_X_FORWARDED_FOR=header)) == expected
