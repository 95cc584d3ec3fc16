"""The form that makes an API key."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from sitemaps_app.models.api_key import KeyScope
from sitemaps_app.wording import words


class KeyForm(forms.Form):
    """A name, a scope that the person's own role allows, and perhaps a last day. `today` is the date in UTC."""

    name = forms.CharField(label=_("Name"), max_length=80, help_text=_("What will use the key, as “nightly crawl”."))
    scope = forms.ChoiceField(label=_("The key may"))
    last_day = forms.DateField(
        label=_("Last day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text=_("The key works until the end of this day in UTC. Leave empty for a key without end."),
    )

    def __init__(self, *args: Any, may_write: bool, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        scopes = KeyScope if may_write else (KeyScope.READ,)
        self.fields["scope"].choices = [(scope.value, words("key_scopes", scope.value).title) for scope in scopes]  # type: ignore[attr-defined]
        self._today = today

    def clean_last_day(self) -> date | None:
        day: date | None = self.cleaned_data["last_day"]
        if day is not None and not self._today <= day < date.max:
            raise ValidationError(_("This day is over."))
        return day

    @property
    def expires_at(self) -> datetime | None:
        """The moment at which the key ends: midnight after the last day."""
        day: date | None = self.cleaned_data["last_day"]
        return None if day is None else datetime.combine(day + timedelta(days=1), time(), tzinfo=UTC)
