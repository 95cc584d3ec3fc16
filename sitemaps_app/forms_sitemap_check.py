"""The three ways to give a sitemap that is to be checked: an address, a file, a text."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import TemporaryUploadedFile
from django.http import HttpRequest
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from sitemaps_app.forms import PastedLines
from sitemaps_app.models.sitemap_check import SitemapCheckSource
from sitemaps_app.pipeline import sitemap_check
from sitemaps_app.pipeline.excerpts import harmless
from sitemaps_app.pipeline.sitemap_check import Asked
from sitemaps_app.pipeline.sites import names_user
from sitemaps_app.uploads import was_too_large
from sitemaps_app.wording import sentence, words

MAX_TEXT = 2_000_000
EXAMPLE = """<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>https://shop.example/</loc><lastmod>2026-11-28T09:30:00+01:00</lastmod></url>
  <url><loc>https://shop.example/list?color=red&size=2</loc><lastmod>2026-11</lastmod></url>
  <url><loc>https://shop.example/jackets</loc><lastmod>2026-13-01</lastmod></url>
  <url><loc>/shoes</loc><lastmod>2199-01-01</lastmod></url>
  <url><loc>https://shop.example/hats</loc></url>
  <url><loc>https://shop.example/hats</loc><lastmod>2025-02-14</lastmod></url>
</urlset>
"""
"""A sitemap with the usual faults, for whoever has none at hand."""
PLAIN_INPUT = {"spellcheck": "false", "autocapitalize": "off", "autocomplete": "off"}


def refusal_text(code: str) -> str:
    """A refusal as one line of text, with what to do."""
    said = words("sitemap_check_refusals", code)
    return f"{said.explanation} {said.advice}"


_later = lazy(refusal_text, str)


class AddressField(forms.CharField):
    """An address as people type it, read to one that can be fetched; "" for none."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=2_048, widget=forms.TextInput(attrs={**PLAIN_INPUT, "inputmode": "url"}), **options)

    def clean(self, value: Any) -> str:
        text = super().clean(value)
        url = sitemap_check.read_address(text) if text else ""
        if url is None and names_user(text):
            raise ValidationError(sentence("problems", "url_with_password"))
        if url is None:
            raise ValidationError(_("“%(text)s” is not an address that can be fetched."), params={"text": text[:200]})
        return url


class SitemapAddressForm(forms.Form):
    """A sitemap by its address."""

    address = AddressField(label=_("Address of a sitemap, or a host"), error_messages={"required": _later("address_missing")})


class _PublishedForm(forms.Form):
    published_at = AddressField(
        label=_("The address it has or will have (optional)"),
        required=False,
        help_text=_("With it, relative addresses are resolved, and addresses of other hosts or outside its folder are told."),
    )


class SitemapUploadForm(_PublishedForm):
    """A sitemap as a file."""

    file = forms.FileField(
        label=_("File: XML, text, RSS or Atom, plain or .gz, up to 50 MiB"),
        max_length=None,
        error_messages={"required": _later("upload_missing"), "empty": _later("upload_empty")},
    )
    field_order = ("file", "published_at")


class SitemapTextForm(_PublishedForm):
    """A sitemap as a text."""

    text = PastedLines(
        label=_("XML, or addresses one a line"),
        max_length=MAX_TEXT,
        error_messages={"required": _later("text_missing"), "max_length": _later("text_too_long")},
        widget=forms.Textarea(attrs={**PLAIN_INPUT, "rows": 10}),
    )
    field_order = ("text", "published_at")


@dataclass(slots=True)
class SitemapForms:
    """The forms of the page; the one that was sent, if any, is bound.

    `status` is that of the answer, `refusal` what no single form can say.
    """

    address: SitemapAddressForm
    upload: SitemapUploadForm
    paste: SitemapTextForm
    sent: str = ""
    status: int = 200
    refusal: str = ""

    @classmethod
    def of(cls, request: HttpRequest) -> SitemapForms:
        """The forms as a request finds them."""
        sent = request.POST.get("source", "") if request.method == "POST" else ""
        bound: dict[str, dict[str, Any]] = {sent: {"data": request.POST, "files": request.FILES}}
        forms_ = cls(
            SitemapAddressForm(auto_id="address-%s", **bound.get(SitemapCheckSource.ADDRESS, {})),
            SitemapUploadForm(auto_id="upload-%s", **bound.get(SitemapCheckSource.UPLOAD, {})),
            SitemapTextForm(auto_id="paste-%s", **bound.get(SitemapCheckSource.PASTE, {})),
            sent,
        )
        if was_too_large(request):
            forms_._refuse(forms_.upload, "file", "upload_too_large", status=413)
        return forms_

    def ask(self, owner: User, *, now: datetime) -> Asked:
        """Ask for the check that the sent form describes; on a refusal its form says why."""
        form = {"address": self.address, "upload": self.upload, "paste": self.paste}.get(self.sent)
        if form is None or self.status != 200 or not form.is_valid():
            self.status = max(self.status, 400)
            self.refusal = refusal_text("source_unknown") if form is None else ""
            return Asked(None)
        try:
            asked = self._ask(owner, form.cleaned_data, now)
        except OSError:
            asked = Asked(None, "not_kept")
        if asked.refusal:
            self._refuse(form, None, asked.refusal, status=429 if asked.refusal == "too_many_at_once" else 503)
        return asked

    def _ask(self, owner: User, given: dict[str, Any], now: datetime) -> Asked:
        if self.sent == SitemapCheckSource.ADDRESS:
            return sitemap_check.check_address(owner, given["address"], now=now)
        if self.sent == SitemapCheckSource.PASTE:
            return sitemap_check.check_text(owner, given["text"], address=given["published_at"], now=now)
        file: TemporaryUploadedFile = given["file"]
        file.flush()  # what is still in its buffer must be on disk before it is moved
        name = harmless(file.name or "")
        return sitemap_check.check_upload(owner, Path(file.temporary_file_path()), name, address=given["published_at"], now=now)

    def _refuse(self, form: forms.Form, field: str | None, code: str, *, status: int) -> None:
        if field:
            form.errors.pop(field, None)
        form.add_error(field, refusal_text(code))
        self.status = status
