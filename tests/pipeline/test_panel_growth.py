from __future__ import annotations

import pytest

from sitemaps_app.models import Comparison, Page, Visit
from sitemaps_app.pipeline.panel_growth import Share, draw_shares, missing_shares
from sitemaps_app.snapshots import StoredEntry
from tests.pipeline.web_of_tests import ORIGIN, MemoryWeb, Served, check, index, page, site_with, the_site, told, urlset


def test_a_section_that_the_panel_stands_for_is_left_alone() -> None:
    assert missing_shares({"/a": 100, "/b": 50}, {"/a": 90.0, "/b": 55.0}, panel_size=40) == {}


def test_a_new_section_gets_pages_in_proportion_to_its_size() -> None:
    shares = missing_shares({"/old": 40, "/new": 360}, {"/old": 40.0}, panel_size=40)
    assert shares == {"/new": Share(pages=36, entries=360.0)}
    assert shares["/new"].inclusion_probability == pytest.approx(0.1)


def test_a_section_that_is_hardly_anything_of_the_site_waits() -> None:
    assert missing_shares({"/big": 1_000, "/tiny": 30}, {"/big": 1_000.0}, panel_size=40) == {}


def test_a_drawn_share_is_the_same_in_whatever_order_the_entries_come() -> None:
    entries = [StoredEntry(key=f"https://site.example/new/{n}", section="/new") for n in range(200)]
    share = {"/new": Share(pages=5, entries=200.0)}
    one = {stored.key for stored, _ in draw_shares(entries, share, seed=7)}
    other = {stored.key for stored, _ in draw_shares(reversed(entries), share, seed=7)}
    assert one == other
    assert len(one) == 5
    assert one != {stored.key for stored, _ in draw_shares(entries, share, seed=8)}


@pytest.mark.django_db
def test_a_section_that_comes_after_the_panel_was_drawn_is_visited_and_stood_for() -> None:
    web = MemoryWeb()
    old = {f"/old/{n}": "2026-02-01" for n in range(45)}
    site_with(web, old)
    check(web)
    grown = old | {f"/blog/{n}": "2026-03-02" for n in range(400)}
    site_with(web, grown)
    done = check(web, days=1, pages=100)
    blog = Page.objects.filter(section="/blog")
    assert "panel_widened" in told(done)
    assert blog.count() >= 30
    assert sum(1 / entry.inclusion_probability for entry in blog) == pytest.approx(400, rel=0.01)
    assert Visit.objects.filter(page__in=blog).count() == blog.count()
    assert Page.objects.filter(retired_at__isnull=True).count() <= 2 * the_site().panel_size


@pytest.mark.django_db
def test_a_panel_that_would_outgrow_its_bound_lets_the_oldest_pages_leave() -> None:
    web = MemoryWeb()
    entries = {f"/s0/{n}": "2026-02-01" for n in range(60)}
    site_with(web, entries)
    check(web)
    for step in range(1, 5):
        entries |= {f"/s{step}/{n}": "2026-03-02" for n in range(120 * step)}
        site_with(web, entries)
        check(web, days=step, pages=0)
    active = Page.objects.filter(retired_at__isnull=True)
    assert active.count() <= 2 * the_site().panel_size
    assert Page.objects.filter(retired_reason="rotated").exists()
    assert sum(1 / entry.inclusion_probability for entry in active) == pytest.approx(len(entries), rel=0.35)


@pytest.mark.django_db
def test_while_the_sitemap_cannot_be_read_no_page_is_taken_for_unmoved() -> None:
    web = MemoryWeb()
    site_with(web, {"/a": "2026-02-01", "/b": "2026-02-02"})
    check(web)
    good, web.pages[f"{ORIGIN}/sitemap.xml"] = web.pages[f"{ORIGIN}/sitemap.xml"], Served(b"blocked", status=403)
    web.pages[f"{ORIGIN}/a"] = page("About /a", "This is now about something else entirely.", "It says nothing more than that.")
    done = check(web, days=1)
    assert "visits_wait_for_sitemap" in told(done)
    assert not Comparison.objects.exists()
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(urlset({"/a": "2026-03-02", "/b": "2026-02-02"}))
    assert good != web.pages[f"{ORIGIN}/sitemap.xml"]
    check(web, days=2)
    assert {(c.moves, c.changed) for c in Comparison.objects.all()} == {(1, True), (0, False)}


@pytest.mark.django_db
def test_while_one_file_cannot_be_read_only_its_pages_wait() -> None:
    web = MemoryWeb()
    site_with(web, {"/a": "2026-02-01", "/b": "2026-02-02"})
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(index(f"{ORIGIN}/one.xml", f"{ORIGIN}/two.xml"))
    web.pages[f"{ORIGIN}/one.xml"] = Served(urlset({"/a": "2026-02-01"}))
    web.pages[f"{ORIGIN}/two.xml"] = Served(urlset({"/b": "2026-02-02"}))
    check(web)
    web.pages[f"{ORIGIN}/two.xml"] = Served(b"busy", status=503)
    web.asked.clear()
    check(web, days=1)
    assert f"{ORIGIN}/a" in web.asked
    assert f"{ORIGIN}/b" not in web.asked
    web.pages[f"{ORIGIN}/two.xml"] = Served(urlset({"/b": "2026-02-02"}))
    check(web, days=2)
    assert Comparison.objects.filter(page__url=f"{ORIGIN}/b").count() == 1
