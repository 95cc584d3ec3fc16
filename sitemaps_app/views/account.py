"""Signing in and out, the theme, the audit log."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import LoginView, LogoutView, PasswordChangeView
from django.contrib.messages.views import SuccessMessageMixin
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse_lazy
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from sitemaps_app.access import role
from sitemaps_app.models import AuditLine
from sitemaps_app.templatetags.lastmod_trust import THEMES

A_YEAR = 365 * 86_400

sign_in = LoginView.as_view(template_name="registration/sign_in.html", redirect_authenticated_user=True)
sign_out = LogoutView.as_view()


class ChangePassword(SuccessMessageMixin, PasswordChangeView):
    """For everybody who is signed in, whatever the role."""

    template_name = "registration/password.html"
    success_url = reverse_lazy("password_change")
    success_message = gettext_lazy("Your password is changed.")


@login_not_required
@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """Remember the theme in a cookie, so that the server draws it right at once."""
    target = request.POST.get("next", "/")
    if not url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        target = "/"
    response = HttpResponseRedirect(target)
    chosen = request.POST.get("theme", "")
    if chosen in THEMES:
        response.set_cookie("theme", chosen, max_age=A_YEAR, samesite="Lax", httponly=True, secure=request.is_secure())
    else:
        response.delete_cookie("theme", samesite="Lax")
    return response


@require_GET
@role("admin")
def audit_log(request: HttpRequest) -> HttpResponse:
    """Who did what."""
    page = Paginator(AuditLine.objects.select_related("who"), 100).get_page(request.GET.get("page"))
    return render(request, "audit_log.html", {"page": page, "active": "audit"})
