"""Kernels that look one throw and move ahead by the rules, to check values and to value moves.

They ask the rules about every move, so they are slower than sweeps by move lists and independent of them. Where values lie is
the business of `lookup`, a module of two kernels, `value_of(mover, other, tables)` for two sides with a throw due, and
`value_after(state, after, tables)` for what a move is worth to the side that made it; `bind_lookup` puts one in. Values are
whole numbers.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from banmen.kernels.contract import State
from banmen.kernels.kernel import kernel
from banmen.kernels.twins import bind

rules: Any = None  # set by banmen.kernels.twins
lookup: Any = None  # set by `bind_lookup`
THROWS = 5


def bind_lookup(values: ModuleType, game_rules: ModuleType, where: str) -> Any:
    """Return this module bound to a game's rules for a target, with the kernels by which it looks values up."""
    return bind(sys.modules[__name__], game_rules, where, lookup=values)


@kernel
def best_after(state: State, tables: Any) -> int:
    """Return the value of the best move in a position that waits for one."""
    best = 0
    for k in range(rules.count(state)):
        best = max(best, lookup.value_after(state, rules.apply(state, rules.kth(state, k)), tables))
    return best


@kernel
def look_ahead(mover: int, other: int, like: State, weights: Any, tables: Any) -> int:
    """Return the value of two sides by the values one throw and move later, times the sum of the weights."""
    state = rules.join_sides(mover, other, like)
    total = 0
    for value in range(1, THROWS + 1):
        total += weights[value - 1] * best_after(rules.throw(state, value), tables)
    return total


@kernel
def value_moves(record: Any, like: State, tables: Any, numbers: Any) -> None:
    """Write the value of a recorded position before its throw, then what each of its moves is worth, in the order of `kth`."""
    before = rules.join_sides(record[0], record[1], like)
    state = rules.throw(before, record[2])
    numbers[0] = lookup.value_of(record[0], record[1], tables)
    for k in range(rules.count(state)):
        numbers[1 + k] = lookup.value_after(state, rules.apply(state, rules.kth(state, k)), tables)


@kernel
def worst_residual(movers: Any, others: Any, like: State, weights: Any, one: int, tables: Any) -> int:
    """Return the largest difference between a value times `one` and its one-step backup.

    `movers` and `others` are the sides in all places, 0 where there is none; weights add up to `one`.
    """
    worst = 0
    for mover in movers:
        for other in others:
            if mover != 0 and other != 0:
                ahead = look_ahead(mover, other, like, weights, tables)
                worst = max(worst, abs(ahead - one * lookup.value_of(mover, other, tables)))
    return worst
