"""Pages read twice: what differs within minutes is no change, and what both reads show is confirmed."""

from __future__ import annotations

import itertools
from datetime import timedelta

import pytest

from sitemaps_app.models import Comparison, Page, SecondRead, Visit
from sitemaps_app.pipeline import second_read
from sitemaps_app.pipeline.second_read import first_reads, read_again
from tests.pipeline.contexts import context_of
from tests.pipeline.web_of_tests import DAY_0, ORIGIN, MemoryWeb, Served, check, page, site_with, told

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

A = f"{ORIGIN}/a"
BODY = ("This is what stands on the page about all the boats.", "It says nothing more than that, and it never will.")
TEASERS = (
    "Buy a red boat today.",
    "Come to the harbour feast.",
    "Win a week at sea now.",
    "Read the story of a storm.",
    "Learn how to sail.",
)


def boats(*more: str, teaser: str = "") -> Served:
    """The page of the tests, with a teaser of the server's own choice in a place of its own."""
    served = page("Boats", *BODY, *more)
    return Served(served.body.replace(b"</main>", f"<div class='teaser'><p>{teaser}</p></div></main>".encode()), headers=served.headers)


def serve_in_turn(web: MemoryWeb, *answers: Served | str) -> None:
    """Answer each fetch of /a with the next of these, and with the last one from then on."""
    turn = itertools.chain(answers, itertools.repeat(answers[-1]))

    def before(url: str) -> None:
        if url == A:
            web.pages[A] = next(turn)

    web.before = before


@pytest.fixture(autouse=True)
def _nothing_by_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_read, "FIRST_CHANCE", 0.0)


@pytest.fixture
def web() -> MemoryWeb:
    web = MemoryWeb()
    web.pages[A] = boats()
    site_with(web, {"/a": "2026-02-01"})
    return web


def findings() -> list[tuple[bool, bool, str]]:
    return list(Comparison.objects.order_by("at").values_list("changed", "confirmed", "flicker"))


def test_a_change_that_a_second_read_shows_too_is_confirmed(web: MemoryWeb) -> None:
    check(web)
    web.pages[A] = boats("A new boat came into the harbour.")
    done = check(web, days=1)
    assert findings() == [(True, True, "")]
    assert SecondRead.objects.get().reasons == "suspected"
    assert "second_reads_done" in told(done)
    assert web.asked.count(A) == 3


def test_an_unchanged_page_is_read_once(web: MemoryWeb) -> None:
    check(web)
    check(web, days=1)
    assert findings() == [(False, False, "")]
    assert web.asked.count(A) == 2


def test_what_differs_between_two_reads_is_no_change_and_is_known_from_then_on(web: MemoryWeb) -> None:
    serve_in_turn(web, *(boats(teaser=text) for text in TEASERS))
    check(web)
    check(web, days=1)
    assert findings() == [(False, False, "")]
    assert SecondRead.objects.get().differs
    check(web, days=2)
    assert findings() == [(False, False, "")] * 2
    assert SecondRead.objects.count() == 1, "what is known to vary asks for no second read"


def test_a_change_beside_what_varies_is_still_a_change(web: MemoryWeb) -> None:
    serve_in_turn(web, *(boats(teaser=text) for text in TEASERS))
    check(web)
    check(web, days=1)
    serve_in_turn(web, *(boats("A new boat came into the harbour.", teaser=text) for text in reversed(TEASERS)))
    check(web, days=2)
    assert findings()[1] == (True, True, "")
    assert [line[1:] for line in Comparison.objects.order_by("-at")[0].diff] == [["", "A new boat came into the harbour."]]


def test_what_varies_beside_one_other_paragraph_hides_no_edit_of_that(web: MemoryWeb) -> None:
    def short(text: str, said: str) -> Served:
        return page("Boats", f"{said} of the day, as told by the old men of the harbour.", text)

    serve_in_turn(web, *(short("All boats are in.", text) for text in TEASERS))
    check(web)
    check(web, days=1)
    assert findings() == [(False, False, "")]
    serve_in_turn(web, *(short("Two boats are at sea.", text) for text in reversed(TEASERS)))
    check(web, days=2)
    assert findings()[1][0]


