"""The trust of each section over the last checks, as small lines. One query for all sections of a page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime, timedelta

from sitemaps_app.charts import Svg
from sitemaps_app.models import Site
from sitemaps_app.views.presenters.charts import trust_sparkline

DAYS = 60


def section_lines(site: Site, sections: Collection[str], *, now: datetime) -> dict[str, Svg]:
    """A line for each of the sections that was measured at least twice in the last 60 days."""
    found = site.assessments.shown().filter(section__in=list(sections), at__gte=now - timedelta(days=DAYS), preliminary=False)
    points: dict[str, list[tuple[datetime, float | None]]] = defaultdict(list)
    for section, at, trust in found.order_by("at").values_list("section", "at", "trust"):
        points[section].append((at, trust))
    return {section: trust_sparkline(values) for section, values in points.items() if len(values) > 1}
