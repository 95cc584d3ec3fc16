"""Language, theme, signing in."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories


def test_the_language_follows_the_browser_and_the_switch(viewer) -> None:
    assert 'lang="en"' in viewer.get("/sites/").content.decode()
    chinese = viewer.get("/sites/", headers={"Accept-Language": "zh-CN,zh;q=0.9"}).content.decode()
    assert '<html lang="zh-hans"' in chinese
    assert "站点" in chinese
    answer = viewer.post(reverse("set_language"), {"language": "zh-hans", "next": "/sites/"})
    assert answer.url == "/sites/"
    assert '<html lang="zh-hans"' in viewer.get("/sites/").content.decode()


def test_language_and_theme_can_be_chosen_before_signing_in() -> None:
    client = Client()
    for name, chosen in (("set_language", {"language": "zh-hans"}), ("set_theme", {"theme": "dark"})):
        assert client.post(reverse(name), {**chosen, "next": "/sign-in"}).url == "/sign-in"
    assert '<html lang="zh-hans" data-theme="dark"' in client.get("/sign-in").content.decode()


def test_the_theme_is_kept_in_a_cookie_and_drawn_by_the_server(viewer) -> None:
    assert "data-theme" not in viewer.get("/sites/").content.decode()
    answer = viewer.post(reverse("set_theme"), {"theme": "dark", "next": "/sites/?q=a"})
    assert answer.url == "/sites/?q=a"
    assert '<html lang="en" data-theme="dark"' in viewer.get("/sites/").content.decode()
    viewer.post(reverse("set_theme"), {"theme": "", "next": "/sites/"})
    assert "data-theme" not in viewer.get("/sites/").content.decode()


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_the_theme_switch_leads_nowhere_else(target: str) -> None:
    assert Client().post(reverse("set_theme"), {"theme": "dark", "next": target}).url == "/"


def test_a_theme_that_is_none_is_never_written_into_the_page(viewer) -> None:
    viewer.cookies["theme"] = '"><script>'
    assert "data-theme" not in viewer.get("/sites/").content.decode()


def test_signing_in_and_out() -> None:
    factories.person("viewer", name="mei")
    client = Client()
    assert "Sign in" in client.get("/sign-in").content.decode()
    assert client.post("/sign-in", {"username": "mei", "password": "wrong"}).status_code == 200
    assert client.post("/sign-in", {"username": "mei", "password": "correct horse battery", "next": "/sites/"}).url == "/sites/"
    assert client.get("/sites/").status_code == 200
    assert client.get("/sign-in").status_code == 302
    assert client.post("/sign-out").url == "/sign-in"
    assert client.get("/sites/").status_code == 302


def test_too_many_wrong_passwords_lock_with_a_page_that_says_how_long() -> None:
    factories.person("viewer", name="mei")
    client = Client()
    answers = [client.post("/sign-in", {"username": "mei", "password": f"wrong{number}"}) for number in range(6)]
    assert answers[-1].status_code == 429
    assert "Wait a quarter of an hour" in answers[-1].content.decode()
    right = client.post("/sign-in", {"username": "mei", "password": "correct horse battery"})
    assert right.status_code == 429


def test_people_change_their_own_password_and_stay_signed_in() -> None:
    person = factories.person("viewer", name="mei")
    client = Client()
    assert client.get("/password").status_code == 302
    client.force_login(person)
    new = {"new_password1": "another long sentence", "new_password2": "another long sentence"}
    assert client.post("/password", {"old_password": "wrong", **new}).status_code == 200
    answer = client.post("/password", {"old_password": "correct horse battery", **new}, follow=True)
    assert "Your password is changed." in answer.content.decode()
    person.refresh_from_db()
    assert person.check_password("another long sentence")
    assert client.get("/sites/").status_code == 200


def test_only_an_administrator_is_led_to_the_people(viewer, administrator) -> None:
    assert 'href="/people"' not in viewer.get("/sites/").content.decode()
    assert 'href="/people"' in administrator.get("/sites/").content.decode()


def test_times_are_in_utc_and_say_so_until_a_browser_tells_its_zone(viewer) -> None:
    path = f"/sites/{checked_at_noon()}/checks"
    page = viewer.get(path).content.decode()
    assert "2026-11-20 12:00 UTC" in page
    assert 'Times are shown in <a href="/preferences" data-zone-name>UTC</a>.' in page
    assert "Times are shown in <span data-zone-name>UTC</span>." in Client().get("/sign-in").content.decode()
    viewer.cookies["tz"] = "Asia/Shanghai"
    page = viewer.get(path).content.decode()
    assert 'datetime="2026-11-20T12:00:00Z" title="2026-11-20T12:00:00Z">Nov 20, 2026, 20:00<' in page
    assert 'data-zone="Asia/Shanghai" data-zone-from="browser"' in page
    viewer.cookies["tz"] = "UTC"
    assert ">Nov 20, 2026, 12:00<" in viewer.get(path).content.decode()
    viewer.cookies["tz"] = "Asia/Shanghai"
    assert ">2026年11月20日 20:00<" in viewer.get(path, headers={"Accept-Language": "zh-CN"}).content.decode()


@pytest.mark.parametrize(
    "told", ["Asia", "../../etc/passwd", "/etc/passwd", "Nowhere/City", "A" * 5_000, "\x00", "Asia/Shanghai\x00", '"><script>']
)
def test_a_zone_that_is_none_is_utc(viewer, told: str) -> None:
    viewer.cookies["tz"] = told
    assert 'data-zone="UTC">' in viewer.get("/sites/").content.decode()


def test_the_zone_of_the_account_goes_before_the_browsers_and_into_every_session() -> None:
    person = factories.person("viewer", name="mei")
    here, there = Client(), Client()
    here.force_login(person)
    here.cookies["tz"] = "Asia/Shanghai"
    assert "That of the browser (now Asia/Shanghai)" in here.get("/preferences").content.decode()
    answer = here.post("/preferences", {"language": "en", "theme": "dark", "time_zone": "Europe/Paris"}, follow=True)
    for text in ("Your settings are saved.", 'data-theme="dark"', 'data-zone="Europe/Paris" data-zone-from="account"'):
        assert text in answer.content.decode(), text
    there.force_login(person)
    assert 'data-zone="Europe/Paris"' in there.get("/sites/").content.decode()
    here.post("/preferences", {"language": "zh-hans", "theme": "", "time_zone": ""})
    page = here.get("/sites/").content.decode()
    assert '<html lang="zh-hans" data-zone="Asia/Shanghai" data-zone-from="browser">' in page


def test_a_choice_that_is_not_offered_is_refused(viewer) -> None:
    answer = viewer.post("/preferences", {"language": "xx", "theme": "pink", "time_zone": "Mars/Olympus"})
    assert answer.status_code == 400
    assert answer.content.decode().count("errorlist") == 3


def checked_at_noon() -> int:
    return factories.check(factories.site(), state="done", outcome="ok").site_id
