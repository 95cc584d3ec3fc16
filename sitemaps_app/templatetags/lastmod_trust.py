"""What every page needs to draw a verdict, a time, an address, an icon. Untrusted text is never marked safe: it passes `format_html`."""

from __future__ import annotations

from datetime import UTC, datetime
from urllib.parse import urlsplit

from django import template
from django.template.context import Context
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from sitemaps_app.access import Role, has_role, role_of
from sitemaps_app.models.site import UNREADABLE
from sitemaps_app.templatetags.icons import ICONS
from sitemaps_app.viewer_zone import ViewerZone, shown_zone
from sitemaps_app.wording import Words, words
from sitemaps_app.wording.moments import moment
from sitemaps_app.wording.words import grouped
from sitemaps_app.wording.words import percent as percent_text

register = template.Library()
THEMES = ("light", "dark")


@register.simple_tag
def icon(name: str) -> SafeString:
    """One icon by name; an unknown name draws the icon of a notice."""
    path = ICONS.get(name, ICONS["notice"])
    return format_html('<svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false"><path d="{}"/></svg>', path)


@register.simple_tag
def pill(verdict: str, *, preliminary: bool = False) -> SafeString:
    """A verdict as icon, word and colour; `unreadable` for a site without one that no check could read."""
    known = "warning" if verdict == UNREADABLE else verdict or "pending"
    unreadable = Words(_("Not readable"), _("No check could read a sitemap of this site yet."))
    said = unreadable if verdict == UNREADABLE else words("verdicts", verdict)
    note = _("preliminary") if preliminary else ""
    return format_html(
        '<span class="pill pill-{}" title="{}">{}<span class="pill-word">{}</span>{}</span>',
        known if known in ICONS and verdict != UNREADABLE else "pending",
        str(said.explanation),
        icon(known),
        said.title,
        format_html(' <span class="pill-note">{}</span>', note) if note else "",
    )


@register.simple_tag
def standing(state: str) -> SafeString:
    """How a verdict stands, as icon and word; nothing of a settled one."""
    if state in ("", "settled"):
        return SafeString()
    return format_html('<span class="state">{}{}</span>', icon(state), words("verdict_states", state).title)


@register.simple_tag
def badge(kind: str, code: str, tone: str = "") -> SafeString:
    """A code of any kind as a small label, its explanation as a tooltip."""
    said: Words = words(kind, code)
    return format_html('<span class="badge badge-{}" title="{}">{}</span>', tone or code or "none", str(said.explanation), said.title)


@register.simple_tag
def words_of(kind: str, code: str) -> str:
    """The short name of a code of one kind."""
    return str(words(kind, code).title)


@register.simple_tag
def severity(code: str) -> SafeString:
    """The severity of a problem as icon, word and colour."""
    said = words("severities", code)
    return format_html(
        '<span class="badge severity badge-{}" title="{}">{}{}</span>', code or "none", str(said.explanation), icon(code), said.title
    )


@register.simple_tag
def when(at: datetime | None, *, short: bool = False) -> SafeString:
    """A moment in the viewer's zone, the tooltip keeps UTC. `short` drops the year where it is this one."""
    if at is None:
        return format_html('<span class="muted">{}</span>', "–")
    shown = shown_zone()
    zone = shown.zone if shown.source else None  # else UTC, and said so
    iso = at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    of_this_year = short and at.astimezone(zone).year == timezone.now().astimezone(zone).year
    kind = "short" if short else "long"
    return format_html('<time class="{}" datetime="{}" title="{}">{}</time>', kind, iso, iso, moment(at, zone, short=of_this_year))


@register.simple_tag
def viewer_zone() -> ViewerZone:
    """The zone in which times are shown, and who chose it."""
    return shown_zone()


@register.simple_tag
def web_link(url: str, text: str = "") -> SafeString:
    """An address of the outside: a link only where it is http(s), else plain text."""
    shown = text or url
    try:
        scheme = urlsplit(url).scheme.lower()
    except ValueError:
        scheme = ""
    if scheme not in {"http", "https"}:
        return format_html('<span class="url">{}</span>', shown)
    return format_html('<a class="url" href="{}" rel="noopener nofollow noreferrer">{}</a>', url, shown)


@register.filter
def middle(text: str, longest: int) -> str:
    """A text of at most so many characters, its beginning and its end; what is left out in the middle is told by "…"."""
    return text if len(text) <= longest else f"{text[: longest // 2]}…{text[len(text) - (longest - 1) // 2 :]}"


@register.filter
def percent(share: float | None) -> str:
    """A share (0..1) in per cent, a dash for none."""
    return "–" if share is None else percent_text(share)


@register.filter
def count(number: int | None) -> str:
    """A number in the language's format, a dash for none."""
    return "–" if number is None else grouped(number)


@register.simple_tag(takes_context=True)
def theme(context: Context) -> str:
    """The stored theme of this browser: light, dark, or empty for that of the system."""
    request = context.get("request")
    stored = request.COOKIES.get("theme", "") if request else ""
    return stored if stored in THEMES else ""


@register.simple_tag(takes_context=True)
def may(context: Context, role: str) -> bool:
    """Whether the signed-in person has at least this role."""
    request = context.get("request")
    return request is not None and has_role(request.user, Role[role.upper()])


@register.simple_tag(takes_context=True)
def my_role(context: Context) -> str:
    """The name of the reader's role, "" for none."""
    request = context.get("request")
    role = role_of(request.user) if request is not None else Role.NONE
    return "" if role is Role.NONE else role.name.lower()
