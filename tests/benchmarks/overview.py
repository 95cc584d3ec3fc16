"""What the page of a site costs the server with a year of daily judgements: `python -m tests.benchmarks.overview [--days 365] [--sections 40]`.

Makes a site in a database of its own, asks for its pages again and again, and prints the median CPU time of each, its queries and its
size. Ends with status 1 where the overview takes more than 100 ms.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from datetime import timedelta

PROMISE_MS = 100.0
PATHS = ("", "?range=1y", "?range=all", "sections", "files", "reads", "events", "charts/trust?range=1y", "evidence")


class Counted:
    """Counts the queries that pass through it."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, execute, *given):
        self.count += 1
        return execute(*given)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--sections", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=15)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"LASTMOD_DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "sitemaps_app.settings"}
        return measure(asked.days, asked.sections, asked.rounds)


def measure(days: int, sections: int, rounds: int) -> int:
    """Print the table; the exit status says whether the promise is kept."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client

    from tests import factories

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    site = year_of_checks(days, sections)
    client = Client(headers={"host": "localhost"})
    client.force_login(factories.person("admin"), backend="django.contrib.auth.backends.ModelBackend")
    sys.stdout.write("| page | CPU ms, median | queries | kB |\n|---|---|---|---|\n")
    overview = 0.0
    for path in PATHS:
        client.get(site.get_absolute_url() + path)
        queries = Counted()
        with connection.execute_wrapper(queries):
            answer = client.get(site.get_absolute_url() + path)
        took = []
        for _ in range(rounds):
            began = time.process_time()
            client.get(site.get_absolute_url() + path)
            took.append((time.process_time() - began) * 1_000)
        median = statistics.median(took)
        overview = overview or median
        sys.stdout.write(f"| `{path or 'overview'}` | {median:.0f} | {queries.count} | {len(answer.content) / 1_000:.0f} |\n")
    return 0 if overview <= PROMISE_MS else 1


def year_of_checks(days: int, sections: int):
    """A site with a judgement a day of itself and of each section, a read and a check a day, an event a week, and 500 comparisons."""
    from django.utils import timezone

    from sitemaps_app.models import Assessment
    from tests import factories

    site, now = factories.site(), timezone.now()
    for ago in range(days, -1, -1):
        at = now - timedelta(days=ago)
        factories.assessment(site, at=at, trust=0.8 + ago % 10 / 100, workings=factories.workings(), failure_modes=["silent_changes"])
        factories.snapshot(site, taken_at=at, moved=40 + ago % 30)
        factories.check(site, at=at, state="done", outcome="ok")
        if ago % 7 == 0:
            factories.event(site, at=at, params={"old": "hint", "new": "useful"})
    one = site.current_assessment
    names = ("at", "verdict", "trust", "trust_low", "trust_high", "precision", "recall", "rule_version", "entries")
    of_site = list(site.assessments.filter(section="").values(*names))
    rows = (Assessment(site=site, section=f"/s{n}", **row) for n in range(sections) for row in of_site)
    Assessment.objects.bulk_create(rows, batch_size=500)
    for place in range(50):
        factories.sitemap_file(site)
        page = factories.page(site)
        for turn in range(10):
            factories.comparison(page, at=one.at - timedelta(days=9 * turn, seconds=place), changed=turn % 3 == 0)
    return site


if __name__ == "__main__":
    sys.exit(main())
