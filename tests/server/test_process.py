"""A real server process: live updates, and nothing lost when it is killed."""

import contextlib
import json
import signal
import subprocess
import sys
import threading
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.games.test_picture_parts import leave_out_words
from tests.match.test_page_changes import join_parts
from tests.server.process import PATIENCE, Process

SEATS = {"1": "human", "2": "human"}
ENOUGH, SOON = 8, 0.02  # a server is killed some seconds after so many more events, while it is being sent another action


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    started = Process(tmp_path_factory.mktemp("served") / "data", anew=True)
    yield started
    complaints = started.close()
    assert started.process.returncode == -signal.SIGTERM
    assert complaints == ""


def begun(client: httpx.Client, game: str = "kariuchi", seats: dict[str, str] | None = None) -> dict[str, Any]:
    answer = client.post("/api/matches", json={"game": game, "seats": seats or SEATS})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def act(client: httpx.Client, view: dict[str, Any], name: str | None = None, **asked: Any) -> httpx.Response:
    body = {"seq": view["seq"], "client_id": name or str(uuid.uuid4()), **asked}
    return client.post(f"/api/matches/{view['id']}/actions", json=body)


def next_action(view: dict[str, Any]) -> dict[str, Any]:
    return {"type": "throw"} if view["waits_for"] == "throw" else {"type": "move", "move": view["moves"][0]["move"]}


@contextlib.contextmanager
def watching(server: Process, client: httpx.Client, path: str, **more: Any) -> Iterator[ClientConnection]:
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    headers = {"Cookie": cookies, **more.pop("headers", {})}
    with connect(f"ws://127.0.0.1:{server.port}{path}", additional_headers=headers, open_timeout=PATIENCE, **more) as socket:
        yield socket


def receive(socket: ClientConnection) -> dict[str, Any]:
    return dict(json.loads(socket.recv(timeout=PATIENCE)))


def test_watchers_are_sent_everything(server: Process) -> None:
    with server.client() as client:
        view = begun(client)
        with watching(server, client, f"/api/matches/{view['id']}/live?since=0&theme=dark&lang=ja") as socket:
            first = receive(socket)
            assert first["events"] == []
            assert first["view"]["seq"] == 0
            assert 'lang="ja"' in first["view"]["svg"]
            done = act(client, view, type="throw").json()
            told = receive(socket)
            assert [event["kind"] for event in told["events"]] == ["throw"]
            assert told["view"]["thrown"] == done["view"]["thrown"]
            assert told["events"][0]["words"].endswith("を出しました。")


def test_keeping_pages_are_sent_only_changes(server: Process) -> None:
    with server.client() as client:
        view = begun(client)
        with watching(server, client, f"/api/matches/{view['id']}/live?since=0&theme=dark&keeping=true") as socket:
            first = receive(socket)
            assert first["view"]["title"]
            assert "svg" not in first["view"]
            parts = first["picture"]
            done = act(client, view, type="throw").json()
            told = receive(socket)
            assert "title" not in told["view"]
            assert told["view"]["thrown"] == done["view"]["thrown"]
            parts = join_parts(parts, told["picture"])
        shown = client.get(f"/api/matches/{view['id']}?theme=dark").json()["svg"]
        assert "".join(parts) == leave_out_words(shown)


def test_a_reconnected_watcher_gets_missed_events(server: Process) -> None:
    with server.client() as client:
        view = begun(client)
        for _ in range(4):
            view = act(client, view, **next_action(view)).json()["view"]
        with watching(server, client, f"/api/matches/{view['id']}/live?since=1") as socket:
            assert [event["seq"] for event in receive(socket)["events"]] == [2, 3, 4]
        with watching(server, client, f"/api/matches/{view['id']}/live") as socket:
            assert [event["seq"] for event in receive(socket)["events"]] == [0, 1, 2, 3, 4]
        with watching(server, client, f"/api/matches/{view['id']}/live?since=99") as socket:
            assert receive(socket)["events"] == []


def test_the_computers_moves_come_live(server: Process) -> None:
    with server.client() as client:
        view = begun(client, "qubism", {"w": "human", "b": "greedy"})
        with watching(server, client, f"/api/matches/{view['id']}/live?since=0") as socket:
            receive(socket)
            act(client, view, type="move", move="c2")
            seen: list[Any] = []
            while len(seen) < 2:
                told = receive(socket)
                seen += told.get("events", [])
            assert [event["player"] for event in seen] == ["w", "b"]


def test_strangers_and_other_sites_cannot_watch(server: Process) -> None:
    with server.client() as client, server.client() as other:
        view = begun(client)
        path = f"/api/matches/{view['id']}/live"
        with watching(server, other, path) as socket:
            assert receive(socket)["error"]["code"] == "no_match"
            with pytest.raises(ConnectionClosed):
                socket.recv(timeout=PATIENCE)
        foreign = {"headers": {"Origin": "http://elsewhere"}}
        with pytest.raises(Exception, match="403"), watching(server, client, path, **foreign):
            pass


