"""The groups of a robots.txt: which rules are for whom (RFC 9309 section 2.2.1).

- A group begins with one or more User-agent lines and ends at the User-agent line that follows an Allow or Disallow line. Blank lines,
  comments and all other lines (Sitemap, Crawl-delay, whatever there may be) end nothing: section 2.2.4 says that they must not.
- All groups that name a crawler are one. A crawler that is named obeys its own groups alone, every other crawler those of `*`.
- A name is compared whole, without regard to letter case, up to the first character that no name has: "Bot", "bot/2.1" and "BOT*" all
  name the crawler "Bot"; "Bo" and "Bots" are others. Rules before the first User-agent line are for nobody.
- A Crawl-delay or Request-rate, which the RFC does not know, is for the names above it in its group; the longest counts.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from sitemaps_app.formats.robots_rules import PathRule, PathRules, path_rule

EVERYBODY = "*"
# The spellings that crawlers forgive, with the space that some write in place of the hyphen or of the colon.
_AGENT_NAMES = frozenset({"user-agent", "useragent", "user agent"})
_ALLOW_NAMES = frozenset({"allow"})
_DISALLOW_NAMES = frozenset({"disallow", "dissallow", "dissalow", "disalow", "disallows", "diasllow", "disallaw"})
_DELAY_NAMES = frozenset({"crawl-delay", "crawl delay", "crawldelay"})
_RATE_NAMES = frozenset({"request-rate", "request rate"})
_NAMES = _AGENT_NAMES | _ALLOW_NAMES | _DISALLOW_NAMES | _DELAY_NAMES | _RATE_NAMES
_FORMS = (
    re.compile(r"([a-z]++(?:[ -][a-z]++)?+)\s*+:(.*)", re.IGNORECASE | re.DOTALL),
    re.compile(r"(user[- ]?agent|allow|dis{1,2}al{1,2}ow|crawl[- ]delay)\s++(.+)", re.IGNORECASE | re.DOTALL),
)
_PRODUCT = re.compile(r"(?:.{0,200}?\(compatible;\s*)?([A-Za-z0-9_][A-Za-z0-9_.-]*)", re.ASCII)
_RATE = re.compile(r"(\d{1,9})\s*/\s*(\d{1,9})\s*([smhd]?)", re.IGNORECASE | re.ASCII)
_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3_600, "d": 86_400}


def product_of(user_agent: str) -> str:
    """The product token by which groups are chosen (RFC 9309 section 2.2.1): "Bot" of "Bot/1.0 (+https://…)".

    Also of what a robots.txt writes behind User-agent. A text without any is its own token.
    """
    text = user_agent.strip()
    match = _PRODUCT.match(text)
    return match[1] if match else text


@dataclass(frozen=True, slots=True)
class CrawlerRules:
    """What one crawler has to obey. `delay` is in seconds, None where none is asked for."""

    paths: PathRules
    delay: float | None


@dataclass(slots=True)
class _Group:
    """`names` with their places in the order of the file; `delays` with the number of names they are for: those that stand above."""

    names: dict[str, int] = field(default_factory=dict)
    rules: list[tuple[str, bool]] = field(default_factory=list)
    delays: list[tuple[float, int]] = field(default_factory=list)


class RobotsGroups:
    """The rules of each crawler of one file. Those of a crawler are put together when they are first asked for: most are for others."""

    def __init__(self, lines: Iterable[str] = ()) -> None:
        self._groups = _read_groups(lines)
        self._known: dict[str, CrawlerRules] = {}

    def rules_for(self, user_agent: str) -> CrawlerRules:
        """The rules for a user agent (a product token or a whole header)."""
        product = product_of(user_agent).lower()
        known = self._known.get(product)
        if known is None:
            is_named = any(product in group.names for group in self._groups)
            known = self._known[product] = self._put_together(product if is_named else EVERYBODY)
        return known

    def _put_together(self, name: str) -> CrawlerRules:
        groups = [(group, place) for group in self._groups if (place := group.names.get(name)) is not None]
        rules = (_rule(*rule) for group, _ in groups for rule in group.rules)
        delays = [delay for group, place in groups for delay, reach in group.delays if place < reach]
        return CrawlerRules(PathRules(rule for rule in rules if rule is not None), max(delays, default=None))


def _rule(pattern: str, allows: bool) -> PathRule | None:  # noqa: FBT001 - the pair as it stands in the group
    return path_rule(pattern, allows=allows)


def _read_groups(lines: Iterable[str]) -> list[_Group]:
    groups = [_Group()]
    for name, value in _fields(lines):
        group = groups[-1]
        if name in _AGENT_NAMES:
            if group.rules:
                group = _Group()
                groups.append(group)
            if value:
                agent = EVERYBODY if value.split()[0] == EVERYBODY else product_of(value).lower()
                group.names.setdefault(agent, len(group.names))
        elif name in _ALLOW_NAMES or name in _DISALLOW_NAMES:
            group.rules.append((value, name in _ALLOW_NAMES))
        else:
            delay = _delay(value) if name in _DELAY_NAMES else _seconds_a_request(value)
            if delay is not None:
                group.delays.append((delay, len(group.names)))
    return groups


def _fields(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Name in lower case and value of each line that means something to a group, without its comment."""
    for line in lines:
        text = line.partition("#")[0].strip()
        for form in _FORMS:
            match = form.match(text)
            name = match[1].lower() if match else ""
            if match and name in _NAMES:
                yield name, match[2].strip()
                break


def _delay(value: str) -> float | None:
    try:
        seconds = float(value)
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) and seconds >= 0 else None


def _seconds_a_request(value: str) -> float | None:
    """One request in 20 seconds is "1/20" or "1/20s"; a time of day behind it does not change what we ask of ourselves."""
    match = _RATE.match(value)
    if match is None or not int(match[1]):
        return None
    return int(match[2]) * _SECONDS[match[3].lower()] / int(match[1])
