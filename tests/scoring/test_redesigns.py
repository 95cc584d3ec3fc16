"""A redesign touches every page at once: an event, and no evidence about a page's lastmod."""

from __future__ import annotations

from scoring.change_kinds import ChangeKind
from scoring.evidence import Comparison
from scoring.history import history_of
from scoring.redesigns import redesigns
from tests.scoring.builders import daily, on_day

DAYS = daily(None, *[5] * 40)


def visited(day: int, *changed: int, moved: int = 0, pages: int = 20, gap: float = 1.0) -> list[Comparison]:
    """One check: of `pages` pages those numbered in `changed` had changed; the first `moved` had moved."""
    return [
        Comparison("", on_day(day + 0.05 + page / 1_000), gap, int(page < moved), page in changed, 1.0, page=page + 1)
        for page in range(pages)
    ]


def quiet(*days: int) -> list[Comparison]:
    return [one for day in days for one in visited(day, 0, moved=1)]


ALL = range(20)


def test_a_check_at_which_every_page_had_changed_is_dated_at_its_snapshot() -> None:
    (event,) = redesigns([*quiet(1, 2, 3), *visited(4, *ALL), *quiet(5)], DAYS)

    assert (event.kind, event.at) == (ChangeKind.REDESIGNED, on_day(4))
    assert event.detail_params == {"changed": 20, "pages": 20}


def test_pages_that_moved_and_changed_are_no_redesign() -> None:
    honest = [*quiet(1, 2, 3), *visited(4, *range(15), moved=15, pages=15), *quiet(5)]

    assert redesigns(honest, DAYS) == []


def test_where_everything_moves_the_moved_pages_tell() -> None:
    stamped = [one for day in (1, 2, 3) for one in visited(day, 0, moved=20)]

    assert [event.at for event in redesigns([*stamped, *visited(4, *ALL, moved=20)], DAYS)] == [on_day(4)]


def test_few_pages_or_too_little_history_prove_nothing() -> None:
    assert redesigns([*quiet(1, 2, 3), *visited(4, *range(9), pages=9)], DAYS) == []
    assert redesigns(visited(1, *ALL), DAYS) == []


def test_a_long_absence_is_allowed_many_changes() -> None:
    seen = [one for day in (1, 2, 3) for one in visited(day, 0, 1)]

    assert redesigns([*seen, *visited(30, *ALL, gap=27.0)], DAYS) == []
    assert len(redesigns([*seen, *visited(30, *ALL)], DAYS)) == 1


def test_what_goes_on_is_no_single_event_and_counts() -> None:
    going_on = [*quiet(1, 2, 3), *(one for day in (4, 5, 6, 7) for one in visited(day, *ALL))]

    assert redesigns(going_on, DAYS) == []


def test_comparisons_across_a_redesign_do_not_count() -> None:
    late = Comparison("", on_day(9.1), 7.0, 0, True, 1.0, page=99)
    seen = [*quiet(1, 2, 3), *visited(4, *ALL), *quiet(5, 6), late]

    history = history_of(seen, DAYS)
    by_day = {one.at: share for one, share in zip(seen, history.relevance, strict=True)}

    assert [change.kind for change in history.changes] == [ChangeKind.REDESIGNED]
    assert {by_day[one.at] for one in (*visited(4, *ALL), late)} == {0.0}
    assert {by_day[one.at] for one in quiet(1, 2, 3, 5, 6)} == {1.0}
    assert history.alarms == ()
