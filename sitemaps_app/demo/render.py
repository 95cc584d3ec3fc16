"""The files and pages of a demo site at a date, as bytes.

Everything but the noise is a function of world and date. The noise (a counter, a token, a nonce) differs with every request, as on real
servers.
"""

from __future__ import annotations

import gzip
import json
import zlib
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from html import escape

from sitemaps_app.demo import prose
from sitemaps_app.demo.lives import PageLife
from sitemaps_app.demo.stamps import Stamp, nightly_run, stamped, written
from sitemaps_app.demo.worlds import Markup, SectionPlan, World

_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_BLOCKS = 6


@dataclass(frozen=True, slots=True)
class Rendered:
    """One answer of a site: its body and media type, and its validators.

    `modified` is the time for the header Last-Modified, None where the site sends none. `etag` changes when a reader would see
    something else.
    """

    body: bytes
    media_type: str
    modified: datetime | None
    etag: str


def render(world: World, path: str, *, origin: str, at: datetime, noise: int = 0) -> Rendered | None:
    """What the site has at a path at a time, None for nothing (404). `noise` is any number that differs between requests."""
    if path == "/robots.txt":
        return _robots(world, origin)
    if path.startswith("/sitemap"):
        return _sitemap_file(world, path, origin, at)
    if path == "/":
        return _front_page(world, origin, at, noise)
    known = world.by_path.get(path)
    if known is None or not known[2].exists(at):
        return None
    return _page(world, known, origin=origin, at=at, noise=noise)


def _robots(world: World, origin: str) -> Rendered:
    name = _root_file(world)
    text = f"User-agent: *\nDisallow: /private/\n\nSitemap: {origin}{name}\n"
    return Rendered(text.encode(), "text/plain; charset=utf-8", world.begin - timedelta(days=400), _etag(text))


def _root_file(world: World) -> str:
    return "/sitemap.xml.gz" if world.plan.gzipped else "/sitemap.xml"


def _sitemap_file(world: World, path: str, origin: str, at: datetime) -> Rendered | None:
    single = world.plan.one_file or len(world.plan.sections) == 1
    by_file = {f"/sitemap-{section.name}.xml": section for section in world.plan.sections}
    if path == _root_file(world):
        if not single:
            return _index(world, list(by_file.values()), origin, at)
        return _urlset(world, list(world.plan.sections), origin, at)
    if not single and path in by_file:
        return _urlset(world, [by_file[path]], origin, at)
    return None


def _urlset(world: World, sections: list[SectionPlan], origin: str, at: datetime) -> Rendered:
    parts = [f'{_HEAD}<urlset xmlns="{_NAMESPACE}">\n']
    for section in sections:
        stamp = section.stamp_at(at, world.begin)
        for place, life in enumerate(world.sections[section.name]):
            if life.listed(at):
                parts.append(_url_element(stamp, life, place, f"{origin}{life.path}", (at, world.begin)))
    parts.append("</urlset>\n")
    return _xml(world, "".join(parts), _made_at(world, sections, at))


def _url_element(stamp: Stamp, life: PageLife, place: int, loc: str, times: tuple[datetime, datetime]) -> str:
    moment = stamped(stamp, life, place, *times)
    lastmod = f"<lastmod>{written(stamp, moment)}</lastmod>" if moment else ""
    return f"  <url><loc>{escape(loc)}</loc>{lastmod}</url>\n"


def _index(world: World, sections: list[SectionPlan], origin: str, at: datetime) -> Rendered:
    parts = [f'{_HEAD}<sitemapindex xmlns="{_NAMESPACE}">\n']
    for section in sections:
        made = _made_at(world, [section], at).isoformat(timespec="seconds")
        parts.append(f"  <sitemap><loc>{escape(origin)}/sitemap-{section.name}.xml</loc><lastmod>{made}</lastmod></sitemap>\n")
    parts.append("</sitemapindex>\n")
    return _xml(world, "".join(parts), _made_at(world, sections, at))


