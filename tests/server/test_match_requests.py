"""Matches through the API: what is refused, who owns a match, and actions at several processes."""

import json
import uuid
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from banmen.core.record_text import read_record
from banmen.match.dice import commit_to
from banmen.match.dice_check import check_dice
from banmen.server import crowding, sessions
from tests.server.live.test_socket_lines import AsgiSocket
from tests.server.visiting import NEARLY_WON, PEOPLE, House, Visitor, problem

# Refusals, which change nothing.


def test_wrong_moves_and_throws_are_refused(visitor: Visitor) -> None:
    view = visitor.begin("kariuchi", seats=PEOPLE["kariuchi"])
    assert problem(visitor.act(view, "move", move="R>3")) == (409, "throw_due")
    thrown = visitor.done(view, "throw")
    assert problem(visitor.act(thrown, "throw")) == (409, "no_throw_due")
    assert problem(visitor.act(thrown, "move", move="H>R")) == (422, "illegal_move")
    assert problem(visitor.act(thrown, "move", move="nonsense")) == (422, "illegal_move")
    assert visitor.look(view["id"])["seq"] == thrown["seq"]


def test_nobody_acts_for_the_computer(tmp_path: Path) -> None:
    with House(tmp_path, pace=30.0) as house:  # too slow to get a turn
        visitor = house.visitor()
        view = visitor.begin("qubism", seats={"w": "greedy", "b": "greedy"})
        assert problem(visitor.act(view, "move", move="c2")) == (409, "not_your_turn")


def test_a_stale_action_gets_what_it_missed(visitor: Visitor) -> None:
    view = visitor.begin("qubism", seats=PEOPLE["qubism"])
    visitor.done(view, "move", move="c2")
    answer = visitor.act(view, "move", move="b1")
    assert problem(answer) == (409, "stale")
    told = answer.json()
    assert [event["data"] for event in told["events"]] == [{"move": "c2"}]
    assert told["view"]["seq"] == 1
    ahead = visitor.act({**view, "seq": 99}, "move", move="b1")
    assert problem(ahead) == (409, "stale")
    assert ahead.json()["events"] == []


def test_the_same_client_id_gives_the_same_answer(visitor: Visitor) -> None:
    view = visitor.begin("qubism", seats=PEOPLE["qubism"])
    name = str(uuid.uuid4())
    first = visitor.act(view, "move", client_id=name, move="c2").json()
    later = visitor.done(first["view"], "move", move=first["view"]["moves"][0]["move"])
    again = visitor.act(view, "move", client_id=name, move="c2")
    assert again.status_code == 200
    assert again.json()["events"] == first["events"]
    assert again.json()["view"]["seq"] == later["seq"]
    assert problem(visitor.act(view, "move", client_id=name, move="b1")) == (409, "client_id_reused")
    assert problem(visitor.act(view, "undo", client_id=name)) == (409, "client_id_reused")


def test_an_old_client_id_repeated_after_the_end_gets_its_own_events_only(visitor: Visitor) -> None:
    first, last, given_up = (str(uuid.uuid4()) for _ in range(3))
    view = visitor.begin("qubism", seats=PEOPLE["qubism"], start=NEARLY_WON)
    resigned = visitor.act(view, "resign", client_id=given_up).json()
    assert [event["kind"] for event in resigned["events"]] == ["resign", "finished"]
    back = visitor.done(resigned["view"], "undo")
    won = visitor.act(back, "move", client_id=last, move="e1").json()
    assert [event["kind"] for event in won["events"]] == ["move", "finished"]
    for name, kind, was in ((last, "move", won), (given_up, "resign", resigned)):
        more = {"move": "e1"} if kind == "move" else {}
        again = visitor.act(view, kind, client_id=name, **more).json()
        assert again["events"] == was["events"]
        assert again["view"]["seq"] == won["view"]["seq"]
    two = visitor.begin("qubism", seats=PEOPLE["qubism"])
    moved = visitor.act(two, "move", client_id=first, move="c2").json()
    visitor.done(moved["view"], "resign")
    again = visitor.act(two, "move", client_id=first, move="c2").json()
    assert again["events"] == moved["events"]
    assert again["view"]["result"]["by"] == "resigned"


