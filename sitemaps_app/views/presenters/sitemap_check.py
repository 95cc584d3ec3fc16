"""The check of one sitemap as its owner reads it: how far it is, and then the report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from sitemaps_app.models import SitemapCheck
from sitemaps_app.models.sitemap_check import SitemapCheckSource, SitemapCheckState
from sitemaps_app.pipeline.sitemap_check import standing
from sitemaps_app.views.presenters.charts import Ages, ages_of
from sitemaps_app.views.presenters.problems import ProblemWords, problems_by_severity, severities_sentence, without_twins
from sitemaps_app.wording import Words, numbers, words

STAGES = ("fetch", "read", "keep")
READ = frozenset({"ok", "partial", "unchanged"})
DATE_LENGTHS = {"year": 4, "month": 7, "day": 10}


@dataclass(frozen=True, slots=True)
class CheckRow:
    """One check in the list."""

    check: SitemapCheck
    name: str
    source: str
    badge: str
    badge_words: str
    entries: str
    owner: str


@dataclass(frozen=True, slots=True)
class CheckProgress:
    """How far it is. `said` are the words of its state; `share` is 0 to 100, None where the end is not known."""

    state: str
    unfinished: bool
    said: Words
    stages: tuple[tuple[str, str, str], ...]
    is_fetching: bool
    bytes_read: str
    share: int | None
    entries: str
    faulty: str
    can_begin_again: bool


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One entry or child of the preview: the raw lastmod and what was understood."""

    line: str
    loc: str
    raw: str
    understood: str
    in_scope: bool
    is_dated: bool


