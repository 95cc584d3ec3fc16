from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.formats.page_noise import content_of, without_moving_parts


@pytest.mark.parametrize(
    "text",
    [
        "1,204 views", "Views: 1,204", "3 comments", "17 users online", "Seen 88 times", "5 min read", "阅读 (1024)", "1.2k likes",
        "5 minutes ago", "Posted 3 hours ago by Ann", "vor 5 Minuten", "il y a 2 heures", "3分钟前", "刚刚",
        "Last updated on May 8, 2024", "Updated: 2024-05-08 10:31", "Page last modified 8 May 2024 by Ann Lee", "Stand: 08.05.2024",
        "更新时间：2024年5月8日", "Published on 8 May 2024", "Last modified May 8, 2024: fix a typo (#12) (3f2a9c1b)",
        "© 2024 Garden Ltd", "Copyright 2019-2024 Garden. All rights reserved.", "版权所有 2024", "You are visitor 12,345", "Today is Wednesday, 8 May 2024", "Server time: 10:31:22", "Page generated in 0.12s", "Request ID: 7f3a9c1b22", "Yesterday at 10:31", "Mittwoch, 8. Mai 2024", "浏览次数：1234", "发布时间：2024-05-08 10:00 来源：园林报", "8 May 2024", "10:31", "Friday 10 May 2024, 09:15",
        "1,204 views · 3 comments | Updated 5 minutes ago",
        "Page 1 of 213", "Seite 3 von 12", "第1页/共213页", "Страница 2 из 9", "2 3 4 Page 1 of 213", "You have 3 free articles left. Subscribe for 1 crown a week.",
        "Sie haben noch 2 kostenlose Artikel in diesem Monat", "You are visitor no. 102,331 since 1999", "12 days 03 hours 44 min", "Only 12 days to go!",
        "Noch 12 Tage", "还剩12天", "Newest member: hivemind", "Neuestes Mitglied: hive7", "今天是2024年5月6日 星期一",
    ],
)  # fmt: skip
def test_lines_that_move_by_themselves_are_not_content(text):
    assert content_of(text, dates_count=False) == ""


@pytest.mark.parametrize(
    "text",
    [
        "The gate opens on 8 June 2024.", "Tickets cost 14.50 euro", "312 metres", "24.90", "Updated rules apply to all members",
        "A copyright case from 2019 changed how gardens are photographed", "The views from here are wide", "Published works of 2019 in print",
        "As of 8 June 2024 the fee is 5 euro", "Two weeks ago the council met and voted for a new bridge over the canal in the old town",
        "Today the gate was opened by the mayor", "The session: a report from the hall", "16:9 screens are wide", "Version 2.4.1", "Comments are welcome",
    ],
)  # fmt: skip
def test_sentences_and_figures_are_content(text):
    assert content_of(text, dates_count=False) == text


@pytest.mark.parametrize(
    "text",
    [
        "현재 접속자 152명", "오늘 방문자 1,204", "Сейчас на сайте: 7. Посещений сегодня: 214", "Зараз на сайті: 7", "Usuarios conectados: 17. Visitas hoy: 210",
        "Zurzeit sind 17 Gäste und 2 Mitglieder online", "Il y a actuellement 17 visiteurs en ligne", "Odwiedzin dzisiaj: 210", "Gości online: 17",
        "المتواجدون الآن: 17", "زوار اليوم: 210", "גולשים באתר כעת: 17", "מבקרים היום: 210", "本日の訪問者：17人 累計：21,001人", "अभी ऑनलाइन: 17",
        "आज के आगंतुक: 210", "ผู้ใช้ออนไลน์ขณะนี้ 17 คน", "Nu online: 17 bezoekers – Bezoekers vandaag: 210", "Şu an 17 kişi çevrimiçi",
        "Đang online: 17", "17 people are viewing this now", "114 sold · 9 watching", "Besökare idag: 17", "Vieraita nyt: 17", "Návštěvníků dnes: 210",
    ],
)  # fmt: skip
def test_who_is_there_now_is_no_content_in_any_language(text):
    assert content_of(text, dates_count=False) == ""


@pytest.mark.parametrize(
    "text",
    [
        "Сейчас: 8 мая 2024, 10:31", "Сегодня 08.05.2024", "Сейчас: 8 апр 2024", "現在の時刻 10:31", "今日は2024年5月8日", "현재 시각 10:31", "오늘은 2024년 5월 8일", "Nous sommes le 8 mai 2024",
        "Hoy es 8 de mayo de 2024", "Oggi è il 8 maggio 2024", "Hoje: 08/05/2024", "Vandaag is het 8 mei 2024", "Dziś jest 08.05.2024", "Şu an 10:31", "اليوم: 08/05/2024", "היום 08.05.2024",
    ],
)  # fmt: skip
def test_the_date_and_time_of_this_moment_is_no_content_in_any_language(text):
    assert content_of(text, dates_count=True) == ""


@pytest.mark.parametrize(
    "text",
    [
        "Сообщения: 52", "Благодарности: 8", "Posts: 52", "Beiträge: 52", "Mensajes: 1.204", "Messaggi: 31", "Postów: 4", "投稿数：31", "发帖数：52", "게시글 수: 7",
        "いいね！ 12", "いいね! 12", "المشاركات: 52",
    ],
)  # fmt: skip
def test_what_a_forum_counts_of_a_writer_is_no_content_also_in_a_list(text):
    assert content_of(text, dates_count=True) == ""


