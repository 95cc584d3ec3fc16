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
