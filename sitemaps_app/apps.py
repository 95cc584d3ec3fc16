"""The one Django app. Its `ready` listens to sign-ins and makes our Celery app the current one, so that `shared_task` gets our broker.

The import cannot live in `sitemaps_app/__init__.py`, as Celery's guide has it: `sitemaps_app.formats` must import without Django.
"""

from __future__ import annotations

from importlib import import_module

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class SitemapsAppConfig(AppConfig):
    name = "sitemaps_app"
    label = "sitemaps_app"
    verbose_name = _("Lastmod Trust")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import_module("sitemaps_app.celery")
        import_module("sitemaps_app.sign_ins").connect()
        user_logged_in.connect(import_module("sitemaps_app.viewer_zone").recall_zone)
        post_migrate.connect(_ensure_groups, sender=self)


def _ensure_groups(**_signal: object) -> None:
    """The groups behind the roles are there after every migration, so that an administrator has something to put people into."""
    import_module("sitemaps_app.access").ensure_groups()
