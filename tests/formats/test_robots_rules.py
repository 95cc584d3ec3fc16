"""What the makers of the rules publish as examples: Google's tables and RFC 9309's own, and what is hostile to a matcher."""

from __future__ import annotations

import pytest

from sitemaps_app.formats.robots_rules import PathRules, path_rule


def allowed(path: str, *rules: str) -> bool:
    """May a path be fetched under rules such as "Allow: /page"?"""
    pairs = [rule.partition(": ") for rule in rules]
    made = [path_rule(pattern, allows=field.lower() == "allow") for field, _, pattern in pairs]
    return PathRules(rule for rule in made if rule is not None).allow(path)


# https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt#url-matching-based-on-path-values
GOOGLE_PATHS = [
    ("/", ["/", "/any", "/any/valid?url"], []),
    ("/*", ["/", "/any", "/any/valid?url"], []),
    ("/$", ["/"], ["/any", "/any/lower"]),
    (
        "/fish",
        ["/fish", "/fish.html", "/fish/salmon.html", "/fishheads", "/fishheads/yummy.html", "/fish.php?id=anything"],
        ["/Fish.asp", "/catfish", "/?id=fish", "/desert/fish"],
    ),
    (
        "/fish*",
        ["/fish", "/fish.html", "/fish/salmon.html", "/fishheads", "/fishheads/yummy.html", "/fish.php?id=anything"],
        ["/Fish.asp", "/catfish", "/?id=fish", "/desert/fish"],
    ),
    ("/fish/", ["/fish/", "/fish/?id=anything", "/fish/salmon.htm"], ["/fish", "/fish.html", "/animals/fish/", "/Fish/Salmon.asp"]),
    ("fish/", ["/fish/", "/fish/?id=anything", "/fish/salmon.htm"], ["/fish", "/fish.html", "/Fish/Salmon.asp"]),
    (
        "/*.php",
        ["/index.php", "/filename.php", "/folder/filename.php", "/folder/filename.php?parameters", "/folder/any.php.file.html", "/filename.php/"],
        ["/", "/windows.PHP"],
    ),
    ("/*.php$", ["/filename.php", "/folder/filename.php"], ["/filename.php?parameters", "/filename.php/", "/filename.php5", "/windows.PHP"]),
    ("/fish*.php", ["/fish.php", "/fishheads/catfish.php?parameters"], ["/Fish.PHP"]),
]  # fmt: skip


@pytest.mark.parametrize(("pattern", "path", "is_matched"), [
    (pattern, path, is_matched)
    for pattern, matched, others in GOOGLE_PATHS
    for path, is_matched in [*((path, True) for path in matched), *((path, False) for path in others)]
])  # fmt: skip
def test_paths_match_as_google_publishes(pattern: str, path: str, is_matched: bool) -> None:
    assert allowed(path, f"Disallow: {pattern}") is not is_matched


# https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt#order-of-precedence-for-rules
@pytest.mark.parametrize(
    ("path", "rules", "is_allowed"),
    [
        ("/page", ["Allow: /p", "Disallow: /"], True),
        ("/folder/page", ["Allow: /folder", "Disallow: /folder"], True),
        ("/page.htm", ["Allow: /page", "Disallow: /*.htm"], False),
        ("/page.php5", ["Allow: /page", "Disallow: /*.ph"], True),
        ("/", ["Allow: /$", "Disallow: /"], True),
        ("/page.htm", ["Allow: /$", "Disallow: /"], False),
    ],
)
def test_the_order_of_precedence_is_the_one_google_publishes(path: str, rules: list[str], is_allowed: bool) -> None:
    assert allowed(path, *rules) is is_allowed
    assert allowed(path, *reversed(rules)) is is_allowed


