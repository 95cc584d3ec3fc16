"""One sitemap file with everything that is known of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from sitemaps_app.models import Site, SitemapFile
from sitemaps_app.views.presenters.problems import ProblemWords, problems_by_severity, severities_sentence
from sitemaps_app.views.presenters.tables import FileRow, file_rows
from sitemaps_app.wording import numbers, sentence, words

LOOKED_AT_CHECKS = 30
SHOWN_READS = 10
READ_LINES = frozenset({"file_read", "file_unchanged", "file_failed"})


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that is known. `text` is untrusted; `url` makes it a link, `code` shows it as it was sent, `at` is a time instead."""

    name: str
    text: str = ""
    url: str = ""
    code: bool = False
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class FileRead:
    """One read of the file, as a check told it."""

    at: datetime
    text: str
    check_url: str


@dataclass(frozen=True, slots=True)
class FilePage:
    """The page of one file. `sentence` says how the last read ended, and `reason` why it failed, "" where it did not."""

    row: FileRow
    sentence: str
    reason: str
    tone: str
    problems: tuple[ProblemWords, ...]
    problems_sentence: str
    facts: tuple[Fact, ...]
    reads: tuple[FileRead, ...]


def file_page(site: Site, file: SitemapFile) -> FilePage:
    """Everything that is stored of one file of a site."""
    (row,) = file_rows([file])
    severities = {str(problem.get("severity")) for problem in file.problems}
    failed = file.outcome in {"failed", "blocked", "not_a_sitemap"}
    reason = words("problems", file.failure_code) if file.failure_code else None
    return FilePage(
        row=row,
        sentence=str(words("outcomes", file.outcome).explanation),
        reason=f"{reason.explanation or reason.title} {reason.advice}".strip() if reason and failed else "",
        tone="error" if failed or "error" in severities else "warning" if "warning" in severities else "ok",
        problems=problems_by_severity(file.problems),
        problems_sentence=severities_sentence(file.problems),
        facts=tuple(_facts(site, file, row)),
        reads=file_reads(site, file),
    )


def file_reads(site: Site, file: SitemapFile) -> tuple[FileRead, ...]:
    """The last reads of a file, newest first, out of the accounts of the site's last checks."""
    found = [
        FileRead(check.began_at, sentence("account", str(line.get("code")), line.get("params")), reverse("check", args=[site.pk, check.pk]))
        for check in site.checks.order_by("-began_at", "-pk")[:LOOKED_AT_CHECKS]
        for line in check.account
        if line.get("code") in READ_LINES and (line.get("params") or {}).get("url") == file.url
    ]
    return tuple(found[:SHOWN_READS])


def children_of(file: SitemapFile) -> QuerySet[SitemapFile]:
    """The files that an index lists, as it listed them last; those that it no longer lists come last."""
    return file.children.order_by("-listed", "pk")


def _facts(site: Site, file: SitemapFile, row: FileRow) -> list[Fact]:
    parent = reverse("site_file", args=[site.pk, file.parent_id]) if file.parent_id else ""
    news = _("news")
    told = [
        Fact(_("Address"), file.url, url=file.url),
        Fact(_("Answered by"), file.final_url, url=file.final_url),
        Fact(_("Found in"), file.parent.url if file.parent else row.source, url=parent),
        Fact(_("Last read"), at=file.last_read_at),
        Fact(_("Last good read"), at=file.last_good_at),
        Fact(_("HTTP status"), str(file.http_status or "")),
        Fact(_("Kind"), f"{row.kind}, {news}" if file.is_news else row.kind),
        Fact(_("Entries"), "" if row.entries == numbers.DASH else row.entries),
        Fact(_("Size as sent"), row.size),
        Fact(_("Made"), at=file.generated_at),
        Fact("Last-Modified", file.http_last_modified, code=True),
        Fact("ETag", file.etag, code=True),
        Fact(_("lastmod in the index"), file.index_lastmod, code=True),
        Fact("SHA-256", file.sha256, code=True),
    ]
    return [fact for fact in told if fact.text or fact.at]
