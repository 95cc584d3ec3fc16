"""Uploads: only where one is taken, only from who may, and never more than may come."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings
from django.urls import reverse

from sitemaps_app.models import SitemapCheck
from sitemaps_app.pipeline import sitemap_check_files as files
from sitemaps_app.pipeline.sitemap_check import MAX_BYTES
from sitemaps_app.uploads import BoundedUpload
from tests import factories
from tests.sending import sending_replaced


@pytest.fixture(autouse=True)
def uploads(tmp_path: Path) -> Iterator[Path]:
    with override_settings(STORAGE_FOLDER=tmp_path / "storage"), sending_replaced():
        yield tmp_path / "storage" / "uploads"


def sent(client: Client, body: bytes, path: str = "", **fields: str):
    file = SimpleUploadedFile("big.xml", body)
    return client.post(path or reverse("check_sitemap"), {"source": "upload", **fields, "file": file})


def left_in(folder: Path) -> list[Path]:
    return list(folder.iterdir()) if folder.exists() else []


def test_fifty_mebibytes_are_taken(viewer, uploads: Path) -> None:
    answer = sent(viewer, b" " * MAX_BYTES)
    assert answer.status_code == 302
    check = SitemapCheck.objects.get()
    assert files.given_path(check.folder).stat().st_size == MAX_BYTES
    assert left_in(uploads) == []


def test_one_byte_more_is_refused_in_words_and_leaves_nothing(viewer, uploads: Path) -> None:
    answer = sent(viewer, b" " * (MAX_BYTES + 1))
    assert answer.status_code == 413
    assert "The file is larger than 50 MiB, so it was not taken." in answer.content.decode()
    assert not SitemapCheck.objects.exists()
    assert left_in(uploads) == []


def test_what_announces_too_much_is_refused_before_it_is_written(viewer, uploads: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []
    monkeypatch.setattr(BoundedUpload, "receive_data_chunk", lambda _self, data, _start: written.append(len(data)))
    answer = sent(viewer, b" " * (MAX_BYTES + 1_000_000))
    assert answer.status_code == 413
    assert written == []
    assert left_in(uploads) == []


def test_a_refused_file_still_needs_the_token_of_its_form(uploads: Path) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(factories.person("viewer"))
    too_large = b" " * (MAX_BYTES + 1)
    assert sent(client, too_large).status_code == 403
    client.get(reverse("check_sitemap"))
    file = SimpleUploadedFile("big.xml", too_large)
    token = client.cookies["csrftoken"].value
    answer = client.post(reverse("check_sitemap"), {"csrfmiddlewaretoken": token, "source": "upload", "file": file})
    assert answer.status_code == 413


def test_a_file_for_a_page_that_takes_none_is_not_read(editor, uploads: Path) -> None:
    answer = sent(editor, b"x" * 5_000_000, reverse("api_keys"), name="nightly")
    assert answer.wsgi_request.FILES == {}
    assert left_in(uploads) == []


@pytest.mark.parametrize("who", ["nobody", "stranger"])
def test_a_file_from_somebody_who_may_not_is_not_read(who: str, request: pytest.FixtureRequest, uploads: Path) -> None:
    client = Client() if who == "nobody" else request.getfixturevalue("stranger")
    answer = sent(client, b"x" * 5_000_000)
    assert answer.status_code == (302 if who == "nobody" else 403)
    assert left_in(uploads) == []
    assert not SitemapCheck.objects.exists()
