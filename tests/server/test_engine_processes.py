"""Engines in processes of their own: they answer, stop when told, are replaced when they die, and end with the server."""

import asyncio
import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from banmen.core import registry
from banmen.engine.interface import EngineError
from banmen.server import computer, engine_processes
from banmen.server.computer import choose_move
from banmen.server.engine_processes import EngineProcess, EngineProcesses, NoIdleEngineError
from tests.server.process import PATIENCE, Process
from tests.server.test_several_processes import list_children
from tests.server.visiting import House

GAME = registry.game("qubism")
START = GAME.start()


@pytest.fixture
def engines() -> Iterator[EngineProcesses]:
    found = EngineProcesses(2)
    yield found
    found.close()
    assert not found._running


def find_only(engines: EngineProcesses) -> int:
    (engine,) = engines._running
    return engine.process.pid


def test_a_process_chooses_what_a_thread_would(engines: EngineProcesses) -> None:
    never = threading.Event()
    position = START.play("c2").play("c4")  # with a history
    assert engines.choose("level:2", position, 5, never) == choose_move("level:2", position, 5, never)
    first = find_only(engines)
    engines.choose("greedy", START, 1, never)
    engines.prepare("level:2", START, never)
    assert find_only(engines) == first  # it goes on working
    hint = engines.find_hint(START, 0.05, never)
    assert hint.move in START.legal_moves()
    assert 0 <= (hint.chance or 0) <= 1
    assert not hint.settled


def test_a_stop_makes_it_decide_at_once(engines: EngineProcesses) -> None:
    for told_before in (False, True):
        stop = threading.Event()
        if told_before:
            stop.set()
        else:
            threading.Timer(0.3, stop.set).start()
        began = time.monotonic()
        assert engines.choose("strongest:60s", START, 1, stop) in START.legal_moves()
        assert time.monotonic() - began < 50  # of the minute that it could think
    assert engines.choose("random", START, 1, threading.Event()) in START.legal_moves()  # stopping one does not stop others


def test_one_that_dies_is_replaced_and_asked_again(engines: EngineProcesses) -> None:
    engines.choose("random", START, 1, threading.Event())
    first = find_only(engines)
    os.kill(first, signal.SIGKILL)
    assert engines.choose("random", START, 1, threading.Event()) in START.legal_moves()
    second = find_only(engines)
    assert second != first
    stop, moves = threading.Event(), []
    thinking = threading.Thread(target=lambda: moves.append(engines.choose("strongest:60s", START, 1, stop)))
    thinking.start()
    os.kill(second, signal.SIGKILL)  # while it thinks
    while not engines._running or find_only(engines) == second:
        time.sleep(0.01)
    stop.set()
    thinking.join(PATIENCE)
    assert moves[0] in START.legal_moves()


def test_one_that_hangs_is_replaced_once_it_was_told_to_stop(engines: EngineProcesses, monkeypatch: pytest.MonkeyPatch) -> None:
    engines.choose("random", START, 1, threading.Event())
    first, stop = find_only(engines), threading.Event()
    stop.set()
    os.kill(first, signal.SIGSTOP)
    monkeypatch.setattr(engine_processes, "PATIENCE", 0.1)
    start = engines._start

    def start_patiently() -> EngineProcess:
        monkeypatch.undo()
        return start()

    monkeypatch.setattr(engines, "_start", start_patiently)
    assert engines.choose("random", START, 1, stop) in START.legal_moves()
    assert find_only(engines) != first


def test_waiting_for_an_idle_process_ends_when_told_to_stop() -> None:
    stop, ended = threading.Event(), threading.Event()

    def wait() -> None:
        with pytest.raises(NoIdleEngineError):
            EngineProcesses(0).choose("level:8", START, 1, stop)
        ended.set()

    threading.Thread(target=wait, daemon=True).start()
    assert not ended.wait(0.1)
    stop.set()
    assert ended.wait(PATIENCE)


def test_a_match_goes_on_at_once_when_no_process_is_idle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer, "EngineProcesses", lambda _: EngineProcesses(0))
    with House(tmp_path, engine_processes=1) as house:
        visitor = house.visitor()
        view = visitor.done(visitor.begin("qubism", seats={"w": "human", "b": "strongest:60s"}), "move", move="c2")
        visitor.awaited(view, lambda seen: seen["thinking"])
        visitor.post(f"/api/matches/{view['id']}/stop")
        visitor.awaited(view, lambda seen: seen["yours"])
        assert 'banmen_failures_total{where="engine"}' not in visitor.get("/metrics").text


def test_errors_in_a_process_are_reported(engines: EngineProcesses) -> None:
    with pytest.raises(EngineError, match="nobody"):
        engines.choose("nobody", START, 1, threading.Event())
    assert engines.choose("random", START, 1, threading.Event()) in START.legal_moves()


def test_a_match_is_played_by_processes(tmp_path: Path) -> None:
    with House(tmp_path, engine_processes=1) as house:
        visitor = house.visitor()
        view = visitor.done(visitor.begin("qubism", seats={"w": "human", "b": "strongest:60s"}), "move", move="c2")
        visitor.awaited(view, lambda seen: seen["thinking"] and len(house.app.state.computer.engines._running) == 1)
        visitor.post(f"/api/matches/{view['id']}/stop")
        view = visitor.awaited(view, lambda seen: seen["yours"])
        assert visitor.get(f"/api/matches/{view['id']}/hint").json()["move"]["move"]
        moved = visitor.done(view, "move", move=view["moves"][0]["move"])
        visitor.awaited(moved, lambda seen: seen["thinking"])
        child = find_only(house.app.state.computer.engines)
        os.kill(child, signal.SIGKILL)
        visitor.awaited(moved, lambda _: find_only_or_none(house) not in (None, child))
        visitor.post(f"/api/matches/{view['id']}/stop")
        visitor.awaited(moved, lambda seen: seen["yours"])
        assert 'banmen_failures_total{where="engine"}' not in visitor.get("/metrics").text
        last = find_only(house.app.state.computer.engines)
    assert not Path(f"/proc/{last}").exists()


def test_a_server_that_cannot_wait_for_its_engines_ends_without_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(computer, "PATIENCE", 0.0)
    with House(tmp_path, engine_processes=1) as house:
        house.visitor().begin("qubism", seats={"w": "strongest:60s", "b": "human"})
        engines = house.app.state.computer.engines
        while not engines._running:
            house.run(asyncio.sleep(0.01))
        os.kill(find_only(engines), signal.SIGSTOP)
    for thread in [one for one in threading.enumerate() if one.name.startswith("banmen-player")]:
        thread.join(PATIENCE)
    assert not engines._running
    assert caplog.messages == []


def find_only_or_none(house: House) -> int | None:
    running = house.app.state.computer.engines._running
    return find_only(house.app.state.computer.engines) if running else None


@pytest.mark.parametrize("kill", [True, False])
def test_the_processes_end_with_the_server(tmp_path: Path, kill: bool) -> None:
    server = Process(tmp_path / "data", BANMEN_ENGINE_PROCESSES="2")
    with server.client() as client:
        view = client.post("/api/matches", json={"game": "qubism", "seats": {"w": "strongest:60s", "b": "human"}}).json()
        while not client.get(f"/api/matches/{view['id']}").json()["thinking"]:
            time.sleep(0.05)
        while not (children := list_children(server.process.pid)):
            time.sleep(0.05)
    if kill:
        server.kill()
    else:
        assert server.close() == ""
    late = time.monotonic() + PATIENCE
    while any(Path(f"/proc/{child}").exists() for child in children):
        assert time.monotonic() < late
        time.sleep(0.05)
