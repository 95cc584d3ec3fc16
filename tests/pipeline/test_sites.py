from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kombu.exceptions import OperationalError

from sitemaps_app.models import Site, Snapshot
from sitemaps_app.pipeline import adding_script, leases, sites
from sitemaps_app.pipeline.storage import snapshot_folder

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "origin", "sitemap"),
    [
        ("site.example", "https://site.example", ""),
        ("  https://Site.Example/some/page?q=1 ", "https://site.example", ""),
        ("http://site.example:8080", "http://site.example:8080", ""),
        ("https://site.example:443/", "https://site.example", ""),
        ("https://site.example/maps/pages.xml.gz", "https://site.example", "https://site.example/maps/pages.xml.gz"),
        ("site.example/sitemap_index.php", "https://site.example", "https://site.example/sitemap_index.php"),
        ("https://site.example/robots.txt", "https://site.example", ""),
        ("https://127.0.0.1:8000/", "https://127.0.0.1:8000", ""),
        ("https://[2001:db8::1]/", "https://[2001:db8::1]", ""),
        ("localhost:8000", "https://localhost:8000", ""),
        ("bücher.example", "https://xn--bcher-kva.example", ""),
        ("xn--bcher-kva.example", "https://xn--bcher-kva.example", ""),
        ("xn--i-7iq.example", "https://xn--i-7iq.example", ""),
        ("my_host.a--b.example", "https://my_host.a--b.example", ""),
        (f"{'a' * 63}.example", f"https://{'a' * 63}.example", ""),
        ("\ufeffsite.example\u200b", "https://site.example", ""),
    ],
)
def test_a_target_is_read_as_an_origin_and_a_sitemap(text: str, origin: str, sitemap: str) -> None:
    assert sites.read_target(text) == sites.Target(origin, sitemap)


@pytest.mark.parametrize("text", ["", "   ", "ftp://site.example/", "javascript:alert(1)", "two words", "https://", "https://[::1", "word"])
def test_what_names_no_web_host_is_refused(text: str) -> None:
    assert sites.read_target(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "site.example:0",
        "https://site.example:000/sitemap.xml",
        f"{'a' * 64}.example",
        ".".join(["abcdefghi"] * 26),
        "-site.example",
        "site-.example",
        "www.site.-example",
        "xn--.example",
        "xn--abc-.example",
        "xn---a.example",
        "xn--zzzzzzzzzzzz99999999.example",
        "xn--ab\u00fc.example",
        "999.1.1.1",
        "1.2.3",
        "[12345::1]",
        "[::1",
        "site.ex\u2100mple",
    ],
)
def test_a_host_that_cannot_exist_is_refused_at_once(text: str) -> None:
    assert sites.read_target(text) is None


@pytest.mark.parametrize("control", ["\x00", "\x0b", "\x0c", "\x1b", "\x1c", "\x7f", "\x85"])
@pytest.mark.parametrize("place", ["{}site.example", "site{}.example", "site.example{}", "site.example/a{}sitemap.xml"])
def test_a_control_character_is_refused_wherever_it_stands(control: str, place: str) -> None:
    assert sites.read_target(place.format(control)) is None


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    read = sites.read_target(text)
    assert read is None or sites.read_target(read.origin) == sites.Target(read.origin)


@pytest.mark.django_db
def test_adding_a_site_twice_gives_one_row_and_keeps_both_sitemaps() -> None:
    first = sites.add_site("site.example/a-sitemap.xml", now=NOW)
    again = sites.add_site("https://site.example/b-sitemap.xml", now=NOW)
    assert first.created
    assert not again.created
    assert (first.sitemap_url, again.sitemap_url) == ("", "https://site.example/b-sitemap.xml")
    assert sites.add_site("https://site.example/b-sitemap.xml", now=NOW).sitemap_url == ""
    assert sites.add_site("site.example", now=NOW).sitemap_url == ""
    assert Site.objects.get().sitemap_urls == ["https://site.example/a-sitemap.xml", "https://site.example/b-sitemap.xml"]


