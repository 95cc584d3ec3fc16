"""What the list can be narrowed and ordered by, with the number of sites behind each choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Case, Count, Value, When
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from sitemaps_app.models import Site, SiteTag, Standing
from sitemaps_app.models.check import QUIET_OUTCOMES
from sitemaps_app.models.site import IS_REVERIFYING, IS_STALE, PENDING, REVERIFYING, STALE, UNREADABLE, SiteQuerySet
from sitemaps_app.views.presenters.list_query import NUMBERS, SORTS, TREND_FILTERS, VERDICT_FILTERS, ListQuery
from sitemaps_app.views.presenters.outcomes import outcome_words
from sitemaps_app.wording import numbers, words

SORT_NAMES = {
    "site": gettext_lazy("Site"),
    "verdict": gettext_lazy("Verdict"),
    "trust": gettext_lazy("Trust"),
    "change": gettext_lazy("In a week"),
    "lastmod": gettext_lazy("With lastmod"),
    "entries": gettext_lazy("Entries"),
    "last": gettext_lazy("Last check"),
    "next": gettext_lazy("Next check"),
}
# How the verdict of a site stands, for counting.
_STANDS = Case(When(IS_STALE, then=Value(STALE)), When(IS_REVERIFYING, then=Value(REVERIFYING)), default=Value(""))


@dataclass(frozen=True, slots=True)
class Chip:
    """A filter by verdict or state with the number of sites behind it."""

    code: str
    icon: str
    title: str
    count: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Chips:
    """All of them, and how many sites the address means."""

    chips: tuple[Chip, ...]
    matching: int


@dataclass(frozen=True, slots=True)
class Heading:
    """A column heading that sorts: the sort it asks for next, and how the column is sorted now (`ascending`, `descending`, or empty)."""

    title: str
    sort: str
    now: str
    numeric: bool


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a drop-down list."""

    code: str
    title: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Select:
    """A drop-down list: its name in the address, what it chooses, and the choices that some site answers to."""

    name: str
    title: str
    options: tuple[Option, ...]
    chosen: bool


def chips(sites: SiteQuerySet, query: ListQuery, *, now: datetime) -> Chips:
    """One filter for each verdict that some site has, for how verdicts stand, and for sites that cannot be read, after one for all.

    They count the sites that the rest of the address means: one query.
    """
    by_state = replace(query, verdict="").narrow(sites, now=now).annotate(stands=_STANDS).order_by()
    found = by_state.values_list("standing__verdict", "last_outcome", "stands").annotate(Count("pk"))
    counts: Counter[str] = Counter()
    every = 0
    for verdict, outcome, stands, number in found:
        every += number
        counts[stands] += number
        unreadable = outcome not in QUIET_OUTCOMES
        counts[UNREADABLE] += number if unreadable else 0
        if verdict or not unreadable:
            counts[verdict or PENDING] += number
    shown = [code for code in VERDICT_FILTERS if counts[code] or query.verdict == code]
    made = [Chip(code, _chip_icon(code), verdict_title(code), numbers.whole(counts[code]), chosen=query.verdict == code) for code in shown]
    first = Chip("", "", _("All"), numbers.whole(every), chosen=not query.verdict)
    return Chips((first, *made), counts[query.verdict] if query.verdict else every)


def _chip_icon(code: str) -> str:
    return "warning" if code == UNREADABLE else code


def verdict_title(code: str) -> str:
    """The name of a filter by verdict or state."""
    if code in (REVERIFYING, STALE):
        return str(words("verdict_states", code).title)
    return _("Not readable") if code == UNREADABLE else str(words("verdicts", "" if code == PENDING else code).title)


def headings(query: ListQuery) -> dict[str, Heading]:
    """The headings that sort, by column. Numbers sort from the largest first."""
    made = {}
    for name in SORTS:
        numeric = name in NUMBERS
        active = query.sort == name
        first, second = (f"-{name}", name) if numeric else (name, f"-{name}")
        current = f"-{name}" if query.descending else name
        now = ("descending" if query.descending else "ascending") if active else ""
        made[name] = Heading(str(SORT_NAMES[name]), second if active and current == first else first, now, numeric and name != "verdict")
    return made


def selects(query: ListQuery) -> tuple[Select, ...]:
    """The drop-down lists with what some site has: five queries, whatever is chosen."""
    modes, problems = _code_counts("failure_modes"), _code_counts("problems") + _outcome_counts()
    generators = Standing.objects.present().filter(generator__gt="").order_by().values_list("generator").annotate(Count("pk"))
    gone = Site.with_deleted.filter(deleted_at__isnull=False).values("pk")
    tags = SiteTag.objects.exclude(site__in=gone).order_by("tag__key").values_list("tag__name").annotate(Count("pk"))
    made_with = _counted(dict(generators), lambda code: str(words("generators", code).title))
    return (
        _select("mode", _("Failure mode"), query.mode, _counted(modes, lambda code: str(words("failure_modes", code).title))),
        _select("trend", _("Change"), query.trend, [(code, str(words("trends", code).title)) for code in TREND_FILTERS]),
        _select("tag", _("Tag"), query.tag, [(name, f"{name} ({numbers.whole(number)})") for name, number in tags]),
        _select("problem", _("Problem"), query.problem, _counted(problems, lambda code: str(outcome_words(code).title))),
        _select("generator", _("Made with"), query.generator, made_with),
    )


def _code_counts(column: str) -> Counter[str]:
    """How many sites have each code of a column that holds codes between blanks."""
    counts: Counter[str] = Counter()
    for text, number in Standing.objects.present().order_by().values_list(column).annotate(Count("pk")):
        counts.update(dict.fromkeys(text.split(), number))
    return counts


def _outcome_counts() -> Counter[str]:
    """How many sites' last check ended with each failure."""
    found = Site.objects.order_by().values_list("last_outcome").annotate(Count("pk"))
    return Counter({code: number for code, number in found if code not in QUIET_OUTCOMES})


def _counted(counts: Mapping[str, int], title: Callable[[str], str]) -> list[tuple[str, str]]:
    """The choices with their numbers, in the order of their names."""
    named = sorted((title(code), code, number) for code, number in counts.items())
    return [(code, f"{name} ({numbers.whole(number)})") for name, code, number in named]


def _select(name: str, title: str, chosen: str, options: Iterable[tuple[str, str]]) -> Select:
    found: Sequence[tuple[str, str]] = list(options)
    if chosen and chosen.casefold() not in {code.casefold() for code, _title in found}:
        found = [*found, (chosen, chosen)]  # what is asked for stays in sight, though no site answers to it any more
    made = tuple(Option(code, text, chosen=code.casefold() == chosen.casefold()) for code, text in found)
    return Select(name, title, made, chosen=bool(chosen))
