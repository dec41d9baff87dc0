"""Several real processes on one PostgreSQL database: any of them serves any match, hears about the others, and may die."""

import contextlib
import os
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.common.postgres import Postgres, open_postgres
from tests.server.process import PATIENCE, Process
from tests.server.test_process import act, begun, next_action, receive, watching


@pytest.fixture(scope="module")
def url(postgres: Postgres) -> Iterator[str]:
    with postgres.database(f"test_{secrets.token_hex(6)}") as made:
        yield made


@pytest.fixture(scope="module")
def places(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[Path, Process]]:
    """The addresses of two servers that share only the database."""
    folder = tmp_path_factory.mktemp("pair")
    found = {place: Process(place, database=url) for place in (folder / "one", folder / "two")}
    yield found
    for server in found.values():
        if server.process.poll() is None:
            assert server.close() == ""


@pytest.fixture
def pair(places: dict[Path, Process], url: str) -> tuple[Process, Process]:
    """Both servers; one that was killed is restarted."""
    for place, server in places.items():
        if server.process.poll() is not None:
            places[place] = Process(place, database=url)
    one, two = places.values()
    return one, two


def await_seq(socket: Any, seq: int) -> list[dict[str, Any]]:
    """Return all events that a watcher is sent up to a number."""
    found: list[dict[str, Any]] = []
    while not found or found[-1]["seq"] < seq:
        found += receive(socket).get("events", [])
    return found


def await_true(fulfilled: Callable[[], bool]) -> None:
    late = time.monotonic() + PATIENCE
    while not fulfilled():
        assert time.monotonic() < late
        time.sleep(0.05)


def test_a_watcher_sees_moves_made_elsewhere_and_a_death_loses_nothing(pair: tuple[Process, Process]) -> None:
    one, two = pair
    with one.client() as here:
        view = begun(here)
        with two.client(here.cookies) as there, watching(one, here, f"/api/matches/{view['id']}/live?since=0") as socket:
            assert receive(socket)["events"] == []
            events: list[dict[str, Any]] = []
            for _ in range(6):
                answer = act(there, view, **next_action(view))
                assert answer.status_code == 200, answer.text
                view, events = answer.json()["view"], events + answer.json()["events"]
            assert [(event["seq"], event["data"]) for event in await_seq(socket, 6)] == [
                (event["seq"], event["data"]) for event in events
            ]
            view = act(here, view, **next_action(view)).json()["view"]  # the other way round
            assert await_seq(socket, 7)
            one.kill()
            with pytest.raises(ConnectionClosed):
                socket.recv(timeout=PATIENCE)
        with two.client(here.cookies) as there:
            assert there.get(f"/api/matches/{view['id']}").json()["seq"] == view["seq"] == 7
            assert act(there, view, **next_action(view)).status_code == 200


