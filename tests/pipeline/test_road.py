"""The whole road over a web in memory: what a check leaves behind, day by day, and what it never loses."""

from __future__ import annotations

import pytest

from sitemaps_app.models import Assessment, Check, Comparison, Event, Page, PageLastmod, SitemapFile, Snapshot, Visit
from sitemaps_app.models.check import CheckState
from sitemaps_app.pipeline import leases, road
from sitemaps_app.pipeline.assess import assess_site
from sitemaps_app.pipeline.context import CheckContext
from sitemaps_app.pipeline.deletion import delete_sites
from sitemaps_app.pipeline.sites import add_site, delete_site
from tests.pipeline.web_of_tests import (
    DAY_0,
    ORIGIN,
    MemoryWeb,
    Served,
    check,
    current_entries,
    index,
    page,
    robots,
    site_with,
    the_site,
    told,
    urlset,
)

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def web() -> MemoryWeb:
    web = MemoryWeb()
    site_with(web, {"/a": "2026-02-01", "/b": "2026-02-02", "/c": ""})
    return web


def test_a_first_check_leaves_a_snapshot_a_panel_visits_and_an_assessment(web: MemoryWeb) -> None:
    done = check(web)
    assert done.state == CheckState.DONE
    assert done.outcome == "ok"
    assert told(done)[0] == "robots_read"
    assert current_entries() == {"/a": "2026-02-01", "/b": "2026-02-02", "/c": ""}
    assert Page.objects.count() == Visit.objects.filter(comparable=True).count() == 3
    assert Comparison.objects.count() == 0
    assert Assessment.objects.get(section="").verdict == "insufficient"
    site = the_site()
    assert site.current_assessment is not None
    assert site.lease_token == ""
    assert site.next_check_at is not None
    assert site.next_check_at > DAY_0


def test_a_move_with_a_changed_page_and_a_change_without_a_move_are_told_apart(web: MemoryWeb) -> None:
    check(web)
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(urlset({"/a": "2026-03-02", "/b": "2026-02-02", "/c": ""}))
    web.pages[f"{ORIGIN}/a"] = page("About /a", "This is now about something else entirely.", "It says nothing more than that.")
    web.pages[f"{ORIGIN}/b"] = page("About /b", "This changed as well, but nobody said so.", "It says nothing more than that.")
    check(web, days=1)
    seen = {c.page.url.removeprefix(ORIGIN): (c.moves, c.changed, c.has_lastmod) for c in Comparison.objects.all()}
    assert seen == {"/a": (1, True, True), "/b": (0, True, True), "/c": (0, False, False)}
    assert all(c.diff for c in Comparison.objects.filter(changed=True)), "what differed must be kept for people to see"


def test_moves_between_two_visits_are_counted_over_all_snapshots_in_between(web: MemoryWeb) -> None:
    check(web)
    for day in (1, 2, 3):
        web.pages[f"{ORIGIN}/sitemap.xml"] = Served(urlset({"/a": f"2026-03-0{day + 1}", "/b": "2026-02-02", "/c": ""}))
        check(web, days=day, pages=0)
    check(web, days=4)
    assert Comparison.objects.get(page__url=f"{ORIGIN}/a").moves == 3
    assert Comparison.objects.get(page__url=f"{ORIGIN}/a").gap_days == pytest.approx(4.0)


def test_a_notation_that_changes_is_no_move(web: MemoryWeb) -> None:
    check(web)
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(urlset({"/a": "2026-02-01T05:00:00Z", "/b": "2026-02-02", "/c": ""}))
    check(web, days=1)
    snapshot = the_site().current_snapshot
    assert snapshot is not None
    assert (snapshot.moved, snapshot.format_only) == (0, 1)
    assert PageLastmod.objects.filter(page__url=f"{ORIGIN}/a").values_list("change", flat=True)[1] == "format_only"


def test_a_file_that_fails_keeps_its_last_good_entries_and_nothing_counts_as_removed(web: MemoryWeb) -> None:
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(index(f"{ORIGIN}/one.xml", f"{ORIGIN}/two.xml"))
    web.pages[f"{ORIGIN}/one.xml"] = Served(urlset({"/a": "2026-02-01"}))
    web.pages[f"{ORIGIN}/two.xml"] = Served(urlset({"/b": "2026-02-02"}))
    check(web)
    web.pages[f"{ORIGIN}/one.xml"] = Served(urlset({"/a": "2026-03-01"}))
    web.pages[f"{ORIGIN}/two.xml"] = "fetch_timeout"
    done = check(web, days=1)
    assert done.outcome == "partial"
    assert current_entries() == {"/a": "2026-03-01", "/b": "2026-02-02"}
    snapshot = the_site().current_snapshot
    assert snapshot is not None
    assert (snapshot.complete, snapshot.moved, snapshot.vanished) == (False, 1, None)
    assert SitemapFile.objects.get(url=f"{ORIGIN}/two.xml").failure_code == "fetch_timeout"


