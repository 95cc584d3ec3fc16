"""One walk of the road for one site, with its readable account."""

from __future__ import annotations

from django.db import models


class CheckState(models.TextChoices):
    """Where a check stands; `interrupted` means that its worker was lost and a later check took over."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    INTERRUPTED = "interrupted"


# Outcomes with nothing to tell beside the verdict; "" is that of a site that no check has finished with.
QUIET_OUTCOMES = frozenset({"", "ok", "partial"})
# Outcomes of checks that read the sitemap; with the last two, no page could be read.
READ_OUTCOMES = frozenset({"ok", "partial", "no_page_comparable", "pages_forbidden"})


class Check(models.Model):
    """One run of discover → snapshot → visit → assess.

    `at` is the date the check is about (the demo and archives ask for past dates), `began_at`/`ended_at` the wall clock. `account` is a
    list of `{"stage", "code", "params"}`: what each stage did and why, in codes whose words are in `sitemaps_app/wording`.
    """

    site = models.ForeignKey("Site", on_delete=models.CASCADE, related_name="checks")
    at = models.DateTimeField()
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    state = models.CharField(max_length=16, choices=CheckState.choices, default=CheckState.RUNNING)
    stage = models.CharField(max_length=16, blank=True)
    steps_done = models.PositiveIntegerField(default=0)
    steps_total = models.PositiveIntegerField(default=0)
    outcome = models.CharField(max_length=40, blank=True)
    account = models.JSONField(default=list)

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["site", "-at"], name="check_by_site")]

    def __str__(self) -> str:
        return f"{self.site_id} {self.at:%Y-%m-%d %H:%M} {self.state}"
