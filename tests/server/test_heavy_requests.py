"""Expensive requests: the work of each is bounded, few run at a time, and nobody else has to wait for them."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from banmen.core import record_check, record_steps, registry
from banmen.core.errors import RecordError
from banmen.core.game import Position
from banmen.core.record import Record, Step
from banmen.core.record_text import read_record
from banmen.match import match_state, position_views, replay_views
from banmen.match.match_state import Match
from banmen.server.http import application, position_routes, request_models
from tests.server.visiting import PATIENCE, House, Visitor, problem

HEAD = '[Game "qubism"]\n\n'


class Gate:
    """Work that waits until it is released, and counts how much of it runs at a time."""

    def __init__(self) -> None:
        self.opened, self.lock = threading.Event(), threading.Lock()
        self.running = self.most = self.calls = 0

    def __call__(self, *_: Any, **__: Any) -> Any:
        with self.lock:
            self.running, self.calls = self.running + 1, self.calls + 1
            self.most = max(self.most, self.running)
        assert self.opened.wait(PATIENCE)
        with self.lock:
            self.running -= 1
        raise RecordError("let through")


async def wait_until(fulfilled: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not fulfilled():
            await asyncio.sleep(0.005)


# Records.


def count_cleaned(monkeypatch: pytest.MonkeyPatch, text: str) -> int:
    """Read a record and return how many characters of comments were processed."""
    seen = 0

    def clean(comment: str) -> str:
        nonlocal seen
        seen += len(comment)
        return record_check.clean_comment(comment)

    monkeypatch.setattr(record_steps, "clean_comment", clean)
    read_record(text)
    return seen


@pytest.mark.parametrize("before", ["", "1. c2 "])
def test_comments_are_joined_in_one_go(monkeypatch: pytest.MonkeyPatch, before: str) -> None:
    once = count_cleaned(monkeypatch, f"{HEAD}{before}{'{a} ' * 1000}*\n")
    assert once == 1000
    assert count_cleaned(monkeypatch, f"{HEAD}{before}{'{a} ' * 4000}*\n") == 4 * once


def test_comments_that_are_joined_say_the_same_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    read = read_record(f"{HEAD}{{one}} {{ }} {{ two\n three }} ;four\n1. c2 {{five}} {{six}} c4 {{seven}} *\n")
    assert read.comment == "one two three four"
    assert [step.comment for step in read.steps] == ["five six", "seven"]


@pytest.mark.parametrize("before", ["", "1. c2 "])
def test_many_small_comments_are_bounded_like_a_long_one(before: str) -> None:
    assert len(read_record(f"{HEAD}{before}{'{a}' * 5000}*\n").text) > 9999
    with pytest.raises(RecordError, match="a comment has at most 10000 characters"):
        read_record(f"{HEAD}{before}{'{a}' * 5001}*\n")


# Many at once.


def test_few_heavy_requests_run_at_a_time_and_others_are_answered(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate()
    monkeypatch.setattr(position_routes, "read_record", gate)
    visitor = house.visitor()
    view = visitor.begin("qubism", seats={"w": "human", "b": "human"})

    async def attack() -> list[httpx.Response]:
        ask = [asyncio.create_task(visitor.client.post("/api/replay", json={"record": "x"})) for _ in range(40)]
        await wait_until(lambda: gate.running == application.HEAVY)
        for path in ("/", "/api/games", f"/api/matches/{view['id']}", "/healthz"):
            assert (await visitor.client.get(path)).status_code == 200
        body = {"type": "move", "move": "c2", "seq": 0, "client_id": "0" * 32}
        assert (await visitor.client.post(f"/api/matches/{view['id']}/actions", json=body)).status_code == 200
        assert not gate.opened.is_set()
        gate.opened.set()
        return list(await asyncio.gather(*ask))

    told = [problem(answer) for answer in house.run(attack())]
    assert set(told) == {(422, "bad_record"), (429, "too_busy")}
    assert gate.most == application.HEAVY
    assert told.count((422, "bad_record")) == gate.calls == application.HEAVY + application.MOST_HEAVY_EACH


# Replays.


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The positions drawn for replays."""
    positions: list[str] = []
    draw = position_views.draw_position

    def count(position: Position, *more: Any) -> str:
        positions.append(position.text)
        return draw(position, *more)

    monkeypatch.setattr(replay_views, "draw_position", count)
    return positions


