"""Players: an engine with the budget it plays by, named by a short text such as `mcts:2000` or `level:3`.

random, greedy            the baselines
mcts:2000, mcts:0.5s      Monte Carlo tree search with simulations, or seconds, a move
alphabeta:20000           alpha-beta search with nodes a move (games without chance)
expectimax:5000           expectimax search with nodes a move (games of chance)
network                   what looks best to a network taught by the solved game, without a search; only where there is one
exact                     what a table of exact values says is best; only where there is one (`banmen solve`)
level:1 ... level:8       the levels that people play against
"""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable
from typing import Any, Protocol

from banmen.core.errors import shown
from banmen.core.game import Game, Move, Position
from banmen.core.messages import all_of, message
from banmen.engine.baselines import Greedy, RandomEngine
from banmen.engine.interface import Budget, Engine, EngineError
from banmen.engine.search.table_engine import TableEngine

ENGINES = ("mcts", "alphabeta", "expectimax")
BASELINES: dict[str, Callable[..., Engine]] = {"random": RandomEngine, "greedy": Greedy}
LEVEL, TUNED, EXACT, NETWORK = "level", "tuned", "exact", "network"
EXAMPLES = all_of(("mcts:2000", "mcts:0.5s", "alphabeta:20000", "expectimax:5000"))


class Player(Protocol):
    """Somebody who plays."""

    def choose(self, position: Position, stop: threading.Event | None = None) -> Move:
        """Return the move to play; `stop` makes the player decide at once."""


class EnginePlayer:
    """A player who always plays what an engine finds best within a budget.

    >>> import banmen
    >>> game = banmen.game("qubism")
    >>> player("mcts:500", game).choose(game.position("5/2W2/5/2B2/5 9 w")).text
    'c5'
    """

    def __init__(self, engine: Engine, budget: Budget) -> None:
        self.engine, self.budget = engine, budget

    def choose(self, position: Position, stop: threading.Event | None = None) -> Move:
        """Return the best move the engine finds."""
        budget = dataclasses.replace(self.budget, stop=stop or threading.Event())
        return self.engine.think(position, budget).best


def player(name: str, game: Game, *, seed: int = 0, sporting: bool = False) -> Player:
    """Return the player of a name for a game, or raise EngineError that says which names there are.

    A level is sporting against people: see `banmen.engine.levels`.
    """
    kind, colon, amount = str(name).partition(":")
    if kind in BASELINES and not colon:
        return EnginePlayer(BASELINES[kind](seed=seed), Budget(nodes=1))
    if kind == EXACT and not colon:
        return EnginePlayer(TableEngine(), Budget(nodes=1))
    if kind == NETWORK and not colon:
        return EnginePlayer(_network(game), Budget(nodes=1))
    if kind in ENGINES:
        _refuse_if_unfit(kind, game)
        return EnginePlayer(_engine(kind, seed), _budget(amount))
    if kind == LEVEL:
        from banmen.engine.levels import level

        return level(game, amount).player(seed=seed, sporting=sporting)
    if kind == TUNED:
        from banmen.engine.levels import custom_level

        return custom_level(game, amount).player(seed=seed)
    raise EngineError(
        message(
            "unknown player {name}; there are random, greedy, network, exact, level:1 to level:8 and {examples}",
            "{name}というプレイヤーはいません。random、greedy、network、exact、level:1からlevel:8、{examples}から選んでください",
            name=shown(name),
            examples=EXAMPLES,
        )
    )


def _refuse_if_unfit(kind: str, game: Game) -> None:
    """Raise EngineError for a search that is made for the other kind of games."""
    has_chance = "p" in game.options
    if kind == "alphabeta" and has_chance:
        raise EngineError(
            message(
                "alpha-beta search plays games without chance; {game} has throws: try expectimax or mcts",
                "alphabetaは、運のないゲームのための探索です。{game}では投げるので、expectimaxかmctsにしてください",
                game=game.name,
            )
        )
    if kind == "expectimax" and not has_chance:
        raise EngineError(
            message(
                "expectimax search plays games of chance; {game} has no throws: try alphabeta or mcts",
                "expectimaxは、投げるゲームのための探索です。{game}では投げないので、alphabetaかmctsにしてください",
                game=game.name,
            )
        )


def _engine(kind: str, seed: int) -> Engine:
    """Return an engine; each is imported only where it is wanted."""
    if kind == "mcts":
        from banmen.engine.search.mcts import Mcts

        return Mcts(seed=seed)
    if kind == "alphabeta":
        from banmen.engine.search.alphabeta import AlphaBeta

        return AlphaBeta()
    from banmen.engine.search.expectimax import Expectimax

    return Expectimax()


def _network(game: Game) -> Engine:
    """Return the engine that plays by the network alone, or raise EngineError where there is none."""
    from banmen.engine.search.network_engine import NetworkEngine, has_network_for, no_network_error

    if not has_network_for(game):
        raise no_network_error(game)
    return NetworkEngine(shortly=True)


def _budget(amount: str) -> Budget:
    """Read a number of nodes such as `2000`, or seconds such as `0.5s`."""
    try:
        number: Any = float(amount[:-1]) if amount.endswith("s") else int(amount)
    except ValueError:
        raise EngineError(
            message(
                "a search needs a number of nodes or seconds, as in {examples}, not {amount}",
                "探索には、局面の数か秒数が必要です（例：{examples}）。{amount}は使えません",
                examples=EXAMPLES,
                amount=shown(amount),
            )
        ) from None
    return Budget(seconds=number) if amount.endswith("s") else Budget(nodes=number)
