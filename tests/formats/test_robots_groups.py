from __future__ import annotations

import gc

import pytest

from sitemaps_app.formats.robots_groups import RobotsGroups, product_of


def allowed(text: str, path: str, agent: str = "ExampleBot/1.0 (+https://bot.example)") -> bool:
    return RobotsGroups(text.splitlines()).rules_for(agent).paths.allow(path)


def delay(text: str, agent: str = "ExampleBot") -> float | None:
    return RobotsGroups(text.splitlines()).rules_for(agent).delay


# RFC 9309 section 5.1.
SIMPLE = """User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot
"""


@pytest.mark.parametrize(
    ("agent", "open_paths", "closed_paths"),
    [
        ("anybot", ["/publications/", "/", "/a.gif?x"], ["/example/page.html", "/a.gif"]),
        ("foobot", ["/example/page.html", "/example/allowed.gif"], ["/", "/example/x", "/publications/"]),
        ("barbot", ["/", "/example/"], ["/example/page.html"]),
        ("bazbot", ["/", "/example/"], ["/example/page.html"]),
        ("quxbot", ["/", "/example/page.html", "/a.gif"], []),
    ],
)
def test_the_simple_example_of_rfc_9309_reads_as_it_says(agent: str, open_paths: list[str], closed_paths: list[str]) -> None:
    assert [path for path in open_paths if not allowed(SIMPLE, path, agent)] == []
    assert [path for path in closed_paths if allowed(SIMPLE, path, agent)] == []


def test_groups_of_one_name_are_one_group() -> None:
    """RFC 9309 section 2.2.1."""
    text = "user-agent: ExampleBot\ndisallow: /foo\ndisallow: /bar\n\nuser-agent: Other\ndisallow: /\n\nUSER-AGENT: EXAMPLEBOT\ndisallow: /baz\n"
    assert [allowed(text, path) for path in ("/foo", "/bar", "/baz", "/boo")] == [False, False, False, True]


# https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt#grouping-of-lines-and-rules
GOOGLE_GROUPS = (
    "user-agent: a\ndisallow: /c\n\nuser-agent: b\ndisallow: /d\n\nuser-agent: e\nuser-agent: f\ndisallow: /g\n\nuser-agent: h\n"
)


@pytest.mark.parametrize(("agent", "path"), [("a", "/c"), ("b", "/d"), ("e", "/g"), ("f", "/g")])
def test_lines_group_as_google_publishes(agent: str, path: str) -> None:
    assert [other for other in ("/c", "/d", "/g") if not allowed(GOOGLE_GROUPS, other, agent)] == [path]
    assert allowed(GOOGLE_GROUPS, path, "h")


def test_googles_order_of_user_agents_is_by_name_and_not_by_place() -> None:
    text = "user-agent: googlebot-news\ndisallow: /1\n\nuser-agent: *\ndisallow: /2\n\nuser-agent: googlebot\ndisallow: /3\n"
    closed = {
        agent: [path for path in ("/1", "/2", "/3") if not allowed(text, path, agent)]
        for agent in ("Googlebot-News", "Googlebot", "Googlebot-Image", "otherbot")
    }
    # Google's own crawlers fall back from "googlebot-image" to "googlebot"; a crawler of one name has nothing to fall back to but `*`.
    assert closed == {"Googlebot-News": ["/1"], "Googlebot": ["/3"], "Googlebot-Image": ["/2"], "otherbot": ["/2"]}


@pytest.mark.parametrize(
    "between", ["sitemap: https://site.example/s.xml", "", "# words", "Crawl-delay: 5", "Host: site.example", "Noindex: /x"]
)
def test_only_a_rule_ends_the_names_of_a_group(between: str) -> None:
    """Google's example with a sitemap line between two names, and RFC 9309 section 2.2.4: other records must not interfere."""
    text = f"user-agent: a\n{between}\n\nuser-agent: b\ndisallow: /\n"
    assert not allowed(text, "/", "a")
    assert not allowed(text, "/", "b")
    assert allowed(text, "/", "c")


@pytest.mark.parametrize(
    "name", ["ExampleBot", "examplebot/2.1", "EXAMPLEBOT*", "ExampleBot and friends", "Mozilla/5.0 (compatible; ExampleBot/1.0)"]
)
def test_a_crawler_is_named_however_its_name_is_dressed(name: str) -> None:
    text = f"User-agent: {name}\nDisallow: /own\n\nUser-agent: *\nDisallow: /all"
    assert (allowed(text, "/own"), allowed(text, "/all")) == (False, True)