@pytest.mark.parametrize(
    "text",
    [
        "14 pessoas viram este produto nas últimas 24 horas", "14 people viewed this in the last 24 hours", "1,240 बार देखा गया", "3 keer bewaard", "Guardado 12 veces",
        "igår 14:20", "gisteren om 14:20", "ieri alle 14:20", "wczoraj o 14:20", "вчера в 14:20", "昨日 14:20", "nu online", "zuletzt online gestern", "Last seen 3 hours ago",
        "Beiträge insgesamt 48211", "Mitglieder in diesem Forum: 0 Mitglieder und 3 Gäste", "Сейчас этот форум просматривают: Bing [Bot] и 4 гостя",
        "martedì 9 gennaio 2024", "2024년 1월 9일 화요일", "sexta-feira, 12 janeiro 2024", "跟贴 108", "Zobrazeno 2010×", "Zobrazeno 2388×", "Uptime: 12 days, 4:11", "Cached at 2026-03-01 10:00:12", "сейчас онлайн", "última vez en línea hoy", "last active today",
    ],
)  # fmt: skip
def test_who_looked_when_and_who_is_there_is_no_content(text):
    assert content_of(text, dates_count=False) == ""


@pytest.mark.parametrize(
    "text",
    ["Online", "Ort: online", "Last orders at 10", "Heute frische Semmeln", "Zuletzt renoviert", "24 hours, 7 days", "Oggi pesce fresco"],
)
def test_a_place_a_term_and_an_offer_are_content(text):
    assert content_of(text, dates_count=False) == text


@pytest.mark.parametrize(
    "text",
    [
        "Сейчас в саду 12 деревьев",
        "Heute 12 Sorten Brot",
        "Now 3 rooms",
        "今日は3回行きました",
        "Danke für 12 Jahre",
        "Saat: 20:00",
        "Uptime 99.9 %",
        "Uptime: 99.95 % guaranteed",
        "現在12店舗",
    ],
)
def test_a_number_behind_a_word_for_now_is_content_where_it_is_no_time(text):
    assert content_of(text, dates_count=True) == text


@pytest.mark.parametrize(
    ("line", "content"),
    [
        ("By Ann Lowell, 3 May 2024, Views 1,234, Comments 12, 5 shares", "By Ann Lowell, 3 May 2024"),
        ("2024-05-03 来源：临川日报 记者：周敏 点击：2041 评论：8 分享：3", "2024-05-03 来源：临川日报 记者：周敏"),
        ("Автор: Н. Белов Просмотров: 318 Комментариев: 2", "Автор: Н. Белов"),
        ("Yazar: Elif Kaya, 210 okunma, 3 yorum", "Yazar: Elif Kaya"),
        ("लेखक: राकेश पढ़ा गया: 210 टिप्पणियाँ: 3", "लेखक: राकेश"),
        ("Tác giả: Minh Anh Lượt xem: 210 Bình luận: 3", "Tác giả: Minh Anh"),
        ("wicket Member Posts: 1,204 Reputation: 88", "wicket Member"),
    ],
)
def test_several_counters_in_a_byline_are_cut_out_and_the_author_stays(line, content):
    assert content_of(line, dates_count=False) == content


@pytest.mark.parametrize(
    "text",
    [
        "Posts for year 2021", "Reviews of 2021", "Topics in 2 parts", "Serves 4 people", "Group size: 8 people", "可容纳120人", "정원 20명", "定員：20人", "Мест: 20", "Only 3 left in stock", "12 in stock", "Delivery in 3 days",
        "Last year 4,200 visitors came to the islands, most of them in July.", "It had 31 members. It has 40 now.", "Warranty: 2 years", "Bearbeitung: 3 Tage",
    ],
)  # fmt: skip
def test_capacity_stock_and_terms_are_content(text):
    assert content_of(text, dates_count=False) == text


def test_noise_beside_content_is_cut_out_of_a_line():
    assert content_of("By Ann · 1,204 views · 5 minutes ago", dates_count=False) == "By Ann"


def test_a_lone_date_counts_in_tables_and_lists():
    assert content_of("8 June 2024", dates_count=True) == "8 June 2024"


def test_marks_alone_are_nothing():
    assert content_of("| · —", dates_count=False) == ""


def test_ages_and_build_hashes_are_levelled_and_checksums_and_numbers_kept():
    assert without_moving_parts("met 2 hours ago, build 3f2a9c1b") == without_moving_parts("met 5 days ago, build 77aa01c")
    assert without_moving_parts("costs 14.50") != without_moving_parts("costs 16.50")
    assert without_moving_parts("a" * 32 + "0" * 32) != without_moving_parts("b" * 32 + "0" * 32)


@given(st.text(max_size=300), st.booleans())
def test_content_is_found_in_any_text_and_finding_it_again_changes_nothing(text, dates_count):
    content = content_of(text, dates_count=dates_count)

    assert content_of(content, dates_count=dates_count) == content


def test_the_minutes_of_a_clock_are_no_counter_of_what_stands_right_behind_them():
    """Elements beside each other may leave no blank between a time and a counter."""
    early, late = (content_of(f"17 ноября 2023, 15:{minute}Просмотров: 2 144", dates_count=True) for minute in (30, 45))
    assert "15:30" in early
    assert early != late
