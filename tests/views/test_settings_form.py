"""The settings of one site."""

from __future__ import annotations

import pytest
from django.urls import reverse

from sitemaps_app.models import AuditLine
from sitemaps_app.pipeline.site_settings import HIDDEN
from tests import factories

GOOD = {
    "interval_seconds": "3600",
    "pages_per_check": "25",
    "panel_size": "60",
    "politeness_seconds": "2.5",
    "sitemap_urls": "https://s.example/a.xml\r\n\r\nhttps://s.example/b.xml\r\n",
    "user_agent": "Our-Crawler/1.0",
    "section_rule": "auto",
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
        ("allowed_networks", "0.0.0.0/0"),
        ("allowed_networks", "10.1.0.0/16\n::/0"),
        ("allowed_networks", "0.0.0.0/7"),
        ("allowed_networks", "fc00::/6"),
        ("headers", "no colon"),
        ("headers", "X-Market:"),
        ("headers", "Bad Name: x"),
        ("headers", "Host: other.example"),
        ("headers", "X-Market: 中文"),
        ("headers", "Authorization: ••••••••"),
        ("section_rule", "whatever"),
        ("section_prefixes", "news/"),
        ("section_prefixes", "/a b"),
    ],
)
def test_nonsense_is_refused_in_words_and_nothing_is_saved(administrator, field: str, value: str) -> None:
    site = factories.site()
    answer = save(administrator, site, **{**FOR_ADMINS, field: value})
    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == [field]
    assert (site.panel_size, site.user_agent) == (40, "")
    assert not AuditLine.objects.exists()


def test_networks_as_wide_as_private_ones_are_may_be_allowed(administrator) -> None:
    site = factories.site()
    assert save(administrator, site, **{**FOR_ADMINS, "allowed_networks": "10.0.0.0/8\nfc00::/7\n192.168.3.0/24"}).status_code == 302
    site.refresh_from_db()
    assert site.allowed_networks == ["10.0.0.0/8", "fc00::/7", "192.168.3.0/24"]


def test_a_sitemap_on_another_host_is_saved_and_told(editor) -> None:
    site = factories.site("https://shop.example")
    page = editor.get(save(editor, site, sitemap_urls="https://www.shop.example/a.xml\nhttps://cdn.example/b.xml")["Location"])
    told = [str(message) for message in page.context["messages"]]
    assert [text for text in told if "another host" in text] == [
        "https://cdn.example/b.xml lies on another host than the site. It is read, but of its entries only those of shop.example count."
    ]
    again = editor.get(
        save(editor, site, sitemap_urls="https://www.shop.example/a.xml\nhttps://cdn.example/b.xml", panel_size="41")["Location"]
    )
    assert not [text for text in map(str, again.context["messages"]) if "another host" in text], "it is no news any more"


def test_an_unusual_interval_stays_a_choice(editor) -> None:
    site = factories.site(interval_seconds=5_400)
    assert '<option value="5400" selected>every 90 minutes' in editor.get(reverse("site_settings", args=[site.pk])).content.decode()


def test_a_sitemap_address_with_a_password_is_refused(editor) -> None:
    site = factories.site()
    answer = save(editor, site, sitemap_urls="https://user:secret@s.example/a.xml")
    assert answer.status_code == 400
    assert "holds a user name or password" in answer.content.decode()
    assert site.sitemap_urls == []


def change_of(line: AuditLine, field: str) -> tuple[str, str]:
    return next((change["old"], change["new"]) for change in line.changes if change["field"] == field)


def test_the_log_tells_each_change_from_what_to_what(editor) -> None:
    site = factories.site()
    save(editor, site)
    save(editor, site, panel_size="61", tags="News, shops", about="Ask Mei.", section_rule="prefixes", section_prefixes="/news/\n/docs/")
    line = AuditLine.objects.first()
    assert change_of(line, "panel_size") == ("60", "61")
    assert change_of(line, "tags") == ("", "News, shops")
    assert change_of(line, "about") == ("", "Ask Mei.")
    assert change_of(line, "section_prefixes") == ("", "/news/\n/docs/")
    assert sorted(site.tags.values_list("name", flat=True)) == ["News", "shops"]
    assert (site.section_rule, site.section_prefixes, site.about) == ("prefixes", ["/news/", "/docs/"], "Ask Mei.")


def test_a_secret_header_is_hidden_once_saved_and_stays_where_the_dots_stay(editor) -> None:
    site = factories.site()
    save(editor, site, headers="Authorization: Bearer tell-nobody\nAccept-Language: de")
    page = editor.get(reverse("site_settings", args=[site.pk])).content.decode()
    assert "tell-nobody" not in page
    assert f"Authorization: {HIDDEN}\nAccept-Language: de" in page
    save(editor, site, headers=f"authorization: {HIDDEN}\nAccept-Language: fr")
    assert site.headers == [["authorization", "Bearer tell-nobody"], ["Accept-Language", "fr"]]
    save(editor, site, headers="Authorization: Bearer another")
    assert site.headers == [["Authorization", "Bearer another"]]
    assert [line.act for line in AuditLine.objects.all()] == ["site_settings_changed"] * 3
    for line in AuditLine.objects.all():
        assert "tell-nobody" not in str(line.changes)
        assert "another" not in str(line.changes)


def test_a_secret_that_is_replaced_is_told_although_both_are_hidden(editor) -> None:
    site = factories.site()
    save(editor, site, headers="X-Api-Key: one")
    save(editor, site, headers="X-Api-Key: two")
    assert change_of(AuditLine.objects.first(), "headers") == (f"X-Api-Key: {HIDDEN}", f"X-Api-Key: {HIDDEN}")


def test_the_password_of_a_proxy_is_hidden_and_never_sent_elsewhere(administrator) -> None:
    site = factories.site()
    save(administrator, site, proxy="http://us:tell-nobody@proxy.example:3128")
    assert "tell-nobody" not in administrator.get(reverse("site_settings", args=[site.pk])).content.decode()
    save(administrator, site, proxy=f"http://us:{HIDDEN}@proxy.example:3128", panel_size="61")
    assert site.proxy == "http://us:tell-nobody@proxy.example:3128"
    assert [change["field"] for change in AuditLine.objects.first().changes] == ["panel_size"]
    answer = save(administrator, site, proxy=f"http://us:{HIDDEN}@elsewhere.example:3128")
    assert answer.status_code == 400
    assert site.proxy == "http://us:tell-nobody@proxy.example:3128"
    assert "tell-nobody" not in str([line.changes for line in AuditLine.objects.all()])


def test_own_sections_need_a_beginning(editor) -> None:
    site = factories.site()
    assert save(editor, site, section_rule="prefixes").status_code == 400


def test_other_sections_have_all_files_read_whole_again(editor) -> None:
    site = factories.site()
    file = factories.sitemap_file(site, etag="x", http_last_modified="y")
    save(editor, site)
    file.refresh_from_db()
    assert file.etag == "x"
    save(editor, site, section_rule="folders")
    file.refresh_from_db()
    assert (file.etag, file.http_last_modified) == ("", "")
