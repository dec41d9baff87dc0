"""Traces of a person in overlooked places: seats moved between devices, tournaments, damaged matches."""

from __future__ import annotations

import sqlite3

import pytest

from banmen.server.store.identity import digest_token
from banmen.server.tournaments import tournament_service
from tests.server.lobby.meeting import find_person
from tests.server.people.joining_in import cookie, create, sign_in
from tests.server.people.test_visitor_data import dump, meet_and_talk
from tests.server.visiting import House, Visitor, problem

CLOCK = {"kind": "total", "seconds": 300}


def move_seat(match: str, old: Visitor, new: Visitor, name: str) -> None:
    """Take a seat to another device, as its owner."""
    link = old.post(f"/api/matches/{match}/invite", {"player": "w"}).json()["link"]
    answer = new.post(f"/api/matches/{match}/join", {"name": name, "link": link, "nonce": "0" * 32})
    assert answer.status_code == 200, answer.text


def test_a_seat_that_was_moved_leaves_no_trace_of_its_earlier_device(house: House) -> None:
    ann, phone, bob = house.visitor(), house.visitor(), house.visitor("127.0.0.2")
    match = meet_and_talk(ann, bob)
    move_seat(match, ann, phone, "Annabella")
    assert ann.post("/api/me/delete", {}).status_code == 204
    assert digest_token(cookie(bob)) in dump(house)
    assert dump(house).count("Annabella") == 1  # the name used on the phone
    phone.done(phone.look(match), "say", what="bye")


def test_removal_after_moving_a_seat_leaves_no_name(house: House) -> None:
    ann, phone, bob = house.visitor(), house.visitor(), house.visitor("127.0.0.2")
    match = meet_and_talk(ann, bob)
    earlier = digest_token(cookie(ann))
    move_seat(match, ann, phone, "Annabella")
    assert phone.post("/api/me/delete", {}).status_code == 204
    assert "Annabella" not in dump(house)
    assert ann.post("/api/me/delete", {}).status_code == 204
    assert earlier not in dump(house)
    assert bob.look(match)["yours"]


def enter(visitor: Visitor, tournament: str, name: str) -> None:
    answer = visitor.post(f"/api/tournaments/{tournament}/enter", {"name": name})
    assert answer.status_code == 200, answer.text


def test_of_two_entries_in_a_tournament_one_leaves(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament_service, "FRESH", -1.0)
    ann, phone, bob = house.visitor(), house.visitor(), house.visitor("127.0.0.2")
    create(ann, "Ada")
    terms = {"name": "Cup", "game": "qubism", "clock": CLOCK}
    tournament = ann.post("/api/tournaments", terms).json()["id"]
    for visitor, name in ((ann, "Ada"), (phone, "Annie"), (bob, "Bob")):
        enter(visitor, tournament, name)
    assert ann.post(f"/api/tournaments/{tournament}/start").status_code == 200
    before = ann.get(f"/api/tournaments/{tournament}").json()
    sign_in(phone, "Ada")
    after = phone.get(f"/api/tournaments/{tournament}").json()  # its rounds refer to an entry that still exists
    assert len(after["meetings"]) == len(before["meetings"])
    assert after["entrants"] == before["entrants"] - 1
    assert after["entered"]


def test_removed_people_cannot_be_linked_between_tournaments(house: House) -> None:
    ann = house.visitor()
    person = find_person(ann)
    for name in ("Cup", "Bowl"):
        enter(ann, ann.post("/api/tournaments", {"name": name, "game": "qubism", "clock": CLOCK}).json()["id"], "Annabella")
    assert ann.post("/api/me/delete", {}).status_code == 204
    with sqlite3.connect(house.settings.database) as connection:
        left = [row[0] for row in connection.execute("SELECT person FROM entrants")]
    assert person not in left
    assert len(set(left)) == 2


def test_a_damaged_match_is_no_hindrance_to_having_or_removing_ones_data(house: House) -> None:
    ann, bob = house.visitor(), house.visitor("127.0.0.2")
    match = meet_and_talk(ann, bob)
    with sqlite3.connect(house.settings.database) as connection:
        connection.execute("UPDATE events SET data = '{' WHERE match = ? AND kind = 'say'", [match])
    told = ann.get("/api/me/export").json()
    assert [one["id"] for one in told["matches"]] == [match]
    assert [one["data"] for one in told["matches"][0]["events"] if one["kind"] == "say"] == [{}, {}]
    assert ann.post("/api/me/delete", {}).status_code == 204
    assert "Annabella" not in dump(house)


def test_removals_are_limited(house: House) -> None:
    answers = [house.visitor().post("/api/me/delete", {}) for _ in range(20)]
    assert problem(answers[-1]) == (429, "too_busy")
