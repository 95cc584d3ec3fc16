"""The OpenAPI document as a page shows it, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sitemaps_app.api.document import codes_of
from sitemaps_app.api.problems import STATUS_OF
from sitemaps_app.wording import Words, sentence, words


@dataclass(frozen=True, slots=True)
class Parameter:
    """One thing that an operation takes, beside the body."""

    name: str
    kind: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Field:
    """One field of an answer or a body, indented by the objects around it."""

    name: str
    kind: str
    indent: str


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation of the API."""

    code: str
    method: str
    path: str
    title: str
    explanation: str
    parameters: tuple[Parameter, ...]
    body: tuple[Field, ...]
    answer: tuple[Field, ...]
    statuses: str
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProblemCode:
    """One code of a problem object."""

    code: str
    status: int
    said: Words


def problems() -> tuple[ProblemCode, ...]:
    """All codes in the order of their statuses."""
    return tuple(ProblemCode(code, status, words("api_problems", code)) for code, status in STATUS_OF.items())


def operations(document: dict[str, Any]) -> tuple[Operation, ...]:
    """The operations in the order of the document."""
    schemas = document["components"]["schemas"]
    return tuple(
        _operation(method.upper(), path, one, schemas) for path, methods in document["paths"].items() for method, one in methods.items()
    )


def _operation(method: str, path: str, told: dict[str, Any], schemas: dict[str, Any]) -> Operation:
    code = told["operationId"]
    good = {status: answer for status, answer in told["responses"].items() if status < "400"}
    return Operation(
        code=code,
        method=method,
        path=path,
        title=str(words("api_operations", code).title),
        explanation=sentence("api_operations", code),
        parameters=tuple(_parameter(one, schemas) for one in told["parameters"]),
        body=tuple(_fields_of(told.get("requestBody", {}), schemas)),
        answer=tuple(_fields_of(next(iter(good.values())), schemas)),
        statuses=", ".join(good),
        problems=codes_of(code),
    )


def _parameter(told: dict[str, Any], schemas: dict[str, Any]) -> Parameter:
    return Parameter(told["name"], _kind(told["schema"], schemas), sentence("api_parameters", told["name"]))


def _fields_of(holder: dict[str, Any], schemas: dict[str, Any]) -> Iterator[Field]:
    schema = holder.get("content", {}).get("application/json", {}).get("schema", {})
    yield from _fields(schema, schemas, depth=0)


def _fields(schema: dict[str, Any], schemas: dict[str, Any], *, depth: int) -> Iterator[Field]:
    for name, one in _resolved(schema, schemas).get("properties", {}).items():
        yield Field(name, _kind(one, schemas), "  " * depth)
        inner = one.get("items", one)
        yield from _fields(next((part for part in inner.get("anyOf", ()) if "$ref" in part), inner), schemas, depth=depth + 1)


def _resolved(schema: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    reference = schema.get("$ref") or next((part["$ref"] for part in schema.get("allOf", ()) if "$ref" in part), "")
    resolved: dict[str, Any] = schemas[reference.rsplit("/", 1)[-1]] if reference else schema
    return resolved


def _kind(schema: dict[str, Any], schemas: dict[str, Any]) -> str:
    """The type of a value in the words of JSON."""
    schema = _resolved(schema, schemas)
    if "anyOf" in schema:
        return " | ".join(_kind(part, schemas) for part in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(f'"{value}"' for value in schema["enum"])
    if schema.get("type") == "array":
        return f"[{_kind(schema['items'], schemas)}]"
    return str(schema.get("format") or schema.get("type") or "object")
