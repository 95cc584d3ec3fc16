"""What a web request meets when it sends a task."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import redis

ROOT = Path(__file__).parents[2]
SEND = """
import django; django.setup()
from kombu.exceptions import OperationalError
from sitemaps_app.celery import app
try:
    app.send_task("sitemaps_app.tasks.tick")
    print("sent")
except OperationalError as error:
    print("refused")
"""


def send(data_dir: Path, redis_url: str) -> str:
    return run(SEND, data_dir, redis_url)


def run(code: str, data_dir: Path, redis_url: str) -> str:
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "sitemaps_app.settings",
        "LASTMOD_DATA_DIR": str(data_dir),
        "REDIS_URL": redis_url,
    }
    command = [sys.executable, "-c", code]
    # A hang is what this is about, so it has an end here; the measured time is far below it.
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=ROOT, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_task_is_sent_to_our_own_queue(data_dir: Path, broker_url: str, redis_client: redis.Redis) -> None:
    assert send(data_dir, broker_url) == "sent"
    assert redis_client.llen("lastmod") == 1


ORDER = """
import django; django.setup()
from sitemaps_app import tasks
from sitemaps_app.celery import app
for number in range(3):
    tasks.check_site.apply_async((number, "token"), priority=tasks.SITE_PRIORITY)
app.send_task("sitemaps_app.tasks.check_sitemap", args=(7,))
with app.connection_for_read() as connection, connection.SimpleQueue("lastmod") as queue:
    for _ in range(4):
        message = queue.get(timeout=10)
        print(message.headers["task"].rsplit(".", 1)[1], end=" ")
        message.ack()
"""


def test_a_person_who_waits_for_a_sitemap_goes_before_sites_that_are_due(
    data_dir: Path, broker_url: str, redis_client: redis.Redis
) -> None:
    assert run(ORDER, data_dir, broker_url) == "check_sitemap check_site check_site check_site"


def test_a_broker_that_is_down_is_an_error_and_no_hang(data_dir: Path) -> None:
    assert send(data_dir, f"unix://:pw@{data_dir}/missing.sock?db=0") == "refused"
    assert send(data_dir, "redis://127.0.0.1:1/0") == "refused"


ONE_AMONG_MANY = """
import django; django.setup()
from datetime import timedelta
from django.core.management import call_command
from django.utils import timezone
from sitemaps_app import tasks
from sitemaps_app.celery import app
from sitemaps_app.models import Site
from sitemaps_app.pipeline import adding_script, sites
call_command("migrate", verbosity=0)
now = timezone.now()
Site.objects.bulk_create(
    Site(origin=f"https://s{number}.example", created_at=now, next_check_at=now - timedelta(hours=1)) for number in range(1000)
)
tasks.tick()
(one,) = adding_script.add_sites([sites.Line(1, "mine.example")], now=now)
last = Site.objects.get(origin="https://s40.example")  # sent already, at the end of the queue
assert last.lease_until and sites.request_check(last, now=timezone.now())
tasks.tick()
with app.connection_for_read() as connection, connection.SimpleQueue("lastmod") as queue:
    names = dict(Site.objects.values_list("pk", "origin"))
    seen = []
    while len(seen) < 3:
        message = queue.get(timeout=10)
        message.ack()
        if message.headers["task"].endswith("check_site"):
            seen.append(names[message.payload[0][0]].removeprefix("https://").removesuffix(".example"))
    print("then".join(seen))
"""


def test_a_site_added_by_hand_goes_before_a_thousand_that_are_due_and_those_already_sent(
    data_dir: Path, broker_url: str, redis_client: redis.Redis
) -> None:
    assert run(ONE_AMONG_MANY, data_dir, broker_url).endswith("minethens40thens0")
