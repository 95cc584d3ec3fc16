"""The evidence of a site taken apart by section, in one pass: a site may have a thousand of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Protocol, TypeVar

from scoring.evidence import Evidence


class _Sectioned(Protocol):
    @property
    def section(self) -> str: ...


S = TypeVar("S", bound=_Sectioned)


def parts_of(evidence: Evidence) -> dict[str, Evidence]:
    """`Evidence.for_section` of every section that a snapshot knows."""
    comparisons, agreements = _by_section(evidence.comparisons), _by_section(evidence.agreements)
    looks, visits, watched = _by_section(evidence.looks), _by_section(evidence.visits), _by_section(evidence.watched)
    return {
        name: Evidence(
            snapshots=rows,
            sections=rows,
            comparisons=comparisons.get(name, ()),
            agreements=agreements.get(name, ()),
            double_reads=evidence.double_reads,
            false_changes=evidence.false_changes,
            looks=looks.get(name, ()),
            visits=visits.get(name, ()),
            watched=watched.get(name, ()),
        )
        for name, rows in _by_section(evidence.sections).items()
    }


def _by_section(members: Iterable[S]) -> dict[str, tuple[S, ...]]:
    found: defaultdict[str, list[S]] = defaultdict(list)
    for member in members:
        found[member.section].append(member)
    return {name: tuple(own) for name, own in found.items()}
