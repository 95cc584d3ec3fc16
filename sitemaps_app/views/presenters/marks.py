"""What happened on a site, of three kinds: events that checks noticed, notes that people wrote, acts that changed its settings."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain

from django.db.models import Q
from django.utils.translation import gettext as _

from sitemaps_app.charts import Mark
from sitemaps_app.models import AuditLine, Note, Site
from sitemaps_app.views.presenters.accounts import change_words
from sitemaps_app.views.presenters.events import EventLine, event_line
from sitemaps_app.views.presenters.spans import Span
from sitemaps_app.wording import details, words

SETTING_ACTS = ("site_settings_changed", "site_paused", "site_resumed", "sitemap_addresses_added")
KINDS = ("event", "note", "setting")
# More lines than this on one chart hide it.
ON_CHARTS = 40


@dataclass(frozen=True, slots=True)
class Happening:
    """One line of what happened. `number` is the one on the charts, "" where it is not on them; `note_pk` leads to a note's form."""

    at: datetime
    kind: str
    kind_title: str
    title: str
    text: str
    who: str = ""
    number: str = ""
    note_pk: int | None = None

    @property
    def mark(self) -> Mark:
        """The same on a chart."""
        return Mark(self.at, ": ".join(filter(None, (self.title, self.text))), self.number, self.kind)


def happenings(
    site: Site, *, begin: datetime | None = None, end: datetime | None = None, limit: int, kinds: Collection[str] = KINDS
) -> list[Happening]:
    """The newest of some kinds, newest first. A query for each kind."""
    within = Q()
    if begin is not None:
        within &= Q(at__gte=begin)
    if end is not None:
        within &= Q(at__lte=end)
    events = (_of_event(event_line(row)) for row in site.events.shown().filter(within)[:limit]) if "event" in kinds else ()
    notes = (_of_note(row) for row in site.notes.filter(within).select_related("author")[:limit]) if "note" in kinds else ()
    # The act belongs to the address, not to the row: of a site that was deleted and added again, only what came after counts.
    acts = AuditLine.objects.filter(within, site_origin=site.origin, act__in=SETTING_ACTS, at__gte=site.created_at)
    settings = (_of_act(row) for row in acts.select_related("who").order_by("-at", "-pk")[:limit]) if "setting" in kinds else ()
    return sorted(chain(events, notes, settings), key=lambda one: one.at, reverse=True)[:limit]


def numbered(found: Iterable[Happening]) -> list[Happening]:
    """The same with numbers for the charts, 1 for the oldest."""
    listed = list(found)
    return [replace(one, number=str(len(listed) - place)) for place, one in enumerate(listed)]


def marks_of(site: Site, span: Span, kinds: Collection[str] = KINDS, *, most: int = ON_CHARTS) -> list[Happening]:
    """What the charts of a span mark, newest first and numbered."""
    return numbered(happenings(site, begin=span.begin, end=span.end, limit=most, kinds=kinds))


def kind_titles() -> dict[str, str]:
    """The names of the kinds."""
    return {"event": _("Event"), "note": _("Note"), "setting": _("Setting")}


def _of_event(line: EventLine) -> Happening:
    return Happening(line.at, "event", kind_titles()["event"], line.title, line.text)


def _of_note(row: Note) -> Happening:
    who = row.author.get_username() if row.author else ""
    return Happening(row.at, "note", kind_titles()["note"], _("Note"), row.text, who, note_pk=row.pk)


def _of_act(row: AuditLine) -> Happening:
    who = row.who.get_username() if row.who else ""
    title = str(words("acts", row.act).title)
    return Happening(row.at, "setting", kind_titles()["setting"], title, _told(row), who)


def _told(row: AuditLine) -> str:
    """What changed, from what to what; of acts that change no setting, their detail."""
    changes = [f"{one.name}: {one.old} → {one.new}" for one in change_words(row.changes)]
    return "; ".join(changes) or details.audit_in_words(row.detail)
