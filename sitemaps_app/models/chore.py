"""Work that one machine does for all of them, now and then."""

from __future__ import annotations

from django.db import models


class Chore(models.Model):
    """One kind of such work: who has it now, until when on the wall clock, and when it was last done."""

    name = models.CharField(max_length=40, unique=True)
    lease_token = models.CharField(max_length=32, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    last_done_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name
