"""The settings of one site."""

from __future__ import annotations

import ipaddress
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from sitemaps_app.formats.urls import in_scope
from sitemaps_app.forms.fields import LinesField, read_web_address
from sitemaps_app.models import Site
from sitemaps_app.pipeline.site_settings import (
    MAX_SECTIONS,
    RULES,
    Header,
    SettingChange,
    changes_between,
    read_headers,
    read_proxy,
    save_settings,
    shown_settings,
)
from sitemaps_app.pipeline.sites import names_user
from sitemaps_app.pipeline.tags import read_tags
from sitemaps_app.wording import sentence, words
from sitemaps_app.wording.numbers import interval_of_checks

INTERVALS = (3_600, 3 * 3_600, 6 * 3_600, 12 * 3_600, 86_400, 2 * 86_400, 7 * 86_400)
MAX_PREFIX = 200
# The widest networks that belong to one owner: 10.0.0.0/8 (RFC 1918) and fc00::/7 (RFC 4193). What is wider allows everything, and so opens
# this machine and the addresses of clouds' keys to whatever a site redirects to.
WIDEST = {4: 8, 6: 7}
TOO_WIDE = _("“%(text)s” is wider than any private network. Name your own networks, each as %(widest)s or smaller.")


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
    headers = LinesField(
        label=_("Headers"),
        help_text=_(
            "One a line, as Name: value. Values that look like a secret are hidden once they are saved; leave the dots to keep them."
        ),
    )
    section_rule = forms.ChoiceField(label=_("Sections"), widget=forms.RadioSelect)
    section_prefixes = LinesField(
        label=_("Beginnings of paths"),
        help_text=_("One a line, as /news/. The longest that fits decides; pages that none fits are the section “other”."),
    )
    tags = forms.CharField(label=_("Tags"), required=False, max_length=2_000, help_text=_("With commas between them."))
    about = forms.CharField(
        label=_("Notes"),
        required=False,
        max_length=10_000,
        help_text=_("Whatever the team should know of this site."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    class Meta:
        model = Site
        fields = (
            "interval_seconds",
            "pages_per_check",
            "panel_size",
            "politeness_seconds",
            "sitemap_urls",
            "section_rule",
            "section_prefixes",
            "user_agent",
            "headers",
            "proxy",
            "allowed_networks",
            "about",
        )

    field_order = ("tags", "about", *Meta.fields[:-1])

    def __init__(self, *args: Any, is_admin: bool, instance: Site, **kwargs: Any) -> None:
        self.before = shown_settings(instance)
        self._stored = (list(instance.headers), instance.proxy)
        hidden = {name: self.before[name] for name in ("headers", "proxy", "tags")}
        super().__init__(*args, **{"instance": instance, "initial": hidden, **kwargs})
        choices = sorted({*INTERVALS, self.instance.interval_seconds})
        self._choose("interval_seconds", [(seconds, interval_of_checks(seconds)) for seconds in choices])
        self._choose("section_rule", [(code, words("section_rules", code).title) for code in RULES])
        for name in ("sitemap_urls", "allowed_networks", "headers", "section_prefixes"):
            self.fields[name].widget.attrs.update(rows=3, spellcheck="false", autocapitalize="off", autocomplete="off")
        if not is_admin:
            for name in self.ADMIN_FIELDS:
                del self.fields[name]

    def _choose(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]

    @property
    def groups(self) -> tuple[tuple[Any, tuple[forms.BoundField, ...]], ...]:
        """The fields in groups, each with its heading."""
        named = (
            (_("About the site"), ("tags", "about")),
            (_("How often and how much"), ("interval_seconds", "pages_per_check", "panel_size", "politeness_seconds")),
            (_("What is read"), ("sitemap_urls", "section_rule", "section_prefixes")),
            (_("How it is fetched"), ("user_agent", "headers", "proxy", "allowed_networks")),
        )
        return tuple((heading, tuple(self[name] for name in names if name in self.fields)) for heading, names in named)

    def save_all(self) -> tuple[SettingChange, ...]:
        """Store everything, and say what changed."""
        sections = {"section_rule", "section_prefixes"} & set(self.changed_data)
        columns = [name for name in self.Meta.fields if name in self.fields]
        save_settings(self.instance, columns, tags=read_tags(self.cleaned_data["tags"]), sections_changed=bool(sections))
        return changes_between(self.before, shown_settings(self.instance), self.changed_data)

    def clean_headers(self) -> list[Header]:
        headers, wrong = read_headers(self.cleaned_data["headers"], self._stored[0])
        if wrong:
            raise ValidationError(_("“%(text)s” is no header that can be sent, such as Name: value."), params={"text": wrong[:200]})
        return headers

    def clean_section_prefixes(self) -> list[str]:
        prefixes: list[str] = self.cleaned_data["section_prefixes"]
        for text in prefixes:
            if not text.startswith("/") or len(text) > MAX_PREFIX or any(c.isspace() for c in text):
                raise ValidationError(_("“%(text)s” is no beginning of a path, such as /news/."), params={"text": text[:200]})
        if len(prefixes) > MAX_SECTIONS:
            raise ValidationError(_("At most %(count)s sections are told apart."), params={"count": MAX_SECTIONS})
        return prefixes

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        if given.get("section_rule") == "prefixes" and "section_prefixes" in given and not given["section_prefixes"]:
            self.add_error("section_prefixes", _("Name at least one."))
        return given

    def clean_sitemap_urls(self) -> list[str]:
        urls: list[str] = self.cleaned_data["sitemap_urls"]
        for url in urls:
            if names_user(url):
                raise ValidationError(sentence("problems", "url_with_password"))
            read_web_address(url)
        return urls

    @property
    def foreign_sitemaps(self) -> tuple[str, ...]:
        """The sitemap addresses that lie on other hosts than the site."""
        return tuple(url for url in self.cleaned_data["sitemap_urls"] if not in_scope(url, self.instance.origin))

    def clean_user_agent(self) -> str:
        return _header_text(self.cleaned_data["user_agent"])

    def clean_proxy(self) -> str:
        typed: str = self.cleaned_data["proxy"]
        proxy = read_proxy(typed, self._stored[1])
        if typed and not proxy:
            raise ValidationError(_("Type the password of the proxy again: its address is another one now."))
        if proxy:
            read_web_address(proxy)
        return proxy

    def clean_allowed_networks(self) -> list[str]:
        networks: list[str] = self.cleaned_data["allowed_networks"]
        for text in networks:
            try:
                network = ipaddress.ip_network(text)
            except ValueError as error:
                message = _("“%(text)s” is not a network such as 10.1.0.0/16.")
                raise ValidationError(message, params={"text": text[:200]}) from error
            if network.prefixlen < WIDEST[network.version]:
                raise ValidationError(TOO_WIDE, params={"text": text, "widest": f"/{WIDEST[network.version]}"})
        return networks


def _header_text(text: str) -> str:
    if any(not 32 <= ord(c) < 127 for c in text):
        raise ValidationError(_("Only plain characters (ASCII) can stand in a header."))
    return text
