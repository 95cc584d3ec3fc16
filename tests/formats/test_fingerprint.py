from __future__ import annotations

import pytest

from sitemaps_app.formats.fingerprint import block_key, fingerprint
from sitemaps_app.formats.page import Block
from tests.formats.page_texts import ARTICLE, page, read, read_inside


def text(words, kind="text"):
    return Block(words, kind)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("It’s “fine” – really…", 'It\'s "fine" - really...'),
        ("Soft\u00adhyphen and \u200bzero width", "Softhyphen and zero width"),
        ("ﬁne", "fine"),
        ("本周五 下午", "本周五下午"),
    ],
)
def test_typography_is_no_difference(one, other):
    assert block_key(text(one)) == block_key(text(other))


def test_a_heading_that_becomes_a_paragraph_is_the_same_text_and_a_link_is_not_a_text():
    assert block_key(text("Soil", "heading")) == block_key(text("Soil"))
    assert block_key(text("/soil", "link")) != block_key(text("/soil"))


def test_the_order_of_blocks_does_not_matter_and_their_number_does():
    one, two = text("a"), text("b")

    assert fingerprint([one, two]) == fingerprint([two, one])
    assert fingerprint([one, one]) != fingerprint([one])


def test_tokens_and_stamps_leave_the_fingerprint_alone():
    noise = '<meta name="csrf-token" content="{0}"><script nonce="{0}">t="{0}"</script>'
    one = read(
        page(
            f"<main>{ARTICLE}</main><form><input type=hidden value=a1></form><time datetime=2024-05-01>Updated 1 May 2024</time>",
            head=noise.format("aa"),
        )
    )
    two = read(
        page(
            f"<main>{ARTICLE}</main><form><input type=hidden value=b2></form><time datetime=2024-05-09>Updated 9 May 2024</time>",
            head=noise.format("zz"),
        )
    )

    assert one.fingerprint == two.fingerprint


@pytest.mark.parametrize(("old", "new"), [("24.90", "26.90"), ("late winter", "early spring"), ("in June", "in July")])
def test_a_small_correction_changes_the_fingerprint(old, new):
    assert read_inside(ARTICLE).fingerprint != read_inside(ARTICLE.replace(old, new)).fingerprint
