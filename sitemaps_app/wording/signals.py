"""Words for the tests of a site's signals: what each would tell, and what its failing means."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from sitemaps_app.wording.code_words import Words

SIGNALS = {
    "date_modified_is_lastmod": Words(
        _("Pages' own dates as a second witness"),
        _(
            "The date of modification in the pages is the lastmod of the sitemap in other words: both come from one source. That they "
            "agree proves nothing, and it is not counted."
        ),
        _("It only has to be known: one source is fine where it is right."),
    ),
    "http_last_modified": Words(
        _("Last-Modified header of pages"),
        _("The header is the time of our own request on nearly all pages. It tells nothing, and pages are not asked for with it."),
        _("Send the time of the last change of the page's content, or no header."),
    ),
    "validators_never_304": Words(
        _("304 for pages that stayed the same"),
        _(
            "The server sent pages whole although they were the same to the byte and we had sent its own validators. Nothing is saved by "
            "asking."
        ),
        _("Answer conditional requests: compare If-None-Match and If-Modified-Since with the page."),
    ),
    "validators_always_304": Words(
        _("304 only for pages that stayed the same"),
        _(
            "The server answered “not modified” for pages that had changed. Its 304 is not taken as unchanged any more, such comparisons "
            "are left out, and pages are asked for without validators."
        ),
        _("Make ETag and Last-Modified change with the content of the page."),
    ),
    "page_content": Words(
        _("Pages that stay the same between two reads"),
        _(
            "Too many pages differ between two reads within minutes, in parts that could not be set aside. One read proves no change here: "
            "only changes that a second read confirmed are counted."
        ),
    ),
}

SIGNAL_STATES = {
    "passed": Words(pgettext_lazy("test of a signal", "Believed"), _("The test found nothing against it.")),
    "failing": Words(pgettext_lazy("test of a signal", "Not believed"), _("The test failed; what rests on this signal is left out.")),
    "untested": Words(pgettext_lazy("test of a signal", "Not tested yet"), _("Too few visits so far; it is used as if it were good.")),
}
