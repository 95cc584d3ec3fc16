"""The form in which people say how they want to see the pages."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import get_language_info, gettext
from django.utils.translation import gettext_lazy as _

from sitemaps_app.viewer_zone import zone_names

THEME_NAMES = {"light": _("Light"), "dark": _("Dark")}


class PreferenceForm(forms.Form):
    """Language and theme of this browser, and the time zone of the account; `browser_zone` is what the browser told of itself, or empty."""

    language = forms.ChoiceField(
        label=_("Language"), choices=[(code, get_language_info(code)["name_local"]) for code, _name in settings.LANGUAGES]
    )
    theme = forms.ChoiceField(label=_("Theme"), required=False, choices=[("", _("System")), *THEME_NAMES.items()])
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        required=False,
        help_text=_("Kept with your account, for every browser. Language and theme are kept in this browser."),
    )

    def __init__(self, *args: Any, browser_zone: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        told = gettext("That of the browser (now %(zone)s)") % {"zone": browser_zone}
        own = told if browser_zone else gettext("That of the browser; UTC without JavaScript")
        self.fields["time_zone"].choices = [("", own), *((name, name) for name in zone_names())]  # type: ignore[attr-defined]
