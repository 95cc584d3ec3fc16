"""The tables of words as `docs/codes.md`, in both languages."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils import translation

from sitemaps_app.wording.code_words import Words
from sitemaps_app.wording.tables import TABLES

OPENING = """# Codes

Made from `sitemaps_app/wording` by `python -m sitemaps_app.wording`; edit the words there. Codes are stable: one is never renamed, and
never gets another meaning. `%(name)s` stands for a parameter that comes with the code. Codes of the form `http_NNN` are HTTP statuses.
"""
HEADINGS = {
    "verdicts": "Verdicts",
    "failure_modes": "Failure modes",
    "reasons": "Reasons of a verdict",
    "problems": "Problems of fetches, sitemap files, entries and pages",
    "severities": "Severities of problems",
    "outcomes": "Outcomes of reading a sitemap file",
    "file_kinds": "Kinds of sitemap files",
    "file_sources": "Where a sitemap file was found",
    "stages": "Stages of a check",
    "account": "Lines of the account of a check",
    "check_states": "States of a check",
    "check_outcomes": "Outcomes of a check (beside them, any problem)",
    "events": "Events",
    "generator_changes": "Kinds of `generator_changed` and `site_changed`",
    "alarms": "Kinds of `alarm`",
    "verdict_states": "States of a verdict",
    "trends": "What became of a site within a week",
    "generators": "Programs that make sites",
    "generator_marks": "Marks of such programs",
    "precisions": "Precisions of a date",
    "visit_reasons": "Why a page was visited",
    "lastmod_changes": "What lastmod did between two snapshots",
    "lastmod_statuses": "What a lastmod is worth",
    "signals": "Tests of a site's signals",
    "signal_states": "Results of a test of a signal",
    "changed_in": "Where a page changed",
    "diff_kinds": "Parts of a diff",
    "ignored_reasons": "Why a part of a page that differs is ignored",
    "second_read_reasons": "Why a page was read a second time",
    "flicker": "Kinds of flicker",
    "ages": "Bins of the distribution of lastmod",
    "due_reasons": "Reasons in a due list",
    "refusals": "Refusals of a due list",
    "roles": "Roles of people",
    "acts": "Acts in the audit log",
    "line_outcomes": "What became of a line of a list of sites",
    "line_kinds": "As what a line was understood",
    "table_refusals": "Why a table of sites is refused",
    "delimiters": "What parts the columns of a table",
    "site_settings": "Settings of a site",
    "section_rules": "Ways to part a site into sections",
    "key_scopes": "Scopes of API keys",
    "key_states": "States of API keys",
    "api_operations": "Operations of the API",
    "api_parameters": "Parameters of the API",
    "api_problems": "Problems that the API answers with",
    "sitemap_check_sources": "How a sitemap was given to be checked alone",
    "sitemap_check_states": "States of the check of a single sitemap",
    "sitemap_check_stages": "Stages of the check of a single sitemap",
    "sitemap_check_refusals": "Refusals of the check of a single sitemap",
}


def codes_document() -> str:
    """The whole document, ending in a newline; the same tables give the same text."""
    return "\n".join([OPENING, *(line for kind in TABLES for line in _section(kind))])


def _section(kind: str) -> Iterator[str]:
    yield f"## {HEADINGS[kind]}\n"
    yield "| code | English | 中文 |"
    yield "|---|---|---|"
    for code, words in TABLES[kind].items():
        if code:
            yield f"| `{code}` | {_cell(words, 'en')} | {_cell(words, 'zh-hans')} |"
    yield ""


def _cell(words: Words, language: str) -> str:
    with translation.override(language):
        title, *rest = (str(text) for text in (words.title, words.explanation, words.cause, words.advice) if text)
    shown = " ".join([f"**{title}**" if rest else title, *rest])
    return shown.replace("%%", "%").replace("|", "\\|")