def test_a_cut_file_updates_what_it_still_says_and_keeps_the_rest(web: MemoryWeb) -> None:
    check(web)
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(urlset({"/a": "2026-03-01"}, closed=False), truncated=True)
    assert check(web, days=1).outcome == "partial"
    assert current_entries() == {"/a": "2026-03-01", "/b": "2026-02-02", "/c": ""}


@pytest.mark.parametrize(
    "answer",
    [
        Served(b"  \n", headers={"content-type": "application/xml"}),
        Served(b"<!doctype html><html><body><h1>Page not found</h1></body></html>", headers={"content-type": "text/html"}),
        Served(b"", status=404),
        Served(b"busy", status=503),
        "connect_failed",
    ],
    ids=["empty", "html", "404", "503", "no connection"],
)
def test_no_bad_answer_replaces_what_is_stored(web: MemoryWeb, answer: Served | str) -> None:
    check(web)
    before = the_site().current_snapshot
    web.pages[f"{ORIGIN}/sitemap.xml"] = answer
    done = check(web, days=1)
    assert done.outcome not in {"ok", "partial", ""}
    assert the_site().current_snapshot == before
    assert current_entries() == {"/a": "2026-02-01", "/b": "2026-02-02", "/c": ""}
    assert "snapshot_kept" in told(done)


def test_an_outage_is_an_event_once_and_its_end_another(web: MemoryWeb) -> None:
    check(web)
    good = web.pages[f"{ORIGIN}/robots.txt"]
    web.pages[f"{ORIGIN}/robots.txt"] = "host_unknown"
    for day in (1, 2):
        assert check(web, days=day).outcome == "host_unknown"
    web.pages[f"{ORIGIN}/robots.txt"] = good
    check(web, days=3)
    assert list(Event.objects.order_by("at").values_list("code", flat=True)) == ["unreachable", "recovered"]


def test_a_robots_txt_that_answers_503_stops_everything_else(web: MemoryWeb) -> None:
    web.pages[f"{ORIGIN}/robots.txt"] = Served(b"busy", status=503)
    assert check(web).outcome == "robots_unreachable"
    assert web.asked == [f"{ORIGIN}/robots.txt"]


def test_pages_that_robots_txt_forbids_are_never_fetched(web: MemoryWeb) -> None:
    web.pages[f"{ORIGIN}/robots.txt"] = robots("Disallow: /a", f"Sitemap: {ORIGIN}/sitemap.xml")
    done = check(web)
    assert f"{ORIGIN}/a" not in web.asked
    assert "visits_skipped_by_robots" in told(done)
    assert Page.objects.get(url=f"{ORIGIN}/a").retired_reason == "robots"


def test_an_unchanged_sitemap_is_asked_for_conditionally_and_keeps_its_entries(web: MemoryWeb) -> None:
    body = urlset({"/a": "2026-02-01", "/b": "2026-02-02", "/c": ""})
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(body, headers={"etag": '"v1"'})
    check(web)
    done = check(web, days=1)
    assert f"{ORIGIN}/sitemap.xml" in web.conditional
    assert "file_unchanged" in told(done)
    assert len(current_entries()) == 3
    snapshot = the_site().current_snapshot
    assert snapshot is not None
    assert (snapshot.complete, snapshot.moved, snapshot.vanished) == (True, 0, 0)


def test_a_page_that_answers_304_is_compared_as_unchanged(web: MemoryWeb) -> None:
    for path in ("/a", "/b", "/c"):
        served = web.pages[f"{ORIGIN}{path}"]
        assert isinstance(served, Served)
        web.pages[f"{ORIGIN}{path}"] = Served(served.body, headers={**served.headers, "etag": f'"{path}"'})
    check(web)
    check(web, days=1)
    assert Visit.objects.filter(not_modified=True).count() == 3
    assert list(Comparison.objects.values_list("changed", flat=True)) == [False] * 3


