"""How well changes of pages are told, measured on archived pages: writes the tables of docs/pages.md.

    python -m tests.quality.page_changes FOLDER [--pages N] [--seed TEXT]

FOLDER holds `<host>.warc.gz` files. Up to N pages a site, drawn by seed from its last moments, are mutated (`page_changes_edits`,
`page_changes_noise`) and judged with the furniture of the site's other pages of that moment, as a check does. Beside it the judgements of
the labelled pairs (`page_change_labels.jsonl`) and, where FOLDER holds `pairs.csv.gz`, the agreement with it.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import datetime
from itertools import repeat
from pathlib import Path
from random import Random

from sitemaps_app.formats.page_html import decode_page
from tests.quality.page_changes_corpus import LEAST_BYTES, SitePages, archives_in, site_of
from tests.quality.page_changes_edits import SENTENCE_EDITS, WORD_EDIT
from tests.quality.page_changes_labels import Agreement, agreement_table, compare_pairs, labels_table
from tests.quality.page_changes_measure import ALL_NOISE, CONFIRMED, FIRST_READ, PanelPage, Tally, measure
from tests.quality.page_changes_noise import NOISES
from tests.quality.page_changes_peers import Peer, peers
from tests.quality.page_changes_texts import pages_holding

LAST_MOMENTS = 3
# The peers judge the pairs of a single noise on one page of so many, and everything else on all.
EVERY = 3


def panel_pages(site: SitePages, number: int, seed: str) -> Iterator[PanelPage]:
    """Up to `number` pages of a site, each address once, drawn from its last moments."""
    drawn: set[str] = set()
    for at in sorted(site.moments, reverse=True)[:LAST_MOMENTS]:
        pages = {url: decode_page(body, {}) for url, body in site.moments[at].items() if len(body) >= LEAST_BYTES}
        readings = {url: site.reading(at, url) for url in pages}
        texts_on = pages_holding(pages.values())
        fresh = sorted(url for url in pages if url not in drawn and readings[url].comparable)
        for url in Random(f"{seed} {site.host} {at}").sample(fresh, min(number - len(drawn), len(fresh))):
            drawn.add(url)
            others = [reading for other, reading in readings.items() if other != url and reading.comparable]
            yield PanelPage(site.host, url, at, pages[url], others, texts_on)


def measured_site(path: Path, chosen: argparse.Namespace) -> tuple[Tally, int, Agreement]:
    """One site: the tally of its pages and their number, and how its real pairs are judged."""
    site, tally, number = site_of(path), Tally(), 0
    methods = [] if chosen.without_peers else peers()
    for page in panel_pages(site, chosen.pages, chosen.seed):
        measure(page, tally, methods, seed=chosen.seed, noise_peers=methods if number % EVERY == 0 else ())
        number += 1
    return tally, number, compare_pairs(site, chosen.folder)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=17, help="pages a site (default 17)")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--without-peers", action="store_true")
    chosen = parser.parse_args()
    tally, measured, agreements = Tally(), Counter[str](), list[Agreement]()
    with ProcessPoolExecutor(chosen.workers) as pool:
        for found, number, agreement in pool.map(measured_site, archives_in(chosen.folder), repeat(chosen)):
            tally.merge(found)
            measured[agreement.host] = number
            agreements.append(agreement)
            sys.stderr.write(f"{agreement.host}: {number} pages\n")
    methods = [] if chosen.without_peers else peers()
    for line in (*mutation_table(tally, methods, measured), "", *labels_table(agreements), "", *agreement_table(agreements)):
        sys.stdout.write(f"{line}\n")


def mutation_table(tally: Tally, methods: list[Peer], measured: Counter[str]) -> Iterator[str]:
    """The rates of all methods as a table of Markdown, then the kinds at which the product errs."""
    yield f"{measured.total()} pages of {len(measured)} sites, {datetime.now().astimezone():%Y-%m-%d}."
    yield ""
    yield "| method | noise, one kind a pair | all noise at once | sentence edited, inserted, deleted | word exchanged | sentence, in noise | word, in noise |"
    yield "|---|---|---|---|---|---|---|"
    noisy_sentences = [f"{kind} in noise" for kind in SENTENCE_EDITS]
    groups = [list(NOISES), [ALL_NOISE], list(SENTENCE_EDITS), [WORD_EDIT], noisy_sentences, [f"{WORD_EDIT} in noise"]]
    for name in (FIRST_READ, CONFIRMED, *(peer.name for peer in methods)):
        cells = [f"{tally.rate(name, kinds):.2%}" if tally.pairs[(name, kinds[0])] else "" for kinds in groups]
        yield f"| {name} | {' | '.join(cells)} |"
    yield ""
    for (method, kind), wrong in sorted(tally.wrong.items()):
        if method in {FIRST_READ, CONFIRMED}:
            yield f"- {method}, {kind}: {wrong} of {tally.pairs[(method, kind)]}"
    for method, kind, site, url in tally.examples:
        if method == FIRST_READ:
            sys.stderr.write(f"{method} | {kind} | {site} | {url}\n")


if __name__ == "__main__":
    main()
