"""Last stage: what to refetch now, for sites whose lastmod has been proven; streamed, a million entries in flat memory."""

from __future__ import annotations

import csv
import io
import json
import secrets
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from django.utils.dateparse import parse_datetime

from scoring.assessment import Verdict, VerdictState
from scoring.schedule import DuePolicy, DueReason, EntryKind, priority
from scoring.unseen import SectionView, unseen_sections
from sitemaps_app.models import Assessment, ExportCursor, Site, SitemapFile, Snapshot
from sitemaps_app.pipeline.storage import snapshot_path
from sitemaps_app.snapshots import ChangeKind, EntryChange, SnapshotDamaged, StoredEntry, diff_snapshots, read_entries

COLUMNS = (
    "url",
    "site",
    "section",
    "lastmod",
    "lastmod_raw",
    "reason",
    "priority",
    "trust",
    "trust_low",
    "trust_high",
    "verdict",
    "sitemap_url",
    "generated_at",
)
# Cells that a spreadsheet would run as a formula get a leading apostrophe (OWASP "CSV Injection").
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
PIECE_CHARACTERS = 65_536


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why there is no due list: codes no_snapshot, cursor_unknown, not_trusted, stale, snapshot_damaged."""

    code: str
    verdict: str = ""


@dataclass(frozen=True, slots=True)
class DueHeader:
    """What a consumer has to know of a due list. `valid_until` is the next planned check: after it a newer list is there.

    `verdict_state` says how the verdict stands: the list of one that is `reverifying` follows lastmod as before, until new visits decide.
    """

    site: str
    verdict: str
    trust: float | None
    rule_version: str
    as_of: datetime
    since: datetime | None
    valid_until: datetime
    next_cursor: str
    forced: bool
    verdict_state: str = "settled"


@dataclass(frozen=True, slots=True)
class DueRow:
    """One address to fetch now, and why. Trust is 0..100, priority 0..1."""

    url: str
    site: str
    section: str
    lastmod: datetime | None
    lastmod_raw: str
    reason: str
    priority: float
    trust: float | None
    trust_low: float | None
    trust_high: float | None
    verdict: str
    sitemap_url: str
    generated_at: datetime


@dataclass(frozen=True, slots=True)
class DueList:
    """A due list that is ready to be streamed: `rows()` reads the snapshots as it goes."""

    header: DueHeader
    _site: Site
    _old: Snapshot | None
    _new: Snapshot
    _policy: DuePolicy
    _judged: dict[str, Assessment]

    def rows(self) -> Iterator[DueRow]:
        """The rows in order of their normalised addresses."""
        files = dict(SitemapFile.objects.filter(site=self._site).values_list("pk", "url"))
        whole = self._old is None
        for change in _changes(self._old, self._new):
            entry = change.new or change.old
            if entry is None:
                continue
            # In a list of everything nothing is new; where lastmod is not followed, an entry is there because all of them are.
            is_followed = self._policy.verdict(entry.section) in self._policy.followed
            kind = EntryKind.UNMOVED if whole and not is_followed else _kind(change.kind)
            reason = self._policy.decide(kind, entry.key, entry.section)
            if reason is not None:
                yield self._row(entry, reason, files)

    def _row(self, entry: StoredEntry, reason: DueReason, files: dict[int, str]) -> DueRow:
        judged = self._judged.get(entry.section) or self._judged.get("")
        return DueRow(
            url=entry.loc,
            site=self.header.site,
            section=entry.section,
            lastmod=entry.instant,
            lastmod_raw=entry.lastmod_raw,
            reason=reason,
            priority=round(priority(reason, judged.trust if judged else None), 3),
            trust=_percent(judged.trust if judged else None),
            trust_low=_percent(judged.trust_low if judged else None),
            trust_high=_percent(judged.trust_high if judged else None),
            verdict=judged.verdict if judged else "insufficient",
            sitemap_url=files.get(entry.file_id, ""),
            generated_at=self.header.as_of,
        )


def due_list(site: Site, *, cursor: str = "", now: datetime, force: bool = False, audit_share: float = 0.02) -> DueList | Refusal:
    """What to fetch now.

    `cursor` is the `next_cursor` of an earlier list, an ISO time, or "all" (everything); "" means since the snapshot before the newest. A
    site whose lastmod is not trusted or useful, or whose verdict is stale, is refused unless a section of it is good, or `force` asks for
    the fallback (every entry).
    """
    new = site.current_snapshot
    if new is None:
        return Refusal("no_snapshot")
    old = _since(site, new, cursor, now)
    if isinstance(old, Refusal):
        return old
    if not _is_whole(old, new):
        return Refusal("snapshot_damaged")
    judged = _judged(site)
    verdicts = {name: _followed_verdict(row, now) for name, row in judged.items()}
    unseen = frozenset(unseen_sections(_view(row) for name, row in judged.items() if name))
    policy = DuePolicy(verdicts, audit_share=audit_share, seed=site.seed + int(new.taken_at.timestamp()), unseen=unseen)
    top = judged.get("")
    state = top.state_at(now) if top else VerdictState.SETTLED.value
    verdict = policy.refusal()
    if verdict is not None and not force:
        is_stale = top is not None and state == VerdictState.STALE and Verdict(top.verdict) in policy.followed
        return Refusal("stale", top.verdict) if top and is_stale else Refusal("not_trusted", verdict)
    header = DueHeader(
        site=site.origin,
        verdict=top.verdict if top else Verdict.INSUFFICIENT,
        trust=_percent(top.trust if top else None),
        rule_version=top.rule_version if top else "",
        as_of=new.taken_at,
        since=old.taken_at if old else None,
        valid_until=max(site.next_check_at or now, new.taken_at + timedelta(seconds=site.interval_seconds)),
        next_cursor=_cursor_for(site, new, now),
        forced=force,
        verdict_state=state,
    )
    return DueList(header, site, old, new, policy, judged)


def render_due(due: DueList, fmt: str, *, header: bool = True) -> Iterator[str]:
    """The list as pieces of text: `jsonl` (one object a line, the first is the header) or `csv`.

    With `header` false a CSV has no line of column names, so that the lists of several sites make one table; a JSONL list always says of
    which site and date it is.
    """
    return _as_csv(due, header=header) if fmt == "csv" else _as_jsonl(due)


def _as_jsonl(due: DueList) -> Iterator[str]:
    yield json.dumps({"header": _plain(asdict(due.header))}, ensure_ascii=True) + "\n"
    for row in due.rows():
        yield json.dumps(_plain(asdict(row)), ensure_ascii=True) + "\n"


def _as_csv(due: DueList, *, header: bool) -> Iterator[str]:
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    if header:
        writer.writerow(COLUMNS)
    for row in due.rows():
        plain = _plain(asdict(row))
        writer.writerow([formula_safe(plain[name]) for name in COLUMNS])
        if buffer.tell() > PIECE_CHARACTERS:
            yield buffer.getvalue()
            buffer.seek(0)
            buffer.truncate()
    yield buffer.getvalue()


def formula_safe(value: object) -> object:
    """A cell that no spreadsheet takes for a formula; numbers stay numbers."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_STARTS) else value


