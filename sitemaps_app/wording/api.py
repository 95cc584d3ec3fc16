"""Words for the API: its keys, its operations, what it takes, and what it answers when something is wrong."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from sitemaps_app.wording.code_words import Words

KEY_SCOPES = {
    "read": Words(
        pgettext_lazy("scope of an API key", "Read"),
        _("The key does what a viewer does: it looks, and has single sitemaps read; it changes nothing."),
    ),
    "write": Words(
        pgettext_lazy("scope of an API key", "Read and write"),
        _("The key may also add sites and notes, and ask for checks, as long as its owner is an editor or an admin."),
    ),
}

KEY_STATES = {
    "active": Words(pgettext_lazy("state of an API key", "In force"), _("The key can be used.")),
    "expired": Words(pgettext_lazy("state of an API key", "Expired"), _("The last day of the key is over.")),
    "owner_inactive": Words(
        pgettext_lazy("state of an API key", "Owner deactivated"),
        _("The account of the key's owner is deactivated, so the key opens nothing."),
        _("Revoke it, so that it stays shut if the account comes back."),
    ),
    "revoked": Words(pgettext_lazy("state of an API key", "Revoked"), _("The key was revoked, and opens nothing any more.")),
}

API_OPERATIONS = {
    "list_sites": Words(_("List sites"), _("All sites with verdict, trust and dates, in the order in which they were added.")),
    "get_site": Words(
        _("Look at a site"),
        _("One site: verdict, trust, precision and recall with their intervals, reasons, sections, coverage, last and next check."),
    ),
    "add_sites": Words(
        _("Add sites"),
        _("Monitor sites, as the page “Add sites” does. Each line is answered: added, known, or refused and why."),
    ),
    "check_site": Words(_("Ask for a check"), _("The check begins as soon as a worker is free.")),
    "list_sitemaps": Words(
        _("List sitemap files"), _("Every sitemap file of a site: how its last read ended, its validators and its counts.")
    ),
    "list_problems": Words(
        _("List problems"),
        _("Every problem of every sitemap file that the site names, with code, severity, line and meaning; those of the last check first."),
    ),
    "list_snapshots": Words(
        _("List snapshots"),
        _("Every read of the site's sitemaps, newest first, with what moved, appeared, vanished, went back or changed its form only."),
    ),
    "list_judgements": Words(
        _("List judgements"),
        _(
            "The verdict and its numbers after each check, newest first, all by one version of the rules: the one that is shown, or the "
            "one that is named. What older rules said is kept."
        ),
    ),
    "list_notes": Words(_("List notes"), _("What people and programs wrote beside the charts of a site, what was written last first.")),
    "add_note": Words(
        _("Write a note"),
        _("Mark a moment of a site's history, such as a release, in its list of events and on its charts. The author is the key's owner."),
    ),
    "report_sitemap": Words(
        _("Have a sitemap read"),
        _(
            "Send a sitemap as the body, up to 50 MiB, packed or not; or its address as JSON. A worker reads it; the answer says where "
            "the report will be."
        ),
    ),
    "get_sitemap_report": Words(
        _("Get the report on a sitemap"),
        _("202 while it is being read; then 200 with what “sitemap_report --json” prints. Reports are kept for seven days."),
    ),
}

API_PARAMETERS = {
    "site_id": Words(_("The number of the site, as the list of sites gives it.")),
    "report_id": Words(_("The number of the report, as the request for it was answered.")),
    "url": Words(_("The address that the body has or will have: scope is judged, and relative addresses are resolved, against it.")),
    "entries": Words(_("“false” leaves the entries out of the report; they are counted all the same.")),
    "limit": Words(_("How many rows at most, 1 to 500.")),
    "cursor": Words(_("The “next_cursor” of the page before; leave it out for the first page.")),
    "verdict": Words(
        _(
            "Only sites with this verdict; “reverifying” or “stale” for those whose verdict stands so, “unreadable” for those that "
            "the last check could not read, “pending” for those without a check."
        )
    ),
    "rules": Words(_("The version of the rules whose judgements are wanted; leave it out for the one that is shown.")),
    "section": Words(_("The section whose judgements are wanted; leave it out for the site as a whole.")),
    "q": Words(_("Only sites whose origin holds this text.")),
}

API_PROBLEMS = {
    "request_damaged": Words(_("Damaged request"), _("The request could not be read to its end, or is not one that HTTP allows.")),
    "body_not_json": Words(_("Not JSON"), _("The body of the request is not JSON.")),
    "key_missing": Words(_("Key missing"), _("Send an API key in the header “Authorization: Bearer …”; the page “API keys” makes one.")),
    "key_unknown": Words(_("Key unknown"), _("There is no such API key.")),
    "key_expired": Words(_("Key expired"), _("The last day of this API key is over. Make a new one.")),
    "key_revoked": Words(_("Key revoked"), _("This API key was revoked. Make a new one.")),
    "role_missing": Words(_("Role missing"), _("The owner of the key has no role that allows this.")),
    "scope_missing": Words(_("Scope missing"), _("The key may only read. Make one that may write, too.")),
    "session_reads_only": Words(_("A session only reads"), _("Who is signed in by browser can only read here. Send an API key to write.")),
    "not_found": Words(_("Not found"), _("There is nothing at this address, or nothing that you may see.")),
    "method_not_allowed": Words(_("Method not allowed"), _("This address knows other methods; the header “Allow” names them.")),
    "check_running": Words(_("Check at work"), _("A check of this site is at work already.")),
    "site_paused": Words(_("Site paused"), _("The site is paused, so it is not checked. Resume it first.")),
    "report_interrupted": Words(
        _("Report interrupted"), _("The worker was lost before the report was ready. Have the sitemap read again.")
    ),
    "length_required": Words(_("Length required"), _("Send the body with a Content-Length.")),
    "body_too_large": Words(_("Too large"), _("The body of the request is larger than is taken.")),
    "body_is_form": Words(_("A form"), _("Send the sitemap itself as the body, not a form with a file in it.")),
    "parameters_invalid": Words(_("Invalid request"), _("Something in the request is missing or not as it should be; “errors” says what.")),
    "cursor_invalid": Words(_("Invalid cursor"), _("This is no cursor of this list. Ask without one to begin again.")),
    "too_many_wrong_keys": Words(
        _("Too many wrong keys"),
        _("Too many wrong API keys came from this address. Wait as long as “Retry-After” says."),
    ),
    "too_many_reports": Words(_("Too many at once"), _("Three of your sitemaps are being read already. Wait until one of them is done.")),
    "our_fault": Words(_("A fault of ours"), _("It is in the log.")),
    "report_failed": Words(_("Report failed"), _("The reading ended by a fault of ours, which is in the log.")),
    "report_not_kept": Words(_("Not kept"), _("The body could not be written to the server's disk. Try again later.")),
}
