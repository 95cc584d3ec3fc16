"""Words for how a verdict stands: whether it is settled, being verified again, or stale."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from sitemaps_app.wording.code_words import Words

VERDICT_STATES = {
    "settled": Words(pgettext_lazy("state of a verdict", "Settled"), _("The verdict rests on current evidence.")),
    "reverifying": Words(
        pgettext_lazy("state of a verdict", "Being verified again"),
        _("Something seems to have changed since %(since)s. The verdict is that of before, until new visits decide."),
        _("Go on as before, but expect another verdict soon; the next checks come sooner and visit more pages."),
    ),
    "stale": Words(
        pgettext_lazy("state of a verdict", "Stale"),
        _("Its evidence has been too old since %(since)s, and nothing new came: what the verdict says may no longer be so."),
        _("Find out why pages are not visited any more: look at the account of the last check and at the page “Visits”."),
    ),
}
