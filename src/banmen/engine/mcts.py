"""Monte Carlo tree search: an engine for every game, the better the longer it may think."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from banmen.core import sticks
from banmen.core.contract import State
from banmen.core.errors import shown
from banmen.core.game import Game, Position
from banmen.core.playout import PAST
from banmen.core.randoms import stream
from banmen.engine import tree as kernels
from banmen.engine.thought import Budget, Clock, EngineError, MoveValue, Thought, refuse_unless_a_move_is_due
from banmen.engine.tree import DEEPEST, FIELDS, FIRST, MOVE, NUMBER, PROOF, SCORE, VISITS

MEBIBYTE = 2**20
CHUNK_SECONDS = 0.01  # how long the kernels run without looking at the clock


class Mcts:
    """An engine that samples games. It keeps its tree from move to move as long as the game goes on from it.

    The same seed and number of simulations give the same answer on one thread.

    >>> import banmen
    >>> position = banmen.game("qubism", cubes=1).position("2B2/5/2W2/5/1>3 0 w")
    >>> Mcts(seed=1).think(position, Budget(nodes=5000)).best.text
    'c4'
    """

    def __init__(self, *, seed: int = 0, threads: int = 1, memory: int = 256, exploration: float = 0.7) -> None:
        if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= 256:
            raise EngineError(f"the number of threads must be from 1 to 256, not {shown(threads)}")
        if isinstance(memory, bool) or not isinstance(memory, int) or not 1 <= memory <= 2**20:
            raise EngineError(f"the memory must be a whole number of MiB from 1, not {shown(memory)}")
        self.seed, self.threads, self.memory, self.exploration = seed, threads, memory, exploration
        self._trees: list[Tree] = []

    def think(self, position: Position, budget: Budget, progress: Callable[[Thought], None] | None = None) -> Thought:
        """Think about a position and return what was found; `progress` is told now and then while it thinks."""
        refuse_unless_a_move_is_due(position)
        self._take_up(position)
        clock = budget.clock()
        with ThreadPoolExecutor(self.threads) as pool:
            chunk, told = 64, 0.0
            while not clock.over and not any(tree.proof for tree in self._trees):
                began = clock.seconds
                share = max(1, clock.share(chunk * self.threads) // self.threads)
                list(pool.map(partial(Tree.grow, simulations=share, exploration=self.exploration), self._trees))
                clock.nodes += share * self.threads
                if clock.seconds - began < CHUNK_SECONDS / 2:
                    chunk *= 2
                elif clock.seconds - began > CHUNK_SECONDS * 2:
                    chunk = max(1, chunk // 2)
                if progress and clock.seconds - told > 0.2:
                    told = clock.seconds
                    progress(self._thought(position, clock))
        return self._thought(position, clock)

    def _take_up(self, position: Position) -> None:
        """Go on from the trees of the move before where they lead to this position; else plant new ones."""
        if not self._trees or not all(tree.follow(position) for tree in self._trees):
            share = self.memory * MEBIBYTE // self.threads
            self._trees = [Tree(position, share, stream(self.seed, number)) for number in range(self.threads)]

    def _thought(self, position: Position, clock: Clock) -> Thought:
        seat = position.game.rules.turn(position.state)
        values = []
        for code in position.legal_codes():
            visits = sum(tree.visits(code) for tree in self._trees)
            score = sum(tree.score(code) for tree in self._trees)
            proof = max(tree.proof_of(code) for tree in self._trees)
            chance = score / (2 * visits) if visits else 0.0
            if proof:
                chance = 0.5 if proof == 1 else float(proof - 1 >> seat & 1)
            values.append(MoveValue(position.game.write_move(code), chance, visits, exact=proof > 0))
        values.sort(key=_worth, reverse=True)
        return Thought(position, tuple(values), clock.nodes, clock.seconds)


def _worth(value: MoveValue) -> tuple[bool, bool, int]:
    """Return what moves are sorted by: proven wins first, proven losses last, between them by visits."""
    return value.exact and value.chance == 1, not value.exact or value.chance > 0, value.visits


class Tree:
    """One tree in an array of its own, and the room that its kernels work in."""

    def __init__(self, position: Position, memory: int, random: int) -> None:
        import numpy

        game = position.game
        self.game: Game = game
        self.words: int = game.rules.WORDS
        # Half of the memory is for the copy that is made when the tree goes on from a later position.
        rows = memory // (2 * 8 * (self.words + FIELDS))
        if rows < 2 * game.rules.MOST:
            raise EngineError("the memory is too small for this game")
        self.rows, self._spare = (numpy.empty((rows, self.words + FIELDS), numpy.int64) for _ in range(2))
        self.random = random
        self._out = numpy.zeros(game.rules.MOST, numpy.int64)
        self._path = numpy.zeros((DEEPEST + 1, 3), numpy.int64)
        self._past = numpy.zeros((PAST + DEEPEST + 2, self.words), numpy.int64)
        self._kernels: Any = game.compiled(kernels)
        self._plant(position)

    def _plant(self, position: Position) -> None:
        self.state: State = position.state
        self.past = position.past
        self._kernels.plant(self.rows, 0, position.state, 0)
        self.used = 1

    def grow(self, simulations: int, exploration: float) -> None:
        """Make some simulations."""
        import numpy

        history = numpy.array(self.past or [self.state], numpy.int64)
        odds = sticks.odds(self.game.p)
        room = (self._out, self._past, self._path)
        self.used, self.random = self._kernels.grow(
            self.rows, self.used, self.state, self.random, simulations, odds, exploration, history, len(self.past), *room
        )

    def follow(self, position: Position) -> bool:
        """Go on from a later position of the same game, if it lies in the tree; tell whether it does."""
        if position.game != self.game:
            return False
        row = self._find(position.state)
        if row < 0:
            return False
        if row > 0:
            self.used = int(self._kernels.transplanted(self.rows, row, self.words, self._spare))
            self.rows, self._spare = self._spare, self.rows
        self.state, self.past = position.state, position.past
        return True

    def _find(self, state: State) -> int:
        """Return the row of a state that lies at most a few moves and throws below the root; -1 if there is none."""
        level = [0]
        for _ in range(2 * len(self.game.players) + 1):
            for row in level:
                if tuple(int(word) for word in self.rows[row, : self.words]) == state:
                    return row
            level = [child for row in level for child in self._children(row) if self.rows[child, self.words + VISITS]]
        return -1

    def _children(self, row: int) -> range:
        first, number = (int(self.rows[row, self.words + column]) for column in (FIRST, NUMBER))
        return range(first, first + number) if first else range(0)

    def _child(self, code: int) -> int:
        return next((child for child in self._children(0) if self.rows[child, self.words + MOVE] == code), 0)

    @property
    def proof(self) -> int:
        """One more than the winners' mask if the root is proven, else 0."""
        return int(self.rows[0, self.words + PROOF])

    def proof_of(self, code: int) -> int:
        """Return the same of a move of the root."""
        return int(self.rows[child, self.words + PROOF]) if (child := self._child(code)) else 0

    def visits(self, code: int) -> int:
        """Return how many simulations began with a move."""
        return int(self.rows[child, self.words + VISITS]) if (child := self._child(code)) else 0

    def score(self, code: int) -> int:
        """Return twice the games won after a move, plus those drawn."""
        return int(self.rows[child, self.words + SCORE]) if (child := self._child(code)) else 0
