"""Real pairs: the labels that a person gave after reading both pages, and an outside count's notion of the page's own text."""

from __future__ import annotations

import csv
import gzip
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from sitemaps_app.formats.judging import PageVersion, judge
from sitemaps_app.formats.page_template import furniture_between
from tests.quality.page_changes_corpus import SitePages

LABELS = Path(__file__).with_name("page_change_labels.jsonl")


@dataclass(frozen=True)
class Label:
    """A judged pair: `changed` by the notion of the design (content of the page itself), with the person's reason."""

    host: str
    page: str
    earlier: datetime
    later: datetime
    changed: bool
    reason: str
    disagreed: bool


@dataclass
class Agreement:
    """One site: pairs by (ours, the outside count's), and the labelled pairs that we judge right and wrong."""

    host: str
    pairs: Counter[tuple[bool, bool]] = field(default_factory=Counter)
    right: list[Label] = field(default_factory=list)
    wrong: list[Label] = field(default_factory=list)


def labels() -> list[Label]:
    """All labelled pairs."""
    rows = [json.loads(line) for line in LABELS.read_text().splitlines()]
    return [
        Label(
            row["host"],
            row["page"],
            datetime.fromisoformat(row["earlier"]),
            datetime.fromisoformat(row["later"]),
            row["label"] == "changed",
            row["reason"],
            row["disagreed"],
        )
        for row in rows
    ]


def compare_pairs(site: SitePages, folder: Path) -> Agreement:
    """Judge the labelled pairs of a site and all pairs of the outside count."""
    found = Agreement(site.host)
    shared: dict[tuple[datetime, datetime], frozenset[str]] = {}
    for label in labels():
        if label.host == site.host and label.page in site.moments.get(label.earlier, {}):
            ours = _is_changed(site, label.page, label.earlier, label.later, shared)
            (found.right if ours == label.changed else found.wrong).append(label)
    for row in _pairs(folder, site.host):
        earlier, later = datetime.fromisoformat(row["t0"]), datetime.fromisoformat(row["t1"])
        if row["url"] in site.moments.get(earlier, {}) and row["url"] in site.moments.get(later, {}):
            ours = _is_changed(site, row["url"], earlier, later, shared)
            if ours is not None:
                found.pairs[(ours, row["own_text_changed"] == "1")] += 1
    return found


def _pairs(folder: Path, host: str) -> Iterator[Mapping[str, str]]:
    path = folder / "pairs.csv.gz"
    if path.exists():
        with gzip.open(path, "rt") as lines:
            yield from (row for row in csv.DictReader(lines) if row["site"] == host)


def _is_changed(
    site: SitePages, url: str, earlier: datetime, later: datetime, shared: dict[tuple[datetime, datetime], frozenset[str]]
) -> bool | None:
    """Whether a pair differs by the product's rules; None where a side cannot be compared. No second read exists of an archived page."""
    old, new = site.reading(earlier, url), site.reading(later, url)
    if not (old.comparable and new.comparable):
        return None
    if (earlier, later) not in shared:
        panels = [[one.blocks for url in site.moments[at] if (one := site.reading(at, url)).comparable] for at in (earlier, later)]
        shared[(earlier, later)] = furniture_between(*panels)
    versions = [PageVersion(one.blocks, one.fingerprint, one.noindex) for one in (old, new)]
    return judge(*versions, furniture=shared[(earlier, later)]).difference.changed


def labels_table(agreements: list[Agreement]) -> Iterator[str]:
    """How many labelled pairs are judged right, and which are not."""
    right = [label for one in agreements for label in one.right]
    wrong = [label for one in agreements for label in one.wrong]
    total = len(right) + len(wrong)
    if total:
        yield f"Labelled pairs judged right: {len(right)} of {total} ({len(right) / total:.1%})."
        for label in wrong:
            yield f"- wrong: {label.host} {label.page} {label.earlier:%Y-%m-%d}: {'changed' if label.changed else 'unchanged'}, {label.reason}"


def agreement_table(agreements: list[Agreement]) -> Iterator[str]:
    """Per site, the agreement with the outside count."""
    yield "| site | pairs | agree | changed by both | by ours only | by the other only |"
    yield "|---|---|---|---|---|---|"
    for one in agreements:
        pairs, total = one.pairs, one.pairs.total()
        if total:
            agree = (pairs[(True, True)] + pairs[(False, False)]) / total
            yield (f"| {one.host} | {total} | {agree:.1%} | {pairs[(True, True)]} | {pairs[(True, False)]} | {pairs[(False, True)]} |")
