"""Sections, sitemap files and visits as rows of their tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, IntegerField, QuerySet, Value, When

from sitemaps_app.charts import Svg
from sitemaps_app.models import Assessment, Site, SitemapFile
from sitemaps_app.views.presenters.counted import evidence_url
from sitemaps_app.views.presenters.problems import ProblemWords, problems_by_severity, severities_sentence
from sitemaps_app.views.presenters.section_lines import section_lines
from sitemaps_app.views.presenters.verdict import reason_sentences
from sitemaps_app.wording import numbers, words

SHOWN_PROBLEMS = 8


@dataclass(frozen=True, slots=True)
class SectionRow:
    """One section with its own verdict; `line` is its trust over the last checks, empty where there are none."""

    name: str
    verdict: str
    verdict_state: str
    preliminary: bool
    trust: str
    interval: str
    precision: str
    recall: str
    entries: str
    lastmod_share: str
    reasons: tuple[str, ...]
    evidence_url: str
    line: Svg


@dataclass(frozen=True, slots=True)
class FileRow:
    """One sitemap file and how its last read ended; `pk` leads to its page. `worst` is the severity of its worst problem, "" for none."""

    pk: int
    url: str
    outcome: str
    outcome_words: str
    outcome_explanation: str
    kind: str
    source: str
    entries: str
    size: str
    status: int | None
    last_read_at: datetime | None
    last_good_at: datetime | None
    index_lastmod: str
    listed: bool
    depth: int
    worst: str
    problems: tuple[ProblemWords, ...]
    problems_sentence: str
    more_problems: str


def current_sections(site: Site) -> QuerySet[Assessment]:
    """The sections of the current judgement, the largest first."""
    judged = site.current_assessment
    if judged is None:
        return site.assessments.none()
    return Assessment.objects.of_moment(judged).exclude(section="").order_by("-entries", "section")


def section_rows(site: Site, sections: Iterable[Assessment], *, now: datetime) -> list[SectionRow]:
    """Sections as rows."""
    listed = list(sections)
    lines = section_lines(site, [row.section for row in listed], now=now)
    return [
        SectionRow(
            name=path_of(site, row.section),
            verdict=row.verdict,
            verdict_state=row.state_at(now),
            preliminary=row.preliminary,
            trust=numbers.score(row.trust),
            interval=numbers.score_interval(row.trust_low, row.trust_high),
            precision=numbers.share(row.precision),
            recall=numbers.share(row.recall),
            entries=numbers.whole(row.entries),
            lastmod_share=numbers.share(row.lastmod_share),
            reasons=reason_sentences(row.reasons),
            evidence_url=evidence_url(site, section=row.section),
            line=lines.get(row.section, Svg("")),
        )
        for row in listed
    ]


def files_by_need(site: Site) -> QuerySet[SitemapFile]:
    """The sitemap files, those that need a look first, then in the order of the tree; files no longer listed last."""
    bad = Case(
        When(outcome__in=("failed", "blocked", "not_a_sitemap"), then=Value(0)),
        When(outcome="partial", then=Value(1)),
        default=Value(2),
        output_field=IntegerField(),
    )
    return site.sitemap_files.annotate(need=bad).order_by("-listed", "need", "depth", "pk")


def file_rows(files: Iterable[SitemapFile]) -> list[FileRow]:
    """Sitemap files as rows."""
    return [_file_row(row) for row in files]


def _file_row(row: SitemapFile) -> FileRow:
    outcome = words("outcomes", row.outcome)
    problems = problems_by_severity(row.problems)
    return FileRow(
        pk=row.pk,
        url=row.url,
        outcome=row.outcome or "none",
        outcome_words=str(outcome.title),
        outcome_explanation=str(outcome.explanation),
        kind=str(words("file_kinds", row.kind).title),
        source=str(words("file_sources", "index" if row.depth else row.source).title),
        entries=numbers.whole(row.entry_count) if row.last_good_at and row.kind != "index" else numbers.DASH,
        size=numbers.size(row.byte_count) if row.byte_count else "",
        status=row.http_status,
        last_read_at=row.last_read_at,
        last_good_at=row.last_good_at,
        index_lastmod=row.index_lastmod,
        listed=row.listed,
        depth=row.depth,
        worst=problems[0].severity if problems else "",
        problems=problems[:SHOWN_PROBLEMS],
        problems_sentence=problems[0].title if len(problems) == 1 else severities_sentence(row.problems),
        more_problems=numbers.whole(len(problems) - SHOWN_PROBLEMS) if len(problems) > SHOWN_PROBLEMS else "",
    )


def path_of(site: Site, url: str) -> str:
    """An address without the origin that stands above the table anyway; whole where it is of another origin."""
    return url.removeprefix(site.origin) or url
