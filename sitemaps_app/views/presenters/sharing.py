"""Public addresses as people copy them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import escape

from sitemaps_app.models import PublicLink
from sitemaps_app.public_links import token_of


@dataclass(frozen=True, slots=True)
class ShareRow:
    """An address of the shared report."""

    link: PublicLink
    url: str


@dataclass(frozen=True, slots=True)
class BadgeSnippet:
    """A text to copy: what it is for, and under which name a button finds it."""

    title: str
    text: str
    place: str


@dataclass(frozen=True, slots=True)
class BadgeRow:
    """The addresses of a badge, and the texts that put it into a page."""

    link: PublicLink
    image: str
    snippets: tuple[BadgeSnippet, ...]


def share_rows(request: HttpRequest, links: Iterable[PublicLink]) -> list[ShareRow]:
    """The shared reports of a site, with whole addresses."""
    return [ShareRow(link, request.build_absolute_uri(reverse("shared_site", args=[token_of(link)]))) for link in links]


def badge_rows(request: HttpRequest, links: Iterable[PublicLink]) -> list[BadgeRow]:
    """The badges of a site, with their texts."""
    return [_badge_row(request, link) for link in links]


def _badge_row(request: HttpRequest, link: PublicLink) -> BadgeRow:
    token = token_of(link)
    svg, json = (request.build_absolute_uri(reverse(name, args=[token])) for name in ("badge_svg", "badge_json"))
    name = f"lastmod: {link.site.name}"
    texts = (
        ("Markdown", f"![{name.replace('[', '').replace(']', '')}]({svg})"),
        ("HTML", f'<img src="{escape(svg)}" alt="{escape(name)}" height="20">'),
        ("SVG", svg),
        ("JSON (shields.io endpoint)", json),
    )
    return BadgeRow(
        link,
        reverse("badge_svg", args=[token]),
        tuple(BadgeSnippet(title, text, f"copy-{link.pk}-{place}") for place, (title, text) in enumerate(texts)),
    )
