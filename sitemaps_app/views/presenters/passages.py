"""What differs between two visits, in its place on the page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from sitemaps_app.models import Comparison
from sitemaps_app.pipeline.kept_texts import shown_passages
from sitemaps_app.wording import numbers, words

# Longer texts are shown shortened, with a way to see all of them.
LONG = 360
SHOWN_AROUND = 90
_TOKEN = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\u3040-\u30ff]|\w+|\s+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Piece:
    """A text in three: what both sides have at their beginning, what differs, and what both have at their end."""

    head: str = ""
    middle: str = ""
    tail: str = ""

    @property
    def whole(self) -> str:
        """All of it."""
        return self.head + self.middle + self.tail

    @property
    def is_long(self) -> bool:
        """Is it shown shortened?"""
        return len(self.whole) > LONG

    def shortened(self) -> Piece:
        """The part around the difference, the beginning where nothing is compared."""
        if not self.middle:
            return Piece(tail=self.whole[:LONG] + " …")
        head = self.head if len(self.head) <= SHOWN_AROUND else "… " + self.head[-SHOWN_AROUND:]
        tail = self.tail if len(self.tail) <= SHOWN_AROUND else self.tail[:SHOWN_AROUND] + " …"
        middle = self.middle if len(self.middle) <= LONG else self.middle[:LONG] + " …"
        return Piece(head, middle, tail)


@dataclass(frozen=True, slots=True)
class PassageLine:
    """One line: a part that differs, that was ignored, that stayed, or the number of parts that were left out (`note`)."""

    state: str
    mark: str
    kind: str
    reason: str
    reason_words: str
    old: Piece | None
    new: Piece | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Legend:
    """A reason for which parts of this page were ignored, explained."""

    title: str
    explanation: str


@dataclass(frozen=True, slots=True)
class PassageView:
    """The lines of a comparison, in the order of the page, and the reasons met in them. `counted` says whether any line counts."""

    lines: tuple[PassageLine, ...]
    legend: tuple[Legend, ...]
    counted: bool


def passage_view(one: Comparison) -> PassageView:
    """The difference of a comparison for its page."""
    shown = shown_passages(one)
    lines = tuple(_line(p.state, p.reason, p.kind, p.old, p.new, p.count) for p in shown)
    return PassageView(lines, _legend(line.reason for line in lines), any(line.state in {"added", "removed", "changed"} for line in lines))


def _legend(reasons: Iterable[str]) -> tuple[Legend, ...]:
    said = (words("ignored_reasons", reason) for reason in sorted(set(reasons)) if reason)
    return tuple(Legend(str(one.title), str(one.explanation)) for one in said)


def _line(state: str, reason: str, kind: str, old: str, new: str, count: int) -> PassageLine:
    if state == "skipped":
        note = _("The rest of the page is not shown; parts in it: %(count)s") if reason else _("Parts that stayed the same: %(count)s")
        return PassageLine(state, "", "", "", "", None, None, note % {"count": numbers.whole(count)})
    old_piece, new_piece = split_at_difference(old, new) if old and new else (Piece(tail=old), Piece(tail=new))
    return PassageLine(
        state=state,
        mark=_mark(state),
        kind=str(words("changed_in", kind).title),
        reason=reason,
        reason_words=str(words("ignored_reasons", reason).title) if reason else "",
        old=old_piece if old else None,
        new=new_piece if new else None,
    )


def _mark(state: str) -> str:
    if state == "ignored":
        return _("Ignored")
    return _("The same") if state == "same" else str(words("diff_kinds", state).title)


def split_at_difference(old: str, new: str) -> tuple[Piece, Piece]:
    """Both texts, divided where they begin and cease to differ: at whole words, or characters where a script has no blanks."""
    left, right = _TOKEN.findall(old), _TOKEN.findall(new)
    shorter = min(len(left), len(right))
    head = next((n for n in range(shorter) if left[n] != right[n]), shorter)
    tail = next((n for n in range(shorter - head) if left[-1 - n] != right[-1 - n]), shorter - head)
    return _piece(left, head, tail), _piece(right, head, tail)


def _piece(tokens: list[str], head: int, tail: int) -> Piece:
    end = len(tokens) - tail
    return Piece("".join(tokens[:head]), "".join(tokens[head:end]), "".join(tokens[end:]))
