"""Unreadable matches, and a failing database: other matches are not affected, and everything resumes when it can."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from banmen.server.computer_turns import ComputerTurns
from banmen.server.sessions import MatchSession
from banmen.server.store.writer import StoreError, Writer
from tests.server.test_gatherings import meet
from tests.server.visiting import PATIENCE, PEOPLE, House, problem

FILE = "banmen.sqlite3"
DAMAGES = {
    "not JSON": "UPDATE events SET data = '{' WHERE match = :match",
    "no object": "UPDATE events SET data = '5' WHERE match = :match",
    "empty": "UPDATE events SET data = '{}' WHERE match = :match",
    "another game": """UPDATE events SET data = replace(data, '"qubism"', '"chess"') WHERE match = :match""",
    "no such move": """UPDATE events SET data = '{"move":"z9"}' WHERE match = :match AND seq = 1""",
    "no events": "DELETE FROM events WHERE match = :match",
    "no first event": "DELETE FROM events WHERE match = :match AND seq = 0",
    "a gap": "DELETE FROM events WHERE match = :match AND seq = 1",
    "a number left out": "UPDATE events SET seq = 7 WHERE match = :match AND seq = 2",
    "no seed": "UPDATE matches SET seed = 'x' WHERE id = :match",
    "deeply nested": f"UPDATE events SET data = '{'[' * 5000}{']' * 5000}' WHERE match = :match",
}


def damage(folder: Path, statement: str, match: str) -> None:
    with sqlite3.connect(folder / FILE) as connection:
        assert connection.execute(statement, {"match": match}).rowcount > 0
    connection.close()


@pytest.mark.parametrize("how", DAMAGES)
def test_a_match_that_cannot_be_read_hides_no_other_and_can_be_removed(tmp_path: Path, how: str) -> None:
    with House(tmp_path) as house:
        visitor = house.visitor()
        whole, broken = (visitor.begin("qubism", seats=PEOPLE["qubism"]) for _ in range(2))
        for view in (whole, broken):
            visitor.done(visitor.done(view, "move", move="c2"), "move", move="c4")
        cookies = visitor.client.cookies
    damage(tmp_path, DAMAGES[how], broken["id"])
    with House(tmp_path) as house:
        visitor, stranger = house.visitor(), house.visitor()
        visitor.client.cookies = cookies
        for path in ("/api/matches", "/api/history"):
            listed = {match["id"]: match for match in visitor.get(path).json()["matches"]}
            assert set(listed) == {whole["id"], broken["id"]}, path
            assert listed[whole["id"]]["url"] == whole["url"]
            told = listed[broken["id"]]
            assert (told["url"], told["players"], told["game"]) == ("", [], "qubism")
            assert "cannot be read" in told["status"]
        assert visitor.look(whole["id"])["seq"] == 2
        for page in ("", "/replay", "/record"):
            assert problem(visitor.get(f"/api/matches/{broken['id']}{page}")) == (500, "unreadable_match")
        assert visitor.get(f"/play/{broken['id']}", headers={"accept": "text/html"}).status_code == 404
        assert problem(stranger.delete(f"/api/matches/{broken['id']}")) == (404, "no_match")
        assert visitor.delete(f"/api/matches/{broken['id']}").status_code == 204
        assert [match["id"] for match in visitor.get("/api/history").json()["matches"]] == [whole["id"]]
        assert problem(visitor.delete(f"/api/matches/{broken['id']}")) == (404, "no_match")


@pytest.mark.parametrize("how", DAMAGES)
@pytest.mark.parametrize("first", ["owner", "guest"])
def test_a_match_of_several_people_that_cannot_be_read_is_put_away_by_each(tmp_path: Path, how: str, first: str) -> None:
    with House(tmp_path) as house:
        ann, bob, match = meet(house)
        cookies = {"owner": ann.client.cookies, "guest": bob.client.cookies}
    damage(tmp_path, DAMAGES[how], match)
    with House(tmp_path) as house:
        people = {who: house.visitor() for who in cookies}
        for who, person in people.items():
            person.client.cookies = cookies[who]
            (listed,) = person.get("/api/history").json()["matches"]
            assert (listed["id"], listed["url"]) == (match, "")
        assert problem(house.visitor().delete(f"/api/matches/{match}")) == (404, "no_match")
        last = people.pop("guest" if first == "owner" else "owner")
        (one,) = people.values()
        assert one.delete(f"/api/matches/{match}").status_code == 204
        assert one.get("/api/matches").json()["matches"] == []
        assert [listed["id"] for listed in last.get("/api/matches").json()["matches"]] == [match]
        assert last.delete(f"/api/matches/{match}").status_code == 204
        assert last.get("/api/matches").json()["matches"] == []


def test_a_match_of_a_game_that_is_gone_is_listed_by_its_name(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        visitor = house.visitor()
        view = visitor.begin("qubism", seats=PEOPLE["qubism"])
        cookies = visitor.client.cookies
    damage(tmp_path, "UPDATE matches SET game = 'chess' WHERE id = :match", view["id"])
    damage(tmp_path, DAMAGES["another game"], view["id"])
    with House(tmp_path) as house:
        visitor = house.visitor()
        visitor.client.cookies = cookies
        assert [match["title"] for match in visitor.get("/api/history").json()["matches"]] == ["chess"]


# A failing database.


class Outage:
    """Makes every write fail while it lasts, and counts them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.failed, self.lasts = 0, False
        connect = Writer._connect

        def fail(writer: Writer) -> Any:
            if self.lasts:
                self.failed += 1
                raise OperationalError("insert", {}, OSError("disk full"))
            return connect(writer)

        monkeypatch.setattr(Writer, "_connect", fail)


