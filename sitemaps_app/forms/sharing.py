"""A public address of a site."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _


class ShareForm(forms.Form):
    """For whom the address is, and perhaps its last day. `today` is the date in UTC."""

    name = forms.CharField(label=_("For whom"), max_length=80, required=False, help_text=_("To know it again, as “agency”."))
    last_day = forms.DateField(
        label=_("Last day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text=_("It works until the end of this day in UTC. Leave empty for an address without end."),
    )

    def __init__(self, *args: object, today: date, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self._today = today

    def clean_last_day(self) -> date | None:
        day: date | None = self.cleaned_data["last_day"]
        if day is not None and not self._today <= day < date.max:
            raise ValidationError(_("This day is over."))
        return day

    @property
    def expires_at(self) -> datetime | None:
        """The moment at which the address ends: midnight after the last day."""
        day: date | None = self.cleaned_data["last_day"]
        return None if day is None else datetime.combine(day + timedelta(days=1), time(), tzinfo=UTC)
