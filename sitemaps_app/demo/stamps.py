"""What a site's sitemap claims as lastmod: the ways in which generators are right or wrong."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from enum import StrEnum

from sitemaps_app.demo.lives import PageLife, latest

# The nightly run of sites that stamp every entry: it starts at this time of day and names five pages a second.
_NIGHTLY = timedelta(hours=2, minutes=30)
_RUN_TAKES = timedelta(minutes=5)
_PAGES_A_SECOND = 5
FROZEN_DAYS_BEFORE = 90


class Stamp(StrEnum):
    """The rule by which a generator dates its entries."""

    TRUE = "true"  # the last change of the content, to the second
    TRUE_DAY = "true_day"  # its day
    NIGHTLY = "nightly"  # the run that wrote the file
    ABSENT = "absent"
    FROZEN = "frozen"  # true until 90 days before day 0, then never touched again
    PUBLISHED = "published"  # the day of publication
    SAVED = "saved"  # the last save, whether or not anything changed
    ANNOUNCED = "announced"  # only the changes that the site's records noticed


def nightly_run(at: datetime) -> datetime:
    """The start of the latest nightly run that is finished at `at`, so that no file names a moment to come."""
    start = at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0) + _NIGHTLY
    return start if start + _RUN_TAKES <= at else start - timedelta(days=1)


def stamped(stamp: Stamp, life: PageLife, place: int, at: datetime, begin: datetime) -> datetime | None:
    """The moment that the sitemap claims for a page when it is read at `at`, to the second; None where it claims nothing.

    `place` is the page's place in its file, `begin` day 0 of the demo.
    """
    moment: datetime | None
    match stamp:
        case Stamp.ABSENT:
            moment = None
        case Stamp.NIGHTLY:
            moment = nightly_run(at) + timedelta(seconds=place // _PAGES_A_SECOND)
        case Stamp.FROZEN:
            moment = max(life.created, life.changed_at(min(at, begin - timedelta(days=FROZEN_DAYS_BEFORE))))
        case Stamp.PUBLISHED:
            moment = life.created
        case Stamp.SAVED:
            moment = max(life.changed_at(at), latest(life.resaves, at) or life.created)
        case Stamp.ANNOUNCED:
            moment = latest(life.announced, at) or life.created
        case Stamp.TRUE | Stamp.TRUE_DAY:
            moment = life.changed_at(at)
    if moment is not None and stamp in {Stamp.TRUE_DAY, Stamp.PUBLISHED}:
        return moment.replace(hour=0, minute=0, second=0, microsecond=0)
    return moment


def written(stamp: Stamp, moment: datetime) -> str:
    """The text that stands in the sitemap."""
    return moment.strftime("%Y-%m-%d") if stamp in {Stamp.TRUE_DAY, Stamp.PUBLISHED} else moment.isoformat(timespec="seconds")
