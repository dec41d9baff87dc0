"""The list of all games that a visitor has played: its order, its pages, and its filters."""

from __future__ import annotations

from typing import Any

from tests.server.visiting import PEOPLE, House, Visitor

ALONE = {"qubism": {"w": "human", "b": "random"}, "kariuchi": {"1": "human", "2": "level:1"}}


def ask(visitor: Visitor, **wanted: Any) -> dict[str, Any]:
    answer = visitor.get("/api/history", params=wanted)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def listed(visitor: Visitor, **wanted: Any) -> list[str]:
    return [match["id"] for match in ask(visitor, **wanted)["matches"]]


def test_what_was_played_last_comes_first(visitor: Visitor) -> None:
    begun = [visitor.begin("qubism", seats=PEOPLE["qubism"]) for _ in range(4)]
    first, second, third, fourth = (view["id"] for view in begun)
    assert listed(visitor) == [fourth, third, second, first]
    moved = visitor.done(begun[1], "move", move=begun[1]["moves"][0]["move"])
    assert listed(visitor) == [second, fourth, third, first]
    resigned = visitor.done(begun[0], "resign")  # finished or not, the last event counts
    assert listed(visitor) == [first, second, fourth, third]
    visitor.done(moved, "undo")
    assert listed(visitor) == [second, first, fourth, third]
    visitor.done(resigned, "undo")  # a resignation was taken back
    assert listed(visitor) == [first, second, fourth, third]


def test_the_list_comes_in_parts(visitor: Visitor) -> None:
    whole = [visitor.begin("qubism", seats=PEOPLE["qubism"])["id"] for _ in range(5)][::-1]
    assert listed(visitor, count=2) == whole[:2]
    assert listed(visitor, first=2, count=2) == whole[2:4]
    assert listed(visitor, first=4, count=2) == whole[4:]
    part = ask(visitor, first=4, count=2)
    assert (part["total"], part["all"]) == (5, 5)


def test_games_and_opponents_can_be_asked_for(visitor: Visitor) -> None:
    people = visitor.begin("qubism", seats=PEOPLE["qubism"])["id"]
    random = visitor.begin("qubism", seats=ALONE["qubism"])["id"]
    level = visitor.begin("kariuchi", seats=ALONE["kariuchi"])["id"]
    assert set(listed(visitor, game="qubism")) == {people, random}
    assert listed(visitor, opponent="human") == [people]
    assert listed(visitor, opponent="level:1") == [level]
    assert listed(visitor, game="kariuchi", opponent="random") == []
    found = ask(visitor, game="qubism")
    assert (found["total"], found["all"]) == (2, 3)
    assert [choice["value"] for choice in found["games"]] == ["kariuchi", "qubism"]
    assert [choice["value"] for choice in found["opponents"]] == ["human", "level:1", "random"]


def test_others_have_lists_of_their_own(house: House, visitor: Visitor) -> None:
    visitor.begin("qubism", seats=PEOPLE["qubism"])
    other = ask(house.visitor())
    assert (other["matches"], other["all"]) == ([], 0)
