"""A monitored origin: its settings, its schedule, its lease and what is known of it now."""

from __future__ import annotations

from typing import Any, cast

from django.conf import settings
from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Now, Replace
from django.urls import reverse
from django.utils.text import slugify

from scoring.assessment import VerdictState
from sitemaps_app.formats.host_names import coded_host, readable_host
from sitemaps_app.models.check import QUIET_OUTCOMES
from sitemaps_app.models.tag import SiteTag, Tag

# No verdicts, but asked for like them. A site whose last check could not read it may have a verdict of an earlier one, and then stands
# under both.
PENDING, UNREADABLE = "pending", "unreadable"
# How a verdict stands, asked for in the same way: such a site stands under its verdict, too.
REVERIFYING, STALE = VerdictState.REVERIFYING.value, VerdictState.STALE.value
IS_STALE = Q(standing__stale_at__lte=Now())
IS_REVERIFYING = Q(standing__state=REVERIFYING) & ~IS_STALE
IS_UNREADABLE = ~Q(last_outcome__in=QUIET_OUTCOMES)


class SiteQuerySet(models.QuerySet["Site"]):
    """Queries named after the screens and jobs that use them."""

    def for_list(self) -> SiteQuerySet:
        """Sites with what their pages and the API show of them now: one query."""
        return self.select_related("current_assessment", "current_snapshot")

    def for_rows(self) -> SiteQuerySet:
        """Sites as rows of the list: how they stand and their tags, in two queries."""
        return self.select_related("standing").prefetch_related("tags")

    def with_text(self, text: str) -> SiteQuerySet:
        """The sites whose origin holds a text, or a name of another script. NUL, which PostgreSQL refuses to look for, is passed over."""
        text = text.replace("\x00", "")
        coded = "" if text.isascii() else coded_host(text)
        return self.filter(Q(origin__icontains=text) | Q(origin__icontains=coded) if coded else Q(origin__icontains=text))

    def with_verdict(self, code: str) -> SiteQuerySet:
        """The sites with this verdict now, or those that have none yet (`pending`), or whose last check failed (`unreadable`).

        Or those whose verdict is in question (`reverifying`) or without new evidence for too long (`stale`).
        """
        if code in (REVERIFYING, STALE):
            return self.filter(IS_STALE if code == STALE else IS_REVERIFYING)
        if code == UNREADABLE:
            return self.filter(IS_UNREADABLE)
        if code == PENDING:
            return self.filter(~IS_UNREADABLE, standing__isnull=True)
        return self.filter(standing__verdict=code)


_SiteManager = models.Manager.from_queryset(SiteQuerySet)


class PresentSites(_SiteManager):
    """The sites that nobody has deleted: what every screen, check and command works on."""

    def get_queryset(self) -> SiteQuerySet:  # type: ignore[override]  # the stubs do not know what a manager is made of
        """All that are there."""
        present: Any = super().get_queryset().filter(deleted_at__isnull=True)
        return cast("SiteQuerySet", present)


class Site(models.Model):
    """An origin (scheme + host + port) that is monitored.

    A check holds a lease (`lease_token`, `lease_until` on the wall clock); a lost worker's lease runs out and makes the site due again.
    `asked_at` is when a person asked for the check that is awaited; such a check begins before those that are merely due.
    A deleted site keeps its rows until it is purged, and `deletion` says by which act it was deleted, so that the act can be undone;
    `objects` does not know it any more, only `with_deleted` does.
    """

    origin = models.CharField(max_length=280)
    # The origin without its scheme, by which people look for a site in a list.
    host_order = models.GeneratedField(
        expression=Replace(Replace(F("origin"), Value("https://")), Value("http://")),
        output_field=models.CharField(max_length=280),
        db_persist=True,
    )
    created_at = models.DateTimeField()
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    is_demo = models.BooleanField(default=False)
    tags: models.ManyToManyField[Tag, SiteTag] = models.ManyToManyField("Tag", through="SiteTag", related_name="sites")

    sitemap_urls = models.JSONField(default=list, blank=True)
    user_agent = models.CharField(max_length=300, blank=True)
    headers = models.JSONField(default=list, blank=True)
    proxy = models.CharField(max_length=300, blank=True)
    allowed_networks = models.JSONField(default=list, blank=True)
    about = models.TextField(blank=True)
    section_rule = models.CharField(max_length=10, default="auto")
    section_prefixes = models.JSONField(default=list, blank=True)
    panel_size = models.PositiveIntegerField(default=40)
    pages_per_check = models.PositiveIntegerField(default=40)
    politeness_seconds = models.FloatField(default=1.0)
    interval_seconds = models.PositiveIntegerField(default=86_400)
    seed = models.BigIntegerField(default=0)

    paused = models.BooleanField(default=False)
    next_check_at = models.DateTimeField(null=True, blank=True)
    asked_at = models.DateTimeField(null=True, blank=True)
    lease_token = models.CharField(max_length=32, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)

    last_checked_at = models.DateTimeField(null=True, blank=True)
    last_outcome = models.CharField(max_length=40, blank=True)
    current_snapshot = models.ForeignKey("Snapshot", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    current_assessment = models.ForeignKey("Assessment", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    deleted_at = models.DateTimeField(null=True, blank=True)
    deletion = models.CharField(max_length=32, blank=True)

    objects = PresentSites()
    with_deleted = SiteQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["origin"], condition=Q(deleted_at__isnull=True), name="one_site_an_origin")]
        indexes = [
            models.Index(fields=["paused", "next_check_at"], name="site_due"),
            models.Index(fields=["asked_at"], condition=Q(asked_at__isnull=False), name="site_asked"),
            models.Index(fields=["host_order", "origin"], name="site_host_order"),
            models.Index(fields=["deletion"], name="site_deletion"),
            models.Index(fields=["last_outcome", "deleted_at"], name="site_outcomes"),
        ]
        ordering = ["origin"]

    def __str__(self) -> str:
        return self.origin

    def get_absolute_url(self) -> str:
        """The site's page."""
        return reverse("site", args=[self.pk])

    @property
    def file_stem(self) -> str:
        """The host as the beginning of a file's name."""
        return slugify(self.host.replace(".", "-"))

    @property
    def host(self) -> str:
        """The origin without its scheme."""
        return self.origin.split("://", 1)[-1]

    @property
    def name(self) -> str:
        """The origin as people say it: the host in its own script, and the scheme only where it is not https."""
        name = readable_host(self.host)
        return name if self.origin.startswith("https://") else f"http://{name}"
