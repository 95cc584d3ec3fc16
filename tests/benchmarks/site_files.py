"""The sitemap files of a large site before and after a day, made from a seed: 1 % of the entries moved, 0.5 % are new, 0.5 % are gone."""

from __future__ import annotations

import gzip
import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

SITE = "https://site.example"
FILE_ENTRIES = 50_000
FIRST = datetime(2024, 10, 1, tzinfo=UTC)
BETWEEN = timedelta(days=730)
"""Dates lie in the two years before the first read."""
NOW = FIRST + BETWEEN + timedelta(days=2)
MOVED, NEW, GONE = 0.01, 0.005, 0.005
_TEXT = (
    "garden table chair summer winter guide review how choose best small large wooden metal outdoor indoor care clean repair paint water plant "
    "light night city country travel train ticket price cheap hotel family children school teacher lesson recipe bread cheese wine coffee tea "
    "market stock report quarter result board member election council law court right duty health doctor clinic vaccine child sleep diet sport "
    "football match final season player coach team record music festival concert film actor scene story book author shop order delivery return "
    "size color blue green red black white cotton leather shoe jacket dress ring watch phone battery screen camera lens laptop keyboard cable "
    "software update release note error fix install setup server cloud backup network security password login account settings privacy"
)
_WORDS = _TEXT.split()


@dataclass(frozen=True, slots=True)
class Change:
    """What became of an entry from one day to the next."""

    moved: bool
    gone: bool


def address(kind: str, number: int) -> str:
    """The address of an entry.

    `regular`: numbered pages in twenty sections. `slugs`: what a shop with a blog and a help centre has, words in no order.
    """
    if kind == "regular":
        return f"{SITE}/catalogue/section-{number % 20:02d}/item-{number:07d}.html"
    chance = random.Random(number)
    slug = "-".join(chance.choices(_WORDS, k=chance.randrange(4, 9)))
    match number % 4:
        case 0:
            return f"{SITE}/blog/{chance.randrange(2012, 2027)}/{chance.randrange(1, 13):02d}/{slug}"
        case 1:
            return f"{SITE}/shop/{chance.choice(_WORDS)}/{slug}-{number + 4_000_000}"
        case 2:
            return f"{SITE}/{chance.choice(('en', 'de', 'fr'))}/help/{chance.choice(_WORDS)}/{slug}.html"
    return f"{SITE}/p/{slug}-{chance.getrandbits(32):08x}"


def lastmod(kind: str, number: int, at: datetime) -> str:
    """Its lastmod as text: of regular addresses to the second with an offset, of the others as each part of the site writes it."""
    if kind == "regular" or number % 4 == 1:
        return f"{at:%Y-%m-%dT%H:%M:%S+00:00}"
    if number % 4 == 2:
        return f"{at:%Y-%m-%d}"
    return f"{at:%Y-%m-%dT%H:%M:%SZ}" if number % 4 else f"{at + timedelta(hours=2):%Y-%m-%dT%H:%M:%S+02:00}"


def write_site(folder: Path, kind: str, urls: int) -> dict[str, int]:
    """Write `before/` and `after/` with a gz file for each 50,000 entries; how many entries moved, are new, are gone, and stand in each."""
    changes = _changes(urls)
    fresh = range(urls, urls + round(urls * NEW))
    before = list(range(urls))
    after = [number for number in before if not changes[number].gone] + list(fresh)
    _write(folder / "before", kind, before, frozenset())
    _write(folder / "after", kind, after, frozenset(number for number in before if changes[number].moved))
    gone = sum(change.gone for change in changes)
    return {"moved": sum(change.moved for change in changes), "new": len(fresh), "gone": gone, "before": urls, "after": len(after)}


def sitemaps(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The address and the body of each file of one day."""
    for path in sorted(folder.glob("*.xml.gz")):
        yield f"{SITE}/{path.name}", path.read_bytes()


def _changes(urls: int) -> list[Change]:
    chance = random.Random(1)
    drawn = [chance.random() for _ in range(urls)]
    return [Change(moved=GONE <= share < GONE + MOVED, gone=share < GONE) for share in drawn]


def _write(folder: Path, kind: str, numbers: list[int], moved: frozenset[int]) -> None:
    folder.mkdir(parents=True)
    chance = random.Random(2)
    seconds = {number: chance.randrange(int(BETWEEN.total_seconds())) for number in range(max(numbers, default=0) + 1)}
    for start in range(0, len(numbers), FILE_ENTRIES):
        blocks = (
            f"  <url>\n    <loc>{address(kind, number)}</loc>\n    <lastmod>{lastmod(kind, number, at)}</lastmod>\n  </url>\n"
            for number in numbers[start : start + FILE_ENTRIES]
            for at in (FIRST + (BETWEEN + timedelta(days=1) if number in moved else timedelta(seconds=seconds[number])),)
        )
        head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        body = f"{head}{''.join(blocks)}</urlset>\n".encode()
        (folder / f"sitemap-{start // FILE_ENTRIES:03d}.xml.gz").write_bytes(gzip.compress(body, 6, mtime=0))
