"""What was seen of one site or section since its generator last changed, beside the counts: the evidence of its failure modes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from scoring.evidence import Comparison, DateAgreement, SecondLook, VisitTally


@dataclass(frozen=True)
class Sightings:
    """`compared` are sound comparisons, `agreements` the dates of first visits, `looks` second reads of sitemap files, oldest first;
    `visits` are tallies of recent visits, whatever generator was at work."""

    compared: tuple[Comparison, ...] = ()
    agreements: tuple[DateAgreement, ...] = ()
    looks: tuple[SecondLook, ...] = ()
    visits: tuple[VisitTally, ...] = ()

    @cached_property
    def moved(self) -> tuple[Comparison, ...]:
        """Comparisons across a move of lastmod."""
        return tuple(c for c in self.compared if c.has_lastmod and c.moves > 0)

    @cached_property
    def unmoved(self) -> tuple[Comparison, ...]:
        """Comparisons in which lastmod stayed."""
        return tuple(c for c in self.compared if c.has_lastmod and c.moves <= 0)

    @cached_property
    def moved_pages(self) -> tuple[float, float]:
        """Pages that had changed when they moved, and pages that had not, each page one witness."""
        return by_page(self.moved, [c.changed for c in self.moved])


def by_page(seen: Sequence[Comparison], hits: Sequence[bool]) -> tuple[float, float]:
    """Hits and misses with each page as one trial, shared out by its own hits and misses.

    A fault may sit on some pages only, so comparisons of one page are no independent witnesses (`clusters.py`). Comparisons of unknown
    pages (`page` 0) count as of a page each.
    """
    of_page: dict[int, list[bool]] = {}
    for place, (comparison, hit) in enumerate(zip(seen, hits, strict=True)):
        of_page.setdefault(comparison.page or -1 - place, []).append(hit)
    share = sum(sum(own) / len(own) for own in of_page.values())
    return share, len(of_page) - share
