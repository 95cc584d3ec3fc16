"""What has to be said for an act on many sites beside which act it is."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from sitemaps_app.forms.site import INTERVALS
from sitemaps_app.pipeline.tags import MAX_NAME, MAX_TAGS, read_tags
from sitemaps_app.wording.numbers import interval_of_checks


class TagsField(forms.CharField):
    """Tags parted by commas."""

    def __init__(self, **options: Any) -> None:
        help_text = _("Parted by commas.")
        super().__init__(label=_("Tags"), max_length=(MAX_NAME + 2) * MAX_TAGS, help_text=help_text, **options)

    def clean(self, value: Any) -> tuple[str, ...]:
        names = read_tags(super().clean(value))
        if self.required and not names:
            raise forms.ValidationError(self.error_messages["required"], code="required")
        return names


class BulkForm(forms.Form):
    """The question of one act, with the field that it needs."""

    tags = TagsField()
    interval = forms.TypedChoiceField(label=_("Check"), coerce=int)

    def __init__(self, *args: Any, act: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["interval"].choices = [(seconds, interval_of_checks(seconds)) for seconds in INTERVALS]  # type: ignore[attr-defined]
        self.fields["interval"].initial = 86_400
        for name in {"tags", "interval"} - {{"tag": "tags", "untag": "tags", "interval": "interval"}.get(act, "")}:
            del self.fields[name]
