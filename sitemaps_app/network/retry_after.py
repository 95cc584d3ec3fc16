"""How long a server asks us to stay away (RFC 9110 §10.2.3)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_SECONDS = re.compile(r"\+?(\d{1,10})(?:\.\d*)?\s*(?:,|$)")


def retry_after_seconds(headers: Mapping[str, str], now: datetime) -> float | None:
    """Read `Retry-After`.

    `headers` have lower-case names; `now` is aware. Returns seconds (0 for a time that has passed), or None where the header is absent or
    says nothing readable. A date is measured against the server's own `Date`, so that its wrong clock does no harm. The value is not
    capped: how long is too long is the caller's decision.
    """
    text = headers.get("retry-after", "").strip()
    seconds = _SECONDS.match(text)
    if seconds:
        return float(seconds.group(1))
    until = _http_date(text)
    if until is None:
        return None
    sent_at = _http_date(headers.get("date", "")) or now
    return max(0.0, (until - sent_at).total_seconds())


def _http_date(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
