"""Words for faults met on visited pages."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from sitemaps_app.wording.code_words import Words

_NOT_COMPARED = _("It is not compared, and never counts as a change.")

PAGE_PROBLEMS = {
    "jsonld_invalid": Words(
        _("Broken JSON-LD"),
        _("Structured data of the page is not valid JSON; what could be repaired safely was read."),
        _("Repair the JSON-LD."),
    ),
    "page_markup_invalid": Words(
        _("Broken structured data"), _("Microdata or RDFa of the page is broken; what could be read was read."), _("Repair the markup.")
    ),
    "page_markup_too_complex": Words(
        _("Structured data too complex"), _("The page holds more structured data than we read; the rest was ignored.")
    ),
    "page_date_invalid": Words(
        _("Unreadable page date"), _("A date in the page's structured data is not a date."), _("Write dates as ISO 8601.")
    ),
    "page_empty": Words(_("Empty page"), _("The page has no content."), _NOT_COMPARED),
    "modified_before_published": Words(_("Modified before published"), _("The page says that it was modified before it was published.")),
    "page_dates_conflict": Words(_("Page dates disagree"), _("The page gives several dates of modification that do not agree.")),
    "page_date_is_request_time": Words(
        _("Page date is the time of the request"), _("The page's date of modification is the moment of our visit, so it says nothing.")
    ),
    "last_modified_is_request_time": Words(
        _("Last-Modified is the time of the request"), _("The Last-Modified header is the moment of our visit, so it says nothing.")
    ),
    "page_looks_like_error": Words(
        _("Looks like an error page"), _("The page is an error page, a block or a captcha, whatever its status."), _NOT_COMPARED
    ),
    "page_blocked": Words(_("Page blocked"), _("The server refuses the page to us."), _NOT_COMPARED),
    "page_unstable": Words(_("Unstable page"), _("The page differs between two reads minutes apart."), _NOT_COMPARED),
    "page_without_text": Words(_("Page without text"), _("The page shows no text without running scripts."), _NOT_COMPARED),
    "page_redirected_away": Words(_("Redirected away"), _("The page redirects to another page."), _NOT_COMPARED),
    "page_noindex": Words(_("Asks not to be indexed"), _("The page asks search engines not to index it, yet the sitemap lists it.")),
    "page_noindex_switched": Words(
        _("Withdrawn or published"),
        _("Only one of the two visits was asked not to index the page: it was withdrawn or published, not edited."),
        _NOT_COMPARED,
    ),
    "page_not_html": Words(_("Not a web page"), _("The address gives something other than a web page."), _NOT_COMPARED),
    "page_too_large": Words(_("Page too large"), _("The page is larger than we read."), _NOT_COMPARED),
    "page_is_consent_wall": Words(_("Consent wall"), _("A consent wall hides the page."), _NOT_COMPARED),
    "soft_404": Words(_("Hidden “not found”"), _("The page says that it was not found, but answers with status 200."), _NOT_COMPARED),
    "page_is_challenge": Words(
        _("Challenge page"), _("The server asks for a proof of being human instead of showing the page."), _NOT_COMPARED
    ),
    "page_is_login": Words(_("Sign-in page"), _("The server asks for a sign-in instead of showing the page."), _NOT_COMPARED),
    "page_too_complex": Words(_("Page too complex"), _("The page is built in a way that would take too long to read."), _NOT_COMPARED),
    "page_date_future": Words(_("Page date in the future"), _("A date of the page lies in the future; it is not used.")),
    "not_in_archive": Words(_("Not in the archive"), _("The archive holds no answer for this address.")),
    "archive_damaged": Words(_("Archive damaged"), _("The archive is damaged; what came before was read.")),
    "archive_unreadable": Words(_("Archive unreadable"), _("The file is not an archive that we can read.")),
    "archive_too_large": Words(_("Archive too large"), _("The archive is larger than we read.")),
    "archive_revisit_unresolved": Words(
        _("Revisit without its original"), _("The archive says “as before”, but does not hold what was before.")
    ),
    "fetch_stopped": Words(_("Fetch stopped"), _("The check was stopped while it waited for its turn at the host.")),
    "before_last_check": Words(_("Before the last check"), _("The date asked for lies before the last check; history is only added to.")),
    "already_being_checked": Words(_("Already being checked"), _("Another worker checks this site now.")),
    "ok": Words(_("Comparable"), _("The page was read and can be compared.")),
    "not_modified": Words(_("Not modified"), _("The server said that the page has not been modified since the last visit.")),
}
