"""Writes docs/codes.md anew: `python -m sitemaps_app.wording`."""

from __future__ import annotations

import os
from pathlib import Path

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sitemaps_app.settings")
    django.setup()
    from sitemaps_app.wording.document import codes_document

    (Path(__file__).parents[2] / "docs" / "codes.md").write_text(codes_document(), "utf-8")
