"""Players for our own server: two WebSockets per match, each acting when it is its turn. Prints its measurements as JSON.

    python -m bench.load_clients PORT GAME MATCHES SECONDS THINK SPARE [--spectators N [--pages]] [--watching N]

With `--watching`, each match is played by two people on devices of their own, with clocks, and watched by that many others.
The spectators look at matches in which nothing happens: as programs, or with `--pages` as strangers whose pages keep the board.

Matches and connections are made before moves are counted; when a match is finished, its players continue with a spare one.
Without spare ones they leave after a match and begin another, as people do.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import secrets
import sys
import time
from collections.abc import Callable
from typing import Any

import orjson
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from banmen.server.http.serving import calm_garbage_collector
from bench.server import SEATS, Visitor

OPENED_TOGETHER = 50
WATCHING_EACH = 150  # spectators of one match
CLOCK = {"kind": "total", "seconds": 3600, "increment": 5}


class Tally:
    """What all players have seen."""

    def __init__(self) -> None:
        self.counting = self.stopping = False
        self.moves = self.throws = self.idle = 0
        self.delays: list[float] = []


class Seat(WSListener):
    """A player's, or a spectator's, connection."""

    def __init__(self, players: str, table: TimedMatch | None) -> None:
        self.players, self.table = players, table
        self.heard = asyncio.get_running_loop().create_future()
        self.transport: WSTransport | None = None
        self.state: dict[str, Any] = {}

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Begin."""
        self.transport = transport

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002
        """End the measurement if the server rejects this connection, because it would wait forever."""
        if not self.heard.done():
            self.heard.set_exception(ConnectionError("the server closed a connection that was just opened"))

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:  # noqa: ARG002
        """Take in how the match stands."""
        if frame.msg_type != WSMsgType.TEXT:
            return
        told = orjson.loads(frame.get_payload_as_bytes())
        if "error" in told:
            raise AssertionError(told)
        if "present" in told:  # who is there
            return
        self.state = told
        if not self.heard.done():
            self.heard.set_result(None)
        elif self.table is not None:
            self.table.hear(self)


class TimedMatch:
    """A match with its two connections."""

    def __init__(self, match: str, tally: Tally, think: float, done: Callable[[TimedMatch], None]) -> None:
        self.match, self.tally, self.think, self.done = match, tally, think, done
        self.seats: list[Seat] = []
        self.sent_at, self.number = 0.0, 0

    def mover(self) -> Seat:
        """Return whose turn it is."""
        turn = self.seats[0].state["turn"]
        return next(seat for seat in self.seats if turn in seat.players)

    def hear(self, seat: Seat) -> None:
        """Take in what a seat was sent: the opponent's receipt ends the time of a move, the mover's own answer leads on."""
        state = seat.state
        acted = "answer" in state
        if not acted and self.tally.counting:
            thrown = state["events"][0]["kind"] == "throw"
            self.tally.throws += thrown
            self.tally.moves += not thrown
            self.tally.delays.append(time.perf_counter() - self.sent_at)
        if any(other.state["seq"] != state["seq"] for other in self.seats):
            return  # the opponent has not received it yet
        if state["winners"] is not None:
            self.done(self)
        elif not self.tally.stopping:
            self.go_on()

    def leave(self) -> None:
        """Close the connections."""
        for seat in self.seats:
            if seat.transport:
                seat.transport.disconnect()

    def go_on(self) -> None:
        """Act after a while."""
        if self.think and self.seats[0].state["waits_for"] == "move":
            asyncio.get_running_loop().call_later(self.think, self.act)
        else:
            self.act()

    def act(self) -> None:
        """Throw, or make a random move."""
        seat = self.mover()
        state = seat.state
        self.number += 1
        action = {"type": state["waits_for"], "seq": state["seq"], "client_id": f"{self.number:032x}"}
        if state["waits_for"] == "move":
            action["move"] = random.choice(state["moves"])
        self.sent_at = time.perf_counter()
        assert seat.transport
        seat.transport.send(WSMsgType.TEXT, orjson.dumps(action))


