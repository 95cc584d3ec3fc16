from __future__ import annotations

import json
from datetime import UTC

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.assessment import Counts, Reason, SiteAssessment
from scoring.codec import assessment_from_json, assessment_to_json, evidence_from_json, evidence_to_json
from scoring.evidence import Comparison, DateAgreement, Evidence, SnapshotStats
from scoring.verdict import assess
from tests.scoring.builders import comparisons, daily, evidence, on_day

st.register_type_strategy(float, st.floats(allow_nan=False, allow_infinity=False))
instants = st.datetimes(timezones=st.just(UTC))


def made(kind: type) -> st.SearchStrategy:
    times = {name: st.one_of(st.none(), instants) for name, hint in kind.__annotations__.items() if hint == "datetime | None"}
    times |= {name: instants for name, hint in kind.__annotations__.items() if hint == "datetime"}
    return st.builds(kind, **times)


evidences = st.builds(
    Evidence,
    snapshots=st.lists(made(SnapshotStats), max_size=3).map(tuple),
    sections=st.lists(made(SnapshotStats), max_size=3).map(tuple),
    comparisons=st.lists(made(Comparison), max_size=4).map(tuple),
    agreements=st.lists(made(DateAgreement), max_size=3).map(tuple),
)


@settings(max_examples=60, deadline=None)
@given(seen=evidences)
def test_evidence_survives_json(seen: Evidence) -> None:
    assert evidence_from_json(json.loads(json.dumps(evidence_to_json(seen)))) == seen


@settings(max_examples=60, deadline=None)
@given(judged=st.from_type(SiteAssessment))
def test_assessments_survive_json(judged: SiteAssessment) -> None:
    assert assessment_from_json(json.loads(json.dumps(assessment_to_json(judged)))) == judged


def test_an_assessment_can_be_made_again_from_its_stored_evidence() -> None:
    seen = evidence(daily(None, 3, 4, 5), comparisons(9, 1, 2, 30, day=3))
    stored = json.dumps(evidence_to_json(seen))

    assert assess(evidence_from_json(json.loads(stored)), now=on_day(4)) == assess(seen, now=on_day(4))


def test_parameters_keep_their_types() -> None:
    judged = assess(evidence(daily(None, 3)), now=on_day(2))
    reason = Reason("date_only", {"text": "2", "whole": 2, "part": 2.0})
    again = assessment_from_json(json.loads(json.dumps(assessment_to_json(judged))))

    assert again == judged
    decoded = json.loads(json.dumps(reason.params))
    assert {key: type(value) for key, value in decoded.items()} == {"text": str, "whole": int, "part": float}


def test_fields_of_later_versions_are_ignored_and_missing_ones_take_their_default() -> None:
    document = assessment_to_json(assess(Evidence(), now=on_day(0)))
    document["site"]["invented_later"] = 1
    del document["site"]["counts"]["moved_changed"]

    assert assessment_from_json(document).site.counts == Counts()


@pytest.mark.parametrize(
    "document",
    [
        {"snapshots": 3},
        {"comparisons": [{"section": ""}]},
        {"comparisons": [None]},
        {"agreements": [{"section": "", "at": 5}]},
        {"agreements": [{"section": 3}]},
        {"comparisons": [{"section": "", "at": "2025-01-01T00:00:00+00:00", "gap_days": True, "moves": 1, "changed": 1, "weight": 1}]},
    ],
)
def test_what_is_no_evidence_is_refused(document: dict) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        evidence_from_json(document)
