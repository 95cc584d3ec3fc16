"""Words for what became of the lines of a list of sites, and for tables that cannot be read."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from sitemaps_app.wording.code_words import Words

LINE_OUTCOMES = {
    "refused": Words(_("Refused"), _("The line names no site that can be monitored.")),
    "added": Words(_("Added"), _("The site is new here, and is checked now.")),
    "sitemap_added": Words(
        _("Sitemap added"), _("The site was there; the sitemap address of this line is new to it, and the next check reads it.")
    ),
    "known": Words(_("Already there"), _("The site was there already. Nothing was changed.")),
    "duplicate": Words(_("Duplicate"), _("An earlier line of this list says the same.")),
}
LINE_KINDS = {
    "domain": Words(_("a domain"), _("Its sitemaps are found through robots.txt.")),
    "page": Words(_("a page"), _("The site that it belongs to is monitored, not the page alone.")),
    "sitemap": Words(_("a sitemap address"), _("Its site is monitored, with this sitemap.")),
    "robots": Words(_("a robots.txt"), _("Its site is monitored, with the sitemaps that it names.")),
}
TABLE_REFUSALS = {
    "table_empty": Words(_("The file is empty"), _("There is nothing in the file.")),
    "table_is_packed": Words(
        _("The file is a spreadsheet or packed"),
        _("The file is no text, but a spreadsheet (.xlsx, .ods), a PDF or a packed file."),
        _("In the spreadsheet, save it as CSV, and send that."),
    ),
    "table_not_text": Words(_("The file is no text"), _("The file holds bytes that no text has."), _("Send a CSV or text file.")),
    "table_too_large": Words(_("The file is too large"), _("The file is larger than 20 MiB."), _("Send it in parts.")),
    "table_gone": Words(_("The file is gone"), _("The file was not kept, as nobody chose its column within a day."), _("Send it again.")),
    "table_without_lines": Words(_("The column is empty"), _("This column has no cell with a text."), _("Choose another column.")),
}
DELIMITERS = {
    "comma": Words(_("comma")),
    "semicolon": Words(_("semicolon")),
    "tab": Words(pgettext_lazy("the character", "tab")),
    "bar": Words(_("vertical bar")),
}