def _plain(fields: dict[str, object]) -> dict[str, object]:
    return {name: _iso(value) if isinstance(value, datetime) else value for name, value in fields.items()}


def _iso(instant: datetime) -> str:
    return instant.isoformat().replace("+00:00", "Z")


def _percent(share: float | None) -> float | None:
    return None if share is None else round(share * 100, 1)


def _changes(old: Snapshot | None, new: Snapshot) -> Iterator[EntryChange]:
    if old is None:
        for entry in read_entries(snapshot_path(new.path)):
            if entry.in_scope:
                yield EntryChange(ChangeKind.APPEARED, None, entry)
        return
    for change in diff_snapshots(snapshot_path(old.path), snapshot_path(new.path)):
        if change.kind is not ChangeKind.VANISHED or new.complete:
            yield change


def _since(site: Site, new: Snapshot, cursor: str, now: datetime) -> Snapshot | Refusal | None:
    """The snapshot that the list starts from, None for everything."""
    if cursor == "all":
        return None
    # Of a snapshot that was pruned the next older one takes the place: the list is longer then, and lacks nothing.
    earlier = Snapshot.objects.filter(site=site, taken_at__lt=new.taken_at, byte_count__gt=0).order_by("-taken_at")
    if not cursor:
        return _usable(earlier.first())
    known = ExportCursor.objects.filter(site=site, token=cursor).select_related("snapshot").first()
    if known is not None:
        ExportCursor.objects.filter(pk=known.pk).update(last_used_at=now)
        return _usable(known.snapshot) or _usable(earlier.filter(taken_at__lt=known.snapshot.taken_at).first())
    try:
        at = parse_datetime(cursor)
    except ValueError:
        at = None
    if at is None or at.tzinfo is None:
        return Refusal("cursor_unknown")
    return _usable(earlier.filter(taken_at__lte=at).first())


def _is_whole(old: Snapshot | None, new: Snapshot) -> bool:
    """Can both files be read to their end? A stream that breaks in the middle cannot take its status back, so this is asked before."""
    try:
        for _ in diff_snapshots(snapshot_path((old or new).path), snapshot_path(new.path), kinds=()):
            pass
    except SnapshotDamaged:
        return False
    return True


def _usable(snapshot: Snapshot | None) -> Snapshot | None:
    """A snapshot whose file is there; without it the list has to hold everything."""
    return snapshot if snapshot is not None and snapshot_path(snapshot.path).exists() else None


def _followed_verdict(row: Assessment, now: datetime) -> Verdict:
    """The verdict as a list may use it: one that is stale is not enough evidence any more."""
    return Verdict.INSUFFICIENT if row.state_at(now) == VerdictState.STALE else Verdict(row.verdict)


def _judged(site: Site) -> dict[str, Assessment]:
    """The current assessment of the site ("") and of its sections."""
    current = site.current_assessment
    if current is None:
        return {}
    return {row.section: row for row in Assessment.objects.of_moment(current)}


def _kind(kind: ChangeKind) -> str:
    """The diff's kind as the schedule takes it: an entry whose lastmod came or went was undated at one end, so nothing vouches for it."""
    if kind in (ChangeKind.LASTMOD_APPEARED, ChangeKind.LASTMOD_VANISHED):
        return EntryKind.UNDATED
    return kind.name.lower()


def _view(row: Assessment) -> SectionView:
    return SectionView(row.section, row.entries, row.lastmod_share, row.comparison_count)


def _cursor_for(site: Site, snapshot: Snapshot, now: datetime) -> str:
    """The cursor that stands for this snapshot; the same one each time, so repeated downloads leave one row."""
    defaults = {"token": secrets.token_urlsafe(16), "created_at": now}
    row, _ = ExportCursor.objects.get_or_create(site=site, snapshot=snapshot, defaults=defaults)
    return row.token
