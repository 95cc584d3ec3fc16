from __future__ import annotations

from pathlib import Path

import pytest
import redis

from sitemaps_app.environment import SettingError
from sitemaps_app.server import broker
from sitemaps_app.server.broker import broker_program, find_binary, is_up, server_version
from sitemaps_app.server.private_files import socket_path
from tests.real_servers import running_broker


def fake_server(folder: Path, name: str, answer: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\necho '{answer}'\n")
    path.chmod(0o755)
    return path


def test_the_broker_answers_with_its_password_and_not_without(broker_url: str) -> None:
    assert is_up(broker_url)
    _, _, path = broker_url.partition("@")
    with redis.Redis.from_url(f"unix://{path}") as client, pytest.raises(redis.AuthenticationError):
        client.ping()


def test_the_broker_refuses_rather_than_forgets_and_listens_on_no_port(redis_client: redis.Redis) -> None:
    assert redis_client.config_get("maxmemory-policy")["maxmemory-policy"] == "noeviction"
    assert redis_client.config_get("port")["port"] == "0"


def test_what_was_queued_survives_a_restart_of_the_broker(data_dir: Path) -> None:
    for round_of_two in range(2):
        with running_broker(data_dir) as url, redis.Redis.from_url(url) as client:
            assert client.lpush("queue", "task") == round_of_two + 1


def test_a_deep_folder_is_no_obstacle(data_dir: Path) -> None:
    deep = data_dir / ("x" * 120)
    deep.mkdir()
    with running_broker(deep) as url:
        assert is_up(url)
        assert socket_path(deep, "broker.sock").parent != deep


def test_files_of_the_broker_are_for_their_owner_only(data_dir: Path) -> None:
    folder = data_dir / "broker"
    broker_program(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()} == {"broker.conf": 0o600, "password": 0o600}


def test_the_password_is_not_in_the_command_line(data_dir: Path) -> None:
    program = broker_program(data_dir / "broker")
    password = (data_dir / "broker" / "password").read_text()
    assert not any(password in part for part in program.command)


def test_a_server_on_the_path_comes_first_and_one_that_is_too_old_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = fake_server(tmp_path / "bin", "redis-server", "Redis server v=6.0.16 sha=0:0")
    new = fake_server(tmp_path / "bin", "valkey-server", "Server v=8.1.8 sha=0:0")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    assert server_version(old) == (6, 0)
    assert find_binary() == new


def test_a_machine_without_any_server_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broker, "_candidates", lambda: iter(()))
    with pytest.raises(SettingError, match=r"^No Redis or Valkey of version 6\.2 or later was found; .*REDIS_URL"):
        find_binary()


def test_a_binary_that_cannot_run_has_no_version(tmp_path: Path) -> None:
    (tmp_path / "server").write_text("not a program")
    assert server_version(tmp_path / "server") == (0, 0)
    assert server_version(tmp_path / "missing") == (0, 0)
