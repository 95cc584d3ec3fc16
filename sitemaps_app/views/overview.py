"""The page of a site: its verdict first."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from sitemaps_app.access import role, site_for
from sitemaps_app.views.presenters.charts import age_chart
from sitemaps_app.views.presenters.confusion import confusion
from sitemaps_app.views.presenters.crawler import crawler_card
from sitemaps_app.views.presenters.history import history
from sitemaps_app.views.presenters.numbers_behind import numbers_behind
from sitemaps_app.views.presenters.outlook import outlook
from sitemaps_app.views.presenters.progress import site_progress
from sitemaps_app.views.presenters.proofs import with_proofs
from sitemaps_app.views.presenters.signals import signal_rows
from sitemaps_app.views.presenters.spans import Span
from sitemaps_app.views.presenters.tables import current_sections, file_rows, files_by_need, section_rows
from sitemaps_app.views.presenters.verdict import verdict_card
from sitemaps_app.views.site_page import render_site_page

FEW = 8


@require_GET
@role("viewer")
def site_overview(request: HttpRequest, pk: int) -> HttpResponse:
    """The verdict in one sentence, its reasons, the running check, the charts, and the beginnings of the tables."""
    site = site_for(request.user, pk)
    now = timezone.now()
    crawler = crawler_card(site.current_assessment, request.GET)
    if request.headers.get("X-Fragment") == "crawler-numbers":
        return render(request, "sites/_crawler_numbers.html", {"crawler": crawler})
    sections = current_sections(site)
    context: dict[str, object] = {
        "verdict": with_proofs(verdict_card(site, now=now), site),
        "crawler": crawler,
        "outlook": outlook(site.current_assessment, now=now),
        "behind": numbers_behind(site.current_assessment),
        "signals": signal_rows(site.current_assessment, failing_only=True),
        "progress": site_progress(site, now=now),
        "history": history(site, Span.read(request.GET, now=now)),
        "ages": age_chart(site.current_snapshot),
        "confusion": confusion(site, site.current_assessment),
        "is_compared": site.comparisons.exists(),
        "sections": section_rows(site, sections[:FEW], now=now),
        "section_count": sections.count(),
        "files": file_rows(files_by_need(site)[:FEW]),
        "file_count": site.sitemap_files.count(),
    }
    return render_site_page(request, site, "sites/overview.html", context, tab="site")
