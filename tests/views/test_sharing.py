"""What strangers see under a public address, and what they do not."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.assessment import RULE_VERSION
from sitemaps_app.models import AuditLine, PublicLink, Site
from sitemaps_app.models.public_link import LinkKind
from sitemaps_app.public_links import make_link, token_of
from tests import factories


@pytest.fixture
def site() -> Site:
    site = factories.site(
        "https://news.example", headers=[["Authorization", "tell-nobody"]], about="An inner note.", proxy="http://p.example:1"
    )
    for days in (20, 10, 0):
        factories.assessment(site, at=factories.NOW - timedelta(days=days), failure_modes=["generation_time"])
    factories.snapshot(site)
    factories.comparison(factories.page(site), moves=1, changed=True)
    return site


def link_of(site: Site, kind: LinkKind = LinkKind.REPORT, **fields) -> PublicLink:
    return make_link(site, kind, by=factories.person("editor"), now=timezone.now(), **fields)


def pages(site: Site, link: PublicLink) -> list[str]:
    token = token_of(link)
    one = site.comparisons.get()
    return [
        reverse("shared_site", args=[token]),
        reverse("shared_evidence", args=[token]),
        reverse("shared_comparison", args=[token, one.pk]),
    ]


def test_whoever_has_the_address_reads_the_report_without_signing_in(site: Site) -> None:
    for path in pages(site, link_of(site)):
        answer = Client().get(path)
        assert answer.status_code == 200
        assert answer["X-Robots-Tag"] == "noindex, nofollow, noarchive"
        assert answer["Referrer-Policy"] == "no-referrer"
        assert answer["Cache-Control"] == "private, no-store"
        assert '<meta name="robots" content="noindex' in answer.content.decode()


def test_nothing_internal_is_told_and_no_link_leads_inside(site: Site) -> None:
    factories.site("https://secret.example")
    for path in pages(site, link_of(site, name="for the agency")):
        page = Client().get(path).content.decode()
        for secret in ("tell-nobody", "inner note", "p.example", "secret.example", "for the agency"):
            assert secret not in page
        inner = [href for href in re.findall(r'(?:href|action)="(/[^"]*)"', page) if not href.startswith(("/static/", "/shared/"))]
        assert inner == []


def test_the_language_of_a_shared_address_is_that_which_it_names_and_its_links_hand_it_on(site: Site) -> None:
    for path in pages(site, link_of(site)):
        answer = Client(headers={"accept-language": "en"}).get(path, {"lang": "zh-hans"})
        page = answer.content.decode()
        assert (answer["Content-Language"], '<html lang="zh-hans"' in page) == ("zh-hans", True)
        assert all(href.endswith("?lang=zh-hans") for href in re.findall(r'href="(/shared/[^"]*)"', page))
        assert 'href="?lang=en"' in page
        plain = Client(headers={"accept-language": "zh-CN"}).get(path)
        assert (plain["Content-Language"], "?lang=zh-hans" in plain.content.decode()) == ("zh-hans", False)
        assert Client(headers={"accept-language": "en"}).get(path, {"lang": "xx"})["Content-Language"] == "en"


def test_every_mark_of_a_report_is_in_its_list_under_the_same_number(viewer, site: Site) -> None:
    for days in range(12):
        factories.event(site, at=timezone.now() - timedelta(days=days, hours=1), params={"old": "useful", "new": "trusted"})
    for days in (14, 3, 0):
        factories.assessment(site, at=timezone.now() - timedelta(days=days))
    for page, most in ((Client().get(pages(site, link_of(site))[0]), 12), (viewer.get(reverse("site_report", args=[site.pk])), 6)):
        text = page.content.decode()
        listed = re.findall(r'class="mark-number"[^>]*>(\d+)<', text)
        assert listed == [str(number) for number in range(most, 0, -1)]
        for chart in re.findall(r'<svg class="timeline".*?</figure>|<svg class="timeline".*?</section>', text, re.DOTALL):
            labels = re.findall(r'class="chart-mark-label"[^>]*>([\d–]+)<', chart)
            ends = [label.split("–") for label in labels]
            shown = [number for end in ends for number in range(int(end[0]), int(end[-1]) + 1)]
            assert (labels != [], shown) == (True, list(range(1, most + 1)))


def test_a_report_says_by_which_rules_it_is_and_that_newer_ones_are_on_their_way(viewer, site: Site) -> None:
    factories.assessment(site, at=timezone.now(), rule_version=RULE_VERSION)
    for path in (pages(site, link_of(site))[0], reverse("site_report", args=[site.pk])):
        assert f"All of it by rules {RULE_VERSION}." in viewer.get(path).content.decode()
    factories.assessment(site, at=timezone.now(), rule_version="3")
    for path in (pages(site, link_of(site))[0], reverse("site_report", args=[site.pk])):
        page = viewer.get(path).content.decode()
        assert "All of it by rules 3." in page
        assert f"judged again by rules {RULE_VERSION}" in page


def test_an_address_shows_nothing_once_it_is_revoked_or_expired_or_its_site_is_gone(site: Site) -> None:
    link = link_of(site, expires_at=timezone.now() + timedelta(days=1))
    path = pages(site, link)[0]
    assert Client().get(path).status_code == 200
    for change, back in (
        ({"revoked_at": timezone.now()}, {"revoked_at": None}),
        ({"expires_at": timezone.now() - timedelta(seconds=1)}, {"expires_at": None}),
    ):
        PublicLink.objects.update(**change)
        assert Client().get(path).status_code == 404
        PublicLink.objects.update(**back)
    Site.objects.update(deleted_at=timezone.now())
    assert Client().get(path).status_code == 404


def test_no_part_of_an_address_can_be_guessed_or_swapped(site: Site) -> None:
    report, badge = link_of(site), link_of(site, LinkKind.BADGE)
    for token in (
        report.handle,
        report.handle + "A" * 24,
        token_of(badge),
        "",
        "x",
        "ü" * 36,
        token_of(report)[:-1],
        token_of(report) + "A",
    ):
        assert Client().get(f"/shared/{token}").status_code == 404
    assert Client().get(f"/badge/{token_of(report)}.svg").status_code == 404


def test_the_database_alone_does_not_open_an_address(site: Site, settings) -> None:
    path = pages(site, link_of(site))[0]
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another key of another installation"
    assert Client().get(path).status_code == 404
    settings.SECRET_KEY_FALLBACKS = [old]
    assert Client().get(path).status_code == 200


def test_a_comparison_of_another_site_is_not_shown(site: Site) -> None:
    other = factories.comparison(factories.page(factories.site()), changed=True)
    assert Client().get(reverse("shared_comparison", args=[token_of(link_of(site)), other.pk])).status_code == 404


def test_an_editor_makes_addresses_sees_them_again_and_revokes_them(editor, site: Site) -> None:
    url = reverse("site_share", args=[site.pk])
    assert editor.post(url, {"kind": "report", "name": "agency"}).status_code == 302
    link = PublicLink.objects.get()
    assert f"http://testserver/shared/{token_of(link)}" in editor.get(url).content.decode()
    editor.post(reverse("revoke_share", args=[site.pk, link.pk]))
    assert token_of(link) not in editor.get(url).content.decode()
    assert [line.act for line in AuditLine.objects.all()] == ["share_revoked", "share_made"]


def test_a_day_that_is_over_and_too_many_addresses_are_refused(editor, site: Site, monkeypatch) -> None:
    url = reverse("site_share", args=[site.pk])
    assert editor.post(url, {"kind": "report", "last_day": "2020-01-01"}).status_code == 400
    monkeypatch.setattr("sitemaps_app.views.sharing.MOST_LINKS", 1)
    assert editor.post(url, {"kind": "report"}).status_code == 302
    assert editor.post(url, {"kind": "report"}).status_code == 400
    assert editor.post(url, {"kind": "badge"}).status_code == 302
    assert PublicLink.objects.count() == 2


def test_a_badge_tells_verdict_and_trust_in_both_languages(site: Site) -> None:
    token = token_of(link_of(site, LinkKind.BADGE))
    factories.assessment(site, at=timezone.now())
    answer = Client().get(f"/badge/{token}.svg")
    assert answer["Content-Type"].startswith("image/svg+xml")
    assert "Trusted · 93" in answer.content.decode()
    told = Client().get(f"/badge/{token}.json").json()
    assert told == {
        "schemaVersion": 1,
        "label": "lastmod",
        "message": "Trusted · 93",
        "color": "#1d5fb8",
        "isError": False,
        "cacheSeconds": 600,
    }
    chinese = Client().get(f"/badge/{token}.json", {"lang": "zh-hans"}).json()
    assert chinese["message"].endswith(" · 93")
    assert not chinese["message"].isascii()
    by_browser = Client(headers={"accept-language": "zh-CN"}).get(f"/badge/{token}.json").json()
    assert by_browser == told


@pytest.mark.parametrize(
    ("verdict", "preliminary", "said"),
    [
        ("trusted", False, "Trusted · 93"),
        ("useful", False, "Useful · 93"),
        ("useful", True, "Useful"),
        ("hint", False, "Hint"),
        ("untrusted", False, "Untrusted"),
        ("insufficient", False, "Not enough evidence"),
    ],
)
def test_trust_stands_in_a_badge_only_where_the_verdict_rests_on_it_and_elsewhere_it_is_explained(
    viewer, site: Site, verdict: str, preliminary: bool, said: str
) -> None:
    factories.assessment(site, at=timezone.now(), verdict=verdict, preliminary=preliminary)
    assert Client().get(f"/badge/{token_of(link_of(site, LinkKind.BADGE))}.json").json()["message"] == said
    is_explained = "The verdict asks for more" in viewer.get(site.get_absolute_url()).content.decode()
    assert is_explained == (said in {"Hint", "Untrusted", "Not enough evidence"})
    assert ("The verdict asks for more" in Client().get(pages(site, link_of(site))[0]).content.decode()) == is_explained


def test_a_badge_may_be_kept_and_asked_for_again(site: Site) -> None:
    path = f"/badge/{token_of(link_of(site, LinkKind.BADGE))}.svg"
    first = Client().get(path)
    assert first["Cache-Control"] == "public, max-age=600"
    assert "Cookie" not in first.get("Vary", "")
    again = Client().get(path, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])


def test_a_badge_that_is_revoked_is_grey_and_not_found(site: Site) -> None:
    link = link_of(site, LinkKind.BADGE)
    PublicLink.objects.update(revoked_at=timezone.now())
    answer = Client().get(f"/badge/{token_of(link)}.svg")
    assert answer.status_code == 404
    assert "unknown" in answer.content.decode()
    assert Client().get(f"/badge/{token_of(link)}.json").json()["isError"]


def test_a_stale_verdict_is_told_as_such(site: Site) -> None:
    factories.assessment(site, at=timezone.now() - timedelta(days=200), stale_at=timezone.now() - timedelta(days=100))
    told = Client().get(f"/badge/{token_of(link_of(site, LinkKind.BADGE))}.json").json()
    assert told["color"] == "#566172"
    assert "93" not in told["message"]


def test_a_site_without_a_verdict_has_pages_and_a_badge_too() -> None:
    site = factories.site()
    factories.comparison(factories.page(site))
    for path in pages(site, link_of(site)):
        assert Client().get(path).status_code == 200
    assert Client().get(f"/badge/{token_of(link_of(site, LinkKind.BADGE))}.json").status_code == 200


def test_a_site_that_could_not_be_read_is_told_as_such_everywhere(viewer) -> None:
    site = factories.site(last_outcome="robots_unreachable")
    factories.comparison(factories.page(site))
    for page in (Client().get(pages(site, link_of(site))[0]), viewer.get(reverse("site_report", args=[site.pk]))):
        assert '<span class="pill-word">Not readable</span>' in page.content.decode()
    assert Client().get(f"/badge/{token_of(link_of(site, LinkKind.BADGE))}.json").json()["message"] == "Not readable"


def test_the_report_for_printing_is_for_viewers(viewer, site: Site) -> None:
    answer = viewer.get(reverse("site_report", args=[site.pk]))
    assert answer.status_code == 200
    assert "news.example" in answer.content.decode()
    assert viewer.get(reverse("site_share", args=[site.pk])).status_code == 403
