"""Checks and their accounts."""

from __future__ import annotations

from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from sitemaps_app.models.check import CheckState
from tests import factories


def test_the_account_is_told_line_by_line_in_words(viewer) -> None:
    site = factories.site()
    check = factories.check(
        site,
        state=CheckState.DONE,
        stage="assess",
        outcome="ok",
        ended_at=factories.NOW + timedelta(seconds=42),
        account=[
            {"stage": "discover", "code": "roots_from_robots", "params": {"count": 3}},
            {
                "stage": "snapshot",
                "code": "file_failed",
                "params": {"url": "https://s.example/<x>.xml", "reason": "http_503", "status": 503},
            },
            {"stage": "assess", "code": "assessed", "params": {"verdict": "useful", "comparisons": 1_940, "sections": 2}},
            {"stage": "assess", "code": "a_code_of_the_future", "params": {}},
        ],
    )
    answer = viewer.get(reverse("check", args=[site.pk, check.pk]))
    assert [line.text for line in answer.context["progress"].lines] == [
        "Sitemaps named in robots.txt: 3.",
        "https://s.example/<x>.xml could not be read: Service unavailable (503).",
        "Verdict: Useful; comparisons behind it: 1,940.",
        "a code of the future",
    ]
    page = answer.content.decode()
    assert "&lt;x&gt;" in page
    assert "42 s" in page
    assert "Everything was read" in page


def test_stages_show_how_far_a_check_came(viewer) -> None:
    site = factories.site(lease_until=timezone.now() + timedelta(minutes=1))

    def states(**fields) -> list[str]:
        check = factories.check(site, **fields)
        return [mark.state for mark in viewer.get(reverse("check", args=[site.pk, check.pk])).context["progress"].stages]

    assert states(state=CheckState.RUNNING, stage="visit") == ["done", "done", "current", "open"]
    assert states(state=CheckState.FAILED, stage="visit") == ["done", "done", "open", "open"]
    assert states(state=CheckState.DONE, stage="assess") == ["done", "done", "done", "done"]
    assert states(state=CheckState.RUNNING) == ["open", "open", "open", "open"]


def test_a_check_whose_worker_is_lost_does_not_seem_to_run_on(viewer) -> None:
    site = factories.site(lease_until=timezone.now() - timedelta(seconds=1))
    check = factories.check(site, state=CheckState.RUNNING, stage="visit")

    listed = viewer.get(reverse("site_checks", args=[site.pk]))
    told = viewer.get(reverse("check", args=[site.pk, check.pk])).context["progress"]
    assert [row.state for row in listed.context["rows"]] == [CheckState.INTERRUPTED]
    assert (told.state, told.running) == (CheckState.INTERRUPTED, False)
    assert [mark.state for mark in told.stages] == ["done", "done", "open", "open"]


def test_the_list_shows_the_newest_check_first_with_its_outcome(viewer) -> None:
    site = factories.site()
    factories.check(site, state=CheckState.FAILED, outcome="host_unknown", began_at=factories.NOW - timedelta(days=1))
    factories.check(site, state=CheckState.DONE, outcome="partial")
    rows = viewer.get(reverse("site_checks", args=[site.pk])).context["rows"]
    assert [row.outcome for row in rows] == ["Not everything was read", "Host unknown"]


def test_a_check_of_another_site_is_not_found(viewer) -> None:
    check = factories.check(factories.site())
    assert viewer.get(reverse("check", args=[factories.site().pk, check.pk])).status_code == 404
