"""Every case of a site: the whole road against a real server, into a real database."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import override_settings

from sitemaps_app.models import SitemapFile
from sitemaps_app.pipeline.once import OnceOptions, check_once
from sitemaps_app.pipeline.storage import snapshot_path
from sitemaps_app.snapshots import StoredEntry, read_entries
from tests.cases.case import NOW, SITE, Expected, absolute
from tests.cases.sites import SITES, SiteCase
from tests.loopback import LoopbackSite

pytestmark = pytest.mark.django_db
# What is told of a file because of others or of yesterday has tests of its own; here it counts only where the case names it.
BY_THE_WALK = frozenset({"child_failed", "index_lastmod_mismatch", "index_lastmod_moves_alone", "sitemap_shrunk"})


@pytest.fixture(autouse=True)
def _storage(tmp_path: Path) -> Iterator[None]:
    with override_settings(STORAGE_FOLDER=tmp_path / "storage"):
        yield


def seen(entry: StoredEntry) -> Expected:
    lastmod = entry.lastmod
    moment = lastmod.instant.isoformat().replace("+00:00", "Z") if lastmod.instant else None
    precision = lastmod.precision.name.lower() if lastmod.precision else None
    return Expected(
        entry.loc or entry.key, moment, precision, lastmod.zone.value if lastmod.zone else None, lastmod.status.value, entry.in_scope
    )


def by_address(entries: tuple[Expected, ...]) -> dict[str, Expected]:
    assert len({entry.loc for entry in entries}) == len(entries)
    return {entry.loc: entry for entry in entries}


@pytest.mark.parametrize("case", SITES, ids=lambda case: case.name)
def test_a_site_is_read_as_it_is_meant(case: SiteCase) -> None:
    with LoopbackSite() as web, override_settings(LASTMOD_FETCH_SECONDS=case.seconds):
        options = OnceOptions(pages=case.pages, proxy=web.proxy, allow_networks=("127.0.0.0/8",))
        if case.before:
            web.routes = dict(case.before)
            yesterday = NOW - timedelta(days=1)
            check_once(case.target, OnceOptions(0, yesterday, options.proxy, options.allow_networks), wall=lambda: yesterday)
        web.requests.clear()
        web.routes = dict(case.routes)
        result = check_once(case.target, OnceOptions(case.pages, NOW, options.proxy, options.allow_networks), wall=lambda: NOW)
    asked = [request.target for request in web.requests if request.target != f"{SITE}/robots.txt"]
    assert result.check is not None
    assert result.site is not None
    assert result.check.outcome == case.outcome
    snapshot = result.site.current_snapshot
    entries = tuple(map(seen, read_entries(snapshot_path(snapshot.path)))) if snapshot else ()
    assert by_address(entries) == by_address(case.entries)
    files = {row.url.removeprefix(SITE): (row.outcome, frozenset(p["code"] for p in row.problems)) for row in SitemapFile.objects.all()}
    for path, (outcome, codes) in case.files.items():
        assert files[path][0] == outcome, path
        assert files[path][1] - (BY_THE_WALK - codes) == codes, path
    assert set(asked) == set(map(absolute, case.asked))
    assert len(asked) <= (case.most or 2 * len(case.asked))
    if case.before:
        assert snapshot is not None
        is_new = snapshot.taken_at >= NOW
        assert (snapshot.vanished if is_new else None) == case.vanished
    assert {line["code"] for line in result.check.account} >= set(case.account)


def test_every_case_has_a_name_of_its_own() -> None:
    assert len({case.name for case in SITES}) == len(SITES)
