"""Words for verdicts and states of a check."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from sitemaps_app.wording.code_words import Words

VERDICTS = {
    "trusted": Words(
        _("Trusted"),
        _("When lastmod moves, the page has changed; when a page changes, lastmod moves."),
        _("Fetch what the due list names, and leave the rest."),
    ),
    "useful": Words(
        _("Useful"),
        _("lastmod catches most changes, with some false alarms or some misses: following it saves most refetches."),
        _("Fetch what the due list names; its audit sample finds the changes that lastmod misses."),
    ),
    "hint": Words(
        _("Hint"),
        _("lastmod says something about changes, but too little to rely on."),
        _("Use it to order the crawl, and revisit every page on a schedule of its own."),
    ),
    "untrusted": Words(
        _("Untrusted"),
        _("lastmod does not tell which pages changed."),
        _("Ignore lastmod here and revisit pages by observed change."),
    ),
    "no_lastmod": Words(
        _("No lastmod"),
        _("The sitemap gives no readable lastmod, so there is nothing to trust or distrust."),
        _("Revisit by observed change, or ask the site to publish lastmod."),
    ),
    "insufficient": Words(
        _("Not enough evidence"),
        _("Too few comparisons of pages so far to judge lastmod."),
        _("Let the checks run: each one adds comparisons, and the interval gets narrower."),
    ),
    "": Words(_("No verdict yet"), _("No check of this site has finished yet."), _("Wait a minute; the page shows the verdict by itself.")),
}

CHECK_STATES = {
    "running": Words(pgettext_lazy("state of a check", "Running"), _("The check is at work.")),
    "done": Words(pgettext_lazy("state of a check", "Done"), _("The check went its whole way.")),
    "failed": Words(pgettext_lazy("state of a check", "Failed"), _("The check ended early; its account says why.")),
    "interrupted": Words(
        pgettext_lazy("state of a check", "Interrupted"), _("The worker was lost during this check; a later check took over.")
    ),
}

CHECK_OUTCOMES = {
    "ok": Words(_("Everything was read"), _("All sitemap files were read, and the verdict is new.")),
    "partial": Words(_("Not everything was read"), _("Some sitemap file is unchanged since, could not be read, or was left for later.")),
    "nothing_read": Words(
        _("Nothing could be read"),
        _("No sitemap file could be read."),
        _("The account of the check names each file and what it answered. Sitemaps at another address can be named in the settings."),
    ),
    "robots_unreachable": Words(
        _("robots.txt unreachable"),
        _("robots.txt could not be reached, so nothing was fetched."),
        _("See in the account of the check what the host answered. Until it answers, nothing may be fetched; it is tried again."),
    ),
    "host_asks_to_wait": Words(
        _("Host asks to wait"),
        _("The server asked to be left alone for a while (Retry-After), so the rest was not asked for. The next check begins after that."),
    ),
    "check_failed": Words(_("A fault of ours"), _("It is in the log, and the check is tried again.")),
    "check_interrupted": Words(_("Interrupted"), _("The worker was lost during this check; a later check took over.")),
}
