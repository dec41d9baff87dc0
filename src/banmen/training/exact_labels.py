"""Learning from positions whose winner is known: the kernels. `tuning/exact.py` runs them.

Positions are gathered from games in which both sides look two plies ahead and stray at times, and from one move beside such
games, because a search judges positions after bad moves as well. Each is searched to the end of the game, and the game's
evaluation (`judged` and `learned`, as in `banmen.training.td_alphabeta`) is brought nearer to who wins.
"""

from __future__ import annotations

from typing import Any

from banmen.engine.search.proof_kernels import YES, prove_win
from banmen.kernels.contract import OVER, State
from banmen.kernels.kernel import kernel, read_state
from banmen.kernels.prng import below, bits32, following, stream
from banmen.training.td_alphabeta import begin, chance, look_ahead

rules: Any = None  # set by banmen.kernels.kernel


@kernel
def store(state: State, shortest: int, longest: int, states: Any, number: int) -> int:
    """Add a position to those gathered, if the game can go on for a fitting number of plies; return how many there are."""
    if rules.kind(state) == OVER or number >= len(states) or not shortest <= rules.longest(state) <= longest:
        return number
    for word in range(len(state)):
        states[number, word] = state[word]
    return number + 1


@kernel
def gather(
    start: State,
    seed: int,
    first: int,
    opening: int,
    exploring: int,
    shortest: int,
    longest: int,
    share: int,
    weights: Any,
    states: Any,
    moves: Any,
    scores: Any,
) -> int:
    """Fill `states` with positions from games after up to `opening` random moves; return how many games that took.

    One in `share` of the fitting positions is kept, and as many of those beside; `exploring` is the chance of a random move, in
    32-bit parts.
    """
    number, index = 0, first
    while number < len(states):
        random, state = begin(start, stream(seed, index), opening)
        index += 1
        while rules.kind(state) != OVER and rules.longest(state) >= shortest:
            random = following(random)
            if below(random, share) == 0:
                number = store(state, shortest, longest, states, number)
            random, aside = rules.sample(state, random)
            random = following(random)
            if below(random, share) == 0:
                number = store(rules.apply(state, aside), shortest, longest, states, number)
            random = following(random)
            if bits32(random) < exploring:
                random, move = rules.sample(state, random)
            else:
                best, _ = look_ahead(state, random, weights, moves, scores)
                move = moves[0, best]
            state = rules.apply(state, move)
    return index - first


@kernel
def label(
    start: State,
    states: Any,
    targets: Any,
    stack: Any,
    moves: Any,
    ranks: Any,
    frame: Any,
    table: Any,
    history: Any,
    barred: Any,
    control: Any,
) -> None:
    """Find out for each position whether the side to act wins: 1 or 0, and -1 where the search was stopped by its limit."""
    for row in range(len(states)):
        state = read_state(states, row, start)
        control[0], control[1] = 0, 0
        answer = prove_win(state, 0, rules.longest(state), (stack, moves, ranks, frame, table, history), barred, control)
        won = 1.0 if (answer == YES) == (rules.turn(state) == 0) else 0.0
        targets[row] = -1.0 if control[0] != 0 else won


@kernel
def learn(start: State, states: Any, targets: Any, order: Any, rate: float, weights: Any, squares: Any) -> float:
    """Learn from positions in an order; return the mean squared error."""
    errors = 0.0
    for k in range(len(order)):
        row = order[k]
        error = rules.learned(read_state(states, row, start), targets[row], rate, weights, squares)
        errors += error * error
    return errors / len(order)


@kernel
def examine(start: State, states: Any, weights: Any, chances: Any) -> None:
    """Leave the chance of the side to act by some weights, for each position."""
    for row in range(len(states)):
        chances[row] = chance(rules.judged(read_state(states, row, start), weights))