def _made_at(world: World, sections: list[SectionPlan], at: datetime) -> datetime:
    """When the file was written: by the nightly run of a stamping site, else with the last change that its site knows of."""
    if any(section.stamp_at(at, world.begin) is Stamp.NIGHTLY for section in sections):
        pages = max(len(world.sections[section.name]) for section in sections)
        return nightly_run(at) + timedelta(seconds=pages // 5 + 1)
    changed = [life.changed_at(at) for section in sections for life in world.sections[section.name] if life.listed(at)]
    return max(changed, default=world.begin)


def _xml(world: World, text: str, made: datetime) -> Rendered:
    body = text.encode()
    media_type = "application/xml; charset=utf-8"
    if world.plan.gzipped:
        body, media_type = gzip.compress(body, compresslevel=5, mtime=0), "application/gzip"
    return Rendered(body, media_type, made, _etag(text))


def _etag(text: str) -> str:
    return f'"{zlib.crc32(text.encode()):08x}"'


def _front_page(world: World, origin: str, at: datetime, noise: int) -> Rendered:
    links = "".join(f'<li><a href="/{section.name}/">{section.name}</a></li>' for section in world.plan.sections)
    main = f"<h1>{escape(world.plan.title)}</h1><p>{prose.paragraph(world.plan.name)}</p><ul>{links}</ul>"
    return _document(world, world.plan.title, f"{origin}/", ("", main), noise=noise, at=at, version=0)


def _page(world: World, known: tuple[SectionPlan, int, PageLife], *, origin: str, at: datetime, noise: int) -> Rendered:
    section, place, life = known
    url = f"{origin}{life.path}"
    version = life.version(at)
    if world.plan.markup_follows_save:
        modified = stamped(section.stamp_at(at, world.begin), life, place, at, world.begin) or life.changed_at(at)
    else:
        modified = life.changed_at(at)
    markup, byline = _dates(world.plan.markup, life, modified, url)
    blocks = "".join(f"<p>{prose.paragraph(seed)}</p>\n" for seed in _block_seeds(f"{world.seed}/{life.path}", version))
    scope = ' itemscope itemtype="https://schema.org/Article"' if world.plan.markup is Markup.TIME else ""
    main = f"<article{scope}><h1>{escape(life.title)}</h1>\n{byline}{blocks}</article>{_wavering(world, place, at)}{_quote(world, noise)}"
    rendered = _document(world, life.title, url, (markup, main), noise=noise, at=at, version=version)
    return _with_validators(world, rendered, life, at)


def _with_validators(world: World, rendered: Rendered, life: PageLife, at: datetime) -> Rendered:
    if world.plan.stuck_validators:
        return replace(rendered, etag=_etag(life.path))
    if world.plan.modified_is_now:
        return replace(rendered, modified=at)
    return replace(rendered, modified=life.changed_at(at)) if world.plan.validators else rendered


def _wavering(world: World, place: int, at: datetime) -> str:
    """A paragraph of which two versions take turns by the day, on every sixth page."""
    if not world.plan.wavers or place % 6:
        return ""
    return f"<p>{prose.paragraph(f'{world.plan.name}/{place}/{at.toordinal() % 2}')}</p>\n"


def _quote(world: World, noise: int) -> str:
    """A sentence of the day that is another one at every request."""
    return f'<p class="motto">{prose.paragraph(f"motto/{noise}")}</p>\n' if world.plan.quotes else ""


def _block_seeds(seed: str, version: int) -> list[str]:
    """Six paragraphs; change number n rewrites the paragraph n mod 6, and every fourth change adds one for good (at most six).

    No state comes back: a rewritten paragraph carries the number of the change that wrote it.
    """
    seeds = []
    for block in range(_BLOCKS):
        rewritten = version - (version - block) % _BLOCKS
        seeds.append(f"{seed}/{block}/{max(0, rewritten)}")
    return seeds + [f"{seed}/added/{number}" for number in range(min(version // 4, 6))]


def _dates(markup: Markup, life: PageLife, modified: datetime, url: str) -> tuple[str, str]:
    """What the page says of its own dates: for the head, and for the reader."""
    published, changed = life.created.isoformat(timespec="seconds"), modified.isoformat(timespec="seconds")
    article = {"@type": "Article", "headline": life.title, "url": url, "datePublished": published, "dateModified": changed}
    match markup:
        case Markup.JSON_LD:
            return _json_ld({"@context": "https://schema.org", **article}), ""
        case Markup.GRAPH:
            site = {"@type": "WebSite", "name": "Demo", "dateModified": "2019-01-01T00:00:00+00:00"}
            return _json_ld({"@context": "https://schema.org", "@graph": [site, article]}), ""
        case Markup.META:
            metas = f'<meta property="article:published_time" content="{published}">'
            return f'{metas}<meta property="article:modified_time" content="{changed}">', ""
        case Markup.TIME:
            return "", f'<p class="dates">Updated <time itemprop="dateModified" datetime="{changed}">{modified:%d %B %Y}</time></p>\n'
        case Markup.NONE:
            return "", ""


def _json_ld(node: dict[str, object]) -> str:
    return f'<script type="application/ld+json">{json.dumps(node)}</script>'


def _document(world: World, title: str, url: str, parts: tuple[str, str], *, noise: int, at: datetime, version: int) -> Rendered:
    head, main = parts
    nav = "".join(f'<a href="/{section.name}/">{section.name.capitalize()}</a> ' for section in world.plan.sections)
    name = escape(world.plan.title.split(":")[0])
    token = f"{zlib.crc32(f'{world.plan.name}/{noise}'.encode()):08x}"
    body = f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{escape(title)} – {name}</title>
<link rel="canonical" href="{escape(url)}"><meta name="csrf-token" content="{token}">{_made_by(world)}{head}</head>
<body><header><a href="/">{name}</a><nav>{nav}<a href="/search">Search</a> <a href="/contact">Contact</a></nav></header>
<main>{main}</main>
{_rotating(world, at)}<form action="/subscribe"><input type="hidden" name="token" value="{token}"><button>Subscribe</button></form>
<footer><p>© {at.year} {name}. All rights reserved.</p><p>Visitors: {10_000 + noise}</p></footer></body></html>
"""
    return Rendered(body.encode(), "text/html; charset=utf-8", None, f'"{version}-{zlib.crc32(url.encode()):08x}"')


def _made_by(world: World) -> str:
    return f'<meta name="generator" content="{escape(world.plan.made_by)}">' if world.plan.made_by else ""


def _rotating(world: World, at: datetime) -> str:
    """A list of three other pages that is another one every day."""
    if not world.plan.rotating:
        return ""
    lives = [life for lives in world.sections.values() for life in lives]
    chosen = (lives[zlib.crc32(f"{at:%Y-%m-%d}/{place}".encode()) % len(lives)] for place in range(3))
    links = "".join(f'<li><a href="{escape(life.path)}">{escape(life.title)}</a></li>' for life in chosen)
    return f"<aside><h2>You may also like</h2><ul>{links}</ul></aside>\n"
