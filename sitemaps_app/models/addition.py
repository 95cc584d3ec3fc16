"""What people gave to be added: a pasted list or a table, and what became of each of its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.urls import reverse

if TYPE_CHECKING:
    from sitemaps_app.models.site import Site


class AdditionState(models.TextChoices):
    """A table waits as `draft` until its column is chosen, a long list as `waiting` for a worker; `adding` ends as `done`."""

    DRAFT = "draft"
    WAITING = "waiting"
    ADDING = "adding"
    DONE = "done"


class LineOutcome(models.TextChoices):
    """What became of one line, in the order in which people want to see them."""

    REFUSED = "refused"
    ADDED = "added"
    SITEMAP_ADDED = "sitemap_added"
    KNOWN = "known"
    DUPLICATE = "duplicate"


class LineKind(models.TextChoices):
    """As what one line was understood."""

    DOMAIN = "domain"
    PAGE = "page"
    SITEMAP = "sitemap"
    ROBOTS = "robots"


class Addition(models.Model):
    """One list of one person. `ticket` came with the form: the same form sent twice is the same addition.

    `touched_at` tells whether a process still works on it (see `pipeline.adding_run`). `lines_left` counts the lines beyond what is
    taken at once. Of a table, `file_name` is how its owner calls it, and `reading` how it is read: encoding, delimiter, header, and the
    column once it is chosen.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    ticket = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    touched_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=AdditionState.choices, default=AdditionState.ADDING)
    file_name = models.CharField(max_length=200, blank=True)
    reading = models.JSONField(default=dict, blank=True)
    lines_total = models.PositiveIntegerField(default=0)
    lines_left = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.created_at:%Y-%m-%d %H:%M} {self.lines_total}"

    def get_absolute_url(self) -> str:
        """The page with one row a line, or the one that asks for the column."""
        return reverse("choose_column" if self.state == AdditionState.DRAFT else "added_sites", args=[self.pk])


class AddedLine(models.Model):
    """One line: its number in the list from 1, its text as it was given, and what became of it.

    `duplicate_of` is the number of the line that named the site first, 0 where this one did. `sitemap_url` is the sitemap address that it
    names, "" for none.
    """

    addition = models.ForeignKey(Addition, on_delete=models.CASCADE, related_name="lines")
    number = models.PositiveIntegerField()
    text = models.CharField(max_length=500)
    outcome = models.CharField(max_length=16, choices=LineOutcome.choices)
    kind = models.CharField(max_length=10, choices=LineKind.choices, blank=True)
    problem = models.CharField(max_length=40, blank=True)
    duplicate_of = models.PositiveIntegerField(default=0)
    sitemap_url = models.TextField(blank=True)
    site = models.ForeignKey("Site", null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["addition", "number"], name="one_outcome_a_line")]
        indexes = [models.Index(fields=["addition", "outcome", "number"], name="added_by_outcome")]

    def __str__(self) -> str:
        return f"{self.number} {self.outcome}"

    @property
    def present_site(self) -> Site | None:
        """The site of the line where it is still there; a deleted one keeps its row, and so its place here, until it is purged."""
        return self.site if self.site is not None and self.site.deleted_at is None else None

    @property
    def lost_site(self) -> bool:
        """Did the line name a site that has been deleted since?"""
        return self.outcome != LineOutcome.REFUSED and self.present_site is None
