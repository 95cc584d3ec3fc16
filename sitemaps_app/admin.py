"""What an administrator sees of the rows: to look and to mend, not to work with; the pages are for that."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from sitemaps_app.models import Assessment, AuditLine, Check, Event, Site, SitemapCheck, SitemapFile, Snapshot


class ReadOnlyAdmin(admin.ModelAdmin):
    """Rows that the machine writes; changing one by hand would break the evidence."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002 - Django's signature
        return False

    def has_change_permission(self, request: HttpRequest, obj: object | None = None) -> bool:  # noqa: ARG002 - Django's signature
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object | None = None) -> bool:  # noqa: ARG002 - Django's signature
        return False


@admin.register(Site)
class SiteAdmin(ReadOnlyAdmin):
    list_display = ("origin", "paused", "last_checked_at", "next_check_at", "last_outcome")
    list_filter = ("paused", "is_demo")
    search_fields = ("origin",)


@admin.register(Check)
class CheckAdmin(ReadOnlyAdmin):
    list_display = ("site", "at", "state", "stage", "outcome")
    list_filter = ("state", "stage")
    list_select_related = ("site",)


@admin.register(Assessment)
class AssessmentAdmin(ReadOnlyAdmin):
    list_display = ("site", "section", "at", "verdict", "trust", "rule_version")
    list_filter = ("verdict",)
    list_select_related = ("site",)


@admin.register(SitemapFile)
class SitemapFileAdmin(ReadOnlyAdmin):
    list_display = ("url", "site", "kind", "outcome", "entry_count", "last_read_at")
    list_filter = ("outcome", "kind")
    list_select_related = ("site",)


@admin.register(SitemapCheck)
class SitemapCheckAdmin(ReadOnlyAdmin):
    list_display = ("given", "source", "owner", "created_at", "state", "outcome", "entry_count")
    list_filter = ("state", "source", "outcome")
    list_select_related = ("owner",)


@admin.register(Snapshot)
class SnapshotAdmin(ReadOnlyAdmin):
    list_display = ("site", "taken_at", "complete", "entries", "with_lastmod", "moved")
    list_select_related = ("site",)


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    list_display = ("site", "at", "code")
    list_filter = ("code",)
    list_select_related = ("site",)


@admin.register(AuditLine)
class AuditLineAdmin(ReadOnlyAdmin):
    list_display = ("at", "who", "act", "site_origin", "detail")
    list_filter = ("act",)
    list_select_related = ("who",)
