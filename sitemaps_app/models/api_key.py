"""What lets a program in: keys of people, and the count of wrong ones."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models


class KeyScope(models.TextChoices):
    """What a key may do, where the role of its owner allows it too."""

    READ = "read"
    WRITE = "write"


class ApiKey(models.Model):
    """A key of one person. The secret is not here: `secret_hash` is its SHA-256, `prefix` the beginning that is shown and looked up."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_keys")
    name = models.CharField(max_length=80)
    scope = models.CharField(max_length=10, choices=KeyScope.choices)
    prefix = models.CharField(max_length=16, unique=True)
    secret_hash = models.CharField(max_length=64)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.prefix}… {self.name}"

    def is_expired(self, now: datetime) -> bool:
        """Whether the time of the key is over."""
        return self.expires_at is not None and self.expires_at <= now


class WrongKeys(models.Model):
    """How many wrong keys came from one address since a moment. In the database, so that all web processes and hosts count together."""

    address = models.CharField(max_length=64, unique=True)
    since = models.DateTimeField()
    count = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.address} {self.count}"
