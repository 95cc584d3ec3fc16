"""Edits of content made by seed: one sentence edited, inserted or deleted, and one word exchanged, at a place of the page drawn at random."""

from __future__ import annotations

import re
from random import Random

from tests.quality.page_changes_texts import EditableText, is_cjk, levelled

SENTENCE_EDITS = ("edit sentence", "insert sentence", "delete sentence")
WORD_EDIT = "edit word"

_SENTENCES = {
    "latin": (
        "The gate is closed on the first Monday of a month.",
        "This holds for every bed that gets the sun at noon.",
        "Ask at the shed before you borrow the long ladder.",
        "From now on the smaller of both sizes is enough.",
        "A second key hangs behind the door of the greenhouse.",
    ),
    "cjk": ("花园大门每月第一个星期一关闭。", "从现在起较小的尺寸就足够了。", "借用梯子之前请先询问管理员。"),
}
_WORDS = {
    "latin": ("garden", "ladder", "seldom", "orchard", "twelve", "narrow", "harvest", "pebble"),
    "cjk": ("园", "梯", "桥", "秋", "窄"),
}
_ENDS = re.compile(r"(?<=[.!?])\s+(?=[A-ZÄÖÜА-Я0-9])|(?<=[。！？])")
_WORD = re.compile(r"(?<![&\w#;/.-])[^\W\d_]{4,}(?![\w;/-])")
_ENTITY = re.compile(r"&[#\w]+;?")


def edited(html: str, texts: list[EditableText], kind: str, random: Random) -> str | None:
    """The page with one edit of a kind at a random place; None where the page has no place for it."""
    places = [one for one in texts if _fits(one.text, kind)]
    if not places:
        return None
    place = random.choice(places)
    new = _edited_text(place.text, kind, random)
    return None if levelled(new) == levelled(place.text) else html[: place.start] + new + html[place.end :]


def _fits(text: str, kind: str) -> bool:
    if kind == WORD_EDIT:
        return is_cjk(text) or bool(_WORD.search(text))
    return is_cjk(text) or len(text.split()) >= 6


def _edited_text(text: str, kind: str, random: Random) -> str:
    script = "cjk" if is_cjk(text) else "latin"
    if kind == WORD_EDIT:
        return _other_word(text, script, random)
    sentences = [part for part in _ENDS.split(text) if part.strip()]
    number = random.randrange(len(sentences))
    if kind == "insert sentence":
        sentences.insert(number + 1, random.choice(_SENTENCES[script]))
    elif kind == "delete sentence":
        del sentences[number]
    else:
        sentences[number] = random.choice(_SENTENCES[script])
    return (" " if script == "latin" else "").join(sentences)


def _other_word(text: str, script: str, random: Random) -> str:
    if script == "cjk":
        entities = [match.span() for match in _ENTITY.finditer(text)]
        spots = [i for i, one in enumerate(text) if one > "\u2fff" and one.isalpha() and not any(a <= i < b for a, b in entities)]
        spot = random.choice(spots)
        return text[:spot] + random.choice([one for one in _WORDS[script] if one != text[spot]]) + text[spot + 1 :]
    found = random.choice(list(_WORD.finditer(text)))
    word = random.choice([one for one in _WORDS[script] if one != found.group().lower()])
    return text[: found.start()] + word + text[found.end() :]
