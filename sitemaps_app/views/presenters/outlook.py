"""What would change a verdict: which visits are missing, how many wrong ones it bears, what the owner would have to repair."""

from __future__ import annotations

from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.assessment import FailureMode, Verdict, VerdictState, Workings
from scoring.changepoint import CALM_WAVES
from scoring.codec import workings_from_json
from scoring.needed import MORE_WRONG
from scoring.standing import LEAST_NEW, LONGEST_CHECKS, LONGEST_DAYS
from scoring.thresholds import Thresholds
from sitemaps_app.models import Assessment
from sitemaps_app.wording import is_known, numbers, words
from sitemaps_app.wording.numbers import share, whole

LIMITS = Thresholds()
# Reasons that the sitemap itself proves a stamp; a name by pages leaves the verdict to the comparisons.
_STAMPED = frozenset({"request_time", "generation_time", "generation_time_by_pages", "build_stamp"})
_STILL = frozenset({"frozen", "nearly_frozen"})


def outlook(judged: Assessment | None, *, now: datetime, limits: Thresholds = LIMITS) -> tuple[str, ...]:
    """Sentences, the most important first; none of a judgement by rules that did not store their workings."""
    if judged is None or not judged.workings:
        return ()
    state, workings = judged.state_at(now), workings_from_json(judged.workings)
    if state == VerdictState.STALE:
        current = _("New evidence makes it current again: a comparison of two visits, or another read where the sitemap itself shows it.")
        return (current, *_of_verdict(judged.verdict, judged, workings, limits))
    if state == VerdictState.REVERIFYING:
        return _in_question(judged, workings, limits)
    return _of_verdict(judged.verdict, judged, workings, limits)


def has_split(judged: Assessment | None) -> bool:
    """Does the outlook tell of which kind the missing comparisons are?"""
    stored = judged.workings if judged else {}
    return bool(stored.get("moved_missing") or stored.get("unmoved_missing"))


def _of_verdict(verdict: str, judged: Assessment, workings: Workings, limits: Thresholds) -> tuple[str, ...]:
    if verdict == Verdict.INSUFFICIENT:
        return _undecided(judged, workings, limits)
    if verdict in {Verdict.TRUSTED, Verdict.USEFUL}:
        missing = _to_be_trusted(judged, workings, limits) if verdict == Verdict.USEFUL else ()
        return (*missing, *_borne(workings))
    if verdict == Verdict.NO_LASTMOD:
        return (
            _("Judging begins when at least %(share)s of the entries carry a readable lastmod, and is then about these.")
            % {"share": share(limits.no_lastmod_share)},
            _("Where most entries get one, what was seen before no longer counts."),
        )
    return _to_be_repaired(judged, workings, limits)


def _in_question(judged: Assessment, workings: Workings, limits: Thresholds) -> tuple[str, ...]:
    since = {"date": date_format(judged.state_since)} if judged.state_since else {"date": numbers.DASH}
    said = [
        _("Shown is the verdict of before %(date)s. What counts since then says so far: “%(verdict)s”.")
        % {**since, "verdict": words("verdicts", judged.tentative_verdict).title},
    ]
    if judged.burst:
        said.append(
            _("Visits that are wanted soon: about %(count)s. The next checks come earlier for them.") % {"count": whole(judged.burst)}
        )
    said.append(
        _(
            "It is settled once new visits are clearly as before, or %(least)s new comparisons make one verdict certain. After %(days)s "
            "days (%(checks)s checks, where they are rare) the evidence speaks in any case, even if it is too little."
        )
        % {"least": LEAST_NEW, "days": round(LONGEST_DAYS), "checks": round(LONGEST_CHECKS)}
    )
    tentative = judged.tentative_verdict
    return (*said, *(_undecided(judged, workings, limits) if tentative == Verdict.INSUFFICIENT else ()))


