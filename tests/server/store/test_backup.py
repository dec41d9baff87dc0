"""Backups of a database: complete or not at all, from either kind to the other, while a server is running."""

import gzip
import hashlib
import json
import secrets
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select

from banmen.server.store.address import open_engine
from banmen.server.store.backup import BackupError, list_tables, restore_backup, write_backup
from banmen.server.store.identity import digest_token
from banmen.server.store.migrating import migrate
from banmen.server.store.tables import matches
from tests.cli.calling import call
from tests.common.postgres import Postgres
from tests.server.process import PATIENCE, Process
from tests.server.test_process import act, begun, next_action
from tests.server.visiting import PEOPLE, House

Rows = dict[str, list[tuple[Any, ...]]]


def open_house(database: Path | str) -> House:
    return House(database.parent) if isinstance(database, Path) else House(Path(), database_url=database)


def list_rows(database: Path | str) -> Rows:
    migrate(database)
    engine = open_engine(database, pooled=False)
    with engine.connect() as connection:
        found = {
            table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key.columns))]
            for table in list_tables()
        }
    engine.dispose()
    return found


@pytest.fixture
def other(database: Path | str, postgres: Postgres, tmp_path: Path) -> Iterator[Path | str]:
    """An empty database of the other kind."""
    if isinstance(database, str):
        yield tmp_path / "other" / "banmen.sqlite3"
        return
    with postgres.database(f"test_{secrets.token_hex(6)}") as url:
        yield url


def play_some(database: Path | str) -> tuple[str, str]:
    """Create matches and act in them; return one of them and its owner."""
    with open_house(database) as house:
        visitor = house.visitor()
        for game, seats in PEOPLE.items():
            options = {"players": 2} if game == "moontrek" else {}
            view = visitor.begin(game, seats=seats, options=options, names={next(iter(seats)): "花子 \U0001f38b"})
            for _ in range(3):
                view = (
                    visitor.done(view, "throw")
                    if view["waits_for"] == "throw"
                    else visitor.done(view, "move", move=view["moves"][0]["move"])
                )
        visitor.done(view, "resign")
        return view["id"], str(visitor.client.cookies["banmen_visitor"])


@pytest.mark.parametrize("name", ["copy.jsonl", "copy.jsonl.gz"])
def test_a_copy_goes_to_the_other_kind_and_back(database: Path | str, other: Path | str, tmp_path: Path, name: str) -> None:
    match, owner = play_some(database)
    before = list_rows(database)
    assert write_backup(database, tmp_path / name) == len(before["matches"]) == 5
    assert (tmp_path / name).stat().st_mode & 0o077 == 0  # visitors' ids are in it
    assert restore_backup(other, tmp_path / name) == 5
    assert list_rows(other) == before
    with open_house(other) as house:
        assert house.visitor(cookie=f"banmen_visitor={owner}").look(match)["result"]["winners"]
    write_backup(other, tmp_path / f"again-{name}")
    restore_backup(database, tmp_path / f"again-{name}", replace=True)
    assert list_rows(database) == before
    assert (tmp_path / name).read_bytes() == (tmp_path / f"again-{name}").read_bytes()


def test_people_are_found_in_what_a_copy_of_an_earlier_version_holds(tmp_path: Path) -> None:
    old, new = tmp_path / "old" / "banmen.sqlite3", tmp_path / "new" / "banmen.sqlite3"
    with open_house(old) as house:
        house.visitor().post("/api/gatherings", {"game": "qubism", "seats": PEOPLE["qubism"], "own": ["w"]})
    before = list_rows(old)["traces"]
    assert len(before) == 1
    with sqlite3.connect(old) as connection:
        connection.execute("DELETE FROM traces")  # as if there was no such table yet
    connection.close()
    write_backup(old, tmp_path / "old.jsonl")
    restore_backup(new, tmp_path / "old.jsonl")
    assert list_rows(new)["traces"] == before


