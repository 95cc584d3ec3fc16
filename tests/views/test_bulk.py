"""Acts on many sites, deletion that can be undone, files about many sites."""

from __future__ import annotations

import csv
import io
from datetime import timedelta

import pytest
from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone

from sitemaps_app.models import AuditLine, Site, VerdictTally
from sitemaps_app.pipeline.deletion import delete_sites, purge_deleted, recent_deletions
from sitemaps_app.pipeline.export import COLUMNS
from sitemaps_app.pipeline.sites import add_site
from sitemaps_app.pipeline.tags import set_tags
from sitemaps_app.views.presenters.bulk import ACTS
from tests import factories

ASK, DO = "/sites/several", "/sites/several/act"


def sites(*names: str, **fields) -> list[Site]:
    return [factories.site(f"https://{name}.example", **fields) for name in names]


def asked(client, act: str, *, chosen: str = "", ticked: tuple[Site, ...] = (), scope: str = ""):
    fields = {"act": act, "scope": scope or ("ticked" if ticked else "all"), "chosen": chosen, "site": [site.pk for site in ticked]}
    return client.post(ASK, fields)


def done(client, act: str, *, chosen: str = "", ticked: tuple[Site, ...] = (), **fields):
    question = asked(client, act, chosen=chosen, ticked=ticked).context["chosen"]
    return client.post(DO, {"act": act, "scope": "all", "chosen": question.encoded, "digest": question.digest, **fields})


def present() -> list[str]:
    return [site.host.removesuffix(".example") for site in Site.objects.all()]


@pytest.mark.postgres
def test_the_question_names_the_sites_and_how_many_beyond_the_page_there_are(editor) -> None:
    for number in range(60):
        factories.site(f"https://s{number:02}.example")
    sites("other")
    page = asked(editor, "pause", chosen="q=s0&sort=-trust").content.decode()
    assert "10 sites" in page
    question = asked(editor, "pause", chosen="q=%2F%2Fs").context["chosen"]
    assert (question.count, len(question.named), question.unnamed) == (60, 12, 48)
    assert Site.objects.filter(paused=True).count() == 0, "nothing is done before the answer"


def test_the_question_names_sites_as_the_list_does_and_counts_the_rest_in_the_readers_language(editor) -> None:
    for origin in (
        "https://b.example",
        "http://b.example",
        "https://xn--bcher-kva.example",
        *(f"https://s{n:04}.example" for n in range(1_012)),
    ):
        factories.site(origin)
    editor.cookies["django_language"] = "zh-hans"
    answer = asked(editor, "pause", chosen="")
    assert answer.context["chosen"].named[:4] == ("http://b.example", "b.example", "s0000.example", "s0001.example")
    assert "另外还有 1,003 个" in answer.content.decode()
    assert asked(editor, "pause", chosen="q=bücher").context["chosen"].named == ("bücher.example",)


@pytest.mark.parametrize(
    ("act", "fields", "check"),
    [
        ("check", {}, lambda site: site.next_check_at is not None),
        ("pause", {}, lambda site: site.paused),
        ("tag", {"tags": "Shops, big"}, lambda site: [tag.name for tag in site.tags.all()] == ["big", "Shops"]),
        ("interval", {"interval": "3600"}, lambda site: site.interval_seconds == 3_600),
    ],
)
@pytest.mark.postgres
def test_an_act_reaches_exactly_the_sites_of_the_filter(editor, act: str, fields, check) -> None:
    sites("shop1", "shop2", "blog")
    answer = done(editor, act, chosen="q=shop", **fields)
    assert answer.url == "/sites/?q=shop"
    assert [check(site) for site in Site.objects.order_by("origin")] == [False, True, True]
    line = AuditLine.objects.get()
    assert line.detail.startswith("2 sites\n")
    assert "https://shop1.example\nhttps://shop2.example" in line.detail


def test_resume_and_untag_undo_pause_and_tag(editor) -> None:
    one, two = sites("a", "b", paused=True)
    set_tags(one, ["shop"])
    done(editor, "resume", ticked=(one,))
    done(editor, "untag", ticked=(one, two), tags="SHOP")
    one.refresh_from_db()
    two.refresh_from_db()
    assert (one.paused, two.paused, one.next_check_at is not None) == (False, True, True)
    assert not one.tags.exists()
    assert {line.act for line in AuditLine.objects.all()} == {"sites_resumed", "sites_untagged"}


