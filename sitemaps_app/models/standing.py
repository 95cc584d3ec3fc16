"""How each site stands now, as the list shows and orders it, and how many sites had which verdict on which day.

Both are written by one hand, `pipeline.standing`, with each judgement; everything in them follows from the judgements, so that the list
of ten thousand sites is read without their history.
"""

from __future__ import annotations

from django.db import models

from sitemaps_app.models.site import Site

# Better verdicts have higher ranks; the list orders by them.
VERDICT_RANKS = {"insufficient": 0, "no_lastmod": 1, "untrusted": 2, "hint": 3, "useful": 4, "trusted": 5}


class Trend(models.TextChoices):
    """Where the trust of a site went since a week before its last judgement."""

    UP = "up"
    DOWN = "down"
    STEADY = "steady"


class VerdictChange(models.TextChoices):
    """Where the last change of a verdict led: to a better one, to a worse one, or from too little evidence to a first one."""

    BETTER = "better"
    WORSE = "worse"
    DECIDED = "decided"


class StandingQuerySet(models.QuerySet["Standing"]):
    """Queries named after what they are for."""

    def present(self) -> StandingQuerySet:
        """The rows of the sites that are there. Deleted ones are few: leaving them out costs less than a look at every site."""
        return self.exclude(site__in=Site.with_deleted.filter(deleted_at__isnull=False).values("pk"))


class Standing(models.Model):
    """One site as a row of the list. A site without one has not been judged yet.

    Trust is 0..1 and None while the judgement is preliminary: an impression has no place in an order. `failure_modes` and `problems` are
    codes between blanks (" frozen date_only "), in their order. `trust_change` is measured against the judgement of a week before, None
    where there was none. `verdict_before` is the verdict that ended at `verdict_changed_at`. `sparkline` is a list of
    `[day since 1970, trust]`, one a day of the last 60, trust in 0..100 or None.
    """

    site = models.OneToOneField("Site", primary_key=True, on_delete=models.CASCADE, related_name="standing")
    at = models.DateTimeField()
    verdict = models.CharField(max_length=20)
    verdict_rank = models.PositiveSmallIntegerField(default=0)
    preliminary = models.BooleanField(default=False)
    state = models.CharField(max_length=20)
    stale_at = models.DateTimeField(null=True, blank=True)
    trust = models.FloatField(null=True, blank=True)
    trust_low = models.FloatField(null=True, blank=True)
    trust_high = models.FloatField(null=True, blank=True)
    lastmod_share = models.FloatField(null=True, blank=True)
    entries = models.PositiveIntegerField(null=True, blank=True)
    failure_modes = models.TextField(blank=True)
    problems = models.TextField(blank=True)
    trust_change = models.FloatField(null=True, blank=True)
    trend = models.CharField(max_length=10, choices=Trend.choices, blank=True)
    verdict_before = models.CharField(max_length=20, blank=True)
    verdict_change = models.CharField(max_length=10, choices=VerdictChange.choices, blank=True)
    verdict_changed_at = models.DateTimeField(null=True, blank=True)
    sparkline = models.JSONField(default=list, blank=True)
    generator = models.CharField(max_length=30, blank=True)

    objects = StandingQuerySet.as_manager()

    class Meta:
        # The rows are wide; what is counted over all of them is read from these alone. So each of them names the site, too: its number
        # is not what SQLite knows a row by, and without it the rows would be read after all.
        indexes = [
            models.Index(fields=["failure_modes", "site"], name="standing_modes"),
            models.Index(fields=["problems", "site"], name="standing_problems"),
            models.Index(fields=["generator", "site"], name="standing_generator"),
            models.Index(fields=["trend", "at", "site"], name="standing_trend"),
            models.Index(fields=["verdict_changed_at", "verdict_change", "site"], name="standing_change"),
        ]

    def __str__(self) -> str:
        return f"{self.site_id} {self.verdict}"


class VerdictTally(models.Model):
    """By how many sites a verdict grew (or, below 0, shrank) on one day in UTC; the sum up to a day is how many had it then."""

    day = models.DateField()
    verdict = models.CharField(max_length=20)
    growth = models.IntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["day", "verdict"], name="one_tally_a_day_and_verdict")]

    def __str__(self) -> str:
        return f"{self.day} {self.verdict} {self.growth:+}"


class GeneratorMark(models.Model):
    """One trace of the program that makes a site, found in a sitemap file, a page or an answer's headers.

    `kind` is a code of `formats.generators.MarkKind`, `seen` the text that was found and `url` where, so that a person can look for it.
    """

    site = models.ForeignKey("Site", on_delete=models.CASCADE, related_name="generator_marks")
    generator = models.CharField(max_length=30)
    kind = models.CharField(max_length=20)
    seen = models.CharField(max_length=200)
    url = models.TextField()
    first_seen_at = models.DateTimeField()
    last_seen_at = models.DateTimeField()

    class Meta:
        ordering = ["generator", "kind"]
        constraints = [models.UniqueConstraint(fields=["site", "generator", "kind"], name="one_mark_of_a_kind")]

    def __str__(self) -> str:
        return f"{self.site_id} {self.generator} {self.kind}"
