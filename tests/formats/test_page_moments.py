"""What holds at the moment of an answer only, in many languages, and facts that look like it."""

from __future__ import annotations

import pytest

from sitemaps_app.formats.comparing import compare
from tests.formats.page_texts import page, read

TEXT = (
    "<p>The old lock house was rebuilt by volunteers over three summers, and the roof is now of slate.</p>"
    "<p>Boats of up to 18 metres may pass between 8 and 19 hours, at a fee of 12 crowns.</p>"
    "<p>Keepers live upstairs; the ground floor holds a small exhibition on the history of the canal.</p>"
)
WITHIN = f"<main><article><h1>Lock house</h1>{TEXT}{{}}</article></main>"
ABOVE = f"<main><article><h1>Lock house</h1>{{}}{TEXT}</article></main>"
BESIDE = f"<div class=w><div class=c><h1>Lock house</h1>{TEXT}</div>{{}}</div>"


def is_changed(old: str, new: str, around: str) -> bool:
    one, two = read(page(around.format(old))), read(page(around.format(new)))
    assert one.comparable
    assert two.comparable
    return compare(one.blocks, two.blocks).changed


@pytest.mark.parametrize("around", [WITHIN, ABOVE, BESIDE])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "<p>Dziś jest poniedziałek, 2 listopada 2026, imieniny: Bohdana</p>",
            "<p>Dziś jest czwartek, 5 listopada 2026, imieniny: Elżbiety</p>",
        ),
        ("<p>現在4人がこの商品を見ています</p>", "<p>現在12人がこの商品を見ています</p>"),
        ("<p>已有 46 人投递</p>", "<p>已有 59 人投递</p>"),
        ("<p>أنت الزائر رقم 77120 الاثنين 08:11</p>", "<p>أنت الزائر رقم 77455 الخميس 19:42</p>"),
        ("<p>Aforo actual: 38 %</p>", "<p>Aforo actual: 71 %</p>"),
        ("<p>지금 12명이 이 상품을 보고 있어요</p>", "<p>지금 19명이 이 상품을 보고 있어요</p>"),
        ("<p>12 personas están viendo este producto</p>", "<p>19 personas están viendo este producto</p>"),
        ("<p>12 osób ogląda ten produkt</p>", "<p>19 osób ogląda ten produkt</p>"),
        ("<p>It is currently Tue Dec 01, 2026 2:33 pm</p>", "<p>It is currently Wed Dec 02, 2026 9:11 am</p>"),
        ("<p>Last visit was: Tue Dec 01, 2026 10:14 am</p>", "<p>Last visit was: Wed Dec 02, 2026 8:01 am</p>"),
        (
            "<p>Most users ever online was 1,234 on Mon May 04, 2020 1:22 pm</p>",
            "<p>Most users ever online was 1,301 on Mon Nov 02, 2026 1:22 pm</p>",
        ),
        ("<p>3,412 words · 14 min read · 1,204 views</p>", "<p>3,412 words · 14 min read · 1,288 views</p>"),
        (
            "<div class=weather><span>Berlin</span><span>12 °C, rain</span></div>",
            "<div class=weather><span>Berlin</span><span>7 °C, fog</span></div>",
        ),
        ("<p>Rendered at 12:01:33 by web-03</p>", "<p>Rendered at 13:44:02 by web-11</p>"),
        ("<p>v2.3.1-build.4512</p>", "<p>v2.3.1-build.4533</p>"),
        ("<p>Your session expires in 29:59</p>", "<p>Your session expires in 28:10</p>"),
        ("<p>Deal of the day ends in 05:12:44</p>", "<p>Deal of the day ends in 03:02:11</p>"),
        ("<p>Get it by Friday, 4 December</p>", "<p>Get it by Saturday, 5 December</p>"),
        (
            "<p>Order within 3 h 12 min to get it on Friday, 4 December</p>",
            "<p>Order within 1 h 2 min to get it on Saturday, 5 December</p>",
        ),
        ("<p>Lieferung bis Do., 3. Dezember</p>", "<p>Lieferung bis Fr., 4. Dezember</p>"),
        ("<p>Livraison prévue le jeudi 3 décembre</p>", "<p>Livraison prévue le vendredi 4 décembre</p>"),
        ("<p>預計送達：12月3日</p>", "<p>預計送達：12月5日</p>"),
        ("<p>Delivery between Thu 3 Dec and Sat 5 Dec</p>", "<p>Delivery between Fri 4 Dec and Mon 7 Dec</p>"),
        ("<p>DAX 18,233.12 +0.4 %</p>", "<p>DAX 18,301.55 +0.7 %</p>"),
        ("<p>Share 12 Tweet 5 Pin 3</p>", "<p>Share 15 Tweet 6 Pin 3</p>"),
        ("<p>4.7 (1,204)</p>", "<p>4.7 (1,211)</p>"),
        ("<p>★★★★☆ 4,6 (213 Bewertungen)</p>", "<p>★★★★☆ 4,6 (219 Bewertungen)</p>"),
        ("<p>Join 12,345 subscribers</p>", "<p>Join 12,401 subscribers</p>"),
        ("<p>Retrieved 1 December 2026</p>", "<p>Retrieved 4 December 2026</p>"),
        ("<p>Cached 3 minutes ago</p>", "<p>Cached 1 hour ago</p>"),
        ("<p>Next train departs in 4 min</p>", "<p>Next train departs in 11 min</p>"),
        ("<p>12 people have this in their basket</p>", "<p>17 people have this in their basket</p>"),
        ("<p>Bought 34 times in the last 24 hours</p>", "<p>Bought 41 times in the last 24 hours</p>"),
        ("<p>37 Personen sehen sich das gerade an</p>", "<p>22 Personen sehen sich das gerade an</p>"),
        ("<p>5 personnes consultent cette annonce</p>", "<p>9 personnes consultent cette annonce</p>"),
        ("<p>Esta página fue vista 1.204 veces</p>", "<p>Esta página fue vista 1.377 veces</p>"),
        ("<p>Hits: 1204 | Heute: 33 | Gestern: 41</p>", "<p>Hits: 1301 | Heute: 12 | Gestern: 33</p>"),
        ("<p>Sie sind Besucher Nr. 120488</p>", "<p>Sie sind Besucher Nr. 120611</p>"),
        ("<p>Vous êtes le visiteur n° 120488</p>", "<p>Vous êtes le visiteur n° 120611</p>"),
        ("<p>您是第 120488 位访客</p>", "<p>您是第 120611 位访客</p>"),
        ("<p>あなたは 120488 人目の訪問者です</p>", "<p>あなたは 120611 人目の訪問者です</p>"),
        ("<p>今日の閲覧数 33 累計 120488</p>", "<p>今日の閲覧数 12 累計 120611</p>"),
        ("<p>방문자수 오늘 33 어제 41 전체 120,488</p>", "<p>방문자수 오늘 12 어제 33 전체 120,611</p>"),
        ("<p>Đã xem: 1204</p>", "<p>Đã xem: 1244</p>"),
        ("<p>Lượt xem: 1.204</p>", "<p>Lượt xem: 1.244</p>"),
        ("<p>Đang trực tuyến: 33</p>", "<p>Đang trực tuyến: 12</p>"),
        ("<p>Okunma sayısı: 1204</p>", "<p>Okunma sayısı: 1244</p>"),
        ("<p>1204 kez okundu</p>", "<p>1244 kez okundu</p>"),
        ("<p>Odsłon: 1204</p>", "<p>Odsłon: 1244</p>"),
        ("<p>Przeczytano 1204 razy</p>", "<p>Przeczytano 1244 razy</p>"),
        ("<p>Wyświetlono 1204 razy</p>", "<p>Wyświetlono 1244 razy</p>"),
        ("<p>देखा गया: 1204 बार</p>", "<p>देखा गया: 1244 बार</p>"),
        ("<p>1,204 बार देखा गया</p>", "<p>1,244 बार देखा गया</p>"),
        ("<p>צפיות: 1204</p>", "<p>צפיות: 1244</p>"),
        ("<p>نُشر منذ 3 ساعات</p>", "<p>نُشر منذ 9 ساعات</p>"),
        ("<p>قرأ هذا المقال 1204 شخص</p>", "<p>قرأ هذا المقال 1244 شخص</p>"),
        ("<p>Viewed by 1204 people</p>", "<p>Viewed by 1244 people</p>"),
        ("<p>Lu 1204 fois</p>", "<p>Lu 1244 fois</p>"),
        ("<p>Letto 1204 volte</p>", "<p>Letto 1244 volte</p>"),
        ("<p>Visto 1204 veces</p>", "<p>Visto 1244 veces</p>"),
        ("<p>Просмотрено 1204 раза</p>", "<p>Просмотрено 1244 раза</p>"),
        ("<p>Сейчас на сайте: 33 гостя</p>", "<p>Сейчас на сайте: 12 гостей</p>"),
        ("<p>Cet article a été lu 1204 fois</p>", "<p>Cet article a été lu 1244 fois</p>"),
        ("<div>🔥 23 sold in last 12 hours</div>", "<div>🔥 31 sold in last 12 hours</div>"),
        ("<p>Application deadline in 12 days</p>", "<p>Application deadline in 9 days</p>"),
        ("<p>42 applicants</p>", "<p>57 applicants</p>"),
        ("<p>Over 100 people clicked apply</p>", "<p>Over 200 people clicked apply</p>"),
        ("<p>Request ID: 7f3a9c21</p>", "<p>Request ID: b81c0042</p>"),
        ("<p>Anfrage-ID: 7f3a9c21-11aa</p>", "<p>Anfrage-ID: b81c0042-99cd</p>"),
        ("<p>Sunrise 07:51, sunset 15:58</p>", "<p>Sunrise 07:53, sunset 15:57</p>"),
        ("<p>Server: web07 · 0.031 s · 12 queries</p>", "<p>Server: web02 · 0.044 s · 13 queries</p>"),
        ("<p>Seitenaufbau: 0,031 Sekunden</p>", "<p>Seitenaufbau: 0,044 Sekunden</p>"),
        ("<p>Page générée en 0,031 s</p>", "<p>Page générée en 0,044 s</p>"),
        ("<p>页面执行时间 0.031 秒</p>", "<p>页面执行时间 0.044 秒</p>"),
        ("<p>Processed in 0.013245 second(s), 12 queries .</p>", "<p>Processed in 0.021145 second(s), 12 queries .</p>"),
        ("<p>GMT+8, 2026-12-1 14:33</p>", "<p>GMT+8, 2026-12-4 09:11</p>"),
        ("<p>All times are GMT +1. The time now is 02:33 PM.</p>", "<p>All times are GMT +1. The time now is 09:11 AM.</p>"),
        ("<p>Сегодня: вторник, 1 декабря 2026</p>", "<p>Сегодня: пятница, 4 декабря 2026</p>"),
        ("<p>Thứ Ba, 01/12/2026</p>", "<p>Thứ Sáu, 04/12/2026</p>"),
        ("<p>2026년 12월 1일 화요일</p>", "<p>2026년 12월 4일 금요일</p>"),
    ],
)
def test_what_holds_at_the_moment_of_an_answer_only_is_no_content(around: str, old: str, new: str) -> None:
    assert not is_changed(old, new, around)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<p>He won the cup 3 times</p>", "<p>He won the cup 4 times</p>"),
        ("<p>Der Film wurde hier 3 mal gezeigt</p>", "<p>Der Film wurde hier 4 mal gezeigt</p>"),
        ("<p>Open from 8 to 19</p>", "<p>Open from 8 to 20</p>"),
        ("<p>Ready in 40 minutes</p>", "<p>Ready in 45 minutes</p>"),
        ("<p>Bake at 180 °C</p>", "<p>Bake at 190 °C</p>"),
        ("<p>Version 2.3.1</p>", "<p>Version 2.3.2</p>"),
        ("<p>Entrance: 5</p>", "<p>Entrance: 6</p>"),
        ("<p>Room 12</p>", "<p>Room 14</p>"),
        ("<p>€ 12.50</p>", "<p>€ 13.50</p>"),
        ("<p>Price: 1,204.00 EUR</p>", "<p>Price: 1,304.00 EUR</p>"),
        ("<p>Delivery: 4.90 €</p>", "<p>Delivery: 5.90 €</p>"),
        ("<p>Delivery within 3 days</p>", "<p>Delivery within 5 days</p>"),
        ("<p>Monday: 8–12</p>", "<p>Monday: 9–12</p>"),
        (
            "<p>The concert takes place on Friday, 4 December 2026 in the hall.</p>",
            "<p>The concert takes place on Saturday, 5 December 2026 in the hall.</p>",
        ),
        ("<li>Friday, 4 December, 19:00</li>", "<li>Friday, 4 December, 20:00</li>"),
        ("<p>Only 3 left in stock</p>", "<p>Only 1 left in stock</p>"),
        ("<p>Members: 12</p>", "<p>Members: 13</p>"),
        ("<p>Serves 4</p>", "<p>Serves 6</p>"),
        ("<p>Application deadline: 4 December 2026</p>", "<p>Application deadline: 9 December 2026</p>"),
        ("<p>Deadline 4 December 2026, 12:00</p>", "<p>Deadline 9 December 2026, 12:00</p>"),
        ("<p>The sale ends on Sunday, 6 December.</p>", "<p>The sale ends on Sunday, 13 December.</p>"),
        ("<p>Doors open 19:30</p>", "<p>Doors open 20:00</p>"),
        ("<p>Train leaves 10:15</p>", "<p>Train leaves 10:45</p>"),
        ("<p>Abfahrt 10:15</p>", "<p>Abfahrt 10:45</p>"),
        ("<p>Begins: 19:30</p>", "<p>Begins: 20:00</p>"),
        ("<p>Closes 18:00</p>", "<p>Closes 17:00</p>"),
        ("<p>Score 4.5 (out of 12)</p>", "<p>Score 4.7 (out of 12)</p>"),
        ("<p>Read 3 chapters a week.</p>", "<p>Read 4 chapters a week.</p>"),
        ("<p>Nehmen Sie 3 mal täglich 2 Tropfen.</p>", "<p>Nehmen Sie 2 mal täglich 2 Tropfen.</p>"),
        ("<p>iPhone 15</p>", "<p>iPhone 16</p>"),
        ("<p>Total: 12 crowns</p>", "<p>Total: 14 crowns</p>"),
        ("<p>Total: 12</p>", "<p>Total: 14</p>"),
        ("<p>Released on Friday, 4 December 2026</p>", "<p>Released on Saturday, 5 December 2026</p>"),
        ("<p>Ships from Hamburg</p>", "<p>Ships from Bremen</p>"),
        ("<p>Arrives by bus 12</p>", "<p>Arrives by bus 14</p>"),
        ("<p>Time: 12.50 seconds</p>", "<p>Time: 12.61 seconds</p>"),
        ("<p>Best lap: 1:23.456</p>", "<p>Best lap: 1:22.456</p>"),
        ("<p>GDP 3,412 +0.4 %</p>", "<p>GDP 3,512 +0.9 %</p>"),
        ("<p>Model ID: AB-1200</p>", "<p>Model ID: AB-1300</p>"),
        ("<p>Join us on Friday, 4 December 2026</p>", "<p>Join us on Saturday, 5 December 2026</p>"),
        ("<p>Host: Ann42</p>", "<p>Host: Bob43</p>"),
        ("<p>Today: 12 crowns</p>", "<p>Today: 14 crowns</p>"),
        ("<p>Today: soup</p>", "<p>Today: stew</p>"),
        ("<p>Versand: 4,90</p>", "<p>Versand: 5,90</p>"),
        ("<p>Entrega: 3 a 5 días</p>", "<p>Entrega: 5 a 7 días</p>"),
        ("<p>Open 24</p>", "<p>Open 12</p>"),
    ],
)
def test_a_fact_that_looks_like_it_is_content(old: str, new: str) -> None:
    assert is_changed(old, new, WITHIN)
