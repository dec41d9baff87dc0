"""Kernels that check values by the rules themselves: without move tables or blocks, one position after another.

They share nothing with the sweeps but the place of a value, so that a fault in the tables or the sweeps shows here.
"""

from __future__ import annotations

from typing import Any

from banmen.kernels.contract import OVER, State
from banmen.kernels.kernel import kernel
from banmen.kernels.prng import below, bits32, next_state, stream
from banmen.kernels.throws import cast
from banmen.solve.tables.row_kernels import LANES, row_of
from banmen.solve.value_iteration.move_table_kernels import THROWS

rules: Any = None  # set by banmen.kernels.twins


@kernel
def value_of(state: State, values: Any, offsets: Any, sizes: Any, order: Any, scale: float) -> float:
    """Return the kept chance of the player who is to throw. `order` is the place of each class, by the game's number."""
    first, second = rules.sides(state)
    mover, other = order[rules.side_class(first)], order[rules.side_class(second)]
    one, two = rules.side_rank(first), rules.side_rank(second)
    return float(values[row_of(offsets, sizes, mover, other, one, two), one % LANES]) * scale


@kernel
def best_move(state: State, values: Any, offsets: Any, sizes: Any, order: Any, scale: float) -> tuple[float, int]:
    """Return the chance of the player who has thrown and the best move, by the values of what follows."""
    best, chosen = -1.0, 0
    for k in range(rules.count(state)):
        move = rules.kth(state, k)
        left = rules.apply(state, move)
        mine = rules.turn(left) == rules.turn(state)
        if rules.kind(left) == OVER:
            chance = float(rules.winner(left) >> rules.turn(state) & 1)
        else:
            chance = value_of(left, values, offsets, sizes, order, scale)
            chance = chance if mine else 1.0 - chance
        if chance > best:
            best, chosen = chance, move
    return best, chosen


@kernel
def back_up_by_rules(state: State, weights: Any, values: Any, offsets: Any, sizes: Any, order: Any, scale: float) -> float:
    """Return the one-step backup of the chance of the player to throw."""
    total = 0.0
    for value in range(THROWS):
        total += weights[value] * best_move(rules.throw(state, value + 1), values, offsets, sizes, order, scale)[0]
    return total


@kernel
def residual(
    like: State, classes: tuple[int, int], rounds: int, random: int, weights: Any, values: Any, offsets: Any, sizes: Any,
    order: Any, scale: float,
) -> float:  # fmt: skip
    """Return the largest difference between a value and what it has to be, in one stratum.

    Looked at are `rounds` random meetings of two classes, given by the game's numbers, or all of them where there are no more.
    """
    mover, other = rules.class_size(classes[0]), rules.class_size(classes[1])
    everything = mover * other <= rounds
    largest = 0.0
    for number in range(min(rounds, mover * other)):
        one, two = number // other, number % other
        if not everything:
            random = next_state(random)
            one = below(random, mover)
            random = next_state(random)
            two = below(random, other)
        state = rules.join_sides(rules.side_unrank(classes[0], one), rules.side_unrank(classes[1], two), like)
        kept = value_of(state, values, offsets, sizes, order, scale)
        largest = max(largest, abs(kept - back_up_by_rules(state, weights, values, offsets, sizes, order, scale)))
    return largest


@kernel
def win_games(
    first: State, games: int, seed: int, odds: Any, careless: int, values: Any, offsets: Any, sizes: Any, order: Any,
    scale: float,
) -> int:  # fmt: skip
    """Play games from a state in which a throw is due and return how many the player on turn there wins.

    Everybody plays the best move by the values, but the seats of the mask `careless` any legal move.
    """
    won = 0
    for game in range(games):
        random = stream(seed, game)
        state = first
        while rules.kind(state) != OVER:
            random = next_state(random)
            state = rules.throw(state, cast(bits32(random), odds))
            if careless >> rules.turn(state) & 1:
                random, move = rules.sample(state, random)
            else:
                move = best_move(state, values, offsets, sizes, order, scale)[1]
            state = rules.apply(state, move)
        won += rules.winner(state) >> rules.turn(first) & 1
    return won
