"""A chart as a file of its own: what the style sheet says of its classes stands in the drawing itself, as attributes.

Attributes and not a style element: the file is also shown inside pages whose policy allows no inline style.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sitemaps_app.charts.geometry import wrapped
from sitemaps_app.charts.markup import Svg, element, number, text

WIDTH = 960.0
_MARGIN, _HEADING, _LINE, _SIZE = 54.0, 58.0, 18.0, 12.0
_SERIES = ("#1d5fb8", "#99330e", "#0d5f66", "#51447c")
_MUTED, _TEXT, _GRID, _AXIS = "#566172", "#18212f", "#dde2e8", "#8892a1"
_FONT = "system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, Noto Sans SC, Noto Sans CJK SC, PingFang SC, Microsoft YaHei, sans-serif"
LOOKS: Mapping[str, Mapping[str, str]] = {
    **{f"chart-series-{place}": {"stroke": colour, "fill": colour} for place, colour in enumerate(_SERIES, start=1)},
    "chart-line": {"stroke-width": "2", "stroke-linejoin": "round"},
    "chart-stem": {"stroke-width": "3"},
    "chart-point": {"stroke-width": "6"},
    "chart-band": {"stroke": "none", "fill-opacity": ".16"},
    "chart-grid": {"stroke": _GRID},
    "chart-axis": {"stroke": _AXIS},
    "chart-tick": {"fill": _MUTED},
    "chart-label": {"fill": _TEXT, "stroke": "none"},
    "chart-mark-line": {"stroke": "#99330e"},
    "chart-mark-label": {"fill": "#99330e", "font-weight": "600"},
}
# Texts are escaped with their quotation marks, so this matches nothing that a site or a person wrote.
_CLASS = re.compile(r'class="([a-z0-9 _-]*)"')


def standalone(chart: Svg, *, height: float, heading: str, below: str, notes: Sequence[str] = ()) -> Svg:
    """The file: `heading` and `below`, the chart, which was drawn `chart_width()` wide and `height` high in all, and `notes`, each in as
    many lines as it needs."""
    written = [line for note in notes for line in wrapped(note, chart_width(), _SIZE)]
    whole = _HEADING + height + _LINE * len(written) + _MARGIN
    placed = element("svg", with_looks(chart), x=_MARGIN, y=_HEADING, width=chart_width(), height=height, overflow="visible")
    head = [
        element("rect", width=WIDTH, height=whole, fill="#ffffff"),
        element("text", text(heading), x=_MARGIN, y=28.0, font_size=17.0, font_weight="600", fill=_TEXT),
        element("text", text(below), x=_MARGIN, y=47.0, font_size=_SIZE, fill=_MUTED),
    ]
    lines = [
        element("text", text(line), x=_MARGIN, y=_HEADING + height + _LINE * (place + 0.7), font_size=_SIZE, fill=_MUTED)
        for place, line in enumerate(written)
    ]
    return element(
        "svg",
        *head,
        placed,
        *lines,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(WIDTH)} {number(whole)}",
        width=WIDTH,
        height=whole,
        font_family=_FONT,
    )


def chart_width() -> float:
    """How wide the chart inside the file is."""
    return WIDTH - 2 * _MARGIN


def with_looks(chart: Svg) -> Svg:
    """The chart with the looks of its classes as attributes; an attribute that the element has itself stays."""

    def dressed(found: re.Match[str]) -> str:
        looks = {name: value for word in found[1].split() for name, value in LOOKS.get(word, {}).items()}
        return "".join([found[0], *(f' {name}="{value}"' for name, value in looks.items())])

    return Svg(_CLASS.sub(dressed, chart))
