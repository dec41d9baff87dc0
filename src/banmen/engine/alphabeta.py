"""Alpha-beta search: the engine for Kuniumi and Qubism, and proofs that a side wins by force."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from banmen.core.errors import shown
from banmen.core.game import Game, Move, Position
from banmen.engine import negamax as kernels
from banmen.engine.negamax import CHOICE, FRAME, HISTORY, LIMIT, NODES, PLIES, STOP, SURE, WIN
from banmen.engine.thought import Budget, Clock, EngineError, MoveValue, Thought, refuse_unless_a_move_is_due

MEBIBYTE = 2**20
EVEN = 400  # an advantage that makes ten wins to one loss likely
LOOK_SECONDS = 0.005  # how often a running search is asked to stop
NO_LIMIT = 2**61


class AlphaBeta:
    """An engine that looks at every move and every answer, one ply deeper each time.

    It plays games of two sides without chance. The table of positions is kept from move to move.

    >>> import banmen
    >>> position = banmen.game("qubism", cubes=1).start()
    >>> AlphaBeta().think(position, Budget(nodes=300_000)).moves[0]  # White wins by force
    MoveValue(move=Move(text='c2', source=None, target='c2'), chance=1.0, visits=0, exact=True)
    """

    def __init__(self, *, memory: int = 64) -> None:
        if isinstance(memory, bool) or not isinstance(memory, int) or not 1 <= memory <= 2**20:
            raise EngineError(f"the memory must be a whole number of MiB from 1, not {shown(memory)}")
        self.memory = memory
        self._room: Room | None = None

    def think(self, position: Position, budget: Budget, progress: Callable[[Thought], None] | None = None) -> Thought:
        """Think about a position and return its moves, the best first; those after the best are in no certain order."""
        refuse_unless_a_move_is_due(position)
        room, clock = self._room_for(position), budget.clock()
        scores = dict.fromkeys(position.legal_codes(), 0)
        order = list(scores)
        with room.stopped_by(clock):
            for depth in range(1, PLIES - 1):
                found = room.search(position, depth, -WIN, WIN)
                if found is None:
                    break
                order.remove(found[1])
                order.insert(0, found[1])
                scores[found[1]] = found[0]
                if progress:
                    progress(_thought(position, order, scores, room.nodes, clock))
                if abs(found[0]) > SURE:
                    break
        return _thought(position, order, scores, room.nodes, clock)

    def wins_within(self, position: Position, plies: int, budget: Budget) -> bool | None:
        """Tell whether the side to act forces a win within so many plies; None if the budget did not suffice to know."""
        refuse_unless_a_move_is_due(position)
        if isinstance(plies, bool) or not isinstance(plies, int) or not 1 <= plies <= PLIES - 2:
            raise EngineError(f"the number of plies must be from 1 to {PLIES - 2}, not {shown(plies)}")
        room, clock = self._room_for(position), budget.clock()
        with room.stopped_by(clock):
            for depth in range(1, plies + 1):
                needed = WIN - depth  # the score of a win that takes so many plies
                found = room.search(position, depth, needed - 1, needed)
                if found is None or found[0] >= needed:
                    return None if found is None else True
        return False

    def _room_for(self, position: Position) -> Room:
        if self._room is None or self._room.game != position.game:
            self._room = Room(position.game, self.memory * MEBIBYTE)
        return self._room


class Room:
    """The arrays that a search works in, for one game."""

    def __init__(self, game: Game, memory: int) -> None:
        import numpy

        if "p" in game.options:
            raise EngineError(f"alpha-beta search plays games without chance; {game.name} has throws")
        words, most = game.rules.WORDS, game.rules.MOST

        def room(*shape: int) -> Any:
            return numpy.zeros(shape, numpy.int64)

        self.game = game
        self.control, self.history = room(3), room(HISTORY)
        self.stack, self.moves, self.frame = room(PLIES, words), room(PLIES, most), room(PLIES, FRAME)
        self.table = room(max(1024, memory // (8 * (words + 1))), words + 1)
        self._kernels: Any = game.compiled(kernels)

    @property
    def nodes(self) -> int:
        """How many nodes the search has looked at."""
        return int(self.control[NODES])

    def search(self, position: Position, depth: int, alpha: int, beta: int) -> tuple[int, int] | None:
        """Return the score and the best move of a search to a depth; None if it was stopped."""
        import numpy

        past = numpy.zeros((len(position.past) + PLIES + 1, self.game.rules.WORDS), numpy.int64)
        if position.past:
            past[: len(position.past)] = position.past
        score = self._kernels.search(
            position.state,
            depth,
            alpha,
            beta,
            self.stack,
            self.moves,
            self.frame,
            self.table,
            self.history,
            past,
            len(position.past),
            self.control,
        )
        return None if self.control[STOP] else (int(score), int(self.frame[0, CHOICE]))

    @contextmanager
    def stopped_by(self, clock: Clock) -> Iterator[None]:
        """Watch the clock while a search runs, and tell the search when the budget is used up."""
        self.control[:] = 0
        self.control[LIMIT] = NO_LIMIT if clock.budget.nodes is None else clock.budget.nodes
        self.history >>= 3  # what was good some moves ago counts less
        finished = threading.Event()

        def watch() -> None:
            while not finished.wait(LOOK_SECONDS):
                if clock.over:
                    self.control[STOP] = 1

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            finished.set()
            watcher.join()


def _thought(position: Position, order: list[int], scores: dict[int, int], nodes: int, clock: Clock) -> Thought:
    """Return the moves in their order; only the first one's score is known."""
    best, *others = order
    first = MoveValue(_move(position, best), chance_of(scores[best]), 0, exact=abs(scores[best]) > SURE)
    rest = tuple(MoveValue(_move(position, code), 0.0, 0) for code in others)
    return Thought(position, (first, *rest), nodes, clock.seconds)


def _move(position: Position, code: int) -> Move:
    return position.game.write_move(code)


def chance_of(score: int) -> float:
    """Turn a score into a chance of winning."""
    if abs(score) > SURE:
        return 1.0 if score > 0 else 0.0
    return float(1 / (1 + 10 ** (-score / EVEN)))
