"""The judgements over time, and the events that explain them."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.db.models import F, Q

from scoring.assessment import VerdictState

CELLS = ("moved_changed", "moved_unchanged", "unmoved_changed", "unmoved_unchanged")


# The rules whose numbers are shown of a site: those of its current assessment. A history by newer rules stays hidden until it is complete.
_SHOWN = F("site__current_assessment__rule_version")


class AssessmentQuerySet(models.QuerySet["Assessment"]):
    """Queries named after what they are for."""

    def shown(self) -> AssessmentQuerySet:
        """The judgements that are shown: all by one and the same version of the rules for each site."""
        return self.filter(rule_version=_SHOWN)

    def of_moment(self, judged: Assessment) -> AssessmentQuerySet:
        """The judgements on the site and its sections of one moment, by the rules of `judged`."""
        return self.filter(site=judged.site_id, at=judged.at, rule_version=judged.rule_version)


class Assessment(models.Model):
    """One judgement on a site (`section == ""`) or section at one time by one version of the rules.

    The intervals are in 0..1 and None where they mean nothing. `reasons` is a list of `{"code", "params"}`, `counts` the confusion table,
    `inputs` the evidence as JSON (site rows only), from which `scoring.assess` with `rule_version` gives this row again.
    `signals` are the tests of the site's signals as `scoring.signals.SignalTest` in JSON (site rows only). `state` is how the verdict
    stood at `at`: while it is `reverifying`, since `state_since`, the verdict is the one of before, `tentative_verdict` what the evidence
    said now, and `burst` the visits that are wanted soon. Without new evidence it is stale from `stale_at` on (None: never). `workings` is
    `scoring.assessment.Workings` in JSON, empty for rows by rules before version 3.
    """

    site = models.ForeignKey("Site", on_delete=models.CASCADE, related_name="assessments")
    check_run = models.ForeignKey("Check", null=True, on_delete=models.SET_NULL, related_name="assessments")
    section = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField()
    verdict = models.CharField(max_length=20)
    trust = models.FloatField(null=True, blank=True)
    trust_low = models.FloatField(null=True, blank=True)
    trust_high = models.FloatField(null=True, blank=True)
    precision = models.FloatField(null=True, blank=True)
    precision_low = models.FloatField(null=True, blank=True)
    precision_high = models.FloatField(null=True, blank=True)
    recall = models.FloatField(null=True, blank=True)
    recall_low = models.FloatField(null=True, blank=True)
    recall_high = models.FloatField(null=True, blank=True)
    entries = models.PositiveIntegerField(default=0)
    lastmod_share = models.FloatField(null=True, blank=True)
    comparisons_missing = models.PositiveIntegerField(default=0)
    preliminary = models.BooleanField(default=False)
    failure_modes = models.JSONField(default=list, blank=True)
    reasons = models.JSONField(default=list, blank=True)
    counts = models.JSONField(default=dict, blank=True)
    class_probabilities = models.JSONField(default=dict, blank=True)
    rule_version = models.CharField(max_length=20)
    inputs = models.JSONField(default=dict, blank=True)
    signals = models.JSONField(default=list, blank=True)
    state = models.CharField(max_length=20, default=VerdictState.SETTLED.value)
    state_since = models.DateTimeField(null=True, blank=True)
    burst = models.PositiveIntegerField(default=0)
    tentative_verdict = models.CharField(max_length=20, blank=True)
    stale_at = models.DateTimeField(null=True, blank=True)
    workings = models.JSONField(default=dict, blank=True)

    objects = AssessmentQuerySet.as_manager()

    class Meta:
        ordering = ["-at", "section"]
        constraints = [models.UniqueConstraint(fields=["site", "section", "rule_version", "at"], name="one_assessment_a_moment_and_rules")]

    def __str__(self) -> str:
        return f"{self.site_id} {self.section or 'site'} {self.verdict}"

    def state_at(self, now: datetime) -> str:
        """How the verdict stands at `now`, a code of `scoring.assessment.VerdictState`; a site that is not checked any more grows stale."""
        is_stale = self.stale_at is not None and now >= self.stale_at
        return VerdictState.STALE.value if is_stale else self.state

    def since_at(self, now: datetime) -> datetime | None:
        """Since when the verdict has stood so, None where it is settled."""
        return self.stale_at if self.state_at(now) == VerdictState.STALE else self.state_since

    @property
    def comparison_count(self) -> int:
        """All comparisons that were counted, of all four cells of the table."""
        return sum(int(self.counts.get(cell, 0)) for cell in CELLS)


class EventQuerySet(models.QuerySet["Event"]):
    """Queries named after what they are for."""

    def shown(self) -> EventQuerySet:
        """The events that belong to what is shown of each site: those by its rules, and those that no rules have found."""
        return self.filter(Q(rule_version="") | Q(rule_version=_SHOWN))


class Event(models.Model):
    """Something that a chart marks and a person wants to know: verdict changed, generator changed, unreachable, recovered.

    `kind` parts the changes and alarms of one code, of which several may come at one moment; "" for others. `rule_version` is that of the
    rules that found it, "" for what is a fact without them.
    """

    site = models.ForeignKey("Site", on_delete=models.CASCADE, related_name="events")
    at = models.DateTimeField()
    code = models.CharField(max_length=40)
    kind = models.CharField(max_length=40, blank=True)
    params = models.JSONField(default=dict, blank=True)
    rule_version = models.CharField(max_length=20, blank=True)

    objects = EventQuerySet.as_manager()

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["site", "at", "code", "kind", "rule_version"], name="one_event_of_a_kind_a_moment_and_rules")
        ]

    def __str__(self) -> str:
        return f"{self.site_id} {self.code}"
