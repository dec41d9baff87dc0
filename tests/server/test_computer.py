"""Computer players of the page: they think in the background, decide when told to, and cannot spoil a match."""

import asyncio
import subprocess
import sys
import threading
from pathlib import Path

import httpx
import pytest

from banmen.core import registry
from banmen.core.game import Position
from banmen.core.move import Move
from banmen.engine import precompile
from banmen.engine.analysis.hints import Hint
from banmen.engine.interface import Budget
from banmen.engine.levels import Level
from banmen.server import background_compile, compile_worker, computer
from banmen.server.fair_pool import Asker
from tests.server.visiting import PATIENCE, House, View, Visitor, problem

SEATS = {"w": "human", "b": "level:5"}


class Ponderer:
    """A player that thinks until told to stop."""

    def __init__(self) -> None:
        self.calls, self.stops = threading.Semaphore(0), threading.Semaphore(0)

    def __call__(self, _who: str, position: Position, _seed: int, stop: threading.Event) -> Move:
        self.calls.release()
        assert stop.wait(PATIENCE)
        self.stops.release()
        return position.legal_moves()[0]

    def await_calls(self, number: int) -> None:
        """Wait until it was asked so many times; a match is marked as thinking shortly before that."""
        for _ in range(number):
            assert self.calls.acquire(timeout=PATIENCE)


@pytest.fixture
def ponderer(monkeypatch: pytest.MonkeyPatch) -> Ponderer:
    found = Ponderer()
    monkeypatch.setattr(computer, "choose_move", found)
    return found


def thinking(visitor: Visitor) -> View:
    """Return a match in which the computer is thinking."""
    view = visitor.done(visitor.begin("qubism", seats=SEATS), "move", move="c2")
    return visitor.awaited(view, lambda seen: seen["thinking"])


def test_a_thinking_computer_blocks_nobody_and_stops_on_request(visitor: Visitor, ponderer: Ponderer) -> None:
    view = thinking(visitor)
    assert view["status"] == "Black is thinking."
    assert problem(visitor.act(view, "move", move="c3")) == (409, "not_your_turn")
    other = visitor.begin("qubism", seats={"w": "human", "b": "human"})
    visitor.done(other, "move", move="c2")
    assert visitor.post(f"/api/matches/{view['id']}/stop").status_code == 200
    moved = visitor.awaited(view, lambda seen: seen["yours"])
    assert moved["seq"] == view["seq"] + 1
    assert not moved["thinking"]


def test_stopping_when_nobody_thinks_does_nothing(visitor: Visitor) -> None:
    view = visitor.begin("qubism", seats=SEATS)
    assert visitor.post(f"/api/matches/{view['id']}/stop").json()["seq"] == 0


def test_taking_back_ends_the_thinking(visitor: Visitor, ponderer: Ponderer) -> None:
    view = thinking(visitor)
    back = visitor.done(view, "undo")
    assert back["yours"]
    assert back["seq"] == view["seq"] + 1
    quiet = visitor.awaited(back, lambda seen: not seen["thinking"])
    assert quiet["seq"] == back["seq"], "what was thought of before is not played"
    again = visitor.done(quiet, "move", move="b1")
    visitor.awaited(again, lambda seen: seen["thinking"])
    ponderer.await_calls(2)


def test_giving_up_ends_the_thinking(visitor: Visitor, ponderer: Ponderer) -> None:
    ended = visitor.done(thinking(visitor), "resign")
    assert ended["result"]["winners"] == ["b"]
    quiet = visitor.awaited(ended, lambda seen: not seen["thinking"])
    assert quiet["seq"] == ended["seq"]


def test_removing_ends_the_thinking(house: House, visitor: Visitor, ponderer: Ponderer) -> None:
    view = thinking(visitor)
    assert visitor.delete(f"/api/matches/{view['id']}").status_code == 204
    assert problem(visitor.get(f"/api/matches/{view['id']}")) == (404, "no_match")


