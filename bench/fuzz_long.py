"""A match of about two thousand events for the fuzzer: answers about it must not be slow, nor grow with it."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any, Final

import banmen
from banmen.match.actions import Intent, plan_action
from banmen.match.dice import CommittedDice, draw_seed
from banmen.match.events import MOVE, UNDO
from banmen.match.match_start import make_first_event
from banmen.match.match_state import Match
from banmen.match.seats import HUMAN
from banmen.server.settings import ServerSettings
from banmen.server.store.database import MatchRow, Store
from banmen.server.store.identity import digest_token
from banmen.server.store.migrating import migrate
from bench.fuzz_together import NAME, Good

LONG_MATCH: Final = "fuzz-long"
LONG_GAME: Final = "qubism"
LENGTH: Final = 2000  # events
OUTDATED: Final = tuple(
    json.dumps({**action, "seq": 0, "client_id": NAME}).encode()
    for action in ({"type": "move", "move": "c2"}, {"type": "undo"}, {"type": "throw"}, {"type": "seal"})
)


def write_long_match(data: Path, token: str) -> None:
    """Add a long match of the visitor with a token to the database of a server that does not run yet."""
    data.mkdir(parents=True, exist_ok=True)
    address = ServerSettings(data=data).database
    match = make_long_match()
    row = MatchRow(LONG_MATCH, digest_token(token), LONG_GAME, str(match.dice.seed), time.time(), None)

    async def work() -> None:
        await asyncio.to_thread(migrate, address)
        store = Store(address)
        try:
            await store.create(row, match.events)
        finally:
            await store.close()

    asyncio.run(work())


def make_long_match() -> Match:
    """Return a match in which a move is made and taken back, again and again."""
    game, dice = banmen.game(LONG_GAME), CommittedDice(draw_seed())
    seats = dict.fromkeys(game.players, HUMAN)
    match = Match(dice, [make_first_event(game, seats, dice, at=time.time())], LONG_MATCH)
    while len(match.events) < LENGTH:
        kind = UNDO if match.events[-1].kind == MOVE else MOVE
        move = next(iter(match.legal)) if kind == MOVE else None
        match.add_planned(plan_action(match, Intent(kind, move=move)), time.time())
    return match


def list_outdated() -> list[Good]:
    """Return actions on the first state of the long match, which are answered with what the client has missed."""
    actions: list[Any] = [json.loads(body) for body in OUTDATED]
    path = f"/api/matches/{LONG_MATCH}/actions"
    return [("POST", path + detail, action) for action in actions for detail in ("", "?detail=plain")]
