"""Several processes that serve at one address and share a PostgreSQL database. One that dies is restarted.

Each has a socket of its own at the same port, over which the system distributes new connections. So a process that dies takes
only its own connections with it, and one that is not ready yet receives none.
"""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from banmen.server.peers import FOLDER as PEERS
from banmen.server.worker_process import PARENT

log = logging.getLogger("banmen.server")
WORKER = "banmen.server.http.serving_worker"
METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # where processes put their counters, so that each can report the totals
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 10.0  # seconds before a process that died is restarted
WELL = 30.0  # seconds after which a process counts as having started well
PATIENCE = 15.0  # seconds that processes have to shut down
LOOK = 0.2  # seconds between checks whether it is time to stop


@dataclass
class _Place:
    """The state of one of the processes."""

    number: int
    process: subprocess.Popen[str] | None = None
    started: float = 0.0
    again_at: float = 0.0
    pause: float = FIRST_PAUSE


@dataclass
class Supervisor:
    """Starts processes, restarts them when they die, and stops them."""

    host: str
    reserved: socket.socket  # bound to the address, so that no other program takes it; it never listens
    count: int
    environment: Mapping[str, str]
    on_ready: Callable[[], object]
    _deaths: queue.SimpleQueue[_Place] = field(default_factory=queue.SimpleQueue)

    def run(self) -> int:
        """Serve until told to stop; return the signal that said so."""
        stops: list[int] = []
        before = {number: signal.signal(number, lambda got, _: stops.append(got)) for number in (signal.SIGINT, signal.SIGTERM)}
        with tempfile.TemporaryDirectory(prefix="banmen-processes-") as folder:
            places = [_Place(number) for number in range(self.count)]
            try:
                for place in places:
                    self._start(place, folder)
                while not stops:
                    self._restart_ended(places, folder)
            finally:
                self._close(places)
                for number, handler in before.items():
                    signal.signal(number, handler)
        return stops[0]

    def _start(self, place: _Place, folder: str) -> None:
        port = str(self.reserved.getsockname()[1])
        environment = {**self.environment, PARENT: str(os.getpid()), METRICS_FOLDER: folder, PEERS: folder}
        # Ctrl-C at the keyboard is for this process only, which stops the others.
        place.process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-m", WORKER, self.host, port],
            env=environment,
            stdout=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        place.started = time.monotonic()
        threading.Thread(target=self._follow, args=(place, place.process), daemon=True).start()

    def _follow(self, place: _Place, process: subprocess.Popen[str]) -> None:
        """Wait for a process to become ready, and then to end."""
        assert process.stdout
        with process.stdout:
            for _ in process.stdout:
                self._note_ready()
        process.wait()
        self._deaths.put(place)

    def _note_ready(self) -> None:
        tell, self.on_ready = self.on_ready, lambda: None
        tell()

    def _restart_ended(self, places: list[_Place], folder: str) -> None:
        """Wait a little for a process to end, and restart those whose time has come."""
        with contextlib.suppress(queue.Empty):
            self._note_death(self._deaths.get(timeout=LOOK), folder)
        for place in places:
            if place.process is None and time.monotonic() >= place.again_at:
                self._start(place, folder)

    def _note_death(self, place: _Place, folder: str) -> None:
        from prometheus_client.multiprocess import mark_process_dead

        assert place.process
        now = time.monotonic()
        place.pause = FIRST_PAUSE if now - place.started > WELL else min(2 * place.pause, LONGEST_PAUSE)
        place.again_at = now + place.pause
        log.warning("process %s ended with %s and is restarted", place.process.pid, place.process.returncode)
        mark_process_dead(place.process.pid, folder)  # type: ignore[no-untyped-call]
        for left in Path(folder).glob(f"{place.process.pid}.*"):
            left.unlink(missing_ok=True)
        place.process = None

    def _close(self, places: list[_Place]) -> None:
        running: list[Any] = [place.process for place in places if place.process]
        for process in running:
            process.terminate()
        deadline = time.monotonic() + PATIENCE
        for process in running:
            try:
                process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
