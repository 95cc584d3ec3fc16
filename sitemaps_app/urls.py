"""Which address leads to which view."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.urls import path


@login_not_required
def healthz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - Django passes it
    return HttpResponse("ok\n", content_type="text/plain")


urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("sign-in", LoginView.as_view(template_name="admin/login.html"), name="sign-in"),
    path("admin/", admin.site.urls),
]
