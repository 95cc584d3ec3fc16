"""Views of the list that people keep under a name and hand on."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from sitemaps_app.access import audit, role, saved_view_for, view_to_change
from sitemaps_app.forms.saved_view import SavedViewForm


@require_GET
@role("viewer")
def open_view(request: HttpRequest, slug: str) -> HttpResponse:
    """The list as it was saved: an address that can be handed on."""
    view = saved_view_for(request.user, slug)
    return redirect(f"{reverse('sites')}?{view.query}")


@require_POST
@role("viewer")
def save_view(request: HttpRequest) -> HttpResponse:
    """Keep the filter and order of the list under a name; the same name again replaces it."""
    form = SavedViewForm(request.POST)
    if not form.is_valid():
        for errors in form.errors.values():
            messages.error(request, " ".join(str(error) for error in errors))
        return redirect(f"{reverse('sites')}?{request.POST.get('query', '')[:1_000]}")
    view = form.save_for(cast("User", request.user), now=timezone.now())
    audit(request.user, "view_saved", detail=f"{view.name}\n{view.query}")
    messages.success(request, _("The view “%(name)s” is saved.") % {"name": view.name})
    return redirect(f"{reverse('sites')}?{view.query}")


@require_POST
@role("viewer")
def delete_view(request: HttpRequest, slug: str) -> HttpResponse:
    """Forget a view of one's own; an admin may forget any."""
    view = view_to_change(request.user, slug)
    view.delete()
    audit(request.user, "view_deleted", detail=view.name)
    messages.success(request, _("The view “%(name)s” is deleted.") % {"name": view.name})
    return redirect("sites")