# RFC 9309 section 2.2.2, and 5.2 for the longest match.
@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("/foo/bar?baz=quz", "/foo/bar?baz=quz"),
        ("/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar"),
        ("/foo/bar?baz=https%3A%2F%2Ffoo.bar", "/foo/bar?baz=https://foo.bar"),
        ("/foo/bar/ツ", "/foo/bar/%E3%83%84"),
        ("/foo/bar/%E3%83%84", "/foo/bar/ツ"),
        ("/foo/bar/%E3%83%84", "/foo/bar/%e3%83%84"),
        ("/foo/bar/%62%61%7A", "/foo/bar/baz"),
        ("/foo/bar/baz", "/foo/bar/%62%61%7A"),
    ],
)
def test_escapes_are_compared_as_rfc_9309_says(pattern: str, path: str) -> None:
    assert not allowed(path, f"Disallow: {pattern}")
    assert allowed("/foo/bar", f"Disallow: {pattern}")


# RFC 9309 section 2.2.3: the special characters, and how to mean them literally.
@pytest.mark.parametrize(
    ("pattern", "path", "is_allowed"),
    [
        ("/path/file-with-a-%2A.html", "/path/file-with-a-*.html", False),
        ("/path/file-with-a-%2A.html", "/path/file-with-a-x.html", True),
        ("/path/foo-%24", "/path/foo-$", False),
        ("/path/foo-%24", "/path/foo-", True),
        ("/path/foo-$", "/path/foo-$", True),
        ("/a$b", "/a$b", False),
        ("/a$b", "/a", True),
        ("*.gif$", "/example/a.gif", False),
        ("*.gif$", "/example/a.gif?x", True),
    ],
)
def test_special_characters_mean_what_rfc_9309_says(pattern: str, path: str, is_allowed: bool) -> None:
    assert allowed(path, f"Disallow: {pattern}") is is_allowed


def test_the_longest_match_decides() -> None:
    rules = ("Allow: /example/page/", "Disallow: /example/page/disallowed.gif")
    assert not allowed("/example/page/disallowed.gif", *rules)
    assert allowed("/example/page/other.gif", *rules)


def test_length_is_counted_in_octets_however_they_are_written() -> None:
    assert allowed("/é", "Disallow: /é", "Allow: /%C3%A9")
    assert not allowed("/é/x", "Disallow: /é/x", "Allow: /%C3%A9/")
    assert allowed("/pages/x?id=1", "Allow: /pages/x", "Disallow: /*?id=")


def test_octets_that_are_no_utf_8_are_told_apart() -> None:
    """Paths in GBK: two directories of the same length are still two."""
    assert not allowed("/%C4%BF%C2%BC/1", "Disallow: /%c4%bf%c2%bc/")
    assert allowed("/%D0%C2%CE%C5/1", "Disallow: /%C4%BF%C2%BC/")


def test_an_escaped_delimiter_of_a_path_is_no_delimiter() -> None:
    assert allowed("/a%2Fb", "Disallow: /a/")
    assert not allowed("/a%2fb", "Disallow: /a%2F")
    assert allowed("/a%3Fb", "Disallow: /a?")


def test_a_bare_percent_sign_is_itself() -> None:
    assert not allowed("/100%25", "Disallow: /100%")
    assert not allowed("/%zz", "Disallow: /%zz")


@pytest.mark.parametrize(
    ("pattern", "path", "is_allowed"),
    [
        ("/a*b*c$", "/abc", False),
        ("/a*b*c$", "/aXbXc", False),
        ("/a*b*c$", "/abcd", True),
        ("/a**c", "/ac", False),
        ("/*aa$", "/a", True),
        ("/*", "/", False),
        ("*", "/x", False),
        ("/ab*bc$", "/abc", True),
        ("$", "/", True),
        ("*$", "/x", False),
    ],
)
def test_wildcards_do_not_share_characters(pattern: str, path: str, is_allowed: bool) -> None:
    assert allowed(path, f"Disallow: {pattern}") is is_allowed


def test_an_empty_pattern_says_nothing() -> None:
    assert path_rule("", allows=False) is None


@pytest.mark.parametrize("pattern", ["/" + "*a" * 250_000, "/*" + "a*" * 1_000 + "b", "/" + "%" * 400_000, "*" * 500_000])
def test_a_hostile_pattern_is_judged_all_the_same(pattern: str) -> None:
    """A matcher that goes back at each wildcard would not come back from these; each part is searched once."""
    rule = path_rule(pattern, allows=False)
    assert rule is not None
    assert rule.matches("/" + "a" * 2_000) is (set(pattern) == {"*"})
