"""The page of a site."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.formats import date_format

from sitemaps_app.models.check import CheckState
from sitemaps_app.pipeline.standing import note_standing
from tests import factories

COUNTS = {"moved_changed": 28, "moved_unchanged": 3, "unmoved_changed": 2, "unmoved_unchanged": 161}
REASON = {"code": "low_precision", "params": {"moved": 40, "moved_changed": 4}}


def page_of(client, site, tab: str = "") -> str:
    answer = client.get(f"{site.get_absolute_url()}{tab}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_verdict_comes_first_then_reasons_and_advice(viewer) -> None:
    site = factories.site()
    factories.assessment(site, verdict="untrusted", trust=0.1, reasons=[REASON], failure_modes=["generation_time"])
    page = page_of(viewer, site)
    places = [
        page.index(text)
        for text in (
            "lastmod does not tell which pages changed.",
            "Of 40 pages whose lastmod moved, only 4 had changed.",
            "A scheduled job or a plugin writes the file anew",
            "Write each page&#x27;s own modification time",
            "Over time",
        )
    ]
    assert places == sorted(places)


def test_a_preliminary_verdict_says_how_much_is_missing(viewer) -> None:
    site = factories.site()
    factories.assessment(site, verdict="insufficient", trust=0.6, preliminary=True, comparisons_missing=14)
    page = page_of(viewer, site)
    assert "Comparisons that are still needed for a verdict: about 14." in page
    assert "Preliminary:" in page


def test_preliminary_numbers_are_an_impression_and_never_a_measurement(viewer) -> None:
    site = factories.site()
    first = {"verdict": "insufficient", "trust": 0.61, "preliminary": True}
    for days in (2, 1):
        factories.assessment(site, at=factories.NOW - timedelta(days=days), **first)
    factories.assessment(site, **first)
    factories.assessment(site, section="a", current=False, **first)
    answer = viewer.get(site.get_absolute_url())
    card = answer.context["verdict"]
    assert [figure.name for figure in card.figures] == ["With lastmod", "Entries"]
    assert [figure.value for figure in card.impressions] == ["61", "61 %", "61 %"]
    page = answer.content.decode()
    assert "First impression, not a measurement:" in page
    assert 'class="num trust-cell impression"' in page
    assert "chart-trust" not in page
    assert "No check has measured trust yet" in page
    assert {row.trust for row in answer.context["history"].rows} == {"–"}


def test_a_single_measurement_is_told_in_words_and_not_as_a_lone_dot(viewer) -> None:
    site = factories.site()
    factories.assessment(site, trust=0.6, preliminary=True, at=factories.NOW - timedelta(days=1))
    factories.assessment(site)
    page = page_of(viewer, site)
    assert "One check has measured trust so far." in page
    assert 'class="timeline"' not in page
    assert "The band holds" not in page


def test_the_charts_begin_with_the_first_measurement(viewer) -> None:
    site = factories.site()
    factories.assessment(site, trust=0.6, preliminary=True, at=factories.NOW - timedelta(days=3))
    for days in (2, 0):
        factories.assessment(site, at=factories.NOW - timedelta(days=days))
    history = viewer.get(site.get_absolute_url()).context["history"]
    for drawn in history.first:
        line = drawn.chart.split('class="chart-line"')[1].split(' d="')[1].split('"')[0]
        assert line.count(" ") == 2, "two points"
    assert [row.trust for row in history.rows] == ["93", "93", "–"]


def test_dashed_lines_are_explained_only_where_there_are_some(viewer) -> None:
    site = factories.site()
    for days in (2, 0):
        factories.assessment(site, at=factories.NOW - timedelta(days=days))
    assert "Dashed lines" not in page_of(viewer, site)
    factories.event(site, "generator_changed", at=factories.NOW - timedelta(days=1), params={"kind": "frozen"})
    assert "Dashed lines mark what happened" in page_of(viewer, site)


def test_few_comparisons_are_counted_in_sentences_that_fit_any_number(viewer) -> None:
    site = factories.site()
    few = [
        {"code": "not_enough_comparisons", "params": {"comparisons": 1, "missing": 1}},
        {"code": "dates_went_back", "params": {"backwards": 1}},
    ]
    factories.assessment(site, verdict="insufficient", reasons=few, counts={"moved_changed": 1}, comparisons_missing=1)
    page = page_of(viewer, site)
    for expected in (
        "Comparisons so far: 1; about 1 more are needed.",
        "Dates that became earlier in the newest snapshot: 1;",
        "verdict: about 1.",
    ):
        assert expected in page
    for plural in ("1 pages", "1 dates", "1 comparisons", "1 more comparisons"):
        assert plural not in page


@pytest.mark.parametrize(("others", "said"), [(0, "usually within seconds"), (3, "Sites whose turn comes before: 3.")])
def test_a_check_that_waits_says_how_many_come_before_it(viewer, others: int, said: str) -> None:
    past = timezone.now() - timedelta(minutes=1)
    for _ in range(others):
        factories.site(next_check_at=past)
    site = factories.site(next_check_at=past)
    factories.site(next_check_at=past)  # of the same list, but further down
    factories.site(next_check_at=past, paused=True)
    factories.site(next_check_at=past, lease_until=timezone.now() + timedelta(minutes=2))
    assert said in page_of(viewer, site)
    assert said in viewer.get(f"{site.get_absolute_url()}progress").content.decode()
    assert ("within seconds" in page_of(viewer, site)) is (others == 0)


def test_a_check_that_was_asked_for_waits_only_for_those_that_were_asked_for_before(viewer) -> None:
    past = timezone.now() - timedelta(minutes=1)
    mass = [factories.site(next_check_at=past) for _ in range(3)]
    site = factories.site(next_check_at=timezone.now(), asked_at=timezone.now())
    assert "usually within seconds" in page_of(viewer, site)
    factories.site(next_check_at=past, asked_at=past)
    assert "Sites whose turn comes before: 1." in page_of(viewer, site)
    assert "Sites whose turn comes before: 4." in page_of(viewer, mass[2])
    later = timezone.now() + timedelta(minutes=2)
    mass[0].lease_token, mass[0].lease_until = "queued", later
    mass[0].save()
    assert "Sites whose turn comes before: 4." in page_of(viewer, mass[2]), "it is claimed, but no worker has begun it"
    factories.check(mass[0], state="running")
    assert "Sites whose turn comes before: 3." in page_of(viewer, mass[2])


def test_who_waits_for_a_site_that_is_queued_can_ask_for_it_and_who_waits_for_one_at_work_need_not(editor) -> None:
    now = timezone.now()
    site = factories.site(next_check_at=now - timedelta(minutes=1), lease_token="queued", lease_until=now + timedelta(minutes=2))
    assert "Check now" in page_of(editor, site)
    factories.check(site, state="running", stage="visit")
    assert "Check now" not in page_of(editor, site)


def test_numbers_stand_with_their_intervals(viewer) -> None:
    site = factories.site()
    factories.assessment(site, trust=0.93, recall=0.4, recall_low=0.3, recall_high=0.5, lastmod_share=0.999)
    figures = viewer.get(site.get_absolute_url()).context["verdict"].figures
    assert [(figure.value, figure.interval) for figure in figures] == [
        ("93", "95 %: 88–98"),
        ("93 %", "95 %: 88–98 %"),
        ("40 %", "95 %: 30–50 %"),
        ("99.9 %", ""),
        ("1,200", ""),
    ]


def test_every_cell_of_the_confusion_table_leads_to_its_comparisons(viewer) -> None:
    site = factories.site()
    expected = {("yes", "yes"): 3, ("yes", "no"): 1, ("no", "yes"): 2, ("no", "no"): 4}
    for (moved, changed), many in expected.items():
        for _ in range(many):
            factories.comparison(factories.page(site), moves=int(moved == "yes"), changed=changed == "yes")
    factories.comparison(factories.page(site), has_lastmod=False, changed=True)
    names = ("moved_changed", "moved_unchanged", "unmoved_changed", "unmoved_unchanged")
    factories.assessment(site, counts=dict(zip(names, expected.values(), strict=True)))
    confusion = viewer.get(site.get_absolute_url()).context["confusion"]
    for cell in (*confusion.moved, *confusion.unmoved):
        assert viewer.get(cell.url).context["page"].paginator.count == int(cell.count)
    assert [cell.tone for cell in (*confusion.moved, *confusion.unmoved)] == ["good", "bad", "bad", "good"]


def test_a_count_of_nothing_leads_nowhere(viewer) -> None:
    site = factories.site()
    factories.assessment(site, counts={"moved_changed": 2, "moved_unchanged": 0, "unmoved_changed": 0, "unmoved_unchanged": 1})
    confusion = viewer.get(site.get_absolute_url()).context["confusion"]
    assert [bool(cell.url) for cell in (*confusion.moved, *confusion.unmoved)] == [True, False, False, True]


def test_a_site_without_comparisons_says_when_there_will_be_some(viewer) -> None:
    site = factories.site()
    factories.assessment(site, counts=dict.fromkeys(COUNTS, 0))
    assert "No page has been seen twice yet." in page_of(viewer, site)


def test_comparisons_that_are_no_evidence_are_not_told_as_if_there_were_none(viewer) -> None:
    site = factories.site()
    factories.comparison(factories.page(site), has_lastmod=False)
    factories.assessment(site, counts=dict.fromkeys(COUNTS, 0))
    page = page_of(viewer, site)
    assert "No page has been seen twice yet." not in page
    assert "Pages have been compared, but so far no comparison counts for or against lastmod" in page


def test_a_new_site_shows_that_its_first_check_has_not_finished(viewer) -> None:
    page = page_of(viewer, factories.site())
    assert "No check of this site has finished yet." in page
    assert "chart-trust" not in page


def test_a_site_that_cannot_be_read_says_why_and_what_to_do(viewer) -> None:
    site = factories.site(last_outcome="host_unknown", last_checked_at=factories.NOW)
    page = page_of(viewer, site)
    assert "The name of the host cannot be resolved." in page
    assert "Check the spelling of the domain." in page
    assert "Host unknown" in viewer.get("/sites/").content.decode()


def test_an_old_verdict_is_told_as_old_when_the_last_check_failed(viewer) -> None:
    site = factories.site(last_outcome="http_403")
    judged = factories.assessment(site)
    page = page_of(viewer, site)
    assert f"(Our reader was refused (403)); this verdict is of {date_format(judged.at)}. Allow our user agent" in page
    assert "No sitemap found" not in page
    site.last_outcome = "partial"
    site.save()
    assert "this verdict is of" not in page_of(viewer, site)


@pytest.mark.parametrize(("state", "lease_minutes", "refreshes"), [("running", 2, True), ("running", -2, False), ("done", -2, False)])
def test_the_page_refreshes_itself_only_while_a_check_is_at_work(viewer, state: str, lease_minutes: int, refreshes: bool) -> None:
    now = timezone.now()
    site = factories.site(lease_until=now + timedelta(minutes=lease_minutes), next_check_at=now + timedelta(days=1))
    factories.check(site, state=state, stage="snapshot", steps_done=3, steps_total=8, began_at=now)
    page = page_of(viewer, site)
    assert ('<noscript><meta http-equiv="refresh"' in page) is refreshes
    assert ("data-progress" in page) is refreshes
    assert ("3 / 8" in page) is refreshes


def test_the_fragment_tells_the_script_when_to_stop(viewer) -> None:
    now = timezone.now()
    site = factories.site(lease_until=now + timedelta(minutes=2))
    check = factories.check(
        site, stage="visit", began_at=now, account=[{"stage": "discover", "code": "robots_read", "params": {"sitemaps": 2}}]
    )
    url = f"{site.get_absolute_url()}progress"
    running = viewer.get(url)
    assert running["X-Check-Running"] == "1"
    assert "robots.txt was read; sitemap lines in it: 2." in running.content.decode()
    check.state = CheckState.DONE
    check.save()
    site.lease_until = None
    site.save()
    assert viewer.get(url)["X-Check-Running"] == "0"


def test_a_check_that_was_asked_for_is_told_as_waiting(viewer) -> None:
    site = factories.site(next_check_at=timezone.now() - timedelta(seconds=1))
    page = page_of(viewer, site)
    assert "A check waits for a worker" in page
    assert viewer.get(f"{site.get_absolute_url()}progress")["X-Check-Running"] == "1"


def test_a_paused_site_waits_for_nothing(viewer) -> None:
    site = factories.site(next_check_at=timezone.now() - timedelta(seconds=1), paused=True)
    page = page_of(viewer, site)
    assert "A check waits for a worker" not in page
    assert "The site is paused: resume it" in page
    assert "Wait a minute" not in page


def test_charts_mark_the_events_and_have_a_table(viewer) -> None:
    site = factories.site()
    for days in (20, 10, 0):
        factories.assessment(site, at=factories.NOW - timedelta(days=days), trust=0.9)
    factories.event(site, "generator_changed", at=factories.NOW - timedelta(days=5), params={"kind": "frozen"})
    answer = viewer.get(site.get_absolute_url())
    page = answer.content.decode()
    assert page.count('class="timeline"') == 3
    assert "Dates froze" in str(answer.context["history"].first[0].chart)
    assert [row.trust for row in answer.context["history"].rows] == ["90", "90", "90"]


def test_the_distribution_leaves_out_empty_bins_of_unusable_dates(viewer) -> None:
    site = factories.site()
    factories.snapshot(site, ages=[["day", 0], ["week", 1_500], ["absent", 2], ["invalid", 0]])
    ages = viewer.get(site.get_absolute_url()).context["ages"]
    assert [(row.name, row.count) for row in ages.rows] == [("Up to 1 day", "0"), ("Up to 1 week", "1,500"), ("No lastmod", "2")]


def test_only_the_sections_of_the_current_judgement_are_shown(viewer) -> None:
    site = factories.site("https://s.example")
    factories.assessment(site, section="https://s.example/old.xml", at=factories.NOW - timedelta(days=1), current=False)
    factories.assessment(site)
    factories.assessment(site, section="https://s.example/new.xml", current=False)
    sections = viewer.get(f"{site.get_absolute_url()}sections").context["sections"]
    assert [row.name for row in sections] == ["/new.xml"]
    assert sections[0].evidence_url.endswith("?section=https%3A%2F%2Fs.example%2Fnew.xml")


def test_files_that_need_a_look_come_first_with_their_problems_in_words(viewer) -> None:
    site = factories.site("https://s.example")
    factories.sitemap_file(site, "https://s.example/good.xml")
    factories.sitemap_file(site, "https://s.example/gone.xml", listed=False, outcome="failed")
    problem = {"code": "xml_bad_ampersand", "severity": "warning", "line": 1_088, "detail": "<script>alert(1)</script>", "count": 3}
    factories.sitemap_file(site, "https://s.example/bad.xml", outcome="failed", http_status=404, problems=[problem], depth=1)
    answer = viewer.get(f"{site.get_absolute_url()}files?as=table")
    assert [row.url.rsplit("/", 1)[1] for row in answer.context["files"]] == ["bad.xml", "good.xml", "gone.xml"]
    page = answer.content.decode()
    assert "lines 1,088, … · 3 times" in page
    assert "Raw ampersand" in page
    assert "Write &amp;amp; in addresses." in page
    assert '<code class="problem-code">xml_bad_ampersand</code>' in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "no longer listed" in page


def test_addresses_that_are_no_web_addresses_are_never_links(viewer) -> None:
    site = factories.site()
    wrong = factories.sitemap_file(site, "javascript:alert(1)")
    right = factories.sitemap_file(site, "https://site.example/a.xml")
    pages = [page_of(viewer, site, path) for path in ("files", f"files/{wrong.pk}", f"files/{right.pk}")]
    assert not any('href="javascript' in page for page in pages)
    assert '<a class="url" href="https://site.example/a.xml" rel="noopener nofollow noreferrer">' in pages[2]


def test_visits_keep_the_three_dates_apart(viewer) -> None:
    site = factories.site()
    factories.visit(factories.page(site), lastmod_raw="L", http_last_modified="H", date_modified_raw="D", title="<b>")
    page = page_of(viewer, site, "visits")
    for name, value in (("lastmod", "L"), ("http_last_modified", "H"), ("date_modified", "D")):
        assert f"<dt>{name}</dt><dd>{value}</dd>" in page
    assert "&lt;b&gt;" in page


@pytest.mark.parametrize("tab", ["", "sections", "files", "visits", "evidence", "checks", "due"])
def test_the_number_of_queries_of_a_tab_does_not_grow_with_its_rows(viewer, django_assert_max_num_queries, tab: str) -> None:
    site = factories.site()
    for number in range(6):
        factories.comparison(factories.page(site), at=factories.NOW - timedelta(days=number))
        factories.sitemap_file(site)
        factories.assessment(site, section=f"s{number}", current=False)
        factories.check(site, state="done", at=factories.NOW - timedelta(days=number))
        factories.event(site, at=factories.NOW - timedelta(days=number), params={"old": "hint", "new": "useful"})
    factories.assessment(site)
    factories.snapshot(site)
    with django_assert_max_num_queries(19 if not tab else 9 if tab == "evidence" else 8):
        page_of(viewer, site, tab)


def test_the_overview_asks_as_many_questions_of_a_long_history_as_of_a_short_one(viewer) -> None:
    def queries(days: int, sections: int) -> int:
        site = factories.site()
        for ago in range(days):
            at = timezone.now() - timedelta(days=ago)
            factories.snapshot(site, taken_at=at, moved=3)
            factories.event(site, at=at, params={"old": "hint", "new": "useful"})
            for section in ("", *(f"/s{n}" for n in range(sections))):
                factories.assessment(site, at=at, section=section, current=ago == 0, failure_modes=["silent_changes"])
        viewer.get(site.get_absolute_url())
        with CaptureQueriesContext(connection) as asked:
            viewer.get(f"{site.get_absolute_url()}?range=all")
        return len(asked)

    assert queries(2, 1) == queries(30, 12)


def test_a_verdict_in_question_is_marked_by_icon_and_word_and_says_since_when(viewer) -> None:
    site = factories.site()
    reasons = [
        {"code": "reverifying", "params": {"verdict": "trusted", "date": "2026-11-18"}},
        {
            "code": "alarm_moves_wrong",
            "params": {"onset": "2026-11-17", "percent_before": 95, "percent_after": 20, "visits": 5},
        },
    ]
    factories.assessment(site, state="reverifying", state_since=factories.NOW, burst=9, reasons=reasons)
    page = page_of(viewer, site)
    assert page.count("Being verified again") == 2  # in the head, and with its explanation
    assert "Something seems to have changed since Nov. 20, 2026." in page
    assert "Since 2026-11-17 moves of lastmod have been right less often: 20 % of them (comparisons: 5) against 95 % before." in page
    assert "Being verified again" in viewer.get("/sites/").content.decode()


def test_a_verdict_grows_stale_without_another_check(viewer) -> None:
    site = factories.site()
    factories.assessment(site, stale_at=timezone.now() + timedelta(days=1))
    assert "Stale" not in page_of(viewer, site)
    site.current_assessment.stale_at = timezone.now() - timedelta(days=1)
    site.current_assessment.save()
    note_standing(site, site.current_assessment)
    assert "Its evidence has been too old since" in page_of(viewer, site)
    assert "Stale" in viewer.get("/sites/").content.decode()


def test_changes_and_alarms_are_told_by_their_kind_with_their_numbers(viewer) -> None:
    site = factories.site()
    factories.assessment(site)
    told = {
        ("generator_changed", "format_changed"): {"precision_before": "second", "precision_after": "day"},
        ("site_changed", "redesigned"): {"changed": 19, "pages": 20},
        ("alarm", "silent_changes"): {"onset": "2026-11-02", "percent_before": 0.4, "percent_after": 12, "visits": 9},
    }
    for (code, kind), params in told.items():
        factories.event(site, code, params={"kind": kind, **params})
    page = page_of(viewer, site)
    assert "From here on lastmod is given to the day, no longer to the second" in page
    assert "Here nearly all visited pages had changed at once (19 of 20)." in page
    assert "Since 2026-11-02 12 % of the pages have changed a day without a move of lastmod (comparisons: 9), against 0.4 % before." in page


def test_a_comparison_across_a_redesign_says_that_it_does_not_count(viewer) -> None:
    site = factories.site()
    one = factories.page(site)
    factories.comparison(one, changed=True)
    factories.comparison(factories.page(site), at=factories.NOW - timedelta(days=20))
    factories.event(site, "site_changed", at=factories.NOW - timedelta(days=3), params={"kind": "redesigned", "changed": 19, "pages": 20})
    assert page_of(viewer, site, "evidence").count("not counted: Redesign on Nov. 17, 2026") == 1
