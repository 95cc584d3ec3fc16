"""Elements by what they do to the text in them: begin a block, hold none, label or stress a word."""

from __future__ import annotations

BLOCK_TAGS = frozenset(
    """
    address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4
    h5 h6 header hgroup hr legend li main menu ol p pre section summary table tbody td tfoot th thead tr ul html search label
    """.split()  # noqa: SIM905  a table of words is easier to read so
)
SKIPPED_TAGS = frozenset(
    """
    head script style noscript template svg iframe object embed canvas audio video input select textarea option datalist button nav map area
    progress meter param track source annotation annotation-xml
    """.split()  # noqa: SIM905  a table of words is easier to read so
)
LABELS = frozenset({"span", "time", "small", "em", "i", "relative-time", "time-ago"})
STRESSED = frozenset({"em", "i"})
MEDIA = frozenset({"iframe", "embed", "video", "audio"})
NO_ELEMENTS = frozenset({"-", "-undef", "-end-of-file", "-document", "-comment", "-doctype"})
"""How the tree names what is neither an element nor a text."""
WITHOUT_A_WAY_DOWN = SKIPPED_TAGS | MEDIA | NO_ELEMENTS | {"img", "pre", "select", "br"}
KIND_OF_TAG = {"h1": "heading", "h2": "heading", "h3": "heading", "h4": "heading", "h5": "heading", "h6": "heading"}
KIND_OF_TAG |= {"li": "item", "dt": "item", "dd": "item", "td": "cell", "th": "cell", "pre": "code"}
TABLE_TAGS = frozenset({"table", "td", "th", "caption"})