class Club:
    """All tables, the spare ones included."""

    def __init__(self, port: int, game: str, think: float, watching: int | None = None) -> None:
        self.port, self.game, self.think, self.tally = port, game, think, Tally()
        self.visitor, self.watching = Visitor(port, 1), watching
        self.others = [Visitor(port, 2), Visitor(port, 3)]  # who plays against them and who watches, from other devices
        self.spare: list[TimedMatch] = []
        self.renews = False  # whether another match is begun after each
        self.opening: set[asyncio.Task[None]] = set()

    def begin_match(self) -> str:
        """Return the name of a new match."""
        return str(self.visitor.ask("/api/matches?detail=plain", {"game": self.game, "seats": SEATS[self.game]})["id"])

    async def open_gathering(self, watching: int) -> TimedMatch:
        """Begin a match between two people with devices of their own, which others watch, and open all connections."""
        first, *rest = SEATS[self.game]
        asked = {"game": self.game, "seats": SEATS[self.game], "own": [first], "clock": CLOCK}
        begun = self.visitor.ask("/api/gatherings", asked)
        table = TimedMatch(begun["view"]["id"], self.tally, self.think, self.replace)
        bob = self.others[0]
        ways = [(self.visitor, {}), *((bob, {"link": begun["links"][player]}) for player in rest)]
        for visitor, link in ways:
            visitor.ask(f"/api/matches/{table.match}/join", {"nonce": secrets.token_hex(16), **link})
        table.seats.append(await self.sit_down(table.match, first, table, self.visitor))
        table.seats.append(await self.sit_down(table.match, "".join(rest), table, bob))
        for _ in range(watching):
            await self.sit_down(table.match, "", None, self.find_watcher())
        return table

    def find_watcher(self) -> Visitor:
        """Return a stranger, who is known to the server."""
        watcher = self.others[-1]
        if "cookie" not in watcher.headers:
            watcher.ask("/api/matches")
        return watcher

    async def open_table(self) -> TimedMatch:
        """Begin a match and open its connections."""
        if self.watching is not None:
            return await self.open_gathering(self.watching)
        table = TimedMatch(self.begin_match(), self.tally, self.think, self.replace)
        first, *others = SEATS[self.game]
        for players in (first, "".join(others)):
            table.seats.append(await self.sit_down(table.match, players, table))
        return table

    async def sit_down(
        self, match: str, players: str, table: TimedMatch | None, visitor: Visitor | None = None, way: str = "play"
    ) -> Seat:
        """Open a connection and wait until it has received the state of the match."""
        url = f"ws://127.0.0.1:{self.port}/api/matches/{match}/{way}"
        headers = [("Cookie", (visitor or self.visitor).headers["cookie"])]
        seat = Seat(players, table)
        await ws_connect(lambda: seat, url, extra_headers=headers)
        await seat.heard
        return seat

    def replace(self, finished: TimedMatch) -> None:
        """Go on with another match."""
        if self.spare:
            self.spare.pop().go_on()
        elif self.renews:
            task = asyncio.get_running_loop().create_task(self.renew(finished))
            self.opening.add(task)
            task.add_done_callback(self.note_renewal)
        else:
            self.tally.idle += 1

    def note_renewal(self, task: asyncio.Task[None]) -> None:
        """Forget a task; one that failed leaves its table without a match."""
        self.opening.discard(task)
        if task.exception():
            self.tally.idle += 1

    async def renew(self, finished: TimedMatch) -> None:
        """Leave a match, and begin another."""
        finished.leave()
        self.visitor.connection.close()  # the server does so itself after a while
        table = await self.open_table()
        if not self.tally.stopping:
            table.go_on()

    async def watch(self, number: int, pages: bool) -> None:
        """Open connections that only watch matches in which nothing happens: programs of the owner, or strangers' pages."""
        for begun in range(0, number, WATCHING_EACH):
            match = (await self.open_gathering(0)).match if pages else self.begin_match()
            visitor, way = (self.find_watcher(), "live?keeping=true") if pages else (self.visitor, "play")
            for first in range(begun, min(begun + WATCHING_EACH, number), OPENED_TOGETHER):
                count = min(OPENED_TOGETHER, number - first)
                await asyncio.gather(*(self.sit_down(match, "", None, visitor, way) for _ in range(count)))


def read_arguments() -> argparse.Namespace:
    """Return the command line's values."""
    parser = argparse.ArgumentParser()
    for name, kind in (("port", int), ("game", str), ("matches", int), ("seconds", float), ("think", float), ("spare", int)):
        parser.add_argument(name, type=kind)
    parser.add_argument("--spectators", type=int, default=0)
    parser.add_argument("--pages", action="store_true")
    parser.add_argument("--watching", type=int)
    return parser.parse_args()


async def play(chosen: argparse.Namespace) -> None:
    """Play according to the command line."""
    club = Club(chosen.port, chosen.game, chosen.think, chosen.watching)
    tally = club.tally
    tables = [await club.open_table() for _ in range(chosen.matches + chosen.spare)]
    club.spare, club.renews = tables[chosen.matches :], chosen.spare == 0
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    if chosen.spectators:
        await club.watch(chosen.spectators, chosen.pages)
        print("watched", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
    calm_garbage_collector()  # as the server does: pauses of the players would count as its own
    for table in tables[: chosen.matches]:
        asyncio.get_running_loop().call_later(chosen.think * random.random(), table.act)
    await asyncio.sleep(1)
    print("begin", flush=True)
    tally.counting = True
    await asyncio.sleep(chosen.seconds)
    tally.counting, tally.stopping = False, True
    print("result", orjson.dumps(summarize(tally)).decode(), flush=True)


def summarize(tally: Tally) -> dict[str, Any]:
    """Return the moves and their times to reach the opponent."""
    delays = sorted(tally.delays) or [0.0]
    p50, p99 = (delays[int(share * (len(delays) - 1))] for share in (0.5, 0.99))
    return {"moves": tally.moves, "throws": tally.throws, "p50": p50, "p99": p99, "tables_without_match": tally.idle}


if __name__ == "__main__":
    import uvloop

    uvloop.run(play(read_arguments()))
