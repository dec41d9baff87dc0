"""Processes that play blocks of games, each on its own.

A process is started as a program of its own and spoken to in lines of JSON: that needs no `if __name__ == "__main__"` in the
script that asks for a tournament, works in notebooks, and shares neither threads nor locks with it. Ctrl-C is not sent to
the processes; they end when the line to the asking process is closed, even if that one was killed.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from banmen.core import registry
from banmen.core.errors import BanmenError
from banmen.core.i18n import languages
from banmen.core.messages import Catalogue, TranslatedMessage
from banmen.lab.fair_blocks import Conditions, play_block, warm_up

messages = Catalogue(__name__)

Task = dict[str, Any]
PACKAGE = str(Path(__file__).parent.parent.parent)


class WorkerError(BanmenError):
    """A process that played games has failed."""

    code = "crew"


class Worker:
    """One process; it is busy with at most one task, of which it reports every finished block."""

    def __init__(self, conditions: Conditions, names: Sequence[str]) -> None:
        paths = [PACKAGE, *filter(None, [os.environ.get("PYTHONPATH")])]
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "banmen.lab.worker_pool"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            start_new_session=True,
        )
        self.busy = True
        self._rest = b""
        self._send({"terms": conditions_json(conditions), "names": list(names)})

    def give(self, task: Task) -> None:
        """Hand over a task: the names of two players, the first block and the number of blocks."""
        self.busy = True
        self._send(task)

    def _send(self, value: Any) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # that it has ended is noticed when its reports are read
            self.process.stdin.write(json.dumps(value).encode() + b"\n")
            self.process.stdin.flush()

    def collect_reports(self) -> Iterator[dict[str, Any]]:
        """Return the reports since the last call; assumes that the worker has some."""
        assert self.process.stdout is not None
        heard = os.read(self.process.stdout.fileno(), 1 << 20)
        if not heard:
            raise WorkerError(messages("worker.died", code=self.process.wait()))
        *lines, self._rest = (self._rest + heard).split(b"\n")
        for line in lines:
            report = json.loads(line)
            if "error" in report:
                raise WorkerError(TranslatedMessage(report["error"]))
            if "idle" in report:
                self.busy = False
            else:
                yield report

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            with contextlib.suppress(BrokenPipeError):
                pipe.close()


class WorkerPool:
    """Some workers for the same games. The first is waited for before the others start, so that one alone compiles."""

    def __init__(self, conditions: Conditions, names: Sequence[str], jobs: int) -> None:
        self.conditions, self.names, self.jobs = conditions, names, jobs
        self.workers: list[Worker] = []
        self._selector = selectors.DefaultSelector()

    def __enter__(self) -> WorkerPool:
        self._hire()
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self.workers:
            worker.end()
        self._selector.close()

    def _hire(self) -> None:
        worker = Worker(self.conditions, self.names)
        self.workers.append(worker)
        assert worker.process.stdout is not None
        self._selector.register(worker.process.stdout, selectors.EVENT_READ, worker)

    def list_idle(self) -> list[Worker]:
        """Return the workers who wait for a task."""
        found = [worker for worker in self.workers if not worker.busy]
        while found and len(self.workers) < self.jobs:
            self._hire()
        return found

    @property
    def busy(self) -> bool:
        """Whether any worker is still busy."""
        return any(worker.busy for worker in self.workers)

    def collect_reports(self) -> Iterator[dict[str, Any]]:
        """Wait until some workers report, and return what they say."""
        for key, _ in self._selector.select():
            yield from key.data.collect_reports()


def conditions_json(conditions: Conditions) -> dict[str, Any]:
    """Return conditions as a dictionary for JSON."""
    return {
        "game": conditions.game.name,
        "options": conditions.game.options,
        "seed": conditions.seed,
        "opening_plies": conditions.opening_plies,
        "keep_moves": conditions.keep_moves,
    }


def _read_conditions(value: dict[str, Any]) -> Conditions:
    game = registry.game(value.pop("game"), **value.pop("options"))
    return Conditions(game, **value)


def main() -> None:
    """Play the games requested on standard input and report on standard output, until standard input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # nothing that is printed by chance may come between the answers

    def report(value: Any) -> None:
        answers.write(json.dumps(value) + "\n")
        answers.flush()

    try:
        setting = json.loads(sys.stdin.readline())
        conditions = _read_conditions(setting["terms"])
        warm_up(conditions, setting["names"])
        report({"idle": True})
        for line in sys.stdin:
            task = json.loads(line)
            for block in range(task["first"], task["first"] + task["number"]):
                games = play_block(conditions, task["players"], block)
                report({"players": task["players"], "block": block, "games": games})
            report({"idle": True})
    except BanmenError as error:
        report({"error": {lang: error.localize(lang) for lang in languages()}})
    except BrokenPipeError:
        os._exit(1)  # the parent has gone, so there is nobody to report to


if __name__ == "__main__":
    main()
