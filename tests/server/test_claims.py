from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from sitemaps_app.environment import SettingError
from sitemaps_app.server.claims import claim_children, claim_folder, claim_port


def test_a_second_server_on_a_folder_is_refused_and_the_first_named(data_dir: Path) -> None:
    first = claim_folder(data_dir)
    with pytest.raises(SettingError) as caught:
        claim_folder(data_dir)
    assert str(caught.value) == f"A server is already running on {data_dir} (process {os.getpid()}); stop it, or set LASTMOD_DATA_DIR."
    os.close(first)
    os.close(claim_folder(data_dir))


def test_a_start_waits_for_the_children_of_a_server_that_was_killed(data_dir: Path) -> None:
    held = [claim_children(data_dir)]
    waits: list[float] = []

    def last_child_ends(seconds: float) -> None:
        waits.append(seconds)
        os.close(held.pop())

    os.close(claim_children(data_dir, pause=last_child_ends))
    assert len(waits) == 1


def test_children_that_do_not_end_are_one_sentence(data_dir: Path) -> None:
    held = claim_children(data_dir)
    with pytest.raises(SettingError, match=r"^Processes of an earlier server on .* do not end"):
        claim_children(data_dir, seconds=0.0)
    os.close(held)


def test_a_taken_port_is_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(SettingError, match=rf"^Port {port} on 127\.0\.0\.1 is taken by another program; choose another with --port"):
            claim_port("127.0.0.1", port)


@pytest.mark.parametrize("bind", ["192.0.2.1", "no address"])
def test_an_address_of_another_machine_is_one_sentence(bind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SettingError, match=rf"^The address {bind} cannot be listened on: .*LASTMOD_BIND"):
        claim_port(bind, 0)


def test_a_port_is_listened_on_at_once() -> None:
    with claim_port("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        pass
