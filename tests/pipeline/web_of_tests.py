"""A small web in memory that answers like the network door, and one-line checks of its sites."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from sitemaps_app.models import Check, Site, SitemapFile
from sitemaps_app.network.exchange import FetchedResponse, FetchFailure
from sitemaps_app.pipeline import leases, road
from sitemaps_app.pipeline.context import CheckLimits
from sitemaps_app.pipeline.sites import add_site
from sitemaps_app.pipeline.storage import snapshot_path
from sitemaps_app.snapshots import read_entries

ORIGIN = "https://site.example"
DAY_0 = datetime(2026, 3, 1, 6, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Served:
    """What one address answers."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    truncated: bool = False
    final_url: str = ""
    redirect_status: int = 302
    problem: str = ""


@dataclass(slots=True)
class MemoryWeb:
    """Answers from `pages`; other addresses are 404. A str stands for a failure with that code. Keeps what was asked, in order; `before` is called first."""

    pages: dict[str, Served | str] = field(default_factory=dict)
    now: datetime = DAY_0
    asked: list[str] = field(default_factory=list)
    conditional: list[str] = field(default_factory=list)
    before: Callable[[str], None] = lambda _url: None

    def fetch(self, url: str, *, etag: str = "", last_modified: str = "", max_bytes: int | None = None) -> FetchedResponse | FetchFailure:
        self.before(url)
        self.asked.append(url)
        served = self.pages.get(url, Served(status=404))
        if isinstance(served, str):
            return FetchFailure(url, served, "as the test wants it", self.now)
        if (etag and served.headers.get("etag") == etag) or (last_modified and served.headers.get("last-modified") == last_modified):
            self.conditional.append(url)
            return FetchedResponse(url, url, 304, served.headers, b"", self.now)
        return FetchedResponse(
            url,
            served.final_url or url,
            served.status,
            served.headers,
            served.body,
            self.now,
            truncated=served.truncated,
            problem=served.problem,
            redirects=(url,) if served.final_url else (),
            redirect_statuses=(served.redirect_status,) if served.final_url else (),
        )


def urlset(entries: Mapping[str, str], *, closed: bool = True) -> bytes:
    """A sitemap of paths and their lastmod texts ("" = without)."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">']
    for path, lastmod in entries.items():
        dated = f"<lastmod>{lastmod}</lastmod>" if lastmod else ""
        lines.append(f"<url><loc>{ORIGIN}{path}</loc>{dated}</url>")
    return "\n".join([*lines, "</urlset>" if closed else "<url><loc>https://site.exam"]).encode()


def index(*urls: str) -> bytes:
    """A sitemap index of full addresses."""
    children = "".join(f"<sitemap><loc>{url}</loc></sitemap>" for url in urls)
    return f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{children}</sitemapindex>'.encode()


def dated_index(children: Mapping[str, str]) -> bytes:
    """A sitemap index of paths and their lastmod texts ("" = without)."""
    lines = (
        f"<sitemap><loc>{ORIGIN}{path}</loc>{f'<lastmod>{lastmod}</lastmod>' if lastmod else ''}</sitemap>"
        for path, lastmod in children.items()
    )
    return f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{"".join(lines)}</sitemapindex>'.encode()


def page(title: str, *paragraphs: str) -> Served:
    """An HTML page with a heading and paragraphs."""
    text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    html = f"<!doctype html><html lang='en'><head><title>{title}</title></head><body><main><h1>{title}</h1>{text}</main></body></html>"
    return Served(html.encode(), headers={"content-type": "text/html; charset=utf-8"})


def robots(*lines: str) -> Served:
    """A robots.txt that allows all and holds these further lines."""
    return Served("\n".join(["User-agent: *", "Disallow:", *lines]).encode(), headers={"content-type": "text/plain"})


def site_with(web: MemoryWeb, entries: Mapping[str, str]) -> None:
    """Put a site on the web: robots.txt, one sitemap, and a page for each entry."""
    web.pages[f"{ORIGIN}/robots.txt"] = robots(f"Sitemap: {ORIGIN}/sitemap.xml")
    web.pages[f"{ORIGIN}/sitemap.xml"] = Served(urlset(entries))
    for path in entries:
        web.pages.setdefault(f"{ORIGIN}{path}", page(f"About {path}", f"This is what stands on {path}.", "It says nothing more than that."))


def check(
    web: MemoryWeb,
    *,
    days: float = 0.0,
    site: Site | None = None,
    pages: int | None = None,
    files: int = 500,
    paced: bool = False,
    wait: Callable[[float], None] | None = None,
) -> Check:
    """Check the test's site `days` after the beginning; the finished Check row. With `wait` files may be read again a minute later."""
    web.now = DAY_0 + timedelta(days=days)
    site = site or add_site(ORIGIN, now=web.now, due=False).site
    assert site is not None
    lease = leases.take(site.pk, wall=web.now, seconds=60)
    assert lease is not None
    done = road.check(
        road.CheckRequest(
            lease=lease,
            now=web.now,
            fetcher=web,
            wall=lambda: web.now,
            lease_seconds=60,
            user_agent="LastmodTrust/test",
            limits=CheckLimits(pages=pages, files=files, paced=paced),
            wait=wait,
        )
    )
    assert done is not None
    return done


def the_site() -> Site:
    """The test's site as it stands in the database."""
    return Site.objects.get(origin=ORIGIN)


def current_entries() -> dict[str, str]:
    """Path and raw lastmod of each entry of the site's current snapshot."""
    snapshot = the_site().current_snapshot
    assert snapshot is not None
    return {entry.loc.removeprefix(ORIGIN): entry.lastmod_raw for entry in read_entries(snapshot_path(snapshot.path))}


def problems_of(path: str) -> dict[str, str]:
    """Code and detail of the problems in the row of a sitemap file."""
    return {problem["code"]: problem["detail"] for problem in SitemapFile.objects.get(url=ORIGIN + path).problems}


def told(done: Check) -> list[str]:
    """The codes of a check's account."""
    return [line["code"] for line in done.account]