def play_long(steps: int) -> Record:
    record = Record.begin(registry.game("kariuchi"), [(3, 2)])
    for number in range(steps):
        record = record.with_throw(1 + number % 2)
        record = record.with_move(record.final.legal_moves()[0])
    return record


def test_a_replay_is_drawn_in_parts(visitor: Visitor, drawn: list[str]) -> None:
    text, most = play_long(70).text, request_models.MOST_PICTURES
    for count in ({}, {"count": 1000}):
        told = visitor.post("/api/replay", {"record": text, **count}).json()
        assert (told["total"], [frame["step"] for frame in told["frames"]]) == (71, list(range(most)))
        assert len(drawn) == most
        drawn.clear()
    told = visitor.post("/api/replay", {"record": text, "first": 60}).json()
    assert [frame["step"] for frame in told["frames"]] == list(range(60, 71))
    assert len(visitor.post("/api/replay", {"record": text, "pictures": False}).json()["frames"]) == 71


def test_so_is_that_of_a_match(visitor: Visitor, drawn: list[str]) -> None:
    view = visitor.begin("kariuchi", seats={"1": "human", "2": "human"})
    while view["steps"] < 45:
        view = visitor.done(view, "throw")
        view = visitor.done(view, "move", move=view["moves"][0]["move"])
    told = visitor.get(f"/api/matches/{view['id']}/replay").json()
    assert (told["total"], len(told["frames"]), len(drawn)) == (46, request_models.MOST_PICTURES, request_models.MOST_PICTURES)
    rest = visitor.get(f"/api/matches/{view['id']}/replay?first=40").json()["frames"]
    assert [frame["step"] for frame in rest] == list(range(40, 46))


def test_a_replay_that_is_drawn_during_a_move_leaves_no_outdated_record(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor, loop_thread, list_steps = house.visitor(), threading.get_ident(), match_state._list_steps
    view = visitor.done(visitor.begin("qubism", seats={"w": "human", "b": "human"}), "move", move="c2")
    path, entered, opened = f"/api/matches/{view['id']}", asyncio.Event(), threading.Event()

    async def draw_during_a_move() -> None:
        loop = asyncio.get_running_loop()

        def list_slowly(match: Match) -> list[Step]:
            steps = list_steps(match)
            if threading.get_ident() != loop_thread:
                loop.call_soon_threadsafe(entered.set)
                assert opened.wait(PATIENCE)
            return steps

        monkeypatch.setattr(match_state, "_list_steps", list_slowly)
        drawing = asyncio.create_task(visitor.client.get(f"{path}/replay"))
        await wait_until(lambda: entered.is_set() or drawing.done())
        body = {"type": "move", "move": "c4", "seq": 1, "client_id": "0" * 32}
        assert (await visitor.client.post(f"{path}/actions", json=body)).status_code == 200
        opened.set()
        assert (await drawing).json()["total"] == 2

    house.run(draw_during_a_move())
    assert "1. c2 2. c4" in visitor.get(f"{path}/record").text
    assert visitor.get(f"{path}/replay").json()["total"] == 3


def test_an_answer_stays_small_whatever_is_asked_for(visitor: Visitor) -> None:
    text = play_long(70).text
    for pictures in (True, False):
        told = visitor.post("/api/replay", {"record": text, "pictures": pictures})
        most = request_models.MOST_PICTURES if pictures else request_models.MOST_FRAMES
        per_step = (len(told.content) - len(text)) / len(told.json()["frames"])
        assert per_step * most < 2_000_000  # bytes
