"""Our reader against a plain parser on files that are right, and our short way against our long one on files that are not."""

from __future__ import annotations

import random

import pytest
from defusedxml import ElementTree
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.sitemap_mutations import SAMPLES, mutated
from tests.formats.sitemap_texts import NAMESPACE, SITE, block, read, urlset
from tests.formats.test_sitemap_properties import DATES, NAMESPACES, PATHS, SEEDS, Writer
from tests.formats.test_sitemap_scan import without_order, without_short_way

ENTRIES = st.lists(st.tuples(PATHS, DATES), max_size=12, unique_by=lambda entry: entry[0])
# The encodings that the plain parser knows by itself.
CLEAN_WRITERS = st.builds(
    Writer, SEEDS, st.sampled_from(["utf-8", "utf-16", "us-ascii", "iso-8859-1"]), NAMESPACES.filter(bool), st.sampled_from(["", "m"]), st.sampled_from(["\n", "\r\n", ""])
)  # fmt: skip


def by_plain_parser(body: bytes) -> list[tuple[str, str | None]]:
    """Address and date of each block, as a parser that keeps the whole tree sees them."""
    root = ElementTree.fromstring(body)
    own = root.tag.removesuffix("urlset")
    found = []
    for url in root.iterfind(f"{own}url"):
        loc, lastmod = url.findtext(f"{own}loc"), url.findtext(f"{own}lastmod")
        found.append(((loc or "").strip(), None if lastmod is None else lastmod.strip()))
    return found


@given(ENTRIES, CLEAN_WRITERS)
def test_a_plain_parser_sees_the_same_in_a_file_that_is_right(entries: list[tuple[str, str | None]], writer: Writer) -> None:
    body = writer.file(entries)
    found = read(body)
    ours = [
        (entry.loc, None if entry.lastmod.raw == "" and not entry.lastmod.problem else entry.lastmod.raw.strip())
        for entry in found.by_key.values()
    ]
    assert ours == by_plain_parser(body)


@given(st.lists(st.sampled_from(["2025-03-01", "2025-03-01T10:00:00Z", "", None]), max_size=40), st.integers(0, 3))
def test_a_plain_parser_sees_the_same_in_a_file_of_plain_blocks(dates: list[str | None], blanks: int) -> None:
    body = urlset(*(block(f"p{number}?a=1&amp;b={number}", date, " " * blanks) for number, date in enumerate(dates))).encode()
    found = read(body)
    assert list(zip(found.locs, found.dates, strict=True)) == [(loc, date or "") for loc, date in by_plain_parser(body)]


MANY = urlset(
    *(block(f"p{number}", "2025-03-01", "<priority>0.5</priority>") for number in range(12)),
    "<!-- <url><loc>x</loc></url> -->", f"<url><loc>{SITE}/c</loc><c:loc xmlns:c='urn:c'>no</c:loc></url>", *(block(f"q{number}?a=1&amp;b=2") for number in range(12)),
).encode()  # fmt: skip


@given(st.sampled_from([MANY, *(body for body in SAMPLES.values() if NAMESPACE.encode() in body)]), SEEDS, st.integers(0, 8))
def test_the_short_way_gives_what_the_long_one_gives_on_any_file(body: bytes, rng: random.Random, faults: int) -> None:
    # A carriage return alone is a line end to the parser, and to nobody who reads the numbers of the lines.
    changed = mutated(body, rng, faults=faults).decode("utf-8", "replace").replace("\r", " ")
    short, long = read(changed), without_short_way(changed)
    assert short.by_key == long.by_key
    assert list(short.by_key) == list(long.by_key)
    assert without_order(short) == without_order(long)


@pytest.mark.parametrize("seed", range(5))
def test_the_short_way_gives_what_the_long_one_gives_where_half_a_large_file_is_dirty(seed: int) -> None:
    rng = random.Random(seed)
    blocks = [block(f"p{number}", "2025-03-01") for number in range(3_000)]
    for place in rng.sample(range(len(blocks)), 60):
        blocks[place] = mutated(blocks[place].encode(), rng, faults=2).decode("utf-8", "replace")
    body = urlset(*blocks)
    short, long = read(body), without_short_way(body)
    assert short.by_key == long.by_key
    assert without_order(short) == without_order(long)
