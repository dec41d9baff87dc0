"""Compiling ahead of time, so that no later command has to wait."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from banmen.core import registry
from banmen.core.game import Game, Position
from banmen.engine import playouts
from banmen.engine.interface import Budget, Engine
from banmen.engine.levels import LEVELS, level
from banmen.engine.search.network_engine import NetworkEngine, has_network_for
from banmen.kernels import kernel
from banmen.kernels.contract import CHANCE

Task = tuple[str, Callable[[], object]]
KERNELS = {"alphabeta": "search", "expectimax": "look", "mcts": "grow", "taught": "judge"}  # what an engine calls to think


def list_tasks(names: Iterable[str] = ()) -> list[Task]:
    """Return what can be compiled for some games (all by default): a label and a call that compiles it."""
    found: list[Task] = []
    for name in tuple(names) or registry.names():
        game = registry.game(name)
        found.append((f"{name}: random play", partial(playouts.tally, game, 0, 1)))
        found.append((f"{name}: random play with choices", partial(playouts.tally, game, 0, 1, counting=True)))
        found.append((f"{name}: counting lines of play", partial(game.start().perft, 3)))
        found += [(f"{name}: {label}", task) for label, task in _thinking(game)]
    return found


def _thinking(game: Game) -> list[Task]:
    """Return what the engines of a game have to compile."""
    from banmen.engine.search.alphabeta import AlphaBeta
    from banmen.engine.search.expectimax import Expectimax
    from banmen.engine.search.mcts import Mcts

    position = _first_decision(game)
    found: list[Task] = [("tree search", partial(_think, Mcts(memory=4), position))]
    if position.kind != game.start().kind:
        found.append(("expectimax search", partial(_think, Expectimax(memory=1), position)))
        if level(game, LEVELS).engine == "taught" and has_network_for(game):
            found.append(("the network taught by exact values", partial(_think, NetworkEngine(), position)))
        if len(game.players) > 2:  # with two sides the search is another one
            two = _first_decision(game.with_options(players=2))
            found.append(("expectimax search for two", partial(_think, Expectimax(memory=1), two)))
            if has_network_for(two.game):
                found.append(("the network taught by exact values", partial(_think, NetworkEngine(), two)))
    else:
        from banmen.engine.search.proof import wins_within

        found.append(("alpha-beta search", partial(_think, AlphaBeta(memory=1), position)))
        found.append(("proofs of forced wins", partial(wins_within, position, 1, Budget(nodes=10))))
    return found


def _first_decision(game: Game) -> Position:
    start = game.start()
    return start.throw(3) if start.kind == CHANCE else start


def _think(engine: Engine, position: Position) -> None:
    engine.think(position, Budget(nodes=8))


def player_is_warm(name: str, game: Game) -> bool:
    """Tell whether a player of that name answers without compiling first."""
    kind, _, rest = name.partition(":")
    engine = level(game, rest).engine if kind == "level" else kind
    if engine == "taught" and not has_network_for(game):
        engine = "expectimax"
    return engine not in KERNELS or is_warm(game, KERNELS[engine])


def is_warm(game: Game, kernel_name: str = "tally") -> bool:
    """Tell whether a kernel of this game has been compiled before: `tally` for random play, `perft` for counting."""
    if kernel.default_target() == kernel.PLAIN:
        return True
    return any(kernel.cache_folder().rglob(f"*.{kernel_name}_{game.name}-*.nbi"))
