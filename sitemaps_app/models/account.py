"""Who did what, who is signed in where, and how the first administrator comes in."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class AuditLine(models.Model):
    """One act of one person that changed what is monitored or how.

    `changes` is a list of `{"field", "old", "new"}` where settings were changed; secrets stand there masked.
    """

    at = models.DateTimeField()
    who = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    act = models.CharField(max_length=40)
    site_origin = models.CharField(max_length=280, blank=True)
    detail = models.TextField(blank=True)
    changes = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [
            models.Index(fields=["-at", "-id"], name="audit_newest"),
            models.Index(fields=["site_origin", "-at"], name="audit_by_site"),
        ]

    def __str__(self) -> str:
        return f"{self.act} {self.site_origin}"


class SignIn(models.Model):
    """One signed-in browser of one person: the session behind it, what it says of itself, and when it was last here."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sign_ins")
    session_key = models.CharField(max_length=40, unique=True)
    user_agent = models.CharField(max_length=300, blank=True)
    address = models.CharField(max_length=64, blank=True)
    began_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    class Meta:
        ordering = ["-seen_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.person_id} {self.address}"


class SetUpTicket(models.Model):
    """Lets in, once, who makes the first administrator. The secret is not here: `secret_hash` is its SHA-256."""

    secret_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.created_at:%Y-%m-%d %H:%M}"
