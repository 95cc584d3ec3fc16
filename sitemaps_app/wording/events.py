"""Words for events: what a chart marks and a person wants to know."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from sitemaps_app.wording.words import Words

EVENTS = {
    "verdict_changed": Words(_("Verdict changed"), _("The verdict changed from %(before)s to %(after)s.")),
    "generator_changed": Words(_("Generator changed"), _("The way the site makes its lastmod changed here.")),
    "unreachable": Words(_("Unreachable"), _("The sitemap could not be read.")),
    "recovered": Words(_("Recovered"), _("The sitemap can be read again.")),
    "settings_changed": Words(_("Settings changed"), _("The settings of this site were changed.")),
}