def test_only_the_ticked_ones_are_meant_whatever_the_filter_says(editor) -> None:
    one, _two = sites("a", "b")
    done(editor, "pause", ticked=(one,), chosen="q=b")
    assert [site.paused for site in Site.objects.order_by("origin")] == [True, False]


def test_without_a_tick_nothing_is_asked(editor) -> None:
    sites("a")
    answer = asked(editor, "pause", scope="ticked", chosen="q=a")
    assert (answer.status_code, answer.url) == (302, "/sites/?q=a")
    assert not AuditLine.objects.exists()


def test_where_other_sites_match_by_now_nothing_is_done_and_the_question_is_asked_anew(editor) -> None:
    sites("shop1")
    question = asked(editor, "delete", chosen="q=shop").context["chosen"]
    sites("shop2")
    answer = editor.post(DO, {"act": "delete", "scope": "all", "chosen": question.encoded, "digest": question.digest})
    assert answer.context["chosen"].count == 2
    assert "nothing was done" in answer.content.decode()
    assert present() == ["shop1", "shop2"]


@pytest.mark.parametrize(("act", "fields"), [("tag", {"tags": " , "}), ("interval", {"interval": "5"})])
def test_what_is_missing_is_asked_for(editor, act: str, fields) -> None:
    sites("a")
    answer = done(editor, act, **fields)
    assert answer.status_code == 400
    assert answer.context["form"].errors
    assert not AuditLine.objects.exists()


def test_checks_are_asked_for_where_they_can_begin(editor) -> None:
    sites("a")
    sites("paused", paused=True)
    sites("busy", lease_until=timezone.now() + timedelta(minutes=1))
    page = editor.get(done(editor, "check").url).content.decode()
    assert "A check of 1 site is asked for. 2 are paused or being checked." in page


def test_viewers_may_download_and_nothing_else(viewer) -> None:
    one, two = sites("a", "b")
    offered = viewer.get("/sites/").context["bulk_acts"]
    assert [act.code for act in offered] == ["list_csv", "due_jsonl", "due_csv"]
    for act in ACTS:
        assert asked(viewer, act.code).status_code == (302 if act.is_export else 403)
        assert viewer.post(DO, {"act": act.code}).status_code == 403
    assert asked(viewer, "list_csv", ticked=(one, two)).url == f"/sites/list.csv?site={one.pk}&site={two.pk}"
    assert asked(viewer, "due_csv", chosen="verdict=trusted&sort=-trust").url == "/sites/due.csv?verdict=trusted"


@pytest.mark.parametrize("act", ["", "nonsense", "list_csv"])
def test_an_unknown_act_leads_back(editor, act: str) -> None:
    assert editor.post(DO, {"act": act}).url == "/sites/"


def test_deleted_sites_are_gone_everywhere_and_come_back_with_everything(editor) -> None:
    one, _two = sites("a", "b")
    factories.assessment(one)
    set_tags(one, ["shop"])
    answer = done(editor, "delete", ticked=(one,))
    assert present() == ["b"]
    page = editor.get(answer.url).content.decode()
    assert "https://a.example is deleted with its history." in page
    for path in (f"/sites/{one.pk}/", f"/sites/{one.pk}/due.jsonl"):
        assert editor.get(path).status_code == 404
    assert editor.get("/sites/?tag=shop").context["matching"] == 0
    token = answer.url.partition("deleted=")[2]
    assert editor.get("/sites/deleted").content.decode().count(token) == 1
    assert editor.post(reverse("undo_deletion", args=[token])).url == "/sites/"
    assert present() == ["a", "b"]
    assert editor.get(f"/sites/{one.pk}/").status_code == 200
    assert [line.act for line in AuditLine.objects.order_by("pk")] == ["sites_deleted", "deletion_undone"]
    assert "It can be undone" not in editor.get(answer.url).content.decode()
    assert not VerdictTally.objects.exclude(growth__in=(0, 1)).exists()


@pytest.mark.postgres
def test_a_site_that_was_added_anew_is_not_brought_back(editor) -> None:
    one, two = sites("a", "b")
    token = delete_sites([one.pk, two.pk], now=timezone.now())
    again = add_site("a.example", now=timezone.now()).site
    assert again.pk != one.pk
    page = editor.post(reverse("undo_deletion", args=[token]), follow=True).content.decode()
    assert "not brought back: https://a.example" in page
    assert {site.pk for site in Site.objects.all()} == {again.pk, two.pk}


