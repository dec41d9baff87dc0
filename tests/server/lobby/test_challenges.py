"""Challenges and quick pairing, over HTTP."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from banmen.server.lobby.challenges import Lobby
from tests.server.lobby.meeting import EverybodyIsNamed, find_person, join, meet, pair
from tests.server.visiting import House, View, Visitor, problem

CLOCK = {"kind": "total", "seconds": 600.0, "increment": 5.0}


def offer(visitor: Visitor, game: str = "qubism", **more: object) -> View:
    answer = visitor.post("/api/challenges", {"game": game, **more})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def listed(visitor: Visitor, query: str = "") -> list[View]:
    return list(visitor.get(f"/api/challenges{query}").json()["challenges"])


def age(house: House, match: str, seconds: float) -> None:
    """Make a challenge look as if its maker had not been there for a while."""
    house.run(house.app.state.lobby.rows.touch([match], time.time() - seconds))


def age_lists(house: House) -> None:
    """Let the next list be read afresh."""
    house.app.state.lobby._forget_lists()


def test_a_challenge_is_listed_taken_and_gone(house: House) -> None:
    ann, bob, eve = house.visitor(), house.visitor(), house.visitor()
    assert ann.post("/api/challenges", {"game": "qubism", "chat": True}).status_code == 422  # strangers say phrases alone
    told = offer(ann, clock=CLOCK, options={"cubes": 1}, own="b")
    join(ann, told, "Ann")
    (shown,) = listed(bob, "?game=qubism")
    assert (shown["match"], shown["open"], shown["yours"], shown["rating"]) == (told["match"], 1, False, None)
    assert shown["clock"] == "10 min + 5 s a move"
    assert len(shown["options"]) == 1
    assert shown["name"].startswith("Guest ")
    assert find_person(ann) not in str(shown)
    assert listed(bob, "?game=kariuchi") == []
    assert listed(ann)[0]["yours"]
    kept = bob.post(f"/api/challenges/{told['match']}/accept").json()
    assert (kept["player"], kept["commitment"]) == ("w", told["commitment"])
    assert problem(eve.post(f"/api/challenges/{told['match']}/accept")) == (409, "seat_taken")
    begun = join(bob, kept, "Bob")["together"]
    assert (begun["begun"], begun["chat"]) == (True, False)
    assert listed(bob) == []
    assert ann.post(f"/api/pairing/{told['match']}").json()["state"] == "ready"
    assert problem(eve.post(f"/api/challenges/{told['match']}/accept")) == (404, "no_challenge")
    assert problem(ann.delete(f"/api/challenges/{told['match']}")) == (404, "no_challenge")  # it is a match now
    names = [player["name"] for player in ann.look(told["match"])["players"]]  # strangers see no other names at the board
    assert names[1] == shown["name"] != names[0]
    assert names[0].startswith("Guest ")
    ann.done(ann.look(told["match"]), "resign")
    again = bob.post(f"/api/matches/{told['match']}/again").json()["match"]
    for _ in range(2):  # before they sit down, and after
        assert [player["name"] for player in bob.look(again)["players"]] == names[::-1]
        join(ann, {"match": again, "player": None}, "Ann")
        join(bob, {"match": again, "player": None}, "Bob")


def test_nobody_plays_against_themselves_and_only_the_maker_withdraws(house: House) -> None:
    ann, eve = house.visitor(), house.visitor()
    told = offer(ann)
    join(ann, told)
    assert problem(ann.post(f"/api/challenges/{told['match']}/accept")) == (403, "one_seat_each")
    for player in ("w", "b"):
        answer = ann.post(f"/api/matches/{told['match']}/join", {"nonce": "0" * 32, "player": player})
        assert answer.status_code == 200 or problem(answer) == (403, "one_seat_each")
    assert not ann.look(told["match"])["together"]["begun"]
    assert problem(eve.delete(f"/api/challenges/{told['match']}")) == (404, "no_challenge")
    assert ann.delete(f"/api/challenges/{told['match']}").status_code == 204
    assert problem(ann.get(f"/api/matches/{told['match']}")) == (404, "no_match")
    assert listed(eve) == []


def test_challenges_and_requests_per_person_are_limited(tmp_path: Path) -> None:
    with House(tmp_path, most_sought=8) as house:
        ann = house.visitor()
        for _ in range(3):
            offer(ann)
        assert problem(ann.post("/api/challenges", {"game": "qubism"})) == (429, "too_many_challenges")
        assert len(ann.get("/api/challenges/own").json()["challenges"]) == 3
        codes = [house.visitor().post("/api/pairing", {"game": "kariuchi"}).status_code for _ in range(8)]
        assert codes.count(429) >= 3  # however many people one address claims to be


def test_one_address_posts_only_so_many_challenges_whoever_it_claims_to_be(tmp_path: Path) -> None:
    with House(tmp_path, most_begun=3) as house:
        codes = [house.visitor().post("/api/challenges", {"game": "qubism"}).status_code for _ in range(5)]
    assert codes == [201, 201, 201, 429, 429]


def test_one_address_has_few_challenges_standing(tmp_path: Path) -> None:
    with House(tmp_path, most_challenges=3) as house:
        stands = [offer(house.visitor()) for _ in range(2)]
        ann, bob = house.visitor(), house.visitor()
        stands.append(pair(ann, rated=True))
        full = problem(bob.post("/api/challenges", {"game": "qubism"}))
        assert full == problem(bob.post("/api/pairing", {"game": "qubism"})) == (429, "too_many_nearby")
        assert offer(house.visitor("192.0.2.7"))["match"]
        join(ann, stands[2])
        found = pair(bob, rated=True)  # which makes no challenge
        assert found["state"] == "found"
        join(bob, found)
        assert offer(bob)["match"]  # one has begun
        assert bob.post("/api/challenges", {"game": "qubism"}).status_code == 429


def test_nobody_is_sent_to_a_maker_who_has_not_sat_down(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("banmen.server.lobby.challenges.SITTING_DOWN", 0.0)
    ann, bob = house.visitor(), house.visitor()
    listed_one, paired_one = offer(ann), pair(ann)
    assert listed(bob) == []
    assert pair(bob)["state"] == "waiting"
    join(ann, listed_one)
    join(ann, paired_one)
    age_lists(house)
    assert {one["match"] for one in listed(bob)} == {listed_one["match"], paired_one["match"]}
    assert pair(house.visitor())["state"] == "found"
    days = offer(bob, clock={"kind": "days", "seconds": 172800})
    monkeypatch.setattr("banmen.server.lobby.challenges.AWAY", 0.0)
    assert days["match"] in house.run(house.app.state.lobby.sweep())


def test_blocked_people_do_not_meet(house: House) -> None:
    ann, bob = house.visitor(), house.visitor()
    apart = EverybodyIsNamed({}, [find_person(ann), find_person(bob)])
    house.app.state.gatherings.blocks = house.app.state.lobby.blocks = apart
    told = offer(ann)
    join(ann, told)
    assert listed(bob) == []
    assert problem(bob.post(f"/api/challenges/{told['match']}/accept")) == (409, "seat_taken")
    assert problem(bob.post(f"/api/matches/{told['match']}/join", {"nonce": "0" * 32})) == (409, "seat_taken")
    join(ann, pair(ann))
    assert pair(bob)["state"] == "waiting"


def test_a_challenge_for_some_ratings_is_for_them_alone(house: House) -> None:
    ann, bob = house.visitor(), house.visitor()
    told = offer(ann, rated=True, least=1600)
    join(ann, told)
    assert listed(bob)[0]["rating"]["words"] == "1500 ± 500 ?"
    assert problem(bob.post(f"/api/challenges/{told['match']}/accept")) == (403, "rating_range")
    assert problem(bob.post(f"/api/matches/{told['match']}/join", {"nonce": "0" * 32})) == (403, "rating_range")
    bad = ann.post("/api/challenges", {"game": "qubism", "rated": True, "options": {"cubes": 1}})
    assert problem(bad) == (422, "cannot_rate")
    assert problem(ann.post("/api/challenges", {"game": "qubism", "seats": {"w": "random"}})) == (422, "bad_seat")


def test_two_people_are_paired_without_affecting_others(house: House) -> None:
    ann, bob, view = meet(house)
    assert view["together"]["clock"]["seconds"] == 600
    counts = {one["game"]: one for one in ann.get("/api/lobby").json()["counts"]}
    assert (counts["qubism"]["waiting"], counts["qubism"]["playing"]) == (0, 1)
    assert pair(bob, clock="short")["state"] == "waiting"
    assert pair(ann, clock="long")["state"] == "waiting"  # by another clock
    assert pair(house.visitor(), clock="short", rated=True)["state"] == "waiting"
    assert pair(house.visitor(), clock="short")["state"] == "found"


def test_distant_ratings_are_paired_later(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = house.visitor(), house.visitor()
    first = pair(ann)
    join(ann, first)
    lobby: Lobby = house.app.state.lobby
    with monkeypatch.context() as none_found:
        none_found.setattr("banmen.server.lobby.challenges.choose_opponent", lambda *_: None)
        second = pair(bob)
    assert second["state"] == "waiting"
    join(bob, second)
    found = bob.post(f"/api/pairing/{second['match']}").json()
    assert (found["state"], found["match"]) == ("found", first["match"])
    assert problem(bob.get(f"/api/matches/{second['match']}")) == (404, "no_match")  # nobody waits there any more
    assert ann.post(f"/api/pairing/{first['match']}").json()["state"] == "waiting"  # for somebody who is about to join
    assert join(bob, found)["together"]["begun"]
    assert ann.post(f"/api/pairing/{first['match']}").json()["state"] == "ready"
    assert house.run(lobby.list_own(find_person(bob))) == []


def test_challenges_whose_makers_are_gone_are_removed(house: House) -> None:
    ann, bob = house.visitor(), house.visitor()
    lobby: Lobby = house.app.state.lobby
    gone, here, days = offer(ann, clock=CLOCK), offer(ann, clock=CLOCK), offer(ann, clock={"kind": "days", "seconds": 172800})
    for told in (gone, here, days):
        age(house, told["match"], 300)
        join(ann, told)
    session = house.run(house.app.state.gatherings.find(here["match"]))
    session.presence.come(find_person(ann))  # whose play page is open
    assert house.run(lobby.sweep()) == [gone["match"]]
    assert {one["match"] for one in listed(bob)} == {here["match"], days["match"]}
    assert problem(ann.get(f"/api/matches/{gone['match']}")) == (404, "no_match")
    session.presence.go(find_person(ann), plays=True)
    age(house, here["match"], 60)
    ann.post(f"/api/pairing/{here['match']}")  # somebody who polls is there
    assert house.run(lobby.sweep()) == []
    unclocked = offer(bob)
    join(bob, unclocked)
    age(house, unclocked["match"], 1700)
    assert house.run(lobby.sweep()) == []
    age(house, unclocked["match"], 1900)
    assert house.run(lobby.sweep()) == [unclocked["match"]]