def test_owners_in_a_copy_of_the_first_version_are_their_secrets(tmp_path: Path) -> None:
    old, new = tmp_path / "old" / "banmen.sqlite3", tmp_path / "new" / "banmen.sqlite3"
    with open_house(old) as house:
        house.visitor().begin("qubism")
    write_backup(old, tmp_path / "copy.jsonl")
    *lines, _ = (tmp_path / "copy.jsonl").read_bytes().replace(b'"version":2', b'"version":1', 1).splitlines(keepends=True)
    rows = sum(line.startswith(b"[") for line in lines)
    end = {"rows": rows, "sha256": hashlib.sha256(b"".join(lines)).hexdigest()}
    (tmp_path / "first.jsonl").write_bytes(b"".join(lines) + json.dumps(end).encode() + b"\n")
    restore_backup(new, tmp_path / "first.jsonl")
    at = list(matches.columns.keys()).index("owner")
    owners = [[row[at] for row in list_rows(path)["matches"]] for path in (old, new)]
    assert owners[1] == [digest_token(owner) for owner in owners[0]]


def test_matches_are_not_overwritten_unless_that_is_said(database: Path | str, tmp_path: Path) -> None:
    migrate(database)
    write_backup(database, tmp_path / "empty.jsonl")
    play_some(database)
    before = list_rows(database)
    with pytest.raises(BackupError, match="has_matches"):
        restore_backup(database, tmp_path / "empty.jsonl")
    assert list_rows(database) == before
    assert restore_backup(database, tmp_path / "empty.jsonl", replace=True) == 0
    assert list_rows(database)["events"] == []


