"""Sites as people handle them: add one or many, check now, pause, resume, delete."""

from __future__ import annotations

import ipaddress
import logging
import re
import shutil
import unicodedata
import zlib
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from celery import current_app
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from kombu.exceptions import OperationalError

from sitemaps_app.formats import urls
from sitemaps_app.models import Site
from sitemaps_app.models.addition import LineKind
from sitemaps_app.pipeline.asking import ask, asked_at
from sitemaps_app.pipeline.storage import snapshot_folder

logger = logging.getLogger(__name__)
MAX_ORIGIN = 280
SITEMAP_ENDINGS = (".xml", ".xml.gz", ".txt", ".txt.gz", ".rss", ".atom", ".gz")
MAX_HOST, MAX_LABEL = 253, 63  # RFC 1035 section 2.3.4
_NO_TEXT = frozenset({"Cc", "Cs"})  # control characters, and halves of characters, which JSON can carry and no database can hold
# What stands before an @ ahead of the path: a user name, with or without a password (RFC 3986 section 3.2.1), in any spelling that is read.
_NO_WEB = re.compile(r"(?:mailto|tel|javascript|data|xmpp|sip):", re.IGNORECASE)
_USERINFO = re.compile(r"[^\w/?#@]*(?:[a-z][a-z0-9+.\-]*:)?[/\\]*[^/\\?#]*@", re.IGNORECASE)
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Target:
    """What a person named: an origin, the sitemap address where one was given, and as what the text was understood."""

    origin: str
    sitemap_url: str = ""
    kind: LineKind = field(default=LineKind.DOMAIN, compare=False)


