"""A visitor's data is exported as one file, and removed for good; games with others stay without the name."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from banmen.server.store.identity import digest_token
from tests.server.lobby.meeting import find_person, pair, play
from tests.server.people.joining_in import PASSPHRASE, cookie, create, make_house, me, sign_in
from tests.server.visiting import PEOPLE, House, Visitor, problem

SAID = "I live in the third house"


@pytest.fixture
def each_house(database: Path | str, tmp_path: Path) -> Iterator[House]:
    """A server on each kind of database."""
    more = {} if isinstance(database, Path) else {"database_url": database}
    with make_house(tmp_path, **more) as opened:
        yield opened


def meet_and_talk(ann: Visitor, bob: Visitor) -> str:
    """Return a private match in which Ann writes something about herself."""
    begun = ann.post("/api/gatherings", {"game": "qubism", "seats": PEOPLE["qubism"], "own": ["w"], "chat": True}).json()
    match = str(begun["view"]["id"])
    nonce = {"nonce": "0" * 32}
    assert ann.post(f"/api/matches/{match}/join", {"name": "Annabella", "player": "w", **nonce}).status_code == 200
    assert bob.post(f"/api/matches/{match}/join", {"name": "Bob", "link": begun["links"]["b"], **nonce}).status_code == 200
    ann.done(ann.look(match), "say", text=SAID)
    ann.done(ann.look(match), "say", what="hello")
    ann.done(ann.look(match), "move", move="c2")
    return match


def dump(house: House) -> str:
    """Return everything in the database."""
    from sqlalchemy import select

    from banmen.server.store.backup import list_tables

    store = house.app.state.store
    found = house.run(store.read(lambda connection: [list(map(str, connection.execute(select(t)))) for t in list_tables()]))
    return "\n".join(line for lines in found for line in lines)


def test_everything_of_a_visitor_can_be_removed(each_house: House) -> None:
    house = each_house
    ann, bob = house.visitor(), house.visitor("127.0.0.2")
    alone, shared = ann.begin("qubism")["id"], meet_and_talk(ann, bob)
    create(ann, "Annabella")
    ann.post("/api/bots", {"name": "robo"})
    person = house.run(house.app.state.devices.find_person(digest_token(cookie(ann))))
    waiting = pair(ann, game="kuniumi")["match"]
    ann.post("/api/tournaments", {"game": "qubism", "name": "Cup"})
    old = cookie(ann)
    assert "Annabella" in dump(house)
    assert SAID in dump(house)
    assert problem(ann.post("/api/me/delete", {"passphrase": "something else"})) == (403, "wrong_passphrase")
    assert ann.post("/api/me/delete", {"passphrase": PASSPHRASE}).status_code == 204
    left = dump(house)
    for trace in ("Annabella", SAID, person, digest_token(old), "robo"):
        assert trace not in left, trace
    for match in (alone, waiting):
        assert match not in left
    assert cookie(ann) != old
    assert ann.get("/api/matches").json()["matches"] == []
    view = bob.look(shared)  # it stays, and can be viewed and played
    assert [one["words"] for one in view["together"]["talk"]] == ["Hello!"]
    assert "Annabella" not in json.dumps(view)
    assert view["yours"]
    bob.done(view, "move", move="c4")
    assert bob.get(f"/api/matches/{shared}/record").status_code == 200


def test_people_without_account_can_be_removed_and_the_last_removes_the_match(house: House) -> None:
    ann, bob = house.visitor(), house.visitor("127.0.0.2")
    shared = meet_and_talk(ann, bob)
    ann.done(ann.look(shared), "resign")
    following = bob.post(f"/api/matches/{shared}/again").json()["match"]
    assert "Annabella" in [player["name"] for player in bob.look(following)["players"]]
    assert ann.post("/api/me/delete", {}).status_code == 204
    assert "Annabella" not in dump(house)
    assert bob.look(shared)["id"] == shared
    assert bob.post("/api/me/delete", {}).status_code == 204
    assert shared not in dump(house)


def test_ratings_go_and_those_of_others_stay(house: House) -> None:
    first, second, _ = play(house)
    assert first.post("/api/me/delete", {}).status_code == 204
    assert first.get("/api/me/ratings").json()["ratings"] == []
    assert len(second.get("/api/me/ratings").json()["ratings"]) == 1


def test_memory_forgets_as_well_here_and_in_other_processes(house: House) -> None:
    ann, bob = house.visitor(), house.visitor("127.0.0.2")
    shared = meet_and_talk(ann, bob)
    sessions = house.app.state.matches.sessions
    before = sessions[shared]
    ann.post("/api/me/delete", {})
    assert before.replaced
    assert shared not in sessions or sessions[shared] is not before
    bob.look(shared)
    held = sessions[shared]
    from banmen.server.store.database import REWRITTEN

    sessions.hear([(shared, REWRITTEN)])  # as another process would be notified
    assert held.replaced
    assert shared not in sessions


def test_a_process_that_missed_the_notice_sees_that_a_match_was_rewritten(house: House) -> None:
    ann, bob = house.visitor(), house.visitor("127.0.0.2")
    shared = meet_and_talk(ann, bob)
    bob.look(shared)
    held = house.app.state.matches.sessions[shared]
    with sqlite3.connect(house.settings.database) as connection:  # another process
        connection.execute("UPDATE matches SET edition = edition + 1 WHERE id = ?", [shared])

    async def refresh() -> None:
        sessions = house.app.state.matches.sessions
        held.listeners.add(Listener())
        sessions.refresh_all()
        await sessions.close()

    house.run(refresh())
    assert held.replaced


class Listener:
    person = ""

    def changed(self) -> None: ...

    def tell(self, text: bytes) -> None: ...

    def mute(self, players: frozenset[str]) -> None: ...


def test_the_export_is_complete_and_names_nobody_else(each_house: House) -> None:
    house = each_house
    ann, bob = house.visitor(), house.visitor("127.0.0.2")
    shared, alone = meet_and_talk(ann, bob), ann.begin("kuniumi")["id"]
    create(ann, "Annabella")
    phone = house.visitor()
    sign_in(phone, "Annabella")
    ann.post("/api/bots", {"name": "robo"})
    ann.post(f"/api/matches/{shared}/block", {"player": "b"})
    ann.post(f"/api/matches/{shared}/report", {"player": "b", "reason": "talk"})
    answer = phone.get("/api/me/export")
    assert "attachment" in answer.headers["content-disposition"]
    told = answer.json()
    assert told["account"][0]["name"] == "Annabella"
    assert len(told["devices"]) == 2
    assert [one["name"] for one in told["bots"]] == ["robo"]
    assert [one["name"] for one in told["blocked"]] == ["Bob"]
    assert [one["reason"] for one in told["reports"]] == ["talk"]
    matches = {one["id"]: one for one in told["matches"]}
    assert set(matches) == {shared, alone}
    assert matches[shared]["your_players"] == ["w"]
    assert SAID in answer.text
    for secret in ("argon2", digest_token(cookie(bob)), digest_token(cookie(ann)), cookie(phone), '"private"'):
        assert secret not in answer.text, secret


def test_exports_are_limited(house: House) -> None:
    ann = house.visitor()
    assert [ann.get("/api/me/export").status_code for _ in range(7)].count(429) >= 1


def test_a_kept_seat_follows_into_the_account(house: House) -> None:
    first, second, view = play(house)
    began = house.run(house.app.state.store.find(view["id"])).owner
    if find_person(second) != began:
        first, second = second, first
    again = second.post(f"/api/matches/{view['id']}/again").json()["match"]  # with a reserved seat for the first
    create(first, "Ada")
    assert first.look(again)["together"]["kept"]
    person = house.run(house.app.state.devices.find_person(digest_token(cookie(first))))
    assert first.post("/api/me/delete", {"passphrase": PASSPHRASE}).status_code == 204
    assert second.look(again)["together"]["kept"]  # it is the other person's match
    assert person not in dump(house)


def test_an_account_made_meanwhile_is_not_forgotten_with_a_device(house: House) -> None:
    ann, other = house.visitor(), house.visitor()
    create(ann, "Ada")
    kept = ann.begin("qubism")["id"]
    sign_in(other, "Ada")
    assert other.post("/api/me/sign-out").status_code == 204
    assert other.post("/api/me/delete", {}).status_code == 204  # of the device's new visitor: nothing
    assert me(ann)["account"]["name"] == "Ada"
    assert ann.look(kept)["id"] == kept