def test_what_varies_on_many_pages_is_known_on_all_of_them(web: MemoryWeb) -> None:
    site_with(web, {f"/p{n}": "2026-02-01" for n in range(6)})
    del web.pages[A]
    serial = itertools.count()

    def before(url: str) -> None:
        if "/p" in url:
            name = url.removeprefix(ORIGIN)
            served = page(f"About {name}", f"This stands on {name}.")
            teaser = f"<div class='teaser'><p>{TEASERS[next(serial) % 5]} {name}</p></div>"
            web.pages[url] = Served(served.body.replace(b"</main>", f"{teaser}</main>".encode()), headers=served.headers)

    web.before = before
    check(web)
    check(web, days=1, pages=9)
    known = set(SecondRead.objects.values_list("page", flat=True))
    assert len(known) == 3
    check(web, days=2)
    assert Comparison.objects.filter(changed=True, confirmed=True).count() == 0
    assert set(SecondRead.objects.values_list("page", flat=True)) == known, "the other pages needed no second read"


def test_what_varies_is_no_change_even_where_its_place_has_another_name_every_time(web: MemoryWeb) -> None:
    names = (f"<div class='ad{number}'><p>{text}</p></div>" for number, text in enumerate(TEASERS))
    page_of = (Served(boats().body.replace(b"<main>", f"<main>{name}".encode()), headers=boats().headers) for name in names)
    serve_in_turn(web, *page_of)
    check(web)
    check(web, days=1)
    assert findings() == [(False, False, "")]


def test_what_varied_long_ago_is_forgotten_and_learnt_anew(web: MemoryWeb) -> None:
    serve_in_turn(web, *(boats(teaser=text) for text in TEASERS))
    check(web)
    check(web, days=1)
    serve_in_turn(web, *(boats(teaser=text) for text in reversed(TEASERS)))
    check(web, days=120)
    old, new = SecondRead.objects.order_by("at")
    assert old.marks == []
    assert new.marks
    assert findings() == [(False, False, "")] * 2


def test_a_second_read_that_shows_the_page_as_it_was_makes_no_comparison(web: MemoryWeb) -> None:
    new = boats("A new boat came into the harbour.")
    check(web)
    serve_in_turn(web, new, boats())
    check(web, days=1)
    assert findings() == []
    assert Visit.objects.order_by("-at")[0].outcome == "page_unstable"
    serve_in_turn(web, new)
    check(web, days=2)
    assert findings() == [(True, True, "")], "a stale copy must not hide the change for ever"
    assert Comparison.objects.get().gap_days == pytest.approx(2.0)


@pytest.mark.parametrize("answer", ["fetch_timeout", Served(b"busy", status=503)], ids=["no answer", "503"])
def test_a_change_stands_unconfirmed_where_the_second_read_fails(web: MemoryWeb, answer: Served | str) -> None:
    check(web)
    serve_in_turn(web, boats("A new boat came into the harbour."), answer)
    check(web, days=1)
    assert findings() == [(True, False, "")]
    assert SecondRead.objects.get().differs is None


def test_second_reads_stay_within_the_budget_of_pages(web: MemoryWeb) -> None:
    site_with(web, {f"/p{n}": "2026-02-01" for n in range(12)})
    check(web)
    for n in range(12):
        web.pages[f"{ORIGIN}/p{n}"] = page(f"About {n}", "All of this is new.", f"Nothing stayed as it was on {n}.")
    for day in range(1, 5):
        web.asked.clear()
        check(web, days=day, pages=4)
        pages = [url for url in web.asked if "/p" in url]
        assert len(pages) <= 4
    assert Comparison.objects.filter(confirmed=True).exists()


