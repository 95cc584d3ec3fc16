"""What the log holds of a request that is refused."""

from __future__ import annotations

import logging

import pytest
from django.conf import settings
from django.test import Client

from sitemaps_app.server.log_lines import ForbiddenIsALine
from tests import factories


@pytest.mark.django_db
def test_a_refusal_by_role_is_one_line_without_a_traceback(caplog: pytest.LogCaptureFixture) -> None:
    client = Client()
    client.force_login(factories.person(""))
    with caplog.at_level(logging.WARNING, "django.request"):
        assert client.get("/check-sitemap/").status_code == 403
    (line,) = [one for one in caplog.records if one.name == "django.request"]
    assert ForbiddenIsALine().filter(line)
    told = logging.Formatter("{message}", style="{").format(line)
    assert "/check-sitemap/" in told
    assert "\n" not in told
    assert settings.LOGGING["handlers"]["stderr"]["filters"] == ["forbidden_is_a_line"]


def test_a_fault_of_ours_keeps_its_traceback() -> None:
    fault = ValueError("ours")
    line = logging.LogRecord("django.request", logging.ERROR, "", 1, "Internal Server Error", (), (ValueError, fault, None))
    line.status_code = 500
    assert ForbiddenIsALine().filter(line)
    assert line.exc_info is not None
