"""One sitemap that a person wanted to have checked: pasted, uploaded or named by its address."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse


class SitemapCheckState(models.TextChoices):
    """Where it stands. `interrupted` means that the worker was lost, `failed` a fault of ours; both can be begun again."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    INTERRUPTED = "interrupted"
    FAILED = "failed"


class SitemapCheckSource(models.TextChoices):
    """How the sitemap was given. A robots.txt or a bare host is an address from which the sitemap is found."""

    PASTE = "paste"
    UPLOAD = "upload"
    ADDRESS = "address"


class SitemapCheckQuerySet(models.QuerySet["SitemapCheck"]):
    """Queries named after the screens that use them."""

    def for_list(self) -> SitemapCheckQuerySet:
        """The list: without what only the report itself shows."""
        return self.select_related("owner").defer("problems", "excerpts", "preview", "children", "ages", "robots", "extensions")


class SitemapCheck(models.Model):
    """What was given, how far the reading is, and the report.

    `folder` names its folder in the storage: the given text until it is read, and all entries and children after that. A worker holds a
    lease on the wall clock and renews it with the numbers of the progress. `address` is that of the file that was read, or the one as
    which a pasted text is judged; `problems` as in `SitemapFile`; `excerpts` for each code a list of places, each a list of
    `{"line", "text", "wanted"}`; `preview` and `children` the first entries and children with at least the keys of `sitemap_report --json`;
    `robots` the robots.txt that was read before, {} for none.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sitemap_checks")
    created_at = models.DateTimeField(db_index=True)
    source = models.CharField(max_length=10, choices=SitemapCheckSource.choices)
    given = models.TextField(blank=True)
    address = models.TextField(blank=True)
    folder = models.CharField(max_length=32, unique=True)

    state = models.CharField(max_length=12, choices=SitemapCheckState.choices, default=SitemapCheckState.WAITING)
    stage = models.CharField(max_length=12, blank=True)
    lease_token = models.CharField(max_length=32, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    began_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    bytes_total = models.PositiveBigIntegerField(default=0)
    bytes_read = models.PositiveBigIntegerField(default=0)
    entries_read = models.PositiveIntegerField(default=0)
    entries_faulty = models.PositiveIntegerField(default=0)

    outcome = models.CharField(max_length=20, blank=True)
    kind = models.CharField(max_length=10, default="unknown")
    extensions = models.JSONField(default=dict, blank=True)
    http_status = models.PositiveSmallIntegerField(null=True, blank=True)
    redirects = models.JSONField(default=list, blank=True)
    entry_count = models.PositiveIntegerField(default=0)
    dated_count = models.PositiveIntegerField(default=0)
    child_count = models.PositiveIntegerField(default=0)
    problems = models.JSONField(default=list, blank=True)
    excerpts = models.JSONField(default=dict, blank=True)
    preview = models.JSONField(default=list, blank=True)
    children = models.JSONField(default=list, blank=True)
    ages = models.JSONField(default=list, blank=True)
    robots = models.JSONField(default=dict, blank=True)

    objects = SitemapCheckQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        indexes = [models.Index(fields=["owner", "-created_at"], name="sitemap_checks_by_owner")]

    def __str__(self) -> str:
        return f"{self.source} {self.given[:60]} {self.state}"

    def get_absolute_url(self) -> str:
        """The page of the report."""
        return reverse("sitemap_check", args=[self.pk])
