"""Addresses under which strangers may look at one site: the shared report, and the badge."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models


class LinkKind(models.TextChoices):
    """What a stranger sees under an address."""

    REPORT = "report"
    BADGE = "badge"


class PublicLink(models.Model):
    """One address of one site. It is `handle` with a signature that only this installation can make (`public_links`): the database alone
    opens nothing, and the address can be shown again.
    """

    site = models.ForeignKey("Site", on_delete=models.CASCADE, related_name="public_links")
    kind = models.CharField(max_length=10, choices=LinkKind.choices)
    handle = models.CharField(max_length=24, unique=True)
    name = models.CharField(max_length=80, blank=True)
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.kind} {self.handle}"

    def is_open(self, now: datetime) -> bool:
        """Whether the address shows anything at this time."""
        return self.revoked_at is None and (self.expires_at is None or self.expires_at > now)
