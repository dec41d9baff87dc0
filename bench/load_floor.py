"""The least that a move can cost: a server that only takes a text and sends one like ours to both players, as picows does it.

    python -m bench.load_floor --matches 50

What is above this is ours: rules, checks, words and the disk.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import time

import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, WSUpgradeRequest, ws_connect, ws_create_server

from bench.load_servers import read_seconds

TEXT = b"x" * 420  # as long as a change of Kuniumi


class Relay(WSListener):
    """One player's connection at the server."""

    players: dict[bytes, list[WSTransport]] = {}  # noqa: RUF012

    def __init__(self, match: bytes) -> None:
        self.match = match

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Sit down."""
        self.players.setdefault(self.match, []).append(transport)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Send to both players: to the mover first, with a different text."""
        if frame.msg_type == WSMsgType.TEXT:
            for other in self.players[self.match]:
                other.send(WSMsgType.TEXT, TEXT + b"!" if other is transport else TEXT)


async def serve() -> None:
    """Serve until killed."""

    def accept(request: WSUpgradeRequest) -> Relay:
        return Relay(request.path)

    server = await ws_create_server(accept, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


class Mover(WSListener):
    """One player's connection: receiving the other's move triggers the next one."""

    moves = 0

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Move after the other one."""
        if frame.msg_type == WSMsgType.TEXT and frame.payload_size == len(TEXT):
            Mover.moves += 1
            transport.send(WSMsgType.TEXT, b"m" * 110)


async def play(port: int, matches: int, seconds: float, pid: int) -> float:
    """Return the server's processor microseconds a move."""
    first = []
    for match in range(matches):
        seats = [await ws_connect(Mover, f"ws://127.0.0.1:{port}/{match}") for _ in range(2)]
        first.append(seats[0][0])
    for transport in first:
        transport.send(WSMsgType.TEXT, b"m")
    await asyncio.sleep(0.5)
    moves, used = Mover.moves, read_seconds([pid])
    await asyncio.sleep(seconds)
    return 1e6 * (read_seconds([pid]) - used) / (Mover.moves - moves)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--serve", action="store_true")
    chosen = parser.parse_args()
    if chosen.serve:
        uvloop.run(serve())
        return
    command = [sys.executable, "-m", "bench.load_floor", "--serve"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        time.sleep(0.5)
        port = int(server.stdout.readline())
        cost = uvloop.run(play(port, chosen.matches, chosen.seconds, server.pid))
        server.kill()
    print(json.dumps({"matches": chosen.matches, "cpu_us_per_move": round(cost, 1), "moves_per_cpu_second": round(1e6 / cost)}))


if __name__ == "__main__":
    main()
