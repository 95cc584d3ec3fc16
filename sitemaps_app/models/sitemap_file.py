"""The state of one sitemap file over all reads."""

from __future__ import annotations

from django.db import models


class SitemapFile(models.Model):
    """One sitemap file of a site: how the last read ended, its validators, its problems.

    `problems` is a list of `{"code", "severity", "line", "detail", "count"}`. `generated_at` is the file's Last-Modified header where it
    is believable, else the time of the read. `last_good_at` is the last read whose entries are in the snapshots. `final_url` is the address
    that the last answer came from where it is another one, "" where it is not.
    """

    site = models.ForeignKey("Site", on_delete=models.CASCADE, related_name="sitemap_files")
    url = models.TextField()
    url_hash = models.CharField(max_length=64)
    final_url = models.TextField(blank=True)
    parent = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="children")
    depth = models.PositiveSmallIntegerField(default=0)
    source = models.CharField(max_length=20)
    listed = models.BooleanField(default=True)

    kind = models.CharField(max_length=10, default="unknown")
    outcome = models.CharField(max_length=20, blank=True)
    failure_code = models.CharField(max_length=40, blank=True)
    http_status = models.PositiveSmallIntegerField(null=True, blank=True)
    problems = models.JSONField(default=list, blank=True)
    is_news = models.BooleanField(default=False)
    entry_count = models.PositiveIntegerField(default=0)
    byte_count = models.PositiveBigIntegerField(default=0)
    index_lastmod = models.CharField(max_length=100, blank=True)

    etag = models.CharField(max_length=500, blank=True)
    http_last_modified = models.CharField(max_length=100, blank=True)
    sha256 = models.CharField(max_length=64, blank=True)
    generated_at = models.DateTimeField(null=True, blank=True)
    last_read_at = models.DateTimeField(null=True, blank=True)
    last_good_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["site", "url_hash"], name="one_row_a_sitemap_file")]
        ordering = ["depth", "pk"]

    def __str__(self) -> str:
        return self.url