def test_two_moves_for_one_turn_have_one_outcome_wherever_they_arrive(pair: tuple[Process, Process]) -> None:
    one, two = pair
    with one.client() as here, two.client() as there:
        view = begun(here)
        there.cookies = here.cookies
        for _ in range(8):
            outcomes: list[httpx.Response] = []

            def send(client: httpx.Client, standing: dict[str, Any] = view, told: list[httpx.Response] = outcomes) -> None:
                told.append(act(client, standing, **next_action(standing)))

            threads = [threading.Thread(target=send, args=(client,)) for client in (here, there)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert sorted(outcome.status_code for outcome in outcomes) == [200, 409]
            views = [outcome.json()["view"] for outcome in outcomes]
            assert views[0]["seq"] == views[1]["seq"] > view["seq"]
            assert views[0]["position"] == views[1]["position"]
            view = views[0]


def test_the_same_action_sent_to_both_counts_once(pair: tuple[Process, Process]) -> None:
    one, two = pair
    with one.client() as here, two.client() as there:
        view = begun(here)
        there.cookies = here.cookies
        name = "00000000-0000-4000-8000-000000000001"
        first, second = (act(client, view, name, type="throw") for client in (here, there))
        assert first.json()["events"] == second.json()["events"]
        asked = {"game": "kariuchi", "seats": {"1": "human", "2": "human"}, "client_id": name}
        begun_twice = {client.post("/api/matches", json=asked).json()["id"] for client in (here, there)}
        assert len(begun_twice) == 1


def test_a_match_removed_elsewhere_sends_its_watchers_away(pair: tuple[Process, Process]) -> None:
    one, two = pair
    with one.client() as here, two.client() as there:
        view = begun(here)
        there.cookies = here.cookies
        with watching(one, here, f"/api/matches/{view['id']}/live?since=0") as socket:
            receive(socket)
            assert there.delete(f"/api/matches/{view['id']}").status_code == 204
            with pytest.raises(ConnectionClosed):
                socket.recv(timeout=PATIENCE)
        assert here.get(f"/api/matches/{view['id']}").status_code == 404
        assert act(here, view, type="throw").status_code == 404


def test_a_computer_moves_although_the_process_that_should_have_moved_is_dead(pair: tuple[Process, Process]) -> None:
    one, two = pair
    with one.client() as here, two.client() as there:
        view = begun(here, "qubism", {"w": "human", "b": "strongest:2s"})
        there.cookies = here.cookies
        with watching(one, here, f"/api/matches/{view['id']}/live?since=0") as socket:
            receive(socket)
            act(there, view, type="move", move="c2")
            two.kill()
            assert [event["player"] for event in await_seq(socket, 2)] == ["w", "b"]


def test_a_stop_reaches_a_computer_that_thinks_elsewhere(pair: tuple[Process, Process]) -> None:
    one, two = pair
    with one.client() as here, two.client() as there:
        view = begun(here, "qubism", {"w": "human", "b": "strongest:60s"})
        there.cookies = here.cookies
        view = act(here, view, type="move", move="c2").json()["view"]
        await_true(lambda: bool(here.get(f"/api/matches/{view['id']}").json()["thinking"]))
        assert there.post(f"/api/matches/{view['id']}/stop").status_code == 200
        await_true(lambda: bool(there.get(f"/api/matches/{view['id']}").json()["yours"]))
        await_true(lambda: bool(here.get(f"/api/matches/{view['id']}").json()["yours"]))


def test_missed_notices_are_read_from_the_table(tmp_path: Path) -> None:
    """The database closes all connections, and meanwhile an event is written without a notice."""
    with open_postgres() as postgres, postgres.database("games") as url:
        server = Process(tmp_path / "one", database=url)
        with server.client() as client:
            view = begun(client)
            with watching(server, client, f"/api/matches/{view['id']}/live?since=0") as socket:
                receive(socket)
                postgres.restart(signal.SIGQUIT)
                with psycopg.connect(url, autocommit=True) as plain:
                    plain.execute("INSERT INTO events VALUES (%s, 1, 1.0, 'resign', %s, NULL)", (view["id"], '{"player":"1"}'))
                assert [event["kind"] for event in await_seq(socket, 1)] == ["resign"]
            assert client.get("/healthz").status_code == 200
            again = begun(client)
            assert act(client, again, type="throw").status_code == 200
        complaints = server.close()
        assert "Traceback" not in complaints


class Group(Process):
    """Three processes behind one address."""

    killed = 0

    def kill_one(self, victim: int) -> None:
        os.kill(victim, signal.SIGKILL)
        self.killed += 1


@pytest.fixture(scope="module")
def group(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Group]:
    started = Group(tmp_path_factory.mktemp("groups") / "group", 0, "--processes", "3", database=url)
    yield started
    children = list_children(started.process.pid)
    assert len(children) == 3
    complaints = started.close()
    assert complaints.count("\n") == complaints.count("is restarted") == started.killed
    assert started.process.returncode == -signal.SIGTERM
    await_true(lambda: not any(Path(f"/proc/{child}").exists() for child in children))


def list_children(parent: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(parent)], capture_output=True, text=True, check=False)
    return [int(line) for line in found.stdout.split()]


def find_process(server: Process) -> int:
    """Return the process that a new connection reaches; a client that was connecting to one that has just died tries again."""
    for _ in range(5):
        with contextlib.suppress(httpx.TransportError), server.client() as client:
            return int(client.get("/readyz").json()["process"])
    raise AssertionError("nobody answers")


def test_load_spreads_and_a_process_that_dies_is_started_again(group: Group) -> None:
    await_true(lambda: len({find_process(group) for _ in range(20)}) == 3)
    reached = Counter(find_process(group) for _ in range(120))
    assert len(reached) == 3
    assert min(reached.values()) >= 15, reached
    with group.client() as client:
        view = begun(client)
        cookies = client.cookies
    for _ in range(2):
        victim = find_process(group)
        group.kill_one(victim)
        for _ in range(5):  # the others go on at once; a client that was connecting to the dead one tries again
            with contextlib.suppress(httpx.TransportError), group.client(cookies) as client:
                view = act(client, view, **next_action(view)).json()["view"]
                break
        await_true(lambda: len({find_process(group) for _ in range(20)}) == 3)
        assert victim not in {find_process(group) for _ in range(20)}
    with group.client(cookies) as client:
        assert client.get(f"/api/matches/{view['id']}").json()["seq"] == view["seq"] == 2
        counted = client.get("/metrics").text
        assert 'banmen_matches_total{game="kariuchi"} 1.0' in counted  # the totals of all processes, whichever answers


