"""The process that compiles: it reads names of games and says line by line how far it has come. `warming` starts it."""

from __future__ import annotations

import contextlib
import json
import os
import random
import sys

from banmen.core import registry
from banmen.core.contract import CHANCE
from banmen.core.game import Game, Position
from banmen.engine.levels import LevelPlayer, levels
from banmen.engine.players import EnginePlayer
from banmen.engine.thought import Budget
from banmen.server.computer import computer_player

MOMENT = 0.02  # seconds of thinking, after which everything has been called once


def compile_game(name: str) -> None:
    """Let each engine of a game think for a moment."""
    game = registry.game(name)
    position = choosing(game)
    done = set()
    for at in levels(game):
        if at.engine != "greedy":
            _say(at.engine, 0)
            thinker = computer_player(f"level:{at.number}", game)
            assert isinstance(thinker, LevelPlayer | EnginePlayer)
            thinker.engine.think(position, Budget(seconds=MOMENT))
            _say(at.engine, 0 if at.engine in done else 1)
            done.add(at.engine)
    _say("ready", 0)


def choosing(game: Game) -> Position:
    """Return a position in which there is something to choose.

    >>> len(choosing(registry.game("kariuchi")).legal_moves()) > 1
    True
    """
    rng = random.Random(1)
    position = game.start()
    while True:
        if position.over:
            position = game.start()
        if position.kind == CHANCE:
            position = position.throw(rng.randint(1, 5))
        moves = position.legal_moves()
        if len(moves) > 1:
            return position
        position = position.play(moves[0])


def _say(what: str, done: int) -> None:
    sys.stdout.write(json.dumps({"what": what, "done": done}) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Compile one game after another until nobody asks any more."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(10)  # the page comes first
    for line in sys.stdin:
        compile_game(line.strip())


if __name__ == "__main__":
    main()