@dataclass(frozen=True, slots=True)
class Robots:
    """The robots.txt that was read first."""

    url: str
    status: int | None
    guessed: bool
    sitemaps: tuple[str, ...]
    more: str
    problems: tuple[ProblemWords, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The report of a check that is done. `tone` is ok, warning or error; `sentence` says how it ended, `problems_sentence` what was met,
    "" for nothing.
    """

    tone: str
    sentence: str
    problems_sentence: str
    figures: tuple[numbers.Figure, ...]
    problems: tuple[ProblemWords, ...]
    ages: Ages | None
    entries: tuple[EntryRow, ...]
    entries_left: str
    children: tuple[EntryRow, ...]
    children_left: str
    robots: Robots | None


def check_name(check: SitemapCheck) -> str:
    """What people call it: its address, its file name, or "Pasted text"."""
    if check.source == SitemapCheckSource.ADDRESS:
        return check.given
    return check.given or str(words("sitemap_check_sources", check.source).title)


def check_row(check: SitemapCheck, *, now: datetime) -> CheckRow:
    """A check as a row of the list."""
    state = standing(check, wall=now)
    done = state == SitemapCheckState.DONE
    kind, code = ("outcomes", check.outcome) if done else ("sitemap_check_states", state)
    return CheckRow(
        check=check,
        name=check_name(check),
        source=str(words("sitemap_check_sources", check.source).title),
        badge=code,
        badge_words=str(words(kind, code).title),
        entries=numbers.whole(check.entry_count or check.child_count) if done and check.outcome in READ else numbers.DASH,
        owner=check.owner.get_username(),
    )


def check_progress(check: SitemapCheck, *, now: datetime) -> CheckProgress:
    """Where a check stands."""
    state = standing(check, wall=now)
    unfinished = state in {SitemapCheckState.WAITING, SitemapCheckState.RUNNING}
    return CheckProgress(
        state=state,
        unfinished=unfinished,
        said=words("sitemap_check_states", state),
        stages=_stages(check) if state == SitemapCheckState.RUNNING else (),
        is_fetching=check.stage == STAGES[0],
        bytes_read=numbers.size(check.bytes_read) if check.bytes_read else "",
        share=min(100, check.bytes_read * 100 // check.bytes_total) if check.bytes_read and check.bytes_total >= check.bytes_read else None,
        entries=numbers.whole(check.entries_read),
        faulty=numbers.whole(check.entries_faulty),
        can_begin_again=not unfinished and (state != SitemapCheckState.DONE or check.source == SitemapCheckSource.ADDRESS),
    )


def report(check: SitemapCheck) -> Report:
    """The report of a check that is done."""
    problems = without_twins(check.problems)
    severities = {str(problem.get("severity")) for problem in problems}
    was_read = check.outcome in READ
    return Report(
        tone="error" if not was_read or "error" in severities else "warning" if "warning" in severities else "ok",
        sentence=_sentence(check),
        problems_sentence=severities_sentence(problems),
        figures=_figures(check) if was_read else (),
        problems=problems_by_severity(problems, check.excerpts),
        ages=ages_of(check.ages, description=_("Entries by the age of their lastmod when the file was read."))
        if check.entry_count
        else None,
        entries=tuple(entry_row(entry) for entry in check.preview),
        entries_left=_left(check.entry_count - len(check.preview)),
        children=tuple(entry_row(child) for child in check.children),
        children_left=_left(check.child_count - len(check.children)),
        robots=_robots(check.robots) if check.robots else None,
    )


def entry_row(entry: Mapping[str, Any]) -> EntryRow:
    """A stored entry or child as a row."""
    return EntryRow(
        line=numbers.whole(entry["line"]) if entry.get("line") else "",
        loc=str(entry.get("loc", "")),
        raw=str(entry.get("lastmod_raw") or ""),
        understood=understood(entry),
        in_scope=bool(entry.get("in_scope", True)),
        is_dated=bool(entry.get("lastmod")),
    )


def understood(entry: Mapping[str, Any]) -> str:
    """What was understood of a lastmod: as precise as it was written, in UTC; the words for its status where it is no date."""
    status, moment = str(entry.get("status", "")), str(entry.get("lastmod") or "")
    if not moment:
        return str(words("lastmod_statuses", status or "absent").title)
    precision = str(entry.get("precision") or "second")
    if precision in DATE_LENGTHS:
        text = moment[: DATE_LENGTHS[precision]]
    else:
        text = moment.replace("T", " ").replace("Z", "")[: 16 if precision == "minute" else None] + " UTC"
        if entry.get("zone") == "assumed":
            text += " " + _("(zone assumed)")
    return text if status in {"", "ok"} else f"{text} – {words('lastmod_statuses', status).title}"


def _sentence(check: SitemapCheck) -> str:
    outcome = str(words("outcomes", check.outcome).explanation)
    if check.outcome not in READ:
        first = next((str(p.get("code", "")) for p in check.problems if p.get("severity") == "error"), "")
        reason = words("problems", first) if first else None
        return f"{outcome} {reason.explanation}" if reason and str(reason.explanation) != outcome else outcome
    if check.child_count:
        text = ngettext("It is an index of %(count)s file.", "It is an index of %(count)s files.", check.child_count)
        listed = text % {"count": numbers.whole(check.child_count)}
        outcome = f"{outcome} {listed}"
    if not check.entry_count:
        nothing = _("It lists nothing.")
        return outcome if check.child_count else f"{outcome} {nothing}"
    text = ngettext(
        "It lists %(count)s entry; with a readable lastmod: %(share)s.",
        "It lists %(count)s entries; with a readable lastmod: %(share)s.",
        check.entry_count,
    )
    return f"{outcome} {text % {'count': numbers.whole(check.entry_count), 'share': numbers.share(check.dated_count / check.entry_count)}}"


def _figures(check: SitemapCheck) -> tuple[numbers.Figure, ...]:
    took = check.ended_at - check.began_at if check.ended_at and check.began_at else timedelta(0)
    shown = [numbers.Figure(_("Kind"), str(words("file_kinds", check.kind).title), ", ".join(check.extensions))]
    if check.child_count:
        shown.append(numbers.Figure(_("Files listed"), numbers.whole(check.child_count)))
    if check.entry_count:
        share = numbers.share(check.dated_count / check.entry_count)
        shown.append(numbers.Figure(_("Entries"), numbers.whole(check.entry_count)))
        of_all = f"{numbers.whole(check.dated_count)} / {numbers.whole(check.entry_count)}"
        shown.append(numbers.Figure(_("With a readable lastmod"), share, of_all))
    shown.append(numbers.Figure(_("Size as sent"), numbers.size(check.bytes_total)))
    shown.append(numbers.Figure(_("Took"), numbers.duration(took)))
    return tuple(shown)


def _stages(check: SitemapCheck) -> tuple[tuple[str, str, str], ...]:
    """The stages as state, title and explanation; only what is fetched has the first."""
    stages = STAGES if check.source == SitemapCheckSource.ADDRESS else STAGES[1:]
    reached = stages.index(check.stage) if check.stage in stages else 0
    states = ["done" if place < reached else "current" if place == reached else "open" for place in range(len(stages))]
    said = [words("sitemap_check_stages", stage) for stage in stages]
    return tuple((state, str(one.title), str(one.explanation)) for state, one in zip(states, said, strict=True))


def _robots(robots: Mapping[str, Any]) -> Robots:
    sitemaps = tuple(str(url) for url in robots.get("sitemaps", ()))
    return Robots(
        url=str(robots.get("url", "")),
        status=robots.get("status"),
        guessed=bool(robots.get("guessed")),
        sitemaps=sitemaps,
        more=_left(int(robots.get("sitemap_count", 0)) - len(sitemaps)),
        problems=problems_by_severity(robots.get("problems", ())),
    )


def _left(count: int) -> str:
    return numbers.whole(count) if count > 0 else ""
