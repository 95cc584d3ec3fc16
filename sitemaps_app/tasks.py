"""What workers do. Tasks take ids, read the rows again, and call the pipeline; a message that comes twice does nothing the second time."""

from __future__ import annotations

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from sitemaps_app.pipeline import adding_run, leases, sitemap_check
from sitemaps_app.pipeline.asking import lane_width
from sitemaps_app.pipeline.deletion import purge_when_due
from sitemaps_app.pipeline.leases import Lease
from sitemaps_app.pipeline.prune import prune_when_due
from sitemaps_app.pipeline.recompute_all import recompute_portion
from sitemaps_app.pipeline.sitemap_check_run import run_check
from sitemaps_app.pipeline.worker import check_claimed

# A claimed site may wait this long in the queue before another tick takes it again; the worker that begins renews with its own term.
QUEUE_SECONDS = 900
# Sites claimed at once, as a multiple of the workers' threads: enough to keep them busy, few enough to begin soon.
QUEUE_DEPTH = 3
# A person waits for the check of a sitemap and of a site that was asked for, nobody for the next site: with Redis the lowest number goes
# first, and 0 is the default.
ASKED_PRIORITY, SITE_PRIORITY = 3, 6


@shared_task(name="sitemaps_app.tasks.tick", ignore_result=True, expires=60)
def tick(**_unknown: object) -> int:
    """Claim the sites that are due and hand each to a worker; the number claimed. Checks of single sitemaps are kept in order first, then
    come sites whose check a person asked for.

    No more is claimed than the workers can begin soon, so that a claim does not run out in the queue.
    """
    wall = timezone.now()
    sitemap_check.tend(wall=wall)
    adding_run.tend(wall=wall)
    threads = settings.LASTMOD_FETCH_THREADS
    asked = leases.claim_asked_sites(wall=wall, width=lane_width(threads), seconds=QUEUE_SECONDS)
    room = QUEUE_DEPTH * threads - leases.leased_count(wall=wall)
    claimed = leases.claim_due_sites(wall=wall, limit=max(room, 0), seconds=QUEUE_SECONDS)
    for priority, claim in ((ASKED_PRIORITY, asked), (SITE_PRIORITY, claimed)):
        for lease in claim:
            check_site.apply_async((lease.site_id, lease.token), priority=priority)
    return len(asked) + len(claimed)


@shared_task(name="sitemaps_app.tasks.check_site", ignore_result=True, acks_late=True)
def check_site(site_id: int, token: str, **_unknown: object) -> None:
    """Check one site under a lease that was claimed for it."""
    check_claimed(Lease(site_id, token), wall=timezone.now)


@shared_task(name="sitemaps_app.tasks.check_sitemap", ignore_result=True, acks_late=True)
def check_sitemap(pk: int, **_unknown: object) -> None:
    """Read one sitemap that a person wants to have checked."""
    run_check(pk, wall=timezone.now)


@shared_task(name="sitemaps_app.tasks.add_list", ignore_result=True, acks_late=True)
def add_list(pk: int, **_unknown: object) -> None:
    """Add the sites of a long list."""
    adding_run.run_kept(pk, wall=timezone.now)


@shared_task(name="sitemaps_app.tasks.take_over", ignore_result=True)
def take_over(**_unknown: object) -> None:
    """Give up what workers that are gone had claimed, so that the next tick begins it again. Only for a worker that is alone."""
    leases.give_up_claims()
    sitemap_check.give_up_claims()
    adding_run.give_up_claims(wall=timezone.now())


@shared_task(name="sitemaps_app.tasks.prune", ignore_result=True, expires=3_600)
def prune(**_unknown: object) -> None:
    """Remove what is old, once a day for all machines together, and sites whose deletion cannot be undone any more."""
    purge_when_due(wall=timezone.now)
    prune_when_due(wall=timezone.now)


@shared_task(name="sitemaps_app.tasks.recompute", ignore_result=True, expires=60)
def recompute(**_unknown: object) -> int:
    """Go on judging old histories by new rules for some seconds; nothing to do but after an upgrade. The number of sites worked on."""
    return recompute_portion(wall=timezone.now)