def test_talkative_and_silent_watchers_do_no_harm(server: Process) -> None:
    with server.client() as client:
        view = begun(client)
        path = f"/api/matches/{view['id']}/live?since=0"
        with watching(server, client, path) as socket:
            receive(socket)
            socket.send("hello")
            assert receive(socket)["error"]["code"] == "malformed"
            socket.ping()
            act(client, view, type="throw")
            assert receive(socket)["events"]
        with watching(server, client, path) as socket:
            socket.send("x" * 100_000)  # longer than the server reads
            with contextlib.suppress(ConnectionClosed):
                while receive(socket):
                    pass
        assert client.get(f"/api/matches/{view['id']}").status_code == 200


def test_a_removed_match_sends_its_watchers_away(server: Process) -> None:
    with server.client() as client:
        view = begun(client)
        with watching(server, client, f"/api/matches/{view['id']}/live?since=0") as socket:
            receive(socket)
            client.delete(f"/api/matches/{view['id']}")
            with pytest.raises(ConnectionClosed):
                socket.recv(timeout=PATIENCE)


def test_an_analysis_comes_live(server: Process) -> None:
    with server.client() as client:
        asked = {"game": "qubism", "seconds": 0.3}
        name = client.post("/api/analysis", json=asked).json()["id"]
        states = []
        with watching(server, client, f"/api/analysis/{name}/live") as socket, contextlib.suppress(ConnectionClosed):
            while True:
                states.append(receive(socket)["state"])
        assert states[-1] == "done"
        with server.client() as other, watching(server, other, f"/api/analysis/{name}/live") as socket:
            assert receive(socket)["error"]["code"] == "no_analysis"


def test_many_at_once_act_in_one_match_and_each_number_is_given_once(server: Process) -> None:
    with server.client() as client:
        view = begun(client)
        outcomes: list[httpx.Response] = []

        def throw() -> None:
            with server.client(client.cookies) as own:
                outcomes.append(act(own, view, type="throw"))

        threads = [threading.Thread(target=throw) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(outcome.status_code for outcome in outcomes) == [200] + [409] * 7
        assert client.get(f"/api/matches/{view['id']}").json()["seq"] == 1


def test_killing_the_server_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    acknowledged: dict[int, Any] = {}
    server = Process(tmp_path / "data")
    with server.client() as client:
        view = begun(client)
        cookies = client.cookies
        pending = _act_until_killed(server, client, view, acknowledged)
    for last in (False, True):
        server = Process(tmp_path / "data")
        with server.client(cookies) as client:
            view = _check(client, view["id"], acknowledged, pending)
            if not last:
                pending = _act_until_killed(server, client, view, acknowledged)
    assert server.close() == ""
    assert len(acknowledged) >= 2 * ENOUGH


Pending = tuple[str, dict[str, Any], dict[str, Any]]


def _act_until_killed(server: Process, client: httpx.Client, view: dict[str, Any], acknowledged: dict[int, Any]) -> Pending:
    """Act as fast as possible until the server is gone; return the action that got no answer."""
    enough, killing = len(acknowledged) + ENOUGH, threading.Timer(SOON, server.process.kill)
    while True:
        if len(acknowledged) >= enough and killing.ident is None:
            killing.start()
        asked = {"type": "undo"} if view["result"] else next_action(view)
        name = str(uuid.uuid4())
        try:
            answer = act(client, view, name, **asked)
        except httpx.HTTPError:
            server._wait()
            return name, asked, view
        assert answer.status_code == 200, answer.text
        for event in answer.json()["events"]:
            acknowledged[event["seq"]] = (event["kind"], event["data"])
        view = answer.json()["view"]


def _check(client: httpx.Client, match: str, acknowledged: dict[int, Any], pending: Pending) -> dict[str, Any]:
    """Everything acknowledged is there; an unanswered action can be sent again and counts once."""
    name, asked, before = pending
    again = act(client, before, name, **asked)
    assert again.status_code == 200, again.text
    assert again.json()["events"][0]["seq"] == before["seq"] + 1
    for event in again.json()["events"]:
        acknowledged[event["seq"]] = (event["kind"], event["data"])
    found = client.get(f"/api/matches/{match}").json()
    assert found["seq"] == max(acknowledged)
    missed = client.post(
        f"/api/matches/{match}/actions", json={"type": "throw", "seq": 0, "client_id": str(uuid.uuid4())}
    ).json()["events"]
    assert {event["seq"]: (event["kind"], event["data"]) for event in missed} == acknowledged
    return dict(found)


def test_watchers_are_notified_when_the_server_closes(tmp_path: Path) -> None:
    server = Process(tmp_path / "data")
    with server.client() as client:
        view = begun(client)
        with watching(server, client, f"/api/matches/{view['id']}/live?since=0") as socket:
            receive(socket)
            assert server.close() == ""
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(timeout=PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code in (1001, 1012)
    assert server.process.returncode == -signal.SIGTERM


def test_a_taken_port_is_reported_in_one_line(server: Process, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "banmen", "serve", "--port", str(server.port), "--data", str(tmp_path)]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert answer.returncode == 2
    assert answer.stderr.startswith(f"banmen: cannot listen on 127.0.0.1 port {server.port}")
    assert answer.stderr.count("\n") == 1
