"""An engine that judges by a network trained on the solved game, looking a move, or also its replies, ahead.

It answers at once, whatever the budget. The game's `data/manifest.toml` says which rules a network was trained on; games with
other options are left to another engine, or refused where there is no other.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from banmen.core import sticks
from banmen.core.game import Game, Position
from banmen.core.messages import Catalogue
from banmen.core.network_file import find_network, make_buffers, read_network
from banmen.engine.interface import Budget, Engine, EngineError, MoveValue, SearchResult, check_thinkable, refuse_unless_engine
from banmen.engine.search import network_kernels
from banmen.engine.settings_repr import SettingsRepr

messages = Catalogue(__name__)


class NetworkEngine(SettingsRepr):
    """An engine that uses the network of a game, or the engine `fallback` if there is none for its rules.

    It looks at the replies to a move as well, unless `replies` is false.

    >>> import banmen
    >>> position = banmen.game("holes58").position("10,14;0;3/1;0;4 1 1")
    >>> [str(value.move) for value in NetworkEngine().think(position, Budget(nodes=1)).moves]
    ['14>15', '10>11']
    """

    name = "network"

    def __init__(self, *, replies: bool = True, fallback: Engine | None = None) -> None:
        if fallback is not None:
            refuse_unless_engine(fallback)
        self.replies, self.fallback = replies, fallback

    def think(self, position: Position, budget: Budget, progress: Callable[[SearchResult], None] | None = None) -> SearchResult:
        """Return the legal moves, the best first, with the chance of each; the budget is for the other engine."""
        import numpy

        check_thinkable(position, budget, progress)
        game = position.game
        if not has_network_for(game):
            if self.fallback is None:
                raise no_network_error(game)
            return self.fallback.think(position, budget, progress)
        began = time.perf_counter()
        chances = numpy.zeros(game.rules.MOST)
        kernels, asked = game.compiled(network_kernels), weights_and_buffers(game)
        if self.replies:
            odds = tuple(sticks.probability(value, game.p) for value in sticks.THROWS)
            nodes = kernels.value_moves_and_replies(position.state, odds, *asked, chances)
        else:
            nodes = kernels.value_moves(position.state, *asked, chances)
        moves = [MoveValue(game.write_move(code), float(chances[k])) for k, code in enumerate(position.legal_codes())]
        moves.sort(key=lambda value: value.chance, reverse=True)
        result = SearchResult(position, tuple(moves), int(nodes), time.perf_counter() - began, (moves[0].move,))
        if progress:
            progress(result)
        return result


def no_network_error(game: Game) -> EngineError:
    """Return the error for rules that no network was trained on."""
    return EngineError(messages("network.unknown_game", game=repr(game)))


def has_network(game: Game | type[Game]) -> bool:
    """Return whether a game says what a network sees of its positions."""
    return game.part("network") is not None


def has_network_for(game: Game) -> bool:
    """Return whether there is a network that was trained on a game's rules, options included."""
    return has_network(game) and find_network(game) is not None


def weights_and_buffers(game: Game) -> tuple[Any, Any, Any]:
    """Return the weights of a game's network and what its evaluation counts in; the network has to be known."""
    own, path = find_network_module(game), find_network(game)
    if path is None:
        raise no_network_error(game)
    return read_network(path, own.FEATURES, len(own.SECTIONS) - 1), *make_buffers(own.SECTIONS)


def find_network_module(game: Game) -> Any:
    """Return the module that says what a network sees of a game's positions; there has to be one."""
    return game.part("network")
