"""The rows of the product. Entries of a snapshot are not rows: they live in the columnar store (`sitemaps_app/snapshots`)."""

from sitemaps_app.models.account import AuditLine, SetUpTicket, SignIn
from sitemaps_app.models.addition import AddedLine, Addition
from sitemaps_app.models.api_key import ApiKey, WrongKeys
from sitemaps_app.models.assessment import Assessment, Event
from sitemaps_app.models.check import Check
from sitemaps_app.models.chore import Chore
from sitemaps_app.models.export import ExportCursor
from sitemaps_app.models.note import Note
from sitemaps_app.models.preference import Preference
from sitemaps_app.models.public_link import PublicLink
from sitemaps_app.models.recomputation import Recomputation
from sitemaps_app.models.saved_view import SavedView
from sitemaps_app.models.site import Site
from sitemaps_app.models.sitemap_check import SitemapCheck
from sitemaps_app.models.sitemap_file import SitemapFile
from sitemaps_app.models.snapshot import Snapshot
from sitemaps_app.models.standing import GeneratorMark, Standing, VerdictTally
from sitemaps_app.models.tag import SiteTag, Tag
from sitemaps_app.models.visit import Comparison, Page, PageLastmod, SecondRead, Visit

__all__ = [
    "AddedLine",
    "Addition",
    "ApiKey",
    "Assessment",
    "AuditLine",
    "Check",
    "Chore",
    "Comparison",
    "Event",
    "ExportCursor",
    "GeneratorMark",
    "Note",
    "Page",
    "PageLastmod",
    "Preference",
    "PublicLink",
    "Recomputation",
    "SavedView",
    "SecondRead",
    "SetUpTicket",
    "SignIn",
    "Site",
    "SiteTag",
    "SitemapCheck",
    "SitemapFile",
    "Snapshot",
    "Standing",
    "Tag",
    "VerdictTally",
    "Visit",
    "WrongKeys",
]
