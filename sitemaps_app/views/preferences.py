"""How a person wants to see the pages: language, theme, time zone."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from sitemaps_app.access import signed_in
from sitemaps_app.preference_forms import PreferenceForm
from sitemaps_app.templatetags.lastmod_trust import THEMES
from sitemaps_app.viewer_zone import COOKIE, SESSION_KEY, is_zone, keep_zone

A_YEAR = 365 * 86_400


@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """For everybody who is signed in, whatever the role. The language holds from the answer on."""
    told = request.COOKIES.get(COOKIE, "")
    now = {"language": get_language(), "theme": request.COOKIES.get("theme", ""), "time_zone": request.session.get(SESSION_KEY, "")}
    form = PreferenceForm(request.POST or None, initial=now, browser_zone=told if is_zone(told) else "")
    person = signed_in(request)
    if request.method == "POST" and form.is_valid() and person is not None:
        chosen = form.cleaned_data
        keep_zone(request, person, chosen["time_zone"])
        with override(chosen["language"]):
            messages.success(request, _("Your settings are saved."))
        answer = redirect("preferences")
        keep_theme(request, answer, chosen["theme"])
        answer.set_cookie(settings.LANGUAGE_COOKIE_NAME, chosen["language"], max_age=A_YEAR, samesite="Lax", secure=request.is_secure())
        return answer
    return render(request, "preferences.html", {"form": form, "active": "preferences"}, status=400 if form.errors else 200)


@login_not_required
@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """The switch at the foot of every page."""
    target = request.POST.get("next", "/")
    if not url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        target = "/"
    response = HttpResponseRedirect(target)
    keep_theme(request, response, request.POST.get("theme", ""))
    return response


def keep_theme(request: HttpRequest, response: HttpResponse, chosen: str) -> None:
    """Remember the theme in a cookie, so that the server draws it right at once; none is that of the system."""
    if chosen in THEMES:
        response.set_cookie("theme", chosen, max_age=A_YEAR, samesite="Lax", httponly=True, secure=request.is_secure())
    else:
        response.delete_cookie("theme", samesite="Lax")
