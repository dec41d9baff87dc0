"""An engine with the exact value of every position of a small dice game for two, computed by going through all of them."""

from __future__ import annotations

import functools
from collections.abc import Callable

from banmen.core.game import Game, Position
from banmen.engine.interface import Budget, MoveValue, SearchResult
from banmen.kernels.contract import OVER, State

ROUNDS = 400  # after which the values no longer change
NEAR = 1e-13


@functools.cache
def worth(game: Game) -> dict[State, float]:
    """Return the first player's chance at every reachable position with a throw due, by value iteration."""
    leads = _ways(game)
    values = dict.fromkeys(leads, 0.5)
    ends = {after: float(game.plain.winner(after) & 1) for ways in leads.values() for way in ways for after in way[1]}
    values |= {state: value for state, value in ends.items() if game.plain.kind(state) == OVER}
    for _ in range(ROUNDS):
        changed = 0.0
        for state, ways in leads.items():
            best = max if game.plain.turn(state) == 0 else min
            value = sum(chance * best([values[after] for after in reached]) for chance, reached in ways)
            changed = max(changed, abs(value - values[state]))
            values[state] = value
        if changed < NEAR:
            break
    return values


def _ways(game: Game) -> dict[State, list[tuple[float, list[State]]]]:
    """Return, for every position with a throw due, the throws' probabilities with the states their moves lead to."""
    found: dict[State, list[tuple[float, list[State]]]] = {}
    waiting = [game.start()]
    while waiting:
        position = waiting.pop()
        if position.over or position.state in found:
            continue
        ways = []
        for value, chance in position.throws():
            thrown = position.throw(value)
            afters = [thrown.after(code) for code in thrown.legal_codes()]
            waiting += afters
            ways.append((chance, [after.state for after in afters]))
        found[position.state] = ways
    return found


class Perfect:
    """The engine."""

    def think(
        self, position: Position, _budget: Budget, progress: Callable[[SearchResult], None] | None = None
    ) -> SearchResult:
        values = worth(position.game)
        moves = []
        for move in position.legal_moves():
            first = values[position.after(move.code).state]
            moves.append(MoveValue(move, first if position.turn == position.game.players[0] else 1 - first, 0, exact=True))
        moves.sort(key=lambda value: -value.chance)
        thought = SearchResult(position, tuple(moves), len(moves), 0.0, (moves[0].move,), 99)
        if progress:
            progress(thought)
        return thought
