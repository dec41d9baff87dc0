"""The serve command: where it listens, and its messages when it cannot."""

import io
import socket
import sqlite3
from pathlib import Path

import pytest

from banmen.cli import serve_command
from banmen.core.errors import OptionError
from banmen.core.paths import find_data_folder
from banmen.server.http.listening_sockets import bind_socket
from banmen.server.settings import ServerSettings
from tests.cli.calling import call
from tests.common.qr_reading import find_modules_of_text, read_modules


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


def test_an_invalid_port_is_refused() -> None:
    assert "the port must be a whole number from 0 to 65535, not '70000'" in call("serve", "--port", "70000").err
    assert "ポートは0から65535までの整数です" in call("serve", "--port", "x", locale="ja_JP.UTF-8").err


def test_addresses_as_a_browser_wants_them() -> None:
    assert [serve_command._find_browser_host(host) for host in ("0.0.0.0", "::", "::1", "example.org")] == [
        "127.0.0.1",
        "127.0.0.1",
        "[::1]",
        "example.org",
    ]


def test_an_invalid_database_is_reported_in_one_line(tmp_path: Path) -> None:
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


def test_the_terminal_tells_how_others_can_join(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    notes = serve_command.JoinNotes("en")
    notes([])
    assert "Other devices cannot reach this computer: connect it to a network" in capsys.readouterr().err
    notes(["http://192.168.1.20:8017", "http://[fd12::7]:8017"])
    told = capsys.readouterr().err
    assert "Others on your network can join at http://192.168.1.20:8017/\nor at http://[fd12::7]:8017/\n" in told
    code = "\n".join(line for line in told.splitlines() if line and set(line) <= set("█▀▄ "))
    assert read_modules(find_modules_of_text(code)) == "http://192.168.1.20:8017/"
    notes([])
    assert capsys.readouterr().err == "Others can no longer join.\n"
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    notes(["http://192.168.1.20:8017"])
    assert "\x1b[97;40m█" in capsys.readouterr().err, "light on dark whatever colours the terminal has"
    with io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="strict") as plain, monkeypatch.context() as patched:
        patched.setattr("sys.stderr", plain)
        notes(["http://192.168.1.20:8017"])
        plain.flush()
        assert plain.buffer.getvalue() == b"Others on your network can join at http://192.168.1.20:8017/\n"


@pytest.mark.parametrize(
    ("arguments", "told", "code"),
    [
        (["--host", "0.0.0.0"], "Others on your network can join at http://192.168.1.20:{port}/", False),
        (["--host", "0.0.0.0", "--join"], "Others on your network can join at http://192.168.1.20:{port}/", True),
        ([], "", False),
    ],
)
def test_a_server_for_everybody_tells_its_addresses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], told: str, code: bool
) -> None:
    """The sockets are only those of this machine, and nothing is served."""
    bound = bind_socket("127.0.0.1", 0)
    monkeypatch.setattr(serve_command, "_bind_socket", lambda *_, **__: bound)
    monkeypatch.setattr("banmen.server.http.serving.serve_here", lambda *_: None)
    monkeypatch.setenv("BANMEN_ADDRESSES", "192.168.1.20 fd12::7")
    answer = call("serve", "--data", str(tmp_path), *arguments)
    with bound:
        lines = answer.err.splitlines()[1:]
        assert lines[:1] == ([told.format(port=bound.getsockname()[1])] if told else [])
        assert ("█" in answer.err) == code


def test_several_processes_let_others_join_by_listening_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def bind(host: str, *_: object, **__: object) -> socket.socket:
        asked.append(host)
        return bind_socket("127.0.0.1", 0)

    def serve(_settings: ServerSettings, host: str, bound: socket.socket, _tell: object) -> None:
        asked.append(host)
        bound.close()

    for name, stand_in in (
        ("_prepare", print),
        ("_check_processes", print),
        ("_bind_socket", bind),
        ("_serve_by_several", serve),
    ):
        monkeypatch.setattr(serve_command, name, stand_in)
    assert call("serve", "--join", "--processes", "2", "--data", str(tmp_path)).code == 0
    assert asked == ["0.0.0.0", "0.0.0.0"]
