"""The icon, for browsers that ask for it by its old name: on pages that are not ours, such as the administration's."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.http import require_safe


@login_not_required
@require_safe
def favicon(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - Django's signature
    """Lead to the icon under the name that changes with it."""
    return redirect(static("lastmod_trust/icon.svg"))
