"""The confusion table of lastmod: moved or not, changed or not, each number with the way to its comparisons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from sitemaps_app.models import Assessment, Site
from sitemaps_app.views.presenters.counted import evidence_url
from sitemaps_app.wording import numbers


@dataclass(frozen=True, slots=True)
class Cell:
    """One number of the table: what it means, whether it speaks for or against lastmod, and where its comparisons are ("" for 0)."""

    count: str
    name: str
    tone: str
    url: str


@dataclass(frozen=True, slots=True)
class Confusion:
    """Two rows of two cells. `late_moves` counts those that stand in the cell of an earlier change, "" where there is none."""

    moved: tuple[Cell, Cell]
    unmoved: tuple[Cell, Cell]
    total: str
    all_url: str = ""
    late_moves: str = ""


def confusion(site: Site, judged: Assessment | None) -> Confusion | None:
    """The table of a judgement; None where it rests on no comparison."""
    counts: dict[str, Any] = judged.counts if judged else {}
    numbers_of = {name: int(counts.get(name) or 0) for name in ("moved_changed", "moved_unchanged", "unmoved_changed", "unmoved_unchanged")}
    total = sum(numbers_of.values())
    if not total:
        return None

    def cell(moved: bool, changed: bool, name: str) -> Cell:  # noqa: FBT001 - the two axes of the table
        key = f"{'moved' if moved else 'unmoved'}_{'changed' if changed else 'unchanged'}"
        asked = {"lastmod": "yes", "moved": "yes" if moved else "no", "changed": "yes" if changed else "no"}
        url = evidence_url(site, **asked) if numbers_of[key] else ""
        return Cell(numbers.whole(numbers_of[key]), name, "good" if moved == changed else "bad", url)

    return Confusion(
        moved=(cell(True, True, _("told the truth")), cell(True, False, _("false alarm"))),
        unmoved=(cell(False, True, _("silent change")), cell(False, False, _("rightly quiet"))),
        total=numbers.whole(total),
        all_url=evidence_url(site, lastmod="yes"),
        late_moves=_late_moves(judged),
    )


def _late_moves(judged: Assessment | None) -> str:
    """Moves that the sitemap told only at a later check are counted with the change that they belong to."""
    reasons = judged.reasons if judged else []
    late = [reason.get("params", {}).get("count") for reason in reasons if reason.get("code") == "lastmod_comes_late"]
    return numbers.whole(late[0]) if late and isinstance(late[0], int) else ""
