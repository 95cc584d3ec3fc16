"""How often the dates read from real pages are right, beside htmldate: `python -m tests.quality.page_dates FOLDER [--wrong]`.

FOLDER holds the archives that the labels of `page_date_labels.jsonl` were made from (drawn by `page_date_drawing`); htmldate comes from
`tests/benchmarks/requirements-pages.txt`, and is left out where it is not installed. A label holds what a person read on the page: the date of
change and of publication that the page states of itself, each in the form that the page writes, several forms where the page gives equal
ones, none where it states none.

Of the answers given, the share that is right is the precision; of the labelled dates, the share that is given rightly is the recall. *Day*
compares calendar days (as written or in UTC), which is all that htmldate gives; *exact* compares the moment, its precision and whether
the zone is known.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from sitemaps_app.formats.lastmod import Lastmod, parse_lastmod
from sitemaps_app.formats.page import DateCandidate, read_page
from sitemaps_app.formats.page_html import decode_page
from sitemaps_app.formats.warc import ArchivedResponse
from tests.quality.page_date_drawing import MAX_BYTES, archives

try:
    from htmldate import find_date
except ImportError:
    find_date = None

# Precision and recall of our exact values below which the command fails; lowering one is a decision to be explained in its commit.
FLOORS = {"modified, ours": (0.95, 0.95), "published, ours": (0.95, 0.90)}
LABELS = Path(__file__).with_name("page_date_labels.jsonl")


@dataclass(frozen=True, slots=True)
class Label:
    """What a person read on one page at one moment; no form of a date = the page states none."""

    site: str
    at: datetime
    address: str
    modified: tuple[str, ...]
    published: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What a reader said of one page: a day, and the full value where the reader gives one."""

    day: date | None
    value: DateCandidate | None = None


@dataclass(slots=True)
class Score:
    """Counts over the pages."""

    labelled: int = 0
    answered: int = 0
    right: int = 0
    exact: int = 0

    def shares(self, right: int) -> tuple[float, float]:
        """Precision and recall."""
        return right / max(self.answered, 1), right / max(self.labelled, 1)

    def row(self, name: str) -> str:
        """One line of the table, the exact columns only for a reader that gives more than days."""
        shares = [*self.shares(self.right), *(self.shares(self.exact) if "htmldate" not in name else ())]
        cells = [name, str(self.labelled), str(self.answered), *(f"{share:.3f}" for share in shares), *["–"] * (4 - len(shares))]
        return f"| {' | '.join(cells)} |"


def read_labels() -> list[Label]:
    """All labels, in the order in which they were drawn."""
    rows = [json.loads(line) for line in LABELS.read_text(encoding="utf-8").splitlines()]
    return [
        Label(
            row["site"], datetime.fromisoformat(row["at"]), row["address"], tuple(row["modified"]), tuple(row["published"]), row["reason"]
        )
        for row in rows
    ]


def ours(page: ArchivedResponse) -> tuple[Answer, Answer]:
    """Our dates of change and of publication."""
    reading = read_page(page.body, url=page.url, status=page.status, headers=page.headers, now=page.at)
    found = (reading.date_modified, reading.date_published)
    modified, published = (Answer(one.value.date() if one and one.value else None, one) for one in found)
    return modified, published


def htmldate(page: ArchivedResponse) -> tuple[Answer, Answer]:
    """The days that htmldate finds, asked for the latest and for the first date of the page, none after the day of the fetch."""
    text = decode_page(page.body, page.headers)
    latest = f"{page.at:%Y-%m-%d}"
    found = (find_date(text, url=page.url, original_date=original, max_date=latest) for original in (False, True))
    modified, published = (Answer(date.fromisoformat(one) if one else None) for one in found)
    return modified, published


def right_day(answer: Answer, forms: tuple[str, ...]) -> bool:
    """Whether the day of an answer is that of a label, on the clock of the page or in UTC."""
    moments = [datetime.fromisoformat(form) for form in forms]
    days = {moment.date() for moment in moments} | {read.instant.date() for form in forms if (read := _read(form)).instant}
    return answer.day in days


def exact(answer: Answer, forms: tuple[str, ...]) -> bool:
    """Whether moment, precision and zone are those of a label."""
    value = answer.value
    return value is not None and any(
        (value.value, value.precision, value.zone) == (read.instant, read.precision, read.zone) for read in map(_read, forms)
    )


def _read(form: str) -> Lastmod:
    return parse_lastmod(form, now=datetime.fromisoformat("2100-01-01T00:00:00Z"))


def labelled_pages(folder: Path) -> Iterator[tuple[Label, ArchivedResponse]]:
    """Each label with its page; a page that the archives do not hold ends the command."""
    labels = read_labels()
    for site, archive in archives(folder):
        captures = {(capture.url, capture.at): capture for capture in archive.captures()}
        for label in labels:
            if label.site == site:
                page = archive.read(captures[label.address, label.at], max_bytes=MAX_BYTES)
                if page is None:
                    raise SystemExit(f"{label.address} cannot be read")
                yield label, page


def main() -> int:
    """Read every labelled page and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--wrong", action="store_true", help="print our wrong answers too")
    options = parser.parse_args()
    readers: dict[str, Callable[[ArchivedResponse], tuple[Answer, Answer]]] = {"ours": ours}
    if find_date is not None:
        readers["htmldate"] = htmldate
    scores: dict[str, Score] = {}
    for label, page in labelled_pages(options.folder):
        for name, reader in readers.items():
            for kind, answer, forms in zip(("modified", "published"), reader(page), (label.modified, label.published), strict=True):
                count(scores.setdefault(f"{kind}, {name}", Score()), answer, forms)
                if options.wrong and name == "ours" and (not right_day(answer, forms) if forms else answer.day):
                    sys.stdout.write(f"{kind} {page.url} {page.at:%F}: {answer.value}, labelled {forms}\n")
    head = [
        "| date, reader | labelled | answered | precision (day) | recall (day) | precision (exact) | recall (exact) |",
        "|---" * 7 + "|",
    ]
    sys.stdout.write("\n".join([*head, *(score.row(name) for name, score in sorted(scores.items()))]) + "\n")
    return 0 if all(above_floors(scores[name], floors) for name, floors in FLOORS.items()) else 1


def above_floors(score: Score, floors: tuple[float, float]) -> bool:
    """Whether precision and recall of the exact values are what they are held to."""
    return all(share >= floor for share, floor in zip(score.shares(score.exact), floors, strict=True))


def count(score: Score, answer: Answer, forms: tuple[str, ...]) -> None:
    """Add one answer to the counts."""
    score.labelled += bool(forms)
    score.answered += answer.day is not None
    score.right += answer.day is not None and right_day(answer, forms)
    score.exact += exact(answer, forms)


if __name__ == "__main__":
    sys.exit(main())
