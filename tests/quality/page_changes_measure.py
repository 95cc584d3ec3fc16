"""Mutated pages through the product's judgement and through the peers: how often noise is called a change, and an edit is not seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from random import Random

from sitemaps_app.formats.judging import PageVersion, judge
from sitemaps_app.formats.page import PageReading
from sitemaps_app.formats.page_template import furniture_between
from tests.quality.page_changes_corpus import read_html
from tests.quality.page_changes_edits import SENTENCE_EDITS, WORD_EDIT, edited
from tests.quality.page_changes_noise import NOISES, with_all
from tests.quality.page_changes_peers import Peer
from tests.quality.page_changes_texts import EditableText, editable_texts

FIRST_READ, CONFIRMED = "ours, first read alone", "ours, confirmed by a second read"
ALL_NOISE = "all together"


@dataclass(frozen=True)
class PanelPage:
    """A page and the other pages of its site at the same time, as the product knows them: their blocks."""

    site: str
    url: str
    at: datetime
    html: str
    panel: Sequence[PageReading]
    texts_on: Counter[str]


@dataclass
class Tally:
    """Of each method and kind: how many pairs were judged, and how many of them wrong."""

    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrong: Counter[tuple[str, str]] = field(default_factory=Counter)
    examples: list[tuple[str, str, str, str]] = field(default_factory=list)

    def add(self, method: str, kind: str, page: PanelPage, *, wrong: bool) -> None:
        """Count one judgement."""
        self.pairs[(method, kind)] += 1
        if wrong:
            self.wrong[(method, kind)] += 1
            self.examples.append((method, kind, page.site, page.url))

    def merge(self, other: Tally) -> None:
        """Take in the counts of another tally."""
        self.pairs.update(other.pairs)
        self.wrong.update(other.wrong)
        self.examples.extend(other.examples)

    def rate(self, method: str, kinds: Iterable[str]) -> float:
        """The share of wrong judgements over some kinds."""
        keys = [(method, kind) for kind in kinds]
        return sum(self.wrong[key] for key in keys) / max(1, sum(self.pairs[key] for key in keys))


def measure(page: PanelPage, tally: Tally, peers: Sequence[Peer], *, seed: str, noise_peers: Sequence[Peer] = ()) -> None:
    """All pairs of one page: each noise alone, all noise at once, and each edit with and without noise around it.

    `noise_peers` judge the pairs of one noise as well (they may be left out of some pages: that is most of the work).
    """
    seed = f"{seed} {page.site} {page.url}"
    texts = editable_texts(page.html, page.texts_on)
    for name, noise in NOISES.items():
        reads = [noise(page.html, Random(f"{seed} {name} {number}")) for number in range(2)]
        _judge_pair(page, reads[0], reads[1], None, name, tally, noise_peers, is_change=False)
    noisy = [with_all(page.html, f"{seed} {number}") for number in range(3)]
    _judge_pair(page, noisy[0], noisy[1], noisy[2], ALL_NOISE, tally, peers, is_change=False)
    for kind in (*SENTENCE_EDITS, WORD_EDIT):
        _measure_edit(page, texts, kind, tally, peers, seed=seed)


def _measure_edit(page: PanelPage, texts: list[EditableText], kind: str, tally: Tally, peers: Sequence[Peer], *, seed: str) -> None:
    new = edited(page.html, texts, kind, Random(f"{seed} {kind}"))
    if new is None:
        return
    _judge_pair(page, page.html, new, None, kind, tally, peers, is_change=True)
    reads = [with_all(html, f"{seed} {number}") for number, html in enumerate((page.html, new, new))]
    _judge_pair(page, *reads, f"{kind} in noise", tally, (), is_change=True)


def _judge_pair(
    page: PanelPage, old: str, new: str, reread: str | None, kind: str, tally: Tally, peers: Sequence[Peer], *, is_change: bool
) -> None:
    versions = [_version(html, page) for html in (old, new)]
    again = _version(reread, page) if reread is not None else versions[1]
    panel = [reading.blocks for reading in page.panel]
    shared = furniture_between([*panel, versions[0].blocks], [*panel, versions[1].blocks])
    first = judge(*versions, furniture=shared).difference.changed
    confirmed = first and judge(*versions, reread=again, furniture=shared).changed
    tally.add(FIRST_READ, kind, page, wrong=first != is_change)
    tally.add(CONFIRMED, kind, page, wrong=confirmed != is_change)
    for peer in peers:
        tally.add(peer.name, kind, page, wrong=peer.differ(peer.take(old), peer.take(new)) != is_change)


def _version(html: str, page: PanelPage) -> PageVersion:
    reading = read_html(html.encode(), page.url, page.at)
    return PageVersion(reading.blocks, reading.fingerprint, reading.noindex)
