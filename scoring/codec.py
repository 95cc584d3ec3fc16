"""Evidence and assessments as plain JSON and back, so that an assessment can be stored with what it was made from and made again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from scoring.assessment import SiteAssessment, Workings
from scoring.evidence import Evidence

T = TypeVar("T")


def evidence_to_json(evidence: Evidence) -> dict[str, Any]:
    """A dict of lists, strings and numbers; instants are ISO 8601 with their zone."""
    encoded = _encode(evidence)
    assert isinstance(encoded, dict)  # noqa: S101  a dataclass is encoded as a dict
    return encoded


def evidence_from_json(document: Mapping[str, Any]) -> Evidence:
    """The inverse of `evidence_to_json`. Unknown keys are ignored, missing ones take their default; else ValueError."""
    return _read(Evidence, document)


def assessment_to_json(assessment: SiteAssessment) -> dict[str, Any]:
    """Verdicts and codes by their stable names, numbers as they are (shares in 0..1)."""
    encoded = _encode(assessment)
    assert isinstance(encoded, dict)  # noqa: S101  a dataclass is encoded as a dict
    return encoded


def workings_to_json(workings: Workings) -> dict[str, Any]:
    """Intervals as objects with low, median and high."""
    encoded = _encode(workings)
    assert isinstance(encoded, dict)  # noqa: S101  a dataclass is encoded as a dict
    return encoded


def workings_from_json(document: Mapping[str, Any]) -> Workings:
    """The inverse of `workings_to_json`; an empty object, of an assessment by older rules, gives empty workings."""
    return _read(Workings, document)


def assessment_from_json(document: Mapping[str, Any]) -> SiteAssessment:
    """The inverse of `assessment_to_json`, with the same tolerance."""
    return _read(SiteAssessment, document)


def _require(holds: bool, sentence: str) -> None:  # noqa: FBT001  a condition is what it takes
    if not holds:
        raise ValueError(sentence)


def _encode(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return {spec.name: _encode(getattr(value, spec.name)) for spec in fields(value)}
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_encode(part) for part in value]
    if isinstance(value, Mapping):
        return {str(key): _encode(part) for key, part in value.items()}
    return value


def _read(kind: type[T], document: Mapping[str, Any]) -> T:
    decoded: T = _decode(kind, document)
    return decoded


def _decode(kind: Any, value: Any) -> Any:
    origin = get_origin(kind)
    if origin in {Union, UnionType}:
        return _decode_union(get_args(kind), value)
    if origin is tuple:
        _require(isinstance(value, list), "a list is missing")
        return tuple(_decode(get_args(kind)[0], part) for part in value)
    if origin is dict:
        _require(isinstance(value, Mapping), "an object is missing")
        return {key: _decode(get_args(kind)[1], part) for key, part in value.items()}
    if isinstance(kind, type) and is_dataclass(kind):
        return _decode_dataclass(kind, value)
    return _decode_scalar(kind, value)


def _decode_union(kinds: tuple[Any, ...], value: Any) -> Any:
    if value is None and NoneType in kinds:
        return None
    kinds = tuple(kind for kind in kinds if kind is not NoneType)
    exact = [kind for kind in kinds if isinstance(kind, type) and type(value) is kind]
    return value if exact else _decode(kinds[0], value)


def _decode_dataclass(kind: Any, value: Any) -> Any:
    _require(isinstance(value, Mapping), f"an object for {kind.__name__} is missing")
    hints = _hints_of(kind)
    found: dict[str, Any] = {}
    for spec in fields(kind):
        if spec.name in value:
            found[spec.name] = _decode(hints[spec.name], value[spec.name])
        elif spec.default is MISSING and spec.default_factory is MISSING:
            raise ValueError(f"{kind.__name__} lacks {spec.name}")
    return kind(**found)


# Resolving annotations costs more than reading a document, and a site's history holds hundreds of them.
@lru_cache(maxsize=32)
def _hints_of(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _decode_scalar(kind: Any, value: Any) -> Any:
    if kind is datetime:
        _require(isinstance(value, str), "an instant is missing")
        return datetime.fromisoformat(value)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(value)
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise ValueError(f"{value!r} is no {kind.__name__}")
    return value
