from __future__ import annotations

import pytest

from sitemaps_app.formats.page_blocks import TEXT_KINDS
from tests.formats.page_texts import ARTICLE, page, read, read_inside


def texts(inside):
    return [block.text for block in read_inside(inside).blocks if block.kind in TEXT_KINDS and block.kind != "title"]


def targets(inside, kind):
    return [block.text for block in read_inside(inside).blocks if block.kind == kind]


def test_inline_markup_does_not_cut_a_sentence_and_blocks_do():
    assert texts("<p>One <b>two</b> <a href=/x>three</a>.</p><ul><li>four</li><li>five</li></ul>six<br>seven") == [
        "One two three.",
        "four",
        "five",
        "six seven",
    ]


def test_each_block_knows_its_kind_and_place():
    blocks = read_inside('<div id="shop" class="a b"><h2>Tools</h2><table><tr><td>Shears</td></tr></table><pre>cut  (x)</pre></div>').blocks

    assert [(block.kind, block.text) for block in blocks] == [
        ("title", "Pruning roses"),
        ("heading", "Tools"),
        ("cell", "Shears"),
        ("code", "cut (x)"),
    ]
    assert blocks[1].place == "div#shop.a/h2"


@pytest.mark.parametrize(
    "chrome",
    [
        "<nav><ul><li><a href=/a>Shop</a></li></ul></nav>",
        "<header>Friday 10 May 2024, 09:15</header>",
        "<footer>Garden Ltd, 1 Long Road</footer>",
        "<aside>Our other sites</aside>",
        '<div role="dialog">We use cookies.</div>',
        '<div id="cookie-banner">We use cookies.</div>',
        '<section class="newsletter variant-a"><h2>Our letter</h2></section>',
        '<div class="share-buttons">Tell a friend</div>',
        '<div class="relatedPosts"><a href=/b>Tulips</a> <a href=/c>Lilies</a></div>',
        '<ul class="menu"><li><a href=/a>Shop</a></li><li><a href=/b>Blog</a></li></ul>',
        "<script>var t = 1</script><style>p {}</style><noscript>Turn it on</noscript><template><p>x</p></template>",
        '<input type="hidden" value="a1b2"><button>Buy</button><select><option>1</option></select>',
        '<span class="view-count">1,204</span>',
    ],
)
def test_what_is_not_content_is_left_out(chrome):
    assert texts(f"{chrome}<main>{ARTICLE}</main>{chrome}") == texts(f"<main>{ARTICLE}</main>")


def test_a_region_with_the_headline_is_content_whatever_it_is_called():
    assert texts(f'<header class="site-header"><div class="sidebar newsletter">{ARTICLE}</div></header>') == texts(ARTICLE)
    assert texts('<h2><a class="header-anchor" href="#x">Soil</a></h2>') == ["Soil"]


def test_a_menu_of_a_restaurant_is_content():
    menu = '<div class="menu"><p>Soup 4.50</p><p>Bread 2.00</p></div>'

    assert texts(f"<h1>Lunch</h1>{menu}") == ["Lunch", "Soup 4.50", "Bread 2.00"]


def test_a_note_inside_the_article_is_content():
    assert "Mind the thorns." in texts(f"<article>{ARTICLE}<aside>Mind the thorns.</aside></article>")


def test_links_and_images_are_content_by_where_they_lead():
    inside = '<p><a href="/files/plan.pdf">Plan</a> <img src="/i/rose.jpg" alt="A rose"></p>'

    assert targets(inside, "link") == ["/files/plan.pdf"]
    assert targets(inside, "image") == ["/i/rose.jpg"]


def test_lazy_images_count_by_their_real_source():
    assert targets('<img src="data:image/gif;base64,R0" data-src="/i/rose.jpg">', "image") == ["/i/rose.jpg"]


def test_the_parts_of_a_title_are_blocks_without_its_counter():
    blocks = read(page(head="<title>(3) Roses | Garden</title>")).blocks

    assert [block.text for block in blocks if block.kind == "title"] == ["Roses", "Garden"]


def test_a_huge_block_is_cut_and_still_tells_a_change_at_its_end():
    one, other = read_inside("<p>" + "word " * 50_000 + "old</p>"), read_inside("<p>" + "word " * 50_000 + "new</p>")

    assert len(one.blocks[1].text) < 21_000
    assert one.fingerprint != other.fingerprint