def test_a_client_id_may_be_used_in_another_match(visitor: Visitor) -> None:
    name = str(uuid.uuid4())
    for _ in range(2):
        view = visitor.begin("qubism", seats=PEOPLE["qubism"])
        assert visitor.act(view, "move", client_id=name, move="c2").status_code == 200


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"game": "chess"}, (404, "unknown_game")),
        ({"game": "kariuchi", "options": {"pieces": 99}}, (422, "bad_option")),
        ({"game": "kariuchi", "options": {"colour": "red"}}, (422, "bad_option")),
        ({"game": "kariuchi", "seats": {"3": "human"}}, (422, "bad_seat")),
        ({"game": "kariuchi", "seats": {"2": "level:9"}}, (422, "bad_seat")),
        ({"game": "kariuchi", "seats": {"2": "mcts:1000000000"}}, (422, "bad_seat")),
        ({"game": "kariuchi", "names": {"A": "Aki"}}, (422, "bad_seat")),
        ({"game": "kariuchi", "names": {"1": "two\nlines"}}, (422, "invalid")),
        ({"game": "kariuchi", "start": "rubbish"}, (422, "bad_notation")),
        ({"game": "kariuchi", "start": "Hx4/Rx4 1 -"}, (422, "position_over")),
        ({"game": "kariuchi", "level": 3}, (422, "invalid")),
        ({"game": 5}, (422, "invalid")),
        ({}, (422, "invalid")),
        ([], (422, "invalid")),
        ("kariuchi", (422, "invalid")),
    ],
)
def test_a_match_that_cannot_be(asked: Any, expected: tuple[int, str], visitor: Visitor) -> None:
    assert problem(visitor.post("/api/matches", asked)) == expected


@pytest.mark.parametrize(
    "change",
    [
        {"type": "castle"},
        {"type": "move"},
        {"type": "throw", "move": "c2"},
        {"seq": -1},
        {"seq": "0"},
        {"seq": 2**70},
        {"client_id": "not a uuid"},
        {"client_id": None},
        {"move": "x" * 100, "type": "move"},
        {"more": 1},
    ],
)
def test_an_action_that_cannot_be(change: dict[str, Any], visitor: Visitor) -> None:
    view = visitor.begin("qubism", seats=PEOPLE["qubism"])
    asked = {"type": "throw", "seq": 0, "client_id": str(uuid.uuid4()), **change}
    assert problem(visitor.post(f"/api/matches/{view['id']}/actions", asked)) == (422, "invalid")


# Ownership.


def test_a_match_belongs_to_its_visitor(house: House) -> None:
    owner, other = house.visitor(), house.visitor()
    view = owner.begin("qubism", seats=PEOPLE["qubism"])
    path = f"/api/matches/{view['id']}"
    for answer in (
        other.get(path),
        other.get(f"{path}/record"),
        other.get(f"{path}/replay"),
        other.get(f"{path}/hint"),
        other.get(f"{path}/threats"),
        other.post(f"{path}/why", {"from": "a1", "to": "a2"}),
        other.post(f"{path}/stop"),
        other.delete(path),
        other.act(view, "move", move="c2"),
        other.get("/api/matches/nowhere"),
    ):
        assert problem(answer) == (404, "no_match")
    assert other.get("/api/matches").json() == {"matches": []}
    assert owner.look(view["id"])["seq"] == 0