def test_a_file_is_not_overwritten(tmp_path: Path) -> None:
    migrate(tmp_path / "x.sqlite3")
    (tmp_path / "copy").write_text("precious")
    with pytest.raises(BackupError, match="exists"):
        write_backup(tmp_path / "x.sqlite3", tmp_path / "copy")
    assert (tmp_path / "copy").read_text() == "precious"
    with pytest.raises(BackupError, match="no_database"):
        write_backup(tmp_path / "y.sqlite3", tmp_path / "new")
    assert sorted(path.name for path in tmp_path.iterdir() if "sqlite" not in path.name) == ["copy"]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "cut": lambda text: text[: len(text) // 2],
    "cut at a line": lambda text: text[: text.rindex(b"\n", 0, -1) + 1],
    "a row is missing": lambda text: b"".join(line for number, line in enumerate(text.splitlines(True)) if number != 3),
    "a letter is another": lambda text: text.replace(b"human", b"humam", 1),
    "a row follows": lambda text: text + b"[]\n",
    "a mark follows": lambda text: text + b"{}\n",
    "empty": lambda _: b"",
    "no text": lambda _: b"\x00\xff" * 50,
    "another kind of file": lambda _: b'{"format": "other"}\n',
    "a list": lambda _: b"[1]\n",
    "newer": lambda text: text.replace(b'"version":2', b'"version":3', 1),
    "a column that is not known": lambda text: text.replace(b'"columns":["id"', b'"columns":["idea"', 1),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_changes_nothing(damage: str, tmp_path: Path) -> None:
    source, target = tmp_path / "banmen.sqlite3", tmp_path / "target" / "banmen.sqlite3"
    play_some(source)
    write_backup(source, tmp_path / "copy")
    before = list_rows(source)
    broken = DAMAGES[damage]((tmp_path / "copy").read_bytes())
    assert broken != (tmp_path / "copy").read_bytes()
    (tmp_path / "broken").write_bytes(broken)
    (tmp_path / "broken.gz").write_bytes(gzip.compress(broken)[: -1 if damage == "cut" else None])
    for name in ("broken", "broken.gz"):
        with pytest.raises(BackupError):
            restore_backup(target, tmp_path / name)
        with pytest.raises(BackupError):
            restore_backup(source, tmp_path / name, replace=True)
    assert not target.exists()
    assert list_rows(source) == before


KILLED_WRITING = """
import json, os, signal, sys
from pathlib import Path
from banmen.server.store import backup
write, count = json.dumps, 0
def dumps(*given, **more):
    global count
    count += 1
    if count == 12:
        os.kill(os.getpid(), signal.SIGKILL)
    return write(*given, **more)
backup.json.dumps = dumps
backup.write_backup(Path(sys.argv[1]) if "://" not in sys.argv[1] else sys.argv[1], Path(sys.argv[2]))
"""
KILLED_READING = """
import os, signal, sys
from pathlib import Path
from banmen.server.store import backup
backup.BATCH = 4
insert, count = backup._insert, 0
def insert_some(*given):
    global count
    count += 1
    if count == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    insert(*given)
backup._insert = insert_some
address = Path(sys.argv[1]) if "://" not in sys.argv[1] else sys.argv[1]
backup.restore_backup(address, Path(sys.argv[2]), replace=True)
"""


def run_until_killed(script: str, database: Path | str, file: Path) -> None:
    ended = subprocess.run([sys.executable, "-c", script, str(database), str(file)], timeout=PATIENCE, check=False)
    assert ended.returncode == -signal.SIGKILL


def test_killed_in_the_middle_nothing_is_half_done(database: Path | str, other: Path | str, tmp_path: Path) -> None:
    play_some(database)
    run_until_killed(KILLED_WRITING, database, tmp_path / "copy")
    assert not (tmp_path / "copy").exists()
    write_backup(database, tmp_path / "copy")
    before = list_rows(database)
    run_until_killed(KILLED_READING, other, tmp_path / "copy")
    assert list_rows(other)["matches"] == []
    restore_backup(other, tmp_path / "copy")
    run_until_killed(KILLED_READING, other, tmp_path / "copy")  # while it replaces the existing data
    assert list_rows(other) == before


def test_a_copy_made_while_people_play_shows_one_moment(database: Path | str, tmp_path: Path) -> None:
    """Every action that was acknowledged before is in it, and the events of each match without a gap."""
    url = database if isinstance(database, str) else ""
    data = database.parent / "data" if isinstance(database, Path) else tmp_path / "data"
    server = Process(data, database=url)
    acknowledged: dict[str, int] = {}
    done = threading.Event()

    def play() -> None:
        with server.client() as client:
            views = [begun(client) for _ in range(3)]
            while not done.is_set():
                for number, view in enumerate(views):
                    views[number] = _step(client, view)
                    acknowledged[view["id"]] = views[number]["seq"]

    playing = threading.Thread(target=play)
    playing.start()
    try:
        for number in range(3):
            while len(acknowledged) < 3:
                done.wait(0.01)
            known = dict(acknowledged)
            write_backup(url or data / "banmen.sqlite3", tmp_path / f"copy{number}")
            found: dict[str, list[int]] = {}
            for line in (tmp_path / f"copy{number}").read_text().splitlines():
                row = json.loads(line)
                if isinstance(row, list) and isinstance(row[1], int):
                    found.setdefault(row[0], []).append(row[1])
            for match, seq in known.items():
                assert found[match] == list(range(len(found[match])))
                assert len(found[match]) > seq
    finally:
        done.set()
        playing.join(PATIENCE)
        assert server.close() == ""


def _step(client: httpx.Client, view: dict[str, Any]) -> dict[str, Any]:
    answer = act(client, view, **({"type": "undo"} if view["result"] else next_action(view)))
    assert answer.status_code == 200, answer.text
    return dict(answer.json()["view"])


def test_the_commands_say_what_they_did(tmp_path: Path) -> None:
    play_some(tmp_path / "banmen.sqlite3")
    file = tmp_path / "copy.gz"
    assert call("backup", str(file), "--data", str(tmp_path)).err == f"{file} has all 5 matches.\n"
    again = call("backup", str(file), "--data", str(tmp_path))
    assert (again.code, again.err) == (2, f"banmen: {file} already exists; choose another name\n")
    new = tmp_path / "new"
    assert call("restore", str(file), "--data", str(new)).err == f"Restored all 5 matches from {file}.\n"
    refused = call("restore", str(file), "--data", str(new))
    assert (refused.code, "--replace" in refused.err, refused.err.count("\n")) == (2, True, 1)
    assert call("restore", str(file), "--data", str(new), "--replace").code == 0
    assert list_rows(new / "banmen.sqlite3") == list_rows(tmp_path / "banmen.sqlite3")
    assert call("restore", str(tmp_path / "nothing"), "--data", str(new)).code == 2
    (tmp_path / "half").write_bytes(b'{"format"')
    assert "damaged" in call("restore", str(tmp_path / "half"), "--data", str(new)).err


def test_the_environment_names_the_database(postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play_some(tmp_path / "banmen.sqlite3")
    with postgres.database(f"test_{secrets.token_hex(6)}") as url:
        call("backup", str(tmp_path / "copy"), "--data", str(tmp_path))
        monkeypatch.setenv("BANMEN_DATABASE_URL", url)
        assert call("restore", str(tmp_path / "copy")).code == 0
        engine = open_engine(url, pooled=False)
        with engine.connect() as connection:
            assert connection.scalar(select(func.count()).select_from(matches)) == 5
        engine.dispose()