def test_a_server_closes_while_the_computer_thinks_and_goes_on_later(tmp_path: Path, ponderer: Ponderer) -> None:
    with House(tmp_path) as house:
        visitor = house.visitor()
        view = thinking(visitor)
        cookies = visitor.client.cookies
        ponderer.await_calls(1)
    assert ponderer.stops.acquire(timeout=PATIENCE), "it was told to stop"
    with House(tmp_path) as house:
        visitor = house.visitor()
        visitor.client.cookies = cookies
        found = visitor.awaited(view, lambda seen: seen["thinking"])
        assert found["position"] == view["position"]
        visitor.post(f"/api/matches/{view['id']}/stop")
        visitor.awaited(view, lambda seen: seen["yours"])


def test_two_processes_that_think_about_one_match_move_once(tmp_path: Path, ponderer: Ponderer) -> None:
    with House(tmp_path) as one, House(tmp_path) as two:
        here, there = one.visitor(), two.visitor()
        view = thinking(here)
        there.client.cookies = here.client.cookies
        there.awaited(view, lambda seen: seen["thinking"])
        for visitor in (here, there):
            visitor.post(f"/api/matches/{view['id']}/stop")
            moved = visitor.awaited(view, lambda seen: seen["yours"] and not seen["thinking"])
            assert moved["seq"] == view["seq"] + 1


def test_a_match_removed_elsewhere_is_not_thought_about_for_ever(tmp_path: Path, ponderer: Ponderer) -> None:
    with House(tmp_path) as one, House(tmp_path) as two:
        here, there = one.visitor(), two.visitor()
        view = thinking(here)
        there.client.cookies = here.client.cookies
        there.delete(f"/api/matches/{view['id']}")
        here.post(f"/api/matches/{view['id']}/stop")
        here.awaited(view, lambda seen: not seen.get("thinking"))


def test_a_match_goes_on_when_an_engine_fails(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Move:
        raise ZeroDivisionError

    monkeypatch.setattr(computer, "choose_move", fail)
    view = visitor.done(visitor.begin("qubism", seats=SEATS), "move", move="c2")
    visitor.awaited(view, lambda seen: seen["yours"])
    assert 'banmen_failures_total{where="engine"} 1.0' in visitor.get("/metrics").text


def test_the_same_position_of_a_match_is_answered_in_the_same_way(visitor: Visitor) -> None:
    view = visitor.begin("qubism", seats={"w": "human", "b": "random"})
    answers = set()
    for _ in range(4):
        moved = visitor.awaited(visitor.done(view, "move", move="c2"), lambda seen: seen["yours"])
        answers.add(moved["position"])
        view = visitor.done(moved, "undo")
    assert len(answers) == 1


def test_a_computer_is_prepared_before_it_is_its_turn(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    prepared = threading.Event()
    seen = []

    def think(at: Level) -> None:
        seen.append((at.number, at.game.name))
        prepared.set()
        raise ZeroDivisionError  # which harms nobody

    monkeypatch.setattr(computer, "think_briefly", think)
    view = visitor.begin("qubism", seats=SEATS)
    visitor.awaited(view, lambda _: prepared.is_set())
    visitor.begin("qubism", seats=SEATS)
    visitor.look(view["id"])
    assert seen == [(5, "qubism")]


# Hints.


def test_a_hint_is_a_legal_move_with_its_chance(visitor: Visitor) -> None:
    view = visitor.begin("qubism", seats=SEATS)
    told = visitor.get(f"/api/matches/{view['id']}/hint").json()
    assert told["move"] in [{**move, "choice": None} for move in view["moves"]]
    assert 0 <= told["chance"] <= 1
    assert told["move"]["words"] in told["words"]


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "There is only one move: new piece to point 3."),
        ("ja", "できる手はひとつだけです：新しいコマを3へ。"),
    ],
)
def test_nobody_thinks_about_the_only_move(visitor: Visitor, monkeypatch: pytest.MonkeyPatch, lang: str, words: str) -> None:
    monkeypatch.setattr(computer.Computer, "give_hint", None)
    view = visitor.begin("kariuchi", seats={"1": "human", "2": "human"}, start="Rx4/Rx4 1 3")
    told = visitor.get(f"/api/matches/{view['id']}/hint?lang={lang}").json()
    assert (told["move"]["move"], told["chance"], told["words"]) == ("R>3", None, words)


