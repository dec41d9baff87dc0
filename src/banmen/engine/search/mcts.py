"""Monte Carlo tree search: an engine for every game, the better the longer it may think."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from banmen.core import sticks
from banmen.core.errors import quote_value, require_whole_number
from banmen.core.game import Game, Position
from banmen.core.messages import Catalogue
from banmen.engine.interface import Budget, Clock, EngineError, MoveValue, SearchResult, check_thinkable, convert_memory
from banmen.engine.search import mcts_kernels as kernels
from banmen.engine.search.mcts_kernels import DEEPEST, FIELDS, FIRST, LEVELS, MOST_VISITS, MOVE, NUMBER, PROOF, SCORE, VISITS
from banmen.engine.settings_repr import SettingsRepr
from banmen.kernels.contract import CHANCE, State
from banmen.kernels.playout import PAST
from banmen.kernels.prng import stream

messages = Catalogue(__name__)

MOST_THREADS = 256
# Beats 0.7 in 58 % of 600 games of Kuniumi at 2,000 simulations a move (0.3 does in 53 %, 1.0 in 43 %, 1.4 in 36 % of at least
# 400 games); in the games with sticks 0.4 to 1.4 make no difference that some hundred games show.
EXPLORATION = 0.5
CHUNK_SECONDS = 0.005  # how long the kernels run without looking at the clock
FIRST_CHUNK = 200  # moves: some microseconds compiled, some milliseconds in the interpreter
REPORT_SECONDS = 0.2  # how often progress is reported
COPIED = 100_000  # rows that are copied without looking whether to stop
REMEMBERED = PAST // 2  # positions before the root, at most; random play gives up at twice as many without a fresh one
FORESEEN = 10  # visits that make a move a part of the line of play


class Mcts(SettingsRepr):
    """An engine that samples games. It keeps its tree from move to move as long as the game goes on from it.

    The same seed and number of simulations give the same answer on one thread. With several, each has a tree of its own.
    `memory` is in MiB and holds for everything that one engine keeps.

    >>> import banmen
    >>> position = banmen.game("qubism", cubes=1).position("2B2/5/2W2/5/1>3 0 w")
    >>> Mcts(seed=1).think(position, Budget(nodes=5000)).best.text
    'c4'
    """

    name = "mcts"

    def __init__(self, *, seed: int = 0, threads: int = 1, memory: int = 256, exploration: float = EXPLORATION) -> None:
        require_whole_number(messages("setting.threads"), threads, 1, MOST_THREADS, EngineError)
        require_whole_number(messages("setting.seed"), seed, 0, 2**62 - 1, EngineError)
        if isinstance(exploration, bool) or not isinstance(exploration, int | float) or not 0 < exploration <= 100:
            raise EngineError(messages("mcts.bad_exploration", value=quote_value(exploration)))
        self.seed, self.threads, self.exploration = seed, threads, float(exploration)
        self.memory, self._bytes = memory, convert_memory(memory)
        self._trees: list[Tree] = []

    def think(self, position: Position, budget: Budget, progress: Callable[[SearchResult], None] | None = None) -> SearchResult:
        """Search a position and return the result; `progress` is called now and then meanwhile."""
        check_thinkable(position, budget, progress)
        self._make_room(position.game)
        clock = budget.clock()
        self._take_up(position, budget.stop)
        reported = 0.0
        for _ in self._grow_in_chunks(clock):
            if progress and clock.seconds - reported > REPORT_SECONDS:
                reported = clock.seconds
                progress(self._make_result(position, clock))
        return self._make_result(position, clock)

    def _grow_in_chunks(self, clock: Clock) -> Iterator[None]:
        """Let the trees grow a little at a time until the budget is used up or nothing is left to find out."""
        work = FIRST_CHUNK
        with ThreadPoolExecutor(self.threads) as pool:
            in_turn = map if self.threads == 1 else pool.map
            while not clock.over and not any(tree.finished for tree in self._trees):
                began = clock.seconds
                total = clock.nodes_left(work * self.threads)
                shares = [total // self.threads + (number < total % self.threads) for number in range(self.threads)]
                clock.nodes += sum(in_turn(self._grow_tree, self._trees, shares, [work] * self.threads))
                if clock.seconds - began < CHUNK_SECONDS / 2:
                    work *= 2
                elif clock.seconds - began > CHUNK_SECONDS:
                    work = max(FIRST_CHUNK, work // 2)
                yield

    def _grow_tree(self, tree: Tree, simulations: int, work: int) -> int:
        return tree.grow(simulations, work, self.exploration)

    def _make_room(self, game: Game) -> None:
        """Have the arrays for a game, those for another one being given up first."""
        if not self._trees or self._trees[0].game != game:
            self._trees = []
            share = self._bytes // self.threads
            for number in range(self.threads):
                self._trees.append(Tree(game, share, stream(self.seed, number)))

    def _take_up(self, position: Position, stop: threading.Event) -> None:
        """Reuse the trees of the previous move if they contain this position; otherwise create new ones."""
        if not all(tree.follow(position, stop) for tree in self._trees):
            for tree in self._trees:
                tree.plant(position)

    def _make_result(self, position: Position, clock: Clock) -> SearchResult:
        """Put together what the trees know."""
        seat = position.game.rules.turn(position.state)
        found = [tree.root_moves() for tree in self._trees]
        sums = {code: _sum_counts([moves.get(code, (0, 0, 0)) for moves in found]) for code in position.legal_codes()}
        visits, score = (sum(each[column] for each in sums.values()) for column in range(2))
        mean = score / (2 * visits) if visits else 0.5
        codes = sorted(sums, key=lambda code: _worth(*sums[code], seat), reverse=True)
        values = tuple(
            MoveValue(position.game.write_move(code), _chance(*sums[code], seat, mean), sums[code][0], exact=sums[code][2] > 0)
            for code in codes
        )
        surest = max(self._trees, key=lambda tree: tree.root_moves().get(codes[0], (0, 0, 0)))
        line = tuple(position.game.write_move(code) for code in (codes[0], *surest.line(codes[0])))
        return SearchResult(position, values, clock.nodes, clock.seconds, line, max(tree.deepest for tree in self._trees))


MoveCounts = tuple[int, int, int]  # visits, score and proof of a move


def _sum_counts(counts: list[MoveCounts]) -> MoveCounts:
    """Add up what several trees say of one move; what one of them has proven holds."""
    return sum(each[0] for each in counts), sum(each[1] for each in counts), max(each[2] for each in counts)


def _chance(visits: int, score: int, proof: int, seat: int, mean: float) -> float:
    """Return a seat's chance after a move; a move that was never tried is taken to be like the others."""
    if proof:
        return 0.5 if proof == 1 else float(proof - 1 >> seat & 1)
    return score / (2 * visits) if visits else mean


