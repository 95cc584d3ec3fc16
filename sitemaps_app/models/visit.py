"""The panel of a site: its pages, what lastmod said of them, their visits, and the comparisons of two visits."""

from __future__ import annotations

from django.db import models


class Page(models.Model):
    """A page of the panel. `inclusion_probability` is that of its draw from `stratum`; a retired page is not visited again."""

    site = models.ForeignKey("Site", on_delete=models.CASCADE, related_name="pages")
    url = models.TextField()
    key = models.TextField()
    key_hash = models.CharField(max_length=64)
    section = models.CharField(max_length=300)
    stratum = models.CharField(max_length=340)
    inclusion_probability = models.FloatField()
    panel_since = models.DateTimeField()
    retired_at = models.DateTimeField(null=True, blank=True)
    retired_reason = models.CharField(max_length=40, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["site", "key_hash"], name="one_row_a_page")]

    def __str__(self) -> str:
        return self.url


class PageLastmod(models.Model):
    """What the sitemap said of a panel page in one snapshot. A row is written at the draw and whenever the entry differs from the last row.

    `change` is the kind of `snapshots.EntryChange`: first, moved, backwards, format_only, lastmod_appeared, lastmod_vanished, vanished.
    """

    page = models.ForeignKey(Page, on_delete=models.CASCADE, related_name="lastmods")
    snapshot = models.ForeignKey("Snapshot", null=True, on_delete=models.SET_NULL, related_name="+")
    seen_at = models.DateTimeField()
    raw = models.CharField(max_length=200, blank=True)
    instant = models.DateTimeField(null=True, blank=True)
    precision = models.PositiveSmallIntegerField(default=0)
    status = models.CharField(max_length=10)
    change = models.CharField(max_length=20)

    class Meta:
        ordering = ["seen_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["page", "seen_at"], name="one_lastmod_a_moment")]

    def __str__(self) -> str:
        return f"{self.page_id} {self.raw}"


class Visit(models.Model):
    """One fetch of one page, with its signals and fingerprint. `blocks` is packed by `formats.page.pack_blocks`; empty once pruned.

    `weight` is the inverse of the probability of this visit; `reason` says why the page was chosen. `conditional` says that validators
    were sent, `body_digest` is a hash of the body as it came, `candidates` are the dates met on the page as `[source, raw, value]`; both
    are empty for a 304.
    """

    page = models.ForeignKey(Page, on_delete=models.CASCADE, related_name="visits")
    site = models.ForeignKey("Site", on_delete=models.CASCADE, related_name="visits")
    at = models.DateTimeField()
    reason = models.CharField(max_length=30)
    weight = models.FloatField()
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    outcome = models.CharField(max_length=40)
    comparable = models.BooleanField()
    not_modified = models.BooleanField(default=False)
    final_url = models.TextField(blank=True)
    etag = models.CharField(max_length=500, blank=True)
    http_last_modified = models.CharField(max_length=100, blank=True)
    lastmod_raw = models.CharField(max_length=200, blank=True)
    lastmod = models.DateTimeField(null=True, blank=True)
    lastmod_precision = models.PositiveSmallIntegerField(default=0)
    date_modified = models.DateTimeField(null=True, blank=True)
    date_modified_precision = models.PositiveSmallIntegerField(default=0)
    date_modified_source = models.CharField(max_length=60, blank=True)
    date_modified_raw = models.CharField(max_length=200, blank=True)
    date_published = models.DateTimeField(null=True, blank=True)
    title = models.CharField(max_length=300, blank=True)
    fingerprint = models.CharField(max_length=64, blank=True)
    extractor_version = models.CharField(max_length=20, blank=True)
    blocks = models.BinaryField(default=bytes, blank=True)
    problems = models.JSONField(default=list, blank=True)
    noindex = models.BooleanField(default=False)
    conditional = models.BooleanField(default=False)
    body_digest = models.CharField(max_length=32, blank=True)
    candidates = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["page", "at"], name="one_visit_a_moment")]
        indexes = [models.Index(fields=["site", "-at"], name="visit_by_site")]

    def __str__(self) -> str:
        return f"{self.page_id} {self.at:%Y-%m-%d %H:%M} {self.outcome}"


class SecondRead(models.Model):
    """The same page read again within minutes of a visit: what differs between the two is not content, for nobody edits that fast.

    `reasons` are codes, joined by blanks: suspected (the visit would be a change), drawn (chosen at random, whatever the visit showed),
    not_modified (the visit was answered with 304, and this read asked without validators). `differs` says that the two reads would have
    counted as a change by all that was known before, None where they could not be compared. `returned` says that the second read showed
    the page as it was before the visit. `marks` are what differed, as `pipeline.volatile` packs it.
    """

    visit = models.OneToOneField(Visit, on_delete=models.CASCADE, related_name="second_read")
    site = models.ForeignKey("Site", on_delete=models.CASCADE, related_name="second_reads")
    page = models.ForeignKey(Page, on_delete=models.CASCADE, related_name="second_reads")
    at = models.DateTimeField()
    reasons = models.CharField(max_length=60)
    outcome = models.CharField(max_length=40)
    differs = models.BooleanField(null=True, blank=True)
    returned = models.BooleanField(default=False)
    marks = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["site", "-at"], name="second_read_by_site")]

    def __str__(self) -> str:
        return f"{self.page_id} {self.at:%Y-%m-%d %H:%M} {self.reasons}"


class Comparison(models.Model):
    """Two visits of one page with what lastmod did in between. `diff` is a list of `[kind, old, new]`, capped.

    `confirmed` says that a second read minutes after the later visit showed the change too. `flicker` is "" or why a difference is no
    change: returned (the page is again what it was before), undone (a later visit found it so, at `undone_at`; until then the change
    counted). `passages` is the difference in its place with what was ignored, as `formats.page_passages` packs it; empty once pruned.
    """

    site = models.ForeignKey("Site", on_delete=models.CASCADE, related_name="comparisons")
    page = models.ForeignKey(Page, on_delete=models.CASCADE, related_name="comparisons")
    earlier = models.ForeignKey(Visit, on_delete=models.CASCADE, related_name="+")
    later = models.ForeignKey(Visit, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()
    section = models.CharField(max_length=300)
    gap_days = models.FloatField()
    moves = models.PositiveIntegerField()
    has_lastmod = models.BooleanField()
    changed = models.BooleanField()
    similarity = models.FloatField(default=1.0)
    weight = models.FloatField()
    changed_in = models.JSONField(default=list, blank=True)
    diff = models.JSONField(default=list, blank=True)
    confirmed = models.BooleanField(default=False)
    flicker = models.CharField(max_length=10, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)
    passages = models.BinaryField(default=bytes, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["later"], name="one_comparison_a_visit")]
        indexes = [models.Index(fields=["site", "-at"], name="comparison_by_site")]

    def __str__(self) -> str:
        return f"{self.page_id} moves={self.moves} changed={self.changed}"
