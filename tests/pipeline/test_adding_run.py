"""Long lists as a worker's work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from kombu.exceptions import OperationalError

from sitemaps_app.models import AddedLine, Addition, AuditLine, Site
from sitemaps_app.models.addition import AdditionState
from sitemaps_app.pipeline import adding, adding_run, adding_tables
from tests import factories

NOW = datetime(2026, 3, 1, tzinfo=UTC)
LINES = 6
TEXT = "a.example\r\n\r\nb.example\nno address\na.example\r\na.example/x.xml\nc.example"
pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


class Broker:
    """The numbers of the lists that a worker was told of."""

    def __init__(self) -> None:
        self.sent: list[int] = []
        self.down = False

    def send_task(self, name: str, args: tuple[int, ...], **_options: object) -> None:
        assert name == "sitemaps_app.tasks.add_list"
        if self.down:
            raise OperationalError("nobody listens")
        self.sent.append(args[0])


@pytest.fixture(autouse=True)
def broker(monkeypatch: pytest.MonkeyPatch, settings, tmp_path: Path) -> Iterator[Broker]:
    settings.STORAGE_FOLDER = tmp_path / "storage"
    broker = Broker()
    monkeypatch.setattr(adding_run, "current_app", broker)
    monkeypatch.setattr(adding, "LINES_AT_ONCE", 2)
    return broker


def kept(ticket: str = "t") -> Addition:
    return adding_run.keep_list(factories.person("editor"), ticket, TEXT, lines=LINES, now=NOW)


def at(seconds: int) -> Callable[[], datetime]:
    return lambda: NOW + timedelta(seconds=seconds)


def outcomes(addition: Addition) -> list[tuple[int, str]]:
    return list(addition.lines.values_list("number", "outcome"))


WHOLE = [(1, "added"), (3, "added"), (4, "refused"), (5, "duplicate"), (6, "sitemap_added"), (7, "added")]


def test_a_list_that_is_kept_is_added_once_and_then_dropped(broker: Broker) -> None:
    addition = kept()
    assert (addition.state, Site.objects.count()) == (AdditionState.WAITING, 0)
    adding_run.send(addition, now=NOW)
    assert broker.sent == [addition.pk]
    for _ in range(2):
        adding_run.run_kept(addition.pk, wall=at(1))
    addition.refresh_from_db()
    assert (addition.state, outcomes(addition), Site.objects.count()) == (AdditionState.DONE, WHOLE, 3)
    assert not adding_tables.table_path(addition).exists()
    assert sorted(AuditLine.objects.values_list("act", "who")) == [
        ("sitemap_addresses_added", addition.owner_id),
        ("sites_added", addition.owner_id),
    ]


def test_a_form_that_is_sent_twice_is_kept_once(broker: Broker) -> None:
    first = kept()
    adding_run.run_kept(first.pk, wall=at(1))
    again = adding_run.keep_list(first.owner, "t", TEXT, lines=LINES, now=NOW)
    assert (again.pk, again.state) == (first.pk, AdditionState.DONE)
    assert not adding_tables.table_path(again).exists()


def lost_after(parts: int, addition: Addition, monkeypatch: pytest.MonkeyPatch, *, seconds: int = 1) -> None:
    """The worker is killed within the part after so many."""
    real, begun = adding._add_part, []

    def killed(*args: object, **kwargs: object) -> None:
        begun.append(1)
        real(*args, **kwargs)  # type: ignore[arg-type]
        if len(begun) > parts:
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(adding, "_add_part", killed)
        with pytest.raises(KeyboardInterrupt):
            adding_run.run_kept(addition.pk, wall=at(seconds))


@pytest.mark.parametrize("parts", [0, 1, 2])
def test_a_list_whose_worker_was_lost_goes_on_where_it_stopped(parts: int, broker: Broker, monkeypatch: pytest.MonkeyPatch) -> None:
    addition = kept()
    lost_after(parts, addition, monkeypatch)
    assert AddedLine.objects.count() == 2 * parts
    adding_run.tend(wall=at(30)())
    adding_run.run_kept(addition.pk, wall=at(30))
    assert (broker.sent, AddedLine.objects.count()) == ([], 2 * parts), "its worker may be slow, and not lost"
    adding_run.tend(wall=at(90)())
    assert broker.sent == [addition.pk]
    adding_run.run_kept(addition.pk, wall=at(90))
    assert outcomes(addition) == WHOLE
    assert Site.objects.count() == 3


def test_a_sole_worker_goes_on_at_once(broker: Broker, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, waiting = kept("begun"), kept("waiting")
    lost_after(1, begun, monkeypatch)
    adding_run.send(waiting, now=NOW)
    broker.sent.clear()
    adding_run.give_up_claims(wall=at(5)())
    adding_run.tend(wall=at(5)())
    assert sorted(broker.sent) == [begun.pk, waiting.pk]
    adding_run.run_kept(begun.pk, wall=at(5))
    assert outcomes(begun) == WHOLE


def test_a_worker_that_was_taken_for_lost_stops_and_doubles_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    addition = kept()
    clock = iter(range(1, 100))
    real, begun = adding._add_part, []

    def overtaken(*args: object, **kwargs: object) -> None:
        real(*args, **kwargs)  # type: ignore[arg-type]
        begun.append(1)
        if len(begun) == 1:
            Addition.objects.filter(pk=addition.pk).update(touched_at=NOW + timedelta(hours=1))  # another one has begun

    monkeypatch.setattr(adding, "_add_part", overtaken)
    adding_run.run_kept(addition.pk, wall=lambda: NOW + timedelta(seconds=next(clock)))
    addition.refresh_from_db()
    assert (addition.state, outcomes(addition)) == (AdditionState.ADDING, WHOLE[:2])
    assert adding_tables.table_path(addition).exists(), "the other one still reads it"


def test_a_list_waits_while_the_broker_is_down_and_is_sent_with_the_first_tick_after(broker: Broker) -> None:
    addition = kept()
    broker.down = True
    adding_run.send(addition, now=NOW)
    adding_run.tend(wall=at(10)())
    broker.down = False
    adding_run.tend(wall=at(20)())
    adding_run.tend(wall=at(30)())
    assert broker.sent == [addition.pk], "once: a worker knows of it now"
    adding_run.tend(wall=at(20)() + adding_run.QUEUE)
    assert len(broker.sent) == 2, "the message may have been lost"


def test_a_list_that_is_gone_ends_with_what_was_added(monkeypatch: pytest.MonkeyPatch) -> None:
    addition = kept()
    lost_after(1, addition, monkeypatch)
    adding_tables.table_path(addition).unlink()
    adding_run.run_kept(addition.pk, wall=at(90))
    addition.refresh_from_db()
    assert (addition.state, outcomes(addition)) == (AdditionState.DONE, WHOLE[:2])
    assert AuditLine.objects.get().detail == "https://a.example\nhttps://b.example"


def test_a_short_list_that_was_lost_with_its_web_process_can_be_sent_again(broker: Broker) -> None:
    addition, _ = adding.begin_addition(factories.person("editor"), "t", lines=2, now=NOW)
    adding_run.tend(wall=at(30)())
    assert Addition.objects.exists()
    adding_run.tend(wall=at(90)())
    assert not Addition.objects.exists()
    assert broker.sent == []
    assert adding.begin_addition(addition.owner, "t", lines=2, now=NOW)[1]


def test_a_long_table_is_added_from_its_column(broker: Broker, tmp_path: Path) -> None:
    upload = tmp_path / "upload"
    upload.write_bytes("name;site\nNews;news.example\nShop;shop.example\n".encode("utf-16"))
    table, _ = adding_tables.keep_table(factories.person("editor"), upload, "s.csv", ticket="t", now=NOW)
    assert table is not None
    for _ in range(2):
        adding_run.start_long_table(table, adding_tables.stored_reading(table), 1, lines=2, now=NOW)
    assert broker.sent == [table.pk]
    adding_run.run_kept(table.pk, wall=at(1))
    assert outcomes(table) == [(2, "added"), (3, "added")]
    assert not adding_tables.table_path(table).exists()
