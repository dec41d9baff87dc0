"""What an engine is given to think with, and what it has thought."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from banmen.core.errors import BanmenError, refuse_unless_whole, shown
from banmen.core.game import Move, Position
from banmen.core.messages import message
from banmen.kernels.contract import CHANCE

MOST_NODES = 10**12
MOST_SECONDS = 10**6
MEBIBYTE = 2**20
MOST_MEMORY = 2**20  # MiB


class EngineError(BanmenError):
    """An engine was asked for something that it cannot do."""

    code = "bad_search"


@dataclass(frozen=True)
class Budget:
    """How long an engine may think: a number of simulations or nodes, seconds, or both (whichever ends first).

    `stop` ends the thinking early when it is set; what was found until then still counts.
    """

    nodes: int | None = None
    seconds: float | None = None
    stop: threading.Event = field(default_factory=threading.Event, compare=False)

    def __post_init__(self) -> None:
        """Refuse a budget that leaves nothing to think with."""
        if self.nodes is None and self.seconds is None:
            raise EngineError(
                message("a budget needs a number of nodes, seconds or both", "局面の数か秒数、またはその両方を決めてください")
            )
        nodes, seconds = self.nodes, self.seconds
        if nodes is not None:
            refuse_unless_whole(message("the number of nodes", "局面の数"), nodes, 1, MOST_NODES, EngineError)
        if seconds is not None and (
            isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= MOST_SECONDS
        ):
            raise EngineError(
                message(
                    "the seconds must be a number above 0 and at most {most}, not {value}",
                    "秒数は0より大きく{most}以下の数です。{value}にはできません",
                    most=MOST_SECONDS,
                    value=shown(seconds),
                )
            )

    def clock(self) -> Clock:
        """Start the clock."""
        return Clock(self)


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

    def share(self, most: int) -> int:
        """Return how many nodes to look at before the next look at the clock: at most `most`, and no more than are left."""
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
    line: tuple[Move, ...] = ()  # how play would go on, as far as was foreseen: the best move, then the answers to it
    depth: int = 0  # how many plies were looked at, where the engine counts them
    looked_up: bool = False  # in a table of exact values, not searched for

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
        """Think about a position and return what was found; `progress` is told now and then while it thinks."""


def memory_in_bytes(memory: int) -> int:
    """Return how many bytes an engine may use, given in MiB, or raise EngineError for what is no amount of memory."""
    refuse_unless_whole(message("the memory in MiB", "メモリー（MiB）"), memory, 1, MOST_MEMORY, EngineError)
    return memory * MEBIBYTE


def refuse_unless_a_move_is_due(position: Position) -> None:
    """Raise EngineError for a position in which there is nothing to decide."""
    if position.over:
        raise EngineError(message("this game is over: there is nothing to decide", "もう終わっているので、選ぶ手がありません"))
    if position.kind == CHANCE:
        raise EngineError(
            message(
                "the sticks have to be thrown first: there is nothing to decide yet",
                "先に投げてください。まだ選ぶ手がありません",
            )
        )
