"""The process that plays with interpreted kernels, started by `interpreter`: it reads positions and answers with moves.

The interpreter has the same rules and levels as compiled code and is ready at once. Where it cannot finish a search in a
moment, it plays the best move so far.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import pickle
import sys
import threading
from typing import Any

from banmen.core.game import Position
from banmen.engine.analysis.hints import find_hint
from banmen.engine.interface import Budget
from banmen.engine.players import player
from banmen.server.engine_requests import encode_hint
from banmen.server.worker_process import end_with_parent

SECONDS = 1.2  # of thinking; a person is waiting for the answer
HINT = "hint"


def encode_request(who: str, position: Position, seed: int) -> bytes:
    """Return a line that requests a player's move, or the best known move (`who` is HINT)."""
    return base64.b64encode(pickle.dumps((who, position, seed))) + b"\n"


def answer_request(line: bytes) -> dict[str, Any]:
    """Return the requested move as text, or a hint."""
    who, position, seed = pickle.loads(base64.b64decode(line))  # noqa: S301 - from our own server
    if who == HINT:
        return encode_hint(find_hint(position, Budget(seconds=SECONDS)))
    stop = threading.Event()
    timer = threading.Timer(SECONDS, stop.set)
    timer.daemon = True
    timer.start()
    try:
        return {"move": player(who, position.game, seed=seed, sporting=True).choose(position, stop).text}
    finally:
        timer.cancel()


def main() -> None:
    """Answer one line after another until the input ends."""
    end_with_parent()
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        for line in sys.stdin.buffer:
            try:
                answer = json.dumps(answer_request(line))
            except Exception as error:  # the server plays something simple instead, and logs it
                sys.stderr.write(f"{type(error).__name__}: {error}\n")
                answer = ""
            sys.stdout.write(answer + "\n")
            sys.stdout.flush()
        return
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
