"""The first moves of an installed wheel with an empty compile cache: all levels answer without compiling anything.

Run by the Python of a fresh environment, with nothing but the package and the standard library.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import banmen

LEVELS = (1, 3, 5, 7, 8)
PATIENCE = 60.0  # seconds


class Visitor:
    """A player that uses the API."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def ask(self, path: str, body: object = None) -> dict[str, Any]:
        """Send a request and return the answer."""
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.url + path, data, {"content-type": "application/json"})
        with self.opener.open(request, timeout=PATIENCE) as answer:
            return dict(json.load(answer))

    def await_answer(self, game: str, level: int) -> None:
        """Start a game, make the first moves and wait until the computer has moved."""
        players = banmen.game(game).players
        seats = {str(player): f"level:{level}" for player in players} | {str(players[0]): "human"}
        view = self.ask("/api/matches", {"game": game, "seats": seats})
        began = time.monotonic()
        moved = False
        while not (view["yours"] and moved) and not view["result"]:
            assert time.monotonic() - began < PATIENCE, f"{game} level {level} does not answer"
            if view["yours"]:
                action = (
                    {"type": "throw"} if view["waits_for"] == "throw" else {"type": "move", "move": view["moves"][0]["move"]}
                )
                wanted = {**action, "seq": view["seq"], "client_id": str(uuid.uuid4())}
                view = self.ask(f"/api/matches/{view['id']}/actions", wanted)["view"]
            else:
                moved = True
                time.sleep(0.05)
                view = self.ask(f"/api/matches/{view['id']}")


@contextmanager
def serve(folder: Path) -> Iterator[tuple[int, str]]:
    """Run the installed server with an empty compile cache; yield its process and its address."""
    command = [str(Path(sys.executable).parent / "banmen"), "serve", "--port", "0", "--data", str(folder / "data")]
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "BANMEN_JIT")}
    environment |= {"BANMEN_CACHE": str(folder / "cache")}
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stderr
            found = re.search(r"http://127\.0\.0\.1:[0-9]+", server.stderr.readline())
            assert found
            yield server.pid, found[0]
        finally:
            server.terminate()
            server.communicate(timeout=PATIENCE)


def main() -> None:
    """Play against all levels; raise if one does not answer or if anything was compiled."""
    with tempfile.TemporaryDirectory() as name, serve(Path(name)) as (process, url):
        visitor = Visitor(url)
        assert visitor.ask("/api/warm")["ready"], "something is left to be compiled"
        for game in banmen.names():
            for level in LEVELS:
                visitor.await_answer(game, level)
        position = banmen.game("qubism").start().text
        analysis = visitor.ask("/api/analysis", {"game": "qubism", "position": position, "seconds": 0.5})
        while visitor.ask(f"/api/analysis/{analysis['id']}")["state"] in ("waiting", "running"):
            time.sleep(0.1)
        loaded = Path(f"/proc/{process}/maps").read_text(encoding="utf-8")
        assert "kernels/shipped/x86-64-v" in loaded, "the shipped kernels were not used"
        assert "llvmlite" not in loaded, "numba was imported"
        children = "".join(path.read_text() for path in Path(f"/proc/{process}/task").glob("*/children"))
        assert not children, f"processes were started: {children}"
        assert not list(Path(name).glob("cache/**/*.nbi")), "something was compiled"
    sys.stdout.write(f"levels {LEVELS} of {len(banmen.names())} games answer at once, and nothing was compiled\n")


if __name__ == "__main__":
    main()
