from __future__ import annotations

from scoring.coldstart import preliminary, publish_date_only, read_dates
from scoring.thresholds import Thresholds
from tests.scoring.builders import dates

THRESHOLDS = Thresholds()
YEAR = 365.0


def cold(*first):
    return read_dates(first)


def test_first_visits_are_sorted_by_what_lastmod_did() -> None:
    found = cold(
        dates(lastmod=20.5, modified=20, published=YEAR),
        dates(lastmod=YEAR, modified=20, published=YEAR),
        dates(lastmod=2, modified=20, published=YEAR),
        dates(lastmod=5, modified=5.5, published=5.7),
        dates(lastmod=5, modified=None, published=YEAR),
    )

    assert (found.compared, found.agreeing, found.captured, found.missed, found.newer) == (4, 2, 1, 1, 1)


def test_a_date_without_time_agrees_within_its_day() -> None:
    day = 86_400.0

    assert cold(dates(lastmod=20.9, modified=20, published=None, granularity=day)).agreeing == 1
    assert cold(dates(lastmod=22, modified=20, published=None, granularity=day)).agreeing == 0
    assert cold(dates(lastmod=45, modified=20, published=None, granularity=30 * day)).agreeing == 1


def test_equal_dates_on_nearly_all_pages_have_one_source() -> None:
    same = [dates(lastmod=i, modified=i, published=YEAR) for i in range(10)]
    near = [dates(lastmod=i, modified=i + 0.3, published=YEAR) for i in range(10)]

    assert cold(*same).follows_lastmod
    assert not cold(*near).follows_lastmod
    assert not cold(*same[:4]).follows_lastmod


def test_however_many_first_visits_weigh_five() -> None:
    few = preliminary(cold(*[dates(lastmod=i, modified=i + 0.3, published=YEAR) for i in range(1, 6)]), thresholds=THRESHOLDS, seed=1)
    many = preliminary(cold(*[dates(lastmod=i, modified=i + 0.3, published=YEAR) for i in range(1, 101)]), thresholds=THRESHOLDS, seed=1)

    assert many == few
    assert many.precision.low < 0.7


def test_missed_edits_show_publication_dates_only_when_there_are_enough() -> None:
    missed = [dates(lastmod=YEAR + i, modified=20 + i, published=YEAR + i) for i in range(12)]
    caught = [dates(lastmod=20 + i, modified=20.2 + i, published=YEAR) for i in range(6)]

    assert publish_date_only(cold(*missed), thresholds=THRESHOLDS, seed=1)
    assert not publish_date_only(cold(*missed[:3]), thresholds=THRESHOLDS, seed=1)
    assert not publish_date_only(cold(*missed, *caught), thresholds=THRESHOLDS, seed=1)
    assert not publish_date_only(cold(*caught), thresholds=THRESHOLDS, seed=1)
