"""`manage.py compare_pages OLD NEW`: whether the content of a page changed between two fetches, and what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from sitemaps_app.management.batch import BatchError, answer_batch, files_of, is_folder
from sitemaps_app.management.page_sources import empty_report, page_reports, requested_page
from sitemaps_app.management.served import (
    UNREADABLE,
    WRONG_USE,
    ServedOptions,
    Unread,
    add_served_arguments,
    read_options,
    tell_unread,
)
from sitemaps_app.management.terminal import plain, write_answer
from sitemaps_app.pipeline.page_reports import DiffLine, PageComparison, PageReport, ServedPage, compare_pages, compare_reports
from sitemaps_app.pipeline.report_objects import problem_object

MAX_FURNITURE_PAGES = 200


class Command(BaseCommand):
    """Exit status: 0 = done, 1 = a target could not be read at all, 2 = wrong use."""

    help = "Compare two fetches of one page (files or addresses), or of all pages that two directories have in common."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """The options of the contract."""
        add_served_arguments(parser)

    def handle(self, **options: Any) -> None:
        """Compare, print, and leave with the right status."""
        chosen = read_options(options)
        try:
            if options["batch"]:
                answer_batch(options["batch"], lambda request: _answer(request, chosen), stdout=self.stdout)
                return
            if len(options["sources"]) != 2:
                raise CommandError("Give two paths or addresses: OLD NEW.", returncode=WRONG_USE)
            before, after = options["sources"]
            readable = [self._print(*pair, as_json=options["json"]) for pair in _pairs(before, after, chosen)]
        except (BatchError, ValueError) as error:
            raise CommandError(plain(str(error)), returncode=WRONG_USE) from error
        if not readable:
            self._tell(Unread(before, "The two directories have no file name in common."), Unread(after, ""), as_json=options["json"])
        if not any(readable):
            raise SystemExit(UNREADABLE)

    def _print(self, old: PageReport | Unread, new: PageReport | Unread, *, as_json: bool) -> bool:
        """Print one comparison; could both sides be read?"""
        if isinstance(old, Unread) or isinstance(new, Unread):
            self._tell(old, new, as_json=as_json)
            return False
        comparison = compare_reports(old, new)
        if as_json:
            write_answer(self.stdout, as_object(comparison))
        else:
            for line in as_text(comparison):
                self.stdout.write(line)
        return old.was_read and new.was_read

    def _tell(self, old: PageReport | Unread, new: PageReport | Unread, *, as_json: bool) -> None:
        """Say why two sides, of which one could not be read, were not compared."""
        sentence = "; ".join(side.sentence for side in (old, new) if isinstance(side, Unread) and side.sentence)
        nothing = compare_reports(*(empty_report(side) if isinstance(side, Unread) else side for side in (old, new)))
        tell_unread(Unread(new.source, sentence), as_object(nothing), out=self.stdout, err=self.stderr, as_json=as_json)


def _pairs(old: str, new: str, chosen: ServedOptions) -> Iterator[tuple[PageReport | Unread, PageReport | Unread]]:
    if not (is_folder(old) and is_folder(new)):
        yield from zip(page_reports(old, chosen), page_reports(new, chosen), strict=False)
        return
    later = {path.relative_to(new): path for path in files_of(new)}
    for path in files_of(old):
        match = later.get(path.relative_to(old))
        if match is not None:
            yield from zip(page_reports(str(path), chosen), page_reports(str(match), chosen), strict=False)


def _answer(request: dict[str, Any], chosen: ServedOptions) -> dict[str, Any]:
    """One request: `old` and `new` as pages, each perhaps with a `reread`; `reread` beside them is one of `new`."""
    others = request.get("furniture_pages") or []
    if not isinstance(others, list) or len(others) > MAX_FURNITURE_PAGES:
        raise BatchError(f"furniture_pages must be a list of at most {MAX_FURNITURE_PAGES} pages")
    old, old_reread = _page(request.get("old"), chosen)
    new, new_reread = _page(request.get("new"), chosen)
    if request.get("reread") is not None:
        new_reread, _ = _page(request["reread"], chosen)
    comparison = compare_pages(
        old,
        new,
        furniture_pages=[_page(page, chosen)[0] for page in others],
        old_reread=old_reread,
        new_reread=new_reread,
    )
    return as_object(comparison)


def _page(request: object, chosen: ServedOptions) -> tuple[ServedPage, ServedPage | None]:
    page, reread = requested_page(request, chosen)
    return page, None if reread is None else requested_page(reread, chosen)[0]


def as_object(comparison: PageComparison) -> dict[str, Any]:
    """The keys of the contract; what became of the pair (`formats.judging`), and why it or a side cannot be compared.

    `diff` is `{"kind": removed|added|changed, "in", "old", "new"}`.
    """
    old, new, difference = comparison.old, comparison.new, comparison.difference
    return {
        "old_source": old.source,
        "new_source": new.source,
        "comparable": comparison.comparable,
        "changed": difference.changed,
        "similarity": round(difference.similarity, 4),
        "changed_in": list(difference.changed_in),
        "diff": [{"kind": line.kind, "in": line.place_kind, "old": line.old, "new": line.new} for line in difference.diff],
        "difference_count": difference.difference_count,
        "old_fingerprint": old.reading.fingerprint,
        "new_fingerprint": new.reading.fingerprint,
        "outcome": comparison.outcome,
        "reason": comparison.reason,
        "old_reason": old.reading.reason,
        "new_reason": new.reading.reason,
        "problems": [problem_object(problem) for problem in (*old.reading.problems, *new.reading.problems)],
    }


def as_text(comparison: PageComparison) -> Iterator[str]:
    """The comparison for a person."""
    old, new, difference = comparison.old, comparison.new, comparison.difference
    name = old.source if old.source == new.source else f"{old.source} -> {new.source}"
    if not comparison.comparable:
        reasons = [f"{side} {report.reading.reason}" for side, report in (("old:", old), ("new:", new)) if report.reading.reason]
        reasons += [comparison.reason] if comparison.reason else []
        yield plain(f"{name}: not comparable ({', '.join(reasons)})")
        return
    if not difference.changed:
        yield plain(f"{name}: {comparison.outcome}")
        return
    kinds = ", ".join(difference.changed_in)
    yield plain(f"{name}: changed in {kinds}; {difference.similarity:.1%} alike, {difference.difference_count} differences")
    for line in difference.diff:
        yield from _diff_text(line)
    if difference.difference_count > len(difference.diff):
        yield f"  … and {difference.difference_count - len(difference.diff)} more"


def _diff_text(line: DiffLine) -> Iterator[str]:
    if line.old:
        yield plain(f"  - [{line.place_kind}] {line.old}")
    if line.new:
        yield plain(f"  + [{line.place_kind}] {line.new}")
