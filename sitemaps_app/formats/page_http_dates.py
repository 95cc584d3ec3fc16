"""What the headers of an answer say of time: when it was given, and its Last-Modified (RFC 9110 §8.8.2), no date of the page's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from sitemaps_app.formats.problems import Problem, Severity

_REQUEST_TIME = timedelta(seconds=60)


@dataclass(frozen=True, slots=True)
class HttpDates:
    """`answered` is the moment of the answer (its Date, else when it was fetched); `last_modified` None where there is none that can be
    read, and `raw` its text."""

    answered: datetime
    last_modified: datetime | None = None
    raw: str = ""
    problems: tuple[Problem, ...] = ()


def http_dates(headers: Mapping[str, str], now: datetime) -> HttpDates:
    """The dates of the headers, whose names are lower case. A Last-Modified that is the time of the answer tells of a cache or of a page
    made for each request, not of a change: problem `last_modified_is_request_time`."""
    raw = headers.get("last-modified", "")[:100]
    modified = _http_date(raw)
    answered = _http_date(headers.get("date", "")) or now
    told = modified is not None and abs(answered - modified) <= _REQUEST_TIME
    problems = (Problem("last_modified_is_request_time", Severity.NOTICE, raw),) if told else ()
    return HttpDates(answered, modified, raw, problems)


def _http_date(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError, OverflowError):
        return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
