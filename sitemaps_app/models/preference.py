"""How a person wants to see the pages, on every browser they sign in from."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Preference(models.Model):
    """What one person has chosen. `time_zone` is a name of the IANA database; empty for the zone of the browser."""

    person = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="preference")
    time_zone = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return f"{self.person_id} {self.time_zone}"
