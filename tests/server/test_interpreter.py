"""Playing while a game is being compiled: by the interpreter, in a process of its own; the current game is compiled first."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import banmen
from banmen.core.game import Position
from banmen.engine import precompile
from banmen.kernels import compile_cache, shipped
from banmen.server import background_compile, interpreter_worker
from banmen.server.background_compile import BackgroundCompiler
from banmen.server.interpreter import Interpreter
from banmen.server.worker_process import end_worker, start_worker
from tests.server.visiting import House, View

# A process that reports the start of each game, and finishes Qubism, and any game it gets a second time, at once.
PRETENDING = """
import json, pathlib, sys, time
seen = pathlib.Path(sys.argv[0]).parent / "seen.txt"
for line in sys.stdin:
    before = seen.read_text().split() if seen.exists() else []
    seen.write_text(" ".join([*before, line.strip()]))
    print(json.dumps({"what": "mcts", "done": 0}), flush=True)
    if line.strip() != "qubism" and line.strip() not in before:
        time.sleep(600)
    print(json.dumps({"what": "ready", "done": 0}), flush=True)
"""


def start(name: str) -> Position:
    position = banmen.game(name).start()
    return position.throw(3) if position.throws() else position


@pytest.fixture
def _never_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precompile, "is_ready", lambda _: False)
    monkeypatch.setattr(BackgroundCompiler, "start", lambda _: None)


@pytest.mark.usefixtures("_never_compiled")
@pytest.mark.parametrize("name", ["qubism", "kuniumi"])
def test_a_level_moves_while_its_game_is_not_compiled(tmp_path: Path, name: str) -> None:
    with House(tmp_path, warm=True) as house:
        visitor = house.visitor()
        seats = dict.fromkeys(banmen.game(name).players, "level:4")
        first = next(iter(seats))
        view = visitor.begin(name, seats={**seats, first: "human"})
        while view["yours"]:
            view = visitor.done(view, "move", move=view["moves"][0]["move"])
        moved = visitor.awaited(view, lambda seen: seen["yours"] or seen["result"])
        assert moved["seq"] > view["seq"]
        assert 'who="greedy"' not in visitor.get("/metrics").text
        if not moved["result"]:
            hint = visitor.get(f"/api/matches/{moved['id']}/hint").json()
            assert hint["move"]["move"] in {move["move"] for move in moved["moves"]}
            assert 0 <= (hint["chance"] or 0) <= 1


@pytest.mark.parametrize("name", ["kariuchi", "qubism"])
def test_the_interpreter_chooses_a_legal_move_and_the_same_again(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    position = start(name)
    line = interpreter_worker.encode_request("level:3", position, 7)
    monkeypatch.setenv("BANMEN_JIT", "0")
    assert interpreter_worker.answer_request(line)["move"] in {move.text for move in position.legal_moves()}
    assert interpreter_worker.answer_request(line) == interpreter_worker.answer_request(line)


def test_an_interpreter_that_was_killed_is_started_again() -> None:
    async def ask() -> list[str]:
        interpreter, position = Interpreter(), start("qubism")
        first = await interpreter.choose("level:2", position, 1)
        assert interpreter._process
        os.kill(interpreter._process.pid, signal.SIGKILL)
        await interpreter._process.wait()
        again = await interpreter.choose("level:2", position, 1)
        await interpreter.close()
        await interpreter.close()
        return [str(first), str(again)]

    first, again = asyncio.run(ask())
    assert first == again
    assert banmen.game("qubism").start().is_legal(first)


def test_ctrl_c_at_the_keyboard_does_not_reach_workers() -> None:
    async def ask() -> tuple[int, int]:
        interpreter = Interpreter()
        await interpreter.start()
        assert interpreter._process
        group = os.getpgid(interpreter._process.pid)
        await interpreter.close()
        return group, os.getpgid(0)

    theirs, ours = asyncio.run(ask())
    assert theirs != ours


def test_an_unknown_player_gets_no_answer_and_does_no_harm(capfd: pytest.CaptureFixture[str]) -> None:
    async def ask() -> tuple[object, object]:
        interpreter, position = Interpreter(), start("qubism")
        nobody = await interpreter.choose("level:99", position, 1)
        somebody = await interpreter.choose("random", position, 1)
        await interpreter.close()
        return nobody, somebody

    nobody, somebody = asyncio.run(ask())
    assert nobody is None
    assert somebody is not None
    assert "level" in capfd.readouterr().err


def test_an_abandoned_request_does_not_answer_the_next() -> None:
    async def ask() -> object:
        interpreter = Interpreter()
        await interpreter.start()
        left = asyncio.create_task(interpreter.choose("level:8", start("qubism"), 1))
        await asyncio.sleep(0.3)
        left.cancel()
        with pytest.raises(asyncio.CancelledError):
            await left
        found = await interpreter.choose("random", start("qubism"), 1)
        await interpreter.close()
        return found

    assert banmen.game("qubism").start().is_legal(str(asyncio.run(ask())))


def test_the_current_game_interrupts_games_that_nobody_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pretending.py").write_text(PRETENDING)
    monkeypatch.setattr(background_compile, "COMPILER", "pretending")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(precompile, "is_ready", lambda _: False)

    async def compile_two() -> bool:
        compiler = BackgroundCompiler()
        compiler.waiting = ["kariuchi", "qubism"]
        compiler._unready = set(compiler.waiting)
        compiler.start()
        while not compiler.what:
            await asyncio.sleep(0.02)
        compiler.hurry("qubism")
        while compiler._unready:
            await asyncio.sleep(0.02)
        await compiler.close()
        return compiler.is_ready("qubism")

    assert asyncio.run(asyncio.wait_for(compile_two(), 60))
    assert (tmp_path / "seen.txt").read_text().split() == ["kariuchi", "qubism", "kariuchi"]


# A server that starts a worker and reports it. The worker is busy, and never reads its input.
SERVER = """
import asyncio
from banmen.server.worker_process import start_worker
async def main():
    worker = await start_worker("busy")
    print((await worker.stdout.readline()).decode(), flush=True)
    await asyncio.sleep(600)
