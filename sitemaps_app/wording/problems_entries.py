"""Words for faults of single entries: their addresses and their lastmod."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from sitemaps_app.wording.code_words import Words

_W3C = _("Write lastmod as 2026-11-30 or 2026-11-30T19:30:00+00:00.")

ENTRY_PROBLEMS = {
    "lastmod_invalid": Words(_("Unreadable lastmod"), _("lastmod is not a date; it counts as absent."), _W3C),
    "lastmod_empty": Words(
        _("Empty lastmod"), _("The lastmod element is there, but empty."), _("Leave the element out where the time is unknown.")
    ),
    "lastmod_nonstandard": Words(_("Unusual lastmod"), _("lastmod is not written as the protocol asks, but its meaning is clear."), _W3C),
    "feed_publication_date": Words(
        _("Publication date"),
        _("The date of a feed's item (pubDate) says when it was published, not when it changed; it takes no part in the trust of lastmod."),
        _("Offer an XML sitemap with lastmod beside the feed."),
    ),
    "lastmod_no_timezone": Words(
        _("No time zone"), _("lastmod has a time of day without a zone; UTC was assumed."), _("Add the offset, such as +00:00.")
    ),
    "lastmod_placeholder": Words(
        _("Placeholder lastmod"),
        _("lastmod is a placeholder such as 0000-00-00; it counts as absent."),
        _("Leave the element out where the time is unknown."),
    ),
    "lastmod_future": Words(
        _("lastmod in the future"),
        _("lastmod lies in the future; it is not used."),
        _("Check the clock and the time zone of the generator."),
    ),
    "lastmod_before_1970": Words(
        _("lastmod before 1970"),
        _("lastmod lies before 1970, or exactly at its start, as an unset date does; it is not used."),
        _("Leave the element out where the time is unknown."),
    ),
    "lastmod_ambiguous": Words(_("Ambiguous lastmod"), _("Day and month cannot be told apart; it counts as absent."), _W3C),
    "url_relative": Words(
        _("Relative address"), _("An address is not complete; it was resolved against the sitemap."), _("Give the full address.")
    ),
    "cross_host_url": Words(
        _("Address of another host"), _("Entries of another host are counted, but not visited."), _("List them in that host's own sitemap.")
    ),
    "scheme_or_www_mismatch": Words(
        _("Other spelling of the host"),
        _("Addresses differ from the sitemap's own in http/https or www."),
        _("Use one spelling everywhere."),
    ),
    "url_outside_path": Words(
        _("Address outside the sitemap's folder"),
        _("A sitemap may list only what lies in its own folder or below."),
        _("Move the sitemap to the root of the site."),
    ),
    "duplicate_url": Words(_("Address listed twice"), _("The same address is listed more than once."), _("List each address once.")),
    "duplicate_url_conflict": Words(
        _("Address listed twice with two dates"),
        _("The same address is listed with different lastmod; the newest was taken."),
        _("List each address once."),
    ),
    "url_invalid": Words(
        _("Not an address"),
        _("The text is not an address that can be fetched."),
        _("Give a full address, such as https://example.com/."),
    ),
    "url_with_password": Words(
        _("Address with a user name"),
        _("The address holds a user name or password before its host. Addresses are stored and shown, so it was not taken."),
        _("Give the address without what stands before the @."),
    ),
    "url_too_long": Words(
        _("Address too long"),
        _("The address is longer than 2,048 characters, the limit of the protocol; it was dropped."),
        _("Shorten the address."),
    ),
    "volatile_urls": Words(
        _("Volatile addresses"), _("Addresses change with every read, as with a session or time in them; entries cannot be followed.")
    ),
}
