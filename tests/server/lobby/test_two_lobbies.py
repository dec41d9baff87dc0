"""Two servers on one database: one seat has one person, and one result is rated once."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from pathlib import Path
from typing import Any

import httpx

from tests.server.lobby.meeting import MOVES
from tests.server.test_two_processes import Server, open_server, run


def visit(server: Server) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(server.app), base_url="http://table")


async def ask(client: httpx.AsyncClient, path: str, body: Any = None) -> dict[str, Any]:
    answer = await client.post(path, json=body)
    return {"status": answer.status_code, **answer.json()}


async def join(client: httpx.AsyncClient, match: str) -> dict[str, Any]:
    return await ask(client, f"/api/matches/{match}/join", {"nonce": secrets.token_hex(16)})


def test_one_seat_has_one_person_however_many_come_at_once(database: Path | str) -> None:
    async def work() -> None:
        async with open_server(database) as one, open_server(database) as two:
            ann = visit(one)
            match = (await ask(ann, "/api/challenges", {"game": "qubism"}))["match"]
            await join(ann, match)
            guests = [visit(server) for server in (one, two) * 3]
            answers = await asyncio.gather(*(join(guest, match) for guest in guests))
            assert Counter(answer["status"] for answer in answers) == {200: 1, 409: 5}
            assert {answer["error"]["code"] for answer in answers if answer["status"] == 409} == {"seat_taken"}
            assert (await two.client.get("/api/challenges")).json()["challenges"] == []

    run(work())


def test_simultaneous_requests_at_two_servers_are_paired(database: Path | str) -> None:
    async def work() -> None:
        async with open_server(database) as one, open_server(database) as two:
            people = [visit(server) for server in (one, two) * 3]
            told = await asyncio.gather(*(ask(person, "/api/pairing", {"game": "qubism"}) for person in people))
            assert Counter(answer["state"] for answer in told) == {"waiting": 3, "found": 3}
            assert set(Counter(answer["match"] for answer in told).values()) == {2}
            joined = await asyncio.gather(*(join(person, answer["match"]) for person, answer in zip(people, told, strict=True)))
            assert {answer["status"] for answer in joined} == {200}
            assert sum(answer["view"]["together"]["begun"] for answer in joined) >= 3

    run(work())


def test_withdrawing_and_accepting_a_challenge_at_once_has_one_outcome(database: Path | str) -> None:
    async def work() -> None:
        async with open_server(database) as one, open_server(database) as two:
            ann, bob = visit(one), visit(two)
            for _ in range(5):
                match = (await ask(ann, "/api/challenges", {"game": "qubism"}))["match"]
                await join(ann, match)
                back, come = await asyncio.gather(ann.delete(f"/api/challenges/{match}"), join(bob, match))
                assert (back.status_code, come["status"]) in ((204, 404), (404, 200))

    run(work())


def test_a_result_is_taken_in_once_by_several_servers(database: Path | str) -> None:
    async def work() -> None:
        async with open_server(database) as one, open_server(database) as two:
            people = [visit(one), visit(two)]
            for person in people:
                told = await ask(person, "/api/pairing", {"game": "qubism", "rated": True})
                view = (await join(person, told["match"]))["view"]
            mover = 1 if view["yours"] else 0
            for number, move in enumerate((*MOVES, None)):
                act = {"type": "move", "move": move} if move else {"type": "resign"}
                body = {**act, "seq": view["seq"], "client_id": secrets.token_hex(16)}
                answer = await ask(people[(mover + number) % 2], f"/api/matches/{view['id']}/actions", body)
                view = answer["view"]
            settled = []
            for server in (one, two) * 2:
                session = await server.app.state.gatherings.find(view["id"])
                async with session.lock:
                    await server.app.state.matches.sessions.refresh(session)
                settled.append(server.app.state.lobby.ratings.settle(session))
            done = await asyncio.gather(*settled, one.app.state.lobby.ratings.sweep(), two.app.state.lobby.ratings.sweep())
            assert sum(done) <= 1  # the server that learnt of the end first may have done it by itself
            told_of = [(await person.get("/api/me/ratings")).json() for person in people]
            assert [one["ratings"][0]["rating"]["games"] for one in told_of] == [1, 1]
            assert {one["games"][0]["outcome"] for one in told_of} == {"win", "loss"}

    run(work())
