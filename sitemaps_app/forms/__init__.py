"""Forms turn text into the values of our rows, or say in words why they cannot."""

from sitemaps_app.forms.adding import AddSitesForm, ColumnForm
from sitemaps_app.forms.fields import LinesField, PastedLines, read_web_address
from sitemaps_app.forms.site import SiteForm

__all__ = ["AddSitesForm", "ColumnForm", "LinesField", "PastedLines", "SiteForm", "read_web_address"]
