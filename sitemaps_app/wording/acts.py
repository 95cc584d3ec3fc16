"""Words for the acts in the audit log."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from sitemaps_app.wording.code_words import Words

ACTS = {
    "site_added": Words(_("Added a site")),
    "sites_added": Words(_("Added sites")),
    "sitemap_addresses_added": Words(_("Added sitemap addresses to known sites")),
    "site_deleted": Words(_("Deleted a site")),
    "site_paused": Words(_("Paused a site")),
    "site_resumed": Words(_("Resumed a site")),
    "site_settings_changed": Words(_("Changed the settings of a site")),
    "check_requested": Words(_("Asked for a check")),
    "history_recomputed": Words(_("Judged a history again by new rules")),
    "checks_requested": Words(_("Asked for checks of several sites")),
    "sites_paused": Words(_("Paused several sites")),
    "sites_resumed": Words(_("Resumed several sites")),
    "sites_tagged": Words(_("Added tags to several sites")),
    "sites_untagged": Words(_("Removed tags from several sites")),
    "intervals_changed": Words(_("Changed how often several sites are checked")),
    "sites_deleted": Words(_("Deleted several sites")),
    "deletion_undone": Words(_("Brought deleted sites back")),
    "list_read": Words(_("Downloaded the list of sites")),
    "due_lists_read": Words(_("Read the due lists of several sites")),
    "view_saved": Words(_("Saved a view of the list")),
    "view_deleted": Words(_("Deleted a view of the list")),
    "due_list_read": Words(_("Read a due list")),
    "api_key_made": Words(_("Made an API key")),
    "api_key_revoked": Words(_("Revoked an API key")),
    "sitemap_check_requested": Words(_("Had a sitemap fetched and checked")),
    "share_made": Words(_("Made a public address of a report")),
    "share_revoked": Words(_("Revoked a public address of a report")),
    "badge_made": Words(_("Made a badge")),
    "badge_revoked": Words(_("Revoked a badge")),
    "note_added": Words(_("Wrote a note")),
    "note_changed": Words(_("Changed a note")),
    "note_deleted": Words(_("Deleted a note")),
    "first_admin_made": Words(_("Set up the first administrator")),
    "person_invited": Words(_("Invited a person")),
    "role_changed": Words(_("Changed the role of a person")),
    "person_kept_out": Words(_("Kept a person out")),
    "person_let_in": Words(_("Let a person in again")),
    "password_link_made": Words(_("Made a link for a new password")),
    "password_chosen": Words(_("Chose a password by a link")),
    "password_changed": Words(_("Changed the own password")),
    "session_ended": Words(_("Signed other browsers out")),
    "audit_log_read": Words(_("Downloaded the audit log")),
    "demo_requested": Words(_("Asked for the demo")),
}

ROLES = {
    "viewer": Words(_("Viewer"), _("Sees everything, changes nothing.")),
    "editor": Words(_("Editor"), _("Adds sites, checks them, and changes their settings.")),
    "admin": Words(_("Administrator"), _("Also manages people, all keys, and what reaches into private networks.")),
}
