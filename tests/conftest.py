"""What every test gets: a guard that lets nothing out of this machine, folders of its own, and real servers where wanted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.network_guard import NetworkGuard


@pytest.fixture(scope="session", autouse=True)
def _guarded_sockets() -> Iterator[NetworkGuard]:
    """No test may dial or look up anything but this machine."""
    guard = NetworkGuard()
    with guard.installed():
        yield guard


@pytest.fixture
def guard(_guarded_sockets: NetworkGuard) -> Iterator[NetworkGuard]:
    """The guard, with an empty list of what it had to stop: `assert guard.reached == []`."""
    _guarded_sockets.reached.clear()
    yield _guarded_sockets
    _guarded_sockets.reached.clear()


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    """A private data folder as the product makes it."""
    folder = tmp_path / "var"
    folder.mkdir(mode=0o700)
    return folder
