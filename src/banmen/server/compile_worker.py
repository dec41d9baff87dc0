"""The compile process, started by `background_compile`: it reads names of games and reports its progress line by line."""

from __future__ import annotations

import contextlib
import json
import os
import sys

from banmen.core import registry
from banmen.engine import precompile
from banmen.engine.levels import level, levels
from banmen.server.computer import think_briefly
from banmen.server.worker_process import end_with_parent


def compile_game(name: str) -> None:
    """Let each level of a game think for a moment; a game for two may be searched differently from one for more players."""
    game = registry.game(name)
    done = set()
    for at in levels(game):
        if at.engine in precompile.KERNELS:
            _say(at.engine, 0)
            for table in precompile.list_tables(game):
                think_briefly(level(table, at.number))
            _say(at.engine, 0 if at.engine in done else 1)
            done.add(at.engine)
    precompile.note_ready(name)
    _say("ready", 0)


def _say(what: str, done: int) -> None:
    sys.stdout.write(json.dumps({"what": what, "done": done}) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Compile one game after another until the input ends."""
    end_with_parent()
    with contextlib.suppress(AttributeError, OSError):
        os.nice(10)  # the page has priority
    try:
        for line in sys.stdin:
            compile_game(line.strip())
    except BrokenPipeError:  # the server is gone, and with it the reader of the output
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
