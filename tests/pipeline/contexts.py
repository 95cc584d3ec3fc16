"""A context as a stage gets it, without a check around it."""

from __future__ import annotations

from sitemaps_app.models import Check
from sitemaps_app.pipeline.context import CheckContext
from sitemaps_app.pipeline.sites import add_site
from tests.pipeline.web_of_tests import ORIGIN, MemoryWeb


def context_of(web: MemoryWeb) -> CheckContext:
    """The test's site (added if it is new) at the web's present time."""
    site = add_site(ORIGIN, now=web.now, due=False).site
    assert site is not None
    row = Check.objects.create(site=site, at=web.now, began_at=web.now)
    return CheckContext(site=site, check=row, now=web.now, fetcher=web, keep_lease=lambda: None, user_agent="LastmodTrust/test")
