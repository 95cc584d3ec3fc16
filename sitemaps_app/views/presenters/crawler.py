"""What a verdict means for a crawler, in numbers, at the staleness that it tolerates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite

from django.utils.translation import gettext as _

from scoring.assessment import Interval, Verdict
from scoring.codec import workings_from_json
from scoring.crawler_value import CrawlerValue, crawler_value
from sitemaps_app.models import Assessment
from sitemaps_app.wording import numbers
from sitemaps_app.wording.numbers import Figure

LEAST, MOST, USUAL = 1, 25, 5
PAGES = 1_000


@dataclass(frozen=True, slots=True)
class Crawler:
    """The section of the page. `stale` is the tolerated staleness in per cent; `none` says why there are no numbers, "" where there are."""

    stale: int
    least: int
    most: int
    sentence: str
    figures: tuple[Figure, ...]
    remarks: tuple[str, ...]
    none: str


def crawler_card(judged: Assessment | None, given: Mapping[str, str]) -> Crawler | None:
    """The numbers of a judgement; None before the first one."""
    if judged is None:
        return None
    stale = _asked(given.get("stale", ""))
    value = _value(judged, stale / 100)
    if value is None:
        return Crawler(stale, LEAST, MOST, "", (), (), _why_not(judged))
    return Crawler(stale, LEAST, MOST, _sentence(value), _figures(value), _remarks(value), "")


def _asked(text: str) -> int:
    return min(max(int(text), LEAST), MOST) if text.isascii() and text.isdigit() and len(text) < 4 else USUAL


def _value(judged: Assessment, staleness: float) -> CrawlerValue | None:
    workings = workings_from_json(judged.workings) if judged.workings else None
    if workings is None or workings.silent_rate is None or judged.preliminary:
        return None
    low, mid, high = judged.precision_low, judged.precision, judged.precision_high
    if low is None or mid is None or high is None:
        return None
    return crawler_value(moves=workings.move_rate, silent=workings.silent_rate, precision=Interval(low, mid, high), staleness=staleness)


def _why_not(judged: Assessment) -> str:
    if judged.preliminary or judged.verdict == Verdict.INSUFFICIENT:
        return _("Numbers need single moves and changes, and too few were seen so far.")
    if judged.verdict == Verdict.NO_LASTMOD:
        return _("Without lastmod there is nothing to follow: a crawler has to poll, by the changes that it finds itself.")
    return _("Either every date moves at each read or none does, so following lastmod means fetching everything or nothing: poll instead.")


def _sentence(value: CrawlerValue) -> str:
    saved = value.saved.median
    # The bracket of a headline is not parted.
    told = {"share": numbers.share(abs(saved)), "interval": _interval(value.saved).replace(" ", "\u00a0")}
    if value.saved.high <= 0.0 or saved < 0.0:
        return _("Following lastmod would cost more fetches than polling for equally fresh copies: %(share)s more.") % told
    return _("Following lastmod saves %(share)s of the fetches that polling takes for equally fresh copies (%(interval)s).") % told


def _figures(value: CrawlerValue) -> tuple[Figure, ...]:
    shares = (
        (_("Refetches saved"), value.saved, _("Against polling every page at the rate that keeps copies as fresh.")),
        (
            _("Changes missed"),
            value.missed,
            _("Changes without a move of lastmod; they are found when the page is fetched for its age."),
        ),
        (_("Fetches for nothing"), value.wasted, _("Of the fetches at a move, those that find the page as it was.")),
    )
    both = {"following": numbers.decimal(value.following.median * PAGES), "polling": numbers.decimal(value.polling.median * PAGES)}
    fetches = _("%(following)s instead of %(polling)s") % both
    return (
        *(Figure(name, numbers.share(share.median), _interval(share), said) for name, share, said in shares),
        Figure(_("Fetches a day for 1,000 pages"), fetches, "", _("By following lastmod, and by polling alone.")),
    )


def _remarks(value: CrawlerValue) -> tuple[str, ...]:
    if isfinite(value.rest_days):
        days = {"days": numbers.gap(value.rest_days)}
        return (_("The schedule behind it: fetch at every move, and any page that was not fetched for %(days)s.") % days,)
    return (_("The schedule behind it: fetch at every move; that alone keeps copies fresh enough."),)


def _interval(interval: Interval) -> str:
    return _("95 %%: %(interval)s") % {"interval": f"{round(interval.low * 100)} – {round(interval.high * 100)} %"}
