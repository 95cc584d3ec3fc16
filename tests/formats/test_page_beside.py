"""What stands beside the main text of a page, and what looks like it and is content."""

from __future__ import annotations

import pytest

from sitemaps_app.formats.comparing import compare
from tests.formats.page_texts import page, read

TEXT = (
    "<p>The weir was built by monks, who kept carp above it and sold them to the town on Fridays.</p>"
    "<p>It was raised by a foot after the flood, and again when the mill was given a second wheel.</p>"
)
MAIN = f'<div class="primary"><h1>The weir</h1>{TEXT}</div>'
OLD = "<li><a href=/n/1>Eels counted</a></li><li><a href=/n/2>Bridge shut</a></li>"
NEW = "<li><a href=/n/3>Mill for sale</a></li><li><a href=/n/1>Eels counted</a></li>"


def difference(old, new, around):
    one, two = (read(page(around.format(inside))) for inside in (old, new))
    assert one.comparable
    assert two.comparable
    return compare(one.blocks, two.blocks)


@pytest.mark.parametrize(
    "around",
    [
        MAIN + "<div class=q7><h4>Neighbours gossip about</h4><ul>{}</ul></div>",
        MAIN + "<ul>{}</ul>",
        "<div class=row>" + MAIN + "<div class=k2><div><b>Lähiseudulta</b></div><ol>{}</ol></div></div>",
        f"<table><tr><td><h1>The weir</h1>{TEXT}</td><td><b>Elsewhere</b><ul>{{}}</ul></td></tr></table>",
        f'<main><h1>The weir</h1>{TEXT}<section class="z"><h3>Out and about</h3><ul>{{}}</ul></section></main>',
    ],
)
def test_a_list_of_links_outside_of_the_text_leads_to_other_pages_whatever_its_heading(around):
    assert not difference(OLD, NEW, around).changed


@pytest.mark.parametrize("main", ["<main>{}</main>", "<div><article>{}</article></div>"])
def test_below_the_element_of_the_text_more_leads_to_other_pages_however_short_the_text_is(main):
    text = main.format("<h1>Episode 41: Salt</h1><p>We visit a salt pan on the coast and ask why the grey salt is the dearer one.</p>")
    around = text + "<section><h2>More episodes</h2><ul>{}</ul></section>"
    assert not difference("<li><a href=/e/40>Episode 40: Honey</a></li>", "<li><a href=/e/42>Episode 42: Rye</a></li>", around).changed


def test_within_the_element_of_a_short_text_a_list_is_its_own():
    around = "<main><h1>Salt</h1><p>A series in parts.</p><h2>More episodes</h2><ul>{}</ul></main>"
    assert difference("<li><a href=/e/40>Episode 40: Honey</a></li>", "<li><a href=/e/42>Episode 42: Rye</a></li>", around).changed


def test_a_short_text_in_a_dense_script_is_enough_above_a_list_of_the_newest_pages():
    text = "상추 모종을 옮겨 심은 지 열흘째입니다. 아침마다 물을 주었더니 새잎이 두 장씩 올라왔습니다. 방울토마토는 아직 꽃이 피지 않았지만 줄기가 제법 굵어졌습니다."
    around = f"<div class=b><h1>텃밭 일지</h1><div class=v><p>{text}</p></div></div><div class=q><h3>최신글</h3><ul>{{}}</ul></div>"
    assert not difference("<li><a href=/1>바질 질문</a></li>", "<li><a href=/2>고추 지지대</a></li>", around).changed


@pytest.mark.parametrize("number", [0, 1, 2])
def test_every_card_below_an_announcing_heading_is_one_of_the_list(number):
    cards = [f"<article><a href=/n/{n}><h4>Card {n}</h4><p>A few words.</p></a></article>" for n in range(3)]
    other = [*cards]
    other[number] = cards[number].replace(f"/n/{number}", "/n/9").replace(f"Card {number}", "Another")

    assert not difference("".join(cards), "".join(other), MAIN + "<section><h3>Read next</h3>{}</section>").changed


