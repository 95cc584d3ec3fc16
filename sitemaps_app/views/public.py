"""What strangers see under a public address of a site: its report, read-only, and its badge. Nothing here leads inside."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import nullcontext
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from sitemaps_app.access import shared_site
from sitemaps_app.charts import badge
from sitemaps_app.models.public_link import LinkKind
from sitemaps_app.views.presenters import comparison as comparison_presenter
from sitemaps_app.views.presenters import evidence
from sitemaps_app.views.presenters.badge import CACHE_SECONDS, LANGUAGES, BadgeText, badge_text, no_badge
from sitemaps_app.views.presenters.marks import ON_CHARTS
from sitemaps_app.views.presenters.paper import paper

ROWS, SECTIONS = 50, 50
GONE_SECONDS = 60

View = Callable[..., HttpResponse]


def unlisted(view: View) -> View:
    """A view for those who know its address: no search engine lists it, no cache keeps it, no link of it tells the address on.

    `lang` in the address decides the language, so that it can be handed on with it; without it the browser's does.
    """

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        asked = asked_language(request)
        with translation.override(asked) if asked else nullcontext():
            response = view(request, *args, **kwargs)
            response["Content-Language"] = translation.get_language() or ""
        response["X-Robots-Tag"] = "noindex, nofollow, noarchive"
        response["Referrer-Policy"] = "no-referrer"
        response["Cache-Control"] = "private, no-store"
        return response

    opened: View = login_not_required(require_safe(answered))
    return opened


def asked_language(request: HttpRequest) -> str:
    """The language that the address asks for, "" where it asks for none or one that there is not."""
    asked = request.GET.get("lang", "").lower()
    return asked if asked in LANGUAGES else ""


@unlisted
def shared_site_page(request: HttpRequest, token: str) -> HttpResponse:
    """The verdict, the charts, the sections of one site."""
    site = shared_site(token, LinkKind.REPORT, now=timezone.now())
    context = {"token": token, "site": site, "paper": paper(site, now=timezone.now(), sections=SECTIONS, marks=ON_CHARTS)}
    return _shown(request, "site", context)


@unlisted
def shared_evidence(request: HttpRequest, token: str) -> HttpResponse:
    """The comparisons behind the verdict, newest first."""
    site = shared_site(token, LinkKind.REPORT, now=timezone.now())
    found = evidence.comparisons(site, evidence.EvidenceQuery.read({}))
    page = Paginator(found, ROWS).get_page(request.GET.get("page"))
    rows = evidence.evidence_rows(site, page.object_list)
    return _shown(request, "evidence", {"token": token, "site": site, "page": page, "rows": rows})


@unlisted
def shared_comparison(request: HttpRequest, token: str, comparison_pk: int) -> HttpResponse:
    """One comparison: what lastmod said, what both visits saw, and what differs."""
    site = shared_site(token, LinkKind.REPORT, now=timezone.now())
    seen = site.comparisons.select_related("page", "earlier", "later", "site__current_assessment")
    rows = seen.defer("earlier__blocks", "later__blocks")
    card = comparison_presenter.comparison_card(get_object_or_404(rows, pk=comparison_pk))
    return _shown(request, "comparison", {"token": token, "site": site, "card": card})


def _shown(request: HttpRequest, page: str, context: dict[str, object]) -> HttpResponse:
    asked = asked_language(request)
    return render(request, f"shared/{page}.html", context | {"lang": f"?lang={asked}" if asked else ""})


@login_not_required
@require_safe
def badge_svg(request: HttpRequest, token: str) -> HttpResponse:
    """The badge as an image; of an address that shows nothing, a grey one with status 404."""
    told, is_there = _badge(request, token)
    response = HttpResponse(str(badge(told.label, told.message, told.color)), content_type="image/svg+xml; charset=utf-8")
    return _kept(request, response, is_there=is_there)


@login_not_required
@require_safe
def badge_json(request: HttpRequest, token: str) -> HttpResponse:
    """The badge for shields.io, by its endpoint schema (https://shields.io/badges/endpoint-badge)."""
    told, is_there = _badge(request, token)
    body = {
        "schemaVersion": 1,
        "label": told.label,
        "message": told.message,
        "color": told.color,
        "isError": not is_there,
        "cacheSeconds": CACHE_SECONDS if is_there else GONE_SECONDS,
    }
    return _kept(request, JsonResponse(body, json_dumps_params={"ensure_ascii": False}), is_there=is_there)


def _badge(request: HttpRequest, token: str) -> tuple[BadgeText, bool]:
    language = request.GET.get("lang", "en")
    try:
        site = shared_site(token, LinkKind.BADGE, now=timezone.now())
    except Http404:
        return no_badge(language=language), False
    return badge_text(site, language=language, now=timezone.now()), True


def _kept(request: HttpRequest, response: HttpResponse, *, is_there: bool) -> HttpResponse:
    """Anybody may keep a badge for a while, and ask whether it is still the same; any page may read it."""
    request.session.accessed = False  # only a look for who asks: the answer is the same for all, so caches need not part it by cookie
    etag = f'"{hashlib.sha256(response.content).hexdigest()[:20]}"'
    response.status_code = 200 if is_there else 404
    answer = get_conditional_response(request, etag=etag, response=response) if is_there else response
    kept: HttpResponse = answer if isinstance(answer, HttpResponse | HttpResponseNotModified) else response
    kept["ETag"] = etag
    kept["Cache-Control"] = f"public, max-age={CACHE_SECONDS if is_there else GONE_SECONDS}"
    kept["Access-Control-Allow-Origin"] = "*"
    kept["Cross-Origin-Resource-Policy"] = "cross-origin"
    return kept
