"""For machines: is this process alive, and can it do its work?"""

from __future__ import annotations

from celery import current_app
from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import KombuError

BROKER_SECONDS = 2


@login_not_required
@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - Django passes it
    return HttpResponse("ok\n", content_type="text/plain")


@login_not_required
@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - Django passes it
    """200 when database and broker answer, else 503; the body names each."""
    parts = {"database": _database_answers(), "broker": _broker_answers()}
    ready = all(parts.values())
    answers = {name: "ok" if answers else "unreachable" for name, answers in parts.items()}
    return JsonResponse({"ready": ready, **answers}, status=200 if ready else 503)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _broker_answers() -> bool:
    try:
        with current_app.connection_for_read() as broker:
            broker.ensure_connection(max_retries=1, timeout=BROKER_SECONDS)
    except (OSError, KombuError):
        return False
    return True