@pytest.mark.parametrize("name", ["Example", "Bot", "ExampleBot-News", "ExampleBots", "E", "xExampleBot", "360Spider"])
def test_a_crawler_of_another_name_is_another(name: str) -> None:
    text = f"User-agent: {name}\nDisallow: /\n\nUser-agent: *\nDisallow: /all"
    assert (allowed(text, "/own"), allowed(text, "/all")) == (True, False)


def test_an_empty_rule_frees_the_crawler_that_is_named() -> None:
    assert allowed("User-agent: ExampleBot\nDisallow:\n\nUser-agent: *\nDisallow: /", "/x")
    assert allowed("User-agent: *\nDisallow:", "/x")


def test_an_empty_rule_ends_the_names_of_a_group() -> None:
    assert allowed("User-agent: ExampleBot\nDisallow:\nUser-agent: b\nDisallow: /", "/x")


def test_a_user_agent_line_without_a_name_begins_a_group_for_nobody() -> None:
    assert allowed("User-agent: ExampleBot\nDisallow: /a\nUser-agent:\nDisallow: /b", "/b")


def test_rules_before_any_name_are_for_nobody() -> None:
    assert allowed("Disallow: /\nUser-agent: *\nAllow: /x", "/y")


@pytest.mark.parametrize(
    "line",
    ["disallow: /x", "DISALLOW : /x", " Disallow:/x", "Disallow:\t/x # why", "Dissallow: /x", "disalow: /x", "Disallow /x", "Disallow: x"],
)
def test_a_rule_is_known_in_every_spelling_that_crawlers_forgive(line: str) -> None:
    for agent in ("User-agent: *", "useragent:*", "User agent: * # all", "User-agent: * everybody", "USER-AGENT *"):
        assert not allowed(f"{agent}\n{line}", "/x"), agent


@pytest.mark.parametrize("line", ["Disallowed: /x", "# Disallow: /x", "Not-disallow: /x", "Disallow-all: /x", "x Disallow: /x"])
def test_a_line_that_is_no_rule_forbids_nothing(line: str) -> None:
    assert allowed(f"User-agent: *\n{line}", "/x")


def test_a_delay_is_for_the_names_above_it() -> None:
    text = "User-agent: ExampleBot\nCrawl-delay: 10\nUser-agent: b\nDisallow: /x\n\nUser-agent: *\nCrawl-delay: 3"
    assert (delay(text), delay(text, "b"), delay(text, "c")) == (10.0, None, 3.0)


def test_the_slowest_of_the_asked_paces_counts() -> None:
    assert delay("User-agent: *\nCrawl-delay: 2.5\nRequest-rate: 1/1m 0600-0845\nCrawl delay: 4") == 60.0
    assert delay("User-agent: *\nRequest-rate: 2/30") == 15.0


@pytest.mark.parametrize(
    "line", ["Crawl-delay: -1", "Crawl-delay: nan", "Crawl-delay: 1e999", "Request-rate: 0/5", "Request-rate: /", "Crawl-delay:"]
)
def test_a_delay_that_is_none_is_ignored(line: str) -> None:
    assert delay(f"User-agent: *\n{line}") is None


def test_ten_thousand_names_over_ten_thousand_lines_are_not_multiplied() -> None:
    """Kept a name each, 14,000 names over 18,000 rules would be 252 million rules; so would delays between the names."""
    names = [f"User-agent: bot{number}" for number in range(14_000)]
    many = RobotsGroups([*names, *(["Disallow: /a"] * 18_000)])
    mixed = RobotsGroups(line for name in names for line in (name, "Crawl-delay: 2"))
    gc.collect()
    assert not many.rules_for("bot13999").paths.allow("/a")
    assert many.rules_for("other").paths.allow("/a")
    assert mixed.rules_for("bot7").delay == 2.0
    kept = sum(len(group.rules) + len(group.names) + len(group.delays) for groups in (many, mixed) for group in groups._groups)
    assert kept == 14_000 + 18_000 + 2 * 14_000


def test_the_product_is_the_token_that_groups_name() -> None:
    assert product_of("Mozilla/5.0 (compatible; Foobot/2.1; +https://foo.example)") == "Foobot"
    assert product_of("LastmodTrust/1.0 (+https://trust.example)") == "LastmodTrust"
    assert product_of("") == ""
