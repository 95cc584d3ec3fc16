"""Which comparisons count: those since the generator last changed, and the address that lists them."""

from __future__ import annotations

from datetime import UTC, datetime
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.dateparse import parse_datetime

from sitemaps_app.models import Assessment, Site


def read_moment(text: str) -> datetime | None:
    """An ISO time with its zone; None for anything else, so that a damaged address shows everything."""
    try:
        at = parse_datetime(text)
        return at.astimezone(UTC) if at is not None and at.tzinfo is not None else None
    except (ValueError, OverflowError):
        return None


def counted_since(judged: Assessment | None) -> datetime | None:
    """Evidence from before this time no longer counts; None where all of it does."""
    since = judged.inputs.get("since", "") if judged else ""
    return read_moment(since) if isinstance(since, str) else None


def evidence_url(site: Site, **asked: str) -> str:
    """The address of the comparisons that count, narrowed by what is asked."""
    since = counted_since(site.current_assessment)
    chosen = {**asked, **({"since": since.isoformat()} if since else {})}
    address = reverse("site_evidence", args=[site.pk])
    return f"{address}?{urlencode(chosen)}" if chosen else address