@pytest.fixture
def outage(monkeypatch: pytest.MonkeyPatch) -> Outage:
    return Outage(monkeypatch)


def await_quietly(house: House, fulfilled: Callable[[], bool]) -> None:
    """Let a server run until a condition holds, without requesting any match."""

    async def wait() -> None:
        async with asyncio.timeout(PATIENCE):
            while not fulfilled():
                await asyncio.sleep(0.005)

    house.run(wait())


def find_session(house: House, match: str) -> MatchSession:
    found: MatchSession = house.app.state.matches.sessions[match]
    return found


def test_after_an_error_of_the_database_the_computer_moves_by_itself(house: House, outage: Outage) -> None:
    visitor = house.visitor()
    view = visitor.begin("qubism", seats={"w": "human", "b": "random"})
    session = find_session(house, view["id"])
    turns: ComputerTurns = house.app.state.matches.turns
    wake = turns.wake

    def wake_in_an_outage(woken: MatchSession) -> None:
        outage.lasts = True
        wake(woken)

    turns.wake = wake_in_an_outage  # type: ignore[method-assign, assignment]
    visitor.act(view, "move", move="c2")
    turns.wake = wake  # type: ignore[method-assign]
    await_quietly(house, lambda: outage.failed >= 2)
    assert session.match.seq == 1
    outage.lasts = False
    await_quietly(house, lambda: session.match.seq == 2)
    assert visitor.look(view["id"])["yours"]


def test_what_could_not_be_stored_is_said_and_can_be_sent_again(house: House, outage: Outage) -> None:
    visitor = house.visitor()
    view = visitor.begin("qubism", seats=PEOPLE["qubism"])
    outage.lasts = True
    name = "2" * 32
    assert problem(visitor.act(view, "move", move="c2", client_id=name)) == (503, "no_database")
    assert problem(visitor.post("/api/matches", {"game": "qubism"})) == (503, "no_database")
    assert visitor.look(view["id"])["seq"] == 0
    outage.lasts = False
    assert visitor.act(view, "move", move="c2", client_id=name).json()["view"]["seq"] == 1
    assert visitor.act(view, "move", move="c2", client_id=name).json()["view"]["seq"] == 1


def test_a_write_that_was_done_though_it_seemed_to_fail_is_found(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor = house.visitor()
    view = visitor.begin("qubism", seats=PEOPLE["qubism"])
    transact = Writer._transact

    def lose_the_answer(writer: Writer, work: Any) -> Any:
        transact(writer, work)
        raise StoreError("connection lost")

    with monkeypatch.context() as during:
        during.setattr(Writer, "_transact", lose_the_answer)
        assert problem(visitor.act(view, "move", move="c2")) == (503, "no_database")
    again = visitor.act(view, "move", move="c3")
    assert problem(again) == (409, "stale")
    assert [event["data"]["move"] for event in again.json()["events"]] == ["c2"]
    assert again.json()["view"]["seq"] == 1


def test_a_failed_removal_leaves_the_match_where_it_was(house: House, outage: Outage) -> None:
    visitor = house.visitor()
    view = visitor.done(visitor.begin("qubism", seats=PEOPLE["qubism"]), "move", move="c2")
    outage.lasts = True
    assert problem(visitor.delete(f"/api/matches/{view['id']}")) == (503, "no_database")
    assert visitor.look(view["id"])["seq"] == 1
    outage.lasts = False
    assert visitor.done(view, "move", move="c4")["seq"] == 2
    assert visitor.delete(f"/api/matches/{view['id']}").status_code == 204
    assert problem(visitor.get(f"/api/matches/{view['id']}")) == (404, "no_match")
