"""All entries of one read of a site: counts here, the entries themselves in the columnar store."""

from __future__ import annotations

from django.db import models


class Snapshot(models.Model):
    """One complete or partial read of a site's sitemaps.

    `path` is relative to the snapshot folder, `byte_count` the size of the file there: 0 once it was pruned, while the numbers stay.
    `stats` is a `scoring.evidence.Evidence` as JSON that holds the counts of this snapshot, `ages` the lastmod distribution: a list of
    `[bin code, entries]`. The counts of moves are None where there was nothing to compare with.
    """

    site = models.ForeignKey("Site", on_delete=models.CASCADE, related_name="snapshots")
    taken_at = models.DateTimeField()
    complete = models.BooleanField()
    path = models.CharField(max_length=200)
    byte_count = models.PositiveBigIntegerField(default=0)
    entries = models.PositiveIntegerField()
    out_of_scope = models.PositiveIntegerField(default=0)
    with_lastmod = models.PositiveIntegerField()
    moved = models.PositiveIntegerField(null=True, blank=True)
    backwards = models.PositiveIntegerField(null=True, blank=True)
    format_only = models.PositiveIntegerField(null=True, blank=True)
    appeared = models.PositiveIntegerField(null=True, blank=True)
    vanished = models.PositiveIntegerField(null=True, blank=True)
    files_read = models.PositiveIntegerField(default=0)
    files_failed = models.PositiveIntegerField(default=0)
    files_left = models.PositiveIntegerField(default=0)
    stats = models.JSONField(default=dict)
    ages = models.JSONField(default=list)

    class Meta:
        ordering = ["-taken_at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["site", "taken_at"], name="one_snapshot_a_moment")]

    def __str__(self) -> str:
        return f"{self.site_id} {self.taken_at:%Y-%m-%d %H:%M}"

    @property
    def lastmod_share(self) -> float | None:
        """Share of entries that carry a readable lastmod, None for an empty snapshot."""
        return self.with_lastmod / self.entries if self.entries else None
