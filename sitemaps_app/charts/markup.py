"""Writing SVG elements: the only place where a chart becomes text, and so the only one that escapes."""

from __future__ import annotations

import re
from html import escape

# What XML 1.0 cannot hold, even escaped.
_IMPOSSIBLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NOT_IN_A_CLASS = re.compile(r"[^a-z0-9_-]+")


class Svg(str):
    """Markup that needs no escaping any more; templates ask `__html__`."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


def text(value: str) -> Svg:
    """A text from outside, made harmless."""
    return Svg(escape(_IMPOSSIBLE.sub("\ufffd", value)))


def element(name: str, *children: Svg, **attributes: str | float) -> Svg:
    """An element. Attribute names are written with `_` for `-`, and `class_` for `class`; numbers are written short."""
    written = "".join(f' {key.rstrip("_").replace("_", "-")}="{_attribute(value)}"' for key, value in attributes.items())
    inside = "".join(children)
    return Svg(f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>")


def chart(kind: str, width: float, height: float, title: str, description: str, *children: Svg, **attributes: str | float) -> Svg:
    """The `<svg>` around a chart. Its name for those who do not see it is `title`, the longer account `description`."""
    told = [element("title", text(title))] if title else []
    if description:
        told.append(element("desc", text(description)))
    view = f"0 0 {number(width)} {number(height)}"
    shape = {"class_": f"chart chart-{kind}", "viewBox": view, "width": width, "height": height, "role": "img", **attributes}
    return element("svg", *told, *children, **shape)


def number(value: float) -> str:
    """A coordinate with at most one decimal, which is a tenth of a pixel."""
    short = f"{value:.1f}".removesuffix(".0")
    return "0" if short == "-0" else short


def class_word(code: str) -> str:
    """A code as part of a class name."""
    return _NOT_IN_A_CLASS.sub("-", code.lower()).strip("-")


def _attribute(value: str | float) -> str:
    return text(value) if isinstance(value, str) else number(value)
