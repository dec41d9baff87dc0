"""A move and its answers looked at through the network of 58 Holes: the kernels."""

from __future__ import annotations

from typing import Any

from banmen.core.contract import OVER, State
from banmen.core.kernel import kernel
from banmen.games.holes58.network import estimated

rules: Any = None  # set by banmen.core.kernel
THROWS = 5


@kernel
def chance_after(state: State, after: State, weights: Any, room: Any) -> float:
    """Return the chance of the player on turn in one state when another is reached, by the network."""
    if rules.kind(after) == OVER:
        return 1.0  # the game ends by a move of the winner
    chance = estimated(after[0], after[1], weights, room)
    return chance if rules.turn(after) == rules.turn(state) else 1.0 - chance


@kernel
def best_chance(state: State, weights: Any, room: Any) -> float:
    """Return the chance of the player on turn after the best move, in a position that waits for one."""
    best = 0.0
    for k in range(rules.count(state)):
        best = max(best, chance_after(state, rules.apply(state, rules.kth(state, k)), weights, room))
    return best


@kernel
def judge_shortly(state: State, weights: Any, room: Any, chances: Any) -> None:
    """Write the chance of the player on turn after each move, by the network alone."""
    for k in range(rules.count(state)):
        chances[k] = chance_after(state, rules.apply(state, rules.kth(state, k)), weights, room)


@kernel
def judge(state: State, odds: Any, weights: Any, room: Any, chances: Any) -> int:
    """Write the chance of the player on turn after each move and the best answer; return how many positions were judged."""
    nodes = 0
    for k in range(rules.count(state)):
        after = rules.apply(state, rules.kth(state, k))
        chances[k] = 1.0
        if rules.kind(after) != OVER:
            chance = 0.0
            for value in range(1, THROWS + 1):
                thrown = rules.throw(after, value)
                chance += odds[value - 1] * best_chance(thrown, weights, room)
                nodes += rules.count(thrown)
            chances[k] = chance if rules.turn(after) == rules.turn(state) else 1.0 - chance
    return nodes
