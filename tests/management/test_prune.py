from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings
from django.utils import timezone

from sitemaps_app.management.commands import prune as command_module
from sitemaps_app.management.commands.prune import Command
from sitemaps_app.models import Check, Snapshot
from sitemaps_app.models.check import CheckState
from sitemaps_app.pipeline import chores
from sitemaps_app.pipeline.prune import CHORE
from sitemaps_app.pipeline.prune_policy import Freed, PruneReport
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _storage(tmp_path: Path):
    with override_settings(STORAGE_FOLDER=tmp_path / "storage"):
        yield


def pruned(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    call_command("prune", *arguments)
    return capsys.readouterr().out


def old_history() -> None:
    site, now = factories.site(), timezone.now()
    for days in (4_000, 1, 0):
        factories.snapshot(site, taken_at=now - timedelta(days=days), byte_count=1_000)
        account = [{"stage": "assess", "code": "assessed", "params": {}}] * 2
        factories.check(site, began_at=now - timedelta(days=days), state=CheckState.DONE, account=account)


def test_the_object_has_the_keys_that_scripts_read(capsys: pytest.CaptureFixture[str]) -> None:
    old_history()
    would = json.loads(pruned(capsys, "--dry-run", "--json"))
    did = json.loads(pruned(capsys, "--json"))
    assert list(did) == [
        "dry_run", "snapshots", "snapshot_bytes", "page_texts", "page_text_bytes", "accounts", "account_bytes", "leftovers", "leftover_bytes",
        "bytes", "missing", "missing_files", "failed", "foreign_storage",
    ]  # fmt: skip
    assert (would.pop("dry_run"), did.pop("dry_run")) == (True, False)
    assert would == did
    assert (did["snapshots"], did["snapshot_bytes"], did["accounts"], did["missing"], len(did["missing_files"])) == (1, 1_000, 1, 2, 2)
    assert did["bytes"] == 1_000 + did["account_bytes"]
    assert json.loads(pruned(capsys, "--json"))["bytes"] == 0


def test_a_person_reads_what_would_be_removed(capsys: pytest.CaptureFixture[str]) -> None:
    old_history()
    said = pruned(capsys, "--dry-run")
    assert said.startswith("Would remove:\n  1 files of snapshots, 1,000 bytes\n")
    assert "2 files of snapshots, as " in said
    assert Snapshot.objects.filter(byte_count=0).count() == 0
    assert all(len(check.account) == 2 for check in Check.objects.all())
    assert pruned(capsys).startswith("Removed:\n  1 files of snapshots, 1,000 bytes\n")


def test_what_went_wrong_is_said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    report = PruneReport(dry_run=False, leftovers=Freed(1, 5), failed=3, foreign_storage=True)
    monkeypatch.setattr(command_module, "prune_now", lambda **_: report)
    said = pruned(capsys)
    assert "refused to remove 3 files" in said
    assert "Is it the right database?" in said


def test_a_run_beside_another_machines_is_refused_and_a_dry_one_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert chores.claim(CHORE, wall=timezone.now(), seconds=60) is not None
    with pytest.raises(CommandError, match="Another machine") as refused:
        call_command(Command())
    assert refused.value.returncode == 1
    assert pruned(capsys, "--dry-run").startswith("Would remove:")