def test_a_page_that_is_gone_leaves_the_panel_and_another_takes_its_place(web: MemoryWeb) -> None:
    site_with(web, {f"/p{n}": "2026-02-01" for n in range(6)})
    check(web)
    site = the_site()
    site.panel_size = 3
    site.save()
    Page.objects.all().delete()
    web.pages[f"{ORIGIN}/p0"] = Served(status=404)
    web.pages[f"{ORIGIN}/p1"] = Served(status=410)
    check(web, days=1)
    for n in (0, 1):
        lost = Page.objects.filter(url=f"{ORIGIN}/p{n}").first()
        assert lost is None or lost.retired_at is not None
    assert Page.objects.filter(retired_at__isnull=True).count() == 3


def test_errors_of_pages_are_not_comparable_and_never_a_change(web: MemoryWeb) -> None:
    check(web)
    good = web.pages[f"{ORIGIN}/a"]
    web.pages[f"{ORIGIN}/a"] = Served(b"<html><body>Bad gateway</body></html>", status=502, headers={"content-type": "text/html"})
    check(web, days=1)
    web.pages[f"{ORIGIN}/a"] = good
    check(web, days=2)
    assert list(Comparison.objects.filter(page__url=f"{ORIGIN}/a").values_list("changed", "gap_days")) == [(False, pytest.approx(2.0))]


def test_an_index_that_lists_itself_ends(web: MemoryWeb) -> None:
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(index(f"{ORIGIN}/sitemap.xml", f"{ORIGIN}/loop.xml", f"{ORIGIN}/one.xml"))
    web.pages[f"{ORIGIN}/loop.xml"] = Served(index(f"{ORIGIN}/sitemap.xml"))
    web.pages[f"{ORIGIN}/one.xml"] = Served(urlset({"/a": "2026-02-01"}))
    assert check(web).outcome == "ok"
    assert web.asked.count(f"{ORIGIN}/sitemap.xml") == 1
    assert current_entries() == {"/a": "2026-02-01"}


def test_a_budget_of_files_leaves_files_and_says_so(web: MemoryWeb) -> None:
    site_with(web, {f"/p{n}": "2026-02-01" for n in range(4)})
    names = [f"{ORIGIN}/{n}.xml" for n in range(4)]
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(index(*names))
    for n, name in enumerate(names):
        web.pages[name] = Served(urlset({f"/p{n}": "2026-02-01"}))
    done = check(web, files=3)
    assert done.outcome == "partial"
    assert "files_left" in told(done)
    snapshot = the_site().current_snapshot
    assert snapshot is not None
    assert (snapshot.entries, snapshot.files_left, snapshot.complete) == (2, 2, False)


def test_without_any_hint_the_usual_places_are_tried_and_the_right_one_is_remembered(web: MemoryWeb) -> None:
    web.pages[f"{ORIGIN}/robots.txt"] = Served(status=404)
    web.pages[f"{ORIGIN}/wp-sitemap.xml"] = web.pages.pop(f"{ORIGIN}/sitemap.xml")
    assert check(web).outcome == "ok"
    web.asked.clear()
    assert check(web, days=1).outcome == "ok"
    assert [url for url in web.asked if "sitemap" in url] == [f"{ORIGIN}/wp-sitemap.xml"]
    assert list(SitemapFile.objects.values_list("url", flat=True)) == [f"{ORIGIN}/wp-sitemap.xml"]


def test_a_site_without_any_sitemap_says_so_and_what_was_tried(web: MemoryWeb) -> None:
    web.pages = {}
    done = check(web)
    assert done.outcome == "no_sitemap_found"
    assert "nothing_read" in told(done)


def test_a_check_repeated_at_the_same_moment_is_put_just_after_it(web: MemoryWeb) -> None:
    check(web)
    check(web)
    assert Snapshot.objects.count() == 2


def test_a_check_that_was_killed_between_visits_and_comparisons_loses_nothing(web: MemoryWeb, monkeypatch: pytest.MonkeyPatch) -> None:
    check(web)
    web.pages[f"{ORIGIN}/a"] = page("About /a", "This is now about something else entirely.", "It says nothing more than that.")

    class KilledError(BaseException):
        """What no handler of ours may catch."""

    def killed(_: object) -> None:
        raise KilledError

    with monkeypatch.context() as patch:
        patch.setattr("sitemaps_app.pipeline.visit.compare_visits", killed)
        with pytest.raises(KilledError):
            check(web, days=1)
    assert Comparison.objects.count() == 0
    check(web, days=2)
    assert Comparison.objects.filter(changed=True).count() == 1
    assert Comparison.objects.count() == 6
    assert Check.objects.filter(state=CheckState.INTERRUPTED).count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_site_that_is_deleted_while_it_is_checked_ends_the_check_quietly(web: MemoryWeb) -> None:
    site = add_site(ORIGIN, now=DAY_0, due=False).site
    assert site is not None
    lease = leases.take(site.pk, wall=DAY_0, seconds=60)
    assert lease is not None

    def delete_under_way(url: str) -> None:
        if url.endswith("/sitemap.xml"):
            delete_site(site)

    web.before = delete_under_way
    request = road.CheckRequest(lease=lease, now=DAY_0, fetcher=web, wall=lambda: DAY_0, lease_seconds=60, user_agent="t")
    assert road.check(request) is None
    assert not Snapshot.objects.exists()
    assert not Check.objects.exists()


