"""Words for the settings of a site, as the audit log and the marks on charts name them."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from sitemaps_app.wording.code_words import Words

SITE_SETTINGS = {
    "interval_seconds": Words(_("Interval of checks")),
    "pages_per_check": Words(_("Pages visited in one check")),
    "panel_size": Words(_("Pages in the panel")),
    "politeness_seconds": Words(_("Seconds between two requests")),
    "sitemap_urls": Words(_("Sitemap addresses")),
    "section_rule": Words(_("Sections")),
    "section_prefixes": Words(_("Beginnings of paths")),
    "user_agent": Words(_("User agent")),
    "headers": Words(_("Headers")),
    "proxy": Words(_("Proxy")),
    "allowed_networks": Words(_("Private networks that may be visited")),
    "tags": Words(_("Tags")),
    "about": Words(_("Notes")),
    "role": Words(_("Role")),
}
SECTION_RULES = {
    "auto": Words(pgettext_lazy("sections", "By sitemap file, or by first folder where one file holds all")),
    "files": Words(pgettext_lazy("sections", "By sitemap file")),
    "folders": Words(pgettext_lazy("sections", "By the first folder of the path")),
    "prefixes": Words(pgettext_lazy("sections", "By beginnings of paths of your own")),
}
