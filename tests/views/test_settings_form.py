"""The settings of one site."""

from __future__ import annotations

import pytest
from django.urls import reverse

from sitemaps_app.models import AuditLine
from tests import factories

GOOD = {
    "interval_seconds": "3600",
    "pages_per_check": "25",
    "panel_size": "60",
    "politeness_seconds": "2.5",
    "sitemap_urls": "https://s.example/a.xml\r\n\r\nhttps://s.example/b.xml\r\n",
    "user_agent": "Our-Crawler/1.0",
}
FOR_ADMINS = {"proxy": "http://proxy.example:3128", "allowed_networks": "10.1.0.0/16\nfd00::/8"}


def save(client, site, **changed):
    answer = client.post(reverse("site_settings", args=[site.pk]), {**GOOD, **changed})
    site.refresh_from_db()
    return answer


def test_an_editor_changes_the_settings_and_the_log_names_them(editor) -> None:
    site = factories.site()
    assert save(editor, site).status_code == 302
    assert (site.interval_seconds, site.pages_per_check, site.panel_size, site.politeness_seconds) == (3_600, 25, 60, 2.5)
    assert site.sitemap_urls == ["https://s.example/a.xml", "https://s.example/b.xml"]
    line = AuditLine.objects.get()
    assert line.act == "site_settings_changed"
    assert line.detail == "interval_seconds, pages_per_check, panel_size, politeness_seconds, sitemap_urls, user_agent"


def test_an_editor_cannot_reach_into_private_networks(editor) -> None:
    site = factories.site()
    save(editor, site, **FOR_ADMINS)
    assert (site.proxy, site.allowed_networks) == ("", [])
    assert 'name="proxy"' not in editor.get(reverse("site_settings", args=[site.pk])).content.decode()


def test_what_an_admin_allowed_stays_when_an_editor_saves(administrator, editor) -> None:
    site = factories.site()
    save(administrator, site, **FOR_ADMINS)
    save(editor, site, panel_size="61")
    assert (site.proxy, site.allowed_networks, site.panel_size) == ("http://proxy.example:3128", ["10.1.0.0/16", "fd00::/8"], 61)


def test_saving_without_a_change_leaves_no_line(editor) -> None:
    site = factories.site()
    save(editor, site)
    save(editor, site)
    assert AuditLine.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("interval_seconds", "61"),
        ("pages_per_check", "-1"),
        ("panel_size", "0"),
        ("politeness_seconds", "0"),
        ("politeness_seconds", "nan"),
        ("sitemap_urls", "ftp://s.example/a.xml"),
        ("sitemap_urls", "https://"),
        ("sitemap_urls", "https://s.example:99999/"),
        ("sitemap_urls", "https://s.example/a b.xml"),
        ("user_agent", "Our\x07Crawler"),
        ("user_agent", "爬虫"),
        ("proxy", "socks5://proxy.example"),
        ("allowed_networks", "10.1.0.0/33"),
        ("allowed_networks", "10.1.0.1/16"),
        ("allowed_networks", "<b>"),
    ],
)
def test_nonsense_is_refused_in_words_and_nothing_is_saved(administrator, field: str, value: str) -> None:
    site = factories.site()
    answer = save(administrator, site, **{**FOR_ADMINS, field: value})
    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == [field]
    assert (site.panel_size, site.user_agent) == (40, "")
    assert not AuditLine.objects.exists()


def test_an_unusual_interval_stays_a_choice(editor) -> None:
    site = factories.site(interval_seconds=5_400)
    assert '<option value="5400" selected>every 90 minutes' in editor.get(reverse("site_settings", args=[site.pk])).content.decode()


def test_a_sitemap_address_with_a_password_is_refused(editor) -> None:
    site = factories.site()
    answer = save(editor, site, sitemap_urls="https://user:secret@s.example/a.xml")
    assert answer.status_code == 400
    assert "holds a user name or password" in answer.content.decode()
    assert site.sitemap_urls == []
