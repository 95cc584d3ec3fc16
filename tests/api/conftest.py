"""Programs with keys."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from sitemaps_app.api_keys import make_key
from sitemaps_app.models.api_key import KeyScope
from tests import factories


@pytest.fixture(autouse=True)
def _database(db) -> None:
    """Every operation needs rows."""


@dataclass
class Program:
    """A program that asks with a key, or without one."""

    secret: str = ""
    client: Client = field(default_factory=lambda: Client(raise_request_exception=False))

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(f"/api/v1{path}", **self._headers(headers))

    def post(self, path: str, body: object = None, **headers: str) -> Any:
        text = body if isinstance(body, (str, bytes)) else json.dumps(body)
        return self.client.post(f"/api/v1{path}", text, content_type="application/json", **self._headers(headers))

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        return ({"HTTP_AUTHORIZATION": f"Bearer {self.secret}"} if self.secret else {}) | more


def program_of(role: str, scope: str = "write") -> Program:
    made = make_key(factories.person(role), name="test", scope=KeyScope(scope), expires_at=None, now=timezone.now())
    return Program(made.secret)


@pytest.fixture
def reader() -> Program:
    """A viewer's key that may read."""
    return program_of("viewer", "read")


@pytest.fixture
def writer() -> Program:
    """An editor's key that may write."""
    return program_of("editor")
