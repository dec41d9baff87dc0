"""Move lists of 58 Holes: the possible successors of a side by throw, computed from the rules once, for use in many sweeps.

A list's entry is the rank of the side after the move in its class, times KINDS, plus what kind of move it is:
  TURN    the other player throws next,
  AGAIN   the same player throws again,
  STRIKE  the other loses a piece and throws next,
  STAY    nothing changes but the turn, though there was a choice.
Throws after which nothing changes but the turn and there is no choice, as after a pass, have no entry.
"""

from __future__ import annotations

from typing import Any

from banmen.games.holes58.board import HOLES
from banmen.games.holes58.indexing import advance, effect, join_sides, side_rank, side_unrank, sides
from banmen.kernels.contract import OVER, State
from banmen.kernels.kernel import kernel

rules: Any = None  # set by banmen.kernels.twins

KINDS = 4
TURN, AGAIN, STRIKE, STAY = range(KINDS)
THROWS = 5


@kernel
def list_moves(side: int, value: int, like: State, codes: Any) -> int:
    """Write the entries of a side after a throw into `codes` and return how many there are."""
    # Whom the side meets makes no difference to it, as long as the game goes on after a strike.
    state = rules.throw(join_sides(side, side_unrank(2, 0), like), value)
    number = rules.count(state)
    written = 0
    for k in range(number):
        move = rules.kth(state, k)
        after = rules.apply(state, move)
        again = rules.turn(after) == rules.turn(state)
        own = sides(after)[0] if again else sides(after)[1]
        kind = AGAIN if again else STRIKE if effect(move) else STAY if own == side else TURN
        if kind != STAY or number > 1:
            codes[written] = side_rank(own) * KINDS + kind
            written += 1
    return written


@kernel
def rank_after_strike(side: int, like: State) -> int:
    """Return the rank of a side after a strike in the class with a piece less, or -1 if the side has lost."""
    last = side_unrank(1, HOLES - 1)  # a piece before the Shen hole
    state = rules.throw(join_sides(last, side, like), 1)
    after = rules.apply(state, rules.kth(state, 0))
    if rules.kind(after) == OVER:
        return -1
    return side_rank(sides(after)[0])


@kernel
def describe(number: int, like: State, codes: Any, counts: Any, words: Any, struck: Any, advances: Any) -> None:
    """Fill the arrays for all sides with so many pieces: entries by side and throw, how many, words, strikes, advances."""
    for index in range(len(struck)):
        side = side_unrank(number, index)
        words[index] = side
        struck[index] = rank_after_strike(side, like)
        advances[index] = advance(side)
        for value in range(1, THROWS + 1):
            counts[index, value - 1] = list_moves(side, value, like, codes[index, value - 1])
