"""Which messages our code and templates ask to be translated, found by reading them as gettext would."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

from babel.messages.extract import extract_python
from django.utils.translation.template import templatize

from scoring.reasons import REASONS

ROOT = Path(__file__).parents[2]
KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
}
OPTIONS = {"encoding": "utf-8"}

# (context, message); for a plural the message in the singular.
Message = tuple[str, str]


def used_messages() -> dict[Message, str]:
    """Every message that a page or a command may show, with its plural where it has one in any place."""
    pairs = [*_of_sources(sorted((ROOT / "sitemaps_app").rglob("*.py")), templates=False)]
    pairs += _of_sources(sorted((ROOT / "templates").rglob("*.html")), templates=True)
    found = dict(sorted(pairs, key=lambda pair: bool(pair[1])))
    return found | {("", sentence): "" for sentence in REASONS.values()}


def _of_sources(paths: list[Path], *, templates: bool) -> Iterator[tuple[Message, str]]:
    for path in paths:
        source = path.read_text("utf-8")
        text = templatize(source, origin=str(path)) if templates else source
        for _line, function, message, _comments in extract_python(io.BytesIO(text.encode()), KEYWORDS, [], OPTIONS):
            parts = message if isinstance(message, tuple) else (message,)
            texts = [part for part in parts if isinstance(part, str)]
            if function.startswith("p") and len(texts) > 1:
                yield (texts[0], texts[1]), ""
            elif texts:
                yield ("", texts[0]), texts[1] if len(texts) > 1 else ""
