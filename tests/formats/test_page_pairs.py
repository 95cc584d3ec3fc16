"""Pairs of reads of one page, of many kinds: what is noise, and what is a change."""

from __future__ import annotations

import pytest

from sitemaps_app.formats.comparing import compare
from tests.formats.page_texts import page, read

TEXT = (
    "<p>The old lock house was rebuilt by volunteers over three summers, and the roof is now of slate.</p>"
    "<p>Boats of up to 18 metres may pass between 8 and 19 hours, at a fee of 12 crowns.</p>"
    "<p>Keepers live upstairs; the ground floor holds a small exhibition on the history of the canal.</p>"
)
ARTICLE = f"<div class=w><article><h1>Lock house</h1>{TEXT}</article></div>"
SOUP = f"<div id=w><div class=x1><div class=t><b>Lock house</b></div><div class=y>{TEXT}</div></div></div>"


def difference(old, new):
    one, two = read(page(old)), read(page(new))
    assert one.comparable
    assert two.comparable
    return compare(one.blocks, two.blocks)


@pytest.mark.parametrize("around", [ARTICLE, SOUP])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<div>Visitors today: 233</div>", "<div>Visitors today: 480</div>"),
        ("<p>Total hits: 10,332</p>", "<p>Total hits: 10,391</p>"),
        ("<div>Currently 12 users and 33 guests online</div>", "<div>Currently 9 users and 41 guests online</div>"),
        ("<p>14 people are viewing this product right now</p>", "<p>23 people are viewing this product right now</p>"),
        ("<p>17 sold in the last 24 hours</p>", "<p>21 sold in the last 24 hours</p>"),
        ("<span>365 people are reading this</span><p>Open</p>", "<span>203 people are reading this</span><p>Open</p>"),
        ("<p>This page has been viewed 1,204 times.</p>", "<p>This page has been viewed 1,377 times.</p>"),
        ("<div>4.6 out of 5 (231 ratings)</div>", "<div>4.6 out of 5 (245 ratings)</div>"),
        ("<div>Based on 231 reviews</div>", "<div>Based on 245 reviews</div>"),
        ("<div>Facebook 12</div><div>Twitter 3</div>", "<div>Facebook 15</div><div>Twitter 4</div>"),
        ("<div>♥ 213</div>", "<div>♥ 220</div>"),
        ("<div>阅读 37091</div>", "<div>阅读 37154</div>"),
        ("<p>Просмотров: 1203</p>", "<p>Просмотров: 1244</p>"),
        ("<p>عدد المشاهدات: 1203</p>", "<p>عدد المشاهدات: 1244</p>"),
        ("<p>조회수 1203</p>", "<p>조회수 1244</p>"),
        ("<p>閲覧数：1203</p>", "<p>閲覧数：1244</p>"),
        ("<h3>2 Responses to “Lock house”</h3>", "<h3>3 Responses to “Lock house”</h3>"),
        ("<div>Cart (0)</div>", "<div>Cart (2)</div>"),
        ("<div>Good morning</div>", "<div>Good evening</div>"),
        ("<div>Offer ends in 2 days 3 hours</div>", "<div>Offer ends in 1 day 22 hours</div>"),
        ("<p>Order within 3 hrs 20 mins for delivery tomorrow</p>", "<p>Order within 1 hr 2 mins for delivery tomorrow</p>"),
        ("<p>Mitglieder insgesamt <b>1602</b></p>", "<p>Mitglieder insgesamt <b>1604</b></p>"),
        ("<p>31 veces guardado como favorito</p>", "<p>47 veces guardado como favorito</p>"),
        ("<p>Saved 31 times</p>", "<p>Saved 47 times</p>"),
        (
            "<p>You are visitor number <img src=/cgi-bin/Count.cgi?n=51220>. This page was generated in 0.031 s by granite.</p>",
            "<p>You are visitor number <img src=/cgi-bin/Count.cgi?n=51304>. This page was generated in 0.027 s by basalt.</p>",
        ),
        ("<div>tamsin <span class=reputation-score>141</span></div>", "<div>tamsin <span class=reputation-score>176</span></div>"),
        ("<td>Seite erzeugt am 30.12.2026 um 23:10:04 · © 2026</td>", "<td>Seite erzeugt am 02.01.2027 um 07:55:31 · © 2027</td>"),
        ("<p>Page générée le 3 mai 2024 à 10h22</p>", "<p>Page générée le 4 juin 2024 à 08h01</p>"),
        ("<p>页面生成时间：2024-05-03 10:22:01</p>", "<p>页面生成时间：2024-06-04 08:01:09</p>"),
        ("<div>Hoş geldiniz, Misafir 48213</div>", "<div>Hoş geldiniz, Misafir 48977</div>"),
        ("<div>Welcome, guest #1204</div>", "<div>Welcome, guest #1377</div>"),
        ("<p>How much is 3 + 4?</p>", "<p>How much is 8 + 1?</p>"),
        ("<p>Served by node web-3a at 10:11:12</p>", "<p>Served by node web-7c at 11:02:44</p>"),
        ("<p>Your IP address: 10.2.3.4</p>", "<p>Your IP address: 10.9.8.7</p>"),
        ("<p>Build 1727bcb9 on 2026-05-23</p>", "<p>Build 8d2498ec on 2026-06-01</p>"),
        ("<p>Page rendered in 0.31 sec using 22 queries</p>", "<p>Page rendered in 0.27 sec using 23 queries</p>"),
        ("<p>Mis à jour le 3 mai 2024 à 10h22</p>", "<p>Mis à jour le 4 juin 2024 à 08h01</p>"),
        ("<p>Última actualización: 3 de mayo de 2024</p>", "<p>Última actualización: 4 de junio de 2024</p>"),
        ("<p>Atualizado em 3 de maio de 2024 às 10h</p>", "<p>Atualizado em 4 de junho de 2024 às 11h</p>"),
        ("<p>Ultimo aggiornamento: 3 maggio 2024</p>", "<p>Ultimo aggiornamento: 4 giugno 2024</p>"),
        ("<p>Laatst bijgewerkt op 3 mei 2024</p>", "<p>Laatst bijgewerkt op 4 juni 2024</p>"),
        ("<p>Обновлено: 3 мая 2024 г.</p>", "<p>Обновлено: 4 июня 2024 г.</p>"),
        ("<p>最終更新日：2024年5月3日</p>", "<p>最終更新日：2024年6月4日</p>"),
        ("<div class=bottom>Copyright © 2023 Canal Trust</div>", "<div class=bottom>Copyright © 2024 Canal Trust</div>"),
        ('<div class="ad-slot"><p>Shoes that walk</p></div>', '<div class="ad-slot"><p>Ten per cent off lamps</p></div>'),
        ("<div data-ad-unit=7><p>Shoes that walk</p></div>", "<div data-ad-unit=9><p>Ten per cent off lamps</p></div>"),
        ('<div aria-label="Advertisement"><p>Shoes</p></div>', '<div aria-label="Advertisement"><p>Lamps</p></div>'),
        ('<p><a href="https://ads.example/c?661026">Shoes</a></p>', '<p><a href="https://ads.example/c?163143">Shoes</a></p>'),
        ('<div id="onetrust-banner-sdk"><p>By clicking accept you agree.</p></div>', ""),
        ('<div class="cc-window"><span>This website uses cookies</span><a href=/privacy>Learn more</a><a role=button>Got it</a></div>', ""),
        ('<div style="position:fixed"><p>Ask us anything</p><button>Chat</button></div>', ""),
        ("<p>We use cookies. By continuing to browse you agree to this.</p>", ""),
        ('<img src="/i/lock.jpg?w=400&q=75">', '<img src="/i/lock.jpg?w=800&q=80">'),
        ('<img src="/_next/image?url=%2Fi%2Fa.jpg&w=640&q=75">', '<img src="/_next/image?url=%2Fi%2Fa.jpg&w=1080&q=75">'),
        ('<img src="data:image/gif;base64,R0lGOD" data-src="/i/lock.jpg">', '<img src="/i/lock.jpg" loading=lazy>'),
        ('<img src="/captcha.php?id=991">', '<img src="/captcha.php?id=142">'),
        ('<p class="css-1a2b">Open all year</p>', '<p class="css-9z8y">Open all year</p>'),
        ("<span>Reading time: 3 minutes</span>", "<span>Reading time: 4 minutes</span>"),
        ('<div class="widget weather"><b>12°</b> rain</div>', '<div class="widget weather"><b>9°</b> fog</div>'),
        ("<div class=poll>Yes 61 % (1,204 votes)</div>", "<div class=poll>Yes 62 % (1,377 votes)</div>"),
        ("<p>8 others are looking at this bike</p>", "<p>5 others are looking at this bike</p>"),
        ("<div>anna77 <span>Posts: 1,204</span></div>", "<div>anna77 <span>Posts: 1,209</span></div>"),
        ("<div>Users browsing this thread: 3 guests</div>", "<div>Users browsing this thread: 5 guests</div>"),
        ("<div class=ticker>DAX 18,022 +0.3%</div>", "<div class=ticker>DAX 18,101 +0.7%</div>"),
    ],
)
def test_what_moves_by_itself_is_no_change(around, old, new):
    assert not difference(around + old, around + new).changed


