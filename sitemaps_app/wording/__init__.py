"""The words for every stable code, in one table a kind of code: used by the pages, the commands, the API and `docs/codes.md`.

`sentence("reasons", code, params)` gives the text for people in the active language; `words(kind, code)` its parts. An unknown code is
never an error: an older or newer worker may have written it, and its bare name is better than no page.
"""

from sitemaps_app.wording.code_words import Words
from sitemaps_app.wording.tables import TABLES
from sitemaps_app.wording.words import is_known, sentence, words

__all__ = ["TABLES", "Words", "is_known", "sentence", "words"]
