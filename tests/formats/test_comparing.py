from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.formats.comparing import (
    MAX_DIFF_LINES,
    DiffLine,
    compare,
    differing_blocks,
    furniture,
    furniture_between,
    volatile_blocks,
)
from sitemaps_app.formats.page import Block
from tests.formats.page_texts import ARTICLE, read_inside


def blocks(inside):
    return read_inside(inside).blocks


def changed(old, new):
    return compare(blocks(old), blocks(new)).changed


def test_equal_pages_are_unchanged():
    difference = compare(blocks(ARTICLE), blocks(ARTICLE))

    assert not difference.changed
    assert difference.similarity == 1.0
    assert difference.diff == ()


def test_a_price_is_a_change_and_shown():
    difference = compare(blocks(ARTICLE), blocks(ARTICLE.replace("24.90", "27.50")))

    assert difference.changed
    assert 0.9 < difference.similarity < 1
    assert difference.changed_in == ("text",)
    (line,) = difference.diff
    assert line.kind == "changed"
    assert "24.90" in line.old
    assert "27.50" in line.new


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<p>It opens on 8 June 2024 at the gate.</p>", "<p>It opens on 15 June 2024 at the gate.</p>"),
        ("<p>本周五下午三点停水，请做好准备。</p>", "<p>本周六上午九点停水，请做好准备。</p>"),
        ('<p><a href="/plan-v1.pdf">Plan</a></p>', '<p><a href="/plan-v2.pdf">Plan</a></p>'),
        ('<p>Look <img src="/day.jpg"></p>', '<p>Look <img src="/night.jpg"></p>'),
        ("<table><tr><td>0</td><td>0</td><td>3</td></tr></table>", "<table><tr><td>0</td><td>3</td><td>3</td></tr></table>"),
        ("<table><tr><td>8 June 2024</td></tr></table>", "<table><tr><td>9 June 2024</td></tr></table>"),
        ("<p>One.</p><p>Two.</p>", "<p>One.</p>"),
    ],
)
def test_real_differences_are_changes(old, new):
    assert changed(f"<h1>Notice</h1>{old}", f"<h1>Notice</h1>{new}")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<p>One two.</p><p>Three.</p>", "<p>One two. Three.</p>"),
        ("<p>One.</p><p>Two.</p>", "<p>Two.</p><p>One.</p>"),
        ("<p>One.</p>", "<div><section><p>One.</p></section></div>"),
        ("<p>Its “name”</p>", '<p>Its "name"</p>'),
        ("<p>One.</p><time>Updated 5 minutes ago</time>", "<p>One.</p><time>Updated 40 minutes ago</time>"),
        ("<p>One.</p><p>© 2023 Garden</p>", "<p>One.</p><p>© 2024 Garden</p>"),
        ('<p>One <img src="/a.jpg?v=1"></p>', '<p>One <img src="/a.jpg?v=2"></p>'),
        ("<h2>Soil</h2><p>One.</p><h2>Soil</h2>", "<h2>Soil</h2><p>One.</p>"),
    ],
)
def test_other_forms_of_the_same_content_are_no_change(old, new):
    assert not changed(f"<h1>Notice</h1>{old}", f"<h1>Notice</h1>{new}")


def test_a_site_whose_addresses_all_moved_alike_did_not_change():
    old = "".join(f'<p><a href="/docs/{name}">x</a></p>' for name in ("soil", "seed", "sun"))

    assert not changed(old, old.replace("/docs/", "/guide/"))
    assert changed(old, old.replace("/docs/soil", "/guide/soil"))


def test_a_page_of_code_shows_the_lines_around_the_difference():
    code = "cut(stem); " * 200
    difference = compare(blocks(f"<pre>{code}a = 1</pre>"), blocks(f"<pre>{code}a = 2</pre>"))

    (line,) = difference.diff
    assert line.old.endswith("a = 1")
    assert line.new.endswith("a = 2")
    assert line.old.startswith("… ")


def test_the_diff_is_capped_with_its_true_count():
    old = [Block(f"old line number {number}", "text", "p") for number in range(900)]
    difference = compare(old, [])

    assert len(difference.diff) == MAX_DIFF_LINES
    assert difference.difference_count == 900
    assert difference.diff[0] == DiffLine("removed", "text", "old line number 0", "")


def with_footer(number, year="2023"):
    return blocks(f"<h1>Page {number}</h1><p>Text of its own {number}.</p><div>Visit our shop in {year} for tools</div>")


def test_furniture_is_what_many_pages_share():
    old = [with_footer(number) for number in range(10)]
    new = [with_footer(number, "2024") for number in range(10)]
    shared = furniture(old) | furniture(new)

    assert compare(old[0], new[0]).changed
    assert not compare(old[0], new[0], furniture=shared).changed
    assert compare(old[0], new[1], furniture=shared).changed


