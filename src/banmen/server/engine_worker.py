"""A process for engines, started by `engine_processes`: it reads requests and answers with moves.

A request is a line `NUMBER BASE64`, an answer a line of JSON. `NUMBER stop` makes the engine answer that request at once with
its best move so far; a stop that comes too late names a finished request and has no effect.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import pickle
import queue
import sys
import threading
from typing import Any

from banmen.engine.analysis.hints import find_hint
from banmen.engine.interface import Budget
from banmen.engine.levels import level
from banmen.server.computer import choose_move, think_briefly
from banmen.server.engine_requests import STOP, EngineRequest, encode_hint
from banmen.server.memory import give_large_blocks_back
from banmen.server.worker_process import end_with_parent


def answer_request(request: EngineRequest, stop: threading.Event) -> dict[str, Any]:
    """Handle a request; the answer is a move as text, or a hint."""
    if request.kind == "hint":
        return encode_hint(find_hint(request.position, Budget(seconds=request.seconds, stop=stop)))
    if request.kind == "prepare":
        think_briefly(level(request.position.game, request.who.partition(":")[2]))
        return {}
    return {"move": choose_move(request.who, request.position, request.seed, stop).text}


class Desk:
    """The current request, and the thread that reads the next lines."""

    def __init__(self) -> None:
        self.waiting: queue.SimpleQueue[tuple[int, EngineRequest] | None] = queue.SimpleQueue()
        self.number, self.stop = 0, threading.Event()
        self._stopped = 0  # the last request that was stopped, perhaps before it started

    def read(self) -> None:
        """Read lines until the input ends."""
        for line in sys.stdin.buffer:
            number, _, rest = line.strip().partition(b" ")
            if rest == STOP.encode():
                self._stopped = int(number)
                if self.number == self._stopped:
                    self.stop.set()
            else:
                self.waiting.put((int(number), pickle.loads(base64.b64decode(rest))))  # noqa: S301 - from our own server
        os._exit(0)  # the server is gone, or has closed the pipe

    def begin(self, number: int) -> threading.Event:
        """Start a request; return the event that stops it."""
        self.stop = threading.Event()
        self.number = number
        if self._stopped == number:
            self.stop.set()
        return self.stop


def main() -> None:
    """Answer one request after another."""
    end_with_parent()
    give_large_blocks_back()
    desk = Desk()
    threading.Thread(target=desk.read, daemon=True).start()
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        while job := desk.waiting.get():
            number, request = job
            try:
                answer = answer_request(request, desk.begin(number))
            except Exception as error:  # the server plays something simple instead, and logs it
                answer = {"error": f"{type(error).__name__}: {error}"}
            sys.stdout.write(json.dumps({"number": number, **answer}) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
