"""Seeds and taking back: a seed is revealed only when nothing can be taken back, so that no future throw is ever known."""

import json
from pathlib import Path
from typing import Any

import pytest

from banmen.match.dice import commit_to, throw_by_seed
from tests.server.visiting import NEARLY_WON, PEOPLE, House, View, Visitor, problem

LAST = "30,Hx3/R,12,Hx2 1 1"  # in Kariuchi, won by the only move


def throw_and_move(visitor: Visitor, view: View) -> View:
    thrown = visitor.done(view, "throw")
    return visitor.done(thrown, "move", move=thrown["moves"][0]["move"])


def find_seed(house: House, view: View) -> str:
    return str(house.app.state.matches.sessions[view["id"]].match.dice.seed)


def test_resigning_reveals_no_seed_before_it_is_final(house: House, visitor: Visitor) -> None:
    view = visitor.begin("kariuchi", seats=PEOPLE["kariuchi"])
    ended = visitor.done(throw_and_move(visitor, view), "resign")
    seed = find_seed(house, view)
    assert (ended["can_undo"], ended["seed"]) == (True, None)
    path = f"/api/matches/{view['id']}"
    for place in ("", "/replay", "/record"):
        assert seed not in visitor.get(path + place).text
    assert seed not in visitor.get("/api/history").text
    sealed = visitor.done(ended, "seal")
    assert (sealed["can_undo"], sealed["seed"], sealed["checkable"]) == (False, seed, True)
    assert commit_to(sealed["seed"]) == view["commitment"]
    assert problem(visitor.act(sealed, "undo")) == (409, "nothing_to_undo")
    assert visitor.look(view["id"])["result"] == ended["result"]


def test_after_a_normal_ending_it_is_the_same(visitor: Visitor) -> None:
    view = visitor.begin("kariuchi", seats=PEOPLE["kariuchi"], start=LAST)
    won = visitor.done(view, "move", move=view["moves"][0]["move"])
    assert (won["result"]["by"], won["can_undo"], won["seed"]) == ("rules", True, None)
    back = visitor.done(won, "undo")
    assert (back["result"], back["seed"]) == (None, None)
    sealed = visitor.done(visitor.done(back, "move", move=view["moves"][0]["move"]), "seal")
    assert sealed["seed"]
    assert not sealed["checkable"], "something was taken back"


def test_without_taking_back_the_seed_is_shown_at_the_end(visitor: Visitor) -> None:
    view = visitor.begin("kariuchi", options={"pieces": 1}, seats={"1": "random", "2": "random"})
    assert view["seed"] is None
    ended = visitor.awaited(view, lambda seen: seen["result"])
    assert commit_to(ended["seed"]) == view["commitment"]
    assert ended["checkable"]


def test_the_seed_allows_checking_every_throw(visitor: Visitor) -> None:
    view = visitor.begin("kariuchi", options={"pieces": 1}, seats=PEOPLE["kariuchi"])
    thrown = []
    while view["result"] is None:
        answer = visitor.act(view, "throw") if view["waits_for"] == "throw" else None
        answer = answer or visitor.act(view, "move", move=view["moves"][0]["move"])
        thrown += [event["data"]["value"] for event in answer.json()["events"] if event["kind"] == "throw"]
        view = answer.json()["view"]
    seed = visitor.done(view, "seal")["seed"]
    assert thrown
    assert thrown == [throw_by_seed(seed, "throw", number, 0.5) for number in range(len(thrown))]


def test_taking_back_stays_as_it_is_but_is_marked(visitor: Visitor) -> None:
    view = visitor.begin("kariuchi", seats=PEOPLE["kariuchi"])
    assert view["checkable"]
    moved = throw_and_move(visitor, view)
    foreknown = visitor.done(moved, "throw")
    back = visitor.done(foreknown, "undo")
    assert not back["checkable"]
    again = visitor.done(visitor.done(back, "move", move=back["moves"][0]["move"]), "throw")
    assert (again["thrown"], again["checkable"]) == (foreknown["thrown"], False)


def test_where_nothing_is_thrown_nothing_is_to_be_checked(visitor: Visitor) -> None:
    view = visitor.begin("qubism", seats=PEOPLE["qubism"])
    assert view["checkable"] is None
    assert visitor.done(visitor.done(view, "move", move="c2"), "undo")["checkable"] is None


def test_a_match_that_goes_on_is_not_sealed(visitor: Visitor) -> None:
    view = visitor.begin("kariuchi", seats=PEOPLE["kariuchi"])
    assert problem(visitor.act(view, "seal")) == (409, "not_over")
    assert visitor.look(view["id"])["seq"] == 0


@pytest.mark.parametrize(("lang", "words"), [("en", "Moves can no longer be taken back."), ("ja", "もう、もどせません。")])
def test_sealing_twice_is_sealing_once(visitor: Visitor, lang: str, words: str) -> None:
    view = visitor.begin("qubism", seats=PEOPLE["qubism"], start=NEARLY_WON)
    won = visitor.done(view, "move", move="e1")
    path = f"/api/matches/{view['id']}/actions?lang={lang}"
    body = {"type": "seal", "seq": won["seq"], "client_id": "1" * 32}
    sealed = visitor.post(path, body).json()
    assert [(event["kind"], event["words"]) for event in sealed["events"]] == [("seal", words)]
    assert visitor.post(path, body).json() == sealed
    again = visitor.act(sealed["view"], "seal").json()
    assert (again["events"], again["view"]["seq"]) == ([], sealed["view"]["seq"])


def test_a_seal_outlives_the_server(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        visitor = house.visitor()
        sealed = visitor.done(visitor.done(visitor.begin("kariuchi", seats=PEOPLE["kariuchi"]), "resign"), "seal")
        cookies = visitor.client.cookies
    with House(tmp_path) as house:
        visitor = house.visitor()
        visitor.client.cookies = cookies
        found = visitor.look(sealed["id"])
        assert (found["seed"], found["can_undo"], found["seq"]) == (sealed["seed"], False, sealed["seq"])
        assert visitor.get("/api/matches").json()["matches"][0]["result"]


def test_a_full_match_can_still_be_sealed(tmp_path: Path) -> None:
    with House(tmp_path, most_events=5) as house:
        visitor = house.visitor()
        ended = visitor.done(visitor.done(visitor.begin("kariuchi", seats=PEOPLE["kariuchi"]), "throw"), "resign")
        assert problem(visitor.act(ended, "undo")) == (409, "match_full")
        assert visitor.done(ended, "seal")["seed"]


def test_no_event_of_a_match_tells_its_seed(house: House, visitor: Visitor) -> None:
    view = visitor.begin("kariuchi", seats={"1": "human", "2": "random"})
    view = visitor.awaited(view, lambda seen: seen["yours"])
    seen: list[Any] = [view, visitor.act(view, "throw").json(), visitor.act(view, "throw").json()]
    assert find_seed(house, view) not in json.dumps(seen)
