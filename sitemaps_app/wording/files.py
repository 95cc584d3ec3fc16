"""Words for sitemap files: how a read ended, what kind of file it is, where it was found, how old its lastmods are."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from sitemaps_app.wording.code_words import Words

OUTCOMES = {
    "ok": Words(_("Read"), _("The whole file was read.")),
    "partial": Words(_("Read in part"), _("Something that the file announced could not be read; the entries that were read count.")),
    "failed": Words(_("Failed"), _("The file could not be read.")),
    "blocked": Words(_("Blocked"), _("The server refuses our requests.")),
    "not_a_sitemap": Words(_("Not a sitemap"), _("What came back is something else, most often a web page.")),
    "unchanged": Words(_("Unchanged"), _("The file is the same as at the last read.")),
    "waiting": Words(
        _("Waiting"),
        _("The server asked to be left alone for a while (Retry-After), so the file was not asked for. A later check reads it."),
    ),
    "": Words(_("Not read yet"), _("The file is known, but has not been read.")),
}

FILE_KINDS = {
    "urlset": Words(_("Sitemap"), _("A list of entries.")),
    "index": Words(_("Index"), _("A list of sitemap files.")),
    "text": Words(_("Text list"), _("One address a line, without lastmod.")),
    "rss": Words(_("RSS feed"), _("A feed that serves as a sitemap.")),
    "atom": Words(_("Atom feed"), _("A feed that serves as a sitemap.")),
    "unknown": Words(_("Unknown"), _("Not read yet, or not recognised.")),
}

FILE_SOURCES = {
    "index": Words(_("sitemap index"), _("Listed in a sitemap index.")),
    "robots": Words(_("robots.txt"), _("Named in robots.txt.")),
    "user": Words(_("Settings"), _("Given in the settings of the site.")),
    "guess": Words(_("Usual place"), _("Found by trying the usual places.")),
}

SEVERITIES = {
    "error": Words(_("Error"), _("Entries or evidence are lost.")),
    "warning": Words(_("Warning"), _("May mislead.")),
    "notice": Words(_("Notice"), _("A blemish.")),
}

AGES = {
    "day": Words(_("Up to 1 day")),
    "week": Words(_("Up to 1 week")),
    "month": Words(_("Up to 1 month")),
    "quarter": Words(_("Up to 3 months")),
    "year": Words(_("Up to 1 year")),
    "older": Words(_("Older")),
    "absent": Words(_("No lastmod")),
    "invalid": Words(_("Not readable")),
    "future": Words(_("In the future")),
    "epoch": Words(_("Placeholder date")),
}
