"""What every test gets: a guard that lets nothing out of this machine, folders of its own, and real servers where wanted."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
import redis
from django.utils import translation

from sitemaps_app.server.translations import compile_translations
from tests.network_guard import NetworkGuard
from tests.real_servers import running_broker

LOCALE = Path(__file__).parents[1] / "sitemaps_app" / "locale"


# How long an example takes depends on what else the machine does, so time is never a reason to fail.
hypothesis.settings.register_profile("suite", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("suite")


def pytest_configure() -> None:
    """Django reads translations once, so they are compiled before the first test."""
    compile_translations([LOCALE])


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """In several processes the files with slow tests are handed out first, so that no process is left alone with one at the end."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        slow = {item.path for item in items if item.get_closest_marker("slow")}
        items.sort(key=lambda item: item.path not in slow)


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Packed bytes are named by their argument: gzip writes the second it packs in, and all processes must know a test by one name."""
    return argname if isinstance(val, bytes) and not (val.isascii() and val.decode().isprintable()) else None


@pytest.fixture(scope="session", autouse=True)
def _guarded_sockets() -> Iterator[NetworkGuard]:
    """No test may dial or look up anything but this machine."""
    guard = NetworkGuard()
    with guard.installed():
        yield guard


@pytest.fixture(autouse=True)
def _own_language() -> Iterator[None]:
    """A page that was asked for in Chinese within this process leaves its language behind; the next test begins without one."""
    yield
    translation.deactivate()


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


@pytest.fixture(scope="session")
def broker_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real Redis-compatible server, the product's own broker; the URL is for redis-py and REDIS_URL."""
    with running_broker(tmp_path_factory.mktemp("broker")) as url:
        yield url


@pytest.fixture
def redis_client(broker_url: str) -> Iterator[redis.Redis]:
    """A client of that server, emptied before and after."""
    with redis.Redis.from_url(broker_url) as client:
        client.flushall()
        yield client
        client.flushall()
