"""Tables of distances: in how many plies a game without chance ends under best play. Qubism with few cubes is solved so.

A byte for a position: the number of plies, odd if the side on turn wins and even if it loses; 0 where neither side can force a
win; 255 where there is no such position. Positions come in layers, as the game's `indexing` numbers them.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from banmen.core import registry
from banmen.core.errors import BanmenError
from banmen.core.game import Game, Position
from banmen.core.messages import Catalogue
from banmen.core.move import Move
from banmen.games.qubism import indexing
from banmen.kernels.kernel import PLAIN
from banmen.kernels.prng import below, next_state, stream
from banmen.kernels.twins import load
from banmen.solve.solve_errors import (
    OTHER_LAYOUT,
    OTHER_RULES,
    UNKNOWN,
    SolveError,
    TableError,
    make_missing_error,
    make_table_error,
)
from banmen.solve.tables.row_kernels import LANES
from banmen.solve.tables.tablefile import BLOCK, TableFile, write_table
from banmen.solve.tables.value_layout import DISTANCE8
from banmen.solve.tables.value_table import DISTANCES

messages = Catalogue(__name__)

SAMPLE = 60  # positions covered by a digest of the rules


@dataclass(frozen=True)
class Outcome:
    """The result under best play: sign +1 if the side on turn wins, -1 if it loses, 0 if neither side can force a win.

    >>> Outcome.from_byte(11), Outcome.from_byte(12), Outcome.from_byte(0)
    (Outcome(sign=1, plies=11), Outcome(sign=-1, plies=12), Outcome(sign=0, plies=0))
    """

    sign: int
    plies: int  # to the end; 0 where no win can be forced

    @classmethod
    def from_byte(cls, byte: int) -> Outcome:
        """Return the outcome that a byte of a table encodes."""
        return cls(0 if byte == 0 else 1 if byte & 1 else -1, byte)

    @property
    def chance(self) -> float:
        """The chance to win: 1, 0, or a half."""
        return (self.sign + 1) / 2

    @property
    def worth(self) -> tuple[int, int]:
        """A key to compare outcomes by: a quick win beats a slow one, a late loss an early one."""
        return self.sign, -self.sign * self.plies


def is_numbered_by_layers(game: Game) -> bool:
    """Return whether the positions of a game are those that `indexing` numbers by layers: so far Qubism's."""
    return bool(game.rules.__package__ == indexing.__package__)


def with_solved_options(game: Game) -> Game:
    """Return the game that is solved for a game: it has the table's own value of each option that the table leaves open."""
    return game.with_options(**indexing.SOLVED_OPTIONS)


