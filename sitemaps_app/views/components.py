"""Every component on one page, to look at when a style changes."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from sitemaps_app.access import role
from sitemaps_app.templatetags.icons import ICONS
from sitemaps_app.views.presenters.samples import sample_charts, sample_confusion, sample_problems, sample_progress
from sitemaps_app.wording import TABLES


@require_GET
@role("admin")
def components(request: HttpRequest) -> HttpResponse:
    """Pills, badges, buttons, messages, charts, progress, tables: with made-up numbers."""
    messages.success(request, "A message of success.")
    messages.warning(request, "A message of warning.")
    messages.error(request, "A message of error.")
    now = timezone.now()
    context: dict[str, object] = {
        "verdicts": list(TABLES["verdicts"]),
        "outcomes": list(TABLES["outcomes"]),
        "severities": list(TABLES["severities"]),
        "icons": list(ICONS),
        "charts": sample_charts(now=now),
        "progress": sample_progress(now=now),
        "confusion": sample_confusion(),
        "problems": sample_problems(),
        "now": now,
    }
    return render(request, "components.html", context)
