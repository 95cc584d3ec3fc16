from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection

from sitemaps_app.models import Check, Site
from sitemaps_app.models.check import CheckState
from sitemaps_app.pipeline import leases

NOW = datetime(2026, 3, 1, tzinfo=UTC)
LATER = NOW + timedelta(minutes=10)
pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def due_site(name: str, *, at: datetime = NOW, paused: bool = False) -> Site:
    return Site.objects.create(origin=f"https://{name}.example", created_at=NOW, next_check_at=at, paused=paused)


def test_a_tick_claims_due_sites_once_oldest_first() -> None:
    second, first = due_site("second", at=NOW), due_site("first", at=NOW - timedelta(hours=1))
    due_site("later", at=LATER)
    due_site("paused", paused=True)
    claimed = leases.claim_due_sites(wall=NOW, limit=10, seconds=60)
    assert [lease.site_id for lease in claimed] == [first.pk, second.pk]
    assert leases.claim_due_sites(wall=NOW, limit=10, seconds=60) == ()


def test_a_lost_workers_site_is_due_again_when_its_lease_has_run_out() -> None:
    due_site("a")
    (lost,) = leases.claim_due_sites(wall=NOW, limit=10, seconds=60)
    (again,) = leases.claim_due_sites(wall=NOW + timedelta(seconds=61), limit=10, seconds=60)
    assert again.site_id == lost.site_id
    assert not leases.renew(lost, wall=NOW, seconds=60), "the first holder must notice that it was replaced"
    assert leases.renew(again, wall=NOW, seconds=60)


def test_the_check_of_a_lost_worker_ends_when_its_site_is_claimed_again() -> None:
    lost, other = due_site("a"), due_site("b", at=LATER)
    for site in (lost, other):
        Check.objects.create(site=site, at=NOW, began_at=NOW)
    leases.claim_due_sites(wall=NOW, limit=10, seconds=60)

    assert dict(Check.objects.values_list("site__origin", "state")) == {
        "https://a.example": CheckState.INTERRUPTED,
        "https://b.example": CheckState.RUNNING,
    }


def test_a_deleted_sites_lease_cannot_be_renewed() -> None:
    site = due_site("a")
    lease = leases.take(site.pk, wall=NOW, seconds=60)
    assert lease is not None
    site.delete()
    assert not leases.renew(lease, wall=NOW, seconds=60)
    leases.release(lease)


def test_releasing_a_lease_that_another_holds_changes_nothing() -> None:
    site = due_site("a")
    old = leases.take(site.pk, wall=NOW, seconds=1)
    new = leases.take(site.pk, wall=NOW + timedelta(seconds=2), seconds=60)
    assert old is not None
    assert new is not None
    leases.release(old)
    assert leases.renew(new, wall=NOW, seconds=60)


def test_leased_sites_are_counted_until_their_lease_ends() -> None:
    site = due_site("a")
    leases.take(site.pk, wall=NOW, seconds=60)
    assert leases.leased_count(wall=NOW) == 1
    assert leases.leased_count(wall=LATER) == 0


def test_what_lost_workers_had_claimed_is_due_again_at_once_and_what_others_hold_is_left_to_them() -> None:
    queued, running, held = due_site("queued"), due_site("running"), due_site("held", at=LATER)
    leases.claim_due_sites(wall=NOW, limit=10, seconds=3600)
    by_command = leases.take(held.pk, wall=NOW, seconds=3600)
    for site in (running, held):
        Check.objects.create(site=site, at=NOW, began_at=NOW)
    leases.give_up_claims()
    assert {lease.site_id for lease in leases.claim_due_sites(wall=LATER, limit=10, seconds=60)} == {queued.pk, running.pk}
    assert by_command is not None
    assert leases.renew(by_command, wall=NOW, seconds=60)
    assert dict(Check.objects.values_list("site__origin", "state")) == {
        "https://running.example": CheckState.INTERRUPTED,
        "https://held.example": CheckState.RUNNING,
    }


def test_what_was_asked_for_is_claimed_before_what_is_merely_due_and_in_its_order() -> None:
    for number in range(30):
        due_site(f"mass{number}", at=NOW - timedelta(days=1))
    second, first = due_site("second"), due_site("first")
    for site, seconds in ((second, 1), (first, 2)):
        Site.objects.filter(pk=site.pk).update(asked_at=NOW - timedelta(seconds=seconds))
    claimed = leases.claim_asked_sites(wall=NOW, width=4, seconds=60)
    assert [lease.site_id for lease in claimed] == [first.pk, second.pk]


def test_sites_that_were_asked_for_are_never_more_than_their_lane_is_wide() -> None:
    for number in range(5):
        Site.objects.filter(pk=due_site(f"s{number}").pk).update(asked_at=NOW)
    assert len(leases.claim_asked_sites(wall=NOW, width=3, seconds=60)) == 3
    assert leases.claim_asked_sites(wall=NOW, width=3, seconds=60) == ()
    assert len(leases.claim_asked_sites(wall=NOW + timedelta(seconds=61), width=2, seconds=60)) == 2
    assert len(leases.claim_due_sites(wall=NOW + timedelta(seconds=61), limit=10, seconds=60)) == 3, "the others are due like all"


@pytest.mark.django_db(transaction=True)
def test_ticks_at_once_share_the_due_sites_without_a_double() -> None:
    for number in range(40):
        due_site(f"s{number}")

    def claim(_: int) -> list[int]:
        try:
            return [lease.site_id for lease in leases.claim_due_sites(wall=NOW, limit=10, seconds=60)]
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        claimed = [site_id for ids in pool.map(claim, range(8)) for site_id in ids]
    assert len(claimed) == len(set(claimed)) == 40
