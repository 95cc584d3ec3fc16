"""The labels of real pages are many, spread over many sites, and of a form that can be compared; the pages themselves are not kept here."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

from sitemaps_app.formats.lastmod import LastmodStatus, parse_lastmod
from sitemaps_app.formats.page_dates import DateCandidate
from tests.quality.page_dates import Answer, Score, count, read_labels

LABELS = read_labels()


def test_there_are_a_hundred_labels_of_fifteen_sites_and_none_has_more_than_twelve():
    by_site = Counter(label.site for label in LABELS)

    assert len(LABELS) >= 100
    assert len(by_site) >= 15
    assert max(by_site.values()) <= 12
    assert len({(label.address, label.at) for label in LABELS}) == len(LABELS)


def test_every_label_is_a_date_before_its_page_was_seen_or_none_and_has_a_reason():
    for label in LABELS:
        forms = [parse_lastmod(form, now=label.at) for form in (*label.modified, *label.published)]
        assert all(form.status is LastmodStatus.OK for form in forms)
        assert label.reason


def scored(raw, *forms):
    read = parse_lastmod(raw, now=datetime(2024, 6, 1, tzinfo=UTC))
    score = Score()
    value = DateCandidate(read.instant, read.precision, read.zone, "json-ld", raw)
    count(score, Answer(read.instant.date() if read.instant else None, value), forms)
    return score.labelled, score.answered, score.right, score.exact


def test_an_answer_is_counted_as_right_by_the_day_and_by_the_exact_value():
    assert scored("2024-05-03T10:00:00Z", "2024-05-03T10:00:00Z") == (1, 1, 1, 1)
    assert scored("2024-05-03T10:00Z", "2024-05-03T10:00:00Z") == (1, 1, 1, 0)
    assert scored("2024-05-03", "2024-05-02", "2024-05-03") == (1, 1, 1, 1)
    assert scored("2024-05-03", "2024-05-04T01:00:00+09:00") == (1, 1, 1, 0)
    assert scored("2024-05-03", "2024-05-06") == (1, 1, 0, 0)
    assert scored("2024-05-03") == (0, 1, 0, 0)
    assert scored("", "2024-05-06") == (1, 0, 0, 0)
