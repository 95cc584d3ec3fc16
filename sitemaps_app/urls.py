"""Which address leads to which view."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.decorators import login_not_required
from django.urls import include, path
from django.views.generic import RedirectView
from django.views.i18n import set_language

from sitemaps_app.api import urls as api_urls
from sitemaps_app.views import (
    account,
    acts,
    adding,
    api_docs,
    api_keys,
    charts,
    checks,
    components,
    evidence,
    exports,
    health,
    icon,
    method,
    notes,
    overview,
    preferences,
    public,
    settings,
    sharing,
    site_list,
    sitemap_checks,
    tables,
)

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="sites"), name="home"),
    path("sites/", site_list.site_list, name="sites"),
    path("sites/add", adding.add_sites, name="add_sites"),
    path("sites/add/<int:pk>/column", adding.choose_column, name="choose_column"),
    path("sites/added/<int:pk>", adding.added_sites, name="added_sites"),
    path("sites/added/<int:pk>/progress", adding.added_progress, name="added_progress"),
    path("sites/<int:pk>/", overview.site_overview, name="site"),
    path("sites/<int:pk>/charts/<slug:code>", charts.chart_page, name="site_chart"),
    path("sites/<int:pk>/charts/<slug:code>.csv", charts.chart_file, {"file_format": "csv"}, name="chart_csv"),
    path("sites/<int:pk>/charts/<slug:code>.svg", charts.chart_file, {"file_format": "svg"}, name="chart_svg"),
    path("sites/<int:pk>/compare", charts.compare_sites, name="compare_sites"),
    path("sites/<int:pk>/events", notes.events, name="site_events"),
    path("sites/<int:pk>/notes/add", notes.add_note, name="add_note"),
    path("sites/<int:pk>/notes/<int:note_pk>", notes.note, name="note"),
    path("sites/<int:pk>/progress", checks.progress, name="site_progress"),
    path("sites/<int:pk>/sections", tables.sections, name="site_sections"),
    path("sites/<int:pk>/files", tables.files, name="site_files"),
    path("sites/<int:pk>/files/<int:file_pk>", tables.sitemap_file, name="site_file"),
    path("sites/<int:pk>/visits", tables.visits, name="site_visits"),
    path("sites/<int:pk>/evidence", evidence.comparisons, name="site_evidence"),
    path("sites/<int:pk>/evidence/<int:comparison_pk>", evidence.comparison, name="comparison"),
    path("sites/<int:pk>/checks", checks.check_list, name="site_checks"),
    path("sites/<int:pk>/checks/<int:check_pk>", checks.check_account, name="check"),
    path("sites/<int:pk>/due", exports.due_page, name="site_due"),
    path("sites/<int:pk>/due.jsonl", exports.due_file, {"file_format": "jsonl"}, name="due_jsonl"),
    path("sites/<int:pk>/due.csv", exports.due_file, {"file_format": "csv"}, name="due_csv"),
    path("sites/<int:pk>/settings", settings.site_settings, name="site_settings"),
    path("sites/<int:pk>/report", sharing.site_report, name="site_report"),
    path("sites/<int:pk>/share", sharing.site_share, name="site_share"),
    path("sites/<int:pk>/share/<int:link_pk>/revoke", sharing.revoke_share, name="revoke_share"),
    path("sites/<int:pk>/check", acts.check_now, name="check_now"),
    path("sites/<int:pk>/pause", acts.pause, name="pause"),
    path("sites/<int:pk>/resume", acts.resume, name="resume"),
    path("sites/<int:pk>/delete", acts.delete, name="delete"),
    path("check-sitemap/", sitemap_checks.check_sitemap, name="check_sitemap"),
    path("check-sitemap/<int:pk>", sitemap_checks.sitemap_check, name="sitemap_check"),
    path("check-sitemap/<int:pk>/progress", sitemap_checks.sitemap_check_progress, name="sitemap_check_progress"),
    path("check-sitemap/<int:pk>/report.json", sitemap_checks.sitemap_check_json, name="sitemap_check_json"),
    path("check-sitemap/<int:pk>/again", sitemap_checks.sitemap_check_again, name="sitemap_check_again"),
    path("check-sitemap/<int:pk>/delete", sitemap_checks.sitemap_check_delete, name="sitemap_check_delete"),
    path("shared/<str:token>", public.shared_site_page, name="shared_site"),
    path("shared/<str:token>/evidence", public.shared_evidence, name="shared_evidence"),
    path("shared/<str:token>/evidence/<int:comparison_pk>", public.shared_comparison, name="shared_comparison"),
    path("badge/<str:token>.svg", public.badge_svg, name="badge_svg"),
    path("badge/<str:token>.json", public.badge_json, name="badge_json"),
    path("how-scores-are-made", method.how_scores_are_made, name="how_scores_are_made"),
    path("demo/load", acts.load_demo, name="load_demo"),
    path("audit", account.audit_log, name="audit_log"),
    path("keys", api_keys.api_keys, name="api_keys"),
    path("keys/<int:pk>/revoke", api_keys.revoke_key, name="revoke_key"),
    path("api/v1/docs", api_docs.api_docs, name="api_docs"),
    path("api/v1/", include((api_urls.urlpatterns, api_urls.app_name), namespace=api_urls.namespace)),
    path("components", components.components, name="components"),
    path("theme", preferences.set_theme, name="set_theme"),
    path("preferences", preferences.preferences, name="preferences"),
    path("sign-in", account.sign_in, name="sign-in"),
    path("password", account.ChangePassword.as_view(), name="password_change"),
    path("sign-out", account.sign_out, name="logout"),
    path("language", login_not_required(set_language), name="set_language"),
    path("favicon.ico", icon.favicon, name="favicon"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("admin/", admin.site.urls),
]

handler400 = "sitemaps_app.views.errors.bad_request"
handler403 = "sitemaps_app.views.errors.forbidden"
handler404 = "sitemaps_app.views.errors.not_found"
handler500 = "sitemaps_app.views.errors.server_error"
