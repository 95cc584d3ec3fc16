"""The Chinese translation is whole, keeps the params, and holds nothing that nobody says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from tests.wording.messages import ROOT, Message, used_messages

PO = ROOT / "sitemaps_app" / "locale" / "zh_Hans" / "LC_MESSAGES" / "django.po"
PARAM = re.compile(r"%\((\w+)\)s")
CHINESE = re.compile(r"[\u4e00-\u9fff]")
# Names and codes that are written the same way in both languages.
SAME = frozenset({"Lastmod Trust", "lastmod", "robots.txt", "User-Agent"})


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    with Path(PO).open("rb") as text:
        return read_po(text, locale="zh_Hans", abort_invalid=True)


@pytest.fixture(scope="module")
def translations(catalog: Catalog) -> dict[Message, str]:
    found = {}
    for message in catalog:
        if message.id:
            single = message.id if isinstance(message.id, str) else message.id[0]
            assert not message.fuzzy, f"nobody has looked at {single!r}"
            found[message.context or "", single] = message.string if isinstance(message.string, str) else message.string[0]
    return found


def test_every_message_is_translated(translations: dict[Message, str]) -> None:
    assert sorted(message for message in used_messages() if not translations.get(message)) == []


def test_a_message_that_is_counted_anywhere_is_translated_with_its_plural(catalog: Catalog) -> None:
    counted = {(message.context or "", message.id[0]) for message in catalog if isinstance(message.id, tuple)}
    assert sorted(message for message, plural in used_messages().items() if plural and message not in counted) == []


def test_no_translation_is_left_that_nobody_uses(translations: dict[Message, str]) -> None:
    assert sorted(translations.keys() - used_messages().keys()) == []


def test_a_translation_keeps_the_params_of_its_message(translations: dict[Message, str]) -> None:
    wrong = [message for message, text in translations.items() if set(PARAM.findall(message[1])) != set(PARAM.findall(text))]
    assert wrong == []


def test_a_translation_is_chinese(translations: dict[Message, str]) -> None:
    assert [
        text for text in translations.values() if not CHINESE.search(PARAM.sub("", text)) and text not in SAME | {"95%%：%(interval)s"}
    ] == []


def test_percent_signs_are_doubled_where_the_message_doubles_them(translations: dict[Message, str]) -> None:
    for (_, message), text in translations.items():
        if PARAM.search(message):
            rest = PARAM.sub("", text).replace("%%", "")
            assert "%" not in rest, message
