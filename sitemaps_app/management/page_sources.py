"""Pages named on a command line or in a batch, as reports."""

from __future__ import annotations

from collections.abc import Iterator

from sitemaps_app.management.batch import BatchError, ServedFile
from sitemaps_app.management.served import ServedOptions, as_served, is_address, served_files
from sitemaps_app.pipeline.page_reports import PageDoor, PageReport, ServedPage, report_page


def page_reports(source: str, chosen: ServedOptions) -> Iterator[PageReport | str]:
    """The report of an address, or of each file of a path; a text where a file cannot be read."""
    if is_address(source):
        with PageDoor(clock=chosen.clock, proxy=chosen.proxy, allow_networks=chosen.allow_networks) as door:
            yield door.page(source)
        return
    for name, served in served_files(source, chosen):
        if isinstance(served, BatchError):
            yield str(served)
        else:
            yield report_page(ServedPage(served, name, chosen.clock()))


def as_page(file: ServedFile, chosen: ServedOptions) -> ServedPage:
    """A request of a batch as a page. Raises BatchError where its `final_url` is no text."""
    final_url = file.extra.get("final_url") or ""
    if not isinstance(final_url, str):
        raise BatchError("final_url must be a text")
    return ServedPage(as_served(file), file.source, file.now or chosen.clock(), final_url)
