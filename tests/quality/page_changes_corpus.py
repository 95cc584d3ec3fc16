"""The pages of a folder of archives (`<host>.warc.gz`), moment by moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from sitemaps_app.formats.page import PageReading, read_page
from sitemaps_app.formats.warc import Archive, Capture, read_archive

LEAST_BYTES = 500


@dataclass(frozen=True)
class SitePages:
    """One site: `moments` are the times at which its pages were archived, each with the body of every page, by address."""

    host: str
    moments: Mapping[datetime, Mapping[str, bytes]]
    _readings: dict[tuple[str, bytes], PageReading] = field(default_factory=dict)

    def reading(self, at: datetime, url: str) -> PageReading:
        """What the product reads of a page at a moment; a body that did not change is read once."""
        body = self.moments[at][url]
        if (url, body) not in self._readings:
            self._readings[(url, body)] = read_html(body, url, at)
        return self._readings[(url, body)]


def read_html(body: bytes, url: str, at: datetime) -> PageReading:
    """A page served as HTML."""
    return read_page(body, url=url, headers={"content-type": "text/html"}, now=at)


def archives_in(folder: Path) -> list[Path]:
    """The archives of a folder, in the order of their names."""
    return sorted(folder.glob("*.warc.gz"))


def sites_of(folder: Path) -> Iterator[SitePages]:
    """Every archive of the folder as a site."""
    return (site_of(path) for path in archives_in(folder))


def site_of(path: Path) -> SitePages:
    """The pages of one archive."""
    archive = read_archive([path])
    bodies: dict[tuple[str, int], bytes] = {}
    moments: dict[datetime, dict[str, bytes]] = {}
    for moment in archive.moments():
        for url in sorted(archive.pages_between(moment.start, moment.end)):
            capture = archive.find(url, moment.end)
            if capture is not None:
                moments.setdefault(capture.at, {})[url] = _body(archive, capture, bodies)
    return SitePages(path.name.removesuffix(".warc.gz"), moments)


def _body(archive: Archive, capture: Capture, bodies: dict[tuple[str, int], bytes]) -> bytes:
    place = (capture.path, capture.offset)
    if place not in bodies:
        answer = archive.read(capture)
        bodies[place] = answer.body if answer else b""
    return bodies[place]
