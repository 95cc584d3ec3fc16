"""A history judged again by newer rules: nothing of it is seen before all of it is, whatever happens on the way."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from sitemaps_app.models import Assessment, AuditLine, Check, Event, Recomputation, Site, Standing
from sitemaps_app.pipeline import chores, recompute, recompute_all
from sitemaps_app.pipeline.evidence import SnapshotCounts, gather_evidence
from sitemaps_app.pipeline.export import _judged
from sitemaps_app.pipeline.recompute import recompute_site
from tests.pipeline.web_of_tests import DAY_0, ORIGIN, MemoryWeb, Served, check, page, site_with, the_site, urlset

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
OLD, PATHS, DAYS = "2", [f"/{number}" for number in range(12)], 6


class Killed(BaseException):
    """The end of the process, as near as a test can come to it."""


def live(web: MemoryWeb, dates: dict[str, str], day: int) -> Check:
    for path in PATHS[day % 4 :: 4]:
        dates[path] = f"2026-03-{day:02}T05:00:07Z"
        web.pages[f"{ORIGIN}{path}"] = page(f"About {path}", f"What was written on {path} on day {day}.", "Nothing more.")
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(urlset(dates))
    return check(web, days=day)


@pytest.fixture
def dates() -> dict[str, str]:
    return dict.fromkeys(PATHS, "2026-02-01T00:00:00Z")


@pytest.fixture
def web(dates: dict[str, str]) -> MemoryWeb:
    """A site whose six checks were judged by rules of before: other numbers, other verdicts, and an event that today's do not know."""
    web = MemoryWeb()
    site_with(web, dates)
    check(web)
    for day in range(1, DAYS):
        live(web, dates, day)
    Assessment.objects.update(rule_version=OLD, verdict="useful", trust=0.5)
    Standing.objects.update(verdict="useful", trust=0.5)
    Event.objects.all().delete()
    site = the_site()
    Event.objects.create(site=site, at=DAY_0, code="alarm", kind="moves_wrong", params={}, rule_version=OLD)
    Event.objects.create(site=site, at=DAY_0, code="unreachable", params={"reason": "timeout"})
    return web


def shown() -> list[tuple[str, str, float | None]]:
    return list(the_site().assessments.shown().filter(section="").order_by("at").values_list("rule_version", "verdict", "trust"))


def versions_on_screens() -> set[str]:
    """The rules behind what the pages, the list and the exports show."""
    site = the_site()
    assert site.current_assessment is not None
    listed, judged = Standing.objects.get(site=site), _judged(site)
    assert len(listed.sparkline) == site.assessments.shown().filter(section="").count()
    assert (listed.at, listed.verdict) == (site.current_assessment.at, site.current_assessment.verdict)
    return {row.rule_version for row in judged.values()} | {row.rule_version for row in site.assessments.shown()}


def test_the_whole_history_is_judged_again_and_then_shown_and_the_old_rows_are_kept(web: MemoryWeb) -> None:
    assert versions_on_screens() == {OLD}
    done = recompute_site(the_site().pk, wall=timezone.now)
    assert done is not None
    assert (done.done, done.total, done.is_complete, done.failure) == (DAYS, DAYS, True, "")
    assert versions_on_screens() == {recompute.RULE_VERSION}
    assert len(shown()) == DAYS
    assert Assessment.objects.filter(rule_version=OLD, section="", trust=0.5).count() == DAYS
    assert set(the_site().events.shown().values_list("code", flat=True)) >= {"rules_changed", "unreachable"}
    assert not the_site().events.shown().filter(kind="moves_wrong").exists()
    assert AuditLine.objects.get().act == "history_recomputed"


def test_what_is_judged_again_by_the_same_rules_is_what_was_judged_at_its_time(dates: dict[str, str]) -> None:
    web = MemoryWeb()
    site_with(web, dates)
    check(web)
    for day in range(1, DAYS):
        live(web, dates, day)
    columns = [field.name for field in Assessment._meta.fields if field.name not in {"id", "rule_version"}]
    told = list(Assessment.objects.order_by("at", "section").values(*columns))
    events = set(Event.objects.values_list("at", "code", "kind"))
    Assessment.objects.update(rule_version=OLD)
    Event.objects.update(rule_version=OLD)
    recompute_site(the_site().pk, wall=timezone.now)
    assert list(the_site().assessments.shown().order_by("at", "section").values(*columns)) == told
    assert set(the_site().events.shown().exclude(code="rules_changed").values_list("at", "code", "kind")) == events


