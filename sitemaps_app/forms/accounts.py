"""People: the first administrator, an invitation, a role; and which lines of the audit log are wanted."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any

from django import forms
from django.contrib.auth.forms import BaseUserCreationForm, UsernameField
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from sitemaps_app.accounts import ROLE_NAMES
from sitemaps_app.models import AuditLine
from sitemaps_app.wording import TABLES, words


class FirstAdminForm(BaseUserCreationForm):
    """A name and a password of one's own."""


def _role_choices() -> list[tuple[str, Any]]:
    return [(name, words("roles", name).title) for name in ROLE_NAMES]


class InviteForm(forms.ModelForm):
    """A name and a role."""

    role = forms.ChoiceField(label=_("Role"), choices=_role_choices)

    class Meta:
        model = User
        fields = ("username",)
        field_classes = {"username": UsernameField}
        help_texts = {"username": ""}

    def clean_username(self) -> str:
        """A name that nobody has, in whichever spelling: two people whose names differ in case alone would be taken for each other."""
        name: str = self.cleaned_data["username"]
        if User.objects.filter(username__iexact=name).exists():
            raise ValidationError(_("There is a person with this name already."))
        return name


class RoleForm(forms.Form):
    """Another role."""

    role = forms.ChoiceField(choices=_role_choices)


class AuditForm(forms.Form):
    """Which lines are wanted; what cannot be understood is passed over."""

    who = forms.ModelChoiceField(label=_("Who"), queryset=User.objects.none(), required=False, empty_label=_("anybody"))
    act = forms.ChoiceField(label=_("What"), required=False)
    site = forms.CharField(label=_("Site"), required=False, max_length=280)
    since = forms.DateField(label=_("From"), required=False, widget=forms.DateInput(attrs={"type": "date"}))
    until = forms.DateField(label=_("To"), required=False, widget=forms.DateInput(attrs={"type": "date"}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["who"].queryset = User.objects.filter(pk__in=AuditLine.objects.values("who")).order_by("username")  # type: ignore[attr-defined]
        acts = sorted(((code, str(said.title)) for code, said in TABLES["acts"].items()), key=lambda one: one[1])
        self.fields["act"].choices = [("", _("anything")), *acts]  # type: ignore[attr-defined]

    def lines(self) -> Any:
        """The lines that are wanted, newest first. Days are those of UTC."""
        self.is_valid()
        given, found = self.cleaned_data, AuditLine.objects.select_related("who")
        if given.get("who"):
            found = found.filter(who=given["who"])
        if given.get("act"):
            found = found.filter(act=given["act"])
        if given.get("site"):
            found = found.filter(site_origin__icontains=given["site"])
        if given.get("since"):
            found = found.filter(at__gte=datetime.combine(given["since"], time(), tzinfo=UTC))
        if given.get("until"):
            found = found.filter(at__lt=datetime.combine(given["until"], time(), tzinfo=UTC) + timedelta(days=1))
        return found
