"""The only input of the scorer: what was seen, without where it is stored.

All instants are aware UTC datetimes. A *move* means that the `lastmod` of an entry became later between two snapshots, judged at
the coarser of the two declared precisions; a *change* means that the meaningful content of a page differs between two visits.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two visits of one page with what lastmod did in between: the unit of evidence.

    `gap_days` is the time between the visits, `moves` the number of lastmod moves seen by all snapshots in between, `weight` the inverse
    of the probability that this page was visited in this way (Horvitz–Thompson), so that weights of one section add up to about the
    number of its entries. `has_lastmod` is false where the entry had no readable lastmod at either end. `page` is a number that the
    comparisons of one page share; 0 is not known, and then each comparison counts as of a page of its own. `confirmed` says that a change
    was seen by two reads minutes apart. `lastmod` is what the sitemap said at the later visit, the first instant of a period of
    `lastmod_seconds` (86,400 for a date without time). `body_changed` says whether the answer differs at all, be it in what is not content;
    None where that is not known. `page_weight` is the inverse of the page's own chance of being in the panel, without that of this visit; 0
    is not known, and then `weight` stands for it. `stratum`, `reason` and `extractor_version` say how the page was drawn, why it was
    visited now, and what read it.
    """

    section: str
    at: datetime
    gap_days: float
    moves: int
    changed: bool
    weight: float
    has_lastmod: bool = True
    similarity: float = 1.0
    page: int = 0
    confirmed: bool = False
    lastmod: datetime | None = None
    lastmod_seconds: float = 0.0
    body_changed: bool | None = None
    page_weight: float = 0.0
    stratum: str = ""
    reason: str = ""
    extractor_version: str = ""


@dataclass(frozen=True, slots=True)
class DateAgreement:
    """The dates met on the first visit of a page: all that is known before any page was seen twice.

    `granularity_seconds` is the length of the coarsest period among the dates (86,400 for a date without time). `modified_zoned`
    is false where `date_modified` was written without its offset from UTC.
    """

    section: str
    at: datetime
    lastmod: datetime | None
    date_modified: datetime | None
    date_published: datetime | None
    granularity_seconds: float
    weight: float
    modified_zoned: bool = True


@dataclass(frozen=True, slots=True)
class SecondLook:
    """A sitemap file read a second time `seconds` after the first, within one check: of its `entries` that could move, `moved` did.

    `section` is that of the counted entries, "" for all entries of the file.
    """

    section: str
    at: datetime
    seconds: float
    entries: int
    moved: int


@dataclass(frozen=True, slots=True)
class VisitTally:
    """Recent visits of pages of a section: `unread` of `visits` gave nothing that could be compared, most often for the reason `commonest`
    (a problem code). Pages that are gone do not count."""

    section: str
    visits: int
    unread: int
    commonest: str = ""


@dataclass(frozen=True, slots=True)
class WatchedPage:
    """How often the lastmod of one panel page moved (`moves`) in the `days` since it was drawn, as all snapshots since then saw it.

    Tells how much busier some pages are than others, free of fetches and whichever pages were visited. `weight` is the inverse of the
    page's chance of being in the panel, `page` the number that its comparisons bear (0: not known).
    """

    section: str
    days: float
    moves: int
    weight: float = 1.0
    page: int = 0


@dataclass(frozen=True, slots=True)
class ShownVerdict:
    """What was shown of a site (`section == ""`) or section at the check before, by the same rules: a verdict and its state by their codes.

    `useful_since` and `trusted_since` are the times of the comparison since which the class has been likely, None where it was not.
    """

    section: str
    at: datetime
    verdict: str
    state: str = "settled"
    useful_since: datetime | None = None
    trusted_since: datetime | None = None


@dataclass(frozen=True, slots=True)
class SnapshotStats:
    """Counts over all entries of one section (or of the whole site, `section == ""`) in one snapshot; needs no page fetch.

    `modal_count` is the size of the largest group of entries with the same lastmod instant, `top2_count` the entries within 2 seconds
    of one of the two commonest instants, `near_generation` the entries whose lastmod lies within 5 minutes before the time the file was
    made (`generated_at`: the sitemap's Last-Modified header, else the fetch time) or whose date-only lastmod is that day.
    The counts against the previous complete snapshot are None where there is none. Of the files to which a sitemap index gave a date
    (`index_dated`), `index_too_old` hold entries newer than that, and of `index_moving_alone` it moved while the file stayed byte for byte
    the same; all three are known of the whole site only, and None where they are not. `shifted` of the entries that could move did so, or
    fell back, by one and the same offset of a time zone, `shift_minutes`. `precision` is that of nearly all dates (year, month, day,
    minute, second or subsecond), "" where it is mixed or not known.
    """

    section: str
    taken_at: datetime
    complete: bool
    entries: int
    with_lastmod: int
    invalid: int
    future: int
    epoch: int
    date_only: int
    distinct: int
    modal_count: int
    top2_count: int
    near_generation: int
    modal_lastmod: datetime | None = None
    newest: datetime | None = None
    oldest: datetime | None = None
    generated_at: datetime | None = None
    previous_at: datetime | None = None
    moved: int | None = None
    unmoved: int | None = None
    backwards: int | None = None
    format_only: int | None = None
    appeared: int | None = None
    vanished: int | None = None
    index_dated: int | None = None
    index_too_old: int | None = None
    index_moving_alone: int | None = None
    shifted: int | None = None
    shift_minutes: int = 0
    precision: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Everything that speaks for or against one site's lastmod. Tuples are ordered oldest first.

    `snapshots` holds the whole-site rows, `sections` the rows per section (same snapshots). Sections of comparisons and agreements
    name the same groups. `move_delays` are hours by which moves came later than their change was seen (`late_moves` has put them in place).
    `double_reads` pages, drawn at random, were read twice within minutes, and `false_changes` of them would have counted as changed: the
    rate of false changes of this site (STATISTICS, label noise). `looks` are second reads of sitemap files, `visits`
    the recent visits by section. `shown` are the verdicts of the check before; without them this is the first look at the evidence.
    """

    snapshots: tuple[SnapshotStats, ...] = ()
    sections: tuple[SnapshotStats, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    agreements: tuple[DateAgreement, ...] = ()
    move_delays: tuple[float, ...] = ()
    double_reads: int = 0
    false_changes: int = 0
    looks: tuple[SecondLook, ...] = ()
    visits: tuple[VisitTally, ...] = ()
    watched: tuple[WatchedPage, ...] = ()
    shown: tuple[ShownVerdict, ...] = ()

    def for_section(self, section: str) -> Evidence:
        """The part of the evidence that belongs to one section, shaped like the evidence of a site."""
        own = tuple(stats for stats in self.sections if stats.section == section)
        return Evidence(
            snapshots=own,
            sections=own,
            comparisons=tuple(c for c in self.comparisons if c.section == section),
            agreements=tuple(a for a in self.agreements if a.section == section),
            looks=tuple(look for look in self.looks if look.section == section),
            visits=tuple(tally for tally in self.visits if tally.section == section),
            double_reads=self.double_reads,
            false_changes=self.false_changes,
            watched=tuple(w for w in self.watched if w.section == section),
            shown=tuple(one for one in self.shown if one.section == section),
        )

    def section_names(self) -> tuple[str, ...]:
        """Sections present in the newest snapshot, sorted."""
        if not self.sections:
            return ()
        newest = max(stats.taken_at for stats in self.sections)
        return tuple(sorted(stats.section for stats in self.sections if stats.taken_at == newest))
