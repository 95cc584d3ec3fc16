"""Where a consumer of due lists stands."""

from __future__ import annotations

from django.db import models


class ExportCursor(models.Model):
    """A point in a site's history that a due list was made up to. `token` is what the consumer sends back to get what came after."""

    site = models.ForeignKey("Site", on_delete=models.CASCADE, related_name="export_cursors")
    token = models.CharField(max_length=40, unique=True)
    snapshot = models.ForeignKey("Snapshot", on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.token