@pytest.mark.parametrize(
    ("old", "new", "around"),
    [
        ("Trains do not run today", "The fair opens at noon", "<div class=strip><div><p>{}</p></div></div>" + MAIN),
        ("Tuesday, 3 March", "Friday, 8 May", "<div><span>{}</span> <b>The Post</b></div>" + MAIN),
        ("4 °C, sleet", "21 °C, sun", MAIN + "<div><h3>Wetter</h3><p>{}</p></div>"),
        ("USD 1.09</p><p>CHF 0.95", "USD 1.11</p><p>CHF 0.93", MAIN + "<div><p>{}</p></div>"),
        ("“Lovely people” — Mo", "“Came at once” — Flo", MAIN + "<div class=testimonials><div><p>{}</p></div></div>"),
        ("212 went there", "260 went there", f"<div><h1>The weir</h1>{TEXT}<p>{{}}</p></div>"),
        ("<a href=/go/1>Lamps</a>", "<a href=/go/2>Shoes</a>", MAIN + "<div><small>Advertentie</small>{}</div>"),
        ("［PR］冬の靴", "［PR］春の旅", MAIN + "<p>{}</p>"),
        ("17 Personen haben das gekauft", "23 Personen haben das gekauft", MAIN + "<p>{}</p>"),
        ("3 giorni fa", "ieri", MAIN + "<p>{}</p>"),
        ("Open now, closes at 5 pm", "Closed, opens at 9 am", MAIN + "<p>{}</p>"),
        ("/x/eyJhbGciOiJIUzI1NiIsInR5cCI6/weir.jpg", "/x/eyJraWQiOiJ4MTIzNDU2Nzg5MCIs/weir.jpg", MAIN + '<img src="{}">'),
        ("/route?trk=a7", "/route?trk=b9", MAIN + '<p><a href="{}">The way there</a></p>'),
    ],
)
def test_heads_of_sites_tools_counts_and_advertisements_are_no_content(old, new, around):
    assert not difference(old, new, around).changed


@pytest.mark.parametrize(
    ("old", "new", "around"),
    [
        ("<li><a href=/t/1>Raised</a></li>", "<li><a href=/t/1>Lowered</a></li>", f"<div><h1>Changes</h1>{TEXT}<ul>{{}}</ul></div>"),
        (
            "<li><a href=https://a.example/1>Ek, Weirs</a>",
            "<li><a href=https://a.example/1>Ek, Weir</a>",
            MAIN + "<div><h2>Books</h2><ul>{}</ul></div>",
        ),
        (
            "plan-1.pdf",
            "plan-2.pdf",
            MAIN + "<div><h2>Papers</h2><ul><li><a href=/f/{}>Plan</a></li><li><a href=/f/map.pdf>Map</a></li></ul></div>",
        ),
        (
            "<li><a href=/garden/roses/2>Two</a></li><li><a href=/garden/roses/3>Three</a></li>",
            "<li><a href=/garden/roses/2>Two</a></li><li><a href=/garden/roses/4>Four</a></li>",
            MAIN + "<div><h2>Parts</h2><ul>{}</ul></div>",
        ),
        ("0.95", "0.93", f"<div><h1>Rates</h1>{TEXT}<table><tr><td>CHF</td><td>{{}}</td></tr></table></div>"),
        ("until May", "until June", f"<div><h1>The weir</h1><div class=notice><p>Shut {{}}.</p></div>{TEXT}</div>"),
        ("Where: the mill", "Where: the hall", MAIN + "<div class=facts><p>{}</p><p>Entrance: 5 crowns</p></div>"),
        ("€ 12", "€ 14", MAIN + "<div class=box><p>{}</p></div>"),
        ("Entrance: 5", "Entrance: 6", f"<div><h1>The weir</h1>{TEXT}<p>{{}}</p></div>"),
        ("/img/weir.jpg", "/img/lock.jpg", '<div><div><img src="{}"></div></div>' + MAIN),
        (
            "61 per cent were for it",
            "16 per cent were for it",
            f"<div><h1>Vote</h1>{TEXT}<div class=poll><p>In the vote {{}}.</p></div></div>",
        ),
        ("refused", "granted", f"<div><h1>The weir</h1>{TEXT}<div class=comments-by-minister><p>The leave was {{}}.</p></div></div>"),
    ],
)
def test_what_looks_like_noise_and_is_content_is_still_seen(old, new, around):
    assert difference(old, new, around).changed


