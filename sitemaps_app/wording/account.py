"""Words for the stages of a check and for the lines of its account: what it did and why."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from sitemaps_app.wording.code_words import Words

STAGES = {
    "discover": Words(_("robots.txt"), _("Reads robots.txt and finds the sitemap files.")),
    "snapshot": Words(_("Sitemaps"), _("Reads the sitemap files and compares them with the last read.")),
    "visit": Words(_("Sample"), _("Fetches pages of the panel and compares them with the visit before.")),
    "assess": Words(_("Verdict"), _("Weighs the evidence and gives a verdict.")),
}

ACCOUNT = {
    "robots_read": Words(_("robots.txt was read; sitemap lines in it: %(sitemaps)s.")),
    "robots_missing": Words(_("There is no robots.txt (status %(status)s), so everything may be fetched.")),
    "robots_refused": Words(
        _("Our reader was refused robots.txt (%(status)s); by its rules everything may be fetched then, as far as the server lets us.")
    ),
    "robots_problem": Words(_("robots.txt has a fault: %(reason)s.")),
    "roots_remembered": Words(_("Sitemaps that robots.txt named when it could be read: %(count)s.")),
    "fetch_retried": Words(_("%(url)s was asked for %(attempts)s times, the last time after: %(reason)s.")),
    "robots_unreachable": Words(_("%(url)s could not be reached (%(reason)s), so nothing is fetched until it can.")),
    "robots_not_allowed": Words(_("%(url)s leads where nothing is fetched (%(detail)s), so nothing of the site is.")),
    "roots_from_robots": Words(_("Sitemaps named in robots.txt: %(count)s.")),
    "roots_from_user": Words(_("Sitemaps given in the settings of the site: %(count)s.")),
    "roots_guessed": Words(_("robots.txt names no sitemap; the usual places are tried: %(count)s.")),
    "no_sitemap_found": Words(_("No sitemap was found, neither in robots.txt nor in the usual places.")),
    "files_left": Words(
        _(
            "%(read)s of %(known)s sitemap files were read, as one check takes at most %(budget)s. The others keep their last entries, "
            "and their turn comes in later checks."
        )
    ),
    "file_read": Words(_("%(url)s was read (%(kind)s, %(outcome)s); entries: %(entries)s.")),
    "file_unchanged": Words(_("%(url)s has not changed since the last read; entries: %(entries)s.")),
    "file_waits": Words(_("%(url)s was not asked for: its server asked to be left alone for a while (Retry-After).")),
    "file_failed": Words(_("%(url)s could not be read: %(reason)s.")),
    "more_files_read": Words(_("Further sitemap files that were read: %(good)s; that could not be read: %(failed)s.")),
    "site_shrunk": Words(
        _(
            "The site lost a large part of its entries: %(vanished)s of %(before)s are gone. They count as removed; look whether the build "
            "of the sitemap broke off."
        )
    ),
    "second_look_done": Words(_("%(url)s was read once more after %(seconds)s s: of %(entries)s dates, %(moved)s had moved.")),
    "second_look_failed": Words(_("%(url)s was asked for once more, and gave no dates to compare.")),
    "snapshot_written": Words(_("A new snapshot was written; entries: %(entries)s, with lastmod: %(with_lastmod)s.")),
    "snapshot_kept": Words(_("The last snapshot stays; entries: %(entries)s.")),
    "snapshot_damaged": Words(_("The stored snapshot before this one is damaged, so this one is compared with nothing: %(reason)s.")),
    "nothing_read": Words(_("No sitemap file could be read. Tried: %(tried)s.")),
    "diff_done": Words(_("Against the snapshot before: moved %(moved)s, new %(appeared)s, gone %(vanished)s.")),
    "panel_drawn": Words(_("The panel was drawn; pages in it: %(panel)s.")),
    "panel_refilled": Words(_("The panel was filled up; new pages: %(pages)s, in it now: %(panel)s.")),
    "panel_refreshed": Words(_("Pages that had been in the panel for months gave their places to others of their sections: %(pages)s.")),
    "panel_widened": Words(_("Pages joined the panel, because it stood for too few entries of %(sections)s; new pages: %(pages)s.")),
    "visits_wait_for_sitemap": Words(
        _("No page was visited: without a read of the sitemap nothing is known of moves, and the last numbers stay.")
    ),
    "visits_planned": Words(_("Pages chosen for a visit: %(count)s.")),
    "pace_limits_visits": Words(
        _("At one request every %(seconds)s s, this check has time for %(possible)s of the %(asked)s pages asked for.")
    ),
    "visits_skipped_by_robots": Words(_("Pages not visited because robots.txt asks us not to: %(count)s.")),
    "pages_wait_for_host": Words(_("Pages not visited because the server asks to be left alone until %(until)s (Retry-After): %(count)s.")),
    "visit_failed": Words(_("%(url)s could not be compared: %(reason)s.")),
    "visits_done": Words(_("Pages visited: %(count)s; of them not comparable: %(not_comparable)s.")),
    "compared": Words(_("Comparisons with the visit before: %(count)s; with a change: %(changed)s.")),
    "second_reads_done": Words(
        _("Pages read a second time, to tell changes from what varies by itself: %(count)s; of them with a difference: %(differing)s.")
    ),
    "flicker_found": Words(
        _("Pages that came back to an earlier state, which is no change: %(count)s; changes taken back by it: %(undone)s.")
    ),
    "not_comparable": Words(_("Visits that cannot be compared (errors, blocks, empty pages): %(count)s.")),
    "assessed": Words(_("Verdict: %(verdict)s; comparisons behind it: %(comparisons)s.")),
    "host_asked_to_wait": Words(
        _("A server asked to be left alone for %(seconds)s s (Retry-After); the next check is planned accordingly.")
    ),
    "account_removed": Words(_("The lines of this check were removed after some time; its outcome and its numbers stay.")),
    "check_interrupted": Words(_("The check was interrupted; a later check takes over.")),
    "check_stopped": Words(_("The check stopped here: %(reason)s.")),
    "check_failed": Words(_("The check ended by a fault of ours; it is in the log, and the check is tried again.")),
}