def test_no_hint_before_a_throw_or_after_the_end(visitor: Visitor) -> None:
    view = visitor.begin("kariuchi", seats={"1": "human", "2": "human"})
    assert problem(visitor.get(f"/api/matches/{view['id']}/hint")) == (409, "no_move_due")
    visitor.done(view, "resign")
    assert problem(visitor.get(f"/api/matches/{view['id']}/hint")) == (409, "no_move_due")


class HintEngine:
    """A player that searches for hints until so many have been requested."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, awaited: int) -> None:
        self.calls: list[Position] = []
        self.asked, self.all_asked, give_hint = 0, threading.Event(), computer.Computer.give_hint

        async def count(server: computer.Computer, position: Position, asker: Asker) -> Hint:
            answer = asyncio.ensure_future(give_hint(server, position, asker))
            await asyncio.sleep(0)  # now it has been accepted, or refused
            self.asked += 1
            if self.asked == awaited:
                self.all_asked.set()
            return await answer

        monkeypatch.setattr(computer.Computer, "give_hint", count)
        monkeypatch.setattr(computer, "find_hint", self.think)

    def think(self, position: Position, _budget: Budget) -> Hint:
        """Answer when all requests have arrived."""
        self.calls.append(position)
        assert self.all_asked.wait(PATIENCE)
        return Hint(position.legal_moves()[0], 0.5)


def ask_for_hints(house: House, visitor: Visitor, views: list[View]) -> list[int]:
    async def ask() -> list[httpx.Response]:
        return await asyncio.gather(*(visitor.client.get(f"/api/matches/{view['id']}/hint") for view in views))

    return sorted(answer.status_code for answer in house.run(ask()))


def test_identical_hint_requests_share_one_search(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    adviser, visitor = HintEngine(monkeypatch, 5), house.visitor()
    view = visitor.begin("qubism", seats=SEATS)
    assert ask_for_hints(house, visitor, [view] * 5) == [200] * 5
    assert len(adviser.calls) == 1


def test_a_hint_comes_even_when_an_engine_fails(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer, "find_hint", lambda *_: 1 / 0)
    view = visitor.begin("qubism", seats=SEATS)
    assert visitor.get(f"/api/matches/{view['id']}/hint").status_code == 200


def test_simultaneous_hints_are_limited(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer, "MOST_HINTS", 1)
    HintEngine(monkeypatch, 2)
    visitor = house.visitor()
    views = [visitor.begin("qubism", seats=SEATS), visitor.begin("kuniumi", seats={"1": "human", "2": "human"})]
    assert ask_for_hints(house, visitor, views) == [200, 429]


# Compiling ahead of time.


def test_nothing_is_compiled_where_it_is_not_wanted(visitor: Visitor) -> None:
    assert visitor.get("/api/warm").json() == {"done": 0, "total": 0, "what": "", "ready": True}


def test_compiling_runs_in_the_background_and_reports_progress(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = tmp_path / "pretending.py"
    compiler.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    for what, done in (('mcts', 0), ('mcts', 1), ('ready', 0)):\n"
        "        print(json.dumps({'what': what, 'done': done}), flush=True)\n"
    )
    monkeypatch.setattr(background_compile, "COMPILER", "pretending")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(precompile, "is_ready", lambda _: False)
    with House(tmp_path / "data", warm=True) as house:
        visitor = house.visitor()
        assert visitor.get("/api/warm").json()["total"] >= 5
        never = threading.Event()
        assert house.run(house.app.state.warming.wait_until_ready("qubism", never))
        assert house.run(house.app.state.warming.wait_until_ready("kariuchi", never))
        assert visitor.get("/api/warm").json()["done"] >= 2


def test_a_failing_compiler_blocks_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_compile, "COMPILER", "there.is.no.such.module")
    monkeypatch.setattr(precompile, "is_ready", lambda _: False)
    with House(tmp_path, warm=True) as house:
        assert house.run(house.app.state.warming.wait_until_ready("qubism", threading.Event()))
        assert house.visitor().get("/api/warm").json()["ready"]


def test_skipping_the_wait_for_compiling_gives_a_quick_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_compile.BackgroundCompiler, "start", lambda _: None)  # it never gets done
    monkeypatch.setattr(precompile, "is_ready", lambda _: False)
    with House(tmp_path, warm=True) as house:
        visitor = house.visitor()
        view = visitor.begin("qubism", seats={"w": "human", "b": "strongest:30s"})
        view = visitor.awaited(visitor.done(view, "move", move="c2"), lambda seen: seen["thinking"])
        visitor.post(f"/api/matches/{view['id']}/stop")
        visitor.awaited(view, lambda seen: seen["yours"])
        assert 'banmen_thought_seconds_count{who="greedy"} 1.0' in visitor.get("/metrics").text


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games recorded as compiled."""
    names: list[str] = []
    monkeypatch.setattr(precompile, "note_ready", names.append)
    return names


