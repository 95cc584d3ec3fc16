"""What the API takes and answers about single sitemaps."""

from __future__ import annotations

from ninja import Schema
from pydantic import Field


class SitemapAddress(Schema):
    """A sitemap by its address."""

    url: str = Field(min_length=1, max_length=2_048, description="A sitemap, a robots.txt, or a host whose robots.txt names one.")


class ReportQuery(Schema):
    """How a body is to be judged."""

    url: str = Field("", max_length=2_048)


class ReportForm(Schema):
    """How much of a report is wanted."""

    entries: bool = True


class ReportState(Schema):
    """A report that is not ready yet."""

    id: int
    state: str = Field(description="`waiting` or `running`.")
    stage: str = Field(description="While it runs: `fetch`, `read` or `keep`.")
    bytes_read: int = Field(description="Of the text, unpacked.")
    bytes_total: int = Field(description="0 where nobody knows yet.")
    entries_read: int
    report: str = Field(description="The path to ask for until it answers 200.")
    page: str = Field(description="The path of the report's page.")


class ReportEntry(Schema):
    """One address of the sitemap."""

    loc: str
    lastmod_raw: str | None = Field(description="As it is written there.")
    lastmod: str | None = Field(description="The first instant of the period, in UTC.")
    precision: str | None = Field(description="year, month, day, minute, second or subsecond.")
    zone: str | None = Field(description="explicit or assumed.")
    status: str
    in_scope: bool


class ReportChild(Schema):
    """One file that an index lists."""

    loc: str
    lastmod_raw: str | None
    lastmod: str | None


class ReportProblem(Schema):
    """One problem; `count` folds repeats of one code together, and `line` is that of the first."""

    code: str
    severity: str
    line: int | None
    detail: str
    count: int


class SitemapReport(Schema):
    """What a sitemap says: the keys of `manage.py sitemap_report --json`."""

    source: str
    outcome: str
    kind: str
    entries: list[ReportEntry]
    children: list[ReportChild]
    problems: list[ReportProblem]
    entry_count: int
    dated_count: int
    is_news: bool
    extensions: dict[str, int]
