"""Kernels that draw positions from play, to be valued.

Both players make the move that is best by the game's evaluation, or sometimes any move. A record is a
row of three words: the side of the mover, the other side and the throw.
"""

from __future__ import annotations

from typing import Any

from banmen.kernels.contract import OVER, State
from banmen.kernels.kernel import kernel
from banmen.kernels.prng import below, bits32, next_state, stream
from banmen.kernels.throws import cast

rules: Any = None  # set by banmen.kernels.twins
SURE = 2.0


@kernel
def estimate(after: State, seat: int) -> float:
    """Return the estimated chance of a seat that has just moved."""
    if rules.kind(after) == OVER:
        return SURE
    return float(rules.chances(after)[seat])


@kernel
def choose_by_estimate(state: State) -> int:
    """Return the index of the move after which the mover's estimated chance is highest."""
    seat = rules.turn(state)
    best, most = 0, -1.0
    for k in range(rules.count(state)):
        value = estimate(rules.apply(state, rules.kth(state, k)), seat)
        if value > most:
            best, most = k, value
    return best


@kernel
def gather(start: State, seed: int, first: int, odds: Any, strays: int, share: int, records: Any) -> int:
    """Fill `records` from games numbered from `first` on; return the number of the next game.

    One in `share` positions that wait for a move is taken; `strays` in 2**32 is the chance of any move.
    """
    number, game = 0, first
    while number < len(records):
        random, state = stream(seed, game), start
        game += 1
        while number < len(records) and rules.kind(state) != OVER:
            random = next_state(random)
            thrown = cast(bits32(random), odds)
            random = next_state(random)
            if below(random, share) == 0:
                records[number, 0], records[number, 1] = rules.sides(state)
                records[number, 2] = thrown
                number += 1
            state = rules.throw(state, thrown)
            random = next_state(random)
            if bits32(random) < strays:
                random = next_state(random)
                k = below(random, rules.count(state))
            else:
                k = choose_by_estimate(state)
            state = rules.apply(state, rules.kth(state, k))
    return game
