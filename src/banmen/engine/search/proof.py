"""Proofs that a side wins by force: `wins_within`, `shortest_win`, and `prove_result` for games played to their end."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from banmen.core.errors import require_whole_number
from banmen.core.game import Position
from banmen.core.messages import Catalogue
from banmen.core.move import Move
from banmen.engine.interface import Budget, EngineError, convert_memory, refuse_unless_a_move_is_due
from banmen.engine.search import proof_kernels as kernels
from banmen.engine.search.proof_kernels import FRAME, LAST, YES
from banmen.engine.search.search_control import SearchControl
from banmen.engine.stop_flag import LIMIT, NO_LIMIT, NODES, STOP, enforce_budget

messages = Catalogue(__name__)

MOST_PLIES = 100
NEAR = 9  # a longer search first looks for wins within this many plies
ENDING = 18  # when the game lasts so many plies at most, it is searched to its end
HISTORY = 1 << 15  # codes of moves are smaller
MOST_THREADS = 256
SMALL = 1 << 20  # bytes, enough for a search without a table of its own
PREFERENCE = 1000  # of a companion about a move, at most, as `prove_win` counts how often moves settled nodes


@dataclass(frozen=True)
class ForcedWin:
    """A win that nothing can prevent.

    >>> import banmen
    >>> position = banmen.game("qubism", cubes=1).start()
    >>> win = shortest_win(position, 11, Budget(nodes=3_000_000))
    >>> win.plies, [str(move) for move in win.moves]
    (11, ['c2', 'd2v', 'e2v'])
    """

    plies: int  # how long the other side can hold out at most
    moves: tuple[Move, ...]  # all first moves that win within so many plies
    line: tuple[Move, ...]  # how it may go, both sides playing their best


def wins_within(position: Position, plies: int, budget: Budget, *, memory: int = 64) -> bool | None:
    """Return whether the side to act forces a win within so many plies; None if the budget did not suffice to know.

    The memory is given in MiB. Where a repetition loses, wins that rest on one to come are not looked for.
    """
    search, clock = ProofSearch(position, plies, convert_memory(memory)), budget.clock()
    with enforce_budget(clock, search.control):
        found = search.shortest(plies)
    return None if search.stopped else found is not None


def shortest_win(position: Position, most_plies: int, budget: Budget, *, memory: int = 64) -> ForcedWin | None:
    """Return the quickest forced win of the side to act, if there is one within so many plies.

    None means that there is none or that the budget did not suffice to find it; `wins_within` tells which.
    """
    search, clock = ProofSearch(position, most_plies, convert_memory(memory)), budget.clock()
    with enforce_budget(clock, search.control):
        plies = search.shortest(most_plies)
        if plies is None:
            return None
        winning = [code for code in position.legal_codes() if search.wins(position.after(code), plies - 1)]
        line = search.line(position, plies) if winning else []
    if search.stopped:
        return None
    write = position.game.write_move
    return ForcedWin(plies, tuple(map(write, winning)), tuple(map(write, line)))


@dataclass(frozen=True)
class ProvenResult:
    """Whether the side to act wins when a game is played to its end; None if the budget did not suffice."""

    wins: bool | None
    nodes: int  # visited by all threads, each with a budget of its own


def prove_result(position: Position, budget: Budget, *, memory: int = 1024, threads: int = 1) -> ProvenResult:
    """Return whether the side to act wins if both play their best to the end of the game; a draw is no win.

    Several threads ask the same, with different moves first, and share what they find in one table of so many MiB.

    >>> import banmen
    >>> position = banmen.game("kuniumi").position("6/6/6/ls4/S1l3/1Ls3 choose -").play("sea")
    >>> prove_result(position, Budget(seconds=60), memory=64).wins
    True
    """
    require_whole_number(messages("setting.threads"), threads, 1, MOST_THREADS, EngineError)
    refuse_unless_a_move_is_due(position)
    game = position.game
    if game.has_chance or (plies := game.plain.max_plies(position.state)) > MOST_PLIES:
        raise EngineError(messages("proof.too_long", game=game.name))
    first = ProofSearch(position, plies, convert_memory(memory))
    searches = [first, *(first.make_companion(seed) for seed in range(1, threads))]
    answers: list[bool] = []

    def run(search: ProofSearch) -> None:
        wins = search.wins(position, plies)
        if not search.stopped:
            answers.append(wins)
            for other in searches:
                other.control[STOP] = 1

    with ExitStack() as watched, ThreadPoolExecutor(threads) as pool:
        for search in searches:
            watched.enter_context(enforce_budget(budget.clock(), search.control))
        list(pool.map(run, searches))
    return ProvenResult(answers[0] if answers else None, sum(search.nodes for search in searches))


@dataclass(frozen=True)
class Proof:
    """The result of a quick proof search before a longer search."""

    nodes: int
    line: tuple[int, ...] = ()  # codes of moves that win; none if no win was found
    lost: bool = False  # the side to act loses whatever it does


def find_proof(position: Position, budget: Budget, memory: int) -> Proof:
    """Search for a forced win within NEAR plies; near the end of the game, determine whether it is won or lost at all.

    Half of the budget is meant for each. The memory is in bytes.
    """
    longest = position.game.plain.max_plies(position.state)
    search, clock = ProofSearch(position, MOST_PLIES, memory), budget.clock()
    with enforce_budget(clock, search.control):
        near = search.shortest(min(NEAR, longest))
        if near is not None:
            first, line = search.first_move(), search.line(position, near)
            return Proof(search.nodes, (first,) if search.stopped else tuple(line))
    if longest > ENDING:
        return Proof(search.nodes)
    nodes, search.control[STOP], search.control[NODES] = search.nodes, 0, 0
    with enforce_budget(budget.clock(), search.control):
        if search.wins(position, longest):
            return Proof(nodes + search.nodes, (search.first_move(),))
        if search.stopped:
            return Proof(nodes + search.nodes)
    nodes, seat = nodes + search.nodes, 1 - search.seat
    del search  # there is memory for one at a time
    other = ProofSearch(position, longest, memory, seat=seat)
    with enforce_budget(budget.clock(), other.control):
        lost = other.wins(position, longest)
    return Proof(nodes + other.nodes, lost=lost)


class ProofSearch(SearchControl):
    """The arrays that a search for forced wins works in, in a number of bytes, and the seat that wants to win."""

    def __init__(self, position: Position, plies: int, memory: int, *, seat: int | None = None) -> None:
        import numpy

        refuse_unless_a_move_is_due(position)
        game = position.game
        if game.has_chance:
            raise EngineError(messages("proof.has_chance", game=game.name))
        require_whole_number(messages("setting.plies"), plies, 1, MOST_PLIES, EngineError)
        words, most = game.rules.WORDS, game.rules.MOST

        def allocate(*shape: int) -> Any:
            return numpy.zeros(shape, numpy.int64)

        self.position, self.seat = position, game.rules.turn(position.state) if seat is None else seat
        self.stack, self.moves, self.frame = allocate(plies + 1, words), allocate(plies + 1, most), allocate(plies + 1, FRAME)
        self.ranks = allocate(plies + 1, most)
        self.history, self.control = allocate(2, HISTORY), allocate(3)
        self.control[LIMIT] = NO_LIMIT
        used = sum(array.nbytes for array in (self.stack, self.moves, self.ranks, self.frame, self.history, self.control))
        self.table = allocate((memory - used) // (8 * (words + 1)) & ~1, words + 1)
        twice = sorted({state for state in position.past if position.past.count(state) > 1})
        self.barred = numpy.array(twice, numpy.int64).reshape(len(twice), words)
        self._kernels: Any = game.compiled(kernels)

    def make_companion(self, seed: int) -> ProofSearch:
        """Return another search for the same proof that shares the table and tries other moves first."""
        import numpy

        other = ProofSearch(self.position, len(self.stack) - 1, SMALL, seat=self.seat)
        other.table = self.table
        other.history[:] = numpy.random.default_rng(seed).integers(0, PREFERENCE, other.history.shape)
        return other

    def shortest(self, most: int) -> int | None:
        """Return the plies of the quickest forced win within a number of plies; None if there is none."""
        return next((plies for plies in range(1, most + 1) if self.wins(self.position, plies)), None)

    def wins(self, position: Position, plies: int) -> bool:
        """Return whether the attacker wins from a position within so many plies; False if the search was stopped."""
        if position.over:
            return bool(position.game.rules.winner(position.state) >> self.seat & 1)
        if plies < 1 or self.stopped:
            return False
        room = (self.stack, self.moves, self.ranks, self.frame, self.table, self.history)
        return bool(self._kernels.prove_win(position.state, self.seat, plies, room, self.barred, self.control) == YES)

    def first_move(self) -> int:
        """Return the code of the move that the last search from the attacker's own turn found to win."""
        at_once = int(self.position.game.plain.find_win(self.position.state))
        return at_once if at_once >= 0 else int(self.frame[0, LAST])

    def line(self, position: Position, plies: int) -> list[int]:
        """Return the codes of a line in which the attacker wins as soon as it can and the other side holds out to the last."""
        line: list[int] = []
        while not position.over and not self.stopped:
            codes = position.legal_codes()
            attacking = position.game.rules.turn(position.state) == self.seat
            within = plies - 1 if attacking else plies - 2
            fitting = (code for code in codes if self.wins(position.after(code), within) == attacking)
            code = next(fitting, codes[0])
            line.append(code)
            position, plies = position.after(code), plies - 1
        return line
