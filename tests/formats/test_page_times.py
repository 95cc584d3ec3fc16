from __future__ import annotations

from datetime import UTC, datetime

import pytest

from sitemaps_app.formats.page_date_words import BEGINS_UPDATED, STEMS
from sitemaps_app.formats.page_meta import MODIFIED_META, PUBLISHED_META
from tests.formats.page_texts import ARTICLE, NOW, page, read

CHANGED = "2024-05-03T10:20:30+02:00"
INSTANT = datetime(2024, 5, 3, 8, 20, 30, tzinfo=UTC)
DAY = datetime(2024, 5, 3, tzinfo=UTC)
TIME = f'<time datetime="{CHANGED}">3 May</time>'


def dates(inside, head=""):
    return read(page(f"<main>{ARTICLE}{inside}</main>", head=head))


def modified(inside, head=""):
    chosen = dates(inside, head).date_modified
    return chosen and (chosen.value, chosen.source)


@pytest.mark.parametrize(
    "inside",
    [
        f"<p>Updated {TIME}</p>",
        f"<p>Last updated on {TIME}</p>",
        f"<p>3 min read · Updated: {TIME}</p>",
        f"<p><strong>Last updated:</strong> {TIME}</p>",
        f"<p><b>Page last modified</b><span> {TIME}</span></p>",
        f"<dl><dt>Last updated</dt><dd>{TIME}</dd></dl>",
        f'<time datetime="{CHANGED}">Updated 3 May</time>',
        f'<p>Published <time datetime="2024-01-01">1 January</time>, updated {TIME}</p>',
        f'<p class="with-sidebar">Zuletzt aktualisiert am {TIME}</p>',
        f"<p>Mis à jour le {TIME}</p>",
        f"<p>Última actualización: {TIME}</p>",
        f"<p>最后更新于 {TIME}</p>",
        f"<p>最終更新日：{TIME}</p>",
        f"<p>آخر تحديث {TIME}</p>",
        f"<p>Обновлено: {TIME}</p>",
        f'<time class="updated" datetime="{CHANGED}">3 May</time>',
        f'<span class="last-updated">{TIME}</span>',
        f'<footer class="page-footer"><p>Last modified: {TIME}</p></footer>',
    ],
)
def test_a_time_that_says_that_it_is_the_change_is_the_change(inside):
    assert modified(inside) == (INSTANT, "time")


@pytest.mark.parametrize(
    "inside",
    [
        TIME,
        f"<p>Published {TIME}</p>",
        f"<p>Outdated {TIME}</p>",
        f'<p>Updated <time datetime="2031-01-01">later</time>. Doors open {TIME}</p>',
        f"<aside><p>Updated {TIME}</p></aside>",
        f"<nav><p>Updated {TIME}</p></nav>",
        f'<div class="comment">Edited {TIME}</div>',
        f'<ol id="comments"><li>Edited {TIME}</li></ol>',
        f'<div class="related-posts"><p>Updated {TIME}</p></div>',
        f'<div class="card"><h3><a href="/lilies">Lilies</a></h3><p>Updated {TIME}</p></div>',
        f"<article><h2>Lilies</h2><p>Updated {TIME}</p></article><article><p>Updated {TIME}</p></article>",
        f"<blockquote>Updated {TIME}</blockquote>",
        '<p>Updated <time datetime="">3 May</time></p>',
    ],
)
def test_a_time_that_says_something_else_or_belongs_to_something_else_is_not(inside):
    assert modified(inside) is None


def test_the_wrapper_of_everything_may_be_called_anything():
    inside = f'<div class="comments-open sidebar card"><h1>Roses</h1><p>Cut them back.</p><h2><a href="#x">When</a></h2><p>Updated {TIME}</p></div>'

    assert read(page(inside)).date_modified.value == INSTANT


def test_the_article_below_the_heading_is_the_pages_and_the_ones_beside_each_other_are_not():
    main = f"<article><p>Cut them back.</p><p>Updated {TIME}</p></article>"
    cards = "<section>" + '<article><h2>Lilies</h2><p>Updated <time datetime="2023-01-01">.</time></p></article>' * 2 + "</section>"

    assert read(page(f"<main><h1>Roses</h1>{main}{cards}</main>")).date_modified.value == INSTANT
    assert read(page(f"<main><h1>Roses</h1>{cards}</main>")).date_modified is None