def test_unfinished_matches_come_first_and_can_be_removed(visitor: Visitor) -> None:
    first = visitor.begin("qubism", seats=PEOPLE["qubism"])
    second = visitor.begin("kariuchi", seats=PEOPLE["kariuchi"])
    visitor.done(second, "resign")
    listed = visitor.get("/api/matches").json()["matches"]
    assert [match["id"] for match in listed] == [first["id"], second["id"]]
    assert visitor.delete(f"/api/matches/{first['id']}").status_code == 204
    assert [match["id"] for match in visitor.get("/api/matches").json()["matches"]] == [second["id"]]
    assert problem(visitor.act(first, "move", move="c2")) == (404, "no_match")


def test_matches_are_listed_by_their_last_event_and_not_by_their_beginning(visitor: Visitor) -> None:
    first, second, third = (visitor.begin("qubism", seats=PEOPLE["qubism"]) for _ in range(3))

    def listed() -> list[str]:
        return [match["id"] for match in visitor.get("/api/matches").json()["matches"]]

    assert listed() == [third["id"], second["id"], first["id"]]
    first = visitor.done(first, "move", move="c2")
    assert listed() == [first["id"], third["id"], second["id"]]
    first = visitor.done(first, "resign")
    third = visitor.done(third, "resign")
    assert listed() == [second["id"], third["id"], first["id"]]
    first = visitor.done(first, "undo")  # a resignation taken back: the match goes on
    assert listed() == [first["id"], second["id"], third["id"]]


@pytest.mark.parametrize(
    ("game", "options"), [("kariuchi", {"pieces": 1}), ("qubism", {"cubes": 3}), ("moontrek", {"players": 3})]
)
def test_a_list_has_all_that_a_picture_of_the_match_needs(visitor: Visitor, game: str, options: dict[str, Any]) -> None:
    visitor.begin(game, options=options)
    [match] = visitor.get("/api/matches").json()["matches"]
    asked = {**match["options"], "position": match["position"]}
    assert visitor.get(f"/pictures/{game}.svg?{urlencode(asked)}").status_code == 200


def test_the_matches_of_a_visitor_are_limited(tmp_path: Path) -> None:
    with House(tmp_path, most_matches=2) as house:
        visitor, other = house.visitor(), house.visitor()
        for _ in range(2):
            visitor.begin("qubism")
        assert problem(visitor.post("/api/matches", {"game": "qubism"})) == (429, "too_many_matches")
        other.begin("qubism")


def test_the_length_of_a_match_is_limited(tmp_path: Path) -> None:
    with House(tmp_path, most_events=7) as house:
        visitor = house.visitor()
        view = visitor.begin("qubism", seats=PEOPLE["qubism"])
        for _ in range(2):
            view = visitor.done(view, "move", move=view["moves"][0]["move"])
            view = visitor.done(view, "undo")
        assert problem(visitor.act(view, "move", move="c2")) == (409, "match_full")


def test_matches_leave_the_memory_and_come_back(tmp_path: Path) -> None:
    with House(tmp_path, matches_in_memory=2) as house:
        visitor = house.visitor()
        views = [visitor.done(visitor.begin("qubism", seats=PEOPLE["qubism"]), "move", move="c2") for _ in range(5)]
        assert len(list(house.app.state.matches.sessions)) == 2
        for view in views:
            assert visitor.look(view["id"])["position"] == view["position"]
            visitor.done(view, "undo")


def test_long_matches_leave_the_memory_sooner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "MOST_EVENTS", 5)
    monkeypatch.setattr(sessions, "LONG", 1)
    with House(tmp_path) as house:
        visitor, held = house.visitor(), house.app.state.matches.sessions
        views = [visitor.begin("qubism", seats=PEOPLE["qubism"]) for _ in range(4)]
        assert len(list(held)) == 4
        view = visitor.done(visitor.done(views[0], "move", move="c2"), "undo")
        assert [session.match.id for session in held] == [views[number]["id"] for number in (2, 3, 0)]
        assert visitor.look(views[1]["id"])["seq"] == 0
        assert visitor.look(view["id"])["seq"] == view["seq"]


