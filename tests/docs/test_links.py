"""No document leads nowhere."""

from __future__ import annotations

import pytest

from tests.docs.pages import NAMES, PAGES, READMES, ROOT, anchors, blocks, links, text_of

PICTURES = ROOT / "docs" / "pictures"
MOST_BYTES = 300_000


@pytest.mark.parametrize("name", NAMES)
def test_every_link_leads_to_a_file_of_the_repository(name: str) -> None:
    folder = (ROOT / name).parent
    broken = []
    for link in links(text_of(name)):
        path, _, anchor = link.partition("#")
        if path.startswith(("https://", "http://")):
            continue
        target = folder / path if path else ROOT / name
        if not target.is_file() or ROOT not in target.resolve().parents or (anchor and anchor not in anchors(target.read_text("utf-8"))):
            broken.append(link)
    assert broken == []


def test_every_picture_is_shown_somewhere_and_is_small() -> None:
    shown = {(page.parent / link).resolve() for page in PAGES for link in links(page.read_text("utf-8")) if link.endswith(".png")}
    pictures = set(PICTURES.glob("*.png"))
    assert len(pictures) > 5
    assert sorted(pictures - shown) == []
    assert [picture.name for picture in pictures if picture.stat().st_size > MOST_BYTES] == []


def test_both_readmes_tell_the_same() -> None:
    english, chinese = (page.read_text("utf-8") for page in READMES)
    told = [[line.split("#")[0].strip() for block in blocks(text)[:-1] for line in block.splitlines()] for text in (english, chinese)]
    assert told[0] == told[1]
    assert english.count("\n## ") == chinese.count("\n## ")
    assert english.count("\n**") == chinese.count("\n**") + english.count("\n**Lastmod Trust**") - chinese.count("\n**Lastmod Trust**")
    assert set(links(english)) - {"README.zh-CN.md"} == set(links(chinese)) - {"README.md"}
