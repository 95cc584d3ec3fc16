"""Acts on many sites: which there are, and which sites a person has chosen for one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from sitemaps_app.models import Site
from sitemaps_app.models.site import SiteQuerySet
from sitemaps_app.pipeline.bulk import digest_of
from sitemaps_app.views.presenters.list_query import ListQuery
from sitemaps_app.wording import Words, numbers
from sitemaps_app.wording.code_words import Text

NAMED_SITES = 12
EXPORTS = frozenset({"list_csv", "due_jsonl", "due_csv"})


@dataclass(frozen=True, slots=True)
class BulkAct:
    """One act: its name in the drop-down list, the question that is asked before, and the words of the button."""

    code: str
    words: Words
    question: Text = ""
    button: Text = ""

    @property
    def is_export(self) -> bool:
        """Does it only read?"""
        return self.code in EXPORTS


ACTS = (
    BulkAct("check", Words(_("Check now")), _("They are checked as soon as workers are free."), _("Check them now")),
    BulkAct("pause", Words(_("Pause")), _("Nothing new is fetched from them; their history stays."), _("Pause them")),
    BulkAct("resume", Words(_("Resume")), _("Those that are paused are checked again from now on."), _("Resume them")),
    BulkAct("tag", Words(_("Add tags")), _("They get these tags beside those that they have."), _("Add the tags")),
    BulkAct("untag", Words(_("Remove tags")), _("These tags are taken off them; other tags stay."), _("Remove the tags")),
    BulkAct("interval", Words(_("Change how often they are checked")), _("It counts from their next check on."), _("Change it")),
    BulkAct(
        "delete",
        Words(_("Delete")),
        _("They disappear at once. They can be brought back on the page “Deleted sites”, which says until when."),
        _("Delete them"),
    ),
    BulkAct("list_csv", Words(_("Download the list (CSV)"))),
    BulkAct("due_jsonl", Words(_("Download what is due (JSONL)"))),
    BulkAct("due_csv", Words(_("Download what is due (CSV)"))),
)
BY_CODE = {act.code: act for act in ACTS}


@dataclass(frozen=True, slots=True)
class ChosenSites:
    """The sites of one act. `encoded` says in the words of the address which they are, `digest` which they were when it was asked."""

    ids: tuple[int, ...]
    named: tuple[str, ...]
    encoded: str
    digest: str

    @property
    def count(self) -> int:
        """How many."""
        return len(self.ids)

    @property
    def shown(self) -> str:
        """How many, as people write it."""
        return numbers.whole(len(self.ids))

    @property
    def unnamed(self) -> int:
        """How many are not among the named ones."""
        return len(self.ids) - len(self.named)


def read_choice(posted: QueryDict) -> ListQuery:
    """Which sites a form means: all that match its filter, or the ticked ones; with none ticked, no site has the id 0."""
    if posted.get("scope") == "all":
        return ListQuery.read(QueryDict(posted.get("chosen", ""))).filters
    return ListQuery(sites=ListQuery.read(posted).sites or (0,))


def chosen_sites(sites: SiteQuerySet, query: ListQuery, *, now: datetime) -> ChosenSites:
    """The sites that match now."""
    in_order = query.narrow(sites, now=now).order_by("host_order", "origin")
    rows: Sequence[tuple[int, str]] = list(in_order.values_list("pk", "origin"))
    ids = tuple(pk for pk, _origin in rows)
    named = tuple(Site(origin=origin).name for _pk, origin in rows[:NAMED_SITES])
    return ChosenSites(ids, named, query.encoded(), digest_of(ids))
