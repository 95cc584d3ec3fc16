"""The evidence, down to one comparison."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse

from sitemaps_app.formats.fingerprint import block_key
from sitemaps_app.formats.page_block import Block
from sitemaps_app.formats.page_passages import passages
from sitemaps_app.formats.passage_packing import pack_passages
from sitemaps_app.views.presenters.passages import split_at_difference
from tests import factories


@pytest.fixture
def site():
    site = factories.site("https://s.example")
    for section in ("a", "b"):
        for moves in (0, 2):
            for changed in (False, True):
                factories.comparison(factories.page(site, section=section), moves=moves, changed=changed)
    factories.comparison(factories.page(site, section="b"), has_lastmod=False, changed=True)
    factories.comparison(factories.page(factories.site()))
    return site


@pytest.mark.parametrize(
    ("asked", "many"),
    [
        ("", 9),
        ("section=a", 4),
        ("moved=yes", 4),
        ("moved=no", 5),
        ("changed=yes", 5),
        ("lastmod=no", 1),
        ("section=b&moved=yes&changed=no", 1),
        ("moved=perhaps", 9),
    ],
)
def test_filters_narrow_the_comparisons_of_this_site(viewer, site, asked: str, many: int) -> None:
    answer = viewer.get(f"{reverse('site_evidence', args=[site.pk])}?{asked}")
    assert answer.context["page"].paginator.count == many
    assert answer.context["sections"] == ["a", "b"]


def test_each_row_says_what_was_found(viewer, site) -> None:
    rows = viewer.get(reverse("site_evidence", args=[site.pk])).context["rows"]
    found = {
        (row.comparison.has_lastmod, row.comparison.moves > 0, row.comparison.changed): (row.finding, row.moves, row.tone) for row in rows
    }
    assert found == {
        (True, True, True): ("told the truth", "moved 2 times", "ok"),
        (True, True, False): ("false alarm", "moved 2 times", "error"),
        (True, False, True): ("silent change", "did not move", "error"),
        (True, False, False): ("rightly quiet", "did not move", "ok"),
        (False, False, True): ("changed, without lastmod", "no lastmod", "none"),
    }


def test_a_comparison_shows_both_visits_with_three_dates_and_the_diff(viewer) -> None:
    site = factories.site("https://s.example")
    one = factories.comparison(factories.page(site), moves=1, changed=True, diff=[["changed", "<i>old</i>", "new"], ["added", "", "more"]])
    answer = viewer.get(reverse("comparison", args=[site.pk, one.pk]))
    card = answer.context["card"]
    assert card.sentence == "lastmod moved, and the page had changed: it told the truth."
    assert [(signal.name, signal.differs) for signal in card.dates] == [
        ("lastmod", True),
        ("http_last_modified", False),
        ("date_modified", False),
    ]
    assert (card.dates[0].earlier, card.dates[0].later) == ("2026-11-01", "2026-11-18")
    page = answer.content.decode()
    assert "<del>&lt;i&gt;old&lt;/i&gt;</del><ins>new</ins>" in page
    assert page.count("<del>") == 1
    assert page.count("<ins>") == 2


def test_a_comparison_of_another_site_is_not_found(viewer) -> None:
    one = factories.comparison(factories.page(factories.site()))
    assert viewer.get(reverse("comparison", args=[factories.site().pk, one.pk])).status_code == 404


def test_an_empty_table_says_why(viewer, site) -> None:
    url = reverse("site_evidence", args=[site.pk])
    assert "No comparison fits this filter." in viewer.get(f"{url}?section=none").content.decode()
    empty = reverse("site_evidence", args=[factories.site().pk])
    assert "No page has been seen twice yet." in viewer.get(empty).content.decode()


CHANGED_AT = factories.NOW - timedelta(days=10)
COUNTED = "Every number of the verdict comes from these rows."


@pytest.fixture
def restarted():
    """A site whose generator changed: two comparisons count, one of them without a lastmod, and one is older."""
    site = factories.site()
    factories.comparison(factories.page(site, section="a"), at=CHANGED_AT - timedelta(days=1))
    factories.comparison(factories.page(site, section="a"), at=CHANGED_AT)
    factories.comparison(factories.page(site, section="a"), at=factories.NOW, has_lastmod=False)
    factories.assessment(site, inputs={"since": CHANGED_AT.isoformat()}, counts={"unmoved_unchanged": 1})
    factories.assessment(site, section="a", current=False)
    return site


def test_every_way_to_the_evidence_leads_to_what_was_counted(viewer, restarted) -> None:
    overview = viewer.get(restarted.get_absolute_url())
    confusion = overview.context["confusion"]
    for url in (confusion.unmoved[1].url, confusion.all_url):
        answer = viewer.get(url)
        assert answer.context["page"].paginator.count == 1
        page = answer.content.decode()
        assert "Counted since" in page
        assert "older comparisons are not counted" in page
        assert f'value="{CHANGED_AT.isoformat()}"' in page, "the filter keeps the time"
    assert confusion.all_url.replace("&", "&amp;") in overview.content.decode()
    section = viewer.get(overview.context["sections"][0].evidence_url)
    assert section.context["page"].paginator.count == 2


def test_older_evidence_is_listed_when_asked_for_and_told_as_not_counted(viewer, restarted) -> None:
    answer = viewer.get(reverse("site_evidence", args=[restarted.pk]))
    assert answer.context["page"].paginator.count == 3
    page = answer.content.decode()
    assert "no longer counted" in page
    assert COUNTED not in page
    counted = viewer.get(answer.context["standing"].counted_url)
    assert counted.context["page"].paginator.count == 2
    assert COUNTED in counted.content.decode()


@pytest.mark.parametrize(
    ("asked", "is_whole"), [("", True), ("lastmod=yes", True), ("section=a", False), ("moved=no", False), ("lastmod=no", False)]
)
def test_the_page_says_that_all_numbers_come_from_its_rows_only_where_they_do(viewer, site, asked: str, is_whole: bool) -> None:
    factories.assessment(site)
    page = viewer.get(f"{reverse('site_evidence', args=[site.pk])}?{asked}").content.decode()
    assert (COUNTED in page) is is_whole
    assert "the generator changed" not in page


@pytest.mark.parametrize("since", ["nonsense", "2026-11-01", "2026-11-01T00:00:00", "2026-13-01T00:00:00Z", "0001-01-01T00:00:00+14:00"])
def test_a_time_that_cannot_be_read_hides_nothing(viewer, site, since: str) -> None:
    assert viewer.get(reverse("site_evidence", args=[site.pk]), {"since": since}).context["page"].paginator.count == 9


def test_late_moves_are_told_where_their_counts_stand(viewer) -> None:
    site = factories.site()
    late = {"code": "lastmod_comes_late", "params": {"count": 3, "hours": 20}}
    factories.assessment(site, counts={"moved_changed": 4}, reasons=[late])
    assert "Moves told only at a later check: 3." in viewer.get(site.get_absolute_url()).content.decode()


def test_the_moves_of_a_row_are_said_in_the_readers_language(viewer) -> None:
    site = factories.site()
    for moves in (0, 1, 3):
        factories.comparison(factories.page(site), moves=moves)
    rows = viewer.get(reverse("site_evidence", args=[site.pk]), headers={"Accept-Language": "zh-CN"}).context["rows"]
    assert {row.comparison.moves: row.moves for row in rows} == {0: "未变动", 1: "变动", 3: "变动 3 次"}


def test_flicker_is_listed_apart_and_is_neither_changed_nor_unchanged(viewer, site) -> None:
    factories.comparison(factories.page(site, section="a"), flicker="returned")
    factories.comparison(factories.page(site, section="a"), changed=True, flicker="undone")
    url = reverse("site_evidence", args=[site.pk])
    many = {asked: viewer.get(url, {"changed": asked}).context["page"].paginator.count for asked in ("", "yes", "no", "flicker")}
    assert many == {"": 11, "yes": 5, "no": 4, "flicker": 2}
    rows = viewer.get(url, {"changed": "flicker"}).context["rows"]
    assert {(row.finding, row.tone, row.confirmation) for row in rows} == {("flicker", "none", "")}


@pytest.mark.parametrize(("confirmed", "said"), [(True, "confirmed"), (False, "read once")])
def test_a_change_in_the_list_says_whether_it_was_confirmed(viewer, confirmed: bool, said: str) -> None:
    site = factories.site()
    factories.comparison(factories.page(site), changed=True, confirmed=confirmed)
    assert [row.confirmation for row in viewer.get(reverse("site_evidence", args=[site.pk])).context["rows"]] == [said]


def card_of(viewer, one):
    return viewer.get(reverse("comparison", args=[one.site_id, one.pk])).context["card"]


def test_a_comparison_says_why_it_counts(viewer) -> None:
    site = factories.site()
    factories.assessment(site)
    one = factories.comparison(factories.page(site), moves=2, changed=True, confirmed=True)
    factories.second_read(one.later)
    counting = card_of(viewer, one).counting
    assert counting.counts
    assert counting.sentences[:2] == (
        "lastmod moved 2 times between the visits.",
        "The page changed; a second read 2 minutes later showed the change too.",
    )
    one.later.second_read.at = one.later.at
    one.later.second_read.save()
    assert card_of(viewer, one).counting.sentences[1] == "The page changed; a second read showed the change too.", "as in a replay"
    assert "7 days" in counting.sentences[2]
    assert "30.0 entries" in counting.sentences[3]


@pytest.mark.parametrize(
    ("fields", "signal", "said"),
    [
        ({"flicker": "returned"}, "", "cannot be told from the page"),
        ({"flicker": "undone", "changed": True}, "", "cannot be told from the page"),
        ({"has_lastmod": False}, "", "It says nothing about lastmod"),
        ({"at": factories.NOW - timedelta(days=20)}, "", "the generator of the dates has changed"),
        ({"changed": True}, "page_content", "no second read confirmed the change"),
    ],
)
def test_a_comparison_that_does_not_count_says_why(viewer, fields: dict, signal: str, said: str) -> None:
    site = factories.site()
    signals = [{"code": signal, "state": "failing", "hits": 5, "trials": 10}] if signal else []
    factories.assessment(site, inputs={"since": CHANGED_AT.isoformat()}, signals=signals)
    counting = card_of(viewer, factories.comparison(factories.page(site), **fields)).counting
    assert not counting.counts
    assert said in counting.verdict


@pytest.mark.parametrize("side", ["earlier", "later"])
def test_a_304_of_a_server_that_always_says_so_does_not_count(viewer, side: str) -> None:
    site = factories.site()
    one = factories.comparison(factories.page(site))
    visit = getattr(one, side)
    visit.not_modified = True
    visit.save()
    assert card_of(viewer, one).counting.counts
    factories.assessment(site, signals=[{"code": "validators_always_304", "state": "failing", "hits": 5, "trials": 10}])
    assert "304" in card_of(viewer, one).counting.verdict


@pytest.mark.parametrize(("reads", "said"), [([], "it was read only once"), ([None], "the second read failed (Service unavailable (503))")])
def test_a_change_that_is_not_confirmed_says_why(viewer, reads: list, said: str) -> None:
    one = factories.comparison(factories.page(factories.site()), changed=True)
    for differs in reads:
        factories.second_read(one.later, differs=differs)
    sentence = card_of(viewer, one).counting.sentences[1]
    assert said in sentence
    assert "not confirmed" in sentence


def blocks(*texts: str) -> list[Block]:
    return [Block(text, "text", "main/p") for text in texts]


LONG_TEXT = "This paragraph goes on and on about the harbour and its many boats. " * 12


def test_what_differs_is_shown_in_its_place_with_what_was_ignored_and_escaped(viewer) -> None:
    old = blocks("One stays.", "Two <i>was</i> here.", "Three stays.", "Menu of old.", LONG_TEXT + "Old end.")
    new = blocks("One stays.", "Two <i>is</i> here.", "Three stays.", "Menu of new.", LONG_TEXT + "New end.")
    shared = frozenset(block_key(block) for block in (old[3], new[3]))
    packed = pack_passages(passages(old, new, furniture=shared))
    one = factories.comparison(factories.page(factories.site()), changed=True, passages=packed)
    answer = viewer.get(reverse("comparison", args=[one.site_id, one.pk]))
    lines = [(line.state, line.reason) for line in answer.context["card"].passages.lines]
    assert lines == [("same", ""), ("changed", ""), ("same", ""), ("ignored", "furniture"), ("changed", "")]
    page = answer.content.decode()
    assert "<del>Two &lt;i&gt;<b>was</b>&lt;/i&gt; here.</del>" in page
    assert "<ins>Two &lt;i&gt;<b>is</b>&lt;/i&gt; here.</ins>" in page
    assert "It stands on many pages of this site" in page
    assert page.count('<details class="passage-long">') == 2
    assert page.count(LONG_TEXT) == 2, "all of a long text can be seen"


def test_a_page_on_which_all_that_differs_was_ignored_says_so(viewer) -> None:
    old, new = blocks("One stays.", "Menu of old."), blocks("One stays.", "Menu of new.")
    shared = frozenset(block_key(block) for block in (old[1], new[1]))
    one = factories.comparison(factories.page(factories.site()), passages=pack_passages(passages(old, new, furniture=shared)))
    page = viewer.get(reverse("comparison", args=[one.site_id, one.pk])).content.decode()
    assert "Nothing that counts: all that differs was ignored." in page


def test_every_date_that_a_visit_met_is_shown_and_the_used_one_marked(viewer) -> None:
    one = factories.comparison(factories.page(factories.site()))
    one.earlier.candidates = [
        ["jsonld:Article", "2026-11-01T09:58:00+01:00", "2026-11-01T08:58:00+00:00"],
        ["time", "<b>yesterday</b>", ""],
    ]
    one.earlier.save()
    one.later.not_modified = True
    one.later.save()
    answer = viewer.get(reverse("comparison", args=[one.site_id, one.pk]))
    first, second = answer.context["card"].met
    assert [(line.source, line.value, line.used) for line in first.lines] == [
        ("jsonld:Article", "2026-11-01T08:58:00+00:00", True),
        ("time", "not readable", False),
    ]
    assert "not modified" in second.note
    assert "&lt;b&gt;yesterday&lt;/b&gt;" in answer.content.decode()


@pytest.mark.parametrize(
    ("old", "new", "pieces"),
    [
        ("a price of 10 euro", "a price of 12 euro", ("a price of ", "10", "12", " euro")),
        ("same", "same", ("same", "", "", "")),
        ("港口博物馆开放", "港口展览馆开放", ("港口", "博物", "展览", "馆开放")),
        ("old", "new", ("", "old", "new", "")),
    ],
)
def test_two_texts_are_divided_where_they_differ(old: str, new: str, pieces: tuple[str, str, str, str]) -> None:
    left, right = split_at_difference(old, new)
    assert (left.head, left.middle, right.middle, left.tail) == pieces
    assert (left.whole, right.whole) == (old, new)
