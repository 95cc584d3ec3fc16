"""What must hold for every file: what is written is read back, what is cut is not invented, and nothing makes the reader raise."""

from __future__ import annotations

import gzip
import random
from collections.abc import Iterator
from dataclasses import dataclass
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.formats import sitemap_reader
from sitemaps_app.formats.decoding import Unpacked
from sitemaps_app.formats.sitemap import Outcome
from sitemaps_app.formats.sitemap_xml import XmlReader
from tests.formats.sitemap_mutations import SAMPLES, mutated
from tests.formats.sitemap_texts import NAMESPACE, SITE, Read, block, read, urlset

SEEDS = st.integers(0, 2**32).map(random.Random)
PATHS = st.text(st.sampled_from("abc12-_~.é茶ß𝒳&<>'\"|=/?"), min_size=1, max_size=20).filter(lambda path: "/." not in f"/{path}")
DATES = st.sampled_from([
    None, "2025", "2025-03", "2025-03-01", "2025-03-01T10:20Z", "2025-03-01T10:20:30+02:00", "2025-03-01T10:20:30.123Z", "2025-03-01 10:20:30",
    "Sat, 01 Mar 2025 10:20:30 GMT", "01/02/2025", "soon", "0000-00-00", "1740822090", "2925-01-01", "",
])  # fmt: skip
NAMESPACES = st.sampled_from(
    [NAMESPACE, NAMESPACE + "/", NAMESPACE.replace("http:", "https:"), "http://www.google.com/schemas/sitemap/0.84", ""]
)
ENCODINGS = st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "gb18030", "windows-1252", "us-ascii"])
EXTENSIONS = (
    '<i:image xmlns:i="http://www.google.com/schemas/sitemap-image/1.1"><i:loc>https://site.example/no.png</i:loc></i:image>',
    '<x:link xmlns:x="http://www.w3.org/1999/xhtml" rel="alternate" href="https://site.example/no"/>',
    '<n:news xmlns:n="http://www.google.com/schemas/sitemap-news/0.9"><n:publication_date>2020-01-01</n:publication_date></n:news>',
    '<video xmlns="http://www.google.com/schemas/sitemap-video/1.1"><loc>https://site.example/no</loc><lastmod>2020-01-01</lastmod></video>',
    "<changefreq>daily</changefreq>",
    "<priority>0.8</priority>",
    "<!-- <loc>https://site.example/no</loc> -->",
    "<?no loc?>",
)


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes a urlset in one of the many ways in which it can be written."""

    rng: random.Random
    encoding: str
    namespace: str
    prefix: str
    end: str

    def file(self, entries: list[tuple[str, str | None]]) -> bytes:
        tag = f"{self.prefix}:urlset" if self.prefix else "urlset"
        declared = f' xmlns{":" if self.prefix else ""}{self.prefix}="{self.namespace}"' if self.namespace else ""
        blocks = "".join(self._block(path, date) for path, date in entries)
        label = self.encoding.removesuffix("-sig").removesuffix("-le")
        text = f'<?xml version="1.0" encoding="{label}"?>{self.end}<{tag}{declared}>{blocks}</{tag}>{self.end}'
        return text.encode(self.encoding, "xmlcharrefreplace")

    def _block(self, path: str, date: str | None) -> str:
        fields = [self._field("loc", f"{SITE}/{path}"), *([] if date is None else [self._field("lastmod", date)])]
        fields += self.rng.choices(EXTENSIONS, k=self.rng.randrange(3))
        self.rng.shuffle(fields)
        name = self._name("url")
        noise = self.rng.choice(["", "", f" id='{self.rng.randrange(99)}'", " "])
        return f"{self._blank()}<{name}{noise}>{self._blank()}{self._blank().join(fields)}{self._blank()}</{name}>"

    def _field(self, name: str, text: str) -> str:
        return f"<{self._name(name)}>{self._blank()}{self._text(text)}{self._blank()}</{self._name(name)}>"

    def _text(self, text: str) -> str:
        """Text, a section, or references, and a comment between two letters now and then."""
        legacy = not self.encoding.startswith(("utf", "gb"))
        if text and not legacy and self.rng.randrange(4) == 0:
            place = self.rng.randrange(len(text))
            return f"{self._escaped(text[:place])}<![CDATA[{text[place:]}]]>"
        place = self.rng.randrange(len(text) + 1)
        comment = "<!-- no -->" if self.rng.randrange(6) == 0 else ""
        return self._escaped(text[:place]) + comment + self._escaped(text[place:])

    def _escaped(self, text: str) -> str:
        return "".join(self._letter(letter) for letter in text)

    def _letter(self, letter: str) -> str:
        if letter not in "&<>\"'" and self.rng.randrange(20):
            return letter
        named = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;"}
        return self.rng.choice([named.get(letter, letter), f"&#{ord(letter)};", f"&#x{ord(letter):X};"])

    def _name(self, name: str) -> str:
        return f"{self.prefix}:{name}" if self.prefix else name

    def _blank(self) -> str:
        return self.rng.choice(["", "", self.end, "  ", f"{self.end}\t"])


WRITERS = st.builds(Writer, SEEDS, ENCODINGS, NAMESPACES, st.sampled_from(["", "", "s", "sm-1"]), st.sampled_from(["\n", "\r\n", "\r", ""]))


@given(st.lists(st.tuples(PATHS, DATES), max_size=12, unique_by=lambda entry: entry[0]), WRITERS, st.booleans())
def test_what_is_written_is_read_back(entries: list[tuple[str, str | None]], writer: Writer, packed: bool) -> None:
    if writer.prefix and not writer.namespace:
        writer = Writer(writer.rng, writer.encoding, NAMESPACE, writer.prefix, writer.end)
    body = writer.file(entries)
    found = read(gzip.compress(body) if packed else body)
    assert [(loc, raw.strip()) for loc, raw in zip(found.locs, found.dates, strict=True)] == [
        (f"{SITE}/{path}", date or "") for path, date in entries
    ]
    assert found.reading.outcome is Outcome.OK
    assert not found.codes & {
        "xml_malformed",
        "xml_bad_ampersand",
        "encoding_replaced",
        "url_invalid",
        "cross_host_url",
        "duplicate_url",
        "xml_not_closed",
    }


def no_more_than(cut: Read, whole: Read) -> None:
    """Nothing in the cut reading that is not in the whole one."""
    for key, entry in cut.by_key.items():
        assert key in whole.by_key, "an address was invented"
        assert entry.lastmod == whole.by_key[key].lastmod, "a date was invented"
    assert {child.loc: child.lastmod for child in cut.reading.children}.items() <= {
        child.loc: child.lastmod for child in whole.reading.children
    }.items()


@pytest.mark.parametrize("name", [name for name in SAMPLES if name != "html"])
def test_a_file_cut_anywhere_invents_nothing_and_says_that_it_is_not_whole(name: str) -> None:
    body = SAMPLES[name]
    whole = read(body)
    is_list = name == "text"
    for length in range(len(body)):
        cut = read(body[:length], truncated=is_list)
        no_more_than(cut, whole)
        if len(cut.by_key) < len(whole.by_key) or len(cut.reading.children) < len(whole.reading.children):
            assert cut.reading.outcome is not Outcome.OK, length


def counted_parsers(body: bytes) -> tuple[Read, int]:
    made = 0
    new_parser = XmlReader._new_parser

    def counted(self: XmlReader) -> object:
        nonlocal made
        made += 1
        return new_parser(self)

    with patch.object(XmlReader, "_new_parser", counted):
        return read(body), made


@given(st.sampled_from(list(SAMPLES.values())), SEEDS, st.integers(1, 12))
def test_no_fault_in_the_bytes_makes_it_raise_or_go_round_in_circles(body: bytes, rng: random.Random, faults: int) -> None:
    changed = mutated(body, rng, faults=faults)
    found, parsers = counted_parsers(changed)
    assert found.reading.entry_count == len(found.by_key)
    assert found.reading.outcome in set(Outcome)
    if not changed.startswith(b"\x1f\x8b"):
        assert parsers <= changed.count(b"<") + 3


@pytest.mark.parametrize("around", [("<!--", "-->"), ("<?x ", "?>"), ('<x y="', '"/>')])
def test_what_is_long_and_hides_blocks_is_not_scanned_again_at_each_of_them(around: tuple[str, str]) -> None:
    feeds = 0
    feed = XmlReader._feed

    def counted(self: XmlReader, *given: object) -> None:
        nonlocal feeds
        feeds += 1
        feed(self, *given)

    hidden = "(url>(loc>https://site.example/no(/loc>(/url>" if "y=" in around[0] else "<url><loc>https://site.example/no</loc></url>"
    body = urlset(block("a"), around[0], hidden * 10_000, around[1], *(block(f"b{number}") for number in range(10)))
    with patch.object(XmlReader, "_feed", counted):
        found = read(body)
    assert (len(found.locs), found.reading.outcome) == (11, Outcome.OK)
    assert feeds < 100


@given(st.binary(max_size=400), st.sampled_from([b"", b"<urlset>", b"<?xml ", b"\x1f\x8b\x08", b"\xff\xfe", f"{SITE}/".encode()]))
def test_no_bytes_at_all_make_it_raise(noise: bytes, start: bytes) -> None:
    assert read(start + noise).reading.outcome in set(Outcome)


HEAD = 240


def in_pieces(first: int, rest: int) -> object:
    """Hands the body over in small pieces; only the first is large enough to show what the file is."""

    def unpack(body: bytes, _facts: Unpacked, *, max_bytes: int) -> Iterator[bytes]:
        assert max_bytes
        yield body[:first]
        for start in range(first, len(body), rest):
            yield body[start : start + rest]

    return unpack


def facts_of(found: Read) -> tuple[object, ...]:
    """All of a reading but the order of its problems. Of what is no sitemap, a piece more or less shows further faults before it is given up."""
    is_given_up = found.reading.outcome is Outcome.NOT_A_SITEMAP
    counts = {problem.code: (problem.count, problem.line) for problem in found.reading.problems if not is_given_up}
    return found.by_key, found.reading.outcome, found.reading.kind, found.reading.children, found.reading.entry_count, counts


ONE_ENCODING = [name for name, body in SAMPLES.items() if body.isascii() and not name.startswith("gzip")]


@given(st.sampled_from(ONE_ENCODING), st.integers(1, 60), st.integers(0, 6), SEEDS)
def test_the_borders_of_the_pieces_change_nothing(name: str, rest: int, faults: int, rng: random.Random) -> None:
    start, further = SAMPLES[name][:HEAD], SAMPLES[name][HEAD:]
    body = start + mutated(further, rng, faults=faults).decode("ascii", "ignore").encode()
    whole = read(body)
    with patch.object(sitemap_reader, "unpack", in_pieces(HEAD, rest)):
        assert facts_of(read(body)) == facts_of(whole)


@pytest.mark.parametrize("name", ["plain", "cdata", "extensions", "utf-16", "gbk"])
@pytest.mark.parametrize("rest", [1, 2, 3, 7, 64])
def test_letters_of_two_bytes_may_stand_on_a_border(name: str, rest: int) -> None:
    with patch.object(sitemap_reader, "unpack", in_pieces(HEAD, rest)):
        found = read(SAMPLES[name])
    assert facts_of(found) == facts_of(read(SAMPLES[name]))
