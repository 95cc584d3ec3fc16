"""A badge: what it is about on the left, what is said of it on the right, as wide as its texts."""

from __future__ import annotations

import unicodedata

from sitemaps_app.charts.markup import Svg, element, number, text

HEIGHT, PADDING, FONT_SIZE = 20, 6, 11
_FONT = "Verdana,DejaVu Sans,Noto Sans CJK SC,PingFang SC,Microsoft YaHei,sans-serif"
# Advance widths of Verdana at 11 px, by letter; digits and most small letters are 7.
_WIDTHS = {
    **dict.fromkeys("ijl'|!", 3.3),
    **dict.fromkeys("I.,:;[]()ft-/ ", 4.3),
    **dict.fromkeys("rs", 5.3),
    **dict.fromkeys("ckvxyz·", 6.3),
    **dict.fromkeys("w", 9.0),
    **dict.fromkeys("mM%", 10.7),
    **dict.fromkeys("W", 10.9),
    **dict.fromkeys("ABCDEFGHJKLNOPQRSTUVXYZ", 7.6),
}


def text_width(words: str) -> float:
    """How wide a text is at 11 px. Chinese, Japanese and Korean characters fill a square; what combines with another takes no room."""
    return sum(_width(c) for c in words)


def _width(character: str) -> float:
    if unicodedata.combining(character) or unicodedata.category(character) in {"Cf", "Mn", "Me"}:
        return 0.0
    if unicodedata.east_asian_width(character) in {"W", "F"}:
        return float(FONT_SIZE)
    return _WIDTHS.get(character, 7.0)


def badge(label: str, message: str, color: str) -> Svg:
    """Draw a badge; `color` is that of the right side, as #rrggbb, and white can be read on it."""
    left, right = (round(text_width(words)) + 2 * PADDING for words in (label, message))
    whole, name = left + right, f"{label}: {message}"
    grounds = element("rect", width=left, height=HEIGHT, fill="#444c56"), element("rect", x=left, width=right, height=HEIGHT, fill=color)
    return element(
        "svg",
        element("title", text(name)),
        element("clipPath", element("rect", width=whole, height=HEIGHT, rx=3, fill="#fff"), id="r"),
        element("g", *grounds, clip_path="url(#r)"),
        element(
            "g",
            _words(label, left / 2, left - 2 * PADDING),
            _words(message, left + right / 2, right - 2 * PADDING),
            fill="#fff",
            text_anchor="middle",
            font_family=_FONT,
            font_size=FONT_SIZE,
        ),
        xmlns="http://www.w3.org/2000/svg",
        width=whole,
        height=HEIGHT,
        role="img",
        aria_label=name,
    )


def _words(words: str, x: float, width: float) -> Svg:
    """A text that is stretched to the width that was reckoned, whichever of the fonts is there."""
    return element("text", text(words), x=number(x), y=14, textLength=number(width), lengthAdjust="spacingAndGlyphs")
