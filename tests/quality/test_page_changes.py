from __future__ import annotations

import re
from random import Random

import pytest

from sitemaps_app.formats.comparing import compare
from sitemaps_app.formats.page_template import furniture_between
from tests.formats.page_texts import NOW
from tests.quality.page_changes_corpus import read_html
from tests.quality.page_changes_edits import SENTENCE_EDITS, WORD_EDIT
from tests.quality.page_changes_labels import labels
from tests.quality.page_changes_made import KINDS, page_of
from tests.quality.page_changes_measure import ALL_NOISE, CONFIRMED, FIRST_READ, PanelPage, Tally, measure
from tests.quality.page_changes_noise import NOISES
from tests.quality.page_changes_texts import pages_holding

PAGES = 8
MEASURED = 3
SEED = "roses"
# The numbers over real pages stand in docs/pages.md. Here a single wrong pair is one too many, but for words: their floor is 5 %.
FALSE_CHANGES = 0.005
MISSED_SENTENCES = 0.02
MISSED_WORDS = 0.05


def url_of(kind, number):
    return f"https://{kind}.site.example/pages/{number}"


def site(kind):
    pages = [page_of(kind, number, seed=SEED) for number in range(PAGES)]
    return pages, [read_html(html.encode(), url_of(kind, number), NOW) for number, html in enumerate(pages)]


@pytest.fixture(scope="module")
def tally():
    found = Tally()
    for kind in KINDS:
        pages, readings = site(kind)
        texts_on = pages_holding(pages)
        for number in range(MEASURED):
            panel = [reading for other, reading in enumerate(readings) if other != number]
            measure(PanelPage(kind, url_of(kind, number), NOW, pages[number], panel, texts_on), found, (), seed=SEED)
    return found


@pytest.mark.parametrize("noise", [*NOISES, ALL_NOISE])
def test_noise_is_no_change_once_it_was_read_twice(tally, noise):
    assert tally.rate(CONFIRMED, [noise]) <= FALSE_CHANGES


def test_noise_of_one_kind_is_no_change_at_the_first_read_either(tally):
    assert tally.rate(FIRST_READ, NOISES) <= FALSE_CHANGES


def test_edits_of_a_sentence_are_seen_alone_and_in_noise(tally):
    assert tally.rate(CONFIRMED, SENTENCE_EDITS) <= MISSED_SENTENCES
    assert tally.rate(CONFIRMED, [f"{kind} in noise" for kind in SENTENCE_EDITS]) <= MISSED_SENTENCES


def test_edits_of_a_word_are_seen_alone_and_in_noise(tally):
    assert tally.rate(CONFIRMED, [WORD_EDIT]) <= MISSED_WORDS
    assert tally.rate(CONFIRMED, [f"{WORD_EDIT} in noise"]) <= MISSED_WORDS


def test_every_kind_of_page_was_measured_with_every_mutation(tally):
    assert tally.pairs[(CONFIRMED, ALL_NOISE)] == MEASURED * len(KINDS)
    assert all(tally.pairs[(CONFIRMED, kind)] >= MEASURED * (len(KINDS) - 1) for kind in (*SENTENCE_EDITS, WORD_EDIT))


def with_other_number(html, pattern):
    """The page with the number in a group of the pattern made another one, at a random match."""
    match = Random(SEED).choice(list(re.finditer(pattern, html)))
    start, end = match.span(1)
    return html[:start] + str(int(match.group(1)) + 7) + html[end:]


@pytest.mark.parametrize(
    ("kind", "pattern", "changed_in"),
    [
        ("article", r"/img/rose-(\d+)", {"image"}),
        ("article", r"/files/plan-(\d+)", {"link"}),
        ("article", r"<title>Roses, part (\d+)", {"title"}),
        ("product", r'"price": "(\d+)', {"structured"}),
        ("product", r'class="price">(\d+)', {"text"}),
        ("product", r"within (\d+) days", {"text"}),
        ("product", r"Weight (\d+) g", {"item"}),
        ("listing", r"rose no\. (\d+)", {"heading"}),
        ("listing", r'href="/roses/(\d+)', {"link"}),
        ("forum", r"note (\d+)", {"text"}),
        ("table", r"<td>(\d+)", {"cell"}),
        ("code", r"depth=(\d+)", {"code"}),
        ("chinese", r"第(\d+)条", {"text"}),
        ("arabic", r"رقم (\d+)\.", {"text"}),
    ],
)
def test_one_figure_of_any_kind_of_page_is_a_change_and_told_where(kind, pattern, changed_in):
    pages, readings = site(kind)
    panel = [reading.blocks for reading in readings]
    for number in range(1, MEASURED + 1):
        new = read_html(with_other_number(pages[number], pattern).encode(), url_of(kind, number), NOW)
        shared = furniture_between(panel, [*panel[:number], new.blocks, *panel[number + 1 :]])

        assert set(compare(readings[number].blocks, new.blocks, furniture=shared).changed_in) == changed_in


def test_the_labelled_pairs_are_whole():
    found = labels()

    assert len(found) == len({(label.page, label.earlier, label.later) for label in found}) == 150
    assert sum(label.disagreed for label in found) == 75
    assert all(label.reason for label in found)
