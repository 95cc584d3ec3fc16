from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sitemaps_app.environment import SettingError
from sitemaps_app.server.private_files import MAX_SOCKET_PATH_BYTES, kept_secret, own_folder, private_folder, socket_path


def test_processes_that_start_at_once_agree_on_one_secret(data_dir: Path) -> None:
    with ThreadPoolExecutor(16) as pool:
        secrets = set(pool.map(kept_secret, [data_dir / "key"] * 64))
    assert len(secrets) == 1
    assert [path.name for path in data_dir.iterdir()] == ["key"]
    assert (data_dir / "key").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("content", [b"", b"short", "ä".encode() * 60])
def test_a_damaged_secret_is_one_sentence_and_not_replaced(data_dir: Path, content: bytes) -> None:
    (data_dir / "key").write_bytes(content)
    with pytest.raises(SettingError, match="The secret in "):
        kept_secret(data_dir / "key")
    assert (data_dir / "key").read_bytes() == content


def test_a_folder_of_the_user_keeps_its_mode(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    assert private_folder(tmp_path).stat().st_mode & 0o777 == 0o755


def test_a_file_in_the_place_of_the_folder_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SettingError, match=r"^The folder .*file/var cannot be used: Not a directory\."):
        private_folder(tmp_path / "file" / "var")


def test_a_socket_lies_in_its_folder_where_the_path_is_short_enough() -> None:
    assert socket_path(Path("/srv/lastmod"), "s") == Path("/srv/lastmod/s")


def test_a_socket_of_a_deep_folder_lies_in_a_short_one_that_is_the_same_each_time() -> None:
    deep = Path("/srv") / ("x" * 200)
    found = socket_path(deep, "broker.sock")
    assert found == socket_path(deep, "broker.sock")
    assert found != socket_path(deep / "other", "broker.sock")
    assert len(os.fsencode(found)) <= MAX_SOCKET_PATH_BYTES


def test_a_folder_that_a_stranger_made_first_is_refused(tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "theirs")
    with pytest.raises(SettingError, match="belongs to somebody else"):
        own_folder(tmp_path / "link")
    if os.getuid() == 0:
        os.chown(tmp_path / "theirs", 12345, 12345)
        with pytest.raises(SettingError, match="belongs to somebody else"):
            own_folder(tmp_path / "theirs")


def test_an_own_folder_that_is_open_to_others_is_closed(tmp_path: Path) -> None:
    (tmp_path / "ours").mkdir(mode=0o755)
    own_folder(tmp_path / "ours")
    assert (tmp_path / "ours").stat().st_mode & 0o777 == 0o700
