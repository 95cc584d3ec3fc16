"""The tests of a site's signals, on visits that the road made."""

from __future__ import annotations

from email.utils import format_datetime

import pytest

from sitemaps_app.models import Assessment, Comparison, Visit
from sitemaps_app.pipeline import second_read
from sitemaps_app.pipeline.evidence import gather_evidence
from tests.pipeline.web_of_tests import ORIGIN, MemoryWeb, Served, check, page, site_with, the_site

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

PATHS = [f"/p{n}" for n in range(12)]


def served(path: str, text: str = "as it was", *, modified: str = "", **headers: str) -> Served:
    one = page(f"About {path}", f"This is what stands on {path}, {text}.", f"Nothing else is told on {path}.")
    date = f'<meta property="article:modified_time" content="{modified}">' if modified else ""
    body = one.body.replace(b"</head>", f"{date}</head>".encode())
    return Served(body, headers={**one.headers, **{name.replace("_", "-"): value for name, value in headers.items()}})


@pytest.fixture
def web() -> MemoryWeb:
    web = MemoryWeb()
    for path in PATHS:
        web.pages[ORIGIN + path] = served(path)
    site_with(web, dict.fromkeys(PATHS, "2026-02-01T08:00:00Z"))
    return web


def signals() -> dict[str, tuple[str, int, int]]:
    newest = Assessment.objects.filter(section="").order_by("-at")[0]
    return {test["code"]: (test["state"], test["hits"], test["trials"]) for test in newest.signals}


def test_a_site_without_signals_has_nothing_tested(web: MemoryWeb, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_read, "FIRST_CHANCE", 0.0)
    check(web)
    assert set(signals().values()) == {("untested", 0, 0)}
    assert Assessment.objects.exclude(section="").exclude(signals=[]).count() == 0


@pytest.mark.parametrize(("modified", "state"), [("2026-02-01T08:00:00Z", "failing"), ("2026-01-20T08:00:00Z", "passed")])
def test_page_dates_that_are_lastmod_in_other_words_are_told(web: MemoryWeb, modified: str, state: str) -> None:
    for path in PATHS:
        web.pages[ORIGIN + path] = served(path, modified=modified)
    check(web)
    assert signals()["date_modified_is_lastmod"] == (state, 12 if state == "failing" else 0, 12)


def test_a_last_modified_that_is_the_time_of_the_answer_is_not_asked_with(web: MemoryWeb) -> None:
    for day in range(2):
        for path in PATHS:
            now = web.now if not day else web.now.replace(day=2)
            web.pages[ORIGIN + path] = served(path, last_modified=format_datetime(now, usegmt=True))
        check(web, days=day)
    assert signals()["http_last_modified"][0] == "failing"
    assert not Visit.objects.filter(conditional=True).exists()


def test_validators_that_never_spare_a_body_are_told(web: MemoryWeb) -> None:
    for day in range(2):
        for path in PATHS:
            web.pages[ORIGIN + path] = served(path, etag=f'"{day}-{path}"')
        check(web, days=day)
    assert signals()["validators_never_304"] == ("failing", Visit.objects.filter(conditional=True).count(), 12)


def test_a_304_that_never_tells_of_changes_is_dropped_from_the_evidence_and_no_more_asked_for(
    web: MemoryWeb, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(second_read, "FIRST_CHANCE", 0.4)
    for day in range(3):
        for path in PATHS:
            web.pages[ORIGIN + path] = served(path, f"edition {day}", etag='"for ever"')
        done = check(web, days=day)
    assert signals()["validators_always_304"][0] == "failing"
    assert Comparison.objects.filter(later__not_modified=True).exists()
    evidence = gather_evidence(the_site(), now=done.at)
    assert evidence.comparisons
    assert all(one.changed for one in evidence.comparisons), "a 304 of this server is not taken as unchanged"
    web.conditional.clear()
    check(web, days=3)
    assert web.conditional == []
    spoilt = set(Comparison.objects.filter(earlier__not_modified=True).values_list("page_id", "at"))
    assert spoilt
    assert spoilt.isdisjoint((one.page, one.at) for one in evidence.comparisons), "the change may have come before the 304 that hid it"


def test_a_site_whose_pages_vary_by_themselves_counts_only_confirmed_changes(web: MemoryWeb, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_read, "FIRST_CHANCE", 1.0)
    serial = iter(range(10_000))

    def before(url: str) -> None:
        if "/p" in url:
            web.pages[url] = served(url.removeprefix(ORIGIN), f"number {next(serial)} of many in the hat of {next(serial)} magicians")

    web.before = before
    check(web)
    done = check(web, days=1)
    assert signals()["page_content"][0] == "failing"
    evidence = gather_evidence(the_site(), now=done.at)
    assert evidence.double_reads == evidence.false_changes >= 10
    assert len(evidence.comparisons) == 12
    Comparison.objects.update(changed=True)
    assert gather_evidence(the_site(), now=done.at).comparisons == ()
    Comparison.objects.update(confirmed=True)
    assert len(gather_evidence(the_site(), now=done.at).comparisons) == 12
