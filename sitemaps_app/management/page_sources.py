"""Pages named on a command line or in a batch, as reports."""

from __future__ import annotations

from collections.abc import Iterator

from sitemaps_app.management.batch import BatchError
from sitemaps_app.management.served import ServedOptions, Unread, as_served, is_address, requested, served_files
from sitemaps_app.pipeline.page_reports import PageDoor, PageReading, PageReport, ServedPage, report_page


def page_reports(source: str, chosen: ServedOptions) -> Iterator[PageReport | Unread]:
    """The report of an address, or of each file of a path."""
    if is_address(source):
        with PageDoor(clock=chosen.clock, proxy=chosen.proxy, allow_networks=chosen.allow_networks) as door:
            yield door.page(source)
        return
    for name, served in served_files(source, chosen):
        if isinstance(served, Unread):
            yield served
        else:
            yield report_page(ServedPage(served, name, chosen.clock()))


def empty_report(unread: Unread) -> PageReport:
    """The report on a page of which nothing is known."""
    return PageReport(unread.source, PageReading(comparable=False), was_read=False)


def requested_page(request: object, chosen: ServedOptions) -> tuple[ServedPage, object]:
    """A request of a batch as a page, and what it says under `reread`. Raises BatchError where its `final_url` is no text."""
    file = requested(request, chosen)
    final_url = file.extra.get("final_url") or ""
    if not isinstance(final_url, str):
        raise BatchError("final_url must be a text")
    return ServedPage(as_served(file), file.source, file.now or chosen.clock(), final_url), file.extra.get("reread")