def _undecided(judged: Assessment, workings: Workings, limits: Thresholds) -> tuple[str, ...]:
    moved, unmoved = workings.moved_missing, workings.unmoved_missing
    if any(reason.get("code") == "section_unseen" for reason in judged.reasons):
        count = {"count": whole(judged.comparisons_missing)}
        return (_("What is missing are comparisons in the sections that nobody has looked at twice: about %(count)s.") % count,)
    if not moved + unmoved:
        return ()
    # Shares of the cap are rounded down.
    if moved + unmoved >= limits.missing_cap - 2:
        return (_hardly_ever(moved == unmoved == limits.missing_cap // 2, limits),)
    said = [_missing(moved, unmoved)]
    cells = judged.counts
    seen_moved = cells.get("moved_changed", 0) + cells.get("moved_unchanged", 0)
    if judged.comparison_count < limits.min_comparisons or seen_moved in {0, judged.comparison_count}:
        said.append(_("That supposes an honest site, for too little has been seen to go by; a wrong one is found out sooner."))
    return (*said, *_hints(judged, workings))


def _hardly_ever(never: bool, limits: Thresholds) -> str:  # noqa: FBT001  one of two sentences
    if never:
        return _(
            "More of the same would hardly decide it: even many times as many comparisons like those so far would leave the numbers on the "
            "border between two verdicts. Only pages that behave differently would."
        )
    return _("More than %(count)s comparisons are missing: what was seen so far lies near the border between two verdicts.") % {
        "count": whole(limits.missing_cap)
    }


def _missing(moved: int, unmoved: int) -> str:
    counts = {"moved": whole(moved), "unmoved": whole(unmoved)}
    if moved and unmoved:
        return (
            _(
                "If pages go on as so far, these visits are missing: about %(moved)s of pages whose lastmod moved, and about %(unmoved)s "
                "of pages at rest, whose lastmod stayed."
            )
            % counts
        )
    if moved:
        return _("If pages go on as so far, these visits are missing: about %(moved)s of pages whose lastmod moved.") % counts
    return _("If pages go on as so far, these visits are missing: about %(unmoved)s of pages at rest, whose lastmod stayed.") % counts


def _hints(judged: Assessment, workings: Workings) -> tuple[str, ...]:
    said = []
    if workings.moved_missing:
        a_day = workings.move_rate * judged.entries * (judged.lastmod_share or 0.0)
        moving = _("Dates that move on the whole site, a day: about %(count)s. Pages of the panel among them are visited first.")
        still = _("No date has moved so far; whether moves are right can be seen only once there are some.")
        said.append(moving % {"count": numbers.decimal(a_day)} if a_day > 0.0 else still)
    if workings.unmoved_missing:
        said.append(
            _(
                "Waiting helps too: the longer a page has been at rest between two visits, the more the second one tells, for a silent "
                "change had more time to come."
            )
        )
    return tuple(said)


def _to_be_trusted(judged: Assessment, workings: Workings, limits: Thresholds) -> tuple[str, ...]:
    if workings.moved_missing or workings.unmoved_missing:
        first = _("“Trusted” needs more evidence than “Useful”.")
        return (f"{first} {_missing(workings.moved_missing, workings.unmoved_missing)}", *_hints(judged, workings))
    asked = {"precision": share(limits.trusted_precision), "recall": share(limits.trusted_recall)}
    return (
        _("More of the same would not make it “Trusted”: that takes a precision of %(precision)s and a recall of %(recall)s at least.")
        % asked,
        *_found(judged),
    )


def _found(judged: Assessment) -> tuple[str, ...]:
    shown = {"precision": share(judged.precision), "recall": share(judged.recall)}
    return (_("Found so far: precision %(precision)s, recall %(recall)s.") % shown,) if judged.trust is not None else ()


def _borne(workings: Workings) -> tuple[str, ...]:
    wrong, silent = workings.wrong_moves_left, workings.silent_changes_left
    if not (wrong and silent):
        return ()
    return (
        _(
            "It would be lost if many visits went wrong at once. Moves without a change that would do it: %(wrong)s. Changes without a "
            "move that would: %(silent)s."
        )
        % {"wrong": _about(wrong), "silent": _about(silent)},
        _("If it gets worse faster than chance explains, an alarm puts the verdict in question before that."),
    )


def _about(count: int) -> str:
    if count >= MORE_WRONG[-1]:
        return _("more than %(count)s") % {"count": whole(MORE_WRONG[-2])}
    return _("about %(count)s") % {"count": whole(count)}


def _to_be_repaired(judged: Assessment, workings: Workings, limits: Thresholds) -> tuple[str, ...]:
    """Of a hint or worse: what it would take, who can do it, and how fast the verdict follows."""
    modes = [FailureMode(mode) for mode in judged.failure_modes if is_known("failure_modes", mode)]
    names = ", ".join(str(words("failure_modes", mode).title) for mode in modes if not mode.is_remark)
    owner = (_("The owner would have to repair this; how stands under “What to do”: %(names)s.") % {"names": names},) if names else ()
    codes = {str(reason.get("code")) for reason in judged.reasons}
    if codes & _STAMPED:
        restart = _(
            "Once dates move singly in %(count)s reads running, what was seen before no longer counts, and the verdict starts anew."
        )
        return (*owner, restart % {"count": CALM_WAVES})
    if codes & _STILL:
        grows = _("As soon as dates move with the pages, the moves are visited first and a new verdict grows from them.")
        return (*owner, grows, _ageing(workings, limits))
    return (*owner, *_limits_of_useful(judged, limits), _ageing(workings, limits))


def _limits_of_useful(judged: Assessment, limits: Thresholds) -> tuple[str, ...]:
    asked = {"precision": share(limits.useful_precision), "recall": share(limits.useful_recall), "certainty": share(limits.certainty)}
    takes = _("“Useful” takes a precision of %(precision)s and a recall of %(recall)s at least, with %(certainty)s certainty.") % asked
    return (takes, *_found(judged))


def _ageing(workings: Workings, limits: Thresholds) -> str:
    days = max(limits.half_life_days, limits.half_life_checks * workings.check_days)
    return _("The verdict follows a repair slowly, as new comparisons outweigh old ones: these count half after %(days)s days.") % {
        "days": whole(round(days))
    }
