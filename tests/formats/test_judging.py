from __future__ import annotations

from dataclasses import replace

from sitemaps_app.formats.fingerprint import fingerprint
from sitemaps_app.formats.judging import Outcome, PageVersion, judge
from tests.formats.page_texts import ARTICLE, read_inside

QUOTE = "<div class=q>{}</div>"


def version(inside, *, noindex=False):
    blocks = read_inside(inside).blocks
    return PageVersion(blocks, fingerprint(blocks), noindex)


OLD = version(ARTICLE + QUOTE.format("Rain at noon, the beans say"))
QUOTED_ANEW = version(ARTICLE + QUOTE.format("Sow what you would like to eat"))
QUOTED_AGAIN = version(ARTICLE + QUOTE.format("A good spade outlives its owner"))
EDITED = version(ARTICLE.replace("24.90", "27.50") + QUOTE.format("Sow what you would like to eat"))
EDITED_AGAIN = version(ARTICLE.replace("24.90", "27.50") + QUOTE.format("A good spade outlives its owner"))


def test_a_pair_that_does_not_differ_is_unchanged():
    assert judge(OLD, OLD, reread=QUOTED_ANEW).outcome is Outcome.UNCHANGED


def test_without_a_second_read_a_difference_is_suspected_and_no_change():
    judgement = judge(OLD, EDITED)

    assert judgement.outcome is Outcome.SUSPECTED
    assert not judgement.changed
    assert judgement.difference.changed


def test_a_difference_that_stands_at_the_second_read_is_a_change():
    judgement = judge(OLD, EDITED, reread=EDITED)

    assert judgement.changed
    assert judgement.volatile == frozenset()


def test_what_moves_between_two_near_reads_is_volatile_and_remembered():
    judgement = judge(OLD, QUOTED_ANEW, reread=QUOTED_AGAIN)

    assert judgement.outcome is Outcome.VOLATILE
    assert judge(QUOTED_ANEW, OLD, volatile=judgement.volatile).outcome is Outcome.UNCHANGED


def test_a_change_beside_volatile_blocks_is_a_change_and_told_without_them():
    judgement = judge(OLD, EDITED, reread=EDITED_AGAIN)

    assert judgement.changed
    assert [line.new for line in judgement.difference.diff] == ["A pair of shears costs 27.50 euro in our shop and lasts for many years."]


def test_a_second_read_that_shows_the_old_state_is_no_change():
    assert judge(OLD, EDITED, reread=OLD).outcome is Outcome.VOLATILE


def test_a_return_to_an_earlier_state_is_flicker():
    assert judge(EDITED, OLD, earlier=[OLD], reread=OLD).outcome is Outcome.FLICKER
    assert judge(EDITED, OLD, earlier=[PageVersion(fingerprint=OLD.fingerprint)]).outcome is Outcome.FLICKER
    assert judge(EDITED, OLD, earlier=[QUOTED_ANEW, PageVersion()], reread=OLD).outcome is Outcome.CHANGED


def test_an_earlier_state_is_known_again_beside_its_volatile_blocks():
    volatile = judge(OLD, QUOTED_ANEW, reread=QUOTED_AGAIN).volatile

    assert judge(EDITED, QUOTED_AGAIN, earlier=[replace(OLD, fingerprint="")], volatile=volatile).outcome is Outcome.FLICKER


def test_a_page_that_switches_noindex_is_no_pair():
    judgement = judge(OLD, replace(EDITED, noindex=True), reread=EDITED)

    assert judgement.outcome is Outcome.NOT_COMPARABLE
    assert judgement.reason == "page_noindex_switched"
    assert judge(replace(OLD, noindex=True), replace(EDITED, noindex=True), reread=EDITED).changed
