"""People who meet in the lobby, for tests."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Collection, Mapping
from typing import Any

from banmen.server.store.identity import digest_token
from tests.server.visiting import PATIENCE, House, View, Visitor

MOVES = ("c2", "c4", "c3", "b4")  # two turns of each in Qubism


def find_person(visitor: Visitor) -> str:
    """Return the person's identity in the database."""
    visitor.get("/api/matches")
    return digest_token(visitor.client.cookies["banmen_visitor"])


def join(visitor: Visitor, told: View, name: str = "") -> View:
    body = {"nonce": secrets.token_hex(16), "name": name} | ({"player": told["player"]} if told["player"] else {})
    answer = visitor.post(f"/api/matches/{told['match']}/join", body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json()["view"])


def pair(visitor: Visitor, **more: Any) -> View:
    answer = visitor.post("/api/pairing", {"game": "qubism", **more})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def meet(house: House, **more: Any) -> tuple[Visitor, Visitor, View]:
    """Return two people who were paired, the player to move first, and their match."""
    ann, bob = house.visitor(), house.visitor("127.0.0.2")
    join(ann, pair(ann, **more))
    view = join(bob, pair(bob, **more))
    assert view["together"]["begun"]
    return (bob, ann, view) if view["yours"] else (ann, bob, view)


def play(house: House, **more: Any) -> tuple[Visitor, Visitor, View]:
    """Return two people after a rated match that the first of them has lost."""
    first, second, view = meet(house, rated=True, **more)
    for number, move in enumerate(MOVES):
        mover = (first, second)[number % 2]
        view = mover.done(mover.look(view["id"]), "move", move=move)
    view = first.done(first.look(view["id"]), "resign")
    house.run(wait_for_ratings(house))
    return first, second, view


async def wait_for_ratings(house: House) -> None:
    """Wait until the results of all matches are rated, which happens by itself."""
    async with asyncio.timeout(PATIENCE):
        while await house.app.state.lobby.ratings.rows.list_due(1):
            await asyncio.sleep(0.005)


class EverybodyIsNamed:
    """Lets everybody be named, except for those it keeps apart."""

    def __init__(self, names: Mapping[str, str], apart: Collection[str] = ()) -> None:
        self.names, self.apart = names, apart

    async def find_names(self, people: Collection[str], /) -> Mapping[str, str]:
        return {person: self.names[person] for person in people if person in self.names}

    async def find_person(self, name: str, /) -> str | None:
        return next((person for person, known in self.names.items() if known == name), None)

    def make_key(self, name: str, /) -> str:
        return name.casefold()

    async def list_apart(self, person: str, /) -> Collection[str]:
        return set(self.apart) - {person} if person in self.apart else ()
