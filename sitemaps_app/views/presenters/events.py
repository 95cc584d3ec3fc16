"""Events in words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sitemaps_app.models import Event, Site
from sitemaps_app.wording import is_known, sentence, words


@dataclass(frozen=True, slots=True)
class EventLine:
    """One event: when, what, and its sentence."""

    at: datetime
    title: str
    text: str


def event_lines(site: Site, *, limit: int) -> tuple[EventLine, ...]:
    """The newest events of a site."""
    return tuple(event_line(event) for event in site.events.all()[:limit])


def event_line(event: Event) -> EventLine:
    """One event in words; a change of the generator is told by its kind."""
    kind = str(event.params.get("kind", ""))
    if event.code == "generator_changed" and is_known("generator_changes", kind):
        said = words("generator_changes", kind)
        return EventLine(event.at, str(said.title), str(said.explanation))
    return EventLine(event.at, str(words("events", event.code).title), sentence("events", event.code, event.params))
