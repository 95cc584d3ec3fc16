"""Words for the evidence: why a page was visited, what its lastmod did, where its content differs."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from sitemaps_app.wording.code_words import Words

VISIT_REASONS = {
    "first_visit": Words(_("First visit"), _("The page is new in the panel; nothing to compare with yet.")),
    "moved": Words(_("lastmod moved"), _("lastmod moved since the last visit: is there a change?")),
    "unmoved_sample": Words(_("lastmod did not move"), _("Drawn from the pages whose lastmod stayed: did the page change silently?")),
    "undated_sample": Words(_("No lastmod"), _("Drawn from the pages without a lastmod: how often do they change?")),
}

LASTMOD_CHANGES = {
    "first": Words(_("First seen"), _("The first lastmod known of this page.")),
    "moved": Words(_("Moved"), _("lastmod became later.")),
    "backwards": Words(_("Went backwards"), _("lastmod became earlier, which no change of a page explains.")),
    "format_only": Words(_("Format only"), _("Written differently, but the same moment at the coarser precision.")),
    "lastmod_appeared": Words(_("Appeared"), _("The entry had no lastmod before.")),
    "lastmod_vanished": Words(_("lastmod vanished"), _("The entry lost its lastmod.")),
    "vanished": Words(_("Entry vanished"), _("The entry left the sitemap.")),
}

LASTMOD_STATUSES = {
    "ok": Words(_("Readable")),
    "absent": Words(_("No lastmod")),
    "invalid": Words(_("Not readable")),
    "future": Words(_("In the future")),
    "epoch": Words(_("Placeholder date")),
}

CHANGED_IN = {
    "title": Words(pgettext_lazy("part of a page", "Title")),
    "heading": Words(_("Headings")),
    "text": Words(pgettext_lazy("part of a page", "Text")),
    "item": Words(_("Lists")),
    "cell": Words(_("Tables")),
    "code": Words(_("Code")),
    "link": Words(_("Links")),
    "image": Words(_("Images")),
    "structured": Words(_("Structured data")),
    "file": Words(pgettext_lazy("part of a page", "File")),
}

DIFF_KINDS = {
    "added": Words(pgettext_lazy("part of a diff", "Added")),
    "removed": Words(pgettext_lazy("part of a diff", "Removed")),
    "changed": Words(pgettext_lazy("part of a diff", "Changed")),
}

IGNORED_REASONS = {
    "furniture": Words(
        _("Furniture"), _("It stands on many pages of this site: menus, footers, banners. A change of it is none of the page.")
    ),
    "volatile": Words(_("Varies by itself"), _("It differs between two reads of a page within minutes, so nobody edited it.")),
    "moved": Words(_("Only moved"), _("The same words stand elsewhere on the page, or are divided into other parts.")),
}

SECOND_READ_REASONS = {
    "suspected": Words(_("To confirm a change"), _("The page seemed to have changed: does a second read show the same?")),
    "drawn": Words(_("Drawn at random"), _("How often does a page look changed that nobody edited?")),
    "not_modified": Words(_("Without validators"), _("The server had answered 304: does the page still say what it said?")),
}

FLICKER = {
    "returned": Words(
        pgettext_lazy("flicker", "Came back"),
        _("The page is again what it was before an earlier visit. That is flicker and no change."),
    ),
    "undone": Words(
        pgettext_lazy("flicker", "Taken back"),
        _("A later visit found the page as it was before this change. Both belong to a flicker."),
    ),
}