def test_a_check_whose_site_is_deleted_so_that_it_can_be_undone_ends_quietly_and_runs_no_more(
    web: MemoryWeb, monkeypatch: pytest.MonkeyPatch
) -> None:
    def delete_and_judge(context: CheckContext) -> None:
        delete_sites([context.site.pk], now=DAY_0)
        assess_site(context)

    monkeypatch.setattr("sitemaps_app.pipeline.road.assess_site", delete_and_judge)
    site = add_site(ORIGIN, now=DAY_0, due=False).site
    assert site is not None
    lease = leases.take(site.pk, wall=DAY_0, seconds=60)
    assert lease is not None
    request = road.CheckRequest(lease=lease, now=DAY_0, fetcher=web, wall=lambda: DAY_0, lease_seconds=60, user_agent="t")
    assert road.check(request) is None
    assert not Assessment.objects.exists(), "a deleted site is not judged"
    assert Check.objects.get().state == CheckState.INTERRUPTED


def test_a_fault_of_ours_is_recorded_and_raised_and_the_site_is_tried_again_later(web: MemoryWeb, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("sitemaps_app.pipeline.road.assess_site", broken)
    with pytest.raises(ZeroDivisionError):
        check(web)
    assert Check.objects.get().state == CheckState.FAILED
    site = the_site()
    assert site.lease_token == ""
    assert site.next_check_at is not None
    assert site.next_check_at > DAY_0


def test_assessing_again_from_the_stored_rows_gives_the_stored_numbers(web: MemoryWeb) -> None:
    from scoring.verdict import assess
    from sitemaps_app.pipeline.evidence import gather_evidence

    for day in range(4):
        web.pages[f"{ORIGIN}/sitemap.xml"] = Served(urlset({"/a": f"2026-03-0{day + 1}", "/b": "2026-02-02", "/c": ""}))
        web.pages[f"{ORIGIN}/a"] = page("About /a", f"Edition number {day} of this page.", "It says nothing more than that.")
        check(web, days=day)
    site = the_site()
    for stored in Assessment.objects.filter(section=""):
        again = assess(gather_evidence(site, now=stored.at), now=stored.at, seed=site.seed).site
        assert again.verdict == stored.verdict
        assert (again.precision.median if again.precision else None) == stored.precision


def test_a_page_that_takes_a_lost_pages_place_counts_for_no_more_than_that_one_did(web: MemoryWeb) -> None:
    site_with(web, {f"/p{n}": "2026-02-01" for n in range(120)})
    check(web)
    first = set(Page.objects.values_list("pk", flat=True))
    chances = set(Page.objects.values_list("inclusion_probability", flat=True))
    lost = Page.objects.order_by("key")[0]
    web.pages[lost.url] = Served(status=404)
    for day in range(1, 5):
        check(web, days=day)
    replacements = Page.objects.exclude(pk__in=first)
    assert replacements.count() == 1
    assert replacements[0].inclusion_probability >= min(chances)


def test_a_change_that_a_cached_sitemap_shows_one_check_later_counts_as_caught(web: MemoryWeb) -> None:
    from sitemaps_app.pipeline.evidence import gather_evidence

    check(web)
    web.pages[f"{ORIGIN}/a"] = page("About /a", "This is now about something else entirely.", "It says nothing more than that.")
    check(web, days=2 / 24)
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(urlset({"/a": "2026-03-01T07:00:00Z", "/b": "2026-02-02", "/c": ""}))
    done = check(web, days=4 / 24)
    evidence = gather_evidence(the_site(), now=done.at)
    seen = [(c.moves, c.changed) for c in evidence.comparisons if c.changed or c.moves]
    assert seen == [(1, True)]
    assert evidence.move_delays == (pytest.approx(2.0),)
    assert "lastmod_comes_late" in [reason["code"] for reason in Assessment.objects.get(section="", at=done.at).reasons]


def test_the_publication_dates_of_a_feed_are_no_lastmod(web: MemoryWeb) -> None:
    posts = "".join(f"<item><link>{ORIGIN}{path}</link><pubDate>Sun, 01 Feb 2026 10:00:00 GMT</pubDate></item>" for path in ("/a", "/b"))
    feed = f'<?xml version="1.0"?><rss version="2.0"><channel><link>{ORIGIN}/</link>{posts}</channel></rss>'
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(feed.encode(), headers={"content-type": "application/rss+xml"})
    assert check(web).outcome == "ok"
    assert current_entries() == {"/a": "", "/b": ""}
    assert Assessment.objects.get(section="").verdict == "no_lastmod"
    assert "feed_publication_date" in {problem["code"] for problem in SitemapFile.objects.get().problems}


def test_a_dead_child_that_leads_back_to_its_index_is_not_read_as_one(web: MemoryWeb) -> None:
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(index(f"{ORIGIN}/one.xml", f"{ORIGIN}/dead.xml"))
    web.pages[f"{ORIGIN}/one.xml"] = Served(urlset({"/a": "2026-02-01"}))
    web.pages[f"{ORIGIN}/dead.xml"] = Served(index(f"{ORIGIN}/one.xml"), final_url=f"{ORIGIN}/sitemap.xml")
    done = check(web)
    assert done.outcome == "partial"
    assert SitemapFile.objects.get(url=f"{ORIGIN}/dead.xml").failure_code == "sitemap_loop"
    assert current_entries() == {"/a": "2026-02-01"}


def test_indexes_that_only_lead_to_each_other_end_with_their_problem(web: MemoryWeb) -> None:
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(index(f"{ORIGIN}/b.xml"))
    web.pages[f"{ORIGIN}/b.xml"] = Served(index(f"{ORIGIN}/sitemap.xml"))
    assert check(web).outcome == "sitemap_loop"


def test_an_index_without_any_entries_behind_it_is_told(web: MemoryWeb) -> None:
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(index(f"{ORIGIN}/b.xml"))
    web.pages[f"{ORIGIN}/b.xml"] = Served(index())
    assert check(web).outcome in {"index_without_entries", "not_a_sitemap", "xml_malformed", "empty_response"}


def test_a_site_whose_pages_are_all_forbidden_or_broken_does_not_look_as_if_all_were_well(web: MemoryWeb) -> None:
    web.pages[f"{ORIGIN}/robots.txt"] = robots("Disallow: /a", "Disallow: /b", "Disallow: /c", f"Sitemap: {ORIGIN}/sitemap.xml")
    assert check(web).outcome == "pages_forbidden"
    Page.objects.all().delete()
    web.pages[f"{ORIGIN}/robots.txt"] = robots(f"Sitemap: {ORIGIN}/sitemap.xml")
    for path in ("/a", "/b", "/c"):
        web.pages[f"{ORIGIN}{path}"] = Served(b"slow down", status=429)
    assert check(web, days=1).outcome == "no_page_comparable"


def test_a_host_that_asks_for_a_pace_no_check_can_keep_has_no_page_visited(web: MemoryWeb) -> None:
    web.pages[f"{ORIGIN}/robots.txt"] = robots("Crawl-delay: 100000", f"Sitemap: {ORIGIN}/sitemap.xml")
    done = check(web)
    assert "pace_limits_visits" in told(done)
    assert not Visit.objects.exists()
    assert done.outcome == "ok"


@pytest.mark.parametrize("stopped_at", ["/robots.txt", "/sitemap.xml", "/b"])
def test_pausing_a_site_ends_the_check_that_runs_and_stores_nothing_of_what_was_stopped(web: MemoryWeb, stopped_at: str) -> None:
    from sitemaps_app.pipeline import road
    from sitemaps_app.pipeline.sites import add_site, pause

    site = add_site(ORIGIN, now=DAY_0, due=False).site
    assert site is not None
    lease = leases.take(site.pk, wall=DAY_0, seconds=60)
    assert lease is not None

    def pause_under_way(url: str) -> None:
        if url.endswith(stopped_at):
            pause(site)
            web.pages = dict.fromkeys(web.pages, "fetch_stopped")

    web.before = pause_under_way
    request = road.CheckRequest(lease=lease, now=DAY_0, fetcher=web, wall=lambda: DAY_0, lease_seconds=60, user_agent="t")
    assert road.check(request) is None
    assert Check.objects.get().state == CheckState.INTERRUPTED
    assert not Visit.objects.filter(outcome="fetch_stopped").exists()
    assert not SitemapFile.objects.filter(failure_code="fetch_stopped").exists()
    assert not Event.objects.exists()
