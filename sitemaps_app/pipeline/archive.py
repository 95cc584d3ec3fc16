"""The web as an archive knew it at one moment, for the same road that production walks."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path
from urllib.parse import urljoin

from sitemaps_app.formats.warc import Archive, Capture, Moment, WarcLimits, read_archive
from sitemaps_app.network.exchange import FetchedResponse, FetchFailure

MAX_HOPS = 5
CARRIED = timedelta(days=1)
"""How long robots.txt and sitemaps of an earlier session still stand: a crawl with pauses fetches them once. Pages never do."""

_WARC_SUFFIXES = (".warc", ".warc.gz", ".arc", ".arc.gz")


def open_archive(paths: Iterable[Path], *, limits: WarcLimits | None = None) -> Archive:
    """The archive in the given files and in the WARC files below the given folders."""
    files: list[Path] = []
    for path in paths:
        files += sorted(one for one in path.rglob("*") if _is_archive(one)) if path.is_dir() else [path]
    return read_archive(files, limits=limits)


def _is_archive(path: Path) -> bool:
    """Is a name in a folder an archive's, and no pipe that would never end?"""
    return path.name.lower().endswith(_WARC_SUFFIXES) and path.is_file()


class ArchiveFetcher:
    """Answers for the web from one moment of an archive (`network.exchange.Fetcher`).

    An address that was not captured in the moment is a failure with the code `not_in_archive`: nothing is known about it, which is
    something else than a 404. Redirects are followed within the archive. `fetched_at` is the time of the capture.
    """

    def __init__(self, archive: Archive, moment: Moment) -> None:
        self._archive = archive
        self._moment = moment

    def known_pages(self) -> frozenset[str]:
        """The addresses of the pages that were captured in the moment: what can be visited at all."""
        return self._archive.pages_between(self._moment.start, self._moment.end)

    def fetch(
        self,
        url: str,
        *,
        etag: str = "",  # noqa: ARG002  an archive has no validators: it answers with what it holds
        last_modified: str = "",  # noqa: ARG002
        max_bytes: int | None = None,
    ) -> FetchedResponse | FetchFailure:
        """See `Fetcher.fetch`. Never a 304."""
        hops: list[str] = []
        address = url
        while True:
            capture = self._archive.find(address, self._moment.end)
            if capture is None or not self._stands(capture):
                return FetchFailure(url, "not_in_archive", address, self._moment.end)
            answer = self._archive.read(capture, max_bytes=max_bytes)
            if answer is None:
                return FetchFailure(url, "not_in_archive", "the archive is damaged here", self._moment.end)
            location = answer.headers.get("location", "")
            if answer.status not in {301, 302, 303, 307, 308} or not location:
                return FetchedResponse(
                    url=url,
                    final_url=address,
                    status=answer.status,
                    headers=answer.headers,
                    body=answer.body,
                    fetched_at=answer.at,
                    truncated=answer.truncated,
                    problem="truncated_response" if answer.truncated else "",
                    redirects=tuple(hops),
                    wire_bytes=len(answer.body),
                )
            hops.append(address)
            address = _resolved(address, location)
            if address in hops:
                return FetchFailure(url, "redirect_loop", address, answer.at)
            if len(hops) > MAX_HOPS:
                return FetchFailure(url, "too_many_redirects", address, answer.at)

    def _stands(self, capture: Capture) -> bool:
        earliest = self._moment.start if self._archive.is_page(capture) else self._moment.start - CARRIED
        return earliest <= capture.at <= self._moment.end


def _resolved(address: str, location: str) -> str:
    try:
        return urljoin(address, location)
    except ValueError:
        return location