def test_long_matches_are_refused_while_those_that_are_watched_fill_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crowding, "LONG", 2)
    with House(tmp_path) as house:
        visitor = house.visitor()
        short, long = (visitor.begin("qubism", seats=PEOPLE["qubism"]) for _ in range(2))
        long = visitor.done(visitor.done(long, "move", move="c2"), "move", move="c4")
        monkeypatch.setattr(crowding, "MOST_HELD", 3)
        assert problem(visitor.act(long, "move", move="c3")) == (429, "too_busy")
        accepted, refused = AsgiSocket(visitor, long["id"]).talk()
        assert (accepted["type"], json.loads(refused["text"])["error"]["code"]) == ("websocket.accept", "too_busy")
        _, first = AsgiSocket(visitor, short["id"]).talk()
        assert "error" not in json.loads(first["text"])
        visitor.done(visitor.done(short, "move", move="c2"), "resign")
        monkeypatch.setattr(crowding, "MOST_HELD", 100)
        visitor.done(visitor.done(long, "move", move="c3"), "resign")


def test_another_process_on_the_same_database_is_noticed(tmp_path: Path) -> None:
    with House(tmp_path) as one, House(tmp_path) as two:
        here, there = one.visitor(), two.visitor()
        view = here.begin("qubism", seats=PEOPLE["qubism"])
        there.client.cookies = here.client.cookies
        assert there.look(view["id"])["seq"] == 0
        here.done(view, "move", move="c2")
        answer = there.act(view, "move", move="b1")
        assert problem(answer) == (409, "stale")
        assert answer.json()["view"]["last"]["move"] == "c2"
        assert there.look(view["id"])["seq"] == 1


def test_the_same_action_through_two_processes_counts_once(tmp_path: Path) -> None:
    with House(tmp_path) as one, House(tmp_path) as two:
        here, there = one.visitor(), two.visitor()
        view = here.begin("qubism", seats=PEOPLE["qubism"])
        there.client.cookies = here.client.cookies
        there.look(view["id"])
        name = str(uuid.uuid4())
        first = here.act(view, "move", client_id=name, move="c2").json()
        again = there.act(view, "move", client_id=name, move="c2")
        assert again.status_code == 200
        assert again.json()["events"] == first["events"]


def test_a_match_that_another_process_removed_is_gone(tmp_path: Path) -> None:
    with House(tmp_path) as one, House(tmp_path) as two:
        here, there = one.visitor(), two.visitor()
        view = here.begin("qubism", seats=PEOPLE["qubism"])
        there.client.cookies = here.client.cookies
        there.look(view["id"])
        here.delete(f"/api/matches/{view['id']}")
        assert problem(there.act(view, "move", move="c2")) == (404, "no_match")
        assert problem(there.get(f"/api/matches/{view['id']}")) == (404, "no_match")


def test_throws_and_seed_are_revealed_once_nothing_can_be_taken_back(house: House) -> None:
    visitor, stranger = house.visitor(), house.visitor()
    view = visitor.begin("kariuchi", seats=PEOPLE["kariuchi"])
    view = visitor.done(view, "throw")
    path = f"/api/matches/{view['id']}/dice"
    told = visitor.get(path).json()
    assert (told["commitment"], told["seed"], told["nonces"]) == (view["commitment"], None, [])
    assert (told["throws"], told["chance"]) == ([view["thrown"]], ["1", "2"])
    assert [told["opening"]] == [[value for values in view["opening"] for value in values]]
    view = visitor.done(visitor.done(view, "resign"), "seal")
    sealed = visitor.get(path).json()
    assert sealed == {**told, "seed": view["seed"]}
    assert commit_to(sealed["seed"]) == told["commitment"]
    record = read_record(visitor.get(f"/api/matches/{view['id']}/record").text)
    assert check_dice(record).right
    assert problem(stranger.get(path)) == (404, "no_match")
    other = visitor.begin("qubism", seats=PEOPLE["qubism"])
    assert problem(visitor.get(f"/api/matches/{other['id']}/dice")) == (404, "nothing_thrown")
