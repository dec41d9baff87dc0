"""Expectimax search: the engine for the games with sticks. It weighs every throw and every move, one ply deeper each time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from banmen.core.errors import require_whole_number
from banmen.core.game import Game, Position
from banmen.core.messages import Catalogue
from banmen.core.sticks import THROWS, probability
from banmen.engine.interface import (
    Budget,
    EngineError,
    MoveValue,
    SearchResult,
    check_thinkable,
    convert_memory,
    require_chance,
)
from banmen.engine.search import expectimax_kernels, maxn_kernels
from banmen.engine.search.expectimax_kernels import FRAME, PLIES, VIEW
from banmen.engine.search.maxn_kernels import SEATS
from banmen.engine.settings_repr import SettingsRepr
from banmen.engine.stop_flag import LIMIT, NO_LIMIT, NODES, STOP, enforce_budget
from banmen.kernels.contract import CHANCE

if TYPE_CHECKING:
    from banmen.engine.interface import Clock

messages = Catalogue(__name__)

AGES = 2**50
SeatChances = tuple[float, ...]


class Expectimax(SettingsRepr):
    """An engine that looks at all throws and moves, one ply deeper each time; a ply is a throw and its move.

    It tells the chance of every legal move, all to the same depth. The first ply is always looked at, whatever the budget.
    The same number of nodes gives the same answer.

    >>> import banmen
    >>> position = banmen.game("kariuchi").position("29,Hx3/30,Hx3 1 1")
    >>> result = Expectimax(depth=4).think(position, Budget(nodes=10_000))
    >>> result.best.text, round(result.chance, 2)  # it hits the other's last piece
    ('29>30', 1.0)
    """

    name = "expectimax"

    def __init__(self, *, memory: int = 64, depth: int | None = None) -> None:
        if depth is not None:
            require_whole_number(messages("option_name.depth"), depth, 1, PLIES, EngineError)
        self.memory, self._bytes, self.depth = memory, convert_memory(memory), depth or PLIES
        self._buffers: ExpectimaxBuffers | None = None

    def think(self, position: Position, budget: Budget, progress: Callable[[SearchResult], None] | None = None) -> SearchResult:
        """Think about a position and return the chance of each of its moves, the best first; `progress` is told every depth."""
        check_thinkable(position, budget, progress)
        buffers, clock = self._buffers_for(position.game), budget.clock()
        found: list[tuple[int, SeatChances]] = []
        result: SearchResult | None = None
        with enforce_budget(clock, buffers.control):
            for depth in range(1, self.depth + 1):
                if not (found := buffers.look(position, depth)):
                    break
                result = _make_result(position, found, buffers.nodes, clock, depth)
                if progress:
                    progress(result)
                if clock.over or buffers.spent or _is_all_known(result):
                    break
        assert result is not None  # the first depth is never stopped
        return SearchResult(position, result.moves, buffers.nodes, clock.seconds, result.line, result.depth)

    def value(self, position: Position, budget: Budget) -> SeatChances:
        """Return each player's chance to be among the winners, whether a throw or a move is due or the game is over.

        There are none if it was stopped before it had searched every throw and move once.
        """
        players = len(position.game.players)
        if position.over:
            won = position.game.rules.winner(position.state)
            return tuple(float(won >> seat & 1) for seat in range(players))
        buffers, clock = self._buffers_for(position.game), budget.clock()
        best: SeatChances = ()
        with enforce_budget(clock, buffers.control):
            for depth in range(1, self.depth + 1):
                found = (
                    buffers.expect(position, depth)
                    if position.kind == CHANCE
                    else _choose_best(position, buffers.look(position, depth))
                )
                best = found or best
                if not found or clock.over or buffers.spent:
                    break
        return best[:players]

    def _buffers_for(self, game: Game) -> ExpectimaxBuffers:
        if self._buffers is None or self._buffers.game != game:
            self._buffers = ExpectimaxBuffers(game, self._bytes)
        self._buffers.begin()
        return self._buffers


class ExpectimaxBuffers:
    """The arrays that a search works in, for one game."""

    def __init__(self, game: Game, memory: int) -> None:
        import numpy

        require_chance(game)
        words, most = game.rules.WORDS, game.rules.MOST
        self.game, self.teams = game, teams_of(game)
        self.two_sided = len(set(self.teams[: len(game.players)])) == 2
        likely = sorted(((probability(value, game.p), value) for value in THROWS), key=lambda one: (-one[0], one[1]))
        self.throws = numpy.array([value for part, value in likely if part > 0], numpy.int64)
        self.parts = numpy.array([part for part, value in likely if part > 0])
        self.control, self.codes = numpy.zeros(3, numpy.int64), numpy.zeros(most, numpy.int64)
        self.age = 0
        stack = numpy.zeros((PLIES + 1, words), numpy.int64)
        self.room: tuple[Any, ...]
        if self.two_sided:
            moves = numpy.zeros((PLIES + 1, len(THROWS), most), numpy.int64)
            frame, view = numpy.zeros((PLIES + 1, FRAME), numpy.int64), numpy.zeros((PLIES + 1, VIEW))
            self.room = stack, frame, view, moves, numpy.zeros(most)
            self.kernels: Any = game.compiled(expectimax_kernels)
            self.values = numpy.zeros(most)
        else:
            frame, moves = (
                numpy.zeros((PLIES + 1, maxn_kernels.FRAME), numpy.int64),
                numpy.zeros((PLIES + 1, most), numpy.int64),
            )
            self.room = stack, frame, numpy.zeros((PLIES + 1, SEATS)), numpy.zeros((PLIES + 1, SEATS)), moves
            self.kernels = game.compiled(maxn_kernels)
            self.values = numpy.zeros((most, SEATS))
        columns = 2 if self.two_sided else SEATS  # bounds of one chance, or the chances of all seats
        rows = (memory - self._buffered) // (8 * (words + 1 + columns))
        self.memory = numpy.zeros((rows, words + 1), numpy.int64), numpy.zeros((rows, columns))

    @property
    def _buffered(self) -> int:
        """How many bytes there are besides the table."""
        return sum(array.nbytes for array in (*self.room, self.codes, self.values, self.control, self.throws, self.parts))

    @property
    def nbytes(self) -> int:
        """How much memory the search takes."""
        return self._buffered + sum(array.nbytes for array in self.memory)

    @property
    def nodes(self) -> int:
        """The number of positions searched."""
        return int(self.control[NODES])

    @property
    def spent(self) -> bool:
        """Whether the nodes of the budget are used up."""
        return bool(self.control[NODES] >= self.control[LIMIT])

    def begin(self) -> None:
        """Begin a new search; it does not read what earlier ones wrote into the table, so that nothing depends on them."""
        self.control[:] = 0
        self.age = self.age % AGES + 1

    def look(self, position: Position, depth: int) -> list[tuple[int, SeatChances]]:
        """Return each legal move with the chances of all seats after it, searched to a depth; empty if it was stopped."""
        number = self._run_first_depth(depth, self.kernels.value_moves, position.state, self.codes, self.values)
        seat = self.game.rules.turn(position.state)
        return [(int(self.codes[k]), self._spread_chances(self.values[k], seat)) for k in range(number)]

    def expect(self, position: Position, depth: int) -> SeatChances:
        """Return the chances of all seats before a throw, searched to a depth; empty if it was stopped."""
        found = self._run_first_depth(depth, self.kernels.search, position.state)
        if self.control[STOP]:
            return ()
        return self._spread_chances(found if self.two_sided else self.room[2][0], self.game.rules.turn(position.state))

    def _run_first_depth(self, depth: int, kernel: Callable[..., Any], state: Any, *out: Any) -> Any:
        """Call a kernel; the first depth is searched however small the budget, because there must be a result."""
        limit = self.control[LIMIT]
        if depth == 1:
            self.control[STOP], self.control[LIMIT] = 0, NO_LIMIT
        setting = (self.teams, self.throws, self.parts) if self.two_sided else (self.throws, self.parts)
        found = kernel(state, depth, self.age, setting, self.room, self.memory, self.control, *out)
        self.control[LIMIT] = limit
        return found

    def _spread_chances(self, found: Any, seat: int) -> SeatChances:
        """Return the chances of all seats, from those of all or from that of the side of one seat."""
        if not self.two_sided:
            return tuple(float(chance) for chance in found)
        mine = self.teams[seat]
        return tuple(
            float(found) if self.teams[other] == mine else 1.0 - float(found) for other in range(len(self.game.players))
        )


def teams_of(game: Game) -> tuple[int, int, int, int]:
    """Return the team number of each seat; an empty seat has one that no player has."""
    numbers = [next(index for index, team in enumerate(game.teams) if player in team) for player in game.players]
    a, b, c, d = (*numbers, SEATS, SEATS, SEATS)[:SEATS]
    return a, b, c, d


def _make_result(
    position: Position, found: list[tuple[int, SeatChances]], nodes: int, clock: Clock, depth: int
) -> SearchResult:
    seat = position.game.rules.turn(position.state)
    values = [
        MoveValue(position.game.write_move(code), chances[seat], 0, exact=position.after(code).over) for code, chances in found
    ]
    values.sort(key=lambda value: value.chance, reverse=True)
    return SearchResult(position, tuple(values), nodes, clock.seconds, (values[0].move,), depth)


def _is_all_known(result: SearchResult) -> bool:
    """Return whether looking deeper cannot change anything."""
    return all(value.exact for value in result.moves)


def _choose_best(position: Position, found: list[tuple[int, SeatChances]]) -> SeatChances:
    """Return all players' chances after the best of some moves; empty if there are none."""
    seat = position.game.rules.turn(position.state)
    return max((chances for _, chances in found), key=lambda chances: chances[seat], default=())