@pytest.mark.django_db
def test_a_list_of_lines_gives_one_answer_a_line_and_bad_lines_stop_nothing() -> None:
    pasted = "one.example\r\n\r\nnot a site\n one.example \nthr\x0bee.example\rtwo.example\n \x00"
    answers = adding_script.add_sites(sites.read_lines(pasted), now=NOW)
    assert [(answer.number, answer.line, answer.created, answer.problem) for answer in answers] == [
        (1, "one.example", True, ""),
        (3, "not a site", False, "url_invalid"),
        (4, "one.example", False, ""),
        (5, "thr\x0bee.example", False, "url_invalid"),
        (6, "two.example", True, ""),
        (7, "\x00", False, "url_invalid"),
    ]


@pytest.mark.django_db
def test_a_list_that_is_too_long_is_taken_up_to_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adding_script, "MAX_LINES", 2)
    lines = sites.read_lines("one.example\ntwo.example\nthree.example\n")
    assert len(lines) == 3
    assert [answer.line for answer in adding_script.add_sites(lines, now=NOW)] == ["one.example", "two.example"]


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_down_does_not_stop_anybody_from_adding_a_site(monkeypatch: pytest.MonkeyPatch) -> None:
    def down(*_: object, **__: object) -> None:
        raise OperationalError("no broker")

    monkeypatch.setattr(sites.current_app, "send_task", down)
    added = sites.add_site("site.example", now=NOW)
    assert added.site is not None
    assert added.site.next_check_at == NOW


@pytest.mark.django_db
def test_check_now_makes_a_site_due_unless_a_check_is_under_way() -> None:
    site = sites.add_site("site.example", now=NOW, due=False).site
    assert site is not None
    assert sites.request_check(site, now=NOW)
    site.refresh_from_db()
    assert site.next_check_at == NOW
    leases.take(site.pk, wall=NOW, seconds=60)
    assert not sites.request_check(site, now=NOW)


@pytest.mark.django_db
def test_deleting_a_site_takes_its_rows_and_files_with_it() -> None:
    site = sites.add_site("site.example", now=NOW, due=False).site
    assert site is not None
    folder = snapshot_folder(site.pk)
    folder.mkdir(parents=True)
    (folder / "one.parquet").write_bytes(b"x")
    Snapshot.objects.create(site=site, taken_at=NOW, complete=True, path="x", entries=0, with_lastmod=0)
    sites.delete_site(site)
    assert not Site.objects.exists()
    assert not Snapshot.objects.exists()
    assert not folder.exists()


@pytest.mark.django_db
def test_a_site_is_found_by_its_domain_whichever_scheme_it_has() -> None:
    sites.add_site("http://site.example", now=NOW, due=False)
    found = sites.find_site("site.example")
    assert found is not None
    assert found.origin == "http://site.example"
    assert sites.find_site("https://site.example") is None


@pytest.mark.parametrize(
    "text",
    [
        "http://user:secret@site.example/sitemap.xml",
        "https://user@site.example/",
        "user:secret@site.example",
        " HTTPS://user:secret@site.example:8080",
        '"http://user:secret@site.example/"',
        "\ufeffhttp://user:secret@site.example/",
        "http://user:sec:ret@site.example/",
        "http:\\\\user:secret@site.example/",
        "user:secret@other@site.example",
    ],
)
@pytest.mark.django_db
def test_an_address_with_a_password_is_refused_and_not_kept(text: str) -> None:
    added = sites.add_site(text, now=NOW)
    assert (added.site, added.problem) == (None, "url_with_password")
    assert not Site.objects.exists()


@pytest.mark.parametrize(
    "text", ["site.example/@name", "https://site.example/a?mail=b@c.example", "https://site.example#a@b", "site.example:80/a@b"]
)
def test_an_at_behind_the_host_is_no_password(text: str) -> None:
    assert sites.read_target(text) is not None


def test_comments_of_a_pasted_list_are_passed_over_and_the_other_lines_keep_their_numbers() -> None:
    lines = sites.read_lines("# ours\none.example\n\n  # theirs: two.example\nthree.example/#part\n")
    assert [(line.number, line.text) for line in lines] == [(2, "one.example"), (5, "three.example/#part")]


@pytest.mark.parametrize("text", ["mailto:ann@site.example", "tel:+4912345", "javascript:alert(1)@x", "sip:ann@site.example"])
def test_what_leads_nowhere_on_the_web_is_no_address_with_a_password(text: str) -> None:
    assert sites.refusal_of(text) == "url_invalid"