@dataclass(frozen=True, slots=True)
class Added:
    """The result of one line of the add form. `problem` is a code, "" when `site` is there.

    `sitemap_url` is the address that was added to a site that was there already, "" where nothing changed. `number` is that of the line
    as it was pasted, from 1; 0 where there was no list.
    """

    line: str
    site: Site | None
    created: bool
    problem: str
    sitemap_url: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a pasted list that is not blank, with its number there, from 1."""

    number: int
    text: str


def read_target(text: str) -> Target | None:
    """A domain, a page, a robots.txt or a sitemap address as a target; None when it names no http(s) host.

    A bare domain means https. An address whose path looks like a sitemap file is taken as the sitemap of its origin. One with a user name
    is refused: addresses are stored, logged and shown, and a password must not be.
    """
    text = text.strip(" \t\r\n")
    if names_user(text) or any(unicodedata.category(c) in _NO_TEXT for c in text):
        return None
    text = text.strip()
    if not text or any(c.isspace() for c in text):
        return None
    url = urls.resolve(text if "://" in text else f"https://{text}", "")
    origin = urls.origin_of(url) if url else None
    if not url or not origin or not _can_be_reached(urls.host_of(url)):
        return None
    try:
        parts = urlsplit(url)
        has_port = parts.port != 0
    except ValueError:  # a host in full-width signs, which the library guards against
        return None
    if not has_port:
        return None
    kind = _kind_of(parts.path.lower())
    return Target(origin, url if kind is LineKind.SITEMAP else "", kind)


def _kind_of(path: str) -> LineKind:
    """As what an address with this path, in lower case, is understood."""
    if path.endswith("/robots.txt"):
        return LineKind.ROBOTS
    if path.endswith(SITEMAP_ENDINGS) or "sitemap" in path:
        return LineKind.SITEMAP
    return LineKind.PAGE if path.strip("/") else LineKind.DOMAIN


def names_user(text: str) -> bool:
    """Does an address, as a person types it, hold a user name or password before its host ("http://user:word@host/")?"""
    return _USERINFO.match(text) is not None


def refusal_of(text: str) -> str:
    """The code of why `read_target` refuses a text."""
    return "url_with_password" if names_user(text) and not _NO_WEB.match(text) else "url_invalid"


def _can_be_reached(host: str) -> bool:
    """Can a host, in normal form, exist: an address, "localhost", or a name of at least two labels that the name system can hold?

    What ends in a number is an address or nothing (WHATWG URL, "ends in a number checker").
    """
    if host.startswith("["):
        return _is_address(host.strip("[]"))
    labels = host.split(".")
    if labels[-1].isdigit():
        return _is_address(host)
    return len(host) <= MAX_HOST and (len(labels) > 1 or host == "localhost") and all(_is_label(label) for label in labels)


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def _is_label(label: str) -> bool:
    """One label of a name: its length and hyphens by RFC 1123 section 2.1, its Punycode by RFC 3492 where it says that it is some."""
    if not 0 < len(label) <= MAX_LABEL or label.startswith("-") or label.endswith("-"):
        return False
    if not label.startswith("xn--"):
        return True
    coded = label.removeprefix("xn--")
    try:
        plain = coded.encode("ascii").decode("punycode")
        return not plain.isascii() and plain.encode("punycode").decode("ascii") == coded
    except (ValueError, OverflowError):
        return False


def add_site(target: str, *, now: datetime, user: AbstractBaseUser | None = None, due: bool = True, asked: datetime | None = None) -> Added:
    """Monitor a site; adding it again gives the existing row, with the sitemap address added to it.

    `due` makes it due at once and wakes the tick; a command that checks the site itself says no. `asked`: as for `new_site_fields`.
    """
    read, problem = understood(target)
    if read is None:
        return Added(target, None, created=False, problem=problem)
    defaults = new_site_fields(read.origin, now=now, user=user, due=due, asked=asked)
    with transaction.atomic():
        site, created = Site.objects.get_or_create(origin=read.origin, defaults=defaults)
        is_news = bool(read.sitemap_url) and read.sitemap_url not in site.sitemap_urls
        if is_news:
            site.sitemap_urls = [*site.sitemap_urls, read.sitemap_url]
            site.save(update_fields=["sitemap_urls"])
        if created and due:
            transaction.on_commit(wake_tick)
    return Added(target, site, created, "", sitemap_url=read.sitemap_url if is_news and not created else "")


def new_site_fields(
    origin: str, *, now: datetime, user: AbstractBaseUser | None = None, due: bool = True, asked: datetime | None = None
) -> dict[str, Any]:
    """The columns of a new site beside its origin, by the settings of the installation; `due` makes it due at once, `asked` is when a
    person who waits for it asked for that (see `asking`).
    """
    return {
        "created_at": now,
        "added_by": user,
        "next_check_at": now if due else None,
        "asked_at": asked,
        "panel_size": settings.LASTMOD_PANEL_SIZE,
        "pages_per_check": settings.LASTMOD_PAGES_PER_CHECK,
        "politeness_seconds": settings.LASTMOD_POLITENESS_SECONDS,
        "interval_seconds": settings.LASTMOD_CHECK_INTERVAL,
        "seed": zlib.crc32(origin.encode()),
    }


def find_site(name: str) -> Site | None:
    """The monitored site that a person names by domain or address; https before http where only a domain is given."""
    read = read_target(name)
    if read is None:
        return None
    origins = [read.origin] if "://" in name else [read.origin, read.origin.replace("https://", "http://", 1)]
    found = {site.origin: site for site in Site.objects.filter(origin__in=origins)}
    return next((found[origin] for origin in origins if origin in found), None)


def read_lines(text: str) -> tuple[Line, ...]:
    """The lines of a pasted list, without blank ones and without comments, which begin with "#". Only line ends part lines: a control
    character belongs to its line."""
    written = ((number, each.strip(" \t")) for number, each in enumerate(_LINE_END.split(text), start=1) if each.strip())
    return tuple(Line(number, each) for number, each in written if not each.startswith("#"))


def understood(text: str) -> tuple[Target | None, str]:
    """What a text names, or None and the code of why it is refused."""
    read = read_target(text)
    if read is None:
        return None, refusal_of(text)
    return (read, "") if len(read.origin) <= MAX_ORIGIN else (None, "url_too_long")


def request_check(site: Site, *, now: datetime, by_hand: bool = True) -> bool:
    """Make a site due now and wake the tick. False when a check of it is at work already. `by_hand`: as for `asking.asked_at`."""
    changed = ask(Site.objects.filter(pk=site.pk), now=now, asked=asked_at(1, now=now, by_hand=by_hand))
    if changed:
        transaction.on_commit(wake_tick)
    return bool(changed)


def wake_tick() -> None:
    """Ask a worker to look for due sites now. With the broker down nothing is lost: the regular tick finds them later."""
    try:
        current_app.send_task("sitemaps_app.tasks.tick", expires=60, retry=False, ignore_result=True)
    except OperationalError:
        logger.warning("The broker does not answer; due sites wait for the next tick.")


def pause(site: Site) -> None:
    """Stop checking a site; its history stays. A check that runs finds its lease gone and ends."""
    Site.objects.filter(pk=site.pk).update(paused=True, asked_at=None, lease_token="", lease_until=None)


def resume(site: Site, *, now: datetime) -> None:
    """Check a paused site again, from now on."""
    Site.objects.filter(pk=site.pk).update(paused=False, next_check_at=now, asked_at=asked_at(1, now=now))
    transaction.on_commit(wake_tick)


def delete_site(site: Site) -> None:
    """Delete a site with all its rows and snapshot files. A check that runs finds its lease gone and ends."""
    pk = site.pk
    Site.objects.filter(pk=pk).update(lease_token="", paused=True)
    site.delete()
    shutil.rmtree(snapshot_folder(pk), ignore_errors=True)
