"""Tags of sites: read what a person typed, put tags on sites and take them off."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from django.db import transaction

from sitemaps_app.models import Site, SiteTag, Tag
from sitemaps_app.models.site import SiteQuerySet

MAX_NAME = 50
MAX_TAGS = 20
_BETWEEN = re.compile(r"[,;\n\r，、；]+")
_UNSEEN = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]+")


def tag_key(name: str) -> str:
    """What makes two spellings one tag: lower case, by the rules of Unicode, cut to what the column holds."""
    return name.casefold()[: MAX_NAME + 10]


def read_tags(text: str) -> tuple[str, ...]:
    """The tags in a text, each once, in its order: parted by commas (Western or Chinese), semicolons or line ends.

    Blanks around and repeated blanks inside do not count, control characters are dropped, and a name is cut at 50 characters. At most 20
    tags are read; which are too many is for the form to say (`len(read_tags(...)) == MAX_TAGS`).
    """
    names: dict[str, str] = {}
    for part in _BETWEEN.split(text):
        name = " ".join(_UNSEEN.sub(" ", part).split())[:MAX_NAME].strip()
        if name:
            names.setdefault(tag_key(name), name)
    return tuple(names.values())[:MAX_TAGS]


def tags_for(names: Iterable[str]) -> list[Tag]:
    """The tags of these names, made where they are missing."""
    wanted = {tag_key(name): name for name in names}
    Tag.objects.bulk_create([Tag(name=name, key=key) for key, name in wanted.items()], ignore_conflicts=True)
    return list(Tag.objects.filter(key__in=wanted))


def set_tags(site: Site, names: Sequence[str]) -> bool:
    """Give one site exactly these tags; False where it had them already. A tag that no site has any more is forgotten."""
    with transaction.atomic():
        tags = tags_for(names)
        before = set(SiteTag.objects.filter(site=site).values_list("tag", flat=True))
        wanted = {tag.pk for tag in tags}
        SiteTag.objects.filter(site=site, tag__in=before - wanted).delete()
        SiteTag.objects.bulk_create([SiteTag(site=site, tag_id=pk) for pk in wanted - before], ignore_conflicts=True)
        forget_unused_tags()
    return before != wanted


def tag_sites(sites: SiteQuerySet, names: Sequence[str]) -> int:
    """Put tags on all these sites; the number of sites that did not have all of them."""
    with transaction.atomic():
        tags = tags_for(names)
        changed: set[int] = set()
        for tag in tags:
            without = list(sites.exclude(tags=tag).order_by().values_list("pk", flat=True))
            rows = [SiteTag(site_id=pk, tag=tag) for pk in without]
            SiteTag.objects.bulk_create(rows, ignore_conflicts=True, batch_size=1_000)
            changed.update(without)
    return len(changed)


def untag_sites(sites: SiteQuerySet, names: Sequence[str]) -> int:
    """Take tags off all these sites; the number of sites that had one of them. A tag that no site has any more is forgotten."""
    with transaction.atomic():
        had = SiteTag.objects.filter(tag__key__in=[tag_key(name) for name in names], site__in=sites.order_by().values("pk"))
        changed = had.values("site").distinct().count()
        had.delete()
        forget_unused_tags()
    return changed


def forget_unused_tags() -> None:
    """Delete the tags that no site has."""
    Tag.objects.exclude(pk__in=SiteTag.objects.values("tag")).delete()
