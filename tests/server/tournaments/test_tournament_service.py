"""Complete tournaments, of people and computers."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from banmen.server.store.tournament_rows import MostTournaments
from banmen.server.tournaments import tournament_service
from tests.server.visiting import House, View, Visitor, problem

CLOCK = {"kind": "total", "seconds": 300}


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(tournament_service, "TICK", 0.01)
    with House(tmp_path) as made:
        yield made


def begin(visitor: Visitor, **more: Any) -> View:
    answer = visitor.post("/api/tournaments", {"name": "Cup", "game": "qubism", "clock": CLOCK, **more})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def look(visitor: Visitor, view: View) -> View:
    return dict(visitor.get(f"/api/tournaments/{view['id']}").json())


def call(visitor: Visitor, view: View, what: str, **body: Any) -> Any:
    return visitor.post(f"/api/tournaments/{view['id']}/{what}", body or None)


def wait(house: House, visitor: Visitor, view: View, **wanted: Any) -> View:
    """Poll a tournament until a condition holds."""

    async def looking() -> View:
        async with asyncio.timeout(120):
            while True:
                found = (await visitor.client.get(f"/api/tournaments/{view['id']}")).json()
                paired = all(one["match"] or one["second"] is None for one in found["meetings"])
                if paired and all(found[name] == value for name, value in wanted.items()):
                    return dict(found)
                await asyncio.sleep(0.01)

    return house.run(looking())


def play(people: list[Visitor], view: View) -> None:
    """Let the people of a round join their matches; the second player resigns."""
    mine = [one for one in view["meetings"] if one["round"] == view["round"] and one["scores"] is None]
    for meeting in mine:
        address = f"/api/matches/{meeting['match']}"
        came = [one for one in people if one.post(f"{address}/join", {"nonce": secrets.token_hex(16)}).status_code == 200]
        seen = {tuple(one.look(meeting["match"])["together"]["own"]): one for one in came}
        loser = seen.get(("b",)) or came[0]
        answer = loser.act(loser.look(meeting["match"]), "resign")
        while answer.status_code == 409:  # a computer moved in between
            answer = loser.act(loser.look(meeting["match"]), "resign")
        assert answer.status_code == 200, answer.text[:200]


def test_people_and_computers_play_a_tournament_to_its_end(house: House) -> None:
    people = [house.visitor() for _ in range(3)]
    view = begin(people[0], kind="robin", computers=["random"])
    for number, visitor in enumerate(people):
        call(visitor, view, "enter", name=f"P{number}")
    assert [one["name"] for one in look(people[0], view)["standings"]][1:] == ["P0", "P1", "P2"]
    started = call(people[0], view, "start").json()
    assert (started["state"], started["round"], started["rounds"]) == ("running", 1, 3)
    for number in (1, 2, 3):
        view = wait(house, people[0], view, round=number)
        play(people, view)
    over = wait(house, people[0], view, state="over")
    assert sum(one["score"] for one in over["standings"]) == 6
    assert [one["played"] for one in over["standings"]] == [3, 3, 3, 3]
    assert len({frozenset((one["first"], one["second"])) for one in over["meetings"]}) == 6
    assert over["id"] in {one["id"] for one in people[1].get("/api/tournaments").json()["over"]}


def test_who_comes_back_from_a_match_finds_it_in_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament_service, "TICK", 3600.0)  # nobody else looks
    with House(tmp_path) as house:
        people = [house.visitor() for _ in range(2)]
        view = begin(people[0])
        for number, visitor in enumerate(people):
            call(visitor, view, "enter", name=f"P{number}")
        view = call(people[0], view, "start").json()
        assert look(people[1], view)["state"] == "running"  # and is known now for a second
        match = view["meetings"][0]["match"]
        people[1].post(f"/api/matches/{match}/join", {"nonce": secrets.token_hex(16), "name": "Somebody else"})
        assert people[1].look(match)["players"][1]["name"] == "P1"  # as in the table
        play(people, view)
        over = look(people[1], view)
        assert (over["state"], over["meetings"][0]["scores"]) == ("over", [1.0, 0.0])


def test_computers_alone_play_on_without_anybody_looking(house: House) -> None:
    visitor = house.visitor()
    view = begin(visitor, computers=["random", "random", "greedy"], kind="swiss")
    call(visitor, view, "start")
    over = wait(house, visitor, view, state="over")
    assert len(over["meetings"]) == 4
    assert sum(one["second"] is None for one in over["meetings"]) == 2
    assert all(one["scores"] for one in over["meetings"])


def test_absent_players_lose_and_those_who_left_are_not_paired(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    people = [house.visitor() for _ in range(3)]
    view = begin(people[0], kind="robin")
    for number, visitor in enumerate(people):
        call(visitor, view, "enter", name=f"P{number}")
    call(people[2], view, "leave")
    view = call(people[0], view, "start").json()
    meeting = next(one for one in view["meetings"] if one["second"] is not None or one["yours"])
    if meeting["match"]:
        people[0].post(f"/api/matches/{meeting['match']}/join", {"nonce": "0" * 32})
    monkeypatch.setitem(tournament_service.GRACE, "total", -1.0)
    over = wait(house, people[0], view, state="over")
    assert [one["name"] for one in over["standings"] if one["gone"]] == ["P2"]
    assert all("P2" not in (one["first"], one["second"]) for one in over["meetings"])
    decided = [one["scores"] for one in over["meetings"] if one["second"] is not None]
    assert decided in ([[1, 0]], [[0, 1]], [[0, 0]])
    played = [one["match"] for one in over["meetings"] if one["match"]]
    for match in played:  # those who wait there are notified, and those who come too late do not play for nothing
        assert people[0].look(match)["result"]["by"] == "abandoned"
        assert problem(people[1].post(f"/api/matches/{match}/join", {"nonce": "1" * 32}))[1] in ("match_over", "no_seat")
        assert [people[0].get(f"/api/matches/{match}/{path}").status_code for path in ("replay", "record")] == [200, 200]
    assert played


def test_what_cannot_be_done_is_refused(house: House) -> None:
    ann, eve = house.visitor(), house.visitor()
    view = begin(ann)
    call(ann, view, "enter", name="Ann")
    assert problem(call(eve, view, "enter", name="Ann")) == (409, "name_taken")
    assert problem(call(ann, view, "start")) == (409, "too_few_entrants")
    call(eve, view, "enter", name="Eve")
    assert problem(call(eve, view, "start")) == (403, "not_your_tournament")
    assert call(ann, view, "start").status_code == 200
    assert problem(call(ann, view, "start")) == (409, "tournament_closed")
    assert problem(call(house.visitor(), view, "enter", name="Late")) == (409, "tournament_closed")
    assert problem(eve.get("/api/tournaments/none")) == (404, "no_tournament")
    several = eve.post("/api/tournaments", {"name": "x", "game": "moontrek", "options": {"players": 3}, "clock": CLOCK})
    assert problem(several) == (422, "two_players_only")
    nobody = eve.post("/api/tournaments", {"name": "x", "game": "qubism", "clock": CLOCK, "computers": ["level:99"]})
    assert problem(nobody) == (422, "bad_seat")
    shown = repr(look(eve, view))
    assert ann.client.cookies["banmen_visitor"] not in shown
    seat = eve.post(f"/api/matches/{look(ann, view)['meetings'][0]['match']}/join", {"nonce": "0" * 32, "player": "w"})
    own = seat.status_code == 200
    assert own == (eve.look(look(ann, view)["meetings"][0]["match"])["together"]["own"] == ["w"])


def test_names_that_look_alike_are_one_and_invisible_ones_are_refused(house: House) -> None:
    ann, eve, ada = house.visitor(), house.visitor(), house.visitor()
    made = ada.post("/api/me/account", {"name": "Ada", "passphrase": "correct horse battery", "public": True})
    assert made.status_code == 204
    view = begin(ann)
    call(ann, view, "enter", name="Ann")
    for taken in ("Ann", "ANN", "\N{CYRILLIC CAPITAL LETTER A}nn", "Ada", "ada"):
        assert problem(call(eve, view, "enter", name=taken)) == (409, "name_taken")
    for hidden in ("A\N{ZERO WIDTH SPACE}nn", "\N{RIGHT-TO-LEFT OVERRIDE}nnA", "\N{HANGUL FILLER}"):
        assert problem(call(eve, view, "enter", name=hidden)) == (422, "bad_name")
        assert problem(eve.post("/api/tournaments", {"name": hidden, "game": "qubism", "clock": CLOCK})) == (422, "bad_title")
    assert call(ann, view, "enter", name="ANN").status_code == 200  # a look-alike of one's own name
    assert [one["name"] for one in call(ada, view, "enter", name="Ada").json()["standings"]] == ["ANN", "Ada"]


def test_nobody_fills_the_list_of_tournaments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {"name": "Cup", "game": "qubism", "clock": CLOCK}
    with House(tmp_path, most_begun=21) as house:
        ann, bob = house.visitor(), house.visitor()
        assert [ann.post("/api/tournaments", asked).status_code for _ in range(5)] == [201] * 5
        assert problem(ann.post("/api/tournaments", asked)) == (429, "too_many_tournaments")
        assert bob.post("/api/tournaments", asked).status_code == 201  # the seventh from this address
        assert problem(bob.post("/api/tournaments", asked)) == (429, "too_busy")
        assert len(bob.get("/api/tournaments").json()["open"]) == 6
        elsewhere = house.visitor("127.0.0.2")
        monkeypatch.setattr(tournament_service, "MOST", MostTournaments(each=5, open=6, unstarted=3600.0))
        assert problem(elsewhere.post("/api/tournaments", asked)) == (429, "too_busy")
        monkeypatch.setattr(tournament_service, "MOST", MostTournaments(each=5, open=6, unstarted=-1.0))
        made = elsewhere.post("/api/tournaments", asked)  # which removes those that nobody has started
        assert [one["id"] for one in bob.get("/api/tournaments").json()["open"]] == [made.json()["id"]]


def test_a_round_is_started_once_by_any_process(house: House) -> None:
    visitor = house.visitor()
    view = begin(visitor, computers=["random", "random"])
    service = house.app.state.tournaments

    async def begin_twice() -> None:
        found = await service.find(view["id"])
        await asyncio.gather(service._begin_round(found, 1), service._begin_round(found, 1))

    house.run(begin_twice())
    assert len(look(visitor, view)["meetings"]) == 1
    over = wait(house, visitor, view, state="over")
    assert over["meetings"][0]["scores"]


def test_the_organiser_calls_off_a_tournament_that_has_not_begun(house: House) -> None:
    ann, bob = house.visitor(), house.visitor()
    view, begun = begin(ann), begin(ann, computers=["random"])
    for one in (view, begun):
        call(bob, one, "enter", name="Bob")
    call(ann, begun, "start")
    assert problem(bob.delete(f"/api/tournaments/{view['id']}")) == (403, "not_your_tournament")
    assert problem(ann.delete(f"/api/tournaments/{begun['id']}")) == (409, "tournament_begun")
    assert ann.delete(f"/api/tournaments/{view['id']}").status_code == 204
    assert problem(bob.get(f"/api/tournaments/{view['id']}")) == (404, "no_tournament")
    assert problem(call(bob, view, "enter", name="Bob")) == (404, "no_tournament")
    assert problem(ann.delete(f"/api/tournaments/{view['id']}")) == (404, "no_tournament")
    assert look(bob, begun)["state"] == "running"
