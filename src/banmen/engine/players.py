"""Players: an engine with the budget it plays by, named by a short text such as `mcts:2000` or `level:3`.

random, greedy            the baselines
mcts:2000, mcts:0.5s      Monte Carlo tree search with simulations, or seconds, a move
alphabeta:20000           alpha-beta search with nodes a move (games without chance)
expectimax:5000           expectimax search with nodes a move (games of chance)
network                   what looks best to a network trained on the solved game, without a search; only where there is one
exact                     what a table of exact values says is best; only where there is one (`banmen solve`)
level:1 ... level:8       the levels that people play against
strongest:10s             the strongest play we have: a table, a network, or else a search of ten seconds a move

An object with a method `choose(position)` is a player, too.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
import threading
from collections.abc import Callable
from typing import Any, Protocol

from banmen.core.errors import quote_value
from banmen.core.game import Game, Position, require_game
from banmen.core.messages import Catalogue, join_values
from banmen.core.move import Move
from banmen.engine.baselines import Greedy, RandomEngine
from banmen.engine.interface import Budget, Engine, EngineError, refuse_chance, require_chance
from banmen.engine.search.table_engine import TableEngine

messages = Catalogue(__name__)

ENGINES = ("mcts", "alphabeta", "expectimax")
BASELINES: dict[str, Callable[..., Engine]] = {"random": RandomEngine, "greedy": Greedy}
LEVEL, CUSTOM, EXACT, NETWORK, STRONGEST = "level", "tuned", "exact", "network", "strongest"
NUMBER = re.compile(r"-?[0-9]*\.?[0-9]+(?:[eE]-?[0-9]{1,3})?")  # Python reads more: 1_000, spaces, digits of any script
EXAMPLES = join_values(("mcts:2000", "mcts:0.5s", "alphabeta:20000", "expectimax:5000"))


class AutomaticPlayer(Protocol):
    """A player that chooses moves by itself: an engine, a level or a caller's own object."""

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

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.engine!r}: {self.budget!r}>"

    def choose(self, position: Position, stop: threading.Event | None = None) -> Move:
        """Return the best move the engine finds."""
        budget = dataclasses.replace(self.budget, stop=stop or threading.Event())
        return self.engine.think(position, budget).best


class ObjectPlayer:
    """A player made of any object that chooses: its answers are checked, and `stop` is passed on if it takes one.

    >>> import banmen
    >>> class First:
    ...     def choose(self, position):
    ...         return position.legal_moves()[0].text
    >>> game = banmen.game("qubism")
    >>> player(First(), game).choose(game.start())
    Move('b1')
    """

    def __init__(self, chooser: Any) -> None:
        self.chooser = chooser
        self._takes_stop = _takes_stop(chooser.choose)

    def choose(self, position: Position, stop: threading.Event | None = None) -> Move:
        """Return the object's choice, a move or its text; raise EngineError if it is not a legal move."""
        chosen = self.chooser.choose(position, stop) if self._takes_stop else self.chooser.choose(position)
        if not isinstance(chosen, str | Move):
            raise EngineError(messages("player.bad_choice", name=player_name(self.chooser), chosen=quote_value(chosen)))
        return position.find(chosen)


def _takes_stop(choose: Callable[..., object]) -> bool:
    """Return whether a function takes a second argument, the event that stops it."""
    try:
        inspect.signature(choose).bind(None, None)
    except (TypeError, ValueError):
        return False
    return True


def player_name(who: object) -> str:
    """Return the name of a player in tables: its text, an object's `name`, or else the name of its class."""
    return who if isinstance(who, str) else str(getattr(who, "name", None) or type(who).__name__)


def player(who: object, game: Game, *, seed: int = 0, sporting: bool = False) -> AutomaticPlayer:
    """Return the player that a text names, or an object with `choose`; raise EngineError that says which players there are.

    A level is sporting against people: see `banmen.engine.levels`.
    """
    require_game(game, EngineError)
    if not isinstance(who, str):
        if not callable(getattr(who, "choose", None)) or isinstance(who, type):
            raise _refuse_player(who)
        return ObjectPlayer(who)
    kind, colon, amount = who.partition(":")
    if not colon and (engine := _make_plain_engine(kind, game, seed)) is not None:
        return EnginePlayer(engine, Budget(nodes=1))
    if kind in ENGINES:
        return EnginePlayer(_make_engine(kind, game, seed), _read_budget(amount))
    if kind in (LEVEL, CUSTOM, STRONGEST):
        return _make_level_player(kind, amount, game, seed, sporting)
    raise _refuse_player(who)


def _make_plain_engine(kind: str, game: Game, seed: int) -> Engine | None:
    """Return an engine that needs no budget; None if it is none of these."""
    if kind in BASELINES:
        return BASELINES[kind](seed=seed)
    if kind == EXACT:
        return TableEngine()
    return _make_network_engine(game) if kind == NETWORK else None


def _make_level_player(kind: str, amount: str, game: Game, seed: int, sporting: bool) -> AutomaticPlayer:
    """Return who plays at a level, at one made to measure, or as well as we can within some seconds."""
    from banmen.engine.levels import LEVELS, custom_level, level

    if kind == LEVEL:
        return level(game, amount).player(seed=seed, sporting=sporting)
    if kind == CUSTOM:
        return custom_level(game, amount).player(seed=seed)
    return level(game, LEVELS).player(seed=seed, sporting=sporting, seconds=read_seconds(amount))


def read_seconds(amount: str) -> float:
    """Return the seconds of a text such as `10s`, or raise EngineError."""
    seconds = _read_budget(amount).seconds if amount.endswith("s") else None
    if seconds is None:
        raise EngineError(messages("player.seconds_missing", amount=quote_value(amount)))
    return seconds


def choose_strongest_engine(game: Game) -> str:
    """Return what the strongest player of a game thinks with: `network` answers at once, whatever the time; others search."""
    from banmen.engine.levels import LEVELS, level
    from banmen.engine.search.network_engine import has_network_for

    name = level(game, LEVELS).engine
    return "expectimax" if name == NETWORK and not has_network_for(game) else name


def _refuse_player(who: object) -> EngineError:
    return EngineError(messages("player.unknown", name=quote_value(who), examples=EXAMPLES))


def _make_engine(kind: str, game: Game, seed: int) -> Engine:
    """Return an engine; each is imported only when needed."""
    if kind == "mcts":
        from banmen.engine.search.mcts import Mcts

        return Mcts(seed=seed)
    if kind == "alphabeta":
        refuse_chance(game)
        from banmen.engine.search.alphabeta import AlphaBeta

        return AlphaBeta()
    require_chance(game)
    from banmen.engine.search.expectimax import Expectimax

    return Expectimax()


def _make_network_engine(game: Game) -> Engine:
    """Return the engine that plays by the network alone, or raise EngineError if there is none."""
    from banmen.engine.search.network_engine import NetworkEngine, has_network_for, no_network_error

    if not has_network_for(game):
        raise no_network_error(game)
    return NetworkEngine(replies=False)


def _read_budget(amount: str) -> Budget:
    """Read a number of nodes such as `2000`, or seconds such as `0.5s`."""
    text = amount.removesuffix("s")
    try:
        if not NUMBER.fullmatch(text):
            raise ValueError
        number: Any = int(text) if text == amount else float(text)
    except ValueError:
        raise EngineError(messages("player.budget_missing", examples=EXAMPLES, amount=quote_value(amount))) from None
    return Budget(nodes=number) if text == amount else Budget(seconds=number)
