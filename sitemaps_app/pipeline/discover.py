"""First stage: robots.txt and the sitemaps it names, else what the user gave, else the usual places."""

from __future__ import annotations

from dataclasses import dataclass

from sitemaps_app.formats import urls
from sitemaps_app.formats.robots_txt import MAX_BYTES, RobotsRules, read_robots
from sitemaps_app.models import SitemapFile
from sitemaps_app.network.exchange import FetchedResponse, FetchFailure
from sitemaps_app.pipeline.context import CheckContext
from sitemaps_app.pipeline.walk_account import tell_retries

# In the order of how often they are met; sitemaps.org names no fixed place, the first is the convention of its examples.
WELL_KNOWN_PATHS = (
    "/sitemap.xml",
    "/sitemap_index.xml",
    "/sitemap-index.xml",
    "/wp-sitemap.xml",
    "/sitemap.xml.gz",
    "/sitemap/sitemap.xml",
    "/sitemaps.xml",
    "/sitemap.txt",
)
# A refused redirect is told with both of its addresses.
TOLD_CHARACTERS = 1_000


@dataclass(frozen=True, slots=True)
class Root:
    """A place where reading starts. `source` is robots, user or guess."""

    url: str
    source: str


@dataclass(frozen=True, slots=True)
class Discovery:
    """What robots.txt allowed and named. `failure` is a code that ends the check ("" = go on)."""

    robots: RobotsRules
    roots: tuple[Root, ...]
    failure: str = ""


def discover(context: CheckContext) -> Discovery:
    """Read robots.txt and decide where the sitemaps are.

    A robots.txt that answers 5xx or not at all stops the check (RFC 9309 §2.3.1.4: assume complete disallow); 4xx allows everything.
    All roots of robots.txt and of the user are taken; the well-known places are only guessed when there are none.
    """
    context.begin("discover")
    robots, failure = _read_robots(context)
    if failure:
        return Discovery(robots, (), failure)
    given = [Root(url, "user") for url in context.site.sitemap_urls]
    named = [Root(url, "robots") for url in robots.sitemaps]
    if given:
        context.tell("roots_from_user", count=len(given))
    if named:
        context.tell("roots_from_robots", count=len(named))
    remembered = _remembered(context) if not named and robots.status >= 400 else []
    guesses = _guesses(context) if not given and not named else []
    if guesses and not remembered:
        context.tell("roots_guessed", count=len(guesses))
    # Guesses come last, and are only tried until something is found.
    return Discovery(robots, _unique([*given, *named, *remembered, *guesses]))


def _read_robots(context: CheckContext) -> tuple[RobotsRules, str]:
    url = f"{context.site.origin}/robots.txt"
    # One byte above the cap tells a file of exactly that size from a longer one.
    answer = context.not_stopped(context.fetch_file(url, max_bytes=MAX_BYTES + 1))
    tell_retries(context, answer)
    if isinstance(answer, FetchFailure):
        allow_all = read_robots(b"", url=url, status=404)
        if answer.code == "not_in_archive":
            context.tell("robots_missing", status=404)
            return allow_all, ""
        told = "robots_not_allowed" if answer.code == "address_not_allowed" else "robots_unreachable"
        context.tell(told, url=url, reason=answer.code, detail=answer.detail[:TOLD_CHARACTERS])
        return allow_all, answer.code
    # A file over the cap is cut by us, and what was read of it counts.
    is_cut = answer.truncated and answer.problem != "too_large"
    robots = read_robots(answer.body, url=answer.final_url, status=answer.status, headers=answer.headers, truncated=is_cut)
    if robots.unreachable:
        reason = f"http_{answer.status}" if answer.status >= 400 else answer.problem or "truncated_response"
        context.tell("robots_unreachable", url=url, reason=reason, detail="")
        return robots, "robots_unreachable"
    _tell_robots(context, robots, answer)
    return robots, ""


def _tell_robots(context: CheckContext, robots: RobotsRules, answer: FetchedResponse) -> None:
    if answer.status in {401, 403}:
        context.tell("robots_refused", status=answer.status)
    elif answer.status >= 400:
        context.tell("robots_missing", status=answer.status)
    else:
        context.tell("robots_read", url=answer.final_url, sitemaps=len(robots.sitemaps))
    for problem in robots.problems:
        context.tell("robots_problem", reason=problem.code, count=problem.count, line=problem.line or 0)


def _remembered(context: CheckContext) -> list[Root]:
    """The sitemaps that robots.txt named when there was one: a file that is missing for a day must not lose the site's entries."""
    known = SitemapFile.objects.filter(site=context.site, source="robots", depth=0, listed=True, last_good_at__isnull=False)
    known = known.exclude(failure_code__in=("http_404", "http_410"))
    found = [Root(url, "robots") for url in known.values_list("url", flat=True)]
    if found:
        context.tell("roots_remembered", count=len(found))
    return found


def _guesses(context: CheckContext) -> list[Root]:
    """The place that was right last time, else all the usual ones."""
    known = SitemapFile.objects.filter(site=context.site, source="guess", depth=0, last_good_at__isnull=False)
    found = [Root(url, "guess") for url in known.values_list("url", flat=True)]
    return found or [Root(context.site.origin + path, "guess") for path in WELL_KNOWN_PATHS]


def _unique(roots: list[Root]) -> tuple[Root, ...]:
    seen: dict[str, Root] = {}
    for root in roots:
        seen.setdefault(urls.normalise_key(root.url), root)
    return tuple(seen.values())
