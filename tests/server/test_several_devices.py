"""Attempts of a careful reader on matches of several devices: at two servers that are behind, and with old actions."""

from __future__ import annotations

import asyncio
import secrets
import time
import uuid
from pathlib import Path
from typing import Any

import httpx
import pytest

from banmen.server import clock_flags, presence
from banmen.server.sessions import MatchSession
from banmen.server.store.database import ConflictError, StoreError
from tests.server.test_gatherings import begin, join, meet
from tests.server.test_playing_fair import connect, find_person, find_session
from tests.server.test_two_processes import Server, open_server, run
from tests.server.visiting import House, problem

WATCHABLE = {"game": "qubism", "seats": {"w": "human", "b": "human"}, "own": ["w"]}


class Device:
    """A person's browser, which can talk to any of several servers."""

    def __init__(self) -> None:
        self.cookies = {"banmen_visitor": secrets.token_urlsafe(24)}

    async def ask(self, server: Server, path: str, body: Any = None, method: str = "POST") -> httpx.Response:
        transport = httpx.ASGITransport(server.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://table", cookies=self.cookies) as client:
            return await client.request(method, f"/api/{path}", json=body)

    async def join(self, server: Server, match: str, **more: Any) -> httpx.Response:
        return await self.ask(server, f"matches/{match}/join", {"nonce": secrets.token_hex(16), **more})

    async def act(self, server: Server, match: str, kind: str, seq: int, **more: Any) -> httpx.Response:
        body = {"type": kind, "seq": seq, "client_id": str(uuid.uuid4()), **more}
        return await self.ask(server, f"matches/{match}/actions", body)


async def meet_at(one: Server, two: Server, **more: Any) -> tuple[Device, Device, str]:
    """Return two people and a match that both servers have in memory."""
    ann, bob = Device(), Device()
    begun = (await ann.ask(one, "gatherings", {**WATCHABLE, **more})).json()
    match = begun["view"]["id"]
    await ann.join(one, match)
    assert (await bob.join(two, match, link=begun["links"]["b"])).json()["view"]["together"]["begun"]
    for server in (one, two):
        assert (await ann.ask(server, f"matches/{match}", method="GET")).json()["seq"] == 3
    return ann, bob, match


# Servers that are behind.


def test_talk_at_another_server_delays_no_move(database: Path | str) -> None:
    async def work() -> None:
        async with open_server(database) as one, open_server(database) as two:
            ann, bob, match = await meet_at(one, two)
            assert (await bob.act(two, match, "say", 3, what="hello")).status_code == 200
            moved = await ann.act(one, match, "move", 3, move="c2")  # this server has not heard of it
            assert (moved.status_code, moved.json()["events"][0]["seq"]) == (200, 5)

    run(work())


def test_a_server_that_is_behind_catches_up_on_joins_and_endings(database: Path | str) -> None:
    async def work() -> None:
        async with open_server(database) as one, open_server(database) as two:
            ann, bob, match = await meet_at(one, two, watchable=False)
            phone, eve = Device(), Device()
            assert (await eve.act(two, match, "say", 3, what="hello")).status_code == 404
            link = (await ann.ask(one, f"matches/{match}/invite", {"player": "w"})).json()["link"]
            seen = await phone.ask(two, f"matches/{match}/invitation", {"link": link})
            assert (seen.status_code, seen.json().get("seat", {}).get("player")) == (200, "w")
            await phone.join(one, match, link=link)
            assert (await phone.act(two, match, "move", 5, move="c2")).status_code == 200
            assert (await ann.act(two, match, "move", 6, move="c4")).status_code == 403
            assert (await bob.act(one, match, "resign", 6)).status_code == 200
            again = [await device.ask(server, f"matches/{match}/again") for device, server in ((phone, two), (bob, one))]
            assert [answer.status_code for answer in again] == [200, 200]
            assert len({answer.json()["match"] for answer in again}) == 1

    run(work())


def test_one_link_opened_twice_at_once_seats_one_person(database: Path | str) -> None:
    async def work() -> None:
        async with open_server(database) as one, open_server(database) as two:
            ann, guests = Device(), [Device() for _ in range(6)]
            begun = (await ann.ask(one, "gatherings", WATCHABLE)).json()
            match, link = begun["view"]["id"], begun["links"]["b"]
            coming = (guest.join((one, two)[number % 2], match, link=link) for number, guest in enumerate(guests))
            answers = await asyncio.gather(*coming)
            assert sorted(answer.status_code for answer in answers) == [200, *[404] * 5]
            assert {answer.json()["error"]["code"] for answer in answers if answer.status_code > 200} == {"bad_link"}

    run(work())


def test_a_match_whose_people_are_being_renamed_is_still_found(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its rows are rewritten while somebody opens a link to it."""
    view, links = begin(house.visitor(), "qubism", own=["w"], seats={"w": "human", "b": "human"})
    sessions, looks = house.app.state.matches.sessions, list[str]()
    at_all = sessions.catch_up

    async def catch_up(session: MatchSession) -> None:
        await at_all(session)
        if not looks:
            sessions.replace(session.match.id)
        looks.append(session.match.id)

    monkeypatch.setattr(sessions, "catch_up", catch_up)
    seen = house.visitor("127.0.0.2").post(f"/api/matches/{view['id']}/invitation", {"link": links["b"]})
    assert (seen.status_code, seen.json().get("id")) == (200, view["id"])
    assert looks


# Old actions.


def test_people_who_left_still_see_that_they_have(house: House) -> None:
    people = [house.visitor(f"127.0.0.{number}") for number in (1, 2, 3)]
    ann = people[0]
    view, links = begin(ann, "moontrek", options={"players": 3}, seats=dict.fromkeys("ABC", "human"), own=["A"])
    join(ann, view["id"])
    for guest, link in zip(people[1:], links.values(), strict=True):
        view = join(guest, view["id"], link=link)
    connect(house, find_session(house, view["id"]), find_person(people[1]))
    name = str(uuid.uuid4())
    first = ann.act(view, "resign", client_id=name)
    assert first.json()["events"][0]["kind"] == "hand_over"
    assert problem(ann.act(view, "say", what="hello")) == (403, "not_your_seat")
    assert ann.act(view, "resign", client_id=name).json()["events"] == first.json()["events"]  # the answer was lost


def test_another_persons_client_id_gets_no_stored_answer(house: House) -> None:
    ann, bob, match = meet(house)
    name = str(uuid.uuid4())
    ann.done(ann.look(match), "say", client_id=name, what="hello")
    assert problem(bob.act(bob.look(match), "say", client_id=name, what="hello")) == (409, "client_id_reused")
    assert problem(ann.act(ann.look(match), "resign", client_id=name)) == (409, "client_id_reused")
    assert ann.look(match)["result"] is None


# Handing a seat to a computer.


@pytest.mark.parametrize("who", ["human", "mcts:9", "nobody"])
def test_only_a_computer_that_there_is_takes_a_seat(house: House, who: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, _, match = meet(house)
    monkeypatch.setattr(house.app.state.store, "is_shared", True)  # as with several processes
    assert problem(ann.act(ann.look(match), "propose", what="computer", player="w", who=who)) == (422, "bad_seat")
    assert ann.look(match)["together"]["proposal"] is None


def test_with_days_per_move_nobody_counts_as_away(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, _, match = meet(house, clock={"kind": "days", "seconds": 24 * 3600})
    monkeypatch.setattr(presence, "AWAY", -1.0)
    assert problem(ann.act(ann.look(match), "propose", what="computer", player="b")) == (409, "not_away")


def test_acting_counts_as_presence_without_a_connection(house: House) -> None:
    ann, bob, match = meet(house)
    session = find_session(house, match)
    ann.done(ann.look(match), "move", move="c2")
    for person in (find_person(ann), find_person(bob)):
        session.presence._left[person] -= 2 * presence.AWAY
    assert session.presence.find_away(session.match) == {"w", "b"}
    bob.done(bob.look(match), "move", move="c4")
    assert session.presence.find_away(session.match) == {"w"}


# Clocks.


def fall(house: House, session: MatchSession) -> None:
    """Let the clock of a match run out now."""
    assert session.match.gathering
    assert session.match.gathering.clock
    session.match.gathering.clock.since -= 10.0
    house.run(house.app.state.matches.flags._fall(session))


def test_a_clock_that_cannot_be_written_or_read_falls_later(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, _, match = meet(house, clock={"kind": "move", "seconds": 5})
    matches, session = house.app.state.matches, find_session(house, match)

    async def fail(*_: object) -> None:
        raise StoreError("the database is gone")

    async def conflict(*_: object) -> None:
        raise ConflictError

    with monkeypatch.context() as broken:
        broken.setattr(matches, "append", conflict)
        broken.setattr(matches.sessions, "refresh", fail)
        fall(house, session)
    assert session.flag is not None  # it is retried
    monkeypatch.setattr(clock_flags, "AGAIN", 0.0)
    fall(house, session)
    assert ann.look(match)["result"]["by"] == "time"


def test_the_clock_of_a_match_that_is_gone_is_not_tried_for_ever(house: House) -> None:
    _, _, match = meet(house, clock={"kind": "move", "seconds": 5})
    session = find_session(house, match)
    house.app.state.matches.sessions.forget(session)
    fall(house, session)
    assert session.flag is None


def test_a_clock_of_days_goes_on_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with House(tmp_path) as house:
        ann, _, match = meet(house, clock={"kind": "days", "seconds": 24 * 3600})
        before = ann.look(match)["together"]["clock"]
    real = time.time
    for days, over in ((0.9, False), (1.1, True)):
        monkeypatch.setattr(time, "time", lambda days=days: real() + days * 24 * 3600)
        with House(tmp_path) as house:
            house.run(house.app.state.matches.flags._sweep())  # nobody watches
            session = find_session(house, match)
            assert session.match.over is over
            if not over:
                assert session.match.gathering
                assert session.match.gathering.clock
                assert session.match.gathering.clock.view() == before


# What others see.


def test_no_view_reveals_identities(house: House) -> None:
    ann, bob, match = meet(house, chat=True)
    link = ann.post(f"/api/matches/{match}/invite", {"player": "w"}).json()["link"]
    ann.done(ann.look(match), "say", text="Good evening!")
    ann.done(ann.look(match), "move", move="c2")
    eye = connect(house, find_session(house, match), "watcher")
    bob.done(bob.look(match), "resign")
    eve = house.visitor()
    late = {"type": "throw", "seq": 0, "client_id": str(uuid.uuid4())}
    told = [eve.get(f"/api/matches/{match}{path}").text for path in ("", "/record", "/replay", "/dice")]
    told += [str(eye.line.sent), str(bob.post(f"/api/matches/{match}/actions?detail=plain", late).json())]
    assert "Good evening!" in told[-1]
    hidden = [link, *(find_person(visitor) for visitor in (ann, bob)), "private", "reserved"]
    hidden += [visitor.client.cookies["banmen_visitor"] for visitor in (ann, bob)]
    assert [word for word in hidden for text in told if word in text] == []