asyncio.run(main())
"""
BUSY = """
import time
from banmen.server.worker_process import end_with_parent
end_with_parent()
print("busy", flush=True)
time.sleep(600)
"""


def test_a_killed_server_leaves_no_busy_process_behind(tmp_path: Path) -> None:
    (tmp_path / "busy.py").write_text(BUSY)
    folders = os.pathsep.join([str(tmp_path), str(Path(banmen.__file__).parent.parent)])
    command, environment = [sys.executable, "-c", SERVER], {**os.environ, "PYTHONPATH": folders}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as server:
        assert server.stdout
        assert server.stdout.readline() == b"busy\n"
        server.kill()
        server.communicate(timeout=60)  # the worker holds the same pipe for errors: it closes when both have ended


@pytest.mark.parametrize("steps", range(1, 6))
def test_a_worker_is_reaped_even_if_its_end_is_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
    (tmp_path / "busy.py").write_text(BUSY)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(Path(banmen.__file__).parent.parent)]))

    async def interrupt() -> int | None:
        worker = await start_worker("busy")
        ending = asyncio.create_task(end_worker(worker))
        for _ in range(steps):
            await asyncio.sleep(0)
        ending.cancel()
        await asyncio.wait([ending])
        return worker.returncode

    assert asyncio.run(interrupt()) == -signal.SIGKILL


def test_the_interpreter_is_not_started_where_nothing_is_to_be_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(precompile, "is_ready", lambda _: True)
    with House(tmp_path, warm=True) as house:
        visitor = house.visitor()
        assert visitor.get("/api/warm").json() == {"done": 0, "total": 0, "what": "", "ready": True}
        assert house.app.state.warming._process is None
        assert house.app.state.computer.interpreter._process is None


def test_the_interpreter_ends_once_everything_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pretending.py").write_text(PRETENDING)
    (tmp_path / "seen.txt").write_text(" ".join(banmen.names()))  # so that each is done at once
    monkeypatch.setattr(background_compile, "COMPILER", "pretending")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(Path(banmen.__file__).parent.parent)]))
    monkeypatch.setattr(precompile, "is_ready", lambda _: False)
    with House(tmp_path / "data", warm=True) as house:
        interpreter = house.app.state.computer.interpreter
        started = interpreter._process
        assert started
        house.run(asyncio.wait_for(house.app.state.computer._retiring, 60))
        assert started.returncode is not None
        assert house.run(interpreter.choose("random", start("qubism"), 1)) is None
        assert interpreter._process is None, "it is not started again"
        visitor = house.visitor()
        view = visitor.done(visitor.begin("qubism", seats={"w": "human", "b": "level:2"}), "move", move="c2")
        visitor.awaited(view, lambda seen: seen["yours"])
        assert 'who="greedy"' not in visitor.get("/metrics").text


def test_a_game_that_was_compiled_is_ready_at_the_next_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BANMEN_JIT", "1")
    monkeypatch.setattr(compile_cache, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(shipped, "has_kernel", lambda *_: False)
    assert not precompile.is_ready("qubism")
    precompile.note_ready("qubism")
    assert precompile.is_ready("qubism")
    assert not precompile.is_ready("kuniumi")
    monkeypatch.setattr(precompile, "list_engines", lambda _: ["alphabeta", "mcts"])
    assert not precompile.is_ready("qubism"), "its levels have got other engines"


def test_an_analysis_waits_for_the_compiler_and_says_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precompile, "is_ready", lambda _: False)
    monkeypatch.setattr(BackgroundCompiler, "start", lambda _: None)
    with House(tmp_path, warm=True) as house:
        visitor, warming = house.visitor(), house.app.state.warming
        asked = {"game": "qubism", "position": banmen.game("qubism").start().text, "seconds": 0.1}
        number = visitor.post("/api/analysis", asked).json()["id"]

        def await_view(wanted: Callable[[View], bool]) -> View:
            while not wanted(view := visitor.get(f"/api/analysis/{number}").json()):
                house.run(asyncio.sleep(0.02))
            return dict(view)

        view = await_view(lambda seen: seen["preparing"])
        assert view["state"] == "waiting"
        assert view["preparing"] == visitor.get("/api/warm?game=qubism").json()
        assert not view["preparing"]["ready"]
        assert 0 < view["preparing"]["total"] < visitor.get("/api/warm").json()["total"]
        assert warming.waiting[0] == "qubism", "it comes first"
        warming._unready.discard("qubism")
        assert visitor.get("/api/warm?game=qubism").json()["ready"]
        assert await_view(lambda seen: seen["state"] == "done")["preparing"] is None