def test_an_article_elsewhere_is_not_the_one_with_the_heading():
    own = "<article><h1>Roses</h1><p>Cut them back.</p></article>"
    other = f"<section><article><h2>Lilies</h2><p>Updated {TIME}</p></article></section>"

    assert read(page(f"<main>{own}</main>{other}")).date_modified is None
    assert read(page(f"<main>{other}</main>")).date_modified.value == INSTANT


def test_a_hundred_cards_are_a_hundred_cards():
    card = f'<div class="card"><h3><a href="/lilies">Lilies</a></h3><p>Updated {TIME}</p></div>'

    assert read(page(f"<main><h1>Roses</h1>{card * 100}</main>")).date_modified is None


@pytest.mark.parametrize(
    ("name", "found"), [("elementor-widget widget-post-info", True), ("widget widget_recent", False), ("has-sidebar", True)]
)
def test_names_of_page_builders_are_told_from_those_of_side_columns(name, found):
    assert (modified(f'<div class="{name}"><p>Updated {TIME}</p></div>') is not None) is found


def test_a_page_of_several_whole_posts_has_no_date_of_its_own():
    post = f"<article><h1>Roses</h1><p>Cut them back.</p><p>Updated {TIME}</p></article>"

    assert read(page(post)).date_modified.value == INSTANT
    assert read(page(post * 3)).date_modified is None


@pytest.mark.parametrize(
    "element",
    [
        f'<time itemprop="dateModified" datetime="{CHANGED}">3 May</time>',
        f'<span itemprop="dateModified" content="{CHANGED}">3 May</span>',
        f'<b itemprop="dateModified">{CHANGED}</b>',
    ],
)
def test_a_date_property_outside_of_any_thing_is_the_pages(element):
    assert modified(element) == (INSTANT, "itemprop")
    assert modified(f'<div class="comments">{element}</div>') is None


def test_a_time_without_a_datetime_is_its_text():
    assert modified("<p>Updated <time>2024-05-03</time></p>") == (DAY, "time")
    assert modified('<time class="updated">Updated: 2024-05-03</time>') == (DAY, "time")


@pytest.mark.parametrize(
    "element",
    [
        '<time pubdate datetime="2024-05-03">3 May</time>',
        '<time class="entry-date published" datetime="2024-05-03">3 May</time>',
        '<p>Posted on <time datetime="2024-05-03">3 May</time></p>',
        '<p>发布于 <time datetime="2024-05-03">5月3日</time></p>',
    ],
)
def test_the_publication_is_told_apart(element):
    reading = dates(element)

    assert reading.date_modified is None
    assert (reading.date_published.value, reading.date_published.source) == (DAY, "time (published)")


def test_one_time_may_be_both_until_the_first_change():
    reading = dates('<time class="entry-date published updated" datetime="2024-05-03">3 May</time>')

    assert reading.date_modified.value == reading.date_published.value == DAY


@pytest.mark.parametrize(
    "line",
    [
        "<p>Last updated: May 3, 2024</p>",
        "<p>Last modified 3 May 2024. Made with care.</p>",
        "<p><b>Updated:</b> Friday, May 3rd, 2024</p>",
        "<p>This page was last updated on May 3, 2024.</p>",
        "<footer>© Garden | Last updated 2024-05-03</footer>",
        "<p>最后修改 2024年5月3日: 修正</p>",
        "<p>Last modified May 3, 2024: say more of blades (3ac30c9)</p>",
    ],
)
def test_a_line_that_states_the_change_in_words_counts_where_nothing_else_does(line):
    assert modified(line) == (DAY, "text")
    assert modified(line, f'<meta property="article:modified_time" content="{CHANGED}">') == (INSTANT, "article:modified_time")


@pytest.mark.parametrize(
    "line",
    [
        "<p>The law was changed on May 3, 2024.</p>",
        "<p>Last updated: 05/03/2024</p>",
        "<p>Last updated: May 3, 2024</p><p>Last updated: May 4, 2024</p>",
        "<div class=comment>Last updated: May 3, 2024</div>",
        "<pre>Last updated: May 3, 2024</pre>",
        '<script>var x = "Last updated: May 3, 2024"</script>',
        "<p>May 3, 2024</p>",
        "<p>Last updated: May 3</p>",
        "<p>Last updated: June 30, 2024</p>",
    ],
)
def test_other_dates_in_words_are_not_guessed_at(line):
    assert modified(line) is None


