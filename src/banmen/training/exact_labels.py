"""Learning from positions whose winner is known: the kernels. `banmen.training.proof_learning` runs them.

Positions are gathered from games in which both sides look two plies ahead and make a random move at times, and from one move
beside such games, because a search meets positions after bad moves as well. Each is searched to the end of the game, and the
game's evaluation (see `banmen.training.td_alphabeta`) is moved towards the result.
"""

from __future__ import annotations

from typing import Any

from banmen.engine.search.proof_kernels import YES, lookup, prove_win
from banmen.kernels.contract import OVER, State
from banmen.kernels.kernel import kernel, read_state
from banmen.kernels.prng import below, bits32, next_state, stream
from banmen.training.td_alphabeta import chance, look_ahead, random_opening

rules: Any = None  # set by banmen.kernels.twins


@kernel
def store(state: State, shortest: int, longest: int, states: Any, number: int) -> int:
    """Add a position to those gathered, if the most plies that the game can still take fit; return how many there are."""
    if rules.kind(state) == OVER or number >= len(states) or not shortest <= rules.max_plies(state) <= longest:
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

    One in `share` of the fitting positions is kept, and as many of those beside the game; `exploring` is the chance of a random
    move times 2**32.
    """
    number, index = 0, first
    while number < len(states):
        random, state = random_opening(start, stream(seed, index), opening)
        index += 1
        while rules.kind(state) != OVER and rules.max_plies(state) >= shortest:
            random = next_state(random)
            if below(random, share) == 0:
                number = store(state, shortest, longest, states, number)
            random, aside = rules.sample(state, random)
            random = next_state(random)
            if below(random, share) == 0:
                number = store(rules.apply(state, aside), shortest, longest, states, number)
            random = next_state(random)
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
    """Determine for each position whether the side to act wins: 1 or 0, and -1 if the search was stopped by its limit."""
    for row in range(len(states)):
        state = read_state(states, row, start)
        control[0], control[1] = 0, 0
        answer = prove_win(state, 0, rules.max_plies(state), (stack, moves, ranks, frame, table, history), barred, control)
        won = 1.0 if (answer == YES) == (rules.turn(state) == 0) else 0.0
        targets[row] = -1.0 if control[0] != 0 else won


@kernel
def learn(start: State, states: Any, targets: Any, order: Any, rate: float, weights: Any, squares: Any) -> float:
    """Learn from positions in an order; return the mean squared error."""
    errors = 0.0
    for k in range(len(order)):
        row = order[k]
        error = rules.update(read_state(states, row, start), targets[row], rate, weights, squares)
        errors += error * error
    return errors / len(order)


@kernel
def examine(start: State, states: Any, weights: Any, chances: Any) -> None:
    """Fill `chances` with the chance of the side to act by the given weights, for each position."""
    for row in range(len(states)):
        chances[row] = chance(rules.estimate(read_state(states, row, start), weights))


@kernel
def measure_lengths(start: State, states: Any, lengths: Any) -> None:
    """Fill `lengths` with the most plies that the game can still take, for each position."""
    for row in range(len(states)):
        lengths[row] = rules.max_plies(read_state(states, row, start))


@kernel
def collect(
    start: State, roots: Any, seed: int, share: int, walks: int, least: int, table: Any, states: Any, targets: Any
) -> int:
    """Fill `states` and `targets` with positions that searches of `roots` met, and whether the side to act wins.

    Random walks from each root, at most so many, go on as long as the proof search's table knows the winner. Return the number
    of positions: at most `share` for each root, none shorter than `least`.
    """
    number = 0
    for row in range(len(roots)):
        random, most = stream(seed, row), number + share
        for _ in range(walks):
            random, number = walk(read_state(roots, row, start), random, least, table, states, targets, number, most)
    return number


@kernel
def walk(
    state: State, random: int, least: int, table: Any, states: Any, targets: Any, number: int, most: int
) -> tuple[int, int]:
    """Walk from a position as `collect` does, until there are `most` positions; return how many there are."""
    while number < most:
        random, move = rules.sample(state, random)
        state = rules.apply(state, move)
        if rules.kind(state) == OVER or rules.max_plies(state) < least:
            break
        answer = lookup(table, state)
        if answer == 0:
            break
        for word in range(len(state)):
            states[number, word] = state[word]
        won = answer & 255 != 0  # by the first seat, for whom the search asks
        targets[number] = 1.0 if won == (rules.turn(state) == 0) else 0.0
        number += 1
    return random, number
