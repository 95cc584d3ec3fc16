"""Signing in and out, the audit log."""

from __future__ import annotations

from django.contrib.auth.views import LoginView, LogoutView, PasswordChangeView
from django.contrib.messages.views import SuccessMessageMixin
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET

from sitemaps_app.access import role
from sitemaps_app.models import AuditLine

sign_in = LoginView.as_view(template_name="registration/sign_in.html", redirect_authenticated_user=True)
sign_out = LogoutView.as_view()


class ChangePassword(SuccessMessageMixin, PasswordChangeView):
    """For everybody who is signed in, whatever the role."""

    template_name = "registration/password.html"
    success_url = reverse_lazy("password_change")
    success_message = gettext_lazy("Your password is changed.")


@require_GET
@role("admin")
def audit_log(request: HttpRequest) -> HttpResponse:
    """Who did what."""
    page = Paginator(AuditLine.objects.select_related("who"), 100).get_page(request.GET.get("page"))
    return render(request, "audit_log.html", {"page": page, "active": "audit"})