@pytest.mark.parametrize("name", MODIFIED_META)
def test_every_name_of_a_change_date_is_read(name):
    assert modified("", f'<meta name="{name.upper()}" content="{CHANGED}">') == (INSTANT, name)


@pytest.mark.parametrize("name", PUBLISHED_META)
def test_every_name_of_a_publication_date_is_read_and_is_no_change(name):
    reading = dates("", f'<meta name="{name}" content="2024-05-03">')

    assert reading.date_modified is None
    assert (reading.date_published.value, reading.date_published.source) == (DAY, f"{name} (published)")


def test_meta_names_are_believed_in_their_order_and_the_first_date_that_can_be_read_counts():
    head = (
        '<meta http-equiv="last-modified" content="2024-05-01"><meta property="og:updated_time" content="2024-05-02">'
        '<meta property="article:modified_time" content="recently"><meta name="dcterms:modified" content="2024-04-30">'
    )
    reading = dates("", head)

    assert (reading.date_modified.raw, reading.date_modified.source) == ("2024-05-02", "og:updated_time")
    assert {candidate.raw for candidate in reading.candidates} == {"recently", "2024-05-01", "2024-05-02", "2024-04-30"}


def answered(headers, head=""):
    return read(page(head=head), headers=headers)


def test_the_last_modified_of_the_answer_is_a_candidate_and_never_the_date_of_the_page():
    reading = answered({"Last-Modified": "Wed, 01 May 2024 08:00:00 GMT"})

    assert reading.date_modified is None
    assert [(one.source, one.value, one.raw) for one in reading.candidates] == [
        ("http-last-modified", datetime(2024, 5, 1, 8, tzinfo=UTC), "Wed, 01 May 2024 08:00:00 GMT")
    ]
    assert reading.problems == ()


@pytest.mark.parametrize(("moment", "told"), [("07:59:50", True), ("08:00:59", True), ("07:58:00", False), ("12:00:00", False)])
def test_a_last_modified_that_is_the_time_of_the_answer_is_told(moment, told):
    reading = answered({"Date": "Sat, 01 Jun 2024 08:00:00 GMT", "Last-Modified": f"Sat, 01 Jun 2024 {moment} GMT"})

    assert ("last_modified_is_request_time" in {problem.code for problem in reading.problems}) is told


def test_a_last_modified_that_cannot_be_read_is_none():
    assert answered({"Last-Modified": "yesterday"}).candidates == ()
    assert answered({"Last-Modified": "Thu, 32 Jan 2024 00:00:00 GMT"}).candidates == ()


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (NOW.isoformat(), True),
        ("2024-06-01T12:01Z", True),
        ("2024-06-01T08:00:00Z", True),
        ("2024-06-01", False),
        ("2024-06-01T11:00:00Z", False),
    ],
)
def test_a_date_that_is_the_time_of_the_answer_or_of_the_fetch_is_told(raw, told):
    head = f'<meta property="article:modified_time" content="{raw}">'
    reading = answered({"Date": "Sat, 01 Jun 2024 08:00:30 GMT"}, head)

    assert ("page_date_is_request_time" in {problem.code for problem in reading.problems}) is told


@pytest.mark.parametrize(
    "words",
    """
    Updated/Last updated/Up-dated/Page update/Last modified/Edited/Changed/Revised/Revision date/Latest modification/Aktualisiert/Zuletzt geändert
    Letzte Änderung/Bearbeitet/Mis à jour/Mise à jour/Modifiée/Dernière modification/Dernière mise à jour/Actualizado/Última actualización
    Modificada/Aggiornato/Ultima modifica/Ultimo aggiornamento/Atualizado/Última atualização/Última modificação/Laatst bijgewerkt/Gewijzigd
    Uppdaterad/Senast ändrad/Opdateret/Oppdatert/Zaktualizowano/Ostatnia aktualizacja/Aktualizováno/Обновлено/Изменено/Последнее обновление
    Güncellendi/Son güncelleme/更新日/最終更新日/最后修改/最後更新/修改于/최종 수정일/업데이트/آخر تحديث/עודכן
    """.strip()
    .replace("\n", "/")
    .split("/"),
)
def test_every_word_for_an_update_is_known_and_has_one_of_the_stems(words):
    said = words.strip()

    assert BEGINS_UPDATED.match(said)
    assert any(stem in said.lower() for stem in STEMS)
