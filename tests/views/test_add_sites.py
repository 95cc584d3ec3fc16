"""Adding one site or many."""

from __future__ import annotations

from django.urls import reverse

from sitemaps_app.models import AuditLine, Site

URL = "/sites/add"


def test_one_good_line_leads_straight_to_its_site(editor) -> None:
    answer = editor.post(URL, {"sites": " news.example \n"})
    site = Site.objects.get()
    assert site.origin == "https://news.example"
    assert answer.url == site.get_absolute_url()
    line = AuditLine.objects.get()
    assert (line.act, line.site_origin) == ("sites_added", "https://news.example")


def test_many_lines_get_a_report_with_the_refused_ones_first(editor) -> None:
    Site.objects.create(origin="https://old.example", created_at="2026-01-01T00:00Z")
    answer = editor.post(URL, {"sites": "new.example\nold.example\nno address at all <b>\n"})
    report = answer.context["report"]
    assert (report.created, report.existing, report.refused) == ("1", "1", 1)
    assert [line.tone for line in report.lines] == ["error", "ok", "notice"]
    page = answer.content.decode()
    assert "The text is not an address that can be fetched." in page
    assert "no address at all &lt;b&gt;" in page
    assert report.refused_text == "no address at all <b>"
    assert AuditLine.objects.get().detail == "https://new.example"


def test_one_refused_line_stays_on_a_page_to_correct_it(editor) -> None:
    answer = editor.post(URL, {"sites": "not an address"})
    assert answer.status_code == 200
    assert "not an address</textarea>" in answer.content.decode()
    assert not AuditLine.objects.exists()


def test_an_existing_site_is_not_told_as_added_in_the_log(editor) -> None:
    site = Site.objects.create(origin="https://old.example", created_at="2026-01-01T00:00Z")
    assert editor.post(URL, {"sites": "old.example"}).url == site.get_absolute_url()
    assert not AuditLine.objects.exists()


def test_an_empty_form_comes_back_with_what_is_missing(editor) -> None:
    answer = editor.post(URL, {"sites": "  "})
    assert answer.status_code == 400
    assert "errorlist" in answer.content.decode()


def test_long_reports_are_cut_and_say_so(editor) -> None:
    answer = editor.post(URL, {"sites": "\n".join(f"s{number}.example" for number in range(203))})
    assert Site.objects.count() == 203
    assert len(answer.context["report"].lines) == 200
    assert "Lines not shown here: 3." in answer.content.decode()


def test_a_viewer_may_not_add(viewer) -> None:
    assert viewer.get(reverse("add_sites")).status_code == 403
    assert viewer.post(URL, {"sites": "news.example"}).status_code == 403
    assert not Site.objects.exists()
