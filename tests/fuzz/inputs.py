"""What a round of the fuzz run is fed with: own samples of every kind, written anew, spliced, changed, packed."""

from __future__ import annotations

import gzip
import random
import zlib
from dataclasses import dataclass
from enum import Enum, auto

from tests.cases.dates import DATES as DATE_CASES
from tests.cases.files import FILES
from tests.cases.robots import ROBOTS
from tests.formats.sitemap_mutations import SAMPLES, mutated
from tests.formats.sitemap_texts import NAMESPACE, block, urlset
from tests.formats.test_sitemap_properties import Writer

_LARGEST_CASE = 200_000
_BODIES = [*SAMPLES.values(), *(case.body for case in FILES if 0 < len(case.body) < _LARGEST_CASE)]
_ROBOTS = [case.body for case in ROBOTS if 0 < len(case.body) < _LARGEST_CASE]
_DATES = [case.raw for case in DATE_CASES if case.raw]
_LETTERS = "0123456789-:TZ+./ ,APMGUTCadr年月日\u200b\u0660\uff10\x00"
_PATHS = ["a", "b?x=1&y=2", "é", "茶/1", "a'b", "c;d", "-_.~"]


class Target(Enum):
    """What reads the input."""

    SITEMAP = auto()
    WRITTEN_SITEMAP = auto()
    ROBOTS = auto()
    LASTMOD = auto()


@dataclass(frozen=True, slots=True)
class Input:
    """One input. `entries` are what a written sitemap says, in order."""

    target: Target
    body: bytes
    entries: tuple[tuple[str, str | None], ...] = ()


def make_input(rng: random.Random) -> Input:
    """The input of one round, the same for the same state of `rng`."""
    choice = rng.random()
    if choice < 0.10:
        return Input(Target.LASTMOD, _text(rng).encode("utf-8", "surrogatepass"))
    if choice < 0.22:
        return Input(Target.ROBOTS, _changed(rng, _spliced(rng, _ROBOTS)))
    if choice < 0.32:
        return _written(rng)
    return Input(Target.SITEMAP, _packed(rng, _changed(rng, _sitemap(rng))))


def _sitemap(rng: random.Random) -> bytes:
    if rng.random() < 0.02:
        dates = rng.choices(["2025-03-01", "2025-03-01T10:20:30Z", None, "soon"], k=20)
        blocks = [block(f"p{number}", dates[number % 20]) for number in range(rng.randrange(500, 6_000))]
        return urlset(*blocks).encode()
    if rng.random() < 0.02:
        return _pathological(rng)
    return _spliced(rng, _BODIES)


def _pathological(rng: random.Random) -> bytes:
    """A lot of the same, where readers go quadratic."""
    one = rng.choice([
        b"<url>", b"<loc>", b"<a>", b"<!--", b"<![CDATA[", b"<?x", b"&", b"&#55357;", b"<a:b ", b"]]>", b"<urlset>", b"</urlset>", b" ", b"\0", b"<", b"<x y='",
        b"<url><loc>", b"</url>", b"<!DOCTYPE a [", b"\r", b"<url><loc>http://site.example/</url>", b"--", b"<sitemap>", b"&amp;", b"<url/>",
    ])  # fmt: skip
    start = rng.choice([b"", f'<urlset xmlns="{NAMESPACE}">'.encode(), b"<urlset><url><loc>", b"<rss><channel><item>", b"<urlset><!--"])
    return start + one * rng.randrange(1_000, 60_000)


def _spliced(rng: random.Random, bodies: list[bytes]) -> bytes:
    body = rng.choice(bodies)
    if rng.random() < 0.25:
        other = rng.choice(bodies)
        body = body[: rng.randrange(len(body) + 1)] + other[rng.randrange(len(other) + 1) :]
    return body


def _changed(rng: random.Random, body: bytes) -> bytes:
    return mutated(body, rng, faults=rng.choice((0, 1, 1, 2, 3, 5, 10, 40))) if body else body


def _packed(rng: random.Random, body: bytes) -> bytes:
    if rng.random() < 0.85:
        return body
    packed = gzip.compress(body, rng.choice((1, 6)), mtime=0)
    if rng.random() < 0.2:
        packed = gzip.compress(packed, mtime=0)
    if rng.random() < 0.1:
        packed = zlib.compress(body)
    return mutated(packed, rng, faults=rng.choice((0, 0, 1, 3)))


def _written(rng: random.Random) -> Input:
    """A sitemap that is right, in some spelling."""
    encoding = rng.choice(["utf-8", "utf-8-sig", "utf-16", "utf-32", "gb18030", "windows-1252", "us-ascii"])
    prefix = rng.choice(["", "", "s"])
    writer = Writer(
        rng,
        encoding,
        rng.choice([NAMESPACE, NAMESPACE + "/", NAMESPACE.replace("http:", "https:")]),
        prefix,
        rng.choice(["\n", "\r\n", "\r", ""]),
    )
    count = rng.choice((0, 1, 3, 12, 60))
    entries = tuple((f"{rng.choice(_PATHS)}/{number}", rng.choice([None, *_DATES])) for number in range(count))
    plain = tuple(
        (path, date) for path, date in entries if date is None or (date.isprintable() and date == date.strip() and len(date) < 99)
    )
    body = writer.file(list(plain))
    return Input(Target.WRITTEN_SITEMAP, gzip.compress(body, mtime=0) if rng.random() < 0.2 else body, plain)


def _text(rng: random.Random) -> str:
    text = list(rng.choice(_DATES)[:200])
    for _ in range(rng.randrange(6)):
        place = rng.randrange(len(text) + 1)
        text[place : place + rng.randrange(3)] = rng.choices(_LETTERS, k=rng.randrange(3))
    return "".join(text)
