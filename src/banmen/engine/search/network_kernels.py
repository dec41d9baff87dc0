"""Kernels that evaluate a move and the replies to it by the network of a game.

`room` and `listed` are what an evaluation counts in (see `banmen.core.network_file.make_buffers`).
"""

from __future__ import annotations

from typing import Any

from banmen.kernels.contract import OVER, State
from banmen.kernels.kernel import kernel
from banmen.kernels.network import evaluate_network

rules: Any = None  # set by banmen.kernels.twins
THROWS = 5


@kernel
def chance_after(state: State, after: State, weights: Any, room: Any, listed: Any) -> float:
    """Return the chance of the player on turn in one state when another is reached, by the network."""
    if rules.kind(after) == OVER:
        return 1.0  # the game ends by a move of the winner
    mover, other = rules.sides(after)
    rules.list_features(mover, other, listed)
    chance: float = evaluate_network(rules.FEATURES, rules.SECTIONS, rules.SQUARED, listed, weights, room)
    return chance if rules.turn(after) == rules.turn(state) else 1.0 - chance


@kernel
def best_chance(state: State, weights: Any, room: Any, listed: Any) -> float:
    """Return the chance of the player on turn after the best move, in a position that waits for one."""
    best = 0.0
    for k in range(rules.count(state)):
        best = max(best, chance_after(state, rules.apply(state, rules.kth(state, k)), weights, room, listed))
    return best


@kernel
def value_moves(state: State, weights: Any, room: Any, listed: Any, chances: Any) -> int:
    """Write the chance of the player on turn after each move, by the network alone; return how many moves there are."""
    nodes: int = rules.count(state)
    for k in range(nodes):
        chances[k] = chance_after(state, rules.apply(state, rules.kth(state, k)), weights, room, listed)
    return nodes


@kernel
def value_moves_and_replies(state: State, odds: Any, weights: Any, room: Any, listed: Any, chances: Any) -> int:
    """Write the chance of the player on turn after each move and the best answer; return how many positions were judged."""
    nodes = 0
    for k in range(rules.count(state)):
        after = rules.apply(state, rules.kth(state, k))
        chances[k] = 1.0
        if rules.kind(after) != OVER:
            chance = 0.0
            for value in range(1, THROWS + 1):
                thrown = rules.throw(after, value)
                chance += odds[value - 1] * best_chance(thrown, weights, room, listed)
                nodes += rules.count(thrown)
            chances[k] = chance if rules.turn(after) == rules.turn(state) else 1.0 - chance
    return nodes
