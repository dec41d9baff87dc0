"""Games played by the values of a solution, to check that they end as predicted and how much perfect play gains."""

from __future__ import annotations

from banmen.core import sticks
from banmen.core.errors import quote_value, require_whole_number
from banmen.core.game import Position
from banmen.core.messages import Catalogue
from banmen.solve.solve_errors import SolveError
from banmen.solve.tables.chance_table import ChanceTable
from banmen.solve.tables.value_layout import FULL
from banmen.solve.value_iteration import rule_check
from banmen.solve.value_iteration.solver import Solution

messages = Catalogue(__name__)

MOST_GAMES = 10**9


def share_won(solution: Solution, position: Position, games: int, *, seed: int = 0, careless: tuple[int, ...] = ()) -> float:
    """Return the share of games that the player on turn wins from a position in which a throw is due.

    Everybody plays best, except the seats in `careless`, who play any move.

    >>> import banmen
    >>> from banmen.solve.value_iteration.solver import solve
    >>> game = banmen.game("kariuchi", pieces=1)
    >>> share_won(solve(game, bounded=False), game.start(), 1000, careless=(1,)) > 0.5
    True
    """
    require_whole_number(messages("setting.games"), games, 1, MOST_GAMES, SolveError)
    if not solution.complete or not ChanceTable.of(solution).covers(position) or position.thrown is not None:
        raise SolveError(messages("solve.not_playable", text=quote_value(position.text)))
    moves, layout = solution.plan.moves, solution.plan.layout
    won = moves.game.compiled(rule_check).win_games(
        *(position.state, games, seed, sticks.compute_odds(moves.game.p), sum(1 << seat for seat in careless)),
        *(solution.values, layout.table(), moves.sizes, moves.order, 1 / FULL[solution.plan.precision]),
    )
    return float(won / games)
