"""Processes for engines, so that a search never slows down other requests. One that dies is replaced.

Each is driven from a thread of its own: fairness is up to the queue in front of those threads (`fair_pool`).
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import queue
import subprocess
import sys
import threading
from typing import Any

from banmen.core.game import Position
from banmen.core.move import Move
from banmen.engine.analysis.hints import Hint
from banmen.engine.interface import EngineError
from banmen.server.engine_requests import STOP, EngineRequest, decode_hint
from banmen.server.worker_process import PARENT

log = logging.getLogger("banmen.server")
WORKER = "banmen.server.engine_worker"
LOOK = 0.02  # seconds between checks of `stop`
PATIENCE = 60.0  # seconds for an answer after that: something may have to be compiled before


class DeadEngineError(EngineError):
    """A process died, or did not stop, during a search."""


class NoIdleEngineError(EngineError):
    """All processes were busy when a search that waited for one had to stop."""


class EngineProcess:
    """One engine process. It handles one request at a time."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-m", WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, PARENT: str(os.getpid())},
            start_new_session=True,  # Ctrl-C at the keyboard is for the server only
        )
        self._number = 0
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def ask(self, request: EngineRequest, stop: threading.Event) -> dict[str, Any]:
        """Return the answer, at once when `stop` is set; raise DeadEngineError if the process ends or does not stop."""
        self._number += 1
        self._send(request.encode(self._number))
        stopped = False
        while True:
            try:
                line = self._answers.get(timeout=PATIENCE if stopped else LOOK)
                answer: dict[str, Any] = json.loads(line)
            except queue.Empty:
                if stopped:
                    raise DeadEngineError from None
            except ValueError:  # it has ended, perhaps in the middle of an answer
                raise DeadEngineError from None
            else:
                if answer["number"] == self._number:
                    return answer
            if stop.is_set() and not stopped:
                self._send(b"%d %s\n" % (self._number, STOP.encode()))
                stopped = True

    def _send(self, line: bytes) -> None:
        assert self.process.stdin
        try:
            self.process.stdin.write(line)
            self.process.stdin.flush()
        except (OSError, ValueError):
            raise DeadEngineError from None

    def _read(self) -> None:
        assert self.process.stdout
        with contextlib.suppress(OSError, ValueError):
            for line in self.process.stdout:
                self._answers.put(line)
        self._answers.put(b"")

    def end(self) -> None:
        """Kill the process, whatever it is doing."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                pipe.close()  # type: ignore[union-attr]


class EngineProcesses:
    """A fixed number of processes, each started when it is first needed."""

    def __init__(self, count: int) -> None:
        self._idle: queue.LifoQueue[EngineProcess | None] = queue.LifoQueue()
        self._running: set[EngineProcess] = set()
        self._closed = False
        for _ in range(count):
            self._idle.put(None)

    def choose(self, who: str, position: Position, seed: int, stop: threading.Event) -> Move:
        """Return a computer player's move; `stop` makes it decide at once."""
        return position.find(self._ask(EngineRequest("move", position, who, seed), stop)["move"])

    def find_hint(self, position: Position, seconds: float, stop: threading.Event) -> Hint:
        """Return the best move found in some seconds, with its winning chances."""
        return decode_hint(self._ask(EngineRequest("hint", position, seconds=seconds), stop), position)

    def prepare(self, who: str, position: Position, stop: threading.Event) -> None:
        """Let a level load its resources."""
        self._ask(EngineRequest("prepare", position, who), stop)

    def _ask(self, request: EngineRequest, stop: threading.Event) -> dict[str, Any]:
        """Send a request to an idle process; replace one that dies."""
        engine = self._await_idle(stop)
        try:
            for last in (False, True):
                engine = engine or self._start()
                try:
                    answer = engine.ask(request, stop)
                    break
                except DeadEngineError:
                    if not self._closed:
                        log.warning("engine process %s ended with %s", engine.process.pid, engine.process.poll())
                    self._end(engine)
                    engine = None
                    if last or self._closed:
                        raise
        finally:
            self._idle.put(engine)
        if "error" in answer:
            raise EngineError(answer["error"])
        return answer

    def _await_idle(self, stop: threading.Event) -> EngineProcess | None:
        """Return an idle process, or None in place of one to start; raise NoIdleEngineError if told to stop before."""
        while True:
            try:
                return self._idle.get(timeout=LOOK)
            except queue.Empty:
                if stop.is_set():
                    raise NoIdleEngineError from None

    def _start(self) -> EngineProcess:
        if self._closed:
            raise DeadEngineError
        engine = EngineProcess()
        self._running.add(engine)
        if self._closed:  # in the meantime
            self._end(engine)
        return engine

    def _end(self, engine: EngineProcess) -> None:
        self._running.discard(engine)
        engine.end()

    def close(self) -> None:
        """Kill all processes."""
        self._closed = True
        for engine in list(self._running):
            self._end(engine)
