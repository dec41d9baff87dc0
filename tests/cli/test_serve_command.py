"""The command that serves the page: where it listens, and what it says when it cannot."""

import socket
import sqlite3
from pathlib import Path

import pytest

from banmen.cli import serve_command
from banmen.core.errors import OptionError
from banmen.core.paths import find_data_folder
from banmen.server.settings import ServerSettings
from tests.cli.calling import call


def test_a_free_port_is_found_when_the_usual_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setattr(serve_command, "PORT", taken.getsockname()[1])
        with serve_command._bind_socket("127.0.0.1", None) as found:
            assert found.getsockname()[1] not in (0, serve_command.PORT)
            assert found.proto == socket.IPPROTO_TCP
        with pytest.raises(OptionError, match=r"cannot listen on 127\.0\.0\.1 port"):
            serve_command._bind_socket("127.0.0.1", serve_command.PORT)


def test_a_port_that_is_none_is_refused() -> None:
    assert "the port must be a whole number from 0 to 65535, not '70000'" in call("serve", "--port", "70000").err
    assert "ポートは0から65535までの整数です" in call("serve", "--port", "x", locale="ja_JP.UTF-8").err


def test_addresses_as_a_browser_wants_them() -> None:
    assert [serve_command._find_browser_host(host) for host in ("0.0.0.0", "::", "::1", "example.org")] == [
        "127.0.0.1",
        "127.0.0.1",
        "[::1]",
        "example.org",
    ]


def test_a_database_that_is_none_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "banmen.sqlite3").write_bytes(b"this is not a database at all" * 100)
    answer = call("serve", "--port", "0", "--data", str(tmp_path))
    assert answer.code == 2
    assert answer.err.count("\n") == 1
    assert "cannot be used: file is not a database" in answer.err


def test_a_database_of_a_newer_banmen_is_left_alone(tmp_path: Path) -> None:
    settings = ServerSettings(data=tmp_path)
    serve_command._prepare(settings)
    with sqlite3.connect(settings.database) as plain:
        plain.execute("update alembic_version set version_num = '9999'")
    plain.close()
    with pytest.raises(OptionError, match="written by a newer version of Banmen"):
        serve_command._prepare(settings)


def test_data_lie_where_programs_keep_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("BANMEN_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert find_data_folder() == tmp_path / "banmen"
    monkeypatch.setenv("BANMEN_DATA", str(tmp_path / "own"))
    assert find_data_folder() == tmp_path / "own"