def test_two_and_many_players_are_both_compiled(monkeypatch: pytest.MonkeyPatch, noted: list[str]) -> None:
    compiled: list[Level] = []
    monkeypatch.setattr(compile_worker, "think_briefly", compiled.append)
    compile_worker.compile_game("moontrek")
    assert noted == ["moontrek"]
    assert {len(level.game.players) for level in compiled} == {2, 4}


def test_the_compiler_says_how_far_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, noted: list[str]
) -> None:
    compiled: list[Level] = []
    monkeypatch.setattr(compile_worker, "think_briefly", compiled.append)
    compile_worker.compile_game("qubism")
    assert {level.engine for level in compiled} == set(precompile.list_engines(registry.game("qubism")))
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == '{"what": "ready", "done": 0}'
    assert sum('"done": 1' in line for line in lines) == len(precompile.list_engines(registry.game("qubism")))


def test_a_compiler_whose_server_is_gone_ends_without_a_word() -> None:
    command = [sys.executable, "-m", "banmen.server.compile_worker"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as compiler:
        assert compiler.stdout
        compiler.stdout.close()
        _, errors = compiler.communicate(b"kariuchi\n", timeout=120)
    assert (compiler.returncode, errors) == (0, b"")


def test_the_strongest_player_thinks_as_long_as_it_is_given(visitor: Visitor, ponderer: Ponderer) -> None:
    view = visitor.begin("qubism", seats={"w": "human", "b": "strongest:30s"})
    assert view["players"][1]["label"] == "Strongest, 30 s a move"
    visitor.awaited(visitor.done(view, "move", move="c2"), lambda seen: seen["thinking"])
    visitor.post(f"/api/matches/{view['id']}/stop")
    visitor.awaited(view, lambda seen: seen["yours"])
    ponderer.await_calls(1)
    assert not ponderer.calls.acquire(blocking=False), "it was asked once only"


@pytest.mark.parametrize(
    "who",
    [
        *("strongest", "strongest:", "strongest:61s", "strongest:1e9s", "strongest:nans", "strongest:-1s"),
        *("strongest:1_0s", "strongest: 5s", "strongest:5 s", "strongest:\u0661s", "level:007", "level: 7"),
    ],
)
def test_thinking_time_is_limited(visitor: Visitor, who: str) -> None:
    answer = visitor.post("/api/matches", {"game": "qubism", "seats": {"b": who}})
    assert problem(answer) == (422, "bad_seat")


def test_patience_is_offered_where_a_search_answers(visitor: Visitor) -> None:
    offered = {game["name"]: game["patience"] for game in visitor.get("/api/games").json()}
    assert offered["qubism"] == offered["kuniumi"] == [10, 30, 60]
    assert offered["kariuchi"] == offered["holes58"] == []