TEASERS = "<li><a href=/n/1>Ice on the canal</a></li><li><a href=/n/2>New ferry</a></li>"
OTHERS = "<li><a href=/n/3>Spring opening</a></li><li><a href=/n/4>Tower lit</a></li>"


@pytest.mark.parametrize(
    "form",
    [
        "<section><h2>Related articles</h2><ul>{}</ul></section>",
        "<div class=box><h3>Read next</h3><ul>{}</ul></div>",
        "<div><h4>More from our site</h4>{}</div>",
        "<div class=head><h4>You may also like</h4></div><ul>{}</ul>",
        "<p><b>猜您还喜欢</b></p><ul>{}</ul>",
        "<h3>Latest posts</h3><ul>{}</ul>",
        "<article><aside><h3>Elsewhere</h3><ul>{}</ul></aside></article>",
    ],
)
def test_lists_of_other_pages_that_a_heading_announces_are_no_content(form):
    assert not difference(ARTICLE + form.format(TEASERS), ARTICLE + form.format(OTHERS)).changed


def test_what_was_listed_before_a_heading_announced_it_is_no_change_either():
    assert not difference(f"{ARTICLE}<ul>{TEASERS}</ul>", f"{ARTICLE}<h3>You might also like ...</h3><ul>{TEASERS}</ul>").changed


