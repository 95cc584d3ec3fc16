"""The settings of one site: what of them is a secret, how they are shown, and what a change of them was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from django.db import transaction

from sitemaps_app.models import Site, SitemapFile
from sitemaps_app.network.request_headers import header_fault, is_secret
from sitemaps_app.pipeline.tags import set_tags
from sitemaps_app.snapshots.sections import MAX_SECTIONS, RULES

__all__ = [
    "HIDDEN",
    "MAX_SECTIONS",
    "RULES",
    "Header",
    "SettingChange",
    "changes_between",
    "masked_headers",
    "masked_proxy",
    "read_headers",
    "read_proxy",
    "save_settings",
    "shown_settings",
]

HIDDEN = "••••••••"
MAX_CHANGE = 500
SHOWN = (
    "interval_seconds",
    "pages_per_check",
    "panel_size",
    "politeness_seconds",
    "sitemap_urls",
    "section_rule",
    "section_prefixes",
    "user_agent",
    "headers",
    "proxy",
    "allowed_networks",
    "about",
)
Header = tuple[str, str]


@dataclass(frozen=True, slots=True)
class SettingChange:
    """One setting before and after, as text; a secret is hidden in both."""

    field: str
    old: str
    new: str


def masked_headers(headers: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Headers as lines, with the values hidden that look like a secret by their name."""
    return tuple(f"{name}: {HIDDEN if is_secret(name) else value}" for name, value in headers)


def masked_proxy(proxy: str) -> str:
    """The address of a proxy with its password hidden."""
    parts = urlsplit(proxy)
    if not parts.password:
        return proxy
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=f"{parts.username or ''}:{HIDDEN}@{host}"))


def read_headers(lines: Sequence[str], stored: Sequence[Sequence[str]]) -> tuple[list[Header], str]:
    """Lines as headers, or the line that is none. A hidden value stands for the stored one of the same name."""
    known = {name.lower(): value for name, value in stored}
    headers: list[Header] = []
    for line in lines:
        name, colon, value = (part.strip() for part in line.partition(":"))
        if value == HIDDEN:
            value = known.get(name.lower(), HIDDEN)
        if not colon or not value or header_fault(name, value):
            return [], line
        headers.append((name, value))
    return headers, ""


def read_proxy(proxy: str, stored: str) -> str:
    """A proxy whose hidden password stands for the stored one; only where all the rest is as it was, "" where it is not."""
    if HIDDEN not in proxy:
        return proxy
    return stored if proxy == masked_proxy(stored) else ""


def shown_settings(site: Site) -> dict[str, str]:
    """All settings as text, secrets hidden; the tags among them. One query."""
    shown = {name: _text(getattr(site, name)) for name in SHOWN}
    shown["headers"] = "\n".join(masked_headers(site.headers))
    shown["proxy"] = masked_proxy(site.proxy)
    return shown | {"tags": ", ".join(site.tags.values_list("name", flat=True))}


def _text(value: Any) -> str:
    return "\n".join(map(str, value)) if isinstance(value, list) else str(value)


def changes_between(before: Mapping[str, str], after: Mapping[str, str], touched: Iterable[str] = ()) -> tuple[SettingChange, ...]:
    """What differs; `touched` are the settings that were typed anew, of which a hidden one may look the same."""
    names = [name for name in after if before.get(name) != after[name] or name in set(touched)]
    return tuple(SettingChange(name, before.get(name, "")[:MAX_CHANGE], after[name][:MAX_CHANGE]) for name in names)


def save_settings(site: Site, columns: Sequence[str], *, tags: Sequence[str], sections_changed: bool) -> None:
    """Store these columns of a site and its tags; a check that runs keeps its own.

    Where its sections are others, its files are read whole again, so that all entries get theirs.
    """
    with transaction.atomic():
        site.save(update_fields=columns)
        set_tags(site, tags)
        if sections_changed:
            SitemapFile.objects.filter(site=site).update(etag="", http_last_modified="")
