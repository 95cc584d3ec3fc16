"""Our reading of robots.txt against two others, on files where all who read it must agree.

Left out is what they do otherwise and why: protego takes "Bo" for a name of "Bot", counts escapes in the length of a pattern, reads escapes
that are no UTF-8 as one letter, and ends a group at Crawl-delay; the standard library knows no wildcards, takes the first rule that
matches instead of the longest, and reads only the first of several groups of one name.
"""

from __future__ import annotations

from urllib.robotparser import RobotFileParser

from hypothesis import given
from hypothesis import strategies as st
from protego import Protego

from sitemaps_app.formats.robots_txt import read_robots

URL = "https://site.example/robots.txt"
AGENTS = ("Alphabot", "betabot", "GammaBot")
SEGMENTS = st.sampled_from(["a", "ab", "b", "a.html", "b~c", "x_y"])
PATHS = st.builds(
    lambda parts, end: f"/{'/'.join(parts)}{end if parts else ''}", st.lists(SEGMENTS, max_size=4), st.sampled_from(["", "/"])
)
PATTERNS = st.builds(
    lambda path, star, end: f"{path[:star]}*{path[star:]}{end}" if 0 < star <= len(path) else f"{path}{end}",
    PATHS,
    st.integers(0, 9),
    st.sampled_from(["", "$", "*"]),
)
ENDS = st.sampled_from(["\n", "\r\n"])


def joined(groups: list[tuple[list[str], list[str]]], end: str) -> str:
    blocks = [[*(f"User-agent: {name}" for name in names), *rules, ""] for names, rules in groups]
    return end.join(line for block in blocks for line in block)


RULES = st.lists(st.builds("{}: {}".format, st.sampled_from(["Allow", "Disallow"]), PATTERNS), max_size=6)
GROUPS = st.lists(st.tuples(st.lists(st.sampled_from([*AGENTS, "*"]), min_size=1, max_size=3), RULES), max_size=5)


@given(GROUPS, ENDS, st.lists(PATHS, min_size=1, max_size=8), st.sampled_from([*AGENTS, "other"]))
def test_protego_reads_the_same_on_plain_files(groups: list[tuple[list[str], list[str]]], end: str, paths: list[str], agent: str) -> None:
    text = joined(groups, end)
    ours, theirs = read_robots(text.encode(), url=URL, status=200), Protego.parse(text)
    for path in paths:
        assert ours.allowed(f"https://site.example{path}", agent) == theirs.can_fetch(f"https://site.example{path}", agent), (text, path)


# A name without a rule before a blank line is dropped by the standard library, and named together with the next one by RFC 9309.
PREFIXES = st.lists(PATHS.map("Disallow: {}".format), min_size=1, max_size=6)
NAMED_ONCE = st.permutations([*AGENTS, "*"]).flatmap(
    lambda names: st.lists(PREFIXES, min_size=4, max_size=4).map(lambda rules: list(zip([[name] for name in names], rules, strict=True)))
)


@given(NAMED_ONCE, ENDS, st.lists(PATHS, min_size=1, max_size=8), st.sampled_from([*AGENTS, "other"]))
def test_the_standard_library_reads_the_same_on_plain_prefixes(
    groups: list[tuple[list[str], list[str]]], end: str, paths: list[str], agent: str
) -> None:
    text = joined(groups, end)
    theirs = RobotFileParser()
    theirs.parse(text.splitlines())
    ours = read_robots(text.encode(), url=URL, status=200)
    for path in paths:
        assert ours.allowed(f"https://site.example{path}", agent) == theirs.can_fetch(agent, f"https://site.example{path}"), (text, path)
