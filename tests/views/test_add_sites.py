"""Adding one site or many."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from sitemaps_app.models import Addition, AuditLine, Site
from sitemaps_app.pipeline import adding_run
from sitemaps_app.pipeline.adding_tables import table_path
from tests import factories
from tests.views.conftest import client_of

URL = "/sites/add"


def test_one_good_line_leads_straight_to_its_site(editor) -> None:
    answer = editor.post(URL, {"sites": " news.example \n"})
    site = Site.objects.get()
    assert site.origin == "https://news.example"
    assert answer.url == site.get_absolute_url()
    line = AuditLine.objects.get()
    assert (line.act, line.site_origin) == ("sites_added", "https://news.example")


def outcomes(answer) -> list[tuple[str, str, str]]:
    return [(row.number, row.outcome, row.told) for row in answer.context["rows"]]


def test_many_lines_get_a_page_with_a_row_a_line(editor) -> None:
    Site.objects.create(origin="https://old.example", created_at="2026-01-01T00:00Z")
    answer = editor.post(URL, {"sites": "new.example\nold.example\nno address at all <b>\nhttps://new.example/about\n"}, follow=True)
    assert outcomes(answer) == [
        ("1", "Added", "Understood as a domain. Its sitemaps are found through robots.txt."),
        ("2", "Already there", "The site was there already. Nothing was changed."),
        ("3", "Refused", "The text is not an address that can be fetched."),
        ("4", "Duplicate", "Says the same as line 1."),
    ]
    page = answer.content.decode()
    assert "no address at all &lt;b&gt;" in page
    assert "no address at all &lt;b&gt;</textarea>" in page
    assert AuditLine.objects.get().detail == "https://new.example"


def test_a_form_sent_twice_is_one_addition(editor) -> None:
    sent = {"sites": "a.example\nb.example", "ticket": "one-and-the-same"}
    first, second = editor.post(URL, sent), editor.post(URL, sent)
    assert first.url == second.url
    assert (Site.objects.count(), Addition.objects.count(), AuditLine.objects.count()) == (2, 1, 1)
    assert [line.outcome for line in Addition.objects.get().lines.all()] == ["added", "added"]


def test_nobody_else_can_send_a_form_on(editor) -> None:
    sent = {"sites": "a.example\nb.example", "ticket": "one-and-the-same"}
    editor.post(URL, sent)
    assert client_of("editor").post(URL, sent).url == URL


def test_the_rows_can_be_narrowed_to_an_outcome(editor) -> None:
    url = editor.post(URL, {"sites": "a.example\nnonsense\n"}).url
    assert [row[0] for row in outcomes(editor.get(url, {"outcome": "refused"}))] == ["2"]
    assert len(outcomes(editor.get(url, {"outcome": "whatever"}))) == 2


def test_only_its_owner_and_admins_see_an_addition(editor, administrator) -> None:
    url = editor.post(URL, {"sites": "a.example\nb.example\n"}).url
    assert client_of("editor").get(url).status_code == 404
    assert administrator.get(url).status_code == 200


def test_the_rows_tell_how_far_each_site_is(editor) -> None:
    url = editor.post(URL, {"sites": "waits.example\nruns.example\njudged.example\nfails.example"}).url
    waits, runs, judged, fails = (Site.objects.get(origin=f"https://{name}.example") for name in ("waits", "runs", "judged", "fails"))
    now = timezone.now()
    Site.objects.filter(pk=runs.pk).update(lease_until=now + timedelta(minutes=1))
    factories.check(runs, began_at=now, state="running", stage="visit", steps_done=3, steps_total=40)
    factories.assessment(judged, verdict="insufficient", preliminary=True)
    Site.objects.filter(pk=judged.pk).update(next_check_at=None)
    factories.check(fails, state="done", stage="discover", outcome="dns_failed")
    Site.objects.filter(pk=fails.pk).update(next_check_at=None, last_outcome="dns_failed")
    answer = editor.get(url)
    rows = {row.site.pk: row for row in answer.context["rows"]}
    assert rows[waits.pk].step_words == "waits for a worker"
    assert [step.state for step in rows[runs.pk].steps] == ["done", "done", "current", "open"]
    assert rows[runs.pk].step_words == "3 / 40"
    assert (rows[judged.pk].verdict, rows[judged.pk].preliminary) == ("insufficient", True)
    assert rows[fails.pk].steps[0].state == "failed"
    assert answer.context["progress"].facts == ("Sites with a verdict: 1 of 4", "Checked or waiting now: 2", "Could not be read: 1")
    assert "http-equiv" in answer.content.decode()
    part = editor.get(url + "/progress")
    assert part["X-Check-Running"] == "1"
    Site.objects.update(next_check_at=None, lease_until=None)
    assert editor.get(url + "/progress")["X-Check-Running"] == "0"


def test_the_page_asks_the_same_number_of_questions_for_any_list(editor, django_assert_num_queries) -> None:
    url = editor.post(URL, {"sites": "\n".join(f"s{number}.example" for number in range(90))}).url
    with django_assert_num_queries(10):
        editor.get(url)


def test_one_refused_line_stays_on_a_page_to_correct_it(editor) -> None:
    answer = editor.post(URL, {"sites": "not an address"}, follow=True)
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
    again = editor.post(URL, {"sites": "old.example/news-sitemap.xml\nnew.example"}, follow=True)
    assert [row.outcome for row in again.context["rows"]] == ["Already there", "Added"]
    assert AuditLine.objects.filter(act="sitemap_addresses_added").count() == 1


def test_a_control_character_refuses_its_line_by_number_and_no_other(editor) -> None:
    answer = editor.post(URL, {"sites": "\n\na.example\nb\x00.example\nc\x1b[1m.example\nd.example"}, follow=True)
    assert list(Site.objects.values_list("origin", flat=True)) == ["https://a.example", "https://d.example"]
    refused = [row for row in answer.context["rows"] if row.tone == "error"]
    assert [(row.number, row.text) for row in refused] == [("4", "b�.example"), ("5", "c�[1m.example")]
    assert {row.told for row in refused} == {"The line holds a control character, shown as �."}
    assert "\x00" not in answer.content.decode()


def test_lines_beyond_the_limit_are_counted(editor, monkeypatch) -> None:
    monkeypatch.setattr("sitemaps_app.pipeline.adding.MAX_LINES", 2)
    page = editor.post(URL, {"sites": "a.example\nb.example\nc.example\nd.example\ne.example"}, follow=True).content.decode()
    assert Site.objects.count() == 2
    assert "Lines left out at the end of the list: 3." in page


def test_a_list_that_is_too_long_is_told_so_and_never_cut_by_the_browser(editor) -> None:
    assert "maxlength" not in editor.get(URL).content.decode()
    answer = editor.post(URL, {"sites": "a.example\n" * 200_001})
    assert answer.status_code == 400
    assert "At most 2000000 characters can be pasted, and these are 2000010." in answer.content.decode()
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


def test_a_long_list_has_pages(editor) -> None:
    answer = editor.post(URL, {"sites": "\n".join(f"s{number}.example" for number in range(203))}, follow=True)
    assert Site.objects.count() == 203
    assert (len(answer.context["rows"]), answer.context["page"].paginator.num_pages) == (100, 3)


@pytest.fixture
def broker(monkeypatch) -> list[int]:
    """The numbers of the lists that a worker was told of."""
    sent: list[int] = []
    monkeypatch.setattr(adding_run.current_app, "send_task", lambda _name, args=(0,), **_options: sent.append(args[0]))
    return sent


def test_a_list_of_many_is_left_to_a_worker_and_its_page_follows_it(editor, broker, settings, tmp_path, monkeypatch) -> None:
    settings.STORAGE_FOLDER = tmp_path
    monkeypatch.setattr(adding_run, "AT_ONCE", 3)
    sent = {"sites": "a.example\nb.example\na.example\nnonsense\nc.example", "ticket": "one-and-the-same"}
    first, second = editor.post(URL, sent), editor.post(URL, sent)
    addition = Addition.objects.get()
    assert first.url == second.url == addition.get_absolute_url()
    assert set(broker) == {addition.pk}
    assert not Site.objects.exists()
    waits = editor.get(first.url).content.decode()
    assert "The list waits for a worker, and nothing is lost meanwhile: 5 lines." in waits
    assert "http-equiv" in waits
    assert "No line has this outcome" not in waits
    assert editor.get(first.url + "/progress")["X-Check-Running"] == "1"
    assert client_of("editor").post(URL, sent).url == URL, "nobody else can send it on"
    adding_run.run_kept(addition.pk, wall=timezone.now)
    assert [row[1] for row in outcomes(editor.get(first.url))] == ["Added", "Added", "Duplicate", "Refused", "Added"]
    assert AuditLine.objects.get().detail == "https://a.example\nhttps://b.example\nhttps://c.example"


def test_a_list_that_is_being_added_tells_how_far_it_is_in_both_languages(editor, settings, tmp_path, broker, monkeypatch) -> None:
    settings.STORAGE_FOLDER = tmp_path
    monkeypatch.setattr(adding_run, "AT_ONCE", 1)
    url = editor.post(URL, {"sites": "a.example\nb.example\nc.example"}).url
    Addition.objects.update(state="adding")
    Addition.objects.get().lines.create(number=1, text="x", outcome="refused", problem="url_invalid")
    page = editor.get(url).content.decode()
    assert "The list is being added" in page
    assert "The list is being read: 1 of 3 lines." in page
    assert '<progress id="added" max="3" value="1">' in page
    assert "正在读取列表：1 / 3 行。" in editor.get(url, HTTP_ACCEPT_LANGUAGE="zh-hans").content.decode()
    assert "progress?adding=1&amp;" in page
    assert editor.get(url + "/progress", {"adding": "1"})["X-Check-Running"] == "1"
    Addition.objects.update(state="done")
    Site.objects.create(origin="https://a.example", created_at="2026-01-01T00:00Z", next_check_at="2026-01-01T00:00Z")
    Addition.objects.get().lines.create(number=2, text="a.example", outcome="added", site=Site.objects.get())
    assert editor.get(url + "/progress")["X-Check-Running"] == "1", "its site waits"
    assert editor.get(url + "/progress", {"adding": "1"})["X-Check-Running"] == "0", "the page is drawn anew with the lines to correct"


def test_a_long_table_is_left_to_a_worker(editor, broker, settings, tmp_path, monkeypatch) -> None:
    settings.STORAGE_FOLDER = tmp_path
    monkeypatch.setattr(adding_run, "AT_ONCE", 1)
    url = editor.post(URL, {"table": upload(b"name;site\nn;news.example\ns;shop.example\n")}).url
    chosen = {"encoding": "utf-8", "delimiter": ";", "has_header": "on", "column": "1"}
    assert "waits for a worker" in editor.post(url, chosen, follow=True).content.decode()
    editor.post(url, chosen)
    assert broker == [Addition.objects.get().pk]
    adding_run.run_kept(broker[0], wall=timezone.now)
    assert set(Site.objects.values_list("origin", flat=True)) == {"https://news.example", "https://shop.example"}


def test_a_viewer_may_not_add(viewer) -> None:
    assert viewer.get(reverse("add_sites")).status_code == 403
    assert viewer.post(URL, {"sites": "news.example"}).status_code == 403
    assert not Site.objects.exists()


def upload(body: bytes, name: str = "sites.csv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, body, content_type="text/csv")


def test_a_table_asks_for_its_column_with_the_first_rows_in_view(editor) -> None:
    answer = editor.post(URL, {"table": upload("名称;网址\n新闻;news.example\n商店;shop.example\n".encode("gb18030"))})
    page = editor.get(answer.url)
    assert page.context["form"].initial["column"] == 1
    text = page.content.decode()
    assert "新闻" in text
    assert "2 of 2 are addresses" in text
    reading = {"encoding": "gb18030", "delimiter": ";", "has_header": "on"}
    done = editor.post(answer.url, {**reading, "column": "1"}, follow=True)
    assert [row[:2] for row in outcomes(done)] == [("2", "Added"), ("3", "Added")]
    assert set(Site.objects.values_list("origin", flat=True)) == {"https://news.example", "https://shop.example"}
    assert editor.post(answer.url, {**reading, "column": "1"}).url == done.request["PATH_INFO"]
    assert AuditLine.objects.count() == 1


def test_a_table_can_be_looked_at_in_another_way(editor) -> None:
    url = editor.post(URL, {"table": upload(b"a.example,one\nb.example,two\n")}).url
    page = editor.post(url, {"encoding": "utf-8", "delimiter": "|", "has_header": "on", "look": "1"})
    assert [column.name for column in page.context["preview"].columns] == ["a.example,one"]
    assert not Site.objects.exists()


def test_an_empty_column_is_told_and_another_can_be_chosen(editor) -> None:
    url = editor.post(URL, {"table": upload(b"a.example,,x\nb.example,,y\n")}).url
    answer = editor.post(url, {"encoding": "utf-8", "delimiter": ",", "column": "1"})
    assert answer.status_code == 400
    assert "This column has no cell with a text." in answer.content.decode()
    assert editor.post(url, {"encoding": "utf-8", "delimiter": ",", "column": "0"}).status_code == 302


@pytest.mark.parametrize(
    ("body", "told"),
    [(b"PK\x03\x04xx", "save it as CSV"), (b"ab\x00cd\x00" + b"d" * 99, "bytes that no text has"), (b"", "The file is empty")],
)
def test_what_is_no_table_is_refused_in_words(editor, body: bytes, told: str) -> None:
    answer = editor.post(URL, {"table": upload(body, "s.xlsx")})
    assert answer.status_code == 400
    assert told in answer.content.decode()
    assert not Addition.objects.exists()


def test_a_table_that_is_too_large_is_told_so(editor, monkeypatch) -> None:
    monkeypatch.setattr("sitemaps_app.views.adding.add_sites.upload_bytes", 10)
    answer = editor.post(URL, {"table": upload(b"a.example\n" * 100)})
    assert answer.status_code == 413
    assert "larger than 20 MiB" in answer.content.decode()


def test_a_list_and_a_table_at_once_are_not_guessed_at(editor) -> None:
    answer = editor.post(URL, {"sites": "a.example", "table": upload(b"b.example\n")})
    assert answer.status_code == 400
    assert not Site.objects.exists()


def test_a_table_that_is_gone_is_told_so(editor) -> None:
    url = editor.post(URL, {"table": upload(b"a.example\n")}).url
    table_path(Addition.objects.get()).unlink()
    assert "was not kept" in editor.get(url, follow=True).content.decode()
