"""What was deleted and can still be brought back."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from sitemaps_app.access import audit, role
from sitemaps_app.pipeline.deletion import recent_deletions, undo_deletion
from sitemaps_app.views.presenters.site_rows import plain_text
from sitemaps_app.wording import numbers


@require_GET
@role("editor")
def deleted_sites(request: HttpRequest) -> HttpResponse:
    """The acts that can be undone, the newest first."""
    return render(request, "sites/deleted.html", {"active": "sites", "deletions": recent_deletions(now=timezone.now())})


@require_POST
@role("editor")
def undo(request: HttpRequest, token: str) -> HttpResponse:
    """Bring back what one act deleted."""
    undone = undo_deletion(plain_text(token), now=timezone.now())
    if undone.back:
        audit(request.user, "deletion_undone", detail="\n".join(undone.back))
        told = ngettext("%(count)s site is back with its history.", "%(count)s sites are back with their history.", len(undone.back))
        messages.success(request, told % {"count": numbers.whole(len(undone.back))})
    if undone.taken:
        messages.warning(
            request, _("Added anew in the meantime, and so not brought back: %(sites)s") % {"sites": ", ".join(undone.taken[:20])}
        )
    if not undone.back and not undone.taken:
        messages.warning(request, _("There is nothing left to bring back: the time to undo is over, or it was undone already."))
    return redirect("sites")