def test_a_check_that_was_killed_before_the_second_read_is_made_up_for_within_the_hour(
    web: MemoryWeb, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(web)
    web.pages[A] = boats("A new boat came into the harbour.")
    with monkeypatch.context() as patch:
        patch.setattr("sitemaps_app.pipeline.visit.read_again", killed)
        with pytest.raises(KilledError):
            check(web, days=1)
    assert (Visit.objects.count(), SecondRead.objects.count(), Comparison.objects.count()) == (2, 0, 0)
    check(web, days=1 + 30 / 1440)
    assert findings() == [(True, True, ""), (False, False, "")]


def test_a_check_that_was_killed_after_the_second_read_does_not_read_again_and_counts_once(
    web: MemoryWeb, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(web)
    web.pages[A] = boats("A new boat came into the harbour.")
    with monkeypatch.context() as patch:
        patch.setattr("sitemaps_app.pipeline.visit.compare_visits", killed)
        with pytest.raises(KilledError):
            check(web, days=1)
    assert (SecondRead.objects.count(), Comparison.objects.count()) == (1, 0)
    check(web, days=1 + 30 / 1440)
    assert SecondRead.objects.count() == 1
    assert findings() == [(True, True, ""), (False, False, "")]


def test_a_visit_of_yesterday_is_not_read_again_for_the_page_may_have_been_edited_since(
    web: MemoryWeb, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(web)
    web.pages[A] = boats("A new boat came into the harbour.")
    with monkeypatch.context() as patch:
        patch.setattr("sitemaps_app.pipeline.visit.read_again", killed)
        with pytest.raises(KilledError):
            check(web, days=1)
    check(web, days=2)
    assert findings() == [(True, False, ""), (False, False, "")]


def test_pages_drawn_at_random_measure_how_often_an_unchanged_page_looks_changed(web: MemoryWeb, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_read, "FIRST_CHANCE", 1.0)
    check(web)
    check(web, days=1)
    drawn = SecondRead.objects.filter(reasons="drawn")
    assert list(drawn.values_list("differs", flat=True)) == [False], "a first visit has nothing to be compared with"


def test_a_304_that_hides_a_change_is_found_out_by_a_read_without_validators(web: MemoryWeb, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_read, "FIRST_CHANCE", 1.0)
    stuck = {"content-type": "text/html; charset=utf-8", "etag": '"always"'}
    web.pages[A] = Served(boats().body, headers=stuck)
    check(web)
    web.pages[A] = Served(boats("A new boat came into the harbour.").body, headers=stuck)
    check(web, days=1)
    assert SecondRead.objects.get(reasons="not_modified").differs
    assert findings() == [(True, False, "")], "that read is the first one that saw the change"
    visit = Visit.objects.order_by("-at")[0]
    assert (visit.status, visit.not_modified) == (200, False)


def test_the_first_check_takes_every_page_and_later_ones_leave_room_for_second_reads(web: MemoryWeb) -> None:
    assert first_reads(context_of(web), 40) == 40
    check(web)
    assert 10 < first_reads(context_of(web), 40) < 40
    assert first_reads(context_of(web), 0) == 0
    assert first_reads(context_of(web), 1) == 1
    assert Page.objects.count() == 1


def test_an_archive_holds_each_page_once_so_nothing_is_read_again_and_no_room_is_left_for_it(web: MemoryWeb) -> None:
    check(web)
    web.pages[A] = boats("A new boat came into the harbour.")
    context = context_of(web)
    context.now = web.now = DAY_0 + timedelta(days=1)
    context.universe = frozenset({A})
    assert first_reads(context, 40) == 40
    asked = len(web.asked)
    assert read_again(context, left=40, done=1) == 0
    assert len(web.asked) == asked


class KilledError(BaseException):
    """What no handler of ours may catch."""


def killed(*_: object, **__: object) -> None:
    raise KilledError
