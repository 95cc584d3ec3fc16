"""Words for what became of sites within a week."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from sitemaps_app.wording.code_words import Words

TRENDS = {
    "better": Words(_("Better verdict"), _("The verdict became a better one within the last seven days.")),
    "worse": Words(_("Worse verdict"), _("The verdict became a worse one within the last seven days, or its evidence was lost.")),
    "decided": Words(_("First verdict"), _("After too little evidence there is a verdict, since less than seven days.")),
    "up": Words(_("Trust rose"), _("Trust is at least 3 points higher than a week before.")),
    "down": Words(_("Trust fell"), _("Trust is at least 3 points lower than a week before.")),
    "steady": Words(_("Trust is steady"), _("Trust is within 3 points of what it was a week before.")),
}
