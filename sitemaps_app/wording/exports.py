"""Words for the rows of a due list and for its refusal."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from sitemaps_app.wording.code_words import Words

DUE_REASONS = {
    "lastmod_moved": Words(_("lastmod moved"), _("The lastmod of this entry became later since the cursor.")),
    "new": Words(_("New"), _("This entry was not in the sitemap before.")),
    "undated": Words(_("Undated"), _("This entry has no readable lastmod, so only a fetch can tell.")),
    "audit_sample": Words(
        _("Audit sample"), _("Drawn at random from the entries whose lastmod did not move, so that silent changes are still found.")
    ),
    "untrusted_fallback": Words(
        _("Fallback"), _("The site's lastmod is not trusted; this entry is listed for a fetch whatever its lastmod says.")
    ),
    "removed": Words(_("Removed"), _("This entry has left the sitemap.")),
}

REFUSALS = {
    "not_trusted": Words(
        _("No due list: lastmod is not trusted"),
        _("The verdict on this site is “%(verdict)s”. A due list made from its lastmod would make a crawler miss changes."),
        _("There is a fallback list, which does not follow lastmod: take it below, or add force=1 to the address of the file."),
    ),
    "stale": Words(
        _("No due list: the verdict is stale"),
        _("The verdict “%(verdict)s” has had no new evidence for too long. A due list made from it might make a crawler miss changes."),
        _("Find out why no pages are visited, or use the fallback list below (force=1 in its address), which does not follow lastmod."),
    ),
    "no_snapshot": Words(
        _("No due list yet"),
        _("No sitemap of this site has been read yet."),
        _("Wait for the first check to finish, or look at its account to see what went wrong."),
    ),
    "snapshot_damaged": Words(
        _("No due list now"),
        _("The stored snapshot of this site is missing or damaged."),
        _("The next check writes a new one; ask for it with “Check now”."),
    ),
    "cursor_unknown": Words(
        _("The cursor is not known"),
        _("There is no point in the history of this site with this cursor. It may belong to another site, or be too old."),
        _("Ask without a cursor to start again."),
    ),
}
