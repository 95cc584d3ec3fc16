"""People with roles, each with a signed-in client."""

from __future__ import annotations

import pytest
from django.test import Client

from tests import factories


@pytest.fixture(autouse=True)
def _database(db) -> None:
    """Every page needs rows."""


def client_of(role: str) -> Client:
    client = Client()
    client.force_login(factories.person(role))
    return client


@pytest.fixture
def stranger() -> Client:
    """Signed in, but in no group."""
    return client_of("")


@pytest.fixture
def viewer() -> Client:
    return client_of("viewer")


@pytest.fixture
def editor() -> Client:
    return client_of("editor")


@pytest.fixture
def administrator() -> Client:
    return client_of("admin")
