"""An engine that judges by a network taught by the solved game, looking a move, or also its answers, ahead.

The answer is there at once. A network knows the rules it was taught by (`file_for` in the game's `network.py`), with any number
of pieces; games with other options are left to another engine, or refused where there is no other.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from banmen.core import registry, sticks
from banmen.core.game import Game, Position
from banmen.core.messages import message
from banmen.engine.interface import Budget, Engine, EngineError, MoveValue, SearchResult, refuse_unless_a_move_is_due
from banmen.engine.search import network_kernels
from banmen.kernels import network


class Taught:
    """An engine that asks the network of a game, or another engine `otherwise`, where there is none for its rules.

    It looks at the answers to a move as well, unless `shortly`.

    >>> import banmen
    >>> position = banmen.game("holes58").position("10,14;0;3/1;0;4 1 1")
    >>> [str(value.move) for value in Taught().think(position, Budget(nodes=1)).moves]
    ['14>15', '10>11']
    """

    def __init__(self, *, shortly: bool = False, otherwise: Engine | None = None) -> None:
        self.shortly, self.otherwise = shortly, otherwise

    def think(self, position: Position, budget: Budget, progress: Callable[[SearchResult], None] | None = None) -> SearchResult:
        """Return the legal moves, the best first, with the chance of each; the budget is for the other engine."""
        import numpy

        refuse_unless_a_move_is_due(position)
        game = position.game
        if not is_known(game):
            if self.otherwise is None:
                raise unknown(game)
            return self.otherwise.think(position, budget, progress)
        began = time.perf_counter()
        chances = numpy.zeros(game.rules.MOST)
        kernels, asked = game.compiled(network_kernels), weights_and_rooms(game)
        if self.shortly:
            nodes = kernels.judge_shortly(position.state, *asked, chances)
        else:
            odds = tuple(sticks.probability(value, game.p) for value in sticks.THROWS)
            nodes = kernels.judge(position.state, odds, *asked, chances)
        moves = [MoveValue(game.write_move(code), float(chances[k])) for k, code in enumerate(position.legal_codes())]
        moves.sort(key=lambda value: value.chance, reverse=True)
        thought = SearchResult(position, tuple(moves), int(nodes), time.perf_counter() - began, (moves[0].move,))
        if progress:
            progress(thought)
        return thought


def unknown(game: Game) -> EngineError:
    """Return what to raise where no network was taught by a game's rules."""
    return EngineError(
        message(
            "there is no network that knows the rules of {game}",
            "{game}のルールを知っているネットワークはありません",
            game=repr(game),
        )
    )


def is_known(game: Game) -> bool:
    """Tell whether there is a network that was taught by a game's rules."""
    return has_network(game.name) and seeing(game).file_for(game) is not None


def has_network(name: str) -> bool:
    """Tell whether a game says what a network sees of its positions."""
    return registry.family(name).part("network") is not None


def weights_and_rooms(game: Game) -> tuple[Any, Any, Any]:
    """Return the weights of a game's network and what its evaluation counts in; the network has to be known."""
    own = seeing(game)
    weights = network.weights(own.file_for(game), own.FEATURES, len(own.SECTIONS) - 1)
    return weights, *network.rooms(own.SECTIONS)


def seeing(game: Game) -> Any:
    """Return the module that says what a network sees of a game's positions; there has to be one."""
    return game.part("network")