def _worth(visits: int, _score: int, proof: int, seat: int) -> tuple[int, int]:
    """Return what moves are sorted by: proven wins first, proven losses last, between them by visits."""
    won = proof > 0 and proof - 1 >> seat & 1
    return (2 if won else 0 if proof > 1 else 1), visits


class Tree:
    """One tree in an array of its own, and the buffers of its kernels."""

    def __init__(self, game: Game, memory: int, random: int) -> None:
        import numpy

        words, most = game.rules.WORDS, game.rules.MOST

        def allocate(*shape: int) -> Any:
            return numpy.zeros(shape, numpy.int64)

        self.game, self._first_random = game, random
        self._out, self._path, self._past = (
            allocate(most),
            allocate(DEEPEST + 1, 3),
            allocate(REMEMBERED + PAST + DEEPEST + 2, words),
        )
        self._history, self._stack, self._way = (
            allocate(REMEMBERED, words),
            allocate(LEVELS + 1, words),
            allocate(LEVELS + 1, 4),
        )
        # Half of the rest is for the copy made when the tree is reused from a later position.
        rows = (memory - sum(array.nbytes for array in self._buffers)) // (2 * 4 * FIELDS)
        if rows < 2 * most:
            raise EngineError(messages("mcts.too_little_memory"))
        self.rows, self._spare = (numpy.empty((min(rows, 2**31 - 1), FIELDS), numpy.int32) for _ in range(2))
        self._kernels: Any = game.compiled(kernels)
        self.plant(Position(game, game.first_state()))
        self._compile()

    @property
    def _buffers(self) -> tuple[Any, ...]:
        return self._out, self._path, self._past, self._history, self._stack, self._way

    @property
    def nbytes(self) -> int:
        """How much memory the tree takes, grown or not."""
        return sum(int(array.nbytes) for array in (self.rows, self._spare, *self._buffers))

    def _compile(self) -> None:
        """Call each kernel with nothing to do: compiling must not use up time to think."""
        self.grow(0, 0, 1.0)
        self._find(self.state)
        self._kernels.copy_subtree(self.rows, self._spare, 0, 0, 0)

    def plant(self, position: Position) -> None:
        """Begin a new tree with a position as its root."""
        self.random = self._first_random
        self._kernels.write_node(self.rows, 0, position.state, 0)
        self.used = 1
        self._set_root(position)

    def _set_root(self, position: Position) -> None:
        self.state: State = position.state
        self.past = position.past[-REMEMBERED:]
        self.deepest = 0
        if self.past:
            self._history[: len(self.past)] = self.past

    def grow(self, simulations: int, work: int, exploration: float) -> int:
        """Make some simulations, fewer if they are too much work, and return how many."""
        odds = sticks.compute_odds(self.game.p)
        room = (self._history, self._out, self._past, self._path)
        self.used, self.random, made, plies = self._kernels.grow(
            self.rows, self.used, self.state, self.random, simulations, work, odds, exploration, len(self.past), room
        )
        self.deepest = max(self.deepest, int(plies))
        return int(made)

    def follow(self, position: Position, stop: threading.Event) -> bool:
        """Continue from a later position of the same game, if it is in the tree; return whether it is."""
        begun, past = len(self.past), position.past[-REMEMBERED:]
        self._past[:begun] = self._history[:begun]
        if past:
            self._history[: len(past)] = past
        row = self._find(position.state, begun, len(past))
        if row < 0 or (row > 0 and not self._transplant(row, stop)):
            return False
        self._set_root(position)
        return True

    def _find(self, state: State, begun: int = 0, wanted: int = 0) -> int:
        before = self._history[:wanted]
        room = (self._past, begun, self._stack, self._way)
        return int(self._kernels.find_node(self.rows, self.state, state, before, *room))

    def _transplant(self, root: int, stop: threading.Event) -> bool:
        """Make a node the root and discard everything not below it; return whether there was time to do so."""
        self._spare[0] = self.rows[root]
        row, used = 0, 1
        while row < used:
            if stop.is_set():
                return False
            row, used = self._kernels.copy_subtree(self.rows, self._spare, row, used, COPIED)
        self.rows, self._spare, self.used = self._spare, self.rows, int(used)
        return True

    @property
    def finished(self) -> bool:
        """Whether more simulations would be pointless: the root is proven, or its counters are full."""
        return bool(self.rows[0, PROOF] > 0 or self.rows[0, VISITS] >= MOST_VISITS)

    def root_moves(self) -> dict[int, MoveCounts]:
        """Return how often each move was tried, twice the games won plus those drawn, and what is proven of it."""
        children = self.rows[self._list_children(0)]
        return {int(row[MOVE]): (int(row[VISITS]), int(row[SCORE]), int(row[PROOF])) for row in children}

    def _list_children(self, row: int) -> slice:
        first, number = int(self.rows[row, FIRST]), int(self.rows[row, NUMBER])
        return slice(first, first + number)

    def line(self, code: int) -> list[int]:
        """Return the expected continuation after a move of the root, as far as it was searched: up to the next throw."""
        rules, state, row = self.game.plain, self.state, 0
        line: list[int] = []
        while True:
            children = self._list_children(row)
            row = next((child for child in range(children.start, children.stop) if self.rows[child, MOVE] == code), 0)
            if not row or self.rows[row, FIRST] == 0:
                return line
            state = rules.apply(state, code)
            seat, children = rules.turn(state), self._list_children(row)
            best = max(self.rows[children].tolist(), key=lambda each: _worth(each[VISITS], 0, each[PROOF], seat))
            if rules.kind(state) == CHANCE or (best[VISITS] < FORESEEN and not best[PROOF]):
                return line
            code = best[MOVE]
            line.append(code)