class DistanceTable:
    """The outcome of every position of a game, from a file or from memory."""

    def __init__(self, game: Game, head: dict[str, Any], layers: list[Any]) -> None:
        """Take the bytes of each layer by position number; a layer that was not kept has at most one byte."""
        self.game, self.head, self.layers = game, head, layers
        self._numbers: Any = load(indexing, PLAIN)
        self.layer_option = indexing.LAYER_OPTION

    @classmethod
    def read(cls, file: TableFile) -> DistanceTable:
        """Return the table of an open file, or raise TableError if its game, rules or layout are not the current ones."""
        try:
            game = registry.game(file.head["game"], **file.head["options"])
        except (BanmenError, KeyError, TypeError):
            raise make_table_error(file.path, UNKNOWN) from None
        if not is_numbered_by_layers(game) or file.head["precision"] != DISTANCE8:
            raise make_table_error(file.path, "table.other_kind")
        if digest_layers(game) != file.head.get("rules"):
            raise make_table_error(file.path, OTHER_RULES, game=game.name)
        sizes = [indexing.blocks(cubes) * indexing.PAIRS for cubes in range(game.options["cubes"] + 1)]
        if file.head["rows"] != -(-sum(sizes) // LANES) or file.head["lanes"] != LANES:
            raise make_table_error(file.path, OTHER_LAYOUT)
        layers = [_LayerOnDisk(file, sum(sizes[:cubes]), size) for cubes, size in enumerate(sizes)]
        return cls(game, file.head, layers)

    def covers(self, position: Position) -> bool:
        """Return whether the table knows the outcome of a position and of everything that may follow.

        The table ignores the past, so it covers no position with a past in which some position occurred twice. With another
        value of an option that the table leaves open, it covers only positions in which some side can force a win after
        every move.
        """
        same = position.game.name == self.game.name and with_solved_options(position.game) == self.game
        if not same or position.over or any(position.past.count(state) > 1 for state in position.past):
            return False
        layers = self.layers[self._numbers.on_board(position.state) :]
        return all(len(layer) > 1 for layer in layers) and (position.game == self.game or self._is_decided(position))

    def _is_decided(self, position: Position) -> bool:
        """Return whether some side can force a win after every move."""
        own = self.game.position(position.text)  # the same position with the table's own options
        return all(outcome.sign != 0 for _, outcome in self.moves(own))

    def byte(self, position: Position) -> int:
        """Return the byte of a position that is not over; its past is ignored."""
        if with_solved_options(position.game) != self.game:
            raise SolveError(messages("table.other_game", own=repr(self.game), asked=repr(position.game)))
        if position.over:
            raise SolveError(messages("table.game_over"))
        layer = self.layers[self._numbers.on_board(position.state)]
        if len(layer) <= 1:
            raise SolveError(messages("table.not_kept"))
        return int(layer[self._numbers.rank(position.state)])

    def outcome(self, position: Position) -> Outcome:
        """Return the outcome of a position that is not over; its past is ignored."""
        return Outcome.from_byte(self.byte(position))

    def moves(self, position: Position) -> list[tuple[Move, Outcome]]:
        """Return all legal moves with their outcomes for the side on turn, the best first; plies count from this position."""
        found = [(position.game.write_move(code), self._look_up_after(position, code)) for code in position.legal_codes()]
        return sorted(found, key=lambda each: each[1].worth, reverse=True)

    def _look_up_after(self, position: Position, code: int) -> Outcome:
        reached = Position(position.game, position.game.plain.apply(position.state, code))
        if reached.over:
            return Outcome(1, 1)  # the side that makes the last move has won
        there = self.outcome(reached)
        return Outcome(-there.sign, there.plies + 1 if there.sign else 0)

    def value(self, position: Position) -> float:
        """Return the chance of the side on turn under best play: 1, 0, or a half for a draw; TableError if not covered."""
        self._refuse_unless_covered(position)
        return self.outcome(position).chance

    def move_values(self, position: Position) -> list[tuple[Move, float]]:
        """Return every legal move with the chance of who makes it, the best first: the quickest win, the latest loss."""
        self._refuse_unless_covered(position)
        return [(move, outcome.chance) for move, outcome in self.moves(position)]

    def _refuse_unless_covered(self, position: Position) -> None:
        if not self.covers(position):
            raise make_missing_error(self.game, position.text)


class _LayerOnDisk:
    """The bytes of a layer in a file, read block by block."""

    def __init__(self, file: TableFile, offset: int, size: int) -> None:
        self.file, self.offset, self.size = file, offset, size

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, index: int) -> int:
        row, lane = divmod(self.offset + index, LANES)
        return int(self.file.block(row // BLOCK)[row % BLOCK, lane])


def save_distances(table: DistanceTable, path: Path) -> None:
    """Write a table, compressed, or raise TableError if it lacks some of its layers."""
    import numpy

    if any(len(layer) <= 1 for layer in table.layers):
        raise TableError(messages("table.incomplete"))
    every = numpy.concatenate([numpy.asarray(layer) for layer in table.layers])
    rows = numpy.zeros((-(-len(every) // LANES), LANES), numpy.uint8)
    rows.reshape(-1)[: len(every)] = every
    own = {"game": table.game.name, "options": table.game.options, "rules": digest_layers(table.game)}
    write_table(path, {**table.head, **own, "kind": DISTANCES}, rows, DISTANCE8, deflated=True)


def open_distances(path: Path) -> DistanceTable:
    """Open a table of distances on disk, or raise TableError for any other file."""
    return DistanceTable.read(TableFile(path))


def digest_layers(game: Game) -> str:
    """Return a digest of what the rules do in a sample of positions and of how these are numbered."""
    rules, numbers, found = game.plain, load(indexing, PLAIN), hashlib.sha256(game.name.encode())
    random, out = stream(25, 0), [0] * game.rules.MOST
    state = game.first_state()
    for _ in range(SAMPLE):
        after = [rules.apply(state, code) for code in out[: rules.moves(state, out)]]
        found.update(repr((numbers.rank(state), after, [rules.winner(each) for each in after])).encode())
        open_ones = [each for each in after if rules.winner(each) == 0]
        random = next_state(random)
        state = open_ones[below(random, len(open_ones))] if open_ones else game.first_state()
    return found.hexdigest()
