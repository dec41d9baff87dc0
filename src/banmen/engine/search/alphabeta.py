"""Alpha-beta search: the engine for Kuniumi and Qubism."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from banmen.core.game import Game, Position
from banmen.core.messages import Catalogue
from banmen.core.move import Move
from banmen.engine.interface import (
    MEBIBYTE,
    Budget,
    Clock,
    EngineError,
    MoveValue,
    SearchResult,
    check_thinkable,
    convert_memory,
    refuse_chance,
)
from banmen.engine.search import alphabeta_kernels as kernels
from banmen.engine.search.alphabeta_kernels import (
    AGE,
    BEST,
    CHOICE,
    FLOOR,
    FOLDED,
    FRAME,
    GUESSED,
    HISTORY,
    INDEX,
    LENGTH,
    PLIES,
)
from banmen.engine.search.proof import Proof, find_proof
from banmen.engine.search.search_control import SearchControl
from banmen.engine.search.transposition_table import AGES, EXACT, LOWER, SURE, WIN
from banmen.engine.settings_repr import SettingsRepr
from banmen.engine.stop_flag import LIMIT, NO_LIMIT, NODES, enforce_budget

messages = Catalogue(__name__)

TEN_TO_ONE = 400  # an advantage that makes ten wins to one loss likely
SEATS = 2
RESISTANCE = 6  # how deep to search for the best resistance when the game is known to be lost
AMPLE = 100_000  # number of nodes from which a proof search ahead of the search is cheap


@dataclass(frozen=True)
class ScoredLine:
    """What a search found out about one position."""

    score: int  # seen by the side to act
    guessed: bool  # not all of it was seen to the end
    line: tuple[int, ...] = ()  # codes of moves

    @property
    def exact(self) -> bool:
        """Whether nothing can change what was found."""
        return abs(self.score) > SURE or not self.guessed


UNKNOWN = ScoredLine(0, guessed=True)


class AlphaBeta(SettingsRepr):
    """An engine that looks at every move and every answer, one ply deeper each time.

    It plays games of two sides without chance. The table of positions is kept from move to move. With `every` each move gets
    its own true value, which takes longer; otherwise only the best move does, and the others the most that they can be worth.

    >>> import banmen
    >>> position = banmen.game("qubism", cubes=1).start()
    >>> AlphaBeta().think(position, Budget(nodes=300_000)).moves[0]  # White wins by force
    MoveValue(move=Move('c2'), chance=1.0, visits=0, exact=True)
    """

    name = "alphabeta"

    def __init__(self, *, memory: int = 64, every: bool = False) -> None:
        self.memory, self.every = memory, every
        self._bytes = convert_memory(memory)
        # A quarter is for proofs, but less than a MiB would not do for them, nor would what is left of one for the search.
        self._for_proofs = 0 if memory == 1 else max(MEBIBYTE, self._bytes // 4)
        self._buffers: AlphaBetaBuffers | None = None

    def think(self, position: Position, budget: Budget, progress: Callable[[SearchResult], None] | None = None) -> SearchResult:
        """Think about a position and return its moves, the best first; the first ply is looked at whatever the budget."""
        check_thinkable(position, budget, progress)
        buffers, clock = self._buffers_for(position), budget.clock()
        buffers.begin(position)
        root = RootMoves(position, buffers, clock)
        deepen = root.value_all if self.every else root.find_best
        deepen(1)
        if self._for_proofs and (budget.nodes is None or budget.nodes >= AMPLE):
            root.adopt(find_proof(position, budget.share(1 / 8), self._for_proofs))
        with enforce_budget(clock, buffers.control):
            for depth in range(2, PLIES - 1):
                if progress:
                    progress(root.result())
                if root.finished or not deepen(depth):
                    break
        return root.result()

    def compare(self, position: Position, move: Move, budget: Budget) -> SearchResult:
        """Think about the best move and a given one, both to the same depth; the others get the most that they can be worth.

        That takes a small part of the time in which every move gets its own value, so both are seen from further ahead.
        """
        check_thinkable(position, budget, None)
        buffers, clock = self._buffers_for(position), budget.clock()
        buffers.begin(position)
        root = RootMoves(position, buffers, clock)
        root.value_all(1)
        root.every = False
        if self._for_proofs and (budget.nodes is None or budget.nodes >= AMPLE):
            root.adopt(find_proof(position, budget.share(1 / 8), self._for_proofs))
        with enforce_budget(clock, buffers.control):
            for depth in range(2, PLIES - 1):
                if not root.compare(move.code, depth):
                    break
        return root.result()

    def _buffers_for(self, position: Position) -> AlphaBetaBuffers:
        if self._buffers is None or self._buffers.game != position.game:
            self._buffers = None  # the memory that another game took is free then
            self._buffers = AlphaBetaBuffers(position.game, self._bytes - self._for_proofs)
        return self._buffers


class RootMoves:
    """What is known about the moves of a position while a search goes deeper."""

    def __init__(self, position: Position, buffers: AlphaBetaBuffers, clock: Clock) -> None:
        self.position, self.buffers, self.clock = position, buffers, clock
        self.depth = 0
        self.found = dict.fromkeys(position.legal_codes(), UNKNOWN)
        self.order = list(self.found)  # the best first
        self.every = self.lost = False

    @property
    def finished(self) -> bool:
        """Whether a deeper search would find nothing new."""
        if self.lost:
            return self.depth >= RESISTANCE
        known = self.found.values() if self.every else [self.found[self.order[0]]]
        return all(found.exact for found in known)

    def adopt(self, proof: Proof) -> None:
        """Adopt the results of a proof search."""
        self.buffers.control[NODES] += proof.nodes
        self.lost = proof.lost
        if proof.line:
            self.order.remove(proof.line[0])
            self.order.insert(0, proof.line[0])
            self.depth = max(self.depth, len(proof.line))
            self.found[proof.line[0]] = ScoredLine(WIN - len(proof.line), guessed=False, line=proof.line)

    def find_best(self, depth: int) -> bool:
        """Search for the best move to a depth; return whether the search was completed."""
        found = self.buffers.search(self.position, depth)
        if found is not None and found.line:
            values = self.buffers.list_root_values()
            for code in self.order:  # a move that was not better may be as good as the best one at most
                self.found[code] = ScoredLine(min(found.score, values.get(code, found.score)), guessed=True)
            best = found.line[0]
            self.found[best] = found
            others = sorted((code for code in self.order if code != best), key=lambda code: -self.found[code].score)
            self.order = [best, *others]
        if not self.buffers.stopped:
            self.depth = depth
        return not self.buffers.stopped

    def compare(self, code: int, depth: int) -> bool:
        """Evaluate the best move and another one to a depth; return whether a deeper search is useful.

        What it had not ended with is left out.
        """
        before = (self.found.copy(), self.order.copy(), self.depth)
        if not self.found[self.order[0]].exact and not self.find_best(depth):
            self.found, self.order, self.depth = before
            return False
        best = self.order[0]
        if code != best:
            self.found[code] = before[0][code]  # a bound says too little of it
            one = self._value_move(code, depth)
            if one is None:
                self.found, self.order, self.depth = before
                return False
            self.found[code] = one
            if one.score > self.found[best].score:  # seen by itself it is better than it was within the whole
                self.order.remove(code)
                self.order.insert(0, code)
        self.depth = max(self.depth, depth)
        done = (self.found[self.order[0]].exact and self.found[code].exact) or (self.lost and depth >= RESISTANCE)
        return not done

    def value_all(self, depth: int) -> bool:
        """Evaluate every move to a depth; return whether the search was completed. Unfinished moves are left out."""
        self.every = True
        found = {}
        for code in self.order:
            one = self._value_move(code, depth)
            if one is None:
                return False
            found[code] = one
        self.found, self.depth = found, depth
        self.order.sort(key=lambda code: -found[code].score)  # those of the same value stay as they are
        return True

    def _value_move(self, code: int, depth: int) -> ScoredLine | None:
        """Return the value of a move for its player; None if the search was stopped."""
        old = self.found[code]
        if old.exact:
            return old
        after = self.position.after(code)
        if after.over:
            return ScoredLine(
                score_of_result(after, self.position), guessed=bool(after.past) and not after.winner, line=(code,)
            )
        below = self.buffers.search(after, depth - 1)
        if below is None or self.buffers.stopped:
            return None
        score = below.score - 1 if below.score > SURE else below.score + 1 if below.score < -SURE else below.score
        return ScoredLine(-score if after.turn != self.position.turn else score, below.guessed, (code, *below.line))

    def result(self) -> SearchResult:
        """Return what is known."""
        write = self.position.game.write_move
        moves = tuple(
            MoveValue(write(code), score_to_chance(self.found[code].score), exact=self.found[code].exact) for code in self.order
        )
        if self.lost:
            moves = tuple(MoveValue(value.move, 0.0, exact=True) for value in moves)
        line = self.buffers.extend_line(self.position, self.found[self.order[0]].line or (self.order[0],), self.depth)
        return SearchResult(self.position, moves, self.buffers.nodes, self.clock.seconds, tuple(map(write, line)), self.depth)


class AlphaBetaBuffers(SearchControl):
    """The arrays that a search works in, for one game."""

    def __init__(self, game: Game, memory: int) -> None:
        import numpy

        refuse_chance(game)
        if len(game.teams) != 2:
            raise EngineError(messages("player.alphabeta_two_sides", game=game.name, number=len(game.teams)))
        words, most = game.rules.WORDS, game.rules.MOST

        def allocate(*shape: int) -> Any:
            return numpy.zeros(shape, numpy.int64)

        self.game = game
        self.control, self.history, self.values = allocate(5), allocate(SEATS, HISTORY), allocate(most)
        self.stack, self.moves, self.frame = allocate(PLIES, words), allocate(PLIES, most), allocate(PLIES, FRAME)
        self.killers, self.line = allocate(PLIES, 2), allocate(PLIES, PLIES)
        arrays = (self.control, self.history, self.values, self.stack, self.moves, self.frame, self.killers, self.line)
        self.table = allocate((memory - sum(array.nbytes for array in arrays)) // (8 * (words + 1)) & ~1, words + 1)
        self._kernels: Any = game.compiled(kernels)
        self._kernels.lookup_entry(self.table, game.first_state(), 0)  # compiling it must not use up time to think
        self._barred: set[Any] = set()

    def begin(self, position: Position) -> None:
        """Make ready for thinking about a position."""
        age = (self.control[AGE] + 1) % AGES
        self.control[:] = 0
        self.control[AGE], self.control[LIMIT] = age, NO_LIMIT
        self.history >>= 3  # what was good some moves ago counts less
        self.killers[:] = -1
        barred = {state for state in position.past if position.past.count(state) > 1}
        if barred != self._barred:  # these would end the game now, so what was found before may be wrong
            self.table[:] = 0
            self._barred = barred
        self.control[FOLDED] = not self._barred  # what has occurred need not have occurred to an image

    def search(self, position: Position, depth: int) -> ScoredLine | None:
        """Return the result of a search to a depth, or its result so far if it was stopped; None if there is none."""
        import numpy

        past = numpy.zeros((len(position.past) + PLIES + 1, self.game.rules.WORDS), numpy.int64)
        if position.past:
            past[: len(position.past)] = position.past
        arrays = (self.stack, self.moves, self.frame, self.killers, self.line, self.values, self.table, self.history)
        self.frame[0, INDEX] = 0
        self._kernels.search(position.state, depth, -WIN, WIN, *arrays, past, len(position.past), self.control)
        top = self.frame[0]
        if self.stopped and top[BEST] <= top[FLOOR]:
            return None
        line = tuple(map(int, self.line[0, : top[LENGTH]])) or ((int(top[CHOICE]),) if top[CHOICE] >= 0 else ())
        return ScoredLine(int(top[BEST]), bool(top[GUESSED]) or self.stopped, line)

    def list_root_values(self) -> dict[int, int]:
        """Return the scores of the moves that the last search has tried at its root."""
        tried = max(0, int(self.frame[0, INDEX]) - (1 if self.stopped else 0))
        return {int(self.moves[0, index]): int(self.values[index]) for index in range(tried)}

    def extend_line(self, position: Position, line: tuple[int, ...], depth: int) -> tuple[int, ...]:
        """Extend a line of play from the transposition table, up to a number of plies."""
        for code in line:
            position = position.after(code)
        while len(line) < depth and not position.over:
            entry, code = map(int, self._kernels.lookup_entry(self.table, position.state, int(self.control[FOLDED])))
            if entry >> 7 & 3 not in (EXACT, LOWER) or code not in position.legal_codes():
                break
            line, position = (*line, code), position.after(code)
        return line


def score_of_result(after: Position, before: Position) -> int:
    """Return the score of a finished game for the player who made the last move."""
    if not after.winner:
        return 0
    return WIN - 1 if before.turn in after.winner else 1 - WIN


def score_to_chance(score: int) -> float:
    """Turn a score into a chance of winning."""
    if abs(score) > SURE:
        return 1.0 if score > 0 else 0.0
    return float(1 / (1 + 10 ** (-max(-100 * TEN_TO_ONE, score) / TEN_TO_ONE)))  # smaller powers would be too large a number
