"""Whole games by random play, for any game: the same streams give the same games on every target."""

from __future__ import annotations

from typing import Any

from banmen.kernels.contract import CHANCE, NO_THROW, OVER, State
from banmen.kernels.kernel import kernel
from banmen.kernels.prng import bits32, next_state, stream
from banmen.kernels.repetition import occurred_twice, remember
from banmen.kernels.throws import Odds, cast, open_by_throws

rules: Any = None  # set by banmen.kernels.twins
Counting = int | None

# What `tally` adds up, by index: games by the mask of the winning seats (0: drawn), then the rest.
WINS = 0
BEGINNER_WINS = 16  # games won by the seat that began, or its team
STEPS = 17
STEPS_SQUARED = 18
LEAST = 19
MOST_STEPS = 20
CHOICES = 21  # legal moves, summed over all decisions; counted only on request
UNFINISHED = 22
RESULTS = 23
# Games that go on for longer, in all or without an irreversible move, are left unfinished, and so are openings that are tied
# again and again. It takes very odd sticks.
LONGEST = 100_000
PAST = 1024


@kernel
def play_out(state: State, random: int, odds: Odds, past: Any, used: int, counting: Counting) -> tuple[State, int, int, int]:
    """Play random moves to the end; return the last state, the random state, the steps and the legal moves met.

    The first `used` rows of `past` hold positions that may come back; the others are overwritten.
    """
    steps, choices = 0, 0
    kind = rules.kind(state)
    while kind != OVER and used < PAST and steps < LONGEST:
        if kind == CHANCE:
            random = next_state(random)
            state = rules.throw(state, cast(bits32(random), odds))
        if counting is not None:
            choices += rules.count(state)
        random, move = rules.sample(state, random)
        # The same as repetition.advance, written out: as a call it costs a twentieth of the speed.
        after = rules.apply(state, move)
        if rules.is_irreversible(state, move):
            used = 0
        else:
            used = remember(state, past, used)
            if occurred_twice(after, past, 0, used):
                after = rules.end_by_repetition(after)
        state = after
        steps += 1
        kind = rules.kind(state)
    return state, random, steps, choices


@kernel
def tally(
    state: State,
    seats: int,
    seed: int,
    first: int,
    games: int,
    odds: Odds,
    past: Any,
    history: Any,
    begun: int,
    counting: Counting,
    out: Any,
) -> None:
    """Play games `first` to `first + games - 1` of a seed and add what they give to `out`.

    `seats` is the mask of those who throw for the beginning; 0 plays on from the state as it is, before which the `begun`
    positions of `history` were seen that may come back. Legal moves are added up if
    `counting` is 1; if it is None the compiler leaves that out altogether.
    """
    for index in range(first, first + games):
        random, start = rules.deal(state, stream(seed, index))
        if seats and rules.OPENING != NO_THROW:
            random, seat, value = open_by_throws(seats, rules.OPENING, random, odds)
            if seat < 0:
                out[UNFINISHED] += 1
                continue
            start = rules.open_with(start, seat, value)
        for row in range(begun):
            for word in range(len(state)):
                past[row, word] = history[row, word]
        last, random, steps, choices = play_out(start, random, odds, past, begun, counting)
        if rules.kind(last) == OVER:
            won = rules.winner(last)
            out[WINS + won] += 1
            out[BEGINNER_WINS] += won >> rules.turn(start) & 1
        else:
            out[UNFINISHED] += 1
        out[STEPS] += steps
        out[STEPS_SQUARED] += steps * steps
        out[LEAST] = min(out[LEAST], steps)
        out[MOST_STEPS] = max(out[MOST_STEPS], steps)
        out[CHOICES] += choices
