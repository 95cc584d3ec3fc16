"""The form that keeps a view of the list."""

from __future__ import annotations

from datetime import datetime

from django import forms
from django.contrib.auth.models import User
from django.http import QueryDict
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from sitemaps_app.models import SavedView

LONGEST_QUERY = 1_000


class SavedViewForm(forms.Form):
    """A name for the filter and order of the list."""

    name = forms.CharField(label=_("Name of the view"), max_length=60)
    shared = forms.BooleanField(label=_("Show it to everybody"), required=False)
    query = forms.CharField(required=False, max_length=LONGEST_QUERY, widget=forms.HiddenInput)

    def clean_query(self) -> str:
        """Only what an address can say, so that a link to it leads nowhere else."""
        return QueryDict(self.cleaned_data["query"]).urlencode()[:LONGEST_QUERY]

    def save_for(self, owner: User, *, now: datetime) -> SavedView:
        """The view of this person under this name, made or replaced."""
        name, given = self.cleaned_data["name"], {name: self.cleaned_data[name] for name in ("query", "shared")}
        known = SavedView.objects.filter(owner=owner, name=name).first()
        if known is None:
            return SavedView.objects.create(owner=owner, name=name, slug=_free_slug(name), created_at=now, **given)
        known.query, known.shared = given["query"], given["shared"]
        known.save(update_fields=["query", "shared"])
        return known


def _free_slug(name: str) -> str:
    """The name as a part of an address, in its own script; with a number where another view has it."""
    stem = slugify(name, allow_unicode=True)[:60] or "view"
    taken = set(SavedView.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    numbered = (f"{stem}-{number}" for number in range(2, len(taken) + 3))
    return stem if stem not in taken else next(slug for slug in numbered if slug not in taken)
