"""robots.txt: the sitemaps it names, and who may fetch what (RFC 9309).

Groups of rules are read by `robots_groups` and matched by `robots_rules`. Sitemap lines belong to no group and are read here, with their
line numbers. Decisions:
- 4xx = there are no rules (section 2.3.1.3), except 429, which is a server that asks for less and not one without rules; 5xx and 429 =
  unreachable, nothing may be fetched (section 2.3.1.4); any other answer that is no 2xx = no rules;
- a file of which only a part arrived is unreachable too: what is missing may forbid everything. Its sitemaps count all the same;
- an HTML page, however it answers, holds no rules;
- what stands behind 500 KiB is ignored (section 2.5), and robots.txt itself may always be fetched (section 2.2.2).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sitemaps_app.formats.charsets import Decoded, http_charset, to_utf8
from sitemaps_app.formats.decoding import Unpacked, unpack
from sitemaps_app.formats.problems import Problem, Severity
from sitemaps_app.formats.robots_groups import RobotsGroups, product_of
from sitemaps_app.formats.urls import is_relative, normalise_key, origin_of, resolve

__all__ = ["MAX_BYTES", "RobotsRules", "product_of", "read_robots"]

MAX_BYTES = 512_000
"""500 KiB, the least that a crawler must read (RFC 9309 section 2.5). Fetch one byte more, so that a longer file is seen to be longer."""
_BOM = b"\xef\xbb\xbf"
_LINE_END = re.compile(r"\r\n|\r|\n")
# What str.splitlines() would take for line ends although no robots.txt means them so.
_NO_LINE_END = str.maketrans(dict.fromkeys("\x00\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029", " "))
_SITEMAP_LINE = re.compile(r"\s*site-?maps?\s*(?::|\s)\s*(.*)", re.IGNORECASE)
_RULE_LINE = re.compile(r"\s*(?:user-?\s?agent|allow|dis+al+ow|site-?maps?|crawl-?\s?delay)\s*:", re.IGNORECASE)
_SEVERAL_ADDRESSES = re.compile(r"(?<![\s,])[\s,]++(?=https?://)", re.IGNORECASE)
_HTML = re.compile(r"\s*(?:<!doctype\s+html|<html[\s>]|<head[\s>]|<\?xml\s)", re.IGNORECASE)
_KEPT_LINES = 20


@dataclass(frozen=True, slots=True)
class RobotsRules:
    """What one robots.txt says. `sitemaps` are absolute and without duplicates, in the order of the file.

    `unreachable` is true where the server could not say (5xx, 429, a part of the file): then nothing is allowed until it can.
    """

    url: str
    status: int
    sitemaps: tuple[str, ...]
    problems: tuple[Problem, ...]
    unreachable: bool = False
    _groups: RobotsGroups = field(default_factory=RobotsGroups, repr=False, compare=False)

    def allowed(self, url: str, user_agent: str) -> bool:
        """May `user_agent` (a product token or a whole header) fetch the address? What is no address may never be fetched."""
        address = resolve(url, self.url)
        if self.unreachable or address is None:
            return False
        key = normalise_key(address)
        path = key.removeprefix(origin_of(key))
        return path.partition("?")[0] == "/robots.txt" or self._groups.rules_for(user_agent).paths.allow(path)

    def crawl_delay(self, user_agent: str) -> float | None:
        """Seconds between two requests that the file asks of `user_agent`: its Crawl-delay or Request-rate, the slower of the two."""
        return self._groups.rules_for(user_agent).delay


def read_robots(body: bytes, *, url: str, status: int, headers: Mapping[str, str] | None = None, truncated: bool = False) -> RobotsRules:
    """Read a robots.txt. `url` is the address that answered (after redirects), against which relative sitemaps are resolved.

    `headers` have lower-case names; `truncated` says that less arrived than was announced (a file cut by our own cap is not meant).
    Never raises on any input.
    """
    if status == 429 or status >= 500:
        return RobotsRules(url, status, (), (Problem("robots_unreachable", Severity.ERROR, f"HTTP status {status}"),), unreachable=True)
    if not 200 <= status < 300:
        return RobotsRules(url, status, (), ())
    problems: list[Problem] = []
    lines = _LINE_END.split(_text(body, headers or {}, problems))
    if truncated:
        # The last line may be half a rule, or half an address.
        problems.append(Problem("truncated_response", Severity.ERROR, "shorter than announced"))
        lines.pop()
    if _is_html(lines):
        problems.append(Problem("robots_is_html", Severity.WARNING, line=1))
        return RobotsRules(url, status, (), tuple(problems))
    sitemaps = _sitemaps(lines, url, problems)
    return RobotsRules(url, status, sitemaps, tuple(problems), unreachable=truncated, _groups=RobotsGroups(lines))


def _text(body: bytes, headers: Mapping[str, str], problems: list[Problem]) -> str:
    """The file as text without its byte order mark, cut at the end of a line where it is too long."""
    unpacked = b"".join(unpack(body, Unpacked(), max_bytes=MAX_BYTES + 1))
    if unpacked.startswith((_BOM, b"\xff\xfe", b"\xfe\xff")):
        problems.append(Problem("robots_bom", Severity.NOTICE, line=1))
    is_too_long = len(unpacked) > MAX_BYTES
    kept = _narrow(unpacked[:MAX_BYTES])
    pieces = to_utf8(iter([kept]), Decoded(), charset=http_charset(headers))
    text = b"".join(pieces).decode("utf-8", "replace").translate(_NO_LINE_END)
    if is_too_long:
        problems.append(Problem("robots_too_large", Severity.WARNING, f"only the first {MAX_BYTES} bytes count"))
        text = text[: max(text.rfind("\n"), text.rfind("\r"), 0)]
    return text.replace("\ufeff", "").lstrip("\u200b")


def _narrow(body: bytes) -> bytes:
    """UTF-16 without a byte order mark, told by the zeros between the letters of its first word."""
    for codec, zeros in (("utf-16-le", body[1:8:2]), ("utf-16-be", body[0:8:2])):
        if zeros == bytes(4) and body[:8].count(0) == 4:
            return body.decode(codec, "replace").encode()
    return body


def _is_html(lines: list[str]) -> bool:
    first = next((line for line in lines if line.strip()), "")
    if _HTML.match(first):
        return True
    return first.lstrip().startswith("<") and not any(_RULE_LINE.match(line) for line in lines)


def _sitemaps(lines: list[str], url: str, problems: list[Problem]) -> tuple[str, ...]:
    found: dict[str, str] = {}
    relative: list[tuple[int, str]] = []
    invalid: list[tuple[int, str]] = []
    for number, address in _announced(lines):
        resolved = resolve(address, url)
        if resolved is None:
            invalid.append((number, address))
            continue
        if is_relative(address):
            relative.append((number, address))
        found.setdefault(normalise_key(resolved), resolved)
    for code, severity, places in (
        ("robots_sitemap_relative", Severity.WARNING, relative),
        ("url_invalid", Severity.WARNING, invalid),
    ):
        if places:
            detail = "; ".join(address[:160] for _, address in places[:_KEPT_LINES])
            problems.append(Problem(code, severity, detail, places[0][0], len(places)))
    return tuple(found.values())


def _announced(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Line number and address of each Sitemap line, wherever it stands; a line that names several addresses announces each."""
    for number, line in enumerate(lines, start=1):
        match = _SITEMAP_LINE.fullmatch(line)
        value = match[1].partition("#")[0].strip() if match else ""
        if value:
            yield from ((number, address) for address in _SEVERAL_ADDRESSES.split(value))
