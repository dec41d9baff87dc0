"""Compiling ahead of time, so that playing and analysing need not wait for it; and what need not be compiled any more."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from banmen.core import registry
from banmen.core.game import Game, Position
from banmen.engine import playouts
from banmen.engine.interface import Budget, Engine
from banmen.engine.levels import level, levels
from banmen.engine.players import choose_strongest_engine
from banmen.engine.search.network_engine import NetworkEngine, has_network_for
from banmen.kernels import compile_cache, kernel, shipped, twins
from banmen.kernels.contract import CHANCE

CompileTask = tuple[str, Callable[[], object]]
# The module and the kernel that an engine calls to think.
KERNELS = {
    "alphabeta": "alphabeta_kernels.search",
    "expectimax": "expectimax_kernels.value_moves",
    "mcts": "mcts_kernels.grow",
    "network": "network_kernels.value_moves_and_replies",
}
MANY_TEAMS = "maxn_kernels.value_moves"  # what expectimax search calls for more than two teams


def list_tasks(names: Iterable[str] = ()) -> list[CompileTask]:
    """Return what can be compiled for some games (all by default): a label and a call that compiles it."""
    found: list[CompileTask] = []
    for name in tuple(names) or registry.names():
        game = registry.game(name)
        found.append((f"{name}: random play", partial(playouts.tally, game, 0, 1)))
        found.append((f"{name}: random play with choices", partial(playouts.tally, game, 0, 1, counting=True)))
        found.append((f"{name}: counting lines of play", partial(game.start().perft, 3)))
        found += [(f"{name}: {label}", task) for label, task in _list_searches(game)]
    return found


def _list_searches(game: Game) -> list[CompileTask]:
    """Return what the engines of a game have to compile."""
    from banmen.engine.search.alphabeta import AlphaBeta
    from banmen.engine.search.mcts import Mcts

    position = find_first_decision(game)
    found: list[CompileTask] = [("tree search", partial(_think, Mcts(memory=4), position))]
    if game.has_chance:
        return found + [task for table in list_tables(game) for task in _list_chance_searches(table)]
    if len(game.teams) > 2:
        return found
    from banmen.engine.search.proof import wins_within

    found.append(("alpha-beta search", partial(_think, AlphaBeta(memory=1), position)))
    found.append(("proofs of forced wins", partial(wins_within, position, 1, Budget(nodes=10))))
    return found


def list_tables(game: Game) -> list[Game]:
    """Return a game for as many players as it is meant for, and for two if it can be played so: the search is another then."""
    numbers = next((option.choices for option in game.option_list if option.name == "players"), ())
    return [game, game.with_options(players=2)] if len(game.players) > 2 and 2 in numbers else [game]


def _list_chance_searches(game: Game) -> list[CompileTask]:
    """Return what the engines of a game with sticks have to compile for its number of teams."""
    from banmen.engine.search.expectimax import Expectimax

    position, teams = find_first_decision(game), len(game.teams)
    found: list[CompileTask] = [(f"expectimax search for {teams}", partial(_think, Expectimax(memory=1), position))]
    if has_network_for(game):
        found.append(("network with replies", partial(_think, NetworkEngine(), position)))
        found.append(("network", partial(_think, NetworkEngine(replies=False), position)))
    return found


def find_first_decision(game: Game) -> Position:
    """Return the first position of a game in which something is to be decided."""
    start = game.start()
    return start.throw(3) if start.kind == CHANCE else start


def _think(engine: Engine, position: Position) -> None:
    engine.think(position, Budget(nodes=8))


def list_engines(game: Game) -> list[str]:
    """Return the engines of a game's levels that think by compiled kernels.

    >>> "greedy" in list_engines(registry.game("qubism"))
    False
    """
    return list(dict.fromkeys(at.engine for at in levels(game) if at.engine in KERNELS))


def is_ready(name: str) -> bool:
    """Return whether all levels of a game answer without compiling first: it was shipped, or is in the compile cache."""
    if kernel.choose_default_target() == kernel.PLAIN:
        return True
    game = registry.game(name)
    kernels = {_name_kernel(engine, table) for table in list_tables(game) for engine in list_engines(game)}
    if all(shipped.has_kernel(game.rules, wanted) for wanted in kernels):
        return True
    with contextlib.suppress(OSError, ValueError):
        return bool(json.loads(_find_note(name).read_text(encoding="utf-8")) == list_engines(game))
    return False


def note_ready(name: str) -> None:
    """Note beside the compiled kernels that all levels of a game have been compiled."""
    with contextlib.suppress(OSError):
        _find_note(name).write_text(json.dumps(list_engines(registry.game(name))), encoding="utf-8")


def _find_note(name: str) -> Path:
    return compile_cache.cache_folder() / f"ready-{name}.json"


def is_player_warm(name: str, game: Game) -> bool:
    """Return whether a player of that name answers without compiling first."""
    kind, _, rest = name.partition(":")
    engine = level(game, rest).engine if kind == "level" else choose_strongest_engine(game) if kind == "strongest" else kind
    return is_engine_warm(engine, game)


def is_engine_warm(engine: str, game: Game) -> bool:
    """Return whether an engine of that name thinks about a game without compiling first."""
    return engine not in KERNELS or is_warm(game, _name_kernel(engine, game))


def _name_kernel(engine: str, game: Game) -> str:
    """Return the module and the kernel by which an engine thinks about a game."""
    if engine == "network" and not has_network_for(game):
        engine = "expectimax"
    return MANY_TEAMS if engine == "expectimax" and len(game.teams) > 2 else KERNELS[engine]


def is_warm(game: Game, kernel_name: str = "playout.tally") -> bool:
    """Return whether a kernel has been compiled for this game before: `playout.tally` for random play, `perft.perft`, ..."""
    if kernel.choose_default_target() == kernel.PLAIN or shipped.has_kernel(game.rules, kernel_name):
        return True
    return any(compile_cache.cache_folder().rglob(f"{kernel_name}_{twins.cache_name(game.rules)}-*.nbi"))
