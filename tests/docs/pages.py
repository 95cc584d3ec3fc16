"""The documents that people read, and what stands in them."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
READMES = (ROOT / "README.md", ROOT / "README.zh-CN.md")
PAGES = (*READMES, ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md")))
NAMES = [page.relative_to(ROOT).as_posix() for page in PAGES]

LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```\w*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"`([^`\n]+)`")


def text_of(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def links(text: str) -> list[str]:
    """The targets of all links and pictures outside code."""
    return LINK.findall(CODE.sub("", FENCE.sub("", text)))


def blocks(text: str) -> list[str]:
    """The contents of the fenced blocks."""
    return FENCE.findall(text)


def commands(text: str) -> list[str]:
    """Each line of a block and each span of code, without the comments of a shell, and with continued strings left out."""
    lines = [line.split(" #")[0].strip() for block in blocks(text) for line in block.splitlines()]
    return [line for line in [*lines, *CODE.findall(FENCE.sub("", text))] if line and not line.startswith("#")]


def anchors(text: str) -> set[str]:
    """The anchors that a reader of Markdown gives to headings: small letters, spaces as hyphens, no punctuation."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
