"""Checks of single sitemaps as their owners and the tick handle them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User

from sitemaps_app.models import SitemapCheck
from sitemaps_app.models.sitemap_check import SitemapCheckState as State
from sitemaps_app.pipeline import sitemap_check as checks
from sitemaps_app.pipeline import sitemap_check_files as files
from tests import factories
from tests.sending import Sending, sending_replaced

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
LATER = NOW + timedelta(hours=2)
pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def owner() -> User:
    return factories.person("viewer")


@pytest.fixture(autouse=True)
def sending() -> Iterator[Sending]:
    with sending_replaced() as replaced:
        yield replaced


def pasted(owner: User, text: str = "<urlset/>", now: datetime = NOW) -> SitemapCheck:
    asked = checks.check_text(owner, text, now=now)
    assert asked.check
    return asked.check


def running(check: SitemapCheck, until: datetime) -> SitemapCheck:
    SitemapCheck.objects.filter(pk=check.pk).update(state=State.RUNNING, lease_token="t", lease_until=until, stage="read", entries_read=7)
    check.refresh_from_db()
    return check


def test_what_lost_workers_had_begun_is_interrupted_at_once_and_what_they_had_not_is_sent_again(owner: User, sending: Sending) -> None:
    begun, waiting = running(pasted(owner), LATER), pasted(owner)
    checks.give_up_claims()
    sending.sent.clear()
    checks.tend(wall=NOW)
    begun.refresh_from_db()
    assert begun.state == State.INTERRUPTED
    assert sending.sent == [waiting.pk]
    assert checks.begin_again(begun, now=NOW).sent


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("site.example", "https://site.example"),
        ("http://site.example/sitemap.xml?a=1#part", "http://site.example/sitemap.xml?a=1"),
        (" https://site.example:8443/feed ", "https://site.example:8443/feed"),
        ("ftp://site.example/", None),
        ("javascript:alert(1)", None),
        ("two words", None),
        ("", None),
    ],
)
def test_what_a_person_types_is_read_as_an_address(typed: str, address: str | None) -> None:
    assert checks.read_address(typed) == address


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("https://site.example", True),
        ("https://site.example/", True),
        ("https://site.example/robots.txt", True),
        ("https://site.example/?page=2", False),
        ("https://site.example/shop/robots.txt", False),
        ("https://site.example/sitemap.xml", False),
    ],
)
def test_a_host_and_its_robots_txt_lead_to_a_sitemap(address: str, expected: bool) -> None:
    assert checks.names_robots(address) is expected


def test_a_pasted_text_waits_in_a_folder_of_its_own_until_a_worker_takes_it(owner, sending) -> None:
    check = pasted(owner, "<urlset>ä</urlset>")
    assert sending.sent == [check.pk]
    assert files.given_path(check.folder).read_bytes() == "<urlset>ä</urlset>".encode()
    assert files.check_folder(check.folder).stat().st_mode & 0o077 == 0
    check.refresh_from_db()
    assert (check.state, check.lease_until) == (State.WAITING, NOW + timedelta(seconds=checks.QUEUE_SECONDS))


def test_an_upload_is_moved_and_not_copied(owner) -> None:
    upload = files.uploads_folder() / "x.upload"
    upload.write_bytes(b"<urlset/>")
    inode = upload.stat().st_ino
    asked = checks.check_upload(owner, upload, "a.xml", address="https://site.example/a.xml", now=NOW)
    assert asked.check
    assert files.given_path(asked.check.folder).stat().st_ino == inode
    assert not upload.exists()
    assert (asked.check.given, asked.check.address) == ("a.xml", "https://site.example/a.xml")


def test_at_most_three_of_one_person_at_once(owner, sending) -> None:
    for _ in range(checks.AT_ONCE):
        pasted(owner)
    refused = checks.check_text(owner, "<urlset/>", now=NOW)
    assert (refused.check, refused.refusal) == (None, "too_many_at_once")
    assert len(list(files.check_folder("x").parent.iterdir())) == checks.AT_ONCE, "what was refused leaves nothing behind"
    assert checks.check_text(factories.person("viewer"), "<urlset/>", now=NOW).check, "another person is not held up"
    SitemapCheck.objects.filter(owner=owner).update(state=State.RUNNING, lease_until=NOW - timedelta(seconds=1))
    assert checks.check_text(owner, "<urlset/>", now=NOW).check, "what lost its worker does not count"


def test_a_broker_that_is_down_makes_a_check_wait_for_the_tick(owner, sending) -> None:
    sending.down = True
    asked = checks.check_text(owner, "<urlset/>", now=NOW)
    assert asked.check
    assert not asked.sent
    checks.tend(wall=NOW)
    assert sending.sent == []
    sending.down = False
    checks.tend(wall=NOW)
    checks.tend(wall=NOW)
    assert sending.sent == [asked.check.pk], "once is enough while the message may still be in the queue"
    checks.tend(wall=NOW + timedelta(seconds=checks.QUEUE_SECONDS + 1))
    assert sending.sent == [asked.check.pk] * 2


def test_a_check_whose_worker_was_lost_is_interrupted_and_can_be_begun_again(owner, sending) -> None:
    check = running(pasted(owner), NOW + timedelta(seconds=60))
    assert checks.standing(check, wall=NOW) == State.RUNNING
    assert checks.begin_again(check, now=NOW).refusal == "not_again"
    assert checks.standing(check, wall=LATER) == State.INTERRUPTED
    checks.tend(wall=LATER)
    check.refresh_from_db()
    assert check.state == State.INTERRUPTED
    assert checks.begin_again(check, now=LATER).check == check
    check.refresh_from_db()
    assert (check.state, check.stage, check.entries_read) == (State.WAITING, "", 0)
    assert sending.sent == [check.pk] * 2
    assert files.given_path(check.folder).exists()


def test_a_check_may_be_begun_again_before_the_tick_has_noticed(owner) -> None:
    check = running(pasted(owner), NOW)
    assert checks.begin_again(check, now=LATER).check == check
    check.refresh_from_db()
    assert check.state == State.WAITING


def test_an_address_that_was_read_is_read_anew_beside_its_report(owner, sending) -> None:
    asked = checks.check_address(owner, "https://site.example/", now=NOW)
    assert asked.check
    SitemapCheck.objects.update(state=State.DONE)
    asked.check.refresh_from_db()
    again = checks.begin_again(asked.check, now=LATER)
    assert again.check
    assert again.check.pk != asked.check.pk
    assert (again.check.given, again.check.created_at) == ("https://site.example/", LATER)


def test_a_text_that_was_read_is_not_kept_to_be_read_again(owner) -> None:
    check = pasted(owner)
    SitemapCheck.objects.update(state=State.DONE)
    check.refresh_from_db()
    assert checks.begin_again(check, now=LATER).refusal == "not_again"


def test_deleting_a_check_deletes_its_files(owner) -> None:
    check = pasted(owner)
    checks.delete_check(check)
    assert not SitemapCheck.objects.exists()
    assert not files.check_folder(check.folder).exists()


def test_the_tick_deletes_what_is_older_than_seven_days(owner) -> None:
    old, young = pasted(owner, now=NOW - timedelta(days=7, seconds=1)), pasted(owner, now=NOW - timedelta(days=6))
    checks.tend(wall=NOW)
    assert list(SitemapCheck.objects.all()) == [young]
    assert not files.check_folder(old.folder).exists()
    assert files.check_folder(young.folder).exists()


def test_the_tick_deletes_what_a_killed_process_left_behind(owner) -> None:
    check = pasted(owner)
    left = [files.uploads_folder() / "left.upload", files.check_folder("0" * 32) / "given"]
    left[1].parent.mkdir()
    for path in left:
        path.write_bytes(b"x")
    eight_days_ago = (NOW - timedelta(days=8, seconds=1)).timestamp()
    for path in (left[0], left[1].parent):
        os.utime(path, (eight_days_ago, eight_days_ago))
    os.utime(files.check_folder(check.folder), (NOW.timestamp(), NOW.timestamp()))
    checks.tend(wall=NOW)
    assert not any(path.exists() for path in left)
    assert files.given_path(check.folder).exists()


def test_a_person_who_is_deleted_takes_the_checks_along(owner) -> None:
    pasted(owner)
    owner.delete()
    assert not SitemapCheck.objects.exists()
