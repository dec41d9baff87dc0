"""An engine for 58 Holes that judges by the network taught by the solved game, looking a move and its answers ahead.

The answer is there at once. The network knows the usual rules, with any number of pieces; games with other options are left to
another engine.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from banmen.core import sticks
from banmen.core.game import Game, Position
from banmen.engine import taught_search
from banmen.engine.thought import Budget, Engine, EngineError, MoveValue, Thought, refuse_unless_a_move_is_due
from banmen.games.holes58 import network


class Taught:
    """An engine that asks the network of 58 Holes, or another engine `otherwise`, where the network does not know the rules.

    >>> import banmen
    >>> position = banmen.game("holes58").position("10,14;0;3/1;0;4 1 1")
    >>> [str(value.move) for value in Taught().think(position, Budget(nodes=1)).moves]
    ['14>15', '10>11']
    """

    def __init__(self, *, otherwise: Engine | None = None) -> None:
        self.otherwise = otherwise

    def think(self, position: Position, budget: Budget, progress: Callable[[Thought], None] | None = None) -> Thought:
        """Return the legal moves, the best first, with the chance of each; the budget is for the other engine."""
        import numpy

        refuse_unless_a_move_is_due(position)
        game = position.game
        if not is_known(game):
            if self.otherwise is None:
                raise EngineError(f"the network knows 58 Holes by its usual rules, not {game!r}")
            return self.otherwise.think(position, budget, progress)
        began = time.perf_counter()
        chances, room = numpy.zeros(game.rules.MOST), numpy.zeros(network.ROOM, numpy.float32)
        odds = tuple(sticks.probability(value, game.p) for value in sticks.THROWS)
        nodes = game.compiled(taught_search).judge(position.state, odds, network.weights(), room, chances)
        moves = [MoveValue(game.write_move(code), float(chances[k])) for k, code in enumerate(position.legal_codes())]
        moves.sort(key=lambda value: value.chance, reverse=True)
        thought = Thought(position, tuple(moves), int(nodes), time.perf_counter() - began, (moves[0].move,))
        if progress:
            progress(thought)
        return thought


def is_known(game: Game) -> bool:
    """Tell whether the network was taught by a game's rules: 58 Holes with any number of pieces and no other option changed."""
    return game.name == "holes58" and set(game.changed_options) <= {"pieces"}
