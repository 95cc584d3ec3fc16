"""Our Celery app. `SitemapsAppConfig.ready` imports this, so that every `shared_task` belongs to it."""

from __future__ import annotations

import os

from celery import Celery

from sitemaps_app.server.broker_transport import use_lasting_transport
from sitemaps_app.server.sole_worker import know_sole_workers

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sitemaps_app.settings")

use_lasting_transport()
app = Celery("sitemaps_app")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
know_sole_workers(app)
