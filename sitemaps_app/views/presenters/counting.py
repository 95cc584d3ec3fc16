"""Why a comparison counts, or does not."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.utils.translation import gettext as _

from sitemaps_app.models import Comparison, SecondRead
from sitemaps_app.views.presenters.counted import counted_since
from sitemaps_app.wording import numbers, words

# In a replay both reads are of one moment, and there is no time between them to tell.
A_MOMENT = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Counting:
    """Whether a comparison is among those behind the verdict, and what it rests on, one sentence each."""

    counts: bool
    verdict: str
    sentences: tuple[str, ...]


def counting(one: Comparison) -> Counting:
    """The counting of a comparison under the site's current judgement."""
    against = why_not_counted(one)
    said = [_about_lastmod(one), _about_page(one)]
    if not against:
        gap = _("Between the visits lay %(gap)s: the longer, the likelier is a change in any case, and the verdict allows for that.")
        weight = _("By the way the page was chosen it speaks for %(weight)s entries of the sitemap.")
        said += [gap % {"gap": numbers.gap(one.gap_days)}, weight % {"weight": numbers.decimal(one.weight)}]
    return Counting(not against, against or _("It counts in the verdict of this site."), tuple(said))


def why_not_counted(one: Comparison) -> str:
    """What speaks against counting it, "" for nothing."""
    judged = one.site.current_assessment
    failing = {test.get("code") for test in (judged.signals if judged else []) if test.get("state") == "failing"}
    since = counted_since(judged)
    if one.flicker:
        return _("It does not count: whether someone took an edit back or the server wavers cannot be told from the page.")
    if not one.has_lastmod:
        return _("It says nothing about lastmod, for the entry had none at one of the visits.")
    if since is not None and one.at < since:
        return _("It does not count any more: the generator of the dates has changed since.")
    if (one.later.not_modified or one.earlier.not_modified) and "validators_always_304" in failing:
        return _("It does not count: it rests on a 304 of a server whose 304 says nothing.")
    if one.changed and not one.confirmed and "page_content" in failing:
        return _("It does not count: pages of this site vary by themselves, and no second read confirmed the change.")
    return ""


def _about_lastmod(one: Comparison) -> str:
    if not one.has_lastmod:
        return _("There is no lastmod to compare.")
    if not one.moves:
        return _("lastmod did not move between the visits.")
    if one.moves == 1:
        return _("lastmod moved once between the visits.")
    return _("lastmod moved %(count)s times between the visits.") % {"count": numbers.whole(one.moves)}


def _about_page(one: Comparison) -> str:
    read = second_read_of(one)
    if one.flicker:
        return _("The page differed from the visit before.")
    if one.changed:
        return _confirmation(one, read)
    if one.later.not_modified:
        return _("The server said that the page had not been modified (304).")
    if read is not None and read.differs:
        return _("What differed at first differs between two reads within minutes as well, so it is no change.")
    return _("The content of the page is the same.")


def _confirmation(one: Comparison, read: SecondRead | None) -> str:
    if one.confirmed and read is not None and read.at - one.later.at >= A_MOMENT:
        return _("The page changed; a second read %(gap)s later showed the change too.") % {"gap": numbers.duration(read.at - one.later.at)}
    if one.confirmed:
        return _("The page changed; a second read showed the change too.")
    if read is not None and read.differs is None:
        reason = words("problems", read.outcome).title
        return _("The page changed; the second read failed (%(reason)s), so the change is not confirmed.") % {"reason": reason}
    return _("The page changed; it was read only once, so the change is not confirmed.")


def second_read_of(one: Comparison) -> SecondRead | None:
    """The second read of the later visit, None where there was none."""
    return SecondRead.objects.filter(visit=one.later_id).first()
