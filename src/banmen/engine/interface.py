"""What an engine is given to think with (`Budget`) and what it answers (`SearchResult`)."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

from banmen.core.errors import BanmenError, quote_value, require_function, require_number, require_whole_number
from banmen.core.game import Game, Position
from banmen.core.messages import Catalogue
from banmen.core.move import Move
from banmen.kernels.contract import CHANCE

messages = Catalogue(__name__)

MOST_NODES = 10**12
MOST_SECONDS = 10**6
MEBIBYTE = 2**20
MOST_MEMORY = 2**20  # MiB


class EngineError(BanmenError):
    """An engine cannot do what was requested."""

    code = "bad_search"


@dataclass(frozen=True)
class Budget:
    """How long an engine may think about a position: `nodes`, `seconds`, or both (whichever ends first).

    Nodes are positions looked at; a simulation of tree search counts as one. Seconds are used up unless the result is proven
    before. `stop` ends the thinking early when it is set; what was found until then still counts.

    >>> Budget(nodes=1000).share(1 / 2).nodes
    500
    """

    nodes: int | None = None
    seconds: float | None = None
    stop: threading.Event = field(default_factory=threading.Event, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Refuse a budget that leaves nothing to think with."""
        nodes, seconds = self.nodes, self.seconds
        if nodes is None and seconds is None:
            raise EngineError(messages("budget.empty"))
        if nodes is not None:
            require_whole_number(messages("setting.nodes"), nodes, 1, MOST_NODES, EngineError)
        if seconds is not None and (
            isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= MOST_SECONDS
        ):
            raise EngineError(messages("budget.bad_seconds", most=MOST_SECONDS, value=quote_value(seconds)))
        if not isinstance(self.stop, threading.Event):
            raise EngineError(messages("budget.bad_stop", value=quote_value(self.stop)))

    def clock(self) -> Clock:
        """Start the clock."""
        return Clock(self)

    def share(self, part: float) -> Budget:
        """Return a part of this budget, stopped together with it."""
        require_number("part", part, EngineError)
        nodes = None if self.nodes is None else max(1, int(self.nodes * part))
        return replace(self, nodes=nodes, seconds=None if self.seconds is None else self.seconds * part)


class Clock:
    """Measures a budget while it is being used."""

    def __init__(self, budget: Budget) -> None:
        self.budget, self.began, self.nodes = budget, time.perf_counter(), 0

    @property
    def seconds(self) -> float:
        """The time used so far."""
        return time.perf_counter() - self.began

    @property
    def over(self) -> bool:
        """Whether the budget is used up or the thinking was stopped."""
        budget = self.budget
        return (
            budget.stop.is_set()
            or (budget.nodes is not None and self.nodes >= budget.nodes)
            or (budget.seconds is not None and self.seconds >= budget.seconds)
        )

    def nodes_left(self, most: int) -> int:
        """Return how many nodes to search before checking the clock again: at most `most`, and no more than are left."""
        return most if self.budget.nodes is None else max(0, min(most, self.budget.nodes - self.nodes))


@dataclass(frozen=True)
class MoveValue:
    """One move and what an engine thinks of it, seen by the player who makes it."""

    move: Move
    chance: float  # of winning, a draw counting half
    visits: int = 0
    exact: bool = False  # proven, not estimated


@dataclass(frozen=True)
class SearchResult:
    """What an engine found out about a position: its moves, the best first."""

    position: Position
    moves: tuple[MoveValue, ...]
    nodes: int
    seconds: float
    line: tuple[Move, ...] = ()  # the principal variation: the best move, then the answers to it, as far as was foreseen
    depth: int = 0  # search depth in plies, if the engine counts them
    from_table: bool = False  # read from a table of exact values instead of searched for

    def __repr__(self) -> str:
        best = f"{self.best} {self.chance:.1%}" if self.moves else "nothing"
        found = f"{len(self.moves)} moves, {self.nodes:,} nodes, {self.seconds:.3g} s"
        return f"<SearchResult of {self.position.game.name}: {best}, {found}>"

    @property
    def best(self) -> Move:
        """The move to play."""
        return self.moves[0].move

    @property
    def chance(self) -> float:
        """The chance of winning of the player on turn, who plays the best move."""
        return self.moves[0].chance


class Engine(Protocol):
    """What every engine can do."""

    def think(self, position: Position, budget: Budget, progress: Callable[[SearchResult], None] | None = None) -> SearchResult:
        """Search a position and return the result; `progress(result)` is called now and then meanwhile."""


def convert_memory(memory: int) -> int:
    """Return how many bytes an engine may use, given in MiB, or raise EngineError for what is no amount of memory."""
    require_whole_number(messages("setting.memory"), memory, 1, MOST_MEMORY, EngineError)
    return memory * MEBIBYTE


def refuse_chance(game: Game) -> None:
    """Raise EngineError for a game with sticks, which alpha-beta search cannot play."""
    if game.has_chance:
        raise EngineError(messages("player.alphabeta_with_chance", game=game.name))


def require_chance(game: Game) -> None:
    """Raise EngineError for a game without sticks, which expectimax search cannot play."""
    if not game.has_chance:
        raise EngineError(messages("player.expectimax_without_chance", game=game.name))


def check_thinkable(position: object, budget: object, progress: object = None) -> None:
    """Raise EngineError unless a move is due, there is a budget to think with, and reports go to a function."""
    refuse_unless_a_move_is_due(position)
    refuse_unless_budget(budget)
    require_function("progress", progress, EngineError)


def refuse_unless_engine(engine: object) -> None:
    """Raise EngineError for what cannot think."""
    if not callable(getattr(engine, "think", None)) or isinstance(engine, type):
        raise EngineError(messages("analysis.not_an_engine", engine=quote_value(engine)))


def refuse_unless_budget(budget: object) -> None:
    """Raise EngineError for what is no budget."""
    if not isinstance(budget, Budget):
        raise EngineError(messages("budget.not_a_budget", budget=quote_value(budget)))


def refuse_unless_a_move_is_due(position: object) -> None:
    """Raise EngineError for a value that is not a position, or one without a decision."""
    if not isinstance(position, Position):
        raise EngineError(messages("search.not_a_position", position=quote_value(position)))
    if position.over:
        raise EngineError(messages("search.game_over"))
    if position.kind == CHANCE:
        raise EngineError(messages("search.throw_due"))
