"""Views of the list that people keep under a name."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse


class SavedView(models.Model):
    """A filter and an order of the list. `query` is the part of the address behind the question mark.

    `slug` is the name as part of an address that everybody who may see the list can open; `shared` puts it into everybody's menu.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="saved_views")
    name = models.CharField(max_length=60)
    slug = models.CharField(max_length=80, unique=True)
    query = models.CharField(max_length=1_000, blank=True)
    shared = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["name", "pk"]
        constraints = [models.UniqueConstraint(fields=["owner", "name"], name="one_view_of_a_name")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The address to hand on."""
        return reverse("saved_view", args=[self.slug])
