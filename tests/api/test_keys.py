"""The life of a key, and what a wrong one gets."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from sitemaps_app import api_keys
from sitemaps_app.api_keys import KeyRefusal, NewKey, find_key, make_key, note_wrong_key, revoke
from sitemaps_app.models import ApiKey, WrongKeys
from sitemaps_app.models.api_key import KeyScope
from tests import factories
from tests.api.conftest import Program

NOW = factories.NOW


@pytest.fixture
def made() -> NewKey:
    return make_key(factories.person("viewer"), name="crawl", scope=KeyScope.READ, expires_at=NOW + timedelta(days=1), now=NOW)


def code(secret: str, *, now=NOW) -> str:
    answer = find_key(secret, now=now)
    return answer.code if isinstance(answer, KeyRefusal) else "found"


def test_a_key_is_found_by_its_secret_and_stored_without_it(made: NewKey) -> None:
    row = ApiKey.objects.get()
    assert find_key(made.secret, now=NOW) == row
    assert made.secret.startswith(f"{row.prefix}_")
    assert not [value for value in vars(row).values() if made.secret.removeprefix(row.prefix + "_") in str(value)]


def test_two_keys_share_nothing() -> None:
    person = factories.person("viewer")
    one, two = (make_key(person, name="same", scope=KeyScope.READ, expires_at=None, now=NOW) for _ in range(2))
    assert one.secret[:15] != two.secret[:15]
    assert one.secret[15:] != two.secret[15:]


def test_a_key_with_any_sign_changed_is_unknown(made: NewKey) -> None:
    for place in range(len(made.secret)):
        sign = "a" if made.secret[place] != "a" else "b"
        assert code(made.secret[:place] + sign + made.secret[place + 1 :]) == "key_unknown"


@pytest.mark.parametrize("secret", ["", " ", "lmt_", "\x00", "é" * 60, "lmt_0123456789_" + "x" * 43, "x" * 100_000, "\udcff"])
def test_what_is_no_key_is_unknown(secret: str, made: NewKey) -> None:
    assert code(secret) == "key_unknown"


def test_a_key_ends_at_its_moment_and_with_its_revocation(made: NewKey) -> None:
    end = NOW + timedelta(days=1)
    assert code(made.secret, now=end - timedelta(seconds=1)) == "found"
    assert code(made.secret, now=end) == "key_expired"
    assert revoke(made.key, now=NOW)
    assert not revoke(made.key, now=NOW)
    assert code(made.secret) == "key_revoked"


def test_that_a_key_was_revoked_is_told_to_its_holder_only(made: NewKey) -> None:
    revoke(made.key, now=NOW)
    assert code(made.secret[:-1] + ("a" if made.secret[-1] != "a" else "b")) == "key_unknown"


def test_the_key_of_a_person_who_left_opens_nothing(made: NewKey) -> None:
    made.key.owner.is_active = False
    made.key.owner.save()
    assert code(made.secret) == "key_unknown"


def test_the_last_use_is_noted_once_a_minute(made: NewKey) -> None:
    for seconds, noted in ((0, 0), (59, 0), (60, 60)):
        find_key(made.secret, now=NOW + timedelta(seconds=seconds))
        assert ApiKey.objects.get().last_used_at == NOW + timedelta(seconds=noted)


def test_a_wrong_key_is_not_a_use(made: NewKey) -> None:
    code(made.secret[:-1] + "!")
    assert ApiKey.objects.get().last_used_at is None


@pytest.mark.parametrize("secret", ["known", "lmt_0123456789_" + "x" * 43, "nonsense"])
def test_hashes_are_compared_in_constant_time_whether_there_is_such_a_key_or_not(secret: str, made: NewKey, monkeypatch) -> None:
    compared = []
    real = api_keys.constant_time_compare
    monkeypatch.setattr(api_keys, "constant_time_compare", lambda one, other: compared.append((one, other)) or real(one, other))
    code(made.secret if secret == "known" else secret)
    assert [(len(one), len(other)) for one, other in compared] == [(64, 64)]


def test_what_the_comparison_says_is_what_counts(made: NewKey, monkeypatch) -> None:
    monkeypatch.setattr(api_keys, "constant_time_compare", lambda *_: False)
    assert code(made.secret) == "key_unknown"


def wrong(address: str, times: int, *, now=NOW) -> list[int]:
    return [note_wrong_key(address, now=now) for _ in range(times)]


@pytest.mark.postgres
def test_wrong_keys_from_one_address_are_held_off_until_their_window_is_over() -> None:
    assert wrong("192.0.2.1", api_keys.MOST_WRONG) == [0] * api_keys.MOST_WRONG
    assert wrong("192.0.2.1", 1, now=NOW + timedelta(minutes=5)) == [600]
    assert wrong("192.0.2.2", 1) == [0]
    assert wrong("192.0.2.1", 1, now=NOW + api_keys.WRONG_WINDOW) == [0]


def test_beyond_the_limit_nothing_is_written(django_assert_num_queries) -> None:
    wrong("192.0.2.1", api_keys.MOST_WRONG)
    with django_assert_num_queries(1):
        wrong("192.0.2.1", 1)
    assert WrongKeys.objects.get().count == api_keys.MOST_WRONG


def test_a_customer_of_ipv6_has_one_count_for_all_addresses() -> None:
    wrong("2001:db8:1:2::1", api_keys.MOST_WRONG)
    assert wrong("2001:db8:1:2:ffff::9", 1) == [900]
    assert wrong("2001:db8:1:3::1", 1) == [0]


@pytest.mark.parametrize("address", ["", "unix:", "x" * 500])
def test_an_address_that_is_none_is_counted_too(address: str) -> None:
    wrong(address, api_keys.MOST_WRONG)
    assert wrong(address, 1) == [900]


def test_old_counts_are_cleared_away() -> None:
    wrong("192.0.2.1", 1)
    wrong("192.0.2.2", 1, now=NOW + timedelta(days=1))
    assert [row.address for row in WrongKeys.objects.all()] == ["192.0.2.2"]


def test_a_program_with_wrong_keys_is_told_to_wait_and_a_right_key_still_passes(reader: Program) -> None:
    bad = Program("lmt_0123456789_" + "x" * 43)
    answers = [bad.get("/sites") for _ in range(api_keys.MOST_WRONG + 1)]
    assert [answer.status_code for answer in answers] == [401] * api_keys.MOST_WRONG + [429]
    last = answers[-1]
    assert last.json()["code"] == "too_many_wrong_keys"
    assert 1 <= int(last["Retry-After"]) <= 900
    assert reader.get("/sites").status_code == 200


def test_an_expired_key_is_no_guess(reader: Program) -> None:
    ApiKey.objects.update(expires_at=timezone.now())
    answer = reader.get("/sites")
    assert (answer.status_code, answer.json()["code"]) == (401, "key_expired")
    assert answer["WWW-Authenticate"].startswith("Bearer")
    assert not WrongKeys.objects.exists()


def test_a_revoked_key_is_refused(reader: Program) -> None:
    revoke(ApiKey.objects.get(), now=timezone.now())
    assert reader.get("/sites").json()["code"] == "key_revoked"


def test_keys_go_with_their_owner(made: NewKey) -> None:
    made.key.owner.delete()
    assert code(made.secret) == "key_unknown"
    assert not ApiKey.objects.exists()
