from __future__ import annotations

import pytest

from scoring.assessment import Verdict
from scoring.schedule import DuePolicy, DueReason, EntryKind, in_audit, priority

TRUSTED = DuePolicy({"": Verdict.TRUSTED}, audit_share=0.0)
MIXED = DuePolicy({"": Verdict.HINT, "blog": Verdict.USEFUL, "docs": Verdict.UNTRUSTED, "new": Verdict.INSUFFICIENT}, audit_share=0.0)


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (EntryKind.MOVED, DueReason.LASTMOD_MOVED),
        (EntryKind.APPEARED, DueReason.NEW),
        (EntryKind.UNDATED, DueReason.UNDATED),
        (EntryKind.LASTMOD_VANISHED, DueReason.UNDATED),
        (EntryKind.LASTMOD_APPEARED, DueReason.UNDATED),
        (EntryKind.VANISHED, DueReason.REMOVED),
        (EntryKind.UNMOVED, None),
        (EntryKind.FORMAT_ONLY, None),
        (EntryKind.BACKWARDS, None),
        ("something else", None),
    ],
)
def test_a_trusted_site_is_followed(kind: str, reason: DueReason | None) -> None:
    assert TRUSTED.decide(kind, "https://site.example/a", "any") is reason


def test_each_section_goes_by_its_own_verdict() -> None:
    assert MIXED.decide("moved", "a", "blog") is DueReason.LASTMOD_MOVED
    assert MIXED.decide("unmoved", "a", "blog") is None
    assert MIXED.decide("unmoved", "a", "docs") is DueReason.UNTRUSTED_FALLBACK
    assert MIXED.decide("moved", "a", "docs") is DueReason.UNTRUSTED_FALLBACK
    assert MIXED.decide("moved", "a", "new") is DueReason.UNTRUSTED_FALLBACK


def test_a_section_without_a_verdict_of_its_own_goes_by_the_site() -> None:
    policy = DuePolicy({"": Verdict.TRUSTED, "small": Verdict.INSUFFICIENT, "bad": Verdict.NO_LASTMOD})

    assert policy.decide("moved", "a", "small") is DueReason.LASTMOD_MOVED
    assert policy.decide("moved", "a", "bad") is DueReason.UNTRUSTED_FALLBACK


def test_a_large_section_that_nobody_looked_into_does_not_go_by_the_site() -> None:
    policy = DuePolicy(
        {"": Verdict.TRUSTED, "new": Verdict.INSUFFICIENT, "seen": Verdict.USEFUL}, unseen=frozenset({"new", "newest", "seen"})
    )

    assert policy.verdict("new") is Verdict.INSUFFICIENT
    assert policy.verdict("newest") is Verdict.INSUFFICIENT
    assert policy.verdict("other") is Verdict.TRUSTED
    assert policy.verdict("seen") is Verdict.USEFUL, "its own verdict stands"
    assert policy.decide("moved", "a", "new") is DueReason.UNTRUSTED_FALLBACK


@pytest.mark.parametrize("verdict", [Verdict.UNTRUSTED, Verdict.NO_LASTMOD, Verdict.INSUFFICIENT, Verdict.HINT])
def test_unproven_sites_are_refused_with_their_verdict(verdict: Verdict) -> None:
    assert DuePolicy({"": verdict}).refusal() is verdict


def test_a_site_with_one_proven_section_is_not_refused() -> None:
    assert MIXED.refusal() is None
    assert TRUSTED.refusal() is None
    assert DuePolicy().refusal() is Verdict.INSUFFICIENT


def test_the_audit_is_the_same_at_every_call_and_another_for_another_cursor() -> None:
    keys = [f"https://site.example/{i}" for i in range(5_000)]
    first = {key for key in keys if in_audit(key, seed="c1", share=0.02)}
    again = {key for key in keys if in_audit(key, seed="c1", share=0.02)}
    other = {key for key in keys if in_audit(key, seed="c2", share=0.02)}

    assert first == again
    assert 60 <= len(first) <= 140
    assert len(first & other) < 20


def test_unmoved_pages_are_audited_at_the_share_asked_for() -> None:
    policy = DuePolicy({"": Verdict.TRUSTED}, audit_share=1.0)

    assert policy.decide("unmoved", "a", "") is DueReason.AUDIT_SAMPLE


def test_moves_rank_by_trust_and_above_audits() -> None:
    high, low = priority(DueReason.LASTMOD_MOVED, 0.98), priority(DueReason.LASTMOD_MOVED, 0.6)

    assert 1.0 >= high > low > priority(DueReason.UNDATED, 0.9) > priority(DueReason.AUDIT_SAMPLE, 0.9) > priority(DueReason.REMOVED, None)
    assert priority(DueReason.LASTMOD_MOVED, None) == 0.5
