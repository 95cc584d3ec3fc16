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
    assert [(line.number, line.tone) for line in report.lines] == [("3", "error"), ("1", "ok"), ("2", "notice")]
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
    answer = editor.post(URL, {"sites": "old.example"}, follow=True)
    assert answer.redirect_chain[0][0] == site.get_absolute_url()
    assert "This site was there already. Nothing was changed." in answer.content.decode()
    assert not AuditLine.objects.exists()


def test_a_sitemap_address_given_to_a_known_site_is_told_and_logged(editor) -> None:
    site = Site.objects.create(origin="https://old.example", created_at="2026-01-01T00:00Z")
    page = editor.post(URL, {"sites": "old.example/news-sitemap.xml"}, follow=True).content.decode()
    assert "The sitemap address https://old.example/news-sitemap.xml was added to it" in page
    line = AuditLine.objects.get()
    assert (line.act, line.site_origin) == ("sitemap_addresses_added", site.origin)
    assert line.detail == "https://old.example/news-sitemap.xml"
    again = editor.post(URL, {"sites": "old.example/news-sitemap.xml\nnew.example"})
    assert [line.explanation for line in again.context["report"].lines] == ["", "Nothing was changed."]
    assert AuditLine.objects.filter(act="sitemap_addresses_added").count() == 1


def test_a_control_character_refuses_its_line_by_number_and_no_other(editor) -> None:
    answer = editor.post(URL, {"sites": "\n\na.example\nb\x00.example\nc\x1b[1m.example\nd.example"})
    assert list(Site.objects.values_list("origin", flat=True)) == ["https://a.example", "https://d.example"]
    report = answer.context["report"]
    assert [(line.number, line.text) for line in report.lines if line.tone == "error"] == [("4", "b�.example"), ("5", "c�[1m.example")]
    assert {line.explanation for line in report.lines[:2]} == {"The line holds a control character, shown as �."}
    assert "\x00" not in answer.content.decode()


def test_lines_beyond_the_limit_are_counted(editor, monkeypatch) -> None:
    monkeypatch.setattr("sitemaps_app.pipeline.sites.MAX_LINES", 2)
    page = editor.post(URL, {"sites": "a.example\nb.example\nc.example\nd.example\ne.example"}).content.decode()
    assert Site.objects.count() == 2
    assert "Lines left out at the end of the list: 3." in page


def test_a_list_that_is_too_long_is_told_so_and_never_cut_by_the_browser(editor) -> None:
    assert "maxlength" not in editor.get(URL).content.decode()
    answer = editor.post(URL, {"sites": "a.example\n" * 50_001})
    assert answer.status_code == 400
    assert "at most 500000 characters" in answer.content.decode()
    assert not Site.objects.exists()


def test_a_list_that_is_too_large_is_told_so(editor, settings) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100_000
    answer = editor.post(URL, {"sites": "a.example\n" * 20_000})
    assert answer.status_code == 413
    page = answer.content.decode()
    assert "larger than the 100.0 kB that are taken at once" in page
    assert "damaged" not in page
    assert not Site.objects.exists()


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
