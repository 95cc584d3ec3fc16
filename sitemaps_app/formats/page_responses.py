"""Counters of an audience's response in short lines: a number beside a word of response ("48 interested", "コメント(12)").

Words are looked up, not matched by a pattern: a pattern of hundreds of words in thirty languages would be slow on every line.
"""

from __future__ import annotations

import re

from sitemaps_app.formats.page_noise_words import UNIT
from sitemaps_app.formats.page_response_words import (
    AUDIENCE,
    BESIDE_RESPONSES,
    BYLINE_WORDS,
    CAPACITY_WORDS,
    LONGEST_STEM,
    NOW,
    PEOPLE,
    RESPONSE_WORDS,
    SHORTEST_STEM,
    UNSPACED_RESPONSES,
)

_NUMBER = re.compile(
    r"(?<![\w.,])(?<!\d:)[+]?\d+(?:[.,'’٬٫\u00a0\u202f ]\d{3})*(?:[.,٫]\d{1,2})?(?!\d)"
    r"(?:\s?(?:[kKmMwW]|tys\.|tsd\.|mio\.|mln\.?|тыс\.?|rb|jt|tis\.?|τις|nghìn|ألف|هزار|พัน|หมื่น|แสน)(?![^\W\d])|\s?[万萬千億亿만천])?\+?"
    r"|(?<=[^\x00-\u02ff])\d[\d.,]*(?:\s?[万萬千億亿만천wW])?\+?"
)
# Signs above and below the letters belong to a word; Python counts them as none of its letters.
_LETTERS = r"(?:[^\W\d_]|[\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u0900-\u0963\u0981-\u0dff\u0e31-\u0e3a\u0e47-\u0e4e])+"
_WORD = re.compile(rf"{_LETTERS}(?:['’-]{_LETTERS})*")
_MARKS = re.compile(r"[♥❤♡👍👎★☆⭐👁💬🔥🗨🎉👏🙌😀-🙏]\ufe0f?\s*$")
# The point behind an initial ("N. Belov") ends no sentence.
_SENTENCE = re.compile(r"(?:(?<![^\W\d_])|(?<=[^\W\d_][^\W\d_]))[.!?]\s+\S|[。！？؟।]\s+\S|[.。！？؟।]$")
_STATEMENTS = re.compile(r"(?<=\d)[.。;；,，]\s+(?=[^\W\d_])|(?<=[^\W\d_])[.。;；]\s*(?=[^\W\d_])")
_DIGIT = re.compile(r"\d")
_LABELLED = re.compile(r"[^:：]{2,40}[:：]\s*\d[\d.,'’\s\u00a0]{0,12}\D{0,15}|\d[\d.,'’\u00a0]{0,12}\s\D{2,30}")
_LOOSE_ENDS = re.compile(r"(?:\s*[,;/|，；、·])+\s*$|(?<=[,;/|，；、])(?:\s*[,;/|，；、·])+")
_UNIT = re.compile(r"\s*(?:[回次件人个個×]|x(?!\w))?\s*[)）\]]?")
_OF_TIME = re.compile(rf"\s*(?:{UNIT})(?!\w)", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
_LABELS = frozenset({"posts", "threads", "topics"})  # words of response before a colon only: "Posts of 2021" heads a list
_AVERAGE = re.compile(r"(?:10|[0-9])[.,]\d{1,2}")
_BETWEEN_BEFORE = re.compile(rf"(?:(?P<first>{_LETTERS})\s)?(?P<last>{_LETTERS}(?:['’-]{_LETTERS})*)[!！]?\s*[:：(（\[]?\s*$")
_BETWEEN_AFTER = re.compile(rf"\s*{_LETTERS}(?:['’-]{_LETTERS})*")
_UP_TO_A_DIGIT = re.compile(r".*[0-9]", re.DOTALL)
_MOST_OTHERS, _MOST_WORDS, _MOST_LONELY, _LONGEST_LINE = 2, 10, 8, 24
_SHARES = 1  # "41 of 50 found this helpful"


def is_response(word: str) -> bool:
    """Whether a word in small letters speaks of response, by itself or by its beginning."""
    if word in RESPONSE_WORDS:
        return True
    for length in range(min(len(word), LONGEST_STEM), SHORTEST_STEM - 1, -1):
        if word[:length] in RESPONSE_WORDS:
            return True
    return not word.isascii() and any(stem in word for stem in UNSPACED_RESPONSES)


def is_counter(segment: str) -> bool:
    """Whether a whole segment of a line is one or more counters with few words besides: "48 people interested", "4.7 from 151 votes"."""
    segment = segment.rpartition("? ")[2]
    numbers = [one for one in _NUMBER.finditer(segment) if not _OF_TIME.match(segment, one.end())]
    if not numbers or len(numbers) > 4 or _is_sentence(segment):
        return False
    words = [word.lower() for word in _WORD.findall(segment)]
    if not words or len(words) > _MOST_WORDS or words[0] in BYLINE_WORDS or not CAPACITY_WORDS.isdisjoint(words):
        return False
    if not AUDIENCE.isdisjoint(words) and not NOW.isdisjoint(words):
        return True
    behind = _BETWEEN_AFTER.match(segment, numbers[0].end())
    if behind is not None and len(words) > 1 and len(numbers) == 1 and _WORD.findall(behind.group())[-1].lower() in PEOPLE:
        return True
    responses = [word for word in words if is_response(word)]
    others = [word for word in words if word not in responses and word not in BESIDE_RESPONSES]
    counted = [one for one in numbers if not _AVERAGE.fullmatch(one.group().strip()) and not _is_year(segment, one)]
    return bool(responses) and len(others) <= _MOST_OTHERS - (len(numbers) > 1) and 0 < len(counted) <= len(responses) + _SHARES


def _is_year(line: str, number: re.Match[str]) -> bool:
    """Whether a number is a year that something is of ("Reviews of 2021"): no colon stands before it, and no word of response behind."""
    if not _YEAR.fullmatch(number.group()) or line[: number.start()].rstrip().endswith((":", "：")):
        return False
    behind = _BETWEEN_AFTER.match(line, number.end())
    return behind is None or not is_response(_WORD.findall(behind.group())[-1].lower())


def are_counters(line: str) -> bool:
    """Whether a line is nothing but counters with points or commas between them: "On the site: 7. Visits today: 214."."""
    statements = _STATEMENTS.split(line.rstrip(" .。"))
    return len(statements) > 1 and all(_LABELLED.fullmatch(one) is not None and is_counter(one) for one in statements)


def _is_sentence(line: str) -> bool:
    return _SENTENCE.search(line) is not None and (len(_WORD.findall(line)) > 3 or not line.isascii())


def without_counters(line: str) -> str:
    """A line of short statements without the counters in it: a number with a word of response right before or behind it."""
    if len(_WORD.findall(line)) > _LONGEST_LINE or _is_sentence(line):
        return line
    parts, begin, found_any = [], 0, 0
    for one in _NUMBER.finditer(line):
        span = _counter_around(line, one, begin)
        if span is not None:
            parts.append(line[begin : span[0]])
            begin = span[1]
            found_any += 1
    rest = _LOOSE_ENDS.sub("", "".join([*parts, line[begin:]]))
    is_byline = found_any > 1 or _DIGIT.search(rest) is not None or len(_WORD.findall(rest)) <= _MOST_LONELY
    return " ".join(rest.split()) if found_any and is_byline else line


def _responses_of(label: re.Match[str]) -> list[str]:
    """Which words of a label speak of response; two words, or those of a forum, do so before a colon only."""
    before_colon = label.group().rstrip().endswith((":", "："))
    named = [name for name in ("first", "last") if is_response((label.group(name) or "").lower())]
    if not before_colon:
        return [name for name in named if name == "last"]
    return named or ["last"] * (label.group("last").lower() in _LABELS)


def _counter_around(line: str, number: re.Match[str], begin: int) -> tuple[int, int] | None:
    """Where the counter with this number begins and ends; None where no word of response stands beside it."""
    before = line[begin : number.start()]
    mark = _MARKS.search(before)
    if mark is not None:
        return begin + mark.start(), number.end()
    # No digit stands in a label: from behind the last one, a line of many numbers is not searched again for each of them.
    digit = _UP_TO_A_DIGIT.match(before)
    label = _BETWEEN_BEFORE.search(before, digit.end() if digit is not None else 0)
    named = _responses_of(label) if label is not None else []
    if label is not None and named:
        end = number.end()
        unit = _UNIT.match(line, end)
        return begin + label.start(named[0]), unit.end() if unit else end
    behind = _BETWEEN_AFTER.match(line, number.end())
    if behind is not None and is_response(_WORD.findall(behind.group())[-1].lower()):
        return number.start(), behind.end()
    return None
