"""Tables of chances: the values of a position of a game with sticks and of each of its moves."""

from __future__ import annotations

from typing import Any, cast

from banmen.core import registry, sticks
from banmen.core.errors import BanmenError
from banmen.core.game import Game, Position
from banmen.core.move import Move
from banmen.kernels.contract import CHANCE, HIGHEST, NO_THROW, OVER
from banmen.solve.solve_errors import OTHER_LAYOUT, OTHER_RULES, UNKNOWN, make_missing_error, make_table_error
from banmen.solve.tables.fingerprint import digest_rules
from banmen.solve.tables.row_kernels import LANES
from banmen.solve.tables.tablefile import TableFile
from banmen.solve.tables.value_layout import FULL, arrange_strata
from banmen.solve.tables.value_table import SolvedValues


class ChanceTable:
    """The exact values of a game, from a file or from a solution just found.

    >>> import banmen
    >>> from banmen.solve import solve
    >>> table = ChanceTable.of(solve(banmen.game("kariuchi", pieces=1)))
    >>> round(table.value(table.game.start()), 6)
    0.529981
    >>> [(str(move), round(chance, 3)) for move, chance in table.move_values(table.game.position("5/5c 1 2"))]
    [('5>5b', 0.608), ('5>7', 0.243)]
    """

    def __init__(self, head: dict[str, Any], values: Any) -> None:
        """Take the head of a table, and an object whose `value(row, lane)` returns a chance."""
        self.head, self._values = head, values
        self.game: Game = registry.game(head["game"], **head["options"])
        self._rules = cast(Any, self.game.plain)
        self._like = self.game.first_state()
        self._order = {number: index for index, number in enumerate(head["classes"])}
        groups = [[(mover, other) for mover, other in group] for group in head["groups"]]
        self._layout = arrange_strata(groups, head["sizes"])

    @classmethod
    def of(cls, solution: SolvedValues) -> ChanceTable:
        """Return the table of a complete solution, as it lies in memory."""
        return cls(solution.head(), _Held(solution.values, FULL[solution.precision]))

    @classmethod
    def read(cls, file: TableFile) -> ChanceTable:
        """Return the table of an open file, or raise TableError if its game, rules or layout are not the current ones."""
        try:
            table = cls(file.head, file)
            rules = digest_rules(table.game)
        except (BanmenError, KeyError, TypeError, ValueError, AttributeError):
            raise make_table_error(file.path, UNKNOWN) from None
        if rules != file.head["rules"]:
            raise make_table_error(file.path, OTHER_RULES, game=table.game.name)
        if file.head["lanes"] != LANES or file.head["rows"] != table._layout.rows:
            raise make_table_error(file.path, OTHER_LAYOUT)
        return table

    @property
    def error(self) -> float | None:
        """A bound on the error of every value, or None if none was computed."""
        error: float | None = self.head["error"]
        return error

    def covers(self, position: Position) -> bool:
        """Return whether the table has the value of a position and of everything that may follow."""
        game = position.game
        if game.name != self.game.name or game.p != self.game.p or len(game.players) != 2 or position.over:
            return False
        sides = self._rules.sides(position.state)
        if self._rules.join_sides(*sides, position.state) != self._rules.join_sides(*sides, self._like):
            return False  # some rule option differs
        numbers = [self._order.get(self._rules.side_class(side), -1) for side in sides]
        return (numbers[0], numbers[1]) in self._layout.offsets

    def value(self, position: Position) -> float:
        """Return the chance that the player on turn wins under best play of both, or raise TableError if it is not known."""
        self._refuse_unless_covered(position)
        if position.kind == CHANCE:
            return self._look_up_chance(position.state)
        return self.move_values(position)[0][1]

    def move_values(self, position: Position) -> list[tuple[Move, float]]:
        """Return every legal move with the chance of the player who makes it, the best first; none before a throw."""
        self._refuse_unless_covered(position)
        found = [(position.game.write_move(code), self._look_up_after(position, code)) for code in position.legal_codes()]
        return sorted(found, key=lambda each: -each[1])

    def _refuse_unless_covered(self, position: Position) -> None:
        if not self.covers(position):
            raise make_missing_error(self.game, position.text)

    def _look_up_after(self, position: Position, code: int) -> float:
        rules = self._rules
        left = rules.apply(position.state, code)
        seat = rules.turn(position.state)
        if rules.kind(left) == OVER:
            return float(rules.winner(left) >> seat & 1)
        chance = self._look_up_chance(left)
        return chance if rules.turn(left) == seat else 1 - chance

    def _look_up_chance(self, state: Any) -> float:
        """Return the value of a state in which a throw is due."""
        rules = self._rules
        first, second = rules.sides(state)
        one, two = rules.side_rank(first), rules.side_rank(second)
        mover, other = self._order[rules.side_class(first)], self._order[rules.side_class(second)]
        return float(self._values.value(self._layout.row(mover, other, one, two), one % LANES))

    def beginner(self) -> float:
        """Return the chance of the player who begins, averaged over the throws that decide who does."""
        opening = self.game.rules.OPENING
        if opening == NO_THROW:
            return self.value(self.game.start())
        total = won = 0.0
        for value in sticks.THROWS:
            beaten = [other for other in sticks.THROWS if (other < value) == (opening == HIGHEST) and other != value]
            weight = sticks.probability(value, self.game.p) * sum(sticks.probability(other, self.game.p) for other in beaten)
            if weight:
                total += weight
                won += weight * self.value(Position(self.game, self._rules.open_with(self._like, 0, value)))
        return won / total


class _Held:
    """Values in memory, read as a file is."""

    def __init__(self, values: Any, full: int) -> None:
        self.values, self.full = values, full

    def value(self, row: int, lane: int) -> float:
        return float(self.values[row, lane]) / self.full