def test_what_stands_below_a_list_of_other_pages_is_content():
    form = ARTICLE + "<h3>Related articles</h3><ul>{}</ul><p>The fee is {} crowns in winter.</p>"

    assert difference(form.format(TEASERS, 9), form.format(OTHERS, 8)).changed_in == ("text",)


@pytest.mark.parametrize("heading", ["Latest posts", "More articles", "Boats of the canal", "See also"])
def test_a_page_that_is_a_listing_has_its_entries_as_content(heading):
    form = f"<h1>Canal</h1><h2>{heading}</h2><ul>{{}}</ul>"

    assert difference(form.format(TEASERS), form.format(OTHERS + TEASERS)).changed


@pytest.mark.parametrize(
    ("old", "new", "changed_in"),
    [
        ("<p>The festival takes place on 12 July 2024.</p>", "<p>The festival takes place on 19 July 2024.</p>", "text"),
        ("<p>The gate closes 19:00 on Sundays.</p>", "<p>The gate closes 18:00 on Sundays.</p>", "text"),
        ("<p>Sent within 3 days.</p>", "<p>Sent within 5 days.</p>", "text"),
        ("<p>Ann Lee won with 1,204 votes.</p>", "<p>Ann Lee won with 1,304 votes.</p>", "text"),
        ("<p>Ann won by <em>120 votes</em> in May.</p>", "<p>Ann won by <em>140 votes</em> in May.</p>", "text"),
        ("<p>Current version: 2.4.1</p>", "<p>Current version: 2.5.0</p>", "text"),
        ("<p>Served by: the Hilltop kitchen</p>", "<p>Served by: the Harbour kitchen</p>", "text"),
        ("<p>Call 020 123 456.</p>", "<p>Call 020 123 999.</p>", "text"),
        ("<span class=price>€ 12,90</span>", "<span class=price>€ 10,90</span>", "text"),
        ("<ul><li>12 July 2024</li></ul>", "<ul><li>19 July 2024</li></ul>", "item"),
        ("<dl><dt>Draft</dt><dd>1.2 m</dd></dl>", "<dl><dt>Draft</dt><dd>1.4 m</dd></dl>", "item"),
        ("<select><option>5 m – 6 €</option></select>", "<select><option>5 m – 7 €</option></select>", "item"),
        ("<table><tr><td>Yes</td><td>No</td></tr></table>", "<table><tr><td>Yes</td><td>Yes</td></tr></table>", "cell"),
        ("<details><summary>When?</summary><p>In May.</p></details>", "<details><summary>When?</summary><p>In June.</p></details>", "text"),
        ("<pre>make(<b>3</b>)</pre>", "<pre>make(<b>4</b>)</pre>", "code"),
        ("<pre><a href=/x/1>make</a></pre>", "<pre><a href=/x/2>make</a></pre>", "link"),
        (
            '<iframe src="https://www.youtube.com/embed/AAAA"></iframe>',
            '<iframe src="https://www.youtube.com/embed/BBBB"></iframe>',
            "image",
        ),
        ('<video><source src="/v/1.mp4"></video>', '<video><source src="/v/2.mp4"></video>', "image"),
        ("<div class=notice><p>The lock is closed.</p></div>", "<div class=notice><p>The lock is open again.</p></div>", "text"),
        ("<p>เรือผ่านได้ตั้งแต่แปดโมงเช้า</p>", "<p>เรือผ่านได้ตั้งแต่เก้าโมงเช้า</p>", "text"),
    ],
)
def test_what_a_reader_would_notice_is_a_change(old, new, changed_in):
    assert difference(ARTICLE + old, ARTICLE + new).changed_in == (changed_in,)


def test_an_application_that_covers_the_window_is_no_layer_over_the_page():
    form = '<div style="position: fixed"><div>{}</div></div>'

    assert difference(form.format(TEXT), form.format(TEXT.replace("slate", "copper"))).changed


def test_small_ads_are_the_content_of_a_site_of_small_ads():
    form = "<h1>Boats for sale</h1><div class=ad><p>Rowing boat, 4 m, {} crowns</p></div><div class=ad><p>Punt, 6 m, 900 crowns</p></div>"

    assert difference(form.format(300), form.format(280)).changed
