"""A report as the JSON that programs read: the keys of `sitemap_report --json`, wherever it is offered."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sitemaps_app.formats.problems import Problem
from sitemaps_app.formats.sitemap import Child, Entry


def entry_object(entry: Entry) -> dict[str, Any]:
    """One entry. `lastmod` is the first instant of the period in UTC, None where there is no readable one."""
    lastmod = entry.lastmod
    return {
        "loc": entry.loc,
        "lastmod_raw": lastmod.raw if lastmod.raw or lastmod.problem else None,
        "lastmod": timestamp(lastmod.instant),
        "precision": lastmod.precision.name.lower() if lastmod.precision else None,
        "zone": lastmod.zone.value if lastmod.zone else None,
        "status": lastmod.status.value,
        "in_scope": entry.in_scope,
    }


def child_object(child: Child) -> dict[str, Any]:
    """One file that an index lists."""
    return {
        "loc": child.loc,
        "lastmod_raw": child.lastmod.raw if child.lastmod.raw or child.lastmod.problem else None,
        "lastmod": timestamp(child.lastmod.instant),
    }


def problem_object(problem: Problem) -> dict[str, Any]:
    """One problem."""
    return {
        "code": problem.code,
        "severity": problem.severity.value,
        "line": problem.line,
        "detail": problem.detail,
        "count": problem.count,
    }


def timestamp(moment: datetime | None) -> str | None:
    """ISO 8601 in UTC, as "2024-05-08T07:30:00Z"."""
    return moment.isoformat().replace("+00:00", "Z") if moment else None