@pytest.mark.parametrize("after", range(1, DAYS + 1))
def test_whoever_is_killed_leaves_the_old_history_shown_and_the_next_goes_on(web: MemoryWeb, after: int) -> None:
    wall = datetime(2026, 12, 1, tzinfo=DAY_0.tzinfo)

    def step(done: int, _total: int) -> None:
        if done == after:
            raise Killed

    with pytest.raises(Killed):
        recompute_site(the_site().pk, wall=lambda: wall, step=step)
    # What a killed process cannot do any more is to give its lease back.
    Recomputation.objects.update(lease_token="lost", lease_until=wall + timedelta(seconds=100))
    assert versions_on_screens() == {OLD}
    assert len(shown()) == DAYS
    assert recompute_site(the_site().pk, wall=lambda: wall) is None, "somebody may still be at it"
    judged: list[int] = []
    later = wall + timedelta(seconds=101)
    done = recompute_site(the_site().pk, wall=lambda: later, step=lambda at, _total: judged.append(at))
    assert done is not None
    assert done.is_complete
    assert judged == list(range(after + 1, DAYS + 1)), "no moment twice"
    assert versions_on_screens() == {recompute.RULE_VERSION}
    assert len(shown()) == DAYS


def test_who_has_lost_the_lease_writes_nothing(web: MemoryWeb, monkeypatch: pytest.MonkeyPatch) -> None:
    def taken_over(done: int, _total: int) -> None:
        if done == 2:
            Recomputation.objects.update(lease_token="another")

    recompute_site(the_site().pk, wall=timezone.now, step=taken_over)
    assert Assessment.objects.filter(section="").exclude(rule_version=OLD).count() == 2
    assert Recomputation.objects.get().lease_token == "another"
    assert shown()[0][0] == OLD


def test_a_check_in_between_stays_hidden_and_is_judged_again_in_its_turn(web: MemoryWeb, dates: dict[str, str], monkeypatch) -> None:
    monkeypatch.setattr(recompute, "MOMENTS_A_CHECK", 2)
    live(web, dates, DAYS)
    assert versions_on_screens() == {OLD}
    assert len(shown()) == DAYS, "the new check is not among the old ones"
    live(web, dates, DAYS + 1)
    assert versions_on_screens() == {OLD}
    done = recompute_site(the_site().pk, wall=timezone.now)
    assert done is not None
    assert (done.done, done.is_complete) == (DAYS + 2, True)
    assert versions_on_screens() == {recompute.RULE_VERSION}
    assert len(shown()) == DAYS + 2


def test_a_check_finishes_a_short_history_by_itself(web: MemoryWeb, dates: dict[str, str]) -> None:
    live(web, dates, DAYS)
    assert versions_on_screens() == {recompute.RULE_VERSION}
    assert len(shown()) == DAYS + 1
    live(web, dates, DAYS + 1)
    assert len(shown()) == DAYS + 2


def test_a_check_that_ends_while_the_history_is_completed_is_not_left_out(web: MemoryWeb, dates: dict[str, str], monkeypatch) -> None:
    monkeypatch.setattr(recompute, "MOMENTS_A_CHECK", 0)

    def check_at_the_end(done: int, _total: int) -> None:
        if done == DAYS:
            live(web, dates, DAYS)

    done = recompute_site(the_site().pk, wall=timezone.now, step=check_at_the_end)
    assert done is not None
    assert (done.done, done.is_complete) == (DAYS + 1, True)
    assert len(shown()) == DAYS + 1


def test_an_upgrade_that_is_taken_back_shows_the_older_rules_again_and_one_that_is_repeated_the_newer(web: MemoryWeb, monkeypatch) -> None:
    newer = recompute.RULE_VERSION
    recompute_site(the_site().pk, wall=timezone.now)
    honest = recompute.judge_moment

    def judge_by(rules: str) -> None:
        def judge(site: Site, at: datetime, **options):
            moment = honest(site, at, **options)
            for row in moment.rows:
                row.rule_version = rules
            return moment

        monkeypatch.setattr(recompute, "judge_moment", judge)
        monkeypatch.setattr(recompute, "RULE_VERSION", rules)
        recompute_site(the_site().pk, wall=timezone.now)
        assert versions_on_screens() == {rules}
        assert len(shown()) == DAYS

    judge_by(OLD)
    judge_by(newer)