def test_deletions_are_undone_for_a_week_and_then_purged(editor, viewer) -> None:
    one, two = sites("a", "b")
    now = timezone.now()
    old, fresh = delete_sites([one.pk], now=now - timedelta(days=8)), delete_sites([two.pk], now=now - timedelta(days=6))
    assert [deletion.token for deletion in recent_deletions(now=now)] == [fresh]
    assert viewer.post(reverse("undo_deletion", args=[fresh])).status_code == 403
    assert "There is nothing left" in editor.post(reverse("undo_deletion", args=[old]), follow=True).content.decode()
    assert purge_deleted(now=now) == 1
    assert list(Site.with_deleted.values_list("pk", flat=True)) == [two.pk]


def test_the_page_of_one_site_deletes_it_so_that_it_can_be_undone(editor) -> None:
    (one,) = sites("a")
    answer = editor.post(f"/sites/{one.pk}/delete")
    assert answer.url.startswith("/sites/?deleted=")
    assert present() == []
    page = editor.get(answer.url).content.decode()
    assert "Undo" in page
    assert 'name="sites"' in page, "an empty list teaches what to paste"


def test_the_list_is_a_table_whose_cells_no_spreadsheet_runs(viewer) -> None:
    one, _two = sites("a", "b", paused=True)
    factories.assessment(one, failure_modes=["frozen", "date_only"])
    set_tags(one, ["=cmd", "x"])
    answer = viewer.get("/sites/list.csv?sort=-site")
    rows = list(csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode("utf-8-sig"))))
    assert [row["site"] for row in rows] == ["https://b.example", "https://a.example"]
    assert rows[1]["verdict"] == "trusted"
    assert (rows[1]["trust"], rows[1]["failure_modes"], rows[1]["tags"], rows[1]["paused"]) == ("93.0", "frozen date_only", "'=cmd, x", "1")
    assert AuditLine.objects.get().act == "list_read"


@pytest.mark.parametrize(("kind", "told"), [("jsonl", '{"lists": 0, "passed_over": 1}\n'), ("csv", ",".join(COLUMNS) + "\r\n")])
def test_where_no_site_has_a_due_list_the_file_says_so(viewer, kind: str, told: str) -> None:
    factories.assessment(sites("a")[0], verdict="untrusted")
    assert b"".join(viewer.get(f"/sites/due.{kind}?since=all").streaming_content).decode() == told


def test_a_view_is_saved_opened_shared_and_deleted(editor, viewer) -> None:
    query = "verdict=untrusted&sort=-entries"
    editor.post("/sites/views", {"name": "坏掉的商店", "query": query, "shared": "on"})
    editor.post("/sites/views", {"name": "mine", "query": "q=x"})
    assert [view.name for view in editor.get("/sites/").context["saved_views"]] == ["mine", "坏掉的商店"]
    assert [view.name for view in viewer.get("/sites/").context["saved_views"]] == ["坏掉的商店"]
    shared = viewer.get("/sites/").context["saved_views"][0]
    assert viewer.get(shared.get_absolute_url()).url == f"/sites/?{query}"
    assert viewer.get("/sites/views/mine").url == "/sites/?q=x", "whoever has the address may open it"
    assert viewer.post("/sites/views/mine/delete").status_code == 404
    assert editor.post("/sites/views/mine/delete").url == "/sites/"
    assert viewer.get("/sites/views/mine").status_code == 404


def test_the_same_name_replaces_ones_own_view_and_stands_beside_that_of_others(editor, viewer) -> None:
    for client, query in ((editor, "q=a"), (editor, "q=b"), (viewer, "q=c")):
        client.post("/sites/views", {"name": "Shops", "query": query})
    assert editor.get("/sites/views/shops").url == "/sites/?q=b"
    assert viewer.get("/sites/views/shops-2").url == "/sites/?q=c"


@pytest.mark.parametrize("fields", [{"name": ""}, {"name": "x" * 61}, {"name": "a", "query": "q=" + "x" * 1_000}])
def test_a_view_without_a_fit_name_is_not_saved(viewer, fields) -> None:
    assert viewer.post("/sites/views", fields).status_code == 302
    assert not list(viewer.get("/sites/").context["saved_views"])


def test_what_is_saved_is_an_address_and_nothing_else(viewer) -> None:
    viewer.post("/sites/views", {"name": "odd", "query": "\r\nLocation: //evil.example/?q=a#b"})
    url = viewer.get("/sites/views/odd").url
    assert url.startswith("/sites/?")
    assert "\n" not in url
    assert QueryDict(url.partition("?")[2])
