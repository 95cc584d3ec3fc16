"""Pages to label, drawn from archives, with every mark of a date on them: `python -m tests.quality.page_date_drawing FOLDER [--seed 4]`.

A page is drawn where it holds at least two different marks of a date: that is where a reader has to choose. From each site at most
`--pages` addresses are drawn, each at one random moment. What is printed is meant for a person who decides what the page itself says; the
marks are found by plain text patterns and never by the reader that the labels will judge.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from html import unescape
from itertools import islice
from pathlib import Path

from sitemaps_app.formats.warc import Archive, Capture, read_archive

MAX_BYTES = 5_000_000
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?"
_DATE = re.compile(
    rf"\d{{4}}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?|\d{{4}}/\d\d?/\d\d?|\d\d?/\d\d?/\d{{4}}|\d{{4}}年\d\d?月\d\d?日"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?[ -]{_MONTH},?[ -]\d{{4}}|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}}"
)
_TAG_WITH_DATE = re.compile(r"<(?:meta|time|span|div|p|abbr|i|b|a|link)\b[^<>]*>", re.IGNORECASE)
_NAMED = re.compile(r"date|time|modified|updated|published|revised", re.IGNORECASE)
_LD_DATE = re.compile(r'"(?:\w+:)?(?:date\w+|uploadDate)"\s*:\s*(?:\{[^{}]{0,200}\}|\[[^\]]{0,200}\]|"[^"]{0,80}")')
_LD_SCRIPT = re.compile(r"<script[^>]*ld\+json[^>]*>(.*?)</script>", re.IGNORECASE | re.DOTALL)
_UNSEEN = re.compile(r"<(script|style|noscript|template|svg)\b.*?</\1\s*>|<!--.*?-->", re.IGNORECASE | re.DOTALL)
_AROUND = 70
_MOST_VISIBLE = 14


@dataclass(frozen=True, slots=True)
class DrawnPage:
    """A page at a moment, and its marks of dates in the order of the source."""

    site: str
    at: datetime
    address: str
    marks: tuple[str, ...]


def archives(folder: Path) -> Iterator[tuple[str, Archive]]:
    """Each archive of a folder under the name of its site."""
    for path in sorted(folder.glob("*.warc.gz")):
        yield path.name.removesuffix(".warc.gz"), read_archive([path])


def drawn(folder: Path, *, seed: int, pages: int) -> Iterator[DrawnPage]:
    """At most `pages` pages of each site."""
    for site, archive in archives(folder):
        chance = random.Random(f"{seed} {site}")
        captures: dict[str, list[Capture]] = defaultdict(list)
        for capture in archive.captures():
            captures[capture.url].append(capture)
        addresses = sorted(captures)
        chance.shuffle(addresses)
        found = (page for address in addresses if (page := _with_several_marks(site, archive, captures[address], chance)))
        yield from islice(found, pages)


def _with_several_marks(site: str, archive: Archive, captures: list[Capture], chance: random.Random) -> DrawnPage | None:
    """A page at the first of its moments, in random order, at which it has at least two marks."""
    for capture in chance.sample(captures, len(captures)):
        answer = archive.read(capture, max_bytes=MAX_BYTES)
        if answer is not None and "html" in answer.headers.get("content-type", ""):
            marks = date_marks(answer.body.decode("utf-8", "replace"))
            if len(set(marks)) > 1:
                return DrawnPage(site, capture.at, capture.url, marks)
    return None


def date_marks(html: str) -> tuple[str, ...]:
    """Everything on a page that looks like a date of something, with what stands around it."""
    seen = _UNSEEN.sub(" ", html)
    tags = [" ".join(found.group().split())[:300] for found in _TAG_WITH_DATE.finditer(seen)]
    marks = [tag for tag in tags if _DATE.search(tag) and (_NAMED.search(tag) or tag.startswith(("<time", "<meta")))]
    for script in _LD_SCRIPT.findall(html):
        dates = [" ".join(found.group().split()) for found in _LD_DATE.finditer(script)]
        kinds = re.findall(r'"@type"\s*:\s*("[^"]*"|\[[^\]]*\])', script)
        if dates:
            marks.append(f"ld+json {' '.join(kinds)[:120]}: {' '.join(dates)[:400]}")
    text = " ".join(unescape(re.sub(r"<[^>]*>", " ", seen)).split())
    found_dates = islice(_DATE.finditer(text), _MOST_VISIBLE)
    marks += [f"text …{text[max(0, found.start() - _AROUND) : found.end() + _AROUND // 2]}…" for found in found_dates]
    return tuple(marks)


def main() -> int:
    """Print the drawn pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--pages", type=int, default=9)
    options = parser.parse_args()
    for number, page in enumerate(drawn(options.folder, seed=options.seed, pages=options.pages), start=1):
        lines = [f"## {number} {page.site} {page.at.isoformat()} {page.address}", *(f"  {mark}" for mark in page.marks)]
        sys.stdout.write("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
