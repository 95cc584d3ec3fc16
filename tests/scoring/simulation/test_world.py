"""Every generator does what its name says, and the ledger knows it."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from scoring.simulation.classes import CLASSES
from scoring.simulation.counting import steps, usable
from scoring.simulation.habits import Generator, Habits, Pages, Section, Switch, Writes, simple
from scoring.simulation.truth import Events
from scoring.simulation.world import Listing, World

DAYS = 40


def lived(habits: Habits, days: int = DAYS, seed: int = 5) -> tuple[World, list[Listing]]:
    world = World(habits, np.random.default_rng(seed))
    listings = []
    for day in range(days):
        world.live(day)
        listings.append(world.listing())
    return world, listings


def of(generator: Generator, **pages: float) -> Events:
    world, _ = lived(Habits(simple(generator, **pages)))
    return world.ledger.between(0, DAYS)


def moves_of(listings: list[Listing]) -> list[int]:
    """How many entries move from each listing to the next, as a reader sees it."""
    pairs = pairwise(listings)
    return [int(steps(new, old, day=day, previous_day=day - 1).moved.sum()) for day, (old, new) in enumerate(pairs, 1)]


def backwards_of(listings: list[Listing]) -> int:
    pairs = pairwise(listings)
    return sum(int(steps(new, old, day=day, previous_day=day - 1).backwards.sum()) for day, (old, new) in enumerate(pairs, 1))


def test_an_accurate_site_catches_every_change_and_moves_for_nothing_else() -> None:
    events = of(Generator())

    assert events.moves == events.right == events.changes == events.caught
    assert events.changes == pytest.approx(400 * 0.05 * (DAYS - 1), rel=0.15)


@pytest.mark.parametrize("date_only", [False, True])
def test_a_reader_sees_the_moves_of_the_ledger_as_far_as_they_can_be_told_apart(date_only: bool) -> None:
    world, listings = lived(Habits(simple(Generator(date_only=date_only), shape=0.0, change_rate=0.01)))

    assert sum(moves_of(listings)) == pytest.approx(world.ledger.between(0, DAYS).moves, rel=0.05)


def test_of_dates_without_time_a_day_holds_one_change_and_one_move() -> None:
    events = of(Generator(date_only=True), shape=0.0, change_rate=3.0)

    assert events.moves == events.changes == events.caught
    assert events.changes == pytest.approx(400 * 0.95 * (DAYS - 1), rel=0.02)


def test_recall_is_the_share_of_changes_that_move() -> None:
    events = of(Generator(recall=0.5))

    assert events.recall == pytest.approx(0.5, abs=0.07)
    assert events.precision == 1.0


def test_precision_and_recall_come_out_as_asked_for() -> None:
    events = of(Generator(precision=0.7, recall=0.8), entries=2_000)

    assert events.precision == pytest.approx(0.7, abs=0.03)
    assert events.recall == pytest.approx(0.8, abs=0.03)


def test_faults_sit_on_their_share_of_the_pages_only() -> None:
    assert of(Generator(recall=0.0, faulty_share=0.25), shape=0.0).recall == pytest.approx(0.75, abs=0.07)


def test_minor_edits_and_template_edits_move_dates_without_a_change() -> None:
    world, listings = lived(Habits(simple(Generator(template_days=6))))
    moves = np.array(moves_of(listings))

    assert of(Generator(stray_moves=0.12)).precision == pytest.approx(0.05 / 0.17, abs=0.05)
    assert 2 <= (moves > 150).sum() <= 14
    assert world.ledger.between(0, DAYS).recall == 1.0


@pytest.mark.parametrize("writes", [Writes.PUBLISHED, Writes.NEVER_AGAIN])
def test_dates_that_never_move_catch_nothing(writes: Writes) -> None:
    world, listings = lived(Habits(simple(Generator(writes))))
    events = world.ledger.between(0, DAYS)

    assert (events.moves, events.caught) == (0, 0)
    assert events.changes > 0
    assert sum(moves_of(listings)) == 0


@pytest.mark.parametrize("writes", [Writes.DAILY_BUILD, Writes.EVERY_REQUEST])
def test_a_stamp_moves_every_date_every_day(writes: Writes) -> None:
    world, listings = lived(Habits(simple(Generator(writes))))
    events = world.ledger.between(0, DAYS)

    assert set(moves_of(listings)) == {400}
    assert events.recall == 1.0
    assert events.precision == pytest.approx(0.05, abs=0.02)
    assert len(np.unique(listings[-1].lastmod)) == 1


def test_a_build_stamps_all_dates_every_few_days_and_catches_what_came_before_it() -> None:
    world, listings = lived(Habits(simple(Generator(Writes.BUILDS, build_days=4))))
    events = world.ledger.between(0, DAYS)

    assert set(moves_of(listings)) == {0, 400}
    assert events.moves / 400 == pytest.approx(DAYS / 4, rel=0.5)
    assert events.recall > 0.7
    assert events.right <= events.caught <= events.changes


def test_a_partial_stamp_leaves_the_other_pages_honest() -> None:
    _, listings = lived(Habits(simple(Generator(Writes.DAILY_BUILD, stamped_share=0.5))))

    assert min(moves_of(listings)) > 150
    assert max(moves_of(listings)) < 280


def test_pages_without_a_date_count_in_nothing() -> None:
    nothing = of(Generator(Writes.NOTHING))
    half, all_pages = of(Generator(dated_share=0.5)), of(Generator())

    assert nothing == Events()
    assert half.recall == 1.0
    assert half.changes == pytest.approx(all_pages.changes / 2, rel=0.25)


def test_dates_of_the_future_cannot_be_compared_and_never_move() -> None:
    world, listings = lived(Habits(simple(Generator(future_share=0.3))))

    assert usable(listings[-1], DAYS).mean() == pytest.approx(0.7, abs=0.08)
    assert world.ledger.between(0, DAYS).recall == 1.0


def test_dates_fall_back_where_they_should_and_nowhere_else() -> None:
    _, falling = lived(Habits(simple(Generator(back_rate=0.02))))
    _, steady = lived(Habits(simple()))

    assert backwards_of(falling) == pytest.approx(400 * 0.02 * DAYS, rel=0.25)
    assert backwards_of(steady) == 0


def test_a_wrong_zone_shifts_every_date_that_is_written() -> None:
    _, listings = lived(Habits(simple(Generator(shift_hours=8.0), shape=0.0, change_rate=0.2)))

    assert listings[-1].lastmod.max() > DAYS - 1


def test_a_cached_sitemap_is_a_day_old() -> None:
    _, cached = lived(Habits(simple(Generator(cached=True))))
    _, fresh = lived(Habits(simple()))

    assert moves_of(cached)[1:] == moves_of(fresh)[:-1]


def test_new_pages_take_the_places_of_the_oldest_and_have_numbers_of_their_own() -> None:
    kind = CLASSES["rolling_window"]
    _, listings = lived(kind.make(np.random.default_rng(1)))
    appeared = [int((new.identity != old.identity).sum()) for old, new in pairwise(listings)]

    assert set(appeared) == {15}
    assert len(set().union(*(set(map(int, listing.identity)) for listing in listings))) == 120 + 15 * (DAYS - 1)
    assert sum(moves_of(listings)) == 0
    assert max(listings[-1].lastmod) > DAYS - 2
    assert min(listings[-1].lastmod) > DAYS - 12


def test_a_migration_and_a_redesign_are_no_events_of_pages() -> None:
    migrated, migrated_listings = lived(Habits(simple(), migration_day=10))
    redesigned, redesigned_listings = lived(Habits(simple(), redesign_day=10))
    plain, listings = lived(Habits(simple()))

    assert migrated.ledger.days == redesigned.ledger.days == plain.ledger.days
    assert moves_of(migrated_listings)[9] == 400
    assert moves_of(redesigned_listings) == moves_of(listings)
    assert (redesigned.pages().version == plain.pages().version + 1).all()


def test_an_import_is_one_old_instant() -> None:
    _, listings = lived(Habits(simple(), imported=True), days=1)

    assert set(listings[0].lastmod) == {-40.0}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (Writes.EDITS, Writes.DAILY_BUILD),
        (Writes.DAILY_BUILD, Writes.EDITS),
        (Writes.NOTHING, Writes.EDITS),
        (Writes.EDITS, Writes.NOTHING),
    ],
)
def test_a_switch_changes_the_generator_on_its_day(before: Writes, after: Writes) -> None:
    world, listings = lived(Habits(simple(Generator(before)), switch=Switch(20, Generator(after))))
    expected = {Writes.EDITS: 20, Writes.DAILY_BUILD: 400, Writes.NOTHING: 0}
    moves = moves_of(listings)

    assert world.ledger.switches == [20]
    assert np.mean(moves[:18]) == pytest.approx(expected[before], rel=0.3)
    assert np.mean(moves[20:]) == pytest.approx(expected[after], rel=0.3)


def test_the_silent_switch_is_between_two_generators_and_any_can_come_first() -> None:
    kind = CLASSES["silent_switch"]
    drawn = [kind.make(np.random.default_rng(seed)) for seed in range(200)]
    pairs = {(habits.sections[0].generator, habits.switch.generator) for habits in drawn if habits.switch}

    assert len(pairs) > 40
    assert all(before != after for before, after in pairs)
    assert len({habits.switch.day for habits in drawn if habits.switch}) > 15


@pytest.mark.parametrize(("shape", "never"), [(0.0, 0.0), (0.5, 0.0), (2.0, 0.0), (1.0, 0.6)])
def test_rates_have_their_mean_and_their_spread(shape: float, never: float) -> None:
    section = Section("", Generator(), Pages(entries=20_000, shape=shape, never_share=never))
    rates = World(Habits((section,)), np.random.default_rng(3)).parts[0].rates

    assert rates.mean() == pytest.approx(0.05, rel=0.05)
    assert (rates == 0.0).mean() == pytest.approx(never, abs=0.02)
    if shape and not never:
        assert rates.var() == pytest.approx(0.05**2 / shape, rel=0.15)


def test_sections_have_pages_and_events_of_their_own() -> None:
    world, listings = lived(CLASSES["section_mix"].make(np.random.default_rng(1)))
    docs, news, shop = (world.ledger.between(0, DAYS, name) for name in ("docs", "news", "shop"))

    assert docs.precision == docs.recall == 1.0
    assert news.precision < 0.1
    assert shop == Events()
    assert len(set(map(int, listings[0].identity))) == 400


def test_another_zone_shifts_all_dates_once_and_is_no_event_of_pages() -> None:
    world, listings = lived(CLASSES["zone_switch"].make(np.random.default_rng(1)))

    assert moves_of(listings)[19] > 380
    assert max(moves_of(listings)[20:]) < 50
    assert world.ledger.between(0, DAYS).precision == 1.0
