from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command

from sitemaps_app.management.commands.assess import Command
from sitemaps_app.models import Assessment, Recomputation, Site
from sitemaps_app.pipeline import judged_again, recompute
from tests import factories
from tests.factories import NOW

pytestmark = pytest.mark.django_db
OLD = "2"


def judged_site(name: str, *, checks: int = 3, rules: str = OLD) -> Site:
    site = factories.site(f"https://{name}.example")
    for day in range(checks):
        factories.snapshot(site, taken_at=NOW + timedelta(days=day))
        factories.assessment(site, at=NOW + timedelta(days=day), verdict="useful", rule_version=rules)
    return site


def told(capsys: pytest.CaptureFixture[str], *arguments: str, fails: bool = False) -> list[dict]:
    if fails:
        with pytest.raises(SystemExit) as left:
            call_command("assess", *arguments, "--json")
        assert left.value.code == 1
    else:
        call_command("assess", *arguments, "--json")
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_history_is_judged_again_and_the_object_has_the_keys_that_scripts_read(capsys: pytest.CaptureFixture[str]) -> None:
    judged_site("one")
    (line,) = told(capsys, "one.example", "--history")
    assert line == {
        "site": "https://one.example",
        "rule_version": recompute.RULE_VERSION,
        "old_rule_version": OLD,
        "checks": 3,
        "judged": 3,
        "complete": True,
        "verdict": "insufficient",
        "old_verdict": "useful",
        "failure": "",
    }
    (again,) = told(capsys, "one.example", "--history")
    assert (again["complete"], again["old_rule_version"], again["judged"]) == (True, recompute.RULE_VERSION, 3)


def test_without_history_nothing_is_stored(capsys: pytest.CaptureFixture[str]) -> None:
    judged_site("one")
    (line,) = told(capsys, "one.example")
    assert (line["verdict"], line["rule_version"]) == ("insufficient", recompute.RULE_VERSION)
    assert (line["shown"]["verdict"], line["shown"]["rule_version"], line["shown"]["trust"]) == ("useful", OLD, 93.0)
    assert line["same_evidence"] is False
    assert not Assessment.objects.exclude(rule_version=OLD).exists()
    assert not Recomputation.objects.exists()


def test_all_sites_are_judged_and_a_fault_on_one_stops_no_other(capsys: pytest.CaptureFixture[str], monkeypatch) -> None:
    bad = judged_site("bad")
    judged_site("good")
    factories.site("https://never-judged.example")
    honest = recompute.judge_moment

    def judge(site, at, **options):
        if site.pk == bad.pk:
            raise ValueError("odd")
        return honest(site, at, **options)

    for module in (recompute, judged_again):
        monkeypatch.setattr(module, "judge_moment", judge)
    lines = told(capsys, "--all", "--history", fails=True)
    assert [(line["site"], line["complete"], bool(line["failure"])) for line in lines] == [
        ("https://bad.example", False, True),
        ("https://good.example", True, False),
    ]
    assert [line.get("failure", "") for line in told(capsys, "--all", fails=True)] == ["ValueError", ""]


def test_a_person_reads_a_sentence_a_site(capsys: pytest.CaptureFixture[str]) -> None:
    judged_site("one")
    call_command("assess", "one.example")
    assert "by rules" in capsys.readouterr().out
    call_command("assess", "one.example", "--history")
    out = capsys.readouterr().out
    assert (
        out == f"https://one.example: 3 checks judged again by rules {recompute.RULE_VERSION}; verdict insufficient (by rules 2 useful).\n"
    )
    call_command("assess", "one.example", "--history")
    assert "already" in capsys.readouterr().out


def test_while_another_process_is_at_it_the_command_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    site = judged_site("one")
    far = NOW + timedelta(days=100_000)
    Recomputation.objects.create(site=site, rule_version=recompute.RULE_VERSION, began_at=NOW, done=1, lease_token="other", lease_until=far)
    with pytest.raises(SystemExit):
        call_command("assess", "one.example", "--history")
    assert "another process is judging it again, 1 of 3" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [(), ("one.example", "--all"), ("unknown.example",)])
def test_wrong_use_is_one_sentence_and_status_2(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError) as left:
        call_command(Command(), *arguments)
    assert left.value.returncode == 2
