"""Lines that are not content because of the element that they stand in, boxes told by what they hold, and lines beside them that are."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from sitemaps_app.formats.comparing import compare
from sitemaps_app.formats.page_block import Block
from sitemaps_app.formats.page_lines import in_its_element, is_plain_line
from tests.formats.page_texts import page, read

TEXT = (
    "<p>The smokehouse stands behind the harbour, and herring hang in it from March until the first frost.</p>"
    "<p>It is heated with alder only, which the guild cuts on the island and dries for two years.</p>"
)
FORM = f"<div class=k><h1>The smokehouse</h1>{{}}{TEXT}</div>"
BELOW = f"<div class=k><h1>The smokehouse</h1>{TEXT}{{}}</div>"


def difference(old, new, around):
    one, two = (read(page(around.format(inside))) for inside in (old, new))
    assert one.comparable
    assert two.comparable
    return compare(one.blocks, two.blocks)


@pytest.mark.parametrize(
    "line",
    [
        "<p>Karin Voss {}</p>",
        "<div><b>smoke_on</b> {}<br>Member</div>",
        "<div><b>herring</b> {} Moderator</div>",
        "<div><a href=/u/herring>herring</a> <span>{}</span></div>",
        "<div><a href=/u/herring>herring</a><span>{}</span></div>",
        '<div><span class="creator"><a href="/p/7">herring</a></span><span class="post-infos">{}</span></div>',
        "<p>@herring · {}</p>",
        "<p>u/herring {}</p>",
        "<p>By Ann Lee, {}</p>",
        "<p><a rel=author href=/a/ann>Ann Lee</a> • {} • Harbour desk</p>",
        "<div class=byline>Ann Lee {}</div>",
        "<p>Ann Lee <time datetime=2024-05-01T10:00Z>{}</time></p>",
        '<p>Ann Lee <span title="2024-05-01 10:00">{}</span></p>',
    ],
)
@pytest.mark.parametrize(("old", "new"), [("5h", "2d"), ("3 Std.", "2 Tg."), ("40m", "1w"), ("3 小时", "2 天")])
def test_an_age_beside_the_name_of_who_wrote_is_no_content(line, old, new):
    assert not difference(line.format(old), line.format(new), FORM).changed


def test_a_moment_and_an_age_are_the_same_beside_where_a_text_came_from():
    assert not difference("<p>周敏 3 小时前 来自 手机客户端</p>", "<p>周敏 昨天 10:22 来自 手机客户端</p>", FORM).changed


@pytest.mark.parametrize(
    "line",
    [
        "<p>Prep {}</p>", "<p>Cooking time: {}</p>", "<p>Ferry {}</p>", "<div><b>Ridge Trail</b> {}</div>", "<ul><li>Battery life: {}</li></ul>",
        "<p>In the smoke <time datetime=PT5H>{}</time></p>", "<table><tr><td>Alder</td><td>{}</td></tr></table>", "<p>Warranty {}</p>", "<dl><dt>Smoking</dt><dd>{}</dd></dl>",
        "<p>The herring hang for {} in the smoke.</p>", "<div class=author><p>Ann Lee</p></div><p>Smoking time {}</p>",
    ],
)  # fmt: skip
@pytest.mark.parametrize("around", [FORM, BELOW])
def test_how_long_something_takes_is_content(line, around):
    assert difference(line.format("5h"), line.format("8h"), around).changed


@pytest.mark.parametrize(
    "lines",
    [
        "<h2>Zutaten</h2><ul><li>{} g Mehl (Type 550)</li><li>60 g Butter</li></ul>",
        "<h2>Ingredienti</h2><ul><li>{} g Farina Bianca</li></ul>",
        "<h2>Übungen</h2><p>{} min Dehnen Laufen</p>",
        "<h2>Pflanzung</h2><table><tr><td>{} d Ruhe Keller</td></tr></table>",
    ],
)
def test_how_much_of_something_below_a_heading_is_no_authors_age(lines):
    assert difference(lines.format(300), lines.format(350), FORM).changed


@pytest.mark.parametrize("line", ["<p>Karin Voss {}</p>", "<p>{} · Karin Voss</p>", "<p>Karin Voss ({})</p>"])
def test_an_authors_age_stands_behind_the_name_or_is_parted_from_it(line):
    assert not difference(line.format("5h"), line.format("2d"), FORM).changed


@pytest.mark.parametrize("line", ["作者：陈曦{}发布", "陈曦 {}发表", "编辑：陈曦 {}发布"])
def test_when_something_was_published_is_an_age_also_where_a_colon_names_the_writer(line):
    assert not difference(f"<p>{line.format('3天前')}</p>", f"<p>{line.format('8天前')}</p>", FORM).changed
    assert difference(f"<p>{line.format('3天前')}</p>", f"<p>{line.replace('陈曦', '陆远').format('3天前')}</p>", FORM).changed


def test_the_author_beside_an_age_is_content():
    form = "<p><a href=/u/{0}>{0}</a> 5h</p>"

    assert difference(form.format("ann"), form.format("ben"), FORM).changed


def test_the_way_to_a_page_is_no_content_and_a_line_of_links_is():
    assert not difference(
        '<a href="/">Home</a> › <a href="/f">Food</a> › Fish', '<a href="/">Home</a> › <a href="/f">Kitchen</a> › Fish', FORM
    ).changed
    assert difference('<a href="/a">Alder</a> → <a href="/b">Beech</a>', '<a href="/a">Alder</a> → <a href="/b">Birch</a>', BELOW).changed


def test_how_many_pages_are_behind_a_link_does_not_count_and_a_year_does():
    form = "<ul><li><a href=/f/cod>Cod</a> ({})</li></ul>"

    assert not difference(form.format(12), form.format(14), BELOW).changed
    assert difference(form.format(1912), form.format(1914), BELOW).changed


def test_a_box_that_asks_to_subscribe_is_no_content():
    form = (
        "<div class=e7><h3>Join {} readers</h3><p>One {} letter a month.</p><form><input type=email><button>Sign up</button></form></div>"
    )

    assert not difference(form.format("4,200", "short"), form.format("4,310", "friendly"), BELOW).changed


@pytest.mark.parametrize(
    "form",
    [
        "<div><p>Questions? Call {}.</p><form><input name=name><input type=email><textarea></textarea><button>Send</button></form></div>",
        "<div><p>The guild meets in room {}.</p><form><input type=email><button>Send</button></form></div>",
    ],
)
def test_a_form_that_asks_for_more_or_something_else_leaves_the_text_around_it_as_content(form):
    assert difference(form.format("12"), form.format("14"), BELOW).changed


def test_what_follows_a_box_that_asks_to_subscribe_is_content():
    form = BELOW.format("<div><form>Newsletter <input type=email></form></div><p>Open on {}.</p>")

    assert difference("Fridays", "Sundays", form).changed


def test_the_cells_of_a_table_that_lays_out_the_page_are_no_figures():
    form = f"<table><tr><td><a href=/>Home</a></td><td><h1>Smoke</h1>{TEXT}</td></tr><tr><td>Views today: {{}} – Guests online: 12</td></tr></table>"

    assert not difference("120", "214", form).changed


def test_a_table_within_the_layout_keeps_its_figures():
    form = f"<table><tr><td><h1>Smoke</h1>{TEXT}<table><tr><td>Herring</td><td>{{}} boats</td></tr></table></td></tr></table>"

    assert difference("120", "214", form).changed


@pytest.mark.parametrize("name", ["placeholder.gif", "1x1.png", "blank.gif", "lazyload-small.svg"])
def test_a_picture_that_waits_for_a_script_is_the_one_that_it_will_be(name):
    assert not difference(f'<img src="/i/{name}" data-src="/i/fish.jpg">', '<img src="/i/fish.jpg" class=loaded>', BELOW).changed
    assert difference(f'<img src="/i/{name}" data-src="/i/fish.jpg">', f'<img src="/i/{name}" data-src="/i/cod.jpg">', BELOW).changed


WORDS = [
    "Karin",
    "Voss",
    "@herring",
    "u/ann",
    "5h",
    "vor 3 Tagen",
    "3天前",
    "(31)",
    "[7]",
    "/",
    "›",
    ">",
    "12",
    "Member",
    "·",
    "roses",
    "by",
    "!",
]


@settings(max_examples=400, deadline=None)
@given(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=6),
    st.sampled_from(["heading", "link", "text"]),
    st.sampled_from(["item", "text"]),
)
def test_a_plain_line_is_content_in_every_element(words, above, kind):
    line = " ".join(words)
    node = LexborHTMLParser(f"<div class='byline author'><a href=/ rel=author>Ann</a> <time>{line}</time></div>").css_first("div")

    if is_plain_line(line):
        assert in_its_element(line, kind, "p", node, [Block("/", above, "p")]) == (line, "p")
