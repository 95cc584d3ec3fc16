"""Words for events: what a chart marks and a person wants to know."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from sitemaps_app.wording.code_words import Words

EVENTS = {
    "verdict_changed": Words(_("Verdict changed"), _("From “%(old)s” to “%(new)s”.")),
    "generator_changed": Words(_("Generator changed"), _("The way the site makes its lastmod changed here.")),
    "site_changed": Words(_("Site changed"), _("The whole site changed here.")),
    "alarm": Words(_("Alarm"), _("lastmod seems to have become worse here, which put the verdict into question.")),
    "reverified": Words(_("Verified again"), _("After an alarm new visits have decided: “%(verdict)s”.")),
    "rules_changed": Words(
        _("Judged by new rules"),
        _(
            "The whole history was judged again (%(checks)s checks), by rules %(rules)s instead of rules %(old_rules)s. "
            "The newest verdict: “%(new)s”; by the old rules it was “%(old)s”."
        ),
    ),
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
    "format_changed": Words(
        _("Notation changed"),
        _("From here on lastmod is given to the %(precision_after)s, no longer to the %(precision_before)s; that alone moves nothing."),
    ),
    "jumped_back": Words(_("Dates jumped back"), _("Here most dates jumped back and stayed there (%(backwards)s of %(entries)s entries).")),
    "zone_shifted": Words(
        _("Dates shifted"),
        _("Here all dates shifted by the same %(hours)s hours (%(count)s entries): a clock or a time zone, and no page."),
    ),
    "urls_replaced": Words(_("Pages replaced"), _("Here most entries were exchanged: %(vanished)s went and %(appeared)s came.")),
    "unusual_wave": Words(
        _("Many dates moved"), _("Here %(percent_after)s %% of the dates moved at once, against %(percent_before)s %% as a rule.")
    ),
    "redesigned": Words(
        _("Redesign"),
        _("Here nearly all visited pages had changed at once (%(changed)s of %(pages)s). Comparisons across this day do not count."),
    ),
}

ALARMS = {
    "moves_wrong": Words(
        _("Moves became less reliable"),
        _(
            "Since %(onset)s only %(percent_after)s %% of the moves of lastmod were right (comparisons: %(visits)s), against "
            "%(percent_before)s %% before. That put the verdict into question."
        ),
    ),
    "silent_changes": Words(
        _("More silent changes"),
        _(
            "Since %(onset)s %(percent_after)s %% of the pages have changed a day without a move of lastmod (comparisons: %(visits)s), "
            "against %(percent_before)s %% before. That put the verdict into question."
        ),
    ),
    "all_moving_suspected": Words(
        _("Every date moved"),
        _(
            "Nearly every lastmod moved at once (%(percent_after)s %%, against %(percent_before)s %% as a rule). The next moves will tell "
            "whether this stays so; until then the verdict is in question."
        ),
    ),
}

PRECISIONS = {
    "year": Words(_("year")),
    "month": Words(_("month")),
    "day": Words(_("day")),
    "minute": Words(_("minute")),
    "second": Words(_("second")),
    "subsecond": Words(_("fraction of a second")),
    "time": Words(_("time of day")),
}