def test_a_fault_on_one_site_stops_no_other_and_is_tried_again_later(web: MemoryWeb, monkeypatch) -> None:
    wall = timezone.now()
    other = Site.objects.create(origin="https://other.example", created_at=DAY_0)
    for day in range(2):
        row = Assessment.objects.create(site=other, at=DAY_0 + timedelta(days=day), verdict="useful", rule_version=OLD)
    Site.objects.filter(pk=other.pk).update(current_assessment=row)
    honest = recompute.judge_moment

    def judge(site: Site, at: datetime, **options):
        if site.pk != other.pk and at > DAY_0 + timedelta(days=1):
            raise ValueError("odd evidence")
        return honest(site, at, **options)

    monkeypatch.setattr(recompute, "judge_moment", judge)
    assert recompute_all.recompute_portion(wall=lambda: wall) == 2
    work = Recomputation.objects.get(site=the_site())
    assert (work.done, work.completed_at, "ValueError" in work.failure) == (2, None, True)
    assert Recomputation.objects.get(site=other).completed_at == wall
    assert versions_on_screens() == {OLD}
    assert list(recompute_all.sites_behind(wall=wall + timedelta(hours=5))) == []
    monkeypatch.setattr(recompute, "judge_moment", honest)
    assert recompute_all.recompute_portion(wall=lambda: wall + timedelta(hours=7)) == 1
    assert versions_on_screens() == {recompute.RULE_VERSION}


def test_a_portion_ends_after_some_seconds_and_one_machine_at_a_time_has_it(web: MemoryWeb) -> None:
    clock = iter(DAY_0 + timedelta(seconds=4 * number) for number in range(10_000))
    recompute_all.recompute_portion(wall=lambda: next(clock))
    assert 0 < Recomputation.objects.get().done < DAYS
    assert versions_on_screens() == {OLD}
    held = chores.claim(recompute_all.CHORE, wall=next(clock), seconds=3_600)
    assert held is not None
    assert recompute_all.recompute_portion(wall=lambda: next(clock)) == 0
    chores.release(held)
    for _ in range(DAYS):
        recompute_all.recompute_portion(wall=lambda: next(clock))
    assert versions_on_screens() == {recompute.RULE_VERSION}


def test_sites_that_were_checked_since_come_first_and_those_by_todays_rules_not_at_all(web: MemoryWeb, dates, monkeypatch) -> None:
    monkeypatch.setattr(recompute, "MOMENTS_A_CHECK", 0)
    sites = [Site.objects.create(origin=f"https://{number}.example", created_at=DAY_0) for number in range(3)]
    for site, rules in zip(sites, (OLD, OLD, recompute.RULE_VERSION), strict=True):
        site.current_assessment = Assessment.objects.create(site=site, at=DAY_0, verdict="useful", rule_version=rules)
        site.save()
    Assessment.objects.create(site=sites[1], at=DAY_0 + timedelta(days=1), verdict="useful", rule_version=recompute.RULE_VERSION)
    behind = list(recompute_all.sites_behind(wall=timezone.now()))
    assert behind[0] == sites[1].pk
    assert set(behind) == {the_site().pk, sites[0].pk, sites[1].pk}


def test_a_site_that_is_deleted_meanwhile_ends_quietly(web: MemoryWeb) -> None:
    def delete(done: int, _total: int) -> None:
        if done == 2:
            the_site().delete()

    assert recompute_site(the_site().pk, wall=timezone.now, step=delete) is None
    assert recompute_site(4_711, wall=timezone.now) is None


def test_counts_of_snapshots_are_read_once_and_forgotten_when_no_moment_needs_them(
    web: MemoryWeb, django_assert_num_queries, monkeypatch
) -> None:
    site = the_site()
    counts = SnapshotCounts(site)
    for day in range(DAYS):
        at = DAY_0 + timedelta(days=day)
        assert gather_evidence(site, now=at, counts=counts) == gather_evidence(site, now=at)
    monkeypatch.setattr("sitemaps_app.pipeline.evidence.MAX_SNAPSHOTS", 2)
    assert len(counts.up_to(DAY_0 + timedelta(days=DAYS))) == 2
    with django_assert_num_queries(1):
        counts.up_to(DAY_0 + timedelta(days=DAYS))
