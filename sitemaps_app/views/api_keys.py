"""The page of API keys: make one, see when each was last used, revoke it."""

from __future__ import annotations

from datetime import UTC

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from sitemaps_app.access import Role, audit, has_role, keys_for, role, signed_in
from sitemaps_app.api_keys import NewKey, make_key, may_have_more, revoke
from sitemaps_app.key_forms import KeyForm
from sitemaps_app.models.api_key import KeyScope
from sitemaps_app.views.presenters.api_keys import key_rows


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@role("viewer")
def api_keys(request: HttpRequest) -> HttpResponse:
    """One's own keys, for an admin those of all. The secret of a new one is in the answer to its form and nowhere else."""
    now = timezone.now()
    may_write = has_role(request.user, Role.EDITOR)
    form = KeyForm(request.POST or None, may_write=may_write, today=now.astimezone(UTC).date())
    made = _make(request, form) if request.method == "POST" and form.is_valid() else None
    context = {
        "active": "keys",
        "rows": key_rows(keys_for(request.user), now=now),
        "made": made,
        "form": KeyForm(may_write=may_write, today=now.date()) if made else form,
        "show_owners": has_role(request.user, Role.ADMIN),
    }
    return render(request, "api_keys.html", context, status=400 if form.errors else 200)


def _make(request: HttpRequest, form: KeyForm) -> NewKey | None:
    """The new key; None, with an error on the form, where the person has too many."""
    owner, now = signed_in(request), timezone.now()
    if owner is None or not may_have_more(owner, now=now):
        form.add_error(None, _("You have as many keys as one person may have. Revoke one that is not used."))
        return None
    scope = KeyScope(form.cleaned_data["scope"])
    made = make_key(owner, name=form.cleaned_data["name"], scope=scope, expires_at=form.expires_at, now=now)
    audit(owner, "api_key_made", detail=f"{made.key.prefix} {scope.value} {made.key.name}")
    return made


@require_POST
@role("viewer")
def revoke_key(request: HttpRequest, pk: int) -> HttpResponse:
    """One's own key, for an admin any."""
    key = get_object_or_404(keys_for(request.user), pk=pk)
    if revoke(key, now=timezone.now()):
        audit(request.user, "api_key_revoked", detail=f"{key.prefix} {key.scope} {key.name}")
        messages.success(request, _("The key “%(name)s” is revoked; nothing can come in with it any more.") % {"name": key.name})
    return redirect("api_keys")
