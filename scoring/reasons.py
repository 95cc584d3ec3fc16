"""Every reason code with its English sentence: the one table that the pages, the API and the documentation share.

Sentences are %-formats over the parameters of `scoring.assessment.Reason`; shares are given in per cent already rounded. A code is
never renamed or given another meaning; a test compares this table with what the scorer can say.
"""

from __future__ import annotations

from typing import Final

# Said by rules up to 2 only; stored judgements still hold them.
FORMER: Final[frozenset[str]] = frozenset({"date_only"})

REASONS: Final[dict[str, str]] = {
    # What decided.
    "trusted_by_comparisons": (
        "Of %(moved)s pages whose lastmod moved, %(moved_changed)s had changed, and few changes came without a move: lastmod can be "
        "followed."
    ),
    "useful_by_comparisons": (
        "Most moves of lastmod were real changes (%(moved_changed)s of %(moved)s) and most changes moved it: following it saves most "
        "refetches."
    ),
    "hint_by_comparisons": (
        "Pages whose lastmod moved had changed clearly more often than others, but not reliably: use lastmod only as one signal of several."
    ),
    "low_precision": "Of %(moved)s pages whose lastmod moved, only %(moved_changed)s had changed.",
    "low_recall": "%(unmoved_changed)s of %(unmoved)s revisited pages changed although their lastmod did not move.",
    "no_lift": "Pages whose lastmod moved had not changed more often than pages whose lastmod stayed.",
    "not_enough_comparisons": "Comparisons so far: %(comparisons)s; about %(missing)s more are needed.",
    "few_days_of_moves": (
        "All dates that moved lie on few days (%(days)s). What moved together may have one cause; "
        "a good verdict needs moves of %(needed)s days."
    ),
    "no_comparisons_yet": "No two visits of a page can be counted yet; about %(missing)s comparisons are needed for a verdict.",
    "nothing_happened": (
        "No lastmod moved and no page changed in any comparison (%(comparisons)s): there was nothing to be right or wrong about."
    ),
    "no_entries": "The sitemap was read and lists no page.",
    "no_snapshot": "No sitemap could be read yet.",
    # How it is wrong.
    "no_lastmod": "Only %(lastmod_percent)s %% of %(entries)s entries carry a lastmod.",
    "generation_time": (
        "Each time anything moved, nearly every lastmod moved (%(full_waves)s of %(waves)s times, last %(percent)s %%): the dates are "
        "those of the file's making, not of the pages."
    ),
    "generation_time_by_pages": (
        "Nearly every lastmod moves at once, and only %(moved_changed)s of %(moved)s such pages had changed: the dates are those of "
        "the file's making."
    ),
    "request_time": (
        "Two reads of the sitemap %(seconds)s seconds apart gave %(percent)s %% of %(entries)s entries another date: the dates are those "
        "of the request, not of the pages."
    ),
    "build_stamp": (
        "Nearly every lastmod moved at once (%(full_waves)s times in %(reads)s comparisons of two reads), and nothing moved in between: "
        "each build puts its own time on all pages."
    ),
    "build_stamp_by_pages": (
        "Most moves come in waves over many pages at once (%(waves)s times in %(reads)s comparisons of two reads), and only "
        "%(moved_changed)s of %(moved)s moved pages had changed: the dates are those of the build."
    ),
    "stamped_against_page_dates": (
        "The dates look like those of the file's making, and %(later)s of %(compared)s visited pages say of themselves that they are older."
    ),
    "generation_time_suspected": (
        "Nearly all dates look like the moment the file was made; a second sitemap read or page visits will tell."
    ),
    "all_move_and_change": "Every lastmod moves each time, and the pages do change: the dates are right, but select nothing.",
    "frozen": "No lastmod moved, yet %(unmoved_changed)s of %(unmoved)s revisited pages changed.",
    "nearly_frozen": "lastmod hardly ever moves: it caught at most %(recall_high_percent)s %% of the changes.",
    "partial_coverage": "%(lastmod_percent)s %% of %(entries)s entries carry a lastmod; the numbers are about these only.",
    "sample_unlike_site": (
        "The pages that could be visited are unlike the rest: %(sampled)s %% of them move from one check to the next, "
        "against %(all)s %% of all entries; the numbers are about the visited ones."
    ),
    "section_unseen": (
        "Section %(section)s holds %(percent)s %% of the entries with lastmod, and none of its pages was seen twice yet: what the others "
        "show cannot stand for it (such sections: %(sections)s)."
    ),
    "long_gaps": (
        "Moved pages were last seen %(days)s days before (median), and in that time %(percent)s %% of pages change anyway: some moves only "
        "seem right, and that is no ground for trust."
    ),
    "changes_without_lastmod": (
        "%(changed)s of %(visited)s revisited pages without lastmod changed; they must be refetched without its help."
    ),
    "publish_date_only": "%(missed)s of %(edited)s pages edited after publication still carry their publication date as lastmod.",
    "unverifiable": "%(failed)s of %(visited)s page visits gave nothing that could be compared, most often: %(reason)s.",
    "furniture_churn": (
        "Of %(unchanged)s pages that moved while their content stayed, %(around)s had changed around it; of pages that did not move, "
        "%(still)s of %(unmoved)s had."
    ),
    "zone_shift_ahead": "On %(pages)s of %(compared)s pages lastmod lies %(hours)s hours after the change itself or the page's own date.",
    "zone_shift_behind": "On %(pages)s of %(compared)s pages lastmod lies %(hours)s hours before the change itself or the page's own date.",
    "dates_go_back": "In %(reads)s reads dates became earlier: %(backwards)s in all, %(percent)s %% of the dates that changed.",
    "index_mismatch": "Of %(files)s files that the index dates, %(wrong)s hold entries newer than the index says.",
    "index_moves_alone": "The index gave %(moving)s of %(files)s files a new date although not a byte of them had changed.",
    "rolling_window": (
        "Entries leave the sitemap about %(days)s days after they came, the oldest first (%(left)s in %(reads)s comparisons of two reads)."
    ),
    "published_dates_stand": (
        "lastmod is the date of publication on %(equal)s of %(compared)s pages, and %(unmoved_changed)s of %(unmoved)s revisited pages "
        "changed without a move."
    ),
    "sections_weighed": (
        "Its %(sections)s sections, weighed by their moves: about %(precision)s %% of all moves are right, and about %(recall)s %% of all "
        "changes move lastmod. That is too little to follow lastmod everywhere; the sections have verdicts of their own."
    ),
    "sections_disagree": "Sections differ: lastmod can be followed in %(good)s of them and not in %(bad)s.",
    "bulk_date": (
        "%(percent)s %% of the dates are one instant (%(date)s), long before the file was made: probably an import or a migration."
    ),
    "future_dates": "%(percent)s %% of the dates lie in the future.",
    "epoch_dates": "%(percent)s %% of the dates are 1970 or another zero of a clock.",
    "invalid_dates": "%(percent)s %% of the entries have a lastmod that is no date.",
    "lastmod_comes_late": (
        "Changes that reached the sitemap only at a later check: %(count)s, after %(hours)s hours (median). It is probably cached; they "
        "count as caught."
    ),
    "dates_went_back": "Dates that became earlier in the newest snapshot: %(backwards)s; a step back is no sign of a change.",
    "date_only": "Dates carry no time of day, so several changes within a day cannot be told apart.",
    # First visits.
    "date_modified_follows_lastmod": (
        "The pages' own modification dates equal lastmod on %(identical)s of %(compared)s pages: one source feeds both, so their "
        "agreement proves nothing."
    ),
    "date_modified_agrees": "The pages' own modification dates agree with lastmod on %(agreeing)s of %(compared)s pages.",
    "date_modified_differs": "The pages' own modification dates agree with lastmod on only %(agreeing)s of %(compared)s pages.",
    # What changed, one code for each `scoring.change_kinds.ChangeKind`.
    "changed_all_moving": "On %(date)s the generator began to move every lastmod at once; older evidence no longer counts.",
    "changed_selective_again": "On %(date)s the generator stopped moving every lastmod at once; older evidence no longer counts.",
    "changed_frozen": (
        "Since %(date)s no lastmod moved although about %(expected_moves)s moves were due; older evidence no longer counts."
    ),
    "changed_lastmod_vanished": "On %(date)s lastmod vanished from most entries.",
    "changed_lastmod_appeared": "On %(date)s lastmod appeared on most entries; older evidence no longer counts.",
    "changed_format_changed": (
        "On %(date)s lastmod changed its precision from %(precision_before)s to %(precision_after)s; that alone moves nothing."
    ),
    "changed_jumped_back": (
        "On %(date)s most dates jumped back and stayed there (%(backwards)s of %(entries)s entries): they have another source now, and "
        "older evidence counts a tenth."
    ),
    "changed_zone_shifted": (
        "On %(date)s all dates shifted by the same %(hours)s hours (%(count)s entries): a clock or a time zone changed, and no page. "
        "Comparisons across that day do not count."
    ),
    "changed_urls_replaced": (
        "On %(date)s the list of pages was replaced: %(vanished)s entries went and %(appeared)s came; older evidence counts a tenth."
    ),
    "changed_unusual_wave": (
        "On %(date)s %(percent_after)s %% of the dates moved at once, against %(percent_before)s %% as a rule: an import, a migration or a "
        "build that stamps."
    ),
    "changed_redesigned": (
        "On %(date)s nearly all visited pages had changed at once (%(changed)s of %(pages)s): a redesign. Comparisons across that day do "
        "not count."
    ),
    # Why a verdict is verified again, one code for each `scoring.alarms.AlarmKind`.
    "alarm_moves_wrong": (
        "Since %(onset)s moves of lastmod have been right less often: %(percent_after)s %% of them (comparisons: %(visits)s) against "
        "%(percent_before)s %% before. Older evidence counts a tenth until this is clear."
    ),
    "alarm_silent_changes": (
        "Since %(onset)s more pages change without a move: %(percent_after)s %% a day (comparisons: %(visits)s) against "
        "%(percent_before)s %% before. Older evidence counts a tenth until this is clear."
    ),
    "alarm_all_moving_suspected": (
        "On %(onset)s nearly every lastmod moved at once (%(percent_after)s %%, against %(percent_before)s %% as a rule). The next moves "
        "will tell whether the dates are now those of the file's making."
    ),
    "reverifying": (
        "The verdict “%(verdict)s” is of before %(date)s and is being verified again: the next checks come sooner and visit more pages."
    ),
}
