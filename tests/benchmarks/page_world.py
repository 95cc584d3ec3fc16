"""The pages of a loaded demo, and an admin who may see them all. Imported once the settings point at the demo's data folder."""

from __future__ import annotations

import logging

import django

django.setup()
logging.disable(logging.ERROR)  # that a form's address takes no GET is no news

from django.conf import settings  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.test import Client  # noqa: E402

from sitemaps_app.models import Site  # noqa: E402
from tests.browser.world import world_of  # noqa: E402

NAME = "page-weight"


def session_of_an_admin() -> dict[str, str]:
    """The cookies of a new session."""
    client = Client(headers={"host": "localhost"})
    client.force_login(User.objects.create_superuser(NAME, password=None), backend="django.contrib.auth.backends.ModelBackend")
    return {settings.SESSION_COOKIE_NAME: client.cookies[settings.SESSION_COOKIE_NAME].value, "tz": "UTC"}


def demo_pages() -> list[str]:
    """The path of every page, filled with the site of the demo whose evidence is the longest."""
    admin = User.objects.get(username=NAME)
    client = Client(headers={"host": "localhost"})
    client.force_login(admin, backend="django.contrib.auth.backends.ModelBackend")
    site = max(Site.objects.filter(is_demo=True), key=lambda one: one.comparisons.count())
    return list(world_of(site, admin, client).pages())
