r"""The JSON of a script that may not be JSON: repaired where that cannot invent anything, in time linear in its length.

Repaired are comment and CDATA wrappers, comments, commas with nothing before or after them, semicolons, blanks that JSON does not know,
`\'`, several values in one script, a whole script whose quotes are HTML-escaped, and a script that is one JSON text of JSON. Control
characters within texts are taken as they are. Never repaired is anything that would need a guess where a text or a thing ends.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

_OPENERS = re.compile(r"(?:<!--|//\s?<!\[CDATA\[|/\*\s?<!\[CDATA\[\s?\*/|<!\[CDATA\[)")
_CLOSERS = ("// -->", "//-->", "-->", "//]]>", "// ]]>", "/* ]]> */", "/*]]>*/", "]]>")
_MOST_WRAPPERS = 4
_MARKS = re.compile(
    r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)'  # a text
    r"|//[^\n]*+|/\*.*?(?:\*/|\Z)"  # a comment
    r"|[\[{]\s*+,[\s,]*+|[\[{]|[\]}]"  # brackets, and commas before the first part
    r"|,[\s,]*+(?=[\]}]|\Z)|,\s*+,[\s,]*+"  # commas after the last part, and several commas
    r"|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\xa0\u2028\u2029\ufeff\u200b]++",  # blanks that only other notations know
    re.DOTALL,
)
_UNKNOWN_ESCAPE = re.compile(r'(?:[^\\]|\\["\\/bfnrtu])*+\\[^"\\/bfnrtu]')
_ESCAPE = re.compile(r'(\\["\\/bfnrtu])|\\(.)', re.DOTALL)


def json_values(text: str, *, max_depth: int) -> tuple[list[Any] | None, bool]:
    """All JSON values of a script, None where nothing helps; and whether it was sound as it stood."""
    if _depth(text) > max_depth:
        return None, False
    values = _parsed(text)
    if values is not None:
        return _opened(values, max_depth), True
    unescaped = unescape(text)
    for broken in (text, unescaped) if unescaped != text else (text,):
        values = _parsed(_tidied(broken))
        if values is not None:
            return _opened(values, max_depth), False
    return None, False


def unwrapped(raw: str) -> str:
    """Without the comment and CDATA marks that XHTML authors put around scripts; at most four of each, as nobody writes more."""
    text = raw.strip().lstrip("\ufeff")
    for _ in range(_MOST_WRAPPERS):
        opener = _OPENERS.match(text)
        if opener is None:
            break
        text = text[opener.end() :].lstrip()
    for _ in range(_MOST_WRAPPERS):
        closer = next((one for one in _CLOSERS if text.endswith(one)), None)
        if closer is None:
            break
        text = text.removesuffix(closer).rstrip()
    return text


def _depth(text: str) -> int:
    depth = deepest = 0
    for found in _MARKS.finditer(text):
        mark = found.group()[0]
        if mark in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif mark in "]}":
            depth -= 1
    return deepest


def _parsed(text: str) -> list[Any] | None:
    """All JSON values in a text (several may follow each other, with semicolons between); None where it is not JSON."""
    decoder = json.JSONDecoder(strict=False)
    values: list[Any] = []
    position = 0
    while position < len(text):
        try:
            value, position = decoder.raw_decode(text, position)
        except (ValueError, RecursionError):
            return None
        values.append(value)
        while position < len(text) and text[position] in " \t\r\n;,":
            position += 1
    return values


def _opened(values: list[Any], max_depth: int) -> list[Any]:
    """A script that is nothing but a text of JSON was written out twice: what the text holds is meant."""
    if len(values) == 1 and isinstance(values[0], str) and _depth(values[0]) <= max_depth:
        return _parsed(values[0]) or []
    return values


def _tidied(text: str) -> str:
    return _MARKS.sub(_tidy, text).strip()


def _tidy(found: re.Match[str]) -> str:
    mark = found.group()
    if mark[0] == '"':
        return _ESCAPE.sub(r"\1\2", mark) if _UNKNOWN_ESCAPE.match(mark) else mark
    if mark[0] in "[{":
        return mark[0]
    if mark[0] == "/":
        return ""
    if mark[0] == ",":
        return "," if found.end() < len(found.string) and found.string[found.end()] not in "]}" else ""
    return mark if mark[0] in "]}" else " "


_LAST_RESORT = re.compile(r'"date(Modified|Published)"\s*+:\s*+"([^"\\]{4,40})"')
_OTHER_THINGS = re.compile(r'"(?:comment|review|itemListElement|blogPost|hasPart|ItemList|Comment|Review|isRelatedTo|liveBlogUpdate)"')
_ARTICLE_TYPE = re.compile(r'"@type"\s*+:\s*+\[?+\s*+"((?:[A-Z][a-z]{2,14})?Article|BlogPosting|WebPage|Report)"')


def single_thing(text: str) -> dict[str, Any] | None:
    """The types and dates of a script that cannot be parsed, where it plainly describes one thing with one date of a kind."""
    types = sorted({found.group(1) for found in _ARTICLE_TYPE.finditer(text)})
    dates: dict[str, set[str]] = {"Modified": set(), "Published": set()}
    for found in _LAST_RESORT.finditer(text):
        dates[found.group(1)].add(found.group(2))
    single = len(dates["Modified"]) <= 1 and len(dates["Published"]) <= 1
    if not types or not single or _OTHER_THINGS.search(text):
        return None
    return {"@type": types, "dateModified": list(dates["Modified"]), "datePublished": list(dates["Published"])}


def texts(value: Any, most: int = 5) -> Iterator[str]:
    """The texts of a value that may be a text, a number, a value object, a reference, or a list of these; at most `most`."""
    parts = value[:most] if isinstance(value, list) else [value]
    for part in parts:
        inner = next((part[key] for key in ("@value", "@id", "id", "url") if key in part), None) if isinstance(part, dict) else part
        if isinstance(inner, str):
            yield inner
        elif isinstance(inner, int | float) and not isinstance(inner, bool):
            yield str(inner)
