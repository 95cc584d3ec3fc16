"""What people write beside the charts of a site."""

from __future__ import annotations

from django.conf import settings
from django.db import models

LONGEST = 500


class Note(models.Model):
    """A text at a moment of a site's history: a release, a repair, a remark. `edited_at` is None until somebody changes it."""

    site = models.ForeignKey("Site", on_delete=models.CASCADE, related_name="notes")
    at = models.DateTimeField()
    text = models.CharField(max_length=LONGEST)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField()
    edited_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["site", "-at"], name="note_by_site")]

    def __str__(self) -> str:
        return f"{self.site_id} {self.text[:60]}"
