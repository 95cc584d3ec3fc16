"""Sites as people handle them: add one or many, check now, pause, resume, delete."""

from __future__ import annotations

import logging
import shutil
import zlib
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from celery import current_app
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from kombu.exceptions import OperationalError

from sitemaps_app.formats import urls
from sitemaps_app.models import Site
from sitemaps_app.pipeline.storage import snapshot_folder

logger = logging.getLogger(__name__)
MAX_LINES = 5_000
SITEMAP_ENDINGS = (".xml", ".xml.gz", ".txt", ".txt.gz", ".rss", ".atom", ".gz")


@dataclass(frozen=True, slots=True)
class Target:
    """What a person named: an origin, and the sitemap address where one was given."""

    origin: str
    sitemap_url: str = ""


@dataclass(frozen=True, slots=True)
class Added:
    """The result of one line of the add form. `problem` is a code, "" when `site` is there."""

    line: str
    site: Site | None
    created: bool
    problem: str


def read_target(text: str) -> Target | None:
    """A domain, a page, a robots.txt or a sitemap address as a target; None when it names no http(s) host.

    A bare domain means https. An address whose path looks like a sitemap file is taken as the sitemap of its origin.
    """
    text = text.strip()
    if not text or any(c.isspace() for c in text):
        return None
    url = urls.resolve(text if "://" in text else f"https://{text}", "")
    origin = urls.origin_of(url) if url else None
    if not url or not origin or ("." not in origin.split("://", 1)[1] and "localhost" not in origin and "[" not in origin):
        return None
    path = urlsplit(url).path.lower()
    is_sitemap = not path.endswith("/robots.txt") and (path.endswith(SITEMAP_ENDINGS) or "sitemap" in path)
    return Target(origin, url if is_sitemap else "")


def add_site(target: str, *, now: datetime, user: AbstractBaseUser | None = None, due: bool = True) -> Added:
    """Monitor a site; adding it again gives the existing row, with the sitemap address added to it.

    `due` makes it due at once and wakes the tick; a command that checks the site itself says no.
    """
    read = read_target(target)
    if read is None:
        return Added(target, None, created=False, problem="url_invalid")
    if len(read.origin) > 280:
        return Added(target, None, created=False, problem="url_too_long")
    defaults = {
        "created_at": now,
        "added_by": user,
        "next_check_at": now if due else None,
        "panel_size": settings.LASTMOD_PANEL_SIZE,
        "pages_per_check": settings.LASTMOD_PAGES_PER_CHECK,
        "politeness_seconds": settings.LASTMOD_POLITENESS_SECONDS,
        "interval_seconds": settings.LASTMOD_CHECK_INTERVAL,
        "seed": zlib.crc32(read.origin.encode()),
    }
    with transaction.atomic():
        site, created = Site.objects.get_or_create(origin=read.origin, defaults=defaults)
        if read.sitemap_url and read.sitemap_url not in site.sitemap_urls:
            site.sitemap_urls = [*site.sitemap_urls, read.sitemap_url]
            site.save(update_fields=["sitemap_urls"])
        if created and due:
            transaction.on_commit(wake_tick)
    return Added(target, site, created, "")


def find_site(name: str) -> Site | None:
    """The monitored site that a person names by domain or address; https before http where only a domain is given."""
    read = read_target(name)
    if read is None:
        return None
    origins = [read.origin] if "://" in name else [read.origin, read.origin.replace("https://", "http://", 1)]
    found = {site.origin: site for site in Site.objects.filter(origin__in=origins)}
    return next((found[origin] for origin in origins if origin in found), None)


def add_sites(text: str, *, now: datetime, user: AbstractBaseUser | None = None) -> tuple[Added, ...]:
    """Add one site a line; blank lines and repeats are skipped, at most 5,000 lines are taken."""
    lines = list(dict.fromkeys(line.strip() for line in text.splitlines() if line.strip()))[:MAX_LINES]
    with transaction.atomic():
        return tuple(add_site(line, now=now, user=user) for line in lines)


def request_check(site: Site, *, now: datetime) -> bool:
    """Make a site due now and wake the tick. False when a check of it is queued or running already."""
    changed = Site.objects.filter(pk=site.pk).exclude(lease_until__gte=now).update(next_check_at=now)
    if changed:
        transaction.on_commit(wake_tick)
    return bool(changed)


def wake_tick() -> None:
    """Ask a worker to look for due sites now. With the broker down nothing is lost: the regular tick finds them later."""
    try:
        current_app.send_task("sitemaps_app.tasks.tick", expires=60, retry=False, ignore_result=True)
    except OperationalError:
        logger.warning("The broker does not answer; due sites wait for the next tick.")


def request_demo(*, now: datetime) -> bool:
    """Ask a worker to load the demo; its sites are there at once, their history follows. False when no worker can be asked."""
    try:
        current_app.send_task(
            "sitemaps_app.tasks.load_demo", kwargs={"now": now.isoformat()}, expires=3_600, retry=False, ignore_result=True
        )
    except OperationalError:
        logger.warning("The broker does not answer; the demo was not asked for.")
        return False
    return True


def pause(site: Site) -> None:
    """Stop checking a site; its history stays."""
    Site.objects.filter(pk=site.pk).update(paused=True)


def resume(site: Site, *, now: datetime) -> None:
    """Check a paused site again, from now on."""
    Site.objects.filter(pk=site.pk).update(paused=False, next_check_at=now)
    transaction.on_commit(wake_tick)


def delete_site(site: Site) -> None:
    """Delete a site with all its rows and snapshot files. A check that runs finds its lease gone and ends."""
    pk = site.pk
    Site.objects.filter(pk=pk).update(lease_token="", paused=True)
    site.delete()
    shutil.rmtree(snapshot_folder(pk), ignore_errors=True)
