"""Tables of exact values put to use: what a position and each of its moves are worth."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any, cast

from banmen.core import registry, sticks
from banmen.core.errors import BanmenError
from banmen.core.game import Game, Position
from banmen.core.messages import message
from banmen.core.move import Move
from banmen.core.paths import usual_data
from banmen.kernels.contract import CHANCE, HIGHEST, NO_THROW, OVER
from banmen.solve.errors import OTHER_LAYOUT, OTHER_RULES, UNKNOWN, TableError, about_table, not_in_table
from banmen.solve.fingerprint import fingerprint
from banmen.solve.layout import FULL, lay_out
from banmen.solve.plies import PliesTable, open_plies
from banmen.solve.solving import Solution
from banmen.solve.sweeping import LANES
from banmen.solve.tablefile import TableFile, rounding, write_table

ENDING = ".table"


class Table:
    """The exact values of a game, from a file or from a solution just found.

    >>> import banmen
    >>> from banmen.solve.solving import solve
    >>> table = Table.of(solve(banmen.game("kariuchi", pieces=1)))
    >>> round(table.value(table.game.start()), 6)
    0.529981
    >>> [(str(move), round(chance, 3)) for move, chance in table.move_values(table.game.position("5/5c 1 2"))]
    [('5>5b', 0.608), ('5>7', 0.243)]
    """

    def __init__(self, head: dict[str, Any], values: Any) -> None:
        """Take a head as tables have it, and something that gives values by row and lane."""
        self.head, self._values = head, values
        self.game: Game = registry.game(head["game"], **head["options"])
        self._rules = cast(Any, self.game.plain)
        self._like = self.game.first_state()
        self._order = {number: index for index, number in enumerate(head["classes"])}
        groups = [[(mover, other) for mover, other in group] for group in head["groups"]]
        self._layout = lay_out(groups, head["sizes"])

    @classmethod
    def of(cls, solution: Solution) -> Table:
        """Return the table of a complete solution, as it lies in memory."""
        return cls(head_of(solution), _Held(solution.values, FULL[solution.plan.precision]))

    @property
    def error(self) -> float | None:
        """How far a value may be from the truth at most, or None where no bound was asked for."""
        error: float | None = self.head["error"]
        return error

    def covers(self, position: Position) -> bool:
        """Tell whether the table has the value of a position and of all that may follow."""
        game = position.game
        if game.name != self.game.name or game.p != self.game.p or len(game.players) != 2 or position.over:
            return False
        sides = self._rules.sides(position.state)
        if self._rules.joined(*sides, position.state) != self._rules.joined(*sides, self._like):
            return False  # some rule option differs
        numbers = [self._order.get(self._rules.side_class(side), -1) for side in sides]
        return (numbers[0], numbers[1]) in self._layout.offsets

    def value(self, position: Position) -> float:
        """Return the chance that the player on turn wins under best play of both, or raise TableError if it is not known."""
        self._refuse_unless_covered(position)
        if position.kind == CHANCE:
            return self._chance(position.state)
        return self.move_values(position)[0][1]

    def move_values(self, position: Position) -> list[tuple[Move, float]]:
        """Return every legal move with the chance of the player who makes it, the best first; none before a throw."""
        self._refuse_unless_covered(position)
        found = [(position.game.write_move(code), self._after(position, code)) for code in position.legal_codes()]
        return sorted(found, key=lambda each: -each[1])

    def _refuse_unless_covered(self, position: Position) -> None:
        if not self.covers(position):
            raise not_in_table(self.game, position.text)

    def _after(self, position: Position, code: int) -> float:
        rules = self._rules
        left = rules.apply(position.state, code)
        seat = rules.turn(position.state)
        if rules.kind(left) == OVER:
            return float(rules.winner(left) >> seat & 1)
        chance = self._chance(left)
        return chance if rules.turn(left) == seat else 1 - chance

    def _chance(self, state: Any) -> float:
        """Return the value of a state in which a throw is due."""
        rules = self._rules
        first, second = rules.sides(state)
        one, two = rules.side_rank(first), rules.side_rank(second)
        mover, other = self._order[rules.side_class(first)], self._order[rules.side_class(second)]
        return float(self._values.value(self._layout.row(mover, other, one, two), one % LANES))

    def beginner(self) -> float:
        """Return the chance of whoever begins, before it is known which throw made that player begin."""
        opening = self.game.rules.OPENING
        if opening == NO_THROW:
            return self.value(self.game.start())
        total = won = 0.0
        for value in sticks.THROWS:
            beaten = [other for other in sticks.THROWS if (other < value) == (opening == HIGHEST) and other != value]
            weight = sticks.probability(value, self.game.p) * sum(sticks.probability(other, self.game.p) for other in beaten)
            if weight:
                total += weight
                won += weight * self.value(Position(self.game, self._rules.opened(self._like, 0, value)))
        return won / total


class _Held:
    """Values in memory, read as a file is."""

    def __init__(self, values: Any, full: int) -> None:
        self.values, self.full = values, full

    def value(self, row: int, lane: int) -> float:
        return float(self.values[row, lane]) / self.full


def head_of(solution: Solution) -> dict[str, Any]:
    """Return what a table tells of itself, its precision on disk left out."""
    sides, layout = solution.plan.sides, solution.plan.layout
    return {
        "game": sides.game.name,
        "options": sides.game.options,
        "rules": fingerprint(sides.game),
        "classes": list(sides.classes),
        "sizes": list(layout.sizes),
        "groups": [[list(stratum) for stratum in group] for group in layout.groups],
        "positions": layout.positions(),
        "solved_with": solution.plan.precision,
        "residual": solution.residual,
        "error": solution.error,
        "sweeps": [report.sweeps for report in solution.reports],
    }


def save(solution: Solution, path: Path, precision: str, *, deflated: bool = False) -> None:
    """Write the table of a complete solution; its error takes account of the rounding."""
    if not solution.complete:
        stopped = "a solution that was stopped makes no table: solve on first"
        raise TableError(message(stopped, "途中で止めた解からは表を作れません。先に最後まで解いてください"))
    head = head_of(solution)
    if head["error"] is not None:
        head["error"] += rounding(solution.plan.precision, precision)
    write_table(path, head, solution.values, precision, deflated=deflated)


def open_table(path: Path | str) -> Table:
    """Open a table on disk, or raise TableError for a file that is damaged, foreign or made by other rules."""
    file = TableFile(Path(path))
    try:
        table = Table(file.head, file)
        rules = fingerprint(table.game)
    except (BanmenError, KeyError, TypeError, ValueError, AttributeError):
        raise about_table(path, *UNKNOWN) from None
    if rules != file.head["rules"]:
        raise about_table(path, *OTHER_RULES, game=table.game.name)
    if file.head["lanes"] != LANES or file.head["rows"] != table._layout.rows:
        raise about_table(path, *OTHER_LAYOUT)
    return table


def usual_folder(data: Path | None = None) -> Path:
    """Return the folder that tables are kept in, under a folder for data or the usual one."""
    return (data or usual_data()) / "tables"


def usual_name(game: Game) -> str:
    """Return what the file of a game's table is called.

    >>> import banmen
    >>> usual_name(banmen.game("kariuchi", pieces=2, hit_bonus="ring"))
    'kariuchi-pieces=2-hit_bonus=ring.table'
    """
    changed = [f"{name}={value}" for name, value in game.changed_options.items()]
    return "-".join([game.name, *changed]).replace("|", "_") + ENDING


def find_table(position: Position, folder: Path | None = None) -> Table | PliesTable | None:
    """Return a table in a folder that covers a position, or None; files that are not sound are passed over."""
    where = folder or usual_folder()
    for path in sorted(where.glob(f"{position.game.name}*{ENDING}")):
        table = _opened(path, path.stat().st_mtime_ns)
        if table is not None and table.covers(position):
            return table
    return None


@functools.lru_cache(maxsize=32)
def _opened(path: Path, _changed: int) -> Table | PliesTable | None:
    try:
        return open_plies(path) if path.name.startswith("qubism") else open_table(path)
    except TableError:
        return None