def test_a_page_of_links_without_a_text_is_its_list():
    assert difference(OLD, NEW, "<h1>News</h1><ul>{}</ul>").changed


def test_a_heading_that_is_named_after_a_menu_is_content():
    form = f"<main><h1>The weir</h1>{TEXT}<h2 class=anchorWithStickyNavbar>{{}}<a href=#x>#</a></h2>{TEXT}</main>"

    assert difference("The monks", "The nuns", form).changed_in == ("heading",)


@pytest.mark.parametrize("main", ["<main>{}</main>", '<div role="main" class="document">{}</div>'])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<div class=k9><a href=https://tyres.example/?c=44>Winter tyres at half price</a></div>", "<div class=k9><a href=https://snow.example/?c=51>Snow shovels</a></div>"),
        ("<div class=v><span>v: 1.4</span><dl><dd><a href=/en/1.4/>1.4</a></dd></dl></div>", "<div class=v><span>v: 1.4</span><dl><dd><a href=/en/1.5/>1.5</a></dd><dd><a href=/en/1.4/>1.4</a></dd></dl></div>"),
        ("<section><h3>På stasjonen nå</h3><p>Tåke, og ni grader ved brygga.</p></section>", "<section><h3>På stasjonen nå</h3><p>Klarvær, og tolv grader.</p></section>"),
    ],
)  # fmt: skip
def test_what_follows_the_pages_own_main_element_is_not_about_its_subject(main, old, new):
    around = f"<div>{main.format(f'<h1>The weir</h1>{TEXT}')}{{}}</div>"
    assert not difference(old, new, around).changed
    within = main.format(f"<h1>The weir</h1>{TEXT}{{}}")
    assert difference("<p>Open on Sundays.</p>", "<p>Open on Fridays.</p>", within).changed


def test_a_main_element_with_little_of_the_text_says_nothing_of_the_rest():
    around = f"<main><h1>The weir</h1><p>A place to walk.</p></main><section>{TEXT}<p>{{}}</p></section>"
    assert difference("Open on Sundays.", "Open on Fridays.", around).changed


def test_a_picture_labelled_as_an_advertisement_is_none_of_the_page_and_neither_is_its_link():
    around = f"<div><h1>The weir</h1><div class=gg200x300>{{}}</div>{TEXT}</div>"
    old = "<a href=https://gg.example/click?k=a0f0><img src=https://gg.example/a71.jpg alt=广告></a>"
    new = "<a href=https://gg.example/click?k=ed71><img src=https://gg.example/c09.jpg alt=广告></a>"
    assert not difference(old, new, around).changed
    assert difference(old.replace("广告", "鱼"), new.replace("广告", "鱼"), around).changed


@pytest.mark.parametrize(
    "heading",
    ["Tópicos sugeridos", "С этим товаром покупают", "Wird oft zusammen gekauft", "よく一緒に購入されている商品", "También compraron"],
)
def test_what_others_bought_or_might_read_is_chosen_by_the_site(heading):
    around = f"<div class=b><h1>The weir</h1>{TEXT}<section><h3>{heading}</h3><ul>{{}}</ul></section><p>Open on Sundays.</p></div>"
    assert not difference(OLD, NEW, around).changed
