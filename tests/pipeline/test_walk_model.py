"""Days of random luck with an index and its files: what a site's snapshot holds is what a simple model says, and no file is asked twice."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sitemaps_app.models import Site, SitemapFile
from tests.pipeline.web_of_tests import ORIGIN, MemoryWeb, Served, check, current_entries, dated_index, robots, the_site, urlset

pytestmark = pytest.mark.django_db
FILES = tuple(f"/{n}.xml" for n in range(5))
HTML = Served(b"<!doctype html><html><title>Oops</title></html>", headers={"content-type": "text/html"})

fates = st.sampled_from(["ok", "ok", "ok", "cut", "cut", "cut", "404", "503", "html", "no answer", "empty"])
days = st.fixed_dictionaries(
    {
        "listed": st.sets(st.sampled_from(FILES), min_size=1),
        "index": st.sampled_from(["ok", "ok", "ok", "503", "html", "no answer"]),
        "fates": st.fixed_dictionaries(dict.fromkeys(FILES, fates)),
        "edition": st.integers(1, 3),
        "budget": st.sampled_from([3, 4, 99]),
        "etags": st.booleans(),
    }
)


@dataclass
class Model:
    """What must be stored: the entries of each file that is listed, from its last good read that came into a snapshot."""

    listed: set[str] = field(default_factory=set)
    kept: dict[str, dict[str, str]] = field(default_factory=dict)
    ever_stored: bool = False

    def day(self, day: dict[str, object], contents: dict[str, dict[str, str]], asked: set[str]) -> None:
        lists, luck = day["listed"], day["fates"]
        assert isinstance(lists, set)
        assert isinstance(luck, dict)
        is_index_good = day["index"] == "ok"
        if is_index_good:
            self.listed = set(lists)
        good = {name for name in self.listed & asked if luck[name] in {"ok", "cut"}}
        if not good:
            return
        fresh = {}
        for name in self.listed:
            old = self.kept.get(name, {})
            if name in good and luck[name] == "ok":
                fresh[name] = contents[name]
            elif name in good:
                fresh[name] = {**old, **contents[name]}
            else:
                fresh[name] = old
        self.kept, self.ever_stored = fresh, True

    @property
    def entries(self) -> dict[str, str]:
        return {path: lastmod for entries in self.kept.values() for path, lastmod in entries.items()}


def contents_of(name: str, edition: int) -> dict[str, str]:
    """Entries that stay, move and go from edition to edition."""
    number = name.strip("/.xml")
    return {f"/{number}-a": "2026-01-01", f"/{number}-b": f"2026-01-0{edition}", f"/{number}-only-{edition}": "2026-01-01"}


def served(body: bytes, fate: str, *, etags: bool) -> Served | str:
    match fate:
        case "404" | "503":
            return Served(b"no", status=int(fate))
        case "html":
            return HTML
        case "no answer":
            return "fetch_timeout"
        case "empty":
            return Served(b" ")
        case "cut":
            return Served(body, truncated=True)
    return Served(body, headers={"etag": f'"{hashlib.sha256(body).hexdigest()[:8]}"'} if etags else {})


@given(st.lists(days, min_size=2, max_size=5))
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_the_snapshot_holds_what_the_model_says(story: list[dict[str, object]]) -> None:
    web, model = MemoryWeb(), Model()
    web.pages[f"{ORIGIN}/robots.txt"] = robots(f"Sitemap: {ORIGIN}/sitemap.xml")
    with transaction.atomic():
        for number, day in enumerate(story):
            lists, luck, edition, etags = day["listed"], day["fates"], day["edition"], day["etags"]
            assert isinstance(lists, set)
            assert isinstance(luck, dict)
            assert isinstance(edition, int)
            assert isinstance(etags, bool)
            contents = {name: contents_of(name, edition) for name in FILES}
            index = dated_index(dict.fromkeys(sorted(lists), ""))
            web.pages[f"{ORIGIN}/sitemap.xml"] = served(index, str(day["index"]), etags=etags)
            for name in FILES:
                body = urlset(contents[name], closed=luck[name] != "cut")
                web.pages[ORIGIN + name] = served(body, luck[name], etags=etags)
            web.asked.clear()
            budget = day["budget"]
            assert isinstance(budget, int)
            check(web, days=number, pages=0, files=budget)
            assert len(web.asked) == len(set(web.asked)) <= budget + 1
            model.day(day, contents, {url.removeprefix(ORIGIN) for url in web.asked})
            assert (the_site().current_snapshot is not None) == model.ever_stored
            if model.ever_stored:
                assert current_entries() == model.entries
                in_tree = set(SitemapFile.objects.filter(listed=True, depth=1).values_list("url", flat=True))
                assert {url.removeprefix(ORIGIN) for url in in_tree} == model.listed
        Site.objects.all().delete()
