"""Words for checks of single sitemaps: how one was given, where it stands, and why one was refused."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from sitemaps_app.wording.code_words import Words

SITEMAP_CHECK_SOURCES = {
    "address": Words(_("Address"), _("Fetched by a worker.")),
    "upload": Words(_("Uploaded file"), _("Sent from a computer.")),
    "paste": Words(_("Pasted text"), _("Pasted into the page.")),
}

SITEMAP_CHECK_STATES = {
    "waiting": Words(_("Waiting"), _("It waits for a worker.")),
    "running": Words(_("Running"), _("A worker reads it.")),
    "done": Words(_("Done"), _("The report is there.")),
    "interrupted": Words(
        _("Interrupted"), _("The worker was lost before the report was ready, and nothing of it was kept."), _("Check it again.")
    ),
    "failed": Words(
        _("Failed"), _("It ended by a fault of ours, which is in the log."), _("Check it again; if it fails once more, tell your admin.")
    ),
}

SITEMAP_CHECK_STAGES = {
    "fetch": Words(_("Fetch"), _("The file is fetched, with a pause between two requests to one host.")),
    "read": Words(_("Read"), _("The file is unpacked and read.")),
    "keep": Words(_("Sum up"), _("Entries are counted and the report is written.")),
}

SITEMAP_CHECK_REFUSALS = {
    "upload_too_large": Words(
        _("File too large"),
        _("The file is larger than 50 MiB, so it was not taken. That is also the largest sitemap the protocol allows."),
        _("Split the sitemap, or send it packed as .gz."),
    ),
    "upload_missing": Words(_("No file"), _("No file was chosen."), _("Choose a file and send it again.")),
    "upload_empty": Words(_("Empty file"), _("The file is empty: there is nothing to check."), _("Choose another file.")),
    "text_missing": Words(_("No text"), _("There is no text to check."), _("Paste the sitemap into the field.")),
    "text_too_long": Words(
        _("Text too long"), _("The text is longer than two million characters, so it was not taken."), _("Save it as a file and upload it.")
    ),
    "address_missing": Words(_("No address"), _("There is no address to check."), _("Type the address of a sitemap, or a host.")),
    "source_unknown": Words(
        _("Nothing given"),
        _("The request does not say whether an address, a file or a text is given, so nothing was checked."),
        _("Use one of the forms on this page."),
    ),
    "too_many_at_once": Words(
        _("Too many at once"),
        _("Three of your sitemaps are being checked already, so this one was not taken."),
        _("Wait until one has ended, or delete one."),
    ),
    "not_again": Words(
        _("Not begun again"), _("This check has not ended, or its text is no longer kept."), _("Give the sitemap once more.")
    ),
    "not_kept": Words(
        _("Not kept"),
        _("The server could not write the text to its disk, so it was not taken."),
        _("Tell your admin, and try again later."),
    ),
}
