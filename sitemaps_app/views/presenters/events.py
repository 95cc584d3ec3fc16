"""Events in words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sitemaps_app.models import Event, Site
from sitemaps_app.wording import is_known, sentence, words

# Where the words for the kinds of an event are.
KINDS = {"generator_changed": "generator_changes", "site_changed": "generator_changes", "alarm": "alarms"}


@dataclass(frozen=True, slots=True)
class EventLine:
    """One event: when, what, and its sentence."""

    at: datetime
    title: str
    text: str


def event_lines(site: Site, *, limit: int) -> tuple[EventLine, ...]:
    """The newest events of a site."""
    return tuple(event_line(event) for event in site.events.shown()[:limit])


def event_line(event: Event) -> EventLine:
    """One event in words; a change and an alarm are told by their kind."""
    table = KINDS.get(event.code)
    if table is not None and is_known(table, event.kind):
        return EventLine(event.at, str(words(table, event.kind).title), sentence(table, event.kind, event.params))
    return EventLine(event.at, str(words("events", event.code).title), sentence("events", event.code, event.params))
