"""What a person sees of a comparison: everything that counts, everything that was ignored, and why."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.formats.comparing import compare, volatile_blocks
from sitemaps_app.formats.fingerprint import block_key
from sitemaps_app.formats.page_block import Block
from sitemaps_app.formats.page_passages import MAX_PASSAGES, Passage, passages
from sitemaps_app.formats.passage_packing import pack_passages, unpack_passages


def page(*texts: str, place: str = "main/p") -> list[Block]:
    return [Block(text, "text", place) for text in texts]


def told(*lines: Passage) -> list[tuple[str, ...]]:
    return [(line.state, line.reason, line.old, line.new) if line.state != "skipped" else ("skipped", str(line.count)) for line in lines]


OLD = [f"Paragraph number {n} tells of the {n}th boat." for n in range(10)]


def test_a_change_stands_in_its_place_between_two_neighbours_on_each_side() -> None:
    new = [*OLD]
    new[5] = "Paragraph number 5 tells of the 5th ship."
    assert told(*passages(page(*OLD), page(*new))) == [
        ("skipped", "3"),
        ("same", "", "", OLD[3]),
        ("same", "", "", OLD[4]),
        ("changed", "", OLD[5], new[5]),
        ("same", "", "", OLD[6]),
        ("same", "", "", OLD[7]),
        ("skipped", "2"),
    ]


def test_what_went_and_what_came_are_told_apart_where_they_are_not_alike() -> None:
    new = [*OLD[:5], "Nothing of this was ever said before.", *OLD[6:]]
    states = [line.state for line in passages(page(*OLD), page(*new))]
    assert states.count("removed") == states.count("added") == 1


def test_furniture_is_ignored_and_told_whether_it_changed_or_stayed() -> None:
    menu, other = Block("Home News Shop", "item", "nav/li"), Block("Home News Shop Jobs", "item", "nav/li")
    shared = frozenset({block_key(menu), block_key(other)})
    assert told(*passages([menu, *page(*OLD[:1])], [other, *page(*OLD[:1])], furniture=shared)) == [
        ("ignored", "furniture", menu.text, other.text),
        ("same", "", "", OLD[0]),
    ]
    lines = passages([menu, *page("One text.")], [menu, *page("Another thing altogether.")], furniture=shared)
    assert lines[0] == Passage("same", "furniture", "item", new=menu.text)


def test_what_varies_between_two_reads_is_ignored_with_that_reason() -> None:
    first = [*page(*OLD[:2]), *page("Buy a boat.", place="aside/p")]
    second = [*page(*OLD[:2]), *page("See the harbour.", place="aside/p")]
    third = [*page(*OLD[:2]), *page("Win a week at sea.", place="aside/p")]
    volatile = volatile_blocks(first, second)
    assert told(*passages(first, third, volatile=volatile))[-1] == ("ignored", "volatile", "Buy a boat.", "Win a week at sea.")


def test_a_block_that_only_moved_is_ignored_as_such() -> None:
    lines = passages(page("A one.", "B two.", "C three."), page("B two.", "C three.", "A one."))
    assert {line.reason for line in lines if line.state == "ignored"} == {"moved"}


def test_two_equal_pages_have_nothing_to_show() -> None:
    assert passages(page(*OLD), page(*OLD)) == ()


def test_a_page_with_very_many_differences_is_cut_and_says_so() -> None:
    lines = passages(page(*(f"alpha {n}" for n in range(2_000))), page(*(f"quite another thing, omega-{n}" for n in range(2_000))))
    assert len(lines) == MAX_PASSAGES + 1
    assert (lines[-1].state, lines[-1].reason) == ("skipped", "cut")
    assert lines[-1].count + MAX_PASSAGES == 4_000


TEXTS = st.lists(st.sampled_from("abcdefgh"), max_size=12)


@given(TEXTS, TEXTS)
def test_there_is_something_that_counts_exactly_where_the_page_changed(old: list[str], new: list[str]) -> None:
    lines = passages(page(*old), page(*new))
    counted = [line for line in lines if line.state in {"added", "removed", "changed"}]
    assert bool(counted) == compare(page(*old), page(*new)).changed


@given(TEXTS, TEXTS)
def test_no_block_is_lost_or_shown_twice(old: list[str], new: list[str]) -> None:
    lines = passages(page(*old), page(*new))
    if not lines:
        assert old == new
        return
    skipped = sum(line.count for line in lines)
    shown_new = Counter(line.new for line in lines if line.new)
    shown_old = Counter(line.old for line in lines if line.old)
    assert shown_new.total() + skipped == len(new)
    assert not shown_new - Counter(new)
    assert not shown_old - Counter(old)


@given(TEXTS, TEXTS)
def test_passages_come_back_as_they_were_packed(old: list[str], new: list[str]) -> None:
    lines = passages(page(*old), page(*new))
    assert unpack_passages(pack_passages(lines)) == lines


@given(st.binary(max_size=60))
def test_damaged_bytes_give_no_passages(packed: bytes) -> None:
    assert unpack_passages(packed) == ()
    assert unpack_passages(b"P1" + packed) == ()


def test_halves_of_surrogate_pairs_are_not_shown() -> None:
    lines = unpack_passages(pack_passages(passages(page("One \ud800."), page("Another thing \udfff altogether."))))
    assert {line.old + line.new for line in lines} == {"One ?.", "Another thing ? altogether."}
