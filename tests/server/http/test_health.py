"""Health and readiness: they report correctly whether writes succeed, and whether the server is shutting down."""

import asyncio
import shutil
import signal
import sqlite3
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest

from banmen.server.http import application
from tests.common.postgres import open_postgres
from tests.server.process import PATIENCE, Process
from tests.server.test_process import act, begun, receive, watching
from tests.server.visiting import House, Visitor


def ask(visitor: Visitor) -> list[tuple[int, str]]:
    """Return what health and readiness say."""
    answers = [visitor.get(path) for path in ("/healthz", "/readyz")]
    return [(answer.status_code, answer.json()["status"]) for answer in answers]


def open_house(database: Path | str) -> House:
    if isinstance(database, Path):
        return House(database.parent)
    return House(Path(), database_url=database)


def test_a_server_that_is_well_is_ready(database: Path | str) -> None:
    with open_house(database) as house:
        assert ask(house.visitor()) == [(200, "ok"), (200, "ok")]


def test_a_closing_server_is_well_but_not_ready(house: House) -> None:
    house.app.state.draining = True
    assert ask(house.visitor()) == [(200, "ok"), (503, "closing")]


def test_an_unwritable_file_is_reported_and_tolerated(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application, "HEALTH_SECONDS", 0.1)
    visitor = house.visitor()
    with sqlite3.connect(house.settings.database, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        assert ask(visitor) == [(503, "no database")] * 2
        other.execute("ROLLBACK")
    other.close()
    monkeypatch.setattr(application, "HEALTH_SECONDS", PATIENCE)
    assert ask(visitor) == [(200, "ok"), (200, "ok")]


def test_a_disk_on_which_no_match_finds_room_is_told(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=4096))
    assert ask(house.visitor()) == [(503, "no database")] * 2
    monkeypatch.undo()
    assert ask(house.visitor()) == [(200, "ok"), (200, "ok")]


def test_a_database_outage_is_reported_and_recovered_from() -> None:
    with open_postgres() as postgres, postgres.database("games") as url, House(Path(), database_url=url) as house:
        visitor = house.visitor()
        house.run(house.app.state.listener.listening.wait())  # a connection in an undefined state blocks the database
        postgres.stop(signal.SIGQUIT)
        assert ask(visitor) == [(503, "no database")] * 2
        postgres.start()
        assert ask(visitor) == [(200, "ok"), (200, "ok")]
        view = visitor.begin("kariuchi", seats={"1": "human", "2": "human"})
        house.run(house.app.state.listener.listening.wait())
        postgres.restart(signal.SIGQUIT)
        assert visitor.done(view, "throw")["seq"] == 1  # an idle connection that was lost is reopened


def test_many_requests_make_one_write(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    async def write() -> None:
        calls.append(1)
        await asyncio.sleep(0)

    monkeypatch.setattr(house.app.state.store, "check_writable", write)
    visitor = house.visitor()

    async def ask_often() -> set[int]:
        return {answer.status_code for answer in await asyncio.gather(*(visitor.client.get("/healthz") for _ in range(20)))}

    assert house.run(ask_often()) == {200}
    assert len(calls) == 1


def test_a_server_shutting_down_is_unready_first(tmp_path: Path) -> None:
    server = Process(tmp_path / "data", BANMEN_DRAIN_SECONDS="3")
    with server.client() as client:
        assert client.get("/readyz").status_code == 200
        server.process.send_signal(signal.SIGTERM)
        late = time.monotonic() + PATIENCE
        while (answer := client.get("/readyz")).status_code == 200:
            assert time.monotonic() < late
        assert (answer.status_code, answer.json()["status"]) == (503, "closing")
        assert client.get("/healthz").status_code == 200
    assert server._wait() == ""


def count_thinking(client: httpx.Client) -> float:
    told = client.get("/metrics").text
    return next(float(line.split()[1]) for line in told.splitlines() if line.startswith("banmen_thinking "))


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_busy_server_closes_without_a_word(tmp_path: Path, how: signal.Signals) -> None:
    """Somebody watches, computers think, an analysis runs, and a hint is awaited."""
    server = Process(tmp_path / "data", BANMEN_HINT_SECONDS="60")
    with server.client() as client:
        view = begun(client, "qubism", {"w": "human", "b": "strongest:60s"})
        cookies = client.cookies

        def ask_for_hint() -> None:
            with server.client(cookies) as own:
                try:
                    hints.append(own.get(f"/api/matches/{view['id']}/hint").status_code)
                except httpx.TransportError:
                    hints.append(0)

        hints: list[int] = []
        asking = threading.Thread(target=ask_for_hint)
        asking.start()
        client.post("/api/analysis", json={"game": "qubism", "seconds": 60})
        other = begun(client, "qubism", {"w": "human", "b": "strongest:60s"})
        with watching(server, client, f"/api/matches/{other['id']}/live?since=0") as socket:
            receive(socket)
            act(client, other, type="move", move="c2")
            while count_thinking(client) < 2:
                time.sleep(0.05)
            server.process.send_signal(how)
            assert server._wait() == ""
        asking.join(PATIENCE)
    assert len(hints) == 1
