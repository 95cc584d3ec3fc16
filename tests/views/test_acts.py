"""What people do to a site."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from sitemaps_app.models import AuditLine, Site
from tests import factories


def acts() -> list[tuple[str, str]]:
    return [(line.act, line.site_origin) for line in AuditLine.objects.order_by("pk")]


def test_a_check_asked_for_makes_the_site_due(editor) -> None:
    site = factories.site(next_check_at=timezone.now() + timedelta(days=1))
    answer = editor.post(reverse("check_now", args=[site.pk]), follow=True)
    site.refresh_from_db()
    assert site.next_check_at <= timezone.now()
    assert acts() == [("check_requested", site.origin)]
    assert "begins as soon as a worker is free" in answer.content.decode()


def test_a_check_at_work_is_not_asked_for_again(editor) -> None:
    site = factories.site(lease_until=timezone.now() + timedelta(minutes=5))
    answer = editor.post(reverse("check_now", args=[site.pk]), follow=True)
    assert "at work already" in answer.content.decode()
    assert acts() == []


def test_pause_and_resume(editor) -> None:
    site = factories.site()
    editor.post(reverse("pause", args=[site.pk]))
    site.refresh_from_db()
    assert site.paused
    assert "Resume" in editor.get(site.get_absolute_url()).content.decode()
    editor.post(reverse("resume", args=[site.pk]))
    site.refresh_from_db()
    assert not site.paused
    assert acts() == [("site_paused", site.origin), ("site_resumed", site.origin)]


def test_deleting_asks_first_and_then_leaves_only_the_audit_line(editor) -> None:
    site = factories.site()
    factories.comparison(factories.page(site))
    factories.assessment(site)
    question = editor.get(reverse("delete", args=[site.pk])).content.decode()
    assert "It can be brought back on the page “Deleted sites”" in question
    assert Site.objects.exists()
    answer = editor.post(reverse("delete", args=[site.pk]), follow=True)
    assert "It can be undone until" in answer.content.decode()
    assert not Site.objects.exists()
    assert acts() == [("site_deleted", site.origin)]


@pytest.mark.parametrize("name", ["check_now", "pause", "resume"])
def test_nothing_changes_by_a_get(editor, name: str) -> None:
    assert editor.get(reverse(name, args=[factories.site().pk])).status_code == 405
    assert acts() == []


@pytest.mark.parametrize("name", ["check_now", "pause", "resume", "delete", "site_settings"])
def test_a_form_from_another_site_is_refused(name: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(factories.person("editor"))
    answer = client.post(reverse(name, args=[factories.site().pk]))
    assert answer.status_code == 403
    assert "Form expired" in answer.content.decode()
    assert acts() == []


def test_the_log_shows_who_did_what(administrator) -> None:
    site = factories.site()
    administrator.post(reverse("pause", args=[site.pk]))
    page = administrator.get(reverse("audit_log")).content.decode()
    assert "Paused a site" in page
    assert site.origin in page


def test_the_demo_is_asked_for_and_its_sites_are_there_and_due(editor) -> None:
    assert reverse("load_demo") in editor.get(reverse("sites")).content.decode()
    page = editor.post(reverse("load_demo"), follow=True).content.decode()
    assert "The demo is being loaded" in page
    assert "accurate.demo.example" in page
    assert Site.objects.filter(is_demo=True, next_check_at__isnull=False).count() == 12
    assert acts() == [("demo_requested", "")]


def test_a_viewer_cannot_load_the_demo(viewer) -> None:
    assert viewer.post(reverse("load_demo")).status_code == 403
    assert viewer.get(reverse("load_demo")).status_code in {403, 405}
