"""One page of the list, found by the site at which it begins and not by counting: a site that comes or goes before it moves nothing."""

from __future__ import annotations

import json
import math
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Q
from django.utils.dateparse import parse_datetime

from sitemaps_app.models import Site
from sitemaps_app.models.site import SiteQuerySet
from sitemaps_app.views.presenters.list_query import NUMBERS, SORTS, TIMES, ListQuery
from sitemaps_app.views.presenters.site_rows import plain_text

ROWS = 50
_LARGEST = 2**63 - 1
Value = float | int | str | datetime | None


@dataclass(frozen=True, slots=True)
class Place:
    """A place in an order: the value that is ordered by, and the origin that parts equal ones."""

    value: Value
    origin: str


@dataclass(frozen=True, slots=True)
class ListPage:
    """The sites of one page; `before` and `after` are what the neighbouring pages are asked for with, "" where there is none."""

    sites: tuple[Site, ...]
    before: str
    after: str


def list_page(sites: SiteQuerySet, query: ListQuery, given: Mapping[str, str], *, rows: int = ROWS) -> ListPage:
    """The page that the address asks for with `after` or `before`; the first one where it asks for none, or for one that is not there."""
    after, before = read_place(query, given.get("after", "")), read_place(query, given.get("before", ""))
    if before is not None:
        found = _first(_ordered(sites.filter(_is_beyond(query, before, back=True)), query, back=True), rows + 1)[::-1]
        if len(found) >= rows:
            return _page(found[-rows:], query, has_before=len(found) > rows, has_after=True)
    elif after is not None:
        found = _first(_ordered(sites.filter(_is_beyond(query, after)), query), rows + 1)
        if found:
            return _page(found[:rows], query, has_before=True, has_after=len(found) > rows)
    found = _first(_ordered(sites, query), rows + 1)
    return _page(found[:rows], query, has_before=False, has_after=len(found) > rows)


def _first(sites: SiteQuerySet, most: int) -> list[Site]:
    """The first sites of an order. They are ordered by their numbers alone, as whole rows are too wide to be carried through a sort."""
    numbers = list(sites.values_list("pk", flat=True)[:most])
    rows = Site.objects.for_rows().in_bulk(numbers)
    return [rows[number] for number in numbers if number in rows]


def ordered(sites: SiteQuerySet, query: ListQuery) -> SiteQuerySet:
    """The sites in the order of the address, those without a value last, equal ones by their origin."""
    return _ordered(sites, query)


def place_of(site: Site, query: ListQuery) -> str:
    """A site's place in the order as a word for the address."""
    value = _value(site, query)
    written = value.isoformat() if isinstance(value, datetime) else value
    text = json.dumps([query.sort_text, written, site.origin])
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


def read_place(query: ListQuery, word: str) -> Place | None:
    """The place behind a word of an address; None where it is none, or one of another order."""
    try:
        found = json.loads(urlsafe_b64decode(word.encode() + b"=" * (-len(word) % 4)))
        sort, value, origin = found
    except (ValueError, TypeError, NotBase64, RecursionError):
        return None
    if sort != query.sort_text or not isinstance(origin, str):
        return None
    return _place(query, value, plain_text(origin))


def _place(query: ListQuery, value: object, origin: str) -> Place | None:
    if value is None:
        return Place(None, origin) if query.sort != "site" else None
    if query.sort in NUMBERS:
        is_number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and abs(value) <= _LARGEST
        return Place(value, origin) if is_number and isinstance(value, int | float) else None
    if not isinstance(value, str):
        return None
    if query.sort in TIMES:
        try:
            at = parse_datetime(value)
        except ValueError:
            return None
        return Place(at, origin) if at and at.tzinfo else None
    return Place(plain_text(value), origin)


def _value(site: Site, query: ListQuery) -> Value:
    path = SORTS[query.sort].split("__")
    holder = getattr(site, "standing", None) if path[0] == "standing" else site
    value: Value = getattr(holder, path[-1], None)
    return value


def _ordered(sites: SiteQuerySet, query: ListQuery, *, back: bool = False) -> SiteQuerySet:
    key = F(SORTS[query.sort])
    falls = query.descending is not back
    order = key.desc(**_nulls(back)) if falls else key.asc(**_nulls(back))
    return sites.order_by(order, F("origin").desc() if back else F("origin").asc())


def _nulls(back: bool) -> dict[str, bool]:  # noqa: FBT001 - one word, one meaning
    return {"nulls_first": True} if back else {"nulls_last": True}


def _is_beyond(query: ListQuery, place: Place, *, back: bool = False) -> Q:
    """Behind a place in the order, or with `back` before it."""
    name, side = SORTS[query.sort], "lt" if back else "gt"
    tie = Q(**{f"origin__{side}": place.origin})
    nothing = Q(**{f"{name}__isnull": True})
    if place.value is None:
        return (nothing & tie) | ~nothing if back else nothing & tie
    farther = Q(**{f"{name}__{'lt' if query.descending is not back else 'gt'}": place.value})
    beyond = farther | (Q(**{name: place.value}) & tie)
    return beyond if back else beyond | nothing


def _page(found: list[Site], query: ListQuery, *, has_before: bool, has_after: bool) -> ListPage:
    return ListPage(
        tuple(found),
        before=place_of(found[0], query) if has_before and found else "",
        after=place_of(found[-1], query) if has_after and found else "",
    )