def test_an_analysis_is_found_from_every_process(group: Group) -> None:
    """It lives in the process that started it; connections reach any."""
    await_true(lambda: len({find_process(group) for _ in range(20)}) == 3)
    with group.client() as client:
        cookies = begin_visit(client)
        name = client.post("/api/analysis", json={"game": "qubism", "seconds": 30}).json()["id"]
    reached: set[int] = set()
    while len(reached) < 3:
        with group.client(cookies) as client:  # one connection, and so one process
            reached.add(int(client.get("/readyz").json()["process"]))
            answer = client.get(f"/api/analysis/{name}")
            assert (answer.status_code, answer.json()["id"]) == (200, name)
    for _ in range(12):
        with group.client(cookies) as client, watching(group, client, f"/api/analysis/{name}/live") as socket:
            assert receive(socket)["id"] == name
    with group.client() as stranger:
        assert stranger.get(f"/api/analysis/{name}").json()["error"]["code"] == "no_analysis"
    with group.client(cookies) as client, watching(group, client, f"/api/analysis/{name}/live") as socket:
        with group.client(cookies) as other:
            assert other.delete(f"/api/analysis/{name}").status_code == 200
        with contextlib.suppress(ConnectionClosed):
            while receive(socket):
                pass
    owner = int(name.partition("-")[0][1:])
    group.kill_one(owner)
    await_true(lambda: not Path(f"/proc/{owner}").exists())
    await_true(lambda: len({find_process(group) for _ in range(20)}) == 3)
    for _ in range(10):
        with group.client(cookies) as client:
            assert client.get(f"/api/analysis/{name}").json()["error"]["code"] == "no_analysis"


def test_the_sockets_of_a_match_come_together_in_one_process(group: Group) -> None:
    """Connections reach any process; one that dies takes all sockets of a match with it, or none."""
    await_true(lambda: len({find_process(group) for _ in range(20)}) == 3)
    with group.client() as client, contextlib.ExitStack() as stack:
        view = begun(client)
        path = f"/api/matches/{view['id']}/live?since=0"
        sockets = [stack.enter_context(watching(group, client, path)) for _ in range(8)]
        for socket in sockets:
            assert receive(socket)["view"]["seq"] == 0
        view = act(client, view, **next_action(view)).json()["view"]  # wherever that arrives, all are notified
        for socket in sockets:
            assert await_seq(socket, 1)
        lost = [0]
        for child in list_children(group.process.pid):
            group.kill_one(child)
            await_true(partial(is_gone, child))
            lost.append(sum(map(is_closed, sockets)))
            if lost[-1]:
                break
        assert lost[-1] == len(sockets), lost
        await_true(lambda: hears_all(group, client, path))
    await_true(lambda: len(list_children(group.process.pid)) == 3)


def hears_all(server: Process, client: httpx.Client, path: str) -> bool:
    """Tell whether a new socket is sent what has happened."""
    try:
        with watching(server, client, path) as socket:
            return bool(await_seq(socket, 1))
    except (OSError, WebSocketException):  # it was being connected to one that died
        return False


def is_gone(process: int) -> bool:
    """Tell whether a process has ended."""
    return not Path(f"/proc/{process}/fd").exists()


def is_closed(socket: Any) -> bool:
    """Tell whether the other side has closed."""
    try:
        socket.recv(timeout=0.3)
    except TimeoutError:
        return False
    except ConnectionClosed:
        return True
    return False


def begin_visit(client: httpx.Client) -> httpx.Cookies:
    client.get("/api/matches")
    return client.cookies


def test_the_processes_end_with_their_parent(url: str, tmp_path: Path) -> None:
    with Process(tmp_path / "group", 0, "--processes", "2", database=url) as started:
        children = list_children(started.process.pid)
        assert len(children) == 2
        started.kill()
    await_true(lambda: not any(Path(f"/proc/{child}").exists() for child in children))


def test_several_processes_need_a_postgres(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "banmen", "serve", "--port", "0", "--data", str(tmp_path), "--processes", "2"]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert answer.returncode == 2
    assert answer.stderr == ("banmen: several processes need PostgreSQL: set BANMEN_DATABASE_URL, or leave out --processes\n")
