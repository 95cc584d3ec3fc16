"""The page "Check a sitemap": who sees what, what is refused in which words, and what a report shows."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from sitemaps_app.models import AuditLine, SitemapCheck
from sitemaps_app.models.sitemap_check import SitemapCheckState as State
from sitemaps_app.pipeline import sitemap_check_files as files
from sitemaps_app.pipeline.live import local_politeness
from sitemaps_app.pipeline.sitemap_check_run import run_check
from tests import factories
from tests.sending import Sending, sending_replaced

ASK = "/check-sitemap/"
URLSET = """<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://site.example/a?x=1&y=2</loc><lastmod>2026-13-45</lastmod></url>
<url><loc>https://site.example/b</loc><lastmod>2026-11-01T10:00</lastmod></url>
<url><loc>https://site.example/&lt;script&gt;alert(1)&lt;/script&gt;</loc><lastmod>2026-11</lastmod></url>
</urlset>"""


@pytest.fixture(autouse=True)
def sending(tmp_path: Path) -> Iterator[Sending]:
    with override_settings(STORAGE_FOLDER=tmp_path / "storage"), sending_replaced() as replaced:
        yield replaced


def at_once(pk: int) -> None:
    run_check(pk, wall=timezone.now, politeness=local_politeness(waits=False))


def paste(client: Client, text: str = URLSET, **fields: str):
    return client.post(ASK, {"source": "paste", "text": text, **fields})


def upload(client: Client, body: bytes, name: str = "sitemap.xml"):
    return client.post(ASK, {"source": "upload", "file": SimpleUploadedFile(name, body)})


def page_of(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_page_is_for_viewers_and_stands_in_the_navigation(viewer, stranger) -> None:
    assert re.search(rf'<a href="{ASK}"[^>]* aria-current="page">Check a sitemap</a>', page_of(viewer, ASK))
    assert stranger.get(ASK).status_code == 403
    assert Client().get(ASK).url == f"/sign-in?next={ASK}"


def test_a_pasted_text_becomes_a_report_with_lines_and_excerpts(viewer, sending) -> None:
    sending.worker = at_once
    answer = paste(viewer, published_at="site.example/sitemap.xml")
    page = page_of(viewer, answer.url)
    for text in (
        "The whole file was read. It lists 3 entries; with a readable lastmod: 67 %.",
        "Problems: 2 kinds of warnings · 2 kinds of notices.",
        '<code class="problem-code">xml_bad_ampersand</code>',
        "line 2",
        "Write &amp;amp; in addresses.",
        "&lt;loc&gt;https://site.example/a?x=1&amp;y=2&lt;/loc&gt;",
        "2026-11-01 10:00 UTC (zone assumed)",
        '<td data-label="Understood as">2026-11</td>',
        "Judged as if at",
    ):
        assert text in page, text
    assert "<script>alert" not in page
    assert 'class="icon"' in page.split('class="problem-head"')[1].split("</svg>")[0], "a severity is never told by its colour alone"


def test_a_reload_and_the_list_show_the_same_report(viewer, sending) -> None:
    sending.worker = at_once
    where = upload(viewer, gzip.compress(URLSET.encode()), "sitemap.xml.gz").url
    first, second = (page_of(viewer, where).split('class="card outcome')[1].split("<footer")[0] for _ in range(2))
    assert first == second
    listed = page_of(viewer, ASK)
    assert f'<a href="{where}" data-row-link>sitemap.xml.gz</a>' in listed


def test_the_download_holds_the_whole_report(viewer, sending) -> None:
    sending.worker = at_once
    where = upload(viewer, URLSET.encode()).url
    answer = viewer.get(f"{where}/report.json")
    told = json.loads(answer.getvalue())
    assert (told["source"], told["outcome"], told["entry_count"], len(told["entries"])) == ("sitemap.xml", "ok", 3, 3)
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"].startswith("attachment;")


def test_what_waits_has_no_download_and_leads_to_its_page(viewer) -> None:
    where = paste(viewer).url
    answer = viewer.get(f"{where}/report.json")
    assert (answer.status_code, answer.url) == (302, where)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"source": "address", "address": ""}, "There is no address to check."),
        ({"source": "address", "address": "two words"}, "is not an address that can be fetched"),
        ({"source": "address", "address": "file:///etc/passwd"}, "is not an address that can be fetched"),
        ({"source": "paste", "text": " \n "}, "There is no text to check."),
        ({"source": "paste", "text": "x" * 2_000_001}, "The text is longer than two million characters"),
        ({"source": "paste", "text": "x", "published_at": "ftp://site.example"}, "is not an address that can be fetched"),
        ({"source": "upload"}, "No file was chosen."),
        ({"source": "address", "address": "http://user:secret@site.example/"}, "holds a user name or password"),
        ({"source": "paste", "text": "x", "published_at": "user:secret@site.example"}, "holds a user name or password"),
        ({"source": "other"}, "The request does not say whether an address, a file or a text is given"),
        ({}, "The request does not say whether an address, a file or a text is given"),
    ],
)
def test_what_cannot_be_checked_is_refused_in_words(viewer, fields: dict, words: str) -> None:
    answer = viewer.post(ASK, fields)
    assert answer.status_code == 400
    assert words in answer.content.decode()
    assert not SitemapCheck.objects.exists()


def test_an_empty_file_is_refused_in_words(viewer) -> None:
    answer = upload(viewer, b"")
    assert answer.status_code == 400
    assert "The file is empty" in answer.content.decode()


def test_a_fourth_at_once_is_refused_in_words(viewer) -> None:
    for _ in range(3):
        assert paste(viewer).status_code == 302
    answer = paste(viewer)
    assert answer.status_code == 429
    assert "Three of your sitemaps are being checked already" in answer.content.decode()
    assert "&lt;urlset" in answer.content.decode(), "the text is not lost"


def test_a_disk_that_takes_nothing_is_a_sentence(viewer, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "keep_text", full)
    answer = paste(viewer)
    assert answer.status_code == 503
    assert "could not write the text to its disk" in answer.content.decode()


def test_a_broker_that_is_down_is_a_sentence(viewer, sending) -> None:
    sending.down = True
    page = viewer.post(ASK, {"source": "paste", "text": URLSET}, follow=True).content.decode()
    assert "the broker does not answer" in page
    assert "The check waits for a worker" in page


def test_a_check_that_runs_shows_how_far_it_is_with_the_script_and_without(viewer) -> None:
    where = paste(viewer).url
    check = SitemapCheck.objects.get()
    until = timezone.now() + timedelta(minutes=1)
    numbers = {"bytes_total": 8_000_000, "bytes_read": 2_000_000, "entries_read": 12_345, "entries_faulty": 67}
    SitemapCheck.objects.filter(pk=check.pk).update(state=State.RUNNING, stage="read", lease_until=until, **numbers)
    answer = viewer.get(f"{where}/progress")
    assert answer["X-Check-Running"] == "1"
    for text in ('value="25"', "2.0 MB", "12,345", "67", "The sitemap is being read"):
        assert text in answer.content.decode()
    page = page_of(viewer, where)
    assert '<noscript><meta http-equiv="refresh" content="3"></noscript>' in page
    assert f'data-progress="{where}/progress"' in page
    assert "Look again" in page


def test_a_check_whose_worker_was_lost_says_so_and_offers_another(viewer, sending) -> None:
    where = paste(viewer).url
    SitemapCheck.objects.update(state=State.RUNNING, lease_until=timezone.now() - timedelta(seconds=1))
    assert viewer.get(f"{where}/progress")["X-Check-Running"] == "0"
    page = page_of(viewer, where)
    assert "Interrupted" in page
    assert "refresh" not in page
    sending.worker = at_once
    assert viewer.post(f"{where}/again").url == where
    assert "The whole file was read." in page_of(viewer, where)


def test_a_text_that_is_no_longer_kept_is_not_offered_again(viewer, sending) -> None:
    sending.worker = at_once
    where = paste(viewer).url
    assert f"{where}/again" not in page_of(viewer, where)
    assert "its text is no longer kept" in viewer.post(f"{where}/again", follow=True).content.decode()


def test_only_the_owner_and_admins_see_a_report(viewer, editor, administrator) -> None:
    where = paste(viewer).url
    for client in (editor, Client()):
        for path in (where, f"{where}/progress", f"{where}/report.json"):
            assert client.get(path).status_code in {302, 404}
        for path in (f"{where}/again", f"{where}/delete"):
            assert client.post(path).status_code in {302, 404}
    assert "You have not checked a sitemap yet." in page_of(editor, ASK)
    assert where not in page_of(editor, ASK)
    assert SitemapCheck.objects.exists()
    assert SitemapCheck.objects.get().owner.username in page_of(administrator, where)
    assert f'href="{where}"' in page_of(administrator, ASK).split("Reports of others (seen by admins only)")[1]


def test_the_last_twenty_are_listed(viewer) -> None:
    where = paste(viewer).url
    owner = SitemapCheck.objects.get(pk=where.rsplit("/", 1)[1]).owner
    for number in range(25):
        SitemapCheck.objects.create(
            owner=owner, created_at=timezone.now(), source="upload", given=f"n{number}.xml", folder=str(number), state="done"
        )
    page = page_of(viewer, ASK)
    assert page.count("data-row-link") == 20
    assert "n24.xml" in page
    assert "n4.xml" not in page


def test_deleting_takes_the_report_and_its_files(viewer, sending) -> None:
    sending.worker = at_once
    where = paste(viewer).url
    folder = files.check_folder(SitemapCheck.objects.get().folder)
    assert folder.exists()
    answer = viewer.post(f"{where}/delete", follow=True)
    assert "were deleted" in answer.content.decode()
    assert viewer.get(where).status_code == 404
    assert not folder.exists()
    assert viewer.get(f"{where}/delete").status_code == 405


def test_a_request_to_the_outside_leaves_a_line_in_the_log(viewer) -> None:
    viewer.post(ASK, {"source": "address", "address": "site.example"})
    paste(viewer)
    assert [(line.act, line.detail) for line in AuditLine.objects.all()] == [("sitemap_check_requested", "https://site.example")]


def test_an_index_offers_to_check_each_of_its_files(viewer, sending) -> None:
    sending.worker = at_once
    children = "".join(f"<sitemap><loc>https://site.example/{n}.xml</loc><lastmod>2026-11-0{n}</lastmod></sitemap>" for n in (1, 2))
    page = page_of(viewer, paste(viewer, f"<sitemapindex>{children}</sitemapindex>").url)
    assert "It is an index of 2 files." in page
    assert '<td data-label="Understood as">2026-11-02</td>' in page
    assert '<input type="hidden" name="address" value="https://site.example/2.xml">' in page


def test_whoever_has_no_sitemap_at_hand_may_check_the_example(viewer, sending) -> None:
    sending.worker = at_once
    page = viewer.get(ASK)
    answer = paste(viewer, page.context["example"], published_at="https://shop.example/sitemap.xml")
    assert "Check an example" in page.content.decode()
    assert SitemapCheck.objects.get().entry_count == 5
    assert "Check an example" in page_of(viewer, ASK), "it stays after the first report"
    shown = page_of(viewer, answer.url)
    for code in ("lastmod_invalid", "lastmod_future", "url_relative", "duplicate_url", "xml_bad_ampersand"):
        assert code in shown


def test_what_is_no_sitemap_says_why(viewer, sending) -> None:
    sending.worker = at_once
    page = page_of(viewer, paste(viewer, "<!doctype html><html><body>Hello</body></html>").url)
    assert "What came back is something else, most often a web page." in page
    assert "Publish the sitemap there" in page


def test_the_page_speaks_chinese(viewer, sending) -> None:
    sending.worker = at_once
    viewer.cookies["django_language"] = "zh-hans"
    assert "检查站点地图" in page_of(viewer, ASK)
    page = page_of(viewer, paste(viewer).url)
    assert "共列出 3 个条目，lastmod 可读的占 67 %。" in page
    assert "问题：2 种警告 · 2 种提示。" in page


def test_a_page_of_one_file_shows_everything_that_is_known_of_it(viewer) -> None:
    site = factories.site("https://s.example")
    index = factories.sitemap_file(site, "https://s.example/index.xml", kind="index")
    problem = {"code": "lastmod_invalid", "severity": "warning", "line": 3, "detail": "soon; later (lines 3, 9)", "count": 2}
    child = factories.sitemap_file(
        site,
        "https://s.example/a.xml",
        parent=index,
        depth=1,
        problems=[problem],
        final_url="https://cdn.example/a.xml",
        etag='"e1"',
        http_last_modified="Sun, 01 Nov 2026 10:00:00 GMT",
        sha256="ab" * 32,
        index_lastmod="2026-11-02",
    )
    account = [
        {"stage": "snapshot", "code": "file_read", "params": {"url": child.url, "kind": "urlset", "entries": 1_200, "outcome": "ok"}}
    ]
    check = factories.check(site, account=account)
    page = page_of(viewer, reverse("site_file", args=[site.pk, child.pk]))
    for text in (
        "https://cdn.example/a.xml",
        "&quot;e1&quot;",
        "Sun, 01 Nov 2026",
        "ab" * 32,
        "2026-11-02",
        "lines 3, 9",
        "2 times",
        "soon",
        "later",
    ):
        assert text in page, text
    assert reverse("check", args=[site.pk, check.pk]) in page
    assert "entries: 1,200" in page
    assert reverse("site_file", args=[site.pk, index.pk]) in page
    of_index = page_of(viewer, reverse("site_file", args=[site.pk, index.pk]))
    assert reverse("site_file", args=[site.pk, child.pk]) in of_index
    other = factories.site()
    assert viewer.get(reverse("site_file", args=[other.pk, child.pk])).status_code == 404
