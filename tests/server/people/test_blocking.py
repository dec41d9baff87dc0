"""Blocking people one has met, and reporting them."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest
from typer.testing import CliRunner

from banmen.match.picture_format import PictureFormat
from banmen.server.live.change_writers import KeepingPageWriter
from banmen.server.live.play_connection import PlayConnection
from banmen.server.people import blocking
from tests.server.lobby.meeting import find_person, join, meet, pair
from tests.server.people.joining_in import create, me, sign_in
from tests.server.people.test_visitor_data import SAID, meet_and_talk
from tests.server.visiting import PEOPLE, House, View, problem


def other_seat(view: View) -> str:
    return next(str(one["player"]) for one in view["players"] if one["player"] not in view["together"]["own"])


def test_blocked_people_are_never_paired_nor_see_challenges(house: House) -> None:
    first, second, view = meet(house)
    seat = other_seat(first.look(view["id"]))
    assert first.post(f"/api/matches/{view['id']}/block", {"player": seat}).status_code == 204
    told = pair(first)
    join(first, told)
    for _ in range(2):  # whichever of the two waits
        assert all(one["yours"] for one in second.get("/api/challenges").json()["challenges"])
        assert problem(second.post(f"/api/challenges/{told['match']}/accept")) == (409, "seat_taken")
        mine = pair(second)
        assert mine["state"] == "waiting"
        first, second, told = second, first, mine
        join(first, told)


def test_blocked_people_cannot_use_invitations_nor_play_again(house: House) -> None:
    ann, bob = house.visitor(), house.visitor("127.0.0.2")
    met = meet_and_talk(ann, bob)
    ann.post(f"/api/matches/{met}/block", {"player": "b"})
    begun = ann.post("/api/gatherings", {"game": "qubism", "seats": PEOPLE["qubism"], "own": ["w"]}).json()
    match, link = begun["view"]["id"], begun["links"]["b"]
    body = {"name": "Bob", "link": link, "nonce": "0" * 32}
    assert problem(bob.post(f"/api/matches/{match}/invitation", {"link": link})) == (404, "bad_link")
    assert problem(bob.post(f"/api/matches/{match}/join", body)) == (404, "bad_link")
    eve = house.visitor("127.0.0.3")
    assert eve.post(f"/api/matches/{match}/join", {**body, "name": "Eve"}).status_code == 200
    bob.done(bob.look(met), "resign")  # a match in progress goes on
    assert problem(bob.post(f"/api/matches/{met}/again")) == (409, "seat_taken")


def test_talk_of_blocked_people_is_not_seen(house: House) -> None:
    ann, bob = house.visitor(), house.visitor("127.0.0.2")
    met = meet_and_talk(ann, bob)
    assert SAID in str(bob.look(met))
    bob.post(f"/api/matches/{met}/block", {"player": "w"})
    assert SAID not in str(bob.look(met))
    assert SAID in str(ann.look(met))
    ann.done(ann.look(met), "say", text="hear me")
    shown = bob.done(bob.look(met), "move", move="c4")
    assert "hear me" not in str(shown)


class OpenLine:
    """The client of an open page, which keeps everything it is sent."""

    is_clogged = False

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def send(self, text: bytes) -> None:
        self.sent.append(text)

    def close(self, code: int) -> None:
        raise AssertionError(code)


def test_talk_of_blocked_people_is_taken_off_an_open_page(house: House) -> None:
    ann, bob = house.visitor(), house.visitor("127.0.0.2")
    met, matches, pages = meet_and_talk(ann, bob), house.app.state.matches, []
    session = matches.sessions[met]
    for visitor in (ann, bob):
        person, line = find_person(visitor), OpenLine()
        reader = house.run(matches.make_reader(session, "en", person))
        connection = PlayConnection(matches, session, -1, KeepingPageWriter(reader, PictureFormat()), line, person)
        house.run(_begin(connection))
        pages.append(line.sent)
    hers, his = pages
    assert SAID.encode() in b"".join(his)
    before = len(his)
    bob.post(f"/api/matches/{met}/block", {"player": "w"})
    told = [orjson.loads(text) for text in his[before:]]
    assert [one["view"]["together"]["talk"] for one in told if "view" in one] == [[]]
    before = len(his)
    ann.done(ann.look(met), "say", text="hear me")
    assert b"hear me" not in b"".join(his[before:])
    assert b"hear me" in b"".join(hers)


async def _begin(connection: PlayConnection) -> None:
    connection.begin()


def test_a_block_stays_when_either_signs_in_and_can_be_lifted(house: House) -> None:
    first, second, view = meet(house)
    first.post(f"/api/matches/{view['id']}/block", {"player": other_seat(first.look(view["id"]))})
    create(second, "Second")
    create(first, "First")
    phone = house.visitor("127.0.0.5")
    sign_in(phone, "First")
    told = pair(second)
    join(second, told)
    assert problem(phone.post(f"/api/challenges/{told['match']}/accept")) == (409, "seat_taken")
    (blocked,) = me(phone)["blocked"]
    assert set(blocked) == {"id", "name", "game", "title", "at"}
    assert phone.delete(f"/api/me/blocked/{blocked['id']}").status_code == 204
    assert problem(phone.delete(f"/api/me/blocked/{blocked['id']}")) == (404, "not_blocked")
    assert phone.post(f"/api/challenges/{told['match']}/accept").status_code == 200


def test_only_people_one_has_met_can_be_blocked_or_reported(house: House) -> None:
    first, second, view = meet(house)
    eve = house.visitor("127.0.0.3")
    for path, more in (("block", {}), ("report", {"reason": "name"})):
        address = f"/api/matches/{view['id']}/{path}"
        for player in ("w", "b"):
            assert problem(eve.post(address, {"player": player, **more})) == (404, "nobody_there")
        (own,) = first.look(view["id"])["together"]["own"]
        assert problem(first.post(address, {"player": own, **more})) == (404, "nobody_there")
        assert problem(first.post(address, {"player": "z", **more})) == (404, "nobody_there")
    assert problem(second.post(f"/api/matches/{view['id']}/report", {"player": "w", "reason": "x"}))[0] == 422


def test_blocks_and_reports_are_limited(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocking, "MOST_BLOCKS", 0)
    monkeypatch.setattr(blocking, "MOST_REPORTS", 1)
    first, _, view = meet(house)
    seat = other_seat(first.look(view["id"]))
    address = f"/api/matches/{view['id']}"
    assert problem(first.post(f"{address}/block", {"player": seat})) == (429, "too_many_blocks")
    assert first.post(f"{address}/report", {"player": seat, "reason": "talk"}).status_code == 204
    assert problem(first.post(f"{address}/report", {"player": seat, "reason": "talk"})) == (429, "too_many_reports")
    codes = [first.post(f"{address}/report", {"player": seat, "reason": "talk"}).json()["error"]["code"] for _ in range(30)]
    assert codes[-1] == "too_busy"


def test_the_operator_reads_reports(house: House, tmp_path: Path) -> None:
    from banmen.cli.app import app

    ann, bob = house.visitor(), house.visitor("127.0.0.2")
    met = meet_and_talk(ann, bob)
    for _ in range(2):  # the second time it is cached
        assert bob.post(f"/api/matches/{met}/report", {"player": "w", "reason": "talk"}).status_code == 204
    shown = CliRunner().invoke(app, ["reports", "--data", str(tmp_path)])
    assert shown.exit_code == 0, shown.output
    assert shown.output.count(met) == 1
    assert "Annabella" in shown.output
    assert SAID in shown.output
    number = shown.output.split()[0]
    done = CliRunner().invoke(app, ["reports", "--data", str(tmp_path), "--done", number, "--lang", "ja"])
    assert done.exit_code == 0, done.output
    assert met not in CliRunner().invoke(app, ["reports", "--data", str(tmp_path)]).output
    assert CliRunner().invoke(app, ["reports", "--data", str(tmp_path), "--done", number]).exit_code != 0
