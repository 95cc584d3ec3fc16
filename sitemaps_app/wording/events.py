"""Words for events: what a chart marks and a person wants to know."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from sitemaps_app.wording.code_words import Words

EVENTS = {
    "verdict_changed": Words(_("Verdict changed"), _("From “%(old)s” to “%(new)s”.")),
    "generator_changed": Words(_("Generator changed"), _("The way the site makes its lastmod changed here.")),
    "unreachable": Words(_("Unreachable"), _("The sitemap could not be read: %(reason)s.")),
    "recovered": Words(_("Recovered"), _("The sitemap can be read again.")),
    "settings_changed": Words(_("Settings changed"), _("The settings of this site were changed.")),
}

GENERATOR_CHANGES = {
    "all_moving": Words(_("Every date moves"), _("From here on the generator moves every lastmod at once.")),
    "selective_again": Words(_("Dates move singly again"), _("From here on the generator no longer moves every lastmod at once.")),
    "frozen": Words(_("Dates froze"), _("Since then no lastmod has moved, although moves were due.")),
    "lastmod_vanished": Words(_("lastmod vanished"), _("From here on most entries have no lastmod.")),
    "lastmod_appeared": Words(_("lastmod appeared"), _("From here on most entries have a lastmod.")),
    "format_changed": Words(_("Notation changed"), _("The dates are written differently from here on; that alone moves nothing.")),
    "jumped_back": Words(_("Dates jumped back"), _("Here most dates jumped back and stayed there.")),
}
