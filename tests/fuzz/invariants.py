"""What must hold for every input, as sentences that are raised when it does not."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

from sitemaps_app.formats.lastmod import LastmodStatus, is_backwards, is_move, parse_lastmod, problem_codes, same_instant
from sitemaps_app.formats.robots_txt import read_robots
from sitemaps_app.formats.sitemap import Kind, Outcome
from sitemaps_app.formats.sitemap_problems import SEVERITIES
from sitemaps_app.formats.urls import normalise_key
from tests.formats.sitemap_texts import NOW, SITE, Read, read
from tests.formats.test_sitemap_scan import without_order, without_short_way
from tests.fuzz.inputs import Input, Target

_LONGEST_KEY = 2_048
_CENTURY = timedelta(days=36_525)
_FIRST = parse_lastmod("2025-03-01T10:20:30Z", now=NOW)


class BrokenPromise(Exception):  # noqa: N818 - it names what happened
    """An invariant does not hold; the text says which."""


def check(given: Input, rng: random.Random) -> str:
    """Read an input and look at what came of it. Returns what kind of result it was. Raises BrokenPromise, or what the reader raised."""
    if given.target is Target.LASTMOD:
        return _check_lastmod(given.body.decode("utf-8", "surrogatepass"))
    if given.target is Target.ROBOTS:
        return _check_robots(given.body)
    found = read(given.body)
    _check_reading(found)
    if given.target is Target.WRITTEN_SITEMAP:
        _check_written(given, found)
        _check_cut(given.body, found, rng)
    elif rng.random() < 0.3:
        _check_short_way(given.body)
    return f"{found.reading.kind.value} {found.reading.outcome.value}"


def _must(holds: bool, sentence: str) -> None:
    if not holds:
        raise BrokenPromise(sentence)


def _check_reading(found: Read) -> None:
    reading = found.reading
    _must(reading.entry_count == len(found.by_key), "every address is counted once")
    _must(all(problem.code in SEVERITIES and problem.count > 0 for problem in reading.problems), "problems have codes that are known")
    _must(len({problem.code for problem in reading.problems}) == len(reading.problems), "each code is told once")
    _must(reading.outcome is Outcome.OK or bool(reading.problems), "what is not whole says why")
    _must(reading.outcome is not Outcome.OK or reading.kind is not Kind.UNKNOWN, "what was read has a kind")
    for key, entry in found.by_key.items():
        _must(key == entry.key == normalise_key(key), f"a key is its own normal form: {key!r}")
        _must(len(key) <= _LONGEST_KEY and normalise_key(entry.loc) == key, f"an address has the key of its own: {entry.loc!r}")
        _must(key.startswith(("http://", "https://")), f"an entry is a page: {key!r}")
        lastmod = entry.lastmod
        if "pubDate" not in entry.lastmod.raw and reading.kind in {Kind.URLSET, Kind.INDEX}:
            again = parse_lastmod(lastmod.raw if lastmod.raw or lastmod.problem else None, now=NOW)
            _must(again == lastmod, f"a date means what its text means: {lastmod.raw!r}")


def _check_written(given: Input, found: Read) -> None:
    wanted = [(f"{SITE}/{path}", date or "") for path, date in given.entries]
    seen = [(loc, raw.strip()) for loc, raw in zip(found.locs, found.dates, strict=True)]
    _must(seen == wanted, "what is written is read back")
    _must(found.reading.outcome is Outcome.OK, "a right file is read whole")


def _check_cut(body: bytes, whole: Read, rng: random.Random) -> None:
    cut = read(body[: rng.randrange(len(body))])
    for key, entry in cut.by_key.items():
        _must(key in whole.by_key and whole.by_key[key].lastmod == entry.lastmod, f"a cut invents nothing: {key!r}")
    _must(len(cut.by_key) == len(whole.by_key) or cut.reading.outcome is not Outcome.OK, "a file that lost entries is not whole")


def _check_short_way(body: bytes) -> None:
    # See test_sitemap_differential: the two ways number the lines of an old machine otherwise.
    plain = body.replace(b"\r", b" ")
    short, long = read(plain), without_short_way(plain)  # type: ignore[arg-type]
    _must(short.by_key == long.by_key and without_order(short) == without_order(long), "both ways give the same reading")


def _check_robots(body: bytes) -> str:
    rules = read_robots(body, url=f"{SITE}/robots.txt", status=200)
    _must(len({normalise_key(address) for address in rules.sitemaps}) == len(rules.sitemaps), "every sitemap is named once")
    _must(all(normalise_key(address).startswith(("http://", "https://")) for address in rules.sitemaps), "sitemaps are addresses")
    for path in ("/", "/any/page?x=1", "/%E8%8C%B6", "/a*b$", "/robots.txt"):
        _must(isinstance(rules.allowed(SITE + path, "LastmodTrust/1"), bool), "a rule says yes or no")
    _must(rules.allowed(f"{SITE}/robots.txt", "LastmodTrust/1"), "robots.txt itself may be fetched")
    delay = rules.crawl_delay("LastmodTrust/1")
    _must(delay is None or 0 <= delay < float("inf"), "a delay can be waited for")
    return "robots html" if any(problem.code == "robots_is_html" for problem in rules.problems) else "robots"


def _check_lastmod(text: str) -> str:
    lastmod = parse_lastmod(text, now=NOW)
    later = parse_lastmod(text, now=NOW + _CENTURY)
    _must(lastmod.raw == text, "the text is kept")
    _must(lastmod.instant == later.instant, "the day on which it is read changes no date")
    _must((lastmod.status is LastmodStatus.OK) <= (lastmod.instant is not None), "a date that counts is a moment")
    _must(all(code in SEVERITIES for code in problem_codes(lastmod)), "problems have codes that are known")
    if lastmod.instant is not None:
        _must(datetime(2, 1, 1, tzinfo=UTC) <= lastmod.instant and lastmod.instant.utcoffset() == timedelta(), "a moment is in UTC")
    _must(not is_move(lastmod, lastmod) and not is_backwards(lastmod, lastmod), "a date does not move against itself")
    _must(is_move(lastmod, _FIRST) == is_backwards(_FIRST, lastmod), "later one way is earlier the other")
    _must(not (is_move(lastmod, _FIRST) and same_instant(lastmod, _FIRST)), "the same moment is no move")
    return f"lastmod {lastmod.status.value}"
