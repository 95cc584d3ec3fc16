"""The settings of one site."""

from __future__ import annotations

import ipaddress
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from sitemaps_app.forms.fields import LinesField, read_web_address
from sitemaps_app.models import Site
from sitemaps_app.pipeline.sites import names_user
from sitemaps_app.wording import sentence
from sitemaps_app.wording.numbers import interval_of_checks

INTERVALS = (3_600, 3 * 3_600, 6 * 3_600, 12 * 3_600, 86_400, 2 * 86_400, 7 * 86_400)


class SiteForm(forms.ModelForm):
    """The settings of one site. What reaches into private networks is for administrators."""

    ADMIN_FIELDS = ("proxy", "allowed_networks")

    interval_seconds = forms.TypedChoiceField(label=_("Check"), coerce=int)
    pages_per_check = forms.IntegerField(
        label=_("Pages visited in one check"),
        min_value=0,
        max_value=10_000,
        help_text=_("Second reads of pages among them; 0 reads the sitemaps only."),
    )
    panel_size = forms.IntegerField(
        label=_("Pages in the panel"),
        min_value=1,
        max_value=10_000,
        help_text=_("These pages are visited again and again; more pages give a narrower interval, sooner."),
    )
    politeness_seconds = forms.FloatField(
        label=_("Seconds between two requests"), min_value=0.1, max_value=3_600, help_text=_("For all workers together.")
    )
    sitemap_urls = LinesField(
        label=_("Sitemap addresses"),
        help_text=_("One a line. Leave empty to use those in robots.txt, else the usual places."),
    )
    user_agent = forms.CharField(
        label=_("User agent"),
        required=False,
        max_length=300,
        help_text=_("How we name ourselves to this site, and in its robots.txt. Leave empty for the default."),
    )
    proxy = forms.CharField(
        label=_("Proxy"), required=False, max_length=300, help_text=_("As http://host:port. Leave empty to connect directly.")
    )
    allowed_networks = LinesField(
        label=_("Private networks that may be visited"),
        help_text=_("One a line, as 10.1.0.0/16. Leave empty to visit public addresses only."),
    )

    class Meta:
        model = Site
        fields = (
            "interval_seconds",
            "pages_per_check",
            "panel_size",
            "politeness_seconds",
            "sitemap_urls",
            "user_agent",
            "proxy",
            "allowed_networks",
        )

    def __init__(self, *args: Any, is_admin: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = sorted({*INTERVALS, self.instance.interval_seconds})
        self.fields["interval_seconds"].choices = [(seconds, interval_of_checks(seconds)) for seconds in choices]  # type: ignore[attr-defined]
        for name in ("sitemap_urls", "allowed_networks"):
            self.fields[name].widget.attrs.update(rows=3, spellcheck="false", autocapitalize="off")
        if not is_admin:
            for name in self.ADMIN_FIELDS:
                del self.fields[name]

    def clean_sitemap_urls(self) -> list[str]:
        urls: list[str] = self.cleaned_data["sitemap_urls"]
        for url in urls:
            if names_user(url):
                raise ValidationError(sentence("problems", "url_with_password"))
            read_web_address(url)
        return urls

    def clean_user_agent(self) -> str:
        return _header_text(self.cleaned_data["user_agent"])

    def clean_proxy(self) -> str:
        proxy: str = self.cleaned_data["proxy"]
        if proxy:
            read_web_address(proxy)
        return proxy

    def clean_allowed_networks(self) -> list[str]:
        networks: list[str] = self.cleaned_data["allowed_networks"]
        for text in networks:
            try:
                ipaddress.ip_network(text)
            except ValueError as error:
                message = _("“%(text)s” is not a network such as 10.1.0.0/16.")
                raise ValidationError(message, params={"text": text[:200]}) from error
        return networks


def _header_text(text: str) -> str:
    if any(not 32 <= ord(c) < 127 for c in text):
        raise ValidationError(_("Only plain characters (ASCII) can stand in a header."))
    return text
