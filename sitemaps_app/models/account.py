"""Who did what: the audit log."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class AuditLine(models.Model):
    """One act of one person that changed what is monitored or how."""

    at = models.DateTimeField()
    who = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    act = models.CharField(max_length=40)
    site_origin = models.CharField(max_length=280, blank=True)
    detail = models.TextField(blank=True)

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.act} {self.site_origin}"
