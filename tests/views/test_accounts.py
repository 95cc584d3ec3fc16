"""How people come in, what administrators do with them, and where everybody is signed in."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from sitemaps_app.accounts import new_set_up_secret, password_path
from sitemaps_app.models import AuditLine, SignIn
from sitemaps_app.views.presenters.accounts import device_name
from sitemaps_app.wording.numbers import interval_of_checks
from tests import factories
from tests.views.conftest import client_of

NOW = datetime(2026, 12, 1, tzinfo=UTC)
GOOD = "a harbour of words"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def sets_up(secret: str, name: str = "mei", password: str = GOOD):
    client = Client()
    return client, client.post(reverse("set_up", args=[secret]), {"username": name, "password1": password, "password2": password})


def test_the_first_administrator_is_made_once_and_is_signed_in() -> None:
    secret = new_set_up_secret(now=NOW)
    client, answer = sets_up(secret)
    assert answer.url == reverse("sites")
    assert client.get(reverse("people")).status_code == 200
    assert User.objects.get().is_superuser
    assert AuditLine.objects.get().act == "first_admin_made"
    assert sets_up(secret, "eve")[1].status_code == 404
    assert Client().get(reverse("set_up", args=[secret])).status_code == 404


def test_who_comes_before_the_first_administrator_is_told_where_to_begin_and_nobody_later() -> None:
    before = Client().get(reverse("sign-in")).content.decode()
    assert "set_up_address" in before
    secret = new_set_up_secret(now=NOW)
    assert secret not in Client().get(reverse("sign-in")).content.decode()
    sets_up(secret)
    assert "set_up_address" not in Client().get(reverse("sign-in")).content.decode()


def test_a_wrong_secret_opens_no_set_up() -> None:
    new_set_up_secret(now=NOW)
    assert Client().get(reverse("set_up", args=["guess"])).status_code == 404
    assert not User.objects.exists()


def test_a_weak_password_is_refused_and_the_address_stays_open() -> None:
    secret = new_set_up_secret(now=NOW)
    assert sets_up(secret, password="12345")[1].status_code == 400
    assert sets_up(secret)[1].status_code == 302


def link_in(answer) -> str:
    return re.search(r"http://testserver(/password/choose/\S+?)<", answer.content.decode())[1]


def choose(client: Client, link: str, password: str = GOOD):
    form = client.get(link)
    return client.post(form.url, {"new_password1": password, "new_password2": password}) if form.status_code == 302 else form


def test_an_invited_person_chooses_a_password_and_comes_in_once(administrator) -> None:
    answer = administrator.post(reverse("people"), {"username": "li", "role": "editor"})
    link, li = link_in(answer), Client()
    assert choose(li, link).url == reverse("sites")
    assert li.get(reverse("add_sites")).status_code == 200
    assert li.get(reverse("people")).status_code == 403
    assert "does not work any more" in Client().get(link).content.decode()
    assert [line.act for line in AuditLine.objects.all()] == ["password_chosen", "person_invited"]


def test_a_name_that_is_taken_in_another_spelling_is_refused(administrator) -> None:
    factories.person(name="Mei")
    assert administrator.post(reverse("people"), {"username": "mei", "role": "viewer"}).status_code == 400


def test_a_link_for_a_new_password_signs_the_old_browsers_out(administrator) -> None:
    person = factories.person("viewer")
    old = Client()
    old.force_login(person)
    link = link_in(administrator.post(reverse("password_link", args=[person.pk])))
    new = Client()
    choose(new, link)
    assert new.get(reverse("sites")).status_code == 200
    assert old.get(reverse("sites")).status_code == 302


def test_a_link_opens_nothing_for_who_is_kept_out() -> None:
    person = factories.person("viewer")
    link = password_path(person)
    User.objects.filter(pk=person.pk).update(is_active=False)
    assert "does not work any more" in Client().get(link).content.decode()


def test_a_role_is_changed_and_holds_from_the_next_request(administrator) -> None:
    person = factories.person("viewer")
    client = Client()
    client.force_login(person)
    administrator.post(reverse("change_role", args=[person.pk]), {"role": "editor"})
    assert client.get(reverse("add_sites")).status_code == 200
    administrator.post(reverse("change_role", args=[person.pk]), {"role": "viewer"})
    assert client.get(reverse("add_sites")).status_code == 403
    assert AuditLine.objects.first().changes == [{"field": "role", "old": "editor", "new": "viewer"}]
    assert administrator.post(reverse("change_role", args=[person.pk]), {"role": "owner"}).status_code == 302
    assert client.get(reverse("sites")).status_code == 200


def test_a_superuser_that_becomes_a_viewer_is_no_superuser_any_more(administrator) -> None:
    boss = User.objects.create_superuser("boss", password=GOOD)
    administrator.post(reverse("change_role", args=[boss.pk]), {"role": "viewer"})
    boss.refresh_from_db()
    assert (boss.is_superuser, boss.is_staff) == (False, False)


def test_who_is_kept_out_is_out_with_the_next_request_and_can_be_let_in_again(administrator) -> None:
    person = factories.person("viewer")
    client = Client()
    client.force_login(person)
    administrator.post(reverse("change_access", args=[person.pk]), {"active": "0"})
    assert client.get(reverse("sites")).status_code == 302
    administrator.post(reverse("change_access", args=[person.pk]), {"active": "1"})
    assert client.get(reverse("sites")).status_code == 200


def test_nobody_changes_themselves_and_the_last_administrator_stays(administrator) -> None:
    own = User.objects.get(groups__name="admin")
    administrator.post(reverse("change_access", args=[own.pk]), {"active": "0"})
    administrator.post(reverse("change_role", args=[own.pk]), {"role": "viewer"})
    own.refresh_from_db()
    assert own.is_active
    assert list(own.groups.values_list("name", flat=True)) == ["admin"]
    assert not AuditLine.objects.exists()


def test_the_last_administrator_cannot_be_removed_by_one_who_just_stopped_to_be_one() -> None:
    from sitemaps_app.accounts import give_role, set_active

    last = factories.person("admin")
    assert not give_role(last, "editor")
    assert not set_active(last, active=False)
    other = factories.person("admin")
    assert give_role(other, "editor")
    assert not set_active(last, active=False)


def signed_in_client(person: User, agent: str = FIREFOX) -> Client:
    client = Client(headers={"user-agent": agent})
    assert client.post(reverse("sign-in"), {"username": person.username, "password": "correct horse battery"}).status_code == 302
    return client


def test_everybody_sees_where_they_are_signed_in_and_ends_one_or_all_others() -> None:
    person = factories.person("viewer")
    here, there, elsewhere = (signed_in_client(person) for _ in range(3))
    stranger = signed_in_client(factories.person("viewer"))
    page = here.get(reverse("sessions"))
    rows = page.context["rows"]
    assert [row.device for row in rows] == ["Firefox on Linux"] * 3
    assert [row.is_this for row in rows].count(True) == 1
    one = next(row for row in rows if row.sign_in.session_key == there.session.session_key)
    here.post(reverse("end_session", args=[one.sign_in.pk]))
    assert there.get(reverse("sites")).status_code == 302
    assert elsewhere.get(reverse("sites")).status_code == 200
    here.post(reverse("end_other_sessions"))
    assert elsewhere.get(reverse("sites")).status_code == 302
    assert (here.get(reverse("sites")).status_code, stranger.get(reverse("sites")).status_code) == (200, 200)


def test_nobody_ends_the_session_of_another() -> None:
    other = signed_in_client(factories.person("viewer"))
    client = signed_in_client(factories.person("admin"))
    client.post(reverse("end_session", args=[SignIn.objects.get(session_key=other.session.session_key).pk]))
    assert other.get(reverse("sites")).status_code == 200


def test_a_new_password_signs_all_other_browsers_out_and_keeps_this_one() -> None:
    person = factories.person("viewer")
    here, there = signed_in_client(person), signed_in_client(person)
    sent = {"old_password": "correct horse battery", "new_password1": GOOD, "new_password2": GOOD}
    assert here.post(reverse("password_change"), sent).status_code == 302
    assert there.get(reverse("sites")).status_code == 302
    rows = here.get(reverse("sessions")).context["rows"]
    assert [row.is_this for row in rows] == [True]


def test_signing_in_gives_the_session_another_key() -> None:
    client = Client()
    session = client.session
    session["x"] = 1
    session.save()
    client.cookies["sessionid"] = before = session.session_key
    person = factories.person("viewer")
    client.post(reverse("sign-in"), {"username": person.username, "password": "correct horse battery"})
    assert client.session.session_key != before
    assert not Session.objects.filter(session_key=before).exists()


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "/\\evil.example"])
def test_signing_in_leads_to_no_other_site(target: str) -> None:
    person = factories.person("viewer")
    answer = Client().post(reverse("sign-in"), {"username": person.username, "password": "correct horse battery", "next": target})
    assert answer.url == "/"


def test_the_sign_in_page_tells_nothing_about_who_exists() -> None:
    known, kept_out = factories.person("viewer"), factories.person("viewer")
    User.objects.filter(pk=kept_out.pk).update(is_active=False)
    pages = set()
    for name in (known.username, kept_out.username, "nobody"):
        page = Client().post(reverse("sign-in"), {"username": name, "password": "wrong"}).content.decode()
        pages.add(re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page).replace(name, "NAME"))
    assert len(pages) == 1


def test_a_browser_is_noted_every_few_minutes_and_no_more(django_assert_num_queries) -> None:
    client = signed_in_client(factories.person("viewer"))
    seen = SignIn.objects.get().seen_at
    client.get(reverse("sessions"))
    assert SignIn.objects.get().seen_at == seen
    session = client.session
    session["seen_at"] = 0
    session.save()
    client.get(reverse("sessions"))
    assert SignIn.objects.get().seen_at > seen


def test_a_session_that_ended_by_itself_is_not_listed() -> None:
    person = factories.person("viewer")
    gone, here = signed_in_client(person), signed_in_client(person)
    Session.objects.filter(session_key=gone.session.session_key).update(expire_date=NOW - timedelta(days=900))
    assert len(here.get(reverse("sessions")).context["rows"]) == 1


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (FIREFOX, "Firefox on Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile/15E148 Safari/604.1",
            "Safari on iPhone",
        ),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome on Android"),
        ("curl/8.1", "curl"),
        ("", "Unknown device"),
    ],
)
def test_a_browser_is_known_by_what_it_says_of_itself(agent: str, name: str) -> None:
    assert device_name(agent) == name


def audit_line(**fields) -> AuditLine:
    return AuditLine.objects.create(**{"at": NOW, "act": "site_paused", "site_origin": "https://a.example", **fields})


def test_the_audit_log_is_narrowed_by_person_act_site_and_day(administrator) -> None:
    mei = factories.person("editor", name="mei")
    wanted = audit_line(who=mei)
    audit_line(who=factories.person("editor"))
    audit_line(who=mei, act="site_resumed")
    audit_line(who=mei, site_origin="https://b.example")
    audit_line(who=mei, at=NOW - timedelta(seconds=1))
    audit_line(who=mei, at=NOW + timedelta(days=1))
    asked = {"who": mei.pk, "act": "site_paused", "site": "a.example", "since": "2026-12-01", "until": "2026-12-01"}
    assert [row.line for row in administrator.get(reverse("audit_log"), asked).context["rows"]] == [wanted]
    csv = b"".join(administrator.get(reverse("audit_csv"), asked)).decode("utf-8-sig").splitlines()
    assert csv[1:] == ["2026-12-01T00:00:00Z,mei,site_paused,Paused a site,https://a.example,"]


def test_nonsense_in_the_filters_of_the_audit_log_is_passed_over(administrator) -> None:
    audit_line()
    asked = {"who": "x", "act": "nonsense", "since": "yesterday", "site": "\x00"}
    assert administrator.get(reverse("audit_log"), asked).status_code == 200


def test_no_cell_of_the_audit_log_is_a_formula(administrator) -> None:
    audit_line(detail='=HYPERLINK("http://evil.example")')
    assert "'=HYPERLINK" in b"".join(administrator.get(reverse("audit_csv"))).decode()


def test_the_audit_log_tells_what_changed_in_words(administrator) -> None:
    audit_line(act="site_settings_changed", changes=[{"field": "interval_seconds", "old": "86400", "new": "3600"}])
    page = administrator.get(reverse("audit_log")).content.decode()
    assert "Interval of checks" in page
    assert str(interval_of_checks(3600)) in page


def test_a_stranger_has_an_account_page_too() -> None:
    assert client_of("").get(reverse("sessions")).status_code == 200
