"""The shapes of the parts of a site: sitemap files, their problems, snapshots."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from ninja import Schema
from pydantic import Field


class SitemapFileRow(Schema):
    """One sitemap file as its last read left it."""

    id: int
    url: str
    final_url: str = Field(description="Where the last answer came from, if it was another address; else empty.")
    parent_id: int | None = Field(description="The index that lists it.")
    depth: int
    source: str = Field(description="Where it was found: `robots`, `index`, `user` or `guess`.")
    listed: bool = Field(description="False: the site names it no longer.")
    kind: str
    is_news: bool
    outcome: str = Field(description="How the last read ended; empty where it has not been read.")
    failure_code: str
    http_status: int | None
    entry_count: int
    byte_count: int = Field(description="Bytes that came over the line.")
    problem_count: int
    index_lastmod: str = Field(description="What its index says, as it is written there.")
    etag: str
    http_last_modified: str
    sha256: str
    generated_at: datetime | None
    last_read_at: datetime | None
    last_good_at: datetime | None = Field(description="The last read whose entries count.")


class SitemapFileList(Schema):
    """One page of sitemap files, in the order in which they were met."""

    sitemaps: list[SitemapFileRow]
    next_cursor: str | None


class ProblemSource(StrEnum):
    """Where a problem was met: by the last check as a whole, or in one sitemap file."""

    CHECK = "check"
    SITEMAP = "sitemap"


class ProblemRow(Schema):
    """One problem; `count` folds repeats of one code in one file together, and `line` is that of the first."""

    source: ProblemSource
    url: str = Field(description="The sitemap file; with source `check` the origin of the site, or its robots.txt.")
    sitemap_id: int | None
    code: str
    severity: str
    line: int | None
    lines: list[int] = Field(description="The first of the lines.")
    count: int
    detail: str = Field(description="Text of the file or the server; untrusted.")
    examples: list[str] = Field(description="The examples in `detail`, one by one; untrusted.")
    title: str
    meaning: str
    advice: str


class ProblemList(Schema):
    """One page of problems: those of the last check, then file after file."""

    problems: list[ProblemRow]
    next_cursor: str | None


class SnapshotRow(Schema):
    """One read of all sitemaps. The counts of moves are null where there was nothing to compare with."""

    id: int
    taken_at: datetime
    complete: bool
    entries: int
    with_lastmod: int
    lastmod_share: float | None
    out_of_scope: int
    moved: int | None = Field(description="Entries whose lastmod became later.")
    appeared: int | None = Field(description="New entries.")
    vanished: int | None = Field(description="Entries that are gone.")
    backwards: int | None = Field(description="Entries whose lastmod became earlier.")
    format_only: int | None = Field(description="Entries whose lastmod is the same time, written otherwise.")
    files_read: int
    files_failed: int
    files_left: int
    byte_count: int = Field(description="Bytes of the stored snapshot.")


class SnapshotList(Schema):
    """One page of snapshots, newest first."""

    snapshots: list[SnapshotRow]
    next_cursor: str | None
