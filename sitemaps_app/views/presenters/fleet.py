"""All sites together: how many have which verdict, over time, by tag and by generator, and which of them moved."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import dropwhile

from django.db.models import Count, Sum
from django.http import QueryDict
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from sitemaps_app.charts import Svg
from sitemaps_app.charts.layers import Layer, layer_chart, share_bar
from sitemaps_app.models import Site, SiteTag, Standing, VerdictTally
from sitemaps_app.models.check import QUIET_OUTCOMES
from sitemaps_app.models.site import PENDING, UNREADABLE, SiteQuerySet
from sitemaps_app.models.standing import VERDICT_RANKS
from sitemaps_app.views.presenters.list_choices import verdict_title
from sitemaps_app.views.presenters.list_query import THIS_WEEK, trend_condition
from sitemaps_app.wording import numbers, words

DAYS = 90
TABLE_STEP = 7
GROUPS = 40
MODES = 3
MOVERS = 10
NEWS = ("worse", "better", "decided", "down", "up")
# From the best verdict down, as people read a pile from its bottom.
VERDICTS = tuple(sorted(VERDICT_RANKS, key=lambda code: -VERDICT_RANKS[code]))


@dataclass(frozen=True, slots=True)
class Link:
    """A number that leads to its sites."""

    code: str
    title: str
    count: str
    query: str


@dataclass(frozen=True, slots=True)
class FleetHistory:
    """How many sites had which verdict: the chart, and its numbers week by week, the newest first."""

    chart: Svg
    titles: tuple[str, ...]
    legend: tuple[tuple[str, str], ...]
    rows: tuple[tuple[date, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Group:
    """The sites of one tag or generator."""

    name: str
    query: str
    total: str
    bar: Svg
    verdicts: tuple[Link, ...]
    modes: tuple[Link, ...]


def fleet_history(*, now: datetime, days: int = DAYS) -> FleetHistory:
    """The verdicts of all sites at the end of each of the last days: two queries."""
    first = now.astimezone(UTC).date() - timedelta(days=days - 1)
    before = VerdictTally.objects.filter(day__lt=first).values_list("verdict").annotate(Sum("growth"))
    have: Counter[str] = Counter(dict(before))
    growth: dict[date, dict[str, int]] = defaultdict(dict)
    for day, verdict, number in VerdictTally.objects.filter(day__gte=first).values_list("day", "verdict", "growth"):
        growth[day][verdict] = number
    counted: list[tuple[date, Counter[str]]] = []
    for day in (first + timedelta(days=number) for number in range(days)):
        grown = growth.get(day, {})
        have = Counter({code: have[code] + grown.get(code, 0) for code in {*have, *grown}})
        counted.append((day, have))
    return _history(list(dropwhile(lambda row: not any(row[1].values()), counted)) or counted[-1:])


def _history(counted: Sequence[tuple[date, Counter[str]]]) -> FleetHistory:
    shown = [code for code in VERDICTS if any(counts[code] > 0 for _day, counts in counted)]
    titles = tuple(str(words("verdicts", code).title) for code in shown)
    layers = [Layer(title, code, [counts[code] for _day, counts in counted]) for title, code in zip(titles, shown, strict=True)]
    days = [datetime.combine(day, time(12), UTC) for day, _counts in counted]
    told = _("How many sites had which verdict, day by day.")
    chart = layer_chart(days, layers, title=_("Sites by verdict"), description=told, tick_label=_axis_day)
    newest_first = counted[::-1][::TABLE_STEP]
    rows = tuple((day, tuple(numbers.whole(max(0, counts[code])) for code in shown)) for day, counts in newest_first)
    return FleetHistory(chart, titles, tuple(zip(shown, titles, strict=True)), rows)


def _axis_day(at: datetime) -> str:
    return formats.date_format(at, pgettext("a day on the axis of a chart, in Django's date format", "M j"))


def news(*, now: datetime) -> tuple[Link, ...]:
    """What changed this week, each with the address of its sites; what did not happen is left out. Two queries."""
    there, since = Standing.objects.present().order_by(), now - THIS_WEEK
    counts = Counter(dict(there.filter(verdict_changed_at__gte=since).values_list("verdict_change").annotate(Count("pk"))))
    counts += Counter(dict(there.filter(at__gte=since, trend__gt="").values_list("trend").annotate(Count("pk"))))
    return tuple(_link("trends", code, counts[code], f"trend={code}") for code in NEWS if counts[code])


def by_tag(sites: SiteQuerySet) -> tuple[Group, ...]:
    """The sites of each tag, those of the most frequent ones first: one query. A site with two tags is in both."""
    tagged = SiteTag.objects.filter(site__in=sites).order_by()
    columns = ("tag__name", "site__standing__verdict", "site__standing__failure_modes", "site__last_outcome")
    return _groups(tagged.values_list(*columns).annotate(Count("pk")), "tag", {})


def by_generator(sites: SiteQuerySet) -> tuple[Group, ...]:
    """The sites of each generator that was recognised, the most frequent first: one query."""
    made = sites.filter(standing__generator__gt="").order_by()
    columns = ("standing__generator", "standing__verdict", "standing__failure_modes", "last_outcome")
    found = list(made.values_list(*columns).annotate(Count("pk")))
    return _groups(found, "generator", {code: str(words("generators", code).title) for code, *_rest in found})


def _groups(found: Iterable[tuple[str, str | None, str | None, str, int]], name: str, titles: Mapping[str, str]) -> tuple[Group, ...]:
    """A site whose last check failed keeps its verdict in the bar, and is counted among the unreadable ones beside, as in the list."""
    verdicts: dict[str, Counter[str]] = defaultdict(Counter)
    links: dict[str, Counter[str]] = defaultdict(Counter)
    modes: dict[str, Counter[str]] = defaultdict(Counter)
    for key, verdict, codes, outcome, number in found:
        unreadable = outcome not in QUIET_OUTCOMES
        stands = verdict or (UNREADABLE if unreadable else PENDING)
        verdicts[key][stands] += number
        links[key].update(dict.fromkeys({stands, UNREADABLE} if unreadable else {stands}, number))
        modes[key].update(dict.fromkeys((codes or "").split(), number))
    order = sorted(verdicts, key=lambda key: (-verdicts[key].total(), key))[:GROUPS]
    return tuple(_group(titles.get(key, key), _query(name, key), verdicts[key], links[key], modes[key]) for key in order)


def _group(name: str, query: str, verdicts: Counter[str], links: Counter[str], modes: Counter[str]) -> Group:
    known = (*VERDICTS, UNREADABLE, PENDING)
    parts = [Layer(verdict_title(code), code, [verdicts[code]]) for code in known if verdicts[code]]
    return Group(
        name=name,
        query=query,
        total=numbers.whole(verdicts.total()),
        bar=share_bar(parts, title=_("Verdicts of %(name)s") % {"name": name}),
        verdicts=tuple(
            Link(code, verdict_title(code), numbers.whole(links[code]), f"{query}&verdict={code}") for code in known if links[code]
        ),
        modes=tuple(_link("failure_modes", code, count, f"{query}&mode={code}") for code, count in modes.most_common(MODES)),
    )


def _link(kind: str, code: str, count: int, query: str) -> Link:
    return Link(code, str(words(kind, code).title), numbers.whole(count), query)


def _query(name: str, value: str) -> str:
    address = QueryDict(mutable=True)
    address[name] = value
    return address.urlencode()


def failure_modes(sites: SiteQuerySet) -> tuple[Link, ...]:
    """How many sites have which failure mode, the most frequent first: one query."""
    counts: Counter[str] = Counter()
    for codes, number in (
        sites.filter(standing__failure_modes__gt="").order_by().values_list("standing__failure_modes").annotate(Count("pk"))
    ):
        counts.update(dict.fromkeys(codes.split(), number))
    return tuple(_link("failure_modes", code, count, f"mode={code}") for code, count in counts.most_common())


def worst_movers(sites: SiteQuerySet, *, now: datetime) -> Sequence[Site]:
    """The sites that lost most trust within the week, as rows of the list."""
    return list(sites.filter(trend_condition("down", now=now)).for_rows().order_by("standing__trust_change", "origin")[:MOVERS])
