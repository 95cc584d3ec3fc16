"""All tables of words, by kind of code."""

from __future__ import annotations

from collections.abc import Mapping

from sitemaps_app.wording.account import ACCOUNT, STAGES
from sitemaps_app.wording.acts import ACTS, ROLES
from sitemaps_app.wording.adding import DELIMITERS, LINE_KINDS, LINE_OUTCOMES, TABLE_REFUSALS
from sitemaps_app.wording.api import API_OPERATIONS, API_PARAMETERS, API_PROBLEMS, KEY_SCOPES, KEY_STATES
from sitemaps_app.wording.code_words import Words
from sitemaps_app.wording.events import ALARMS, EVENTS, GENERATOR_CHANGES, PRECISIONS
from sitemaps_app.wording.evidence import (
    CHANGED_IN,
    DIFF_KINDS,
    FLICKER,
    IGNORED_REASONS,
    LASTMOD_CHANGES,
    LASTMOD_STATUSES,
    SECOND_READ_REASONS,
    VISIT_REASONS,
)
from sitemaps_app.wording.exports import DUE_REASONS, REFUSALS
from sitemaps_app.wording.failure_modes import FAILURE_MODES
from sitemaps_app.wording.files import AGES, FILE_KINDS, FILE_SOURCES, OUTCOMES, SEVERITIES
from sitemaps_app.wording.generators import GENERATOR_MARKS, GENERATORS
from sitemaps_app.wording.problems_entries import ENTRY_PROBLEMS
from sitemaps_app.wording.problems_network import NETWORK_PROBLEMS
from sitemaps_app.wording.problems_pages import PAGE_PROBLEMS
from sitemaps_app.wording.problems_sitemaps import SITEMAP_PROBLEMS
from sitemaps_app.wording.reasons import REASONS
from sitemaps_app.wording.signals import SIGNAL_STATES, SIGNALS
from sitemaps_app.wording.site_settings import SECTION_RULES, SITE_SETTINGS
from sitemaps_app.wording.sitemap_checks import (
    SITEMAP_CHECK_REFUSALS,
    SITEMAP_CHECK_SOURCES,
    SITEMAP_CHECK_STAGES,
    SITEMAP_CHECK_STATES,
)
from sitemaps_app.wording.trends import TRENDS
from sitemaps_app.wording.verdict_states import VERDICT_STATES
from sitemaps_app.wording.verdicts import CHECK_OUTCOMES, CHECK_STATES, VERDICTS

TABLES: Mapping[str, Mapping[str, Words]] = {
    "verdicts": VERDICTS,
    "failure_modes": FAILURE_MODES,
    "reasons": REASONS,
    "problems": {**NETWORK_PROBLEMS, **SITEMAP_PROBLEMS, **ENTRY_PROBLEMS, **PAGE_PROBLEMS},
    "severities": SEVERITIES,
    "outcomes": OUTCOMES,
    "file_kinds": FILE_KINDS,
    "file_sources": FILE_SOURCES,
    "stages": STAGES,
    "account": ACCOUNT,
    "check_states": CHECK_STATES,
    "check_outcomes": CHECK_OUTCOMES,
    "events": EVENTS,
    "generator_changes": GENERATOR_CHANGES,
    "alarms": ALARMS,
    "verdict_states": VERDICT_STATES,
    "trends": TRENDS,
    "generators": GENERATORS,
    "generator_marks": GENERATOR_MARKS,
    "precisions": PRECISIONS,
    "visit_reasons": VISIT_REASONS,
    "lastmod_changes": LASTMOD_CHANGES,
    "lastmod_statuses": LASTMOD_STATUSES,
    "signals": SIGNALS,
    "signal_states": SIGNAL_STATES,
    "changed_in": CHANGED_IN,
    "diff_kinds": DIFF_KINDS,
    "ignored_reasons": IGNORED_REASONS,
    "second_read_reasons": SECOND_READ_REASONS,
    "flicker": FLICKER,
    "ages": AGES,
    "due_reasons": DUE_REASONS,
    "refusals": REFUSALS,
    "acts": ACTS,
    "roles": ROLES,
    "line_outcomes": LINE_OUTCOMES,
    "line_kinds": LINE_KINDS,
    "table_refusals": TABLE_REFUSALS,
    "delimiters": DELIMITERS,
    "site_settings": SITE_SETTINGS,
    "section_rules": SECTION_RULES,
    "key_scopes": KEY_SCOPES,
    "key_states": KEY_STATES,
    "api_operations": API_OPERATIONS,
    "api_parameters": API_PARAMETERS,
    "api_problems": API_PROBLEMS,
    "sitemap_check_sources": SITEMAP_CHECK_SOURCES,
    "sitemap_check_states": SITEMAP_CHECK_STATES,
    "sitemap_check_stages": SITEMAP_CHECK_STAGES,
    "sitemap_check_refusals": SITEMAP_CHECK_REFUSALS,
}
