"""Positions, records, lessons and analyses that belong to no match."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from banmen.core import registry
from banmen.core.record import Record
from banmen.core.record_text import read_record
from banmen.server import analysis_reports
from tests.server.visiting import PATIENCE, House, Visitor, problem

KARIUCHI = {"game": "kariuchi", "position": "Rx2,5,A/Rx3,8 1 3"}
RECORD = Record.begin(registry.game("kariuchi"), [(2, 5)]).with_throw(3).with_move("R>3").with_throw(1).with_move("R>1").text


@pytest.mark.parametrize("game", registry.names())
def test_a_start_can_be_looked_at(game: str, visitor: Visitor) -> None:
    view = visitor.post("/api/positions", {"game": game, "theme": "dark"}).json()
    assert view["position"] == registry.game(game).start().text
    assert view["waits_for"] == ("throw" if view["throws"] else "move")
    assert [player["player"] for player in view["players"]] == [str(one) for one in registry.game(game).players]
    assert "#141a2e" in view["svg"] or "svg" in view["svg"]
    assert view["status"]
    assert not view["status"].startswith(view["title"])


def test_players_follow_the_options(visitor: Visitor) -> None:
    view = visitor.post("/api/positions", {"game": "moontrek", "options": {"teams": "2-1"}}).json()
    assert [(player["player"], player["team"]) for player in view["players"]] == [("A", 0), ("B", 1), ("C", 0)]


def test_playing_on_from_a_position(visitor: Visitor) -> None:
    moved = visitor.post("/api/positions/play", {**KARIUCHI, "move": "5>8"}).json()
    assert moved["position"] == "Rx2,8,A/Rx4 2 -"
    assert moved["last"]["effects"] == ["capture"]
    thrown = visitor.post("/api/positions/play", {"game": "kariuchi", "position": moved["position"], "throw": 4}).json()
    assert thrown["thrown"] == 4
    assert thrown["moves"]


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({**KARIUCHI, "move": "5>9"}, (422, "illegal_move")),
        ({**KARIUCHI, "throw": 3}, (409, "no_throw_due")),
        ({**KARIUCHI, "throw": 6}, (422, "invalid")),
        ({**KARIUCHI, "throw": True}, (422, "invalid")),
        (KARIUCHI, (422, "invalid")),
        ({"game": "kariuchi", "move": "R>3"}, (409, "throw_due")),
        ({"game": "kariuchi", "position": "Hx4/Rx4 1 -", "move": "R>3"}, (409, "match_over")),
        ({"game": "kariuchi", "position": "?", "move": "R>3"}, (422, "bad_notation")),
        ({"game": "go", "move": "R>3"}, (404, "unknown_game")),
    ],
)
def test_what_cannot_be_played_on(asked: dict[str, Any], expected: tuple[int, str], visitor: Visitor) -> None:
    assert problem(visitor.post("/api/positions/play", asked)) == expected


# Replays.


def test_a_replay_has_a_frame_for_every_step(visitor: Visitor) -> None:
    told = visitor.post("/api/replay", {"record": RECORD}).json()
    assert told["total"] == 3
    assert [frame["step"] for frame in told["frames"]] == [0, 1, 2]
    assert told["frames"][1]["words"] == "Player 2 threw 3. Player 2: new piece to point 3."
    assert told["frames"][1]["move"]["motion"]
    assert told["frames"][2]["player"] == "1"
    assert told["frames"][0]["svg"].startswith("<svg")
    assert told["record"] == RECORD


def test_parts_of_a_replay(visitor: Visitor) -> None:
    told = visitor.post("/api/replay", {"record": RECORD, "first": 2, "count": 5, "pictures": False}).json()
    assert [(frame["step"], frame["svg"]) for frame in told["frames"]] == [(2, "")]


def test_a_match_can_be_replayed(visitor: Visitor) -> None:
    view = visitor.begin("qubism", seats={"w": "human", "b": "human"})
    view = visitor.done(view, "move", move="c2")
    told = visitor.get(f"/api/matches/{view['id']}/replay?count=1").json()
    assert (told["total"], len(told["frames"])) == (2, 1)


def test_records_that_cannot_be_read(visitor: Visitor) -> None:
    answer = visitor.post("/api/replay", {"record": '[Game "kariuchi"]\n\n1. 3:R>4 *\n'})
    assert problem(answer) == (422, "bad_record")
    assert "line 3" in answer.json()["error"]["message"]
    assert problem(visitor.post("/api/replay", {"record": "x"})) == (422, "bad_record")


# Lessons.


@pytest.mark.parametrize("game", registry.names())
def test_lessons_are_shown_and_judged(game: str, visitor: Visitor) -> None:
    listed = visitor.get(f"/api/games/{game}/lessons").json()["lessons"]
    assert listed
    path = f"/api/games/{game}/lessons/1/1"
    told = visitor.get(path).json()
    assert (told["title"], told["steps"]) == (listed[0]["title"], listed[0]["steps"])
    if told["asks"] == "throw":
        assert visitor.post(path, {}).json()["right"]
    else:
        tries = [visitor.post(path, {"move": move["move"]}).json() for move in told["view"]["moves"]]
        assert any(one["right"] for one in tries)
        assert all(one["words"] for one in tries)
        assert problem(visitor.post(path, {"move": "z9>z9"})) == (422, "illegal_move")
    assert problem(visitor.get(f"/api/games/{game}/lessons/{len(listed) + 1}/1")) == (404, "no_lesson")
    assert problem(visitor.get(f"/api/games/{game}/lessons/1/999")) == (404, "no_lesson")


# Analyses.


def awaited(visitor: Visitor, name: str, *states: str) -> dict[str, Any]:
    async def looking() -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            while (found := (await visitor.client.get(f"/api/analysis/{name}")).json())["state"] not in states:
                await asyncio.sleep(0.01)
            return dict(found)

    return visitor.house.run(looking())


def started(visitor: Visitor, **asked: Any) -> str:
    answer = visitor.post("/api/analysis", asked)
    assert answer.status_code == 202, answer.text
    return str(answer.json()["id"])


def test_a_position_is_analysed(visitor: Visitor) -> None:
    found = awaited(visitor, started(visitor, **KARIUCHI, seconds=0.05), "done", "failed")
    assert found["state"] == "done"
    assert found["progress"] == 1
    moves = {move["move"] for move in found["result"]["moves"]}
    assert "5>8" in moves
    assert [chance["player"] for chance in found["result"]["chances"]] == ["1", "2"]
    assert found["result"]["player"] == "1"


def test_a_position_before_a_throw_is_analysed(visitor: Visitor) -> None:
    found = awaited(visitor, started(visitor, game="kariuchi", seconds=0.1), "done", "failed")
    assert [throw["throw"] for throw in found["result"]["throws"]] == [1, 2, 3, 4, 5]


def test_a_record_is_analysed(visitor: Visitor) -> None:
    found = awaited(visitor, started(visitor, record=RECORD, seconds=0.02), "done", "failed")
    assert found["kind"] == "record"
    assert [step["player"] for step in found["result"]["steps"]] == ["2", "1"]
    assert found["result"]["complete"]


def test_a_game_is_not_analysed_twice_for_the_same_visitor(house: House) -> None:
    visitor, other = house.visitor(), house.visitor()
    first = started(visitor, record=RECORD, seconds=0.02)
    found = awaited(visitor, first, "done")
    assert started(visitor, record=RECORD, seconds=0.02) == first
    told = read_record(RECORD).with_tags(DiceCommitment="5c" * 32).text  # as the match itself gives it, the review does not
    assert started(visitor, record=told, seconds=0.02) == first
    assert visitor.get(f"/api/analysis/{first}").json() == found
    assert started(visitor, record=RECORD, seconds=0.03) != first, "for other times there is another answer"
    assert started(other, record=RECORD, seconds=0.02) != first


def test_an_analysis_can_be_stopped_and_belongs_to_its_visitor(house: House) -> None:
    visitor, other = house.visitor(), house.visitor()
    name = started(visitor, **KARIUCHI, seconds=60)
    assert problem(other.get(f"/api/analysis/{name}")) == (404, "no_analysis")
    assert problem(other.delete(f"/api/analysis/{name}")) == (404, "no_analysis")
    assert visitor.delete(f"/api/analysis/{name}").json()["state"] == "stopped"
    again = started(visitor, **KARIUCHI, seconds=0.02)
    assert awaited(visitor, again, "done")["result"], "the thread is free again"
    assert visitor.get(f"/api/analysis/{name}").json()["state"] == "stopped"


def test_analyses_are_bounded_and_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "banmen.server.analyses.analyse_with_reports", lambda _subject, _seconds, stop, *_more: stop.wait(30) and {}
    )
    with House(tmp_path, most_analyses=3, most_analyses_each=2) as house:
        visitor, other = house.visitor(), house.visitor()
        names = [started(visitor, **KARIUCHI) for _ in range(2)]
        assert problem(visitor.post("/api/analysis", KARIUCHI)) == (429, "too_many_analyses")
        kept = started(other, **KARIUCHI)
        assert problem(other.post("/api/analysis", KARIUCHI)) == (429, "too_many_analyses")
        visitor.delete(f"/api/analysis/{names[0]}")
        started(other, **KARIUCHI)
        assert problem(visitor.get(f"/api/analysis/{names[0]}")) == (404, "no_analysis")
        assert other.get(f"/api/analysis/{kept}").status_code == 200


def test_an_old_analysis_is_forgotten(tmp_path: Path) -> None:
    with House(tmp_path, analysis_kept=0.0) as house:
        visitor = house.visitor()
        name = started(visitor, **KARIUCHI, seconds=60)
        visitor.delete(f"/api/analysis/{name}")
        assert problem(visitor.get(f"/api/analysis/{name}")) == (404, "no_analysis")


def test_an_analysis_that_fails_says_so(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("banmen.server.analyses.analyse_with_reports", lambda *_: 1 / 0)
    assert awaited(visitor, started(visitor, **KARIUCHI), "failed")["result"] is None


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({}, (422, "invalid")),
        ({**KARIUCHI, "record": RECORD}, (422, "invalid")),
        ({**KARIUCHI, "seconds": 0}, (422, "invalid")),
        ({**KARIUCHI, "seconds": 1e9}, (422, "invalid")),
        ({"game": "kariuchi", "position": "Hx4/Rx4 1 -"}, (422, "position_over")),
        ({"record": '[Game "qubism"]\n\n*\n'}, (422, "bad_record")),
        ({"record": "nothing"}, (422, "bad_record")),
        ({"game": "chess"}, (404, "unknown_game")),
    ],
)
def test_what_cannot_be_analysed(asked: dict[str, Any], expected: tuple[int, str], visitor: Visitor) -> None:
    assert problem(visitor.post("/api/analysis", asked)) == expected


def test_players_are_named_by_text_everywhere() -> None:
    assert analysis_reports.name_players({"turn": 2, "moves": []}) == {"player": "2", "moves": []}
    assert analysis_reports.name_players({"player": 1, "sides": ((1,), (2,)), "turn": 3, "result": None}) == {
        "player": "1",
        "sides": [["1"], ["2"]],
        "turn": 3,
        "result": None,
    }


def test_why_a_move_is_better_is_said_by_the_rules(visitor: Visitor) -> None:
    asked = {"game": "kariuchi", "position": "Rx2,5,9/Rx3,7 1 2", "better": "5>7", "played": "9>11"}
    assert "no next throw can hit you" in visitor.post("/api/positions/why-better", asked).json()["words"]
    refused = visitor.post("/api/positions/why-better", {**asked, "better": "9>30"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "illegal_move")