def product(number, stock):
    return blocks(f"<h1>Tool {number}</h1><p>Text of its own {number}.</p><table><tr><th>Stock</th><td>{stock}</td></tr></table>")


def test_a_figure_that_many_pages_share_is_no_template_where_a_page_exchanges_it_for_another():
    old = [product(number, "in stock" if number % 2 else "sold out") for number in range(10)]
    new = [product(1, "sold out") if number == 1 else page for number, page in enumerate(old)]
    shared = furniture_between(old, new)

    assert not compare(old[1], new[1], furniture=furniture(old) | furniture(new)).changed
    assert compare(old[1], new[1], furniture=shared).changed_in == ("cell",)
    assert not compare(old[0], new[0], furniture=shared).changed


def test_a_template_that_is_replaced_is_furniture_of_one_of_two_times():
    old = [product(number, "in stock") for number in range(10)]
    new = [product(number, "available") for number in range(10)]

    assert not compare(old[1], new[1], furniture=furniture_between(old, new)).changed


def test_the_words_of_a_link_in_a_table_stay_furniture():
    def menu(number, *names):
        links = "".join(f"<td><a href=/{name}>{name}</a></td>" for name in names)
        return blocks(f"<h1>Page {number}</h1><p>Text of its own {number}.</p><table><tr>{links}</tr></table>")

    old = [menu(number, "Roses", "Tulips") for number in range(10)]
    new = [menu(0, "Roses"), *old[1:]]

    assert not compare(old[0], new[0], furniture=furniture_between(old, new)).changed


def test_the_blocks_that_make_a_change_are_told_by_their_place():
    assert differing_blocks(blocks(ARTICLE), blocks(ARTICLE.replace("24.90", "27.50"))) == (frozenset({3}), frozenset({3}))
    assert differing_blocks(blocks(ARTICLE), blocks(ARTICLE)) == (frozenset(), frozenset())


def test_a_few_pages_tell_no_furniture():
    assert furniture([with_footer(number) for number in range(4)]) == frozenset()
    assert furniture([*(blocks(f"<p>Only {number}</p>") for number in range(20)), with_footer(1), with_footer(2)], share=0.01) == {
        "Pruningroses"
    }


SOUP = "<div><div class=t>Canal path</div><div class=t>It is {length} kilometres long.</div><div class=n>Heard {seen}</div></div><div class=k><div class=m>{one}</div><div class=m>{two}</div></div>"


def soup(length="4.2", seen="once", one="Market", two="School"):
    return blocks(SOUP.format(length=length, seen=seen, one=one, two=two))


def test_what_differs_between_two_near_reads_is_masked_later_even_with_new_texts():
    volatile = volatile_blocks(soup(), soup(seen="twice", one="Bus", two="Library"))

    assert not compare(soup(), soup(seen="often", one="Rain", two="Choir"), volatile=volatile).changed


def test_masking_does_not_swallow_a_change_beside_the_noise():
    volatile = volatile_blocks(soup(), soup(seen="twice", one="Bus", two="Library"))

    assert compare(soup(), soup(length="4.7", seen="often", one="Rain", two="Choir"), volatile=volatile).changed


def test_one_rotating_line_does_not_make_its_whole_place_volatile():
    lines = [Block(f"line {number} of the text", "text", "main/p") for number in range(10)]
    rotated = [*lines[:4], Block("a quote of the day", "text", "main/p"), *lines[5:]]
    volatile = volatile_blocks(lines, rotated)
    edited = [*lines[:4], Block("another quote", "text", "main/p"), *lines[5:9], Block("line 9 was corrected", "text", "main/p")]

    assert not compare(lines, [*lines[:4], Block("another quote", "text", "main/p"), *lines[5:]], volatile=volatile).changed
    assert compare(lines, edited, volatile=volatile).changed


def test_two_equal_reads_have_no_volatile_blocks():
    assert volatile_blocks(soup(), soup()) == frozenset()


SOME_BLOCKS = st.lists(
    st.builds(Block, st.text(alphabet="ab 1.", max_size=6), st.sampled_from(["text", "cell", "link"]), st.sampled_from(["p", "q"])),
    max_size=6,
)


@given(SOME_BLOCKS, SOME_BLOCKS)
def test_comparing_is_symmetric_and_bounded(one, other):
    there, back = compare(one, other), compare(other, one)

    assert there.changed == back.changed
    assert there.similarity == pytest.approx(back.similarity)
    assert 0 <= there.similarity <= 1
    assert there.changed == bool(there.diff)


@given(SOME_BLOCKS)
def test_a_page_is_never_different_from_itself(one):
    assert not compare(one, list(reversed(one))).changed
    assert not compare(one, one, volatile=volatile_blocks(one, [])).changed
