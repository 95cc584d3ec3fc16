"""What an alarm does to a site: its verdict is marked, its next check comes sooner, and no host is asked for more than a day's pages."""

from __future__ import annotations

from datetime import timedelta

import pytest

from scoring.assessment import VerdictState
from scoring.change_kinds import ChangeKind
from sitemaps_app.models import Assessment, Event, Site, Visit
from sitemaps_app.pipeline.burst import SOONEST_SECONDS, pages_wanted, pause_seconds
from tests import factories
from tests.factories import NOW
from tests.pipeline.web_of_tests import DAY_0, ORIGIN, MemoryWeb, Served, check, page, site_with, the_site, urlset

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
PATHS = [f"/{number}" for number in range(25)]


def alarmed(*, burst: int = 15, used: int = 0, checked: timedelta = timedelta(hours=6), **fields) -> Site:
    """A site in question that was checked a while ago and has had `used` page fetches today."""
    site = factories.site(**{"pages_per_check": 40, **fields})
    factories.assessment(site, state=VerdictState.REVERIFYING, state_since=NOW, burst=burst)
    site.last_checked_at = NOW - checked
    one = factories.page(site)
    for number in range(used):
        factories.visit(one, NOW - timedelta(hours=1, seconds=number))
    return site


def test_a_check_in_between_visits_the_burst_and_no_more_than_the_day_has_left() -> None:
    assert pages_wanted(alarmed(), now=NOW) == 15
    assert pages_wanted(alarmed(used=30), now=NOW) == 10
    assert pages_wanted(alarmed(used=45), now=NOW) == 0
    assert pages_wanted(alarmed(used=40, interval_seconds=43_200, checked=timedelta(hours=2)), now=NOW) == 15


def test_a_regular_check_and_a_settled_site_visit_what_the_settings_say() -> None:
    assert pages_wanted(alarmed(checked=timedelta(hours=23), used=30), now=NOW) == 40
    settled = alarmed()
    settled.current_assessment.state = VerdictState.SETTLED
    assert pages_wanted(settled, now=NOW) == 40
    assert pages_wanted(factories.site(), now=NOW) == 40


def test_the_next_check_comes_sooner_as_far_as_the_day_has_pages() -> None:
    assert pause_seconds(alarmed(), now=NOW) == SOONEST_SECONDS
    assert pause_seconds(alarmed(used=40), now=NOW) == 86_400
    assert pause_seconds(alarmed(used=40, interval_seconds=7 * 86_400), now=NOW) == 86_400
    assert pause_seconds(alarmed(burst=0, interval_seconds=7 * 86_400), now=NOW) == 86_400
    assert pause_seconds(alarmed(interval_seconds=3_600), now=NOW) == 3_600
    assert pause_seconds(factories.site(), now=NOW) == 86_400


def edited(path: str, day: int) -> Served:
    return page(f"About {path}", f"This is what was written on {path} on day {day}.", "It says nothing more than that.")


@pytest.fixture
def history() -> MemoryWeb:
    """Two weeks of a small honest site: five pages a day change and say so."""
    web = MemoryWeb()
    dates = dict.fromkeys(PATHS, "2026-02-01T00:00:00Z")
    site_with(web, dates)
    check(web)
    for day in range(1, 15):
        for path in PATHS[day % 5 :: 5]:
            dates[path] = f"2026-03-{day:02}T05:00:07Z"
            web.pages[f"{ORIGIN}{path}"] = edited(path, day)
        web.pages[f"{ORIGIN}/sitemap.xml"] = Served(urlset(dates))
        check(web, days=day)
    return web


def stamp_all(web: MemoryWeb, day: int) -> None:
    stamped = {path: f"2026-03-{day + 1:02}T05:00:{number:02}Z" for number, path in enumerate(PATHS)}
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(urlset(stamped))


def newest() -> Assessment:
    judged = the_site().current_assessment
    assert judged is not None
    return judged


def events(*codes: str) -> list[tuple[str, str]]:
    return list(Event.objects.filter(code__in=codes).order_by("at", "pk").values_list("code", "kind"))


def test_a_generator_that_begins_to_stamp_is_in_question_at_once_and_untrusted_at_the_next_read(history: MemoryWeb) -> None:
    before = newest().verdict
    assert before in {"trusted", "useful"}

    stamp_all(history, 15)
    check(history, days=15)
    judged, site = newest(), the_site()
    assert (judged.verdict, judged.state) == (before, "reverifying")
    assert {("alarm", "all_moving_suspected"), ("alarm", "moves_wrong")} >= set(events("alarm")) >= {("alarm", "all_moving_suspected")}
    assert site.next_check_at is not None
    assert site.next_check_at <= DAY_0 + timedelta(days=16)
    assert judged.reasons[0]["code"] == "reverifying"

    stamp_all(history, 16)
    check(history, days=16)
    assert (newest().verdict, newest().state) == ("untrusted", "settled")
    assert ("generator_changed", "all_moving") in events("generator_changed")


def test_a_redesign_is_an_event_and_costs_an_honest_site_nothing(history: MemoryWeb) -> None:
    before = newest().verdict
    for path in PATHS:
        history.pages[f"{ORIGIN}{path}"] = page(
            f"{path} anew", f"Everything that {path} says is worded otherwise now, in full.", "And briefly."
        )

    check(history, days=15)
    assert (newest().verdict, newest().state) == (before, "settled")
    assert events("site_changed") == [("site_changed", ChangeKind.REDESIGNED)]
    check(history, days=16)
    assert newest().verdict == before
    assert len(events("site_changed")) == 1


def test_what_happens_again_was_no_redesign_and_the_event_is_taken_back(history: MemoryWeb) -> None:
    for day in (15, 16):
        for path in PATHS:
            history.pages[f"{ORIGIN}{path}"] = page(f"{path} {day}", f"On day {day} all that {path} says is new again, every word of it.")
        check(history, days=day)

    assert events("site_changed") == []
    assert newest().counts["unmoved_changed"] > 20


def test_two_changes_of_one_moment_are_both_told(history: MemoryWeb) -> None:
    days_only = dict.fromkeys(PATHS, "2026-01-05")
    history.pages[f"{ORIGIN}/sitemap.xml"] = Served(urlset(days_only))

    check(history, days=15)
    check(history, days=16)

    assert set(events("generator_changed")) == {("generator_changed", "format_changed"), ("generator_changed", "jumped_back")}
    told = Event.objects.get(kind="format_changed")
    assert (told.params["precision_before"], told.params["precision_after"]) == ("second", "day")
    assert Visit.objects.exists()
