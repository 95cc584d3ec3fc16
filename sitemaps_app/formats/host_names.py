"""Host names as people write them: those of other scripts are kept as the network knows them, "xn--" and Punycode (RFC 3492)."""

from __future__ import annotations

import unicodedata

import idna

_PREFIX = "xn--"
# Scripts that one language writes together; a name of any other two is a sign that one letter stands in for another (UTS 39, section 5).
_TOGETHER = (frozenset({"CJK", "HIRAGANA", "KATAKANA"}), frozenset({"CJK", "HANGUL"}), frozenset({"CJK", "BOPOMOFO"}))
# Letters of other scripts that look like one of Latin; a name of nothing else is not told from a Latin one by looking at it.
_LIKE_LATIN = frozenset("асԁеһіјӏорԛѕԝхуъьҽпгѵѡмнткв" + "αοερυικνωτχ")
_NO_LETTER = frozenset("0123456789-")


def readable_host(host: str) -> str:
    """A host in normal form, with or without a port, as people write it: "xn--bcher-kva.example" is "bücher.example".

    A label that is no valid name (RFC 5891), mixes scripts, or is made only of letters that look like Latin ones stays as it is, since it
    might be read as another name than it is.
    """
    if _PREFIX not in host:
        return host
    name, colon, port = host.partition(":")
    return ".".join(map(_readable, name.split("."))) + colon + port


def coded_host(name: str) -> str:
    """A host as the network knows it, "" where no host is written so (RFC 5891, after the mapping of UTS 46)."""
    try:
        return idna.encode(name.strip().rstrip("."), uts46=True).decode("ascii")
    except idna.IDNAError:
        return ""


def _readable(label: str) -> str:
    if not label.startswith(_PREFIX):
        return label
    try:
        decoded = idna.ulabel(label)
    except idna.IDNAError:
        return label
    return decoded if _is_told_apart(decoded) else label


def _is_told_apart(label: str) -> bool:
    letters = set(label) - _NO_LETTER
    scripts = {_script(letter) for letter in letters if not unicodedata.category(letter).startswith("M")}
    if len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER):
        return False
    return "LATIN" in scripts or not letters <= _LIKE_LATIN


def _script(letter: str) -> str:
    """The script of a letter, as the first word of its name tells it."""
    return unicodedata.name(letter, "unknown").split(" ", 1)[0].split("-", 1)[0]
