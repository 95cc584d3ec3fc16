"""Words that people put on sites, to find and handle them together."""

from __future__ import annotations

from django.db import models


class Tag(models.Model):
    """A word on sites. `key` is the name in lower case: one tag for "News" and "news", shown as it was first written."""

    name = models.CharField(max_length=50)
    key = models.CharField(max_length=60, unique=True)

    class Meta:
        ordering = ["key"]

    def __str__(self) -> str:
        return self.name


class SiteTag(models.Model):
    """That one site has one tag."""

    site = models.ForeignKey("Site", on_delete=models.CASCADE, related_name="+")
    tag = models.ForeignKey(Tag, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["site", "tag"], name="one_tag_once_a_site")]

    def __str__(self) -> str:
        return f"{self.site_id} {self.tag_id}"
