"""Words for the reasons of a verdict. Their sentences stand beside the rules, in `scoring.reasons`; here they meet the language."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from scoring.reasons import REASONS as SENTENCES
from sitemaps_app.wording.code_words import Words

REASONS = {code: Words(gettext_lazy(text)) for code, text in SENTENCES.items()}
