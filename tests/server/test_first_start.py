from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import authenticate, get_user_model
from django.test import RequestFactory

from sitemaps_app.server.client_address import client_address
from sitemaps_app.server.first_start import collect_static, create_first_admin


@pytest.mark.postgres
@pytest.mark.django_db
def test_the_first_admin_is_told_once_and_can_sign_in() -> None:
    told: list[str] = []
    assert create_first_admin(told.append)
    found = re.search(r"The first user is admin, the password (\S+)", "\n".join(told))
    assert found
    assert authenticate(RequestFactory().post("/"), username="admin", password=found[1])
    assert not create_first_admin(told.append)
    assert get_user_model().objects.count() == 1


@pytest.mark.postgres
@pytest.mark.django_db
def test_no_admin_is_made_where_there_is_one(django_user_model: Any) -> None:
    django_user_model.objects.create_superuser(username="owner", password="long enough words")
    assert not create_first_admin(lambda _text: None)


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
