from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.formats.page import Block, pack_blocks, unpack_blocks
from tests.formats.page_texts import page, read

BLOCKS = st.lists(st.builds(Block, st.text(max_size=30), st.sampled_from(["text", "link"]), st.sampled_from(["", "main/p"])), max_size=8)


@given(BLOCKS)
def test_blocks_come_back_as_they_were(blocks):
    assert unpack_blocks(pack_blocks(blocks)) == tuple(blocks)


def test_a_usual_page_is_small():
    assert len(pack_blocks(read(page()).blocks)) < 600


@given(st.binary(max_size=60))
def test_rubbish_unpacks_to_nothing(packed):
    assert unpack_blocks(packed) == ()
    assert unpack_blocks(b"B1" + packed) == ()


def test_damaged_bytes_unpack_to_nothing():
    packed = pack_blocks(read(page()).blocks)

    assert unpack_blocks(packed[:-9]) == ()
    assert unpack_blocks(memoryview(packed).tobytes()) != ()
