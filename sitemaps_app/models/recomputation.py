"""A site's history that is judged again by a newer version of the rules."""

from __future__ import annotations

from django.db import models


class Recomputation(models.Model):
    """How far the history of one site has been judged again by one version of the rules.

    All moments up to `reached_at` are done, `done` of `total`; what was judged by these rules after that, by a check in between, is judged
    again in its turn. The history is shown from `completed_at` on. `old_rules` are those that were shown before. A lease with an end on the
    wall clock lets one process at a time go on; `failure` is the last fault, at `failed_at`.
    """

    site = models.ForeignKey("Site", on_delete=models.CASCADE, related_name="recomputations")
    rule_version = models.CharField(max_length=20)
    old_rules = models.CharField(max_length=20, blank=True)
    began_at = models.DateTimeField()
    reached_at = models.DateTimeField(null=True, blank=True)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    completed_at = models.DateTimeField(null=True, blank=True)
    failed_at = models.DateTimeField(null=True, blank=True)
    failure = models.CharField(max_length=300, blank=True)
    lease_token = models.CharField(max_length=32, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-began_at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["site", "rule_version"], name="one_recomputation_a_site_and_rules")]

    def __str__(self) -> str:
        return f"{self.site_id} rules {self.rule_version}: {self.done} of {self.total}"
