"""Adding as a script does: some thousand lines in one request, each answered."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from sitemaps_app.models import Site
from sitemaps_app.pipeline.asking import asked_at
from sitemaps_app.pipeline.sites import Added, Line, new_site_fields, understood, wake_tick

MAX_LINES = 5_000
LINES_AT_ONCE = 500


def add_sites(lines: Sequence[Line], *, now: datetime, user: AbstractBaseUser | None = None) -> tuple[Added, ...]:
    """Add one site a line, as a script does; at most 5,000 lines are taken, the answers are as many.

    Other writers wait for no more than some hundred lines. What is cut off in between may be sent again.
    """
    taken, asked, added = lines[:MAX_LINES], asked_at(len(lines), now=now, by_hand=False), []
    for start in range(0, len(taken), LINES_AT_ONCE):
        with transaction.atomic():
            added += _add_part(taken[start : start + LINES_AT_ONCE], now=now, user=user, asked=asked)
    if any(one.created for one in added):
        transaction.on_commit(wake_tick)
    return tuple(added)


def _add_part(lines: Sequence[Line], *, now: datetime, user: AbstractBaseUser | None, asked: datetime | None) -> list[Added]:
    read = [(line, *understood(line.text)) for line in lines]
    wanted = dict.fromkeys(target.origin for _line, target, _problem in read if target)
    there = _present(wanted)
    fresh = [origin for origin in wanted if origin not in there]
    new = [Site(origin=origin, **new_site_fields(origin, now=now, user=user, asked=asked)) for origin in fresh]
    Site.objects.bulk_create(new, ignore_conflicts=True)
    there |= _present(fresh)
    unnamed, changed, added = set(fresh), {}, []
    for line, target, problem in read:
        if target is None:
            added.append(Added(line.text, None, created=False, problem=problem, number=line.number))
            continue
        site, is_new = there[target.origin], target.origin in unnamed
        unnamed.discard(target.origin)
        is_news = bool(target.sitemap_url) and target.sitemap_url not in site.sitemap_urls
        if is_news:
            site.sitemap_urls = [*site.sitemap_urls, target.sitemap_url]
            changed[site.pk] = site
        given = target.sitemap_url if is_news and not is_new else ""
        added.append(Added(line.text, site, is_new, "", sitemap_url=given, number=line.number))
    Site.objects.bulk_update(changed.values(), ["sitemap_urls"], batch_size=200)
    return added


def _present(origins: Collection[str]) -> dict[str, Site]:
    return {site.origin: site for site in Site.objects.filter(origin__in=origins)} if origins else {}
