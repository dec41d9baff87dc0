"""Temporal-difference learning in games with sticks: the kernels. `banmen.training.dice_learner` runs them.

A game's evaluation has `estimate(state, weights)`, the chance of each seat by the given weights, and `update(...)`, which moves
the weights towards a target. The target of a position is what its throws lead to when each is followed by the best move, mixed
with how the game went on from there, so that what the end teaches reaches the beginning sooner.
"""

from __future__ import annotations

from typing import Any

from banmen.kernels.contract import OVER, State
from banmen.kernels.kernel import kernel, read_state
from banmen.kernels.prng import LOW, below, bits32, next_state, stream
from banmen.kernels.throws import Odds, cast

rules: Any = None  # set by banmen.kernels.twins

THROWS = 5
ANY, WISH, FIRST, SECOND = 0, 1, 2, 3  # how a side of `duel` chooses its moves: at random, greedily, by either weights


@kernel
def likelihood(value: int, odds: Odds) -> float:
    """Return the chance of a throw."""
    below_it = odds[value - 2] if value > 1 else 0
    up_to_it = odds[value - 1] if value < THROWS else LOW + 1
    return (up_to_it - below_it) / (LOW + 1.0)


@kernel
def worth(state: State, seat: int, weights: Any) -> float:
    """Return a seat's chance in a position that a move has led to."""
    if rules.kind(state) == OVER:
        return float(rules.winner(state) >> seat & 1)
    return float(rules.estimate(state, weights)[seat])


@kernel
def add_chances(state: State, part: float, weights: Any, expected: Any) -> None:
    """Add a part of each seat's chance in a position that a move has led to."""
    if rules.kind(state) == OVER:
        won = rules.winner(state)
        for seat in range(len(expected)):
            expected[seat] += part * (won >> seat & 1)
    else:
        chances = rules.estimate(state, weights)
        for seat in range(len(expected)):
            expected[seat] += part * chances[seat]


@kernel
def best_move(state: State, weights: Any, moves: Any) -> int:
    """Return the move that leads to the best position by some weights."""
    seat: int = rules.turn(state)
    number: int = rules.moves(state, moves)
    best, best_worth = 0, -1.0
    for k in range(number):
        move = int(moves[k])
        value = worth(rules.apply(state, move), seat, weights)
        if value > best_worth:
            best, best_worth = move, value
    return best


@kernel
def greedy_move(state: State, random: int, moves: Any) -> int:
    """Return the winning move or else the one that the greedy player prefers, any of equals."""
    seat: int = rules.turn(state)
    number: int = rules.moves(state, moves)
    first = below(random, number)
    best, best_score = 0, -(1 << 61)
    for k in range(number):
        move = int(moves[(first + k) % number])
        after = rules.apply(state, move)
        score = 1 << 60 if rules.kind(after) == OVER else rules.beginner_score(after, seat)
        if score > best_score:
            best, best_score = move, score
    return best


@kernel
def expect(state: State, odds: Odds, drawn: int, quickly: bool, weights: Any, moves: Any, expected: Any) -> int:
    """Fill `expected` with each seat's chance when a throw is due; return the best move for the throw drawn.

    If `quickly`, only that throw is searched.
    """
    chosen = 0
    for seat in range(len(expected)):
        expected[seat] = 0.0
    for value in range(1, THROWS + 1):
        if quickly and value != drawn:
            continue
        decided = rules.throw(state, value)
        move = best_move(decided, weights, moves)
        after = rules.apply(decided, move)
        part = 1.0 if quickly else likelihood(value, odds)
        add_chances(after, part, weights, expected)
        if value == drawn:
            chosen = move
    return chosen


@kernel
def play_and_learn(
    starts: Any,
    like: State,
    seed: int,
    first: int,
    games: int,
    odds: Odds,
    rate: float,
    trace: float,
    exploring: int,
    quickly: bool,
    weights: Any,
    squares: Any,
    states: Any,
    expected: Any,
    moves: Any,
    target: Any,
) -> tuple[int, float]:
    """Play games and learn from each; return the number of positions played and the sum of the squared errors.

    Every game begins with one of the rows of `starts`. `trace` is the weight of how the game went on in a target;
    `exploring` is the chance of a random move times 2**32; `quickly` learns from the throws made alone. The other arrays are
    room to work in; a game that is longer than `states` is not learnt from.
    """
    met, errors = 0, 0.0
    for index in range(first, first + games):
        random = next_state(stream(seed, index))
        state = read_state(starts, below(random, len(starts)), like)
        length = 0
        while length < len(states) and rules.kind(state) != OVER:
            for word in range(len(like)):
                states[length, word] = state[word]
            random = next_state(random)
            drawn = cast(bits32(random), odds)
            move = expect(state, odds, drawn, quickly, weights, moves, expected[length])
            random = next_state(random)
            states[length, len(like)] = 0
            if bits32(random) < exploring:
                states[length, len(like)] = 1
                random, move = rules.sample(rules.throw(state, drawn), random)
            state = rules.apply(rules.throw(state, drawn), move)
            length += 1
        if rules.kind(state) == OVER:
            errors += look_back(states, expected, length, like, rules.winner(state), rate, trace, weights, squares, target)
            met += length
    return met, errors


@kernel
def look_back(
    states: Any,
    expected: Any,
    length: int,
    like: State,
    won: int,
    rate: float,
    trace: float,
    weights: Any,
    squares: Any,
    target: Any,
) -> float:
    """Learn from a finished game, the last position first; return the sum of the squared errors."""
    errors = 0.0
    for seat in range(len(target)):
        target[seat] = 1.0 * (won >> seat & 1)
    for index in range(length - 1, -1, -1):
        traced = 0.0 if states[index, len(like)] else trace
        for seat in range(len(target)):
            target[seat] = traced * target[seat] + (1.0 - traced) * expected[index, seat]
        error = rules.update(read_state(states, index, like), target, rate, weights, squares)
        errors += error * error
    return errors


@kernel
def duel(
    start: State,
    seed: int,
    first: int,
    games: int,
    odds: Odds,
    ways: tuple[int, int, int, int],
    one: Any,
    two: Any,
    moves: Any,
    wins: Any,
) -> None:
    """Play games and add up the wins of each seat, which chooses its moves as `ways` says.

    Games with the same seed and number have the same throws as long as they last.
    """
    for index in range(first, first + games):
        random = stream(seed, index)
        throws = stream(seed + 1, index)
        state = start
        while rules.kind(state) != OVER:
            throws, random = next_state(throws), next_state(random)
            state = rules.throw(state, cast(bits32(throws), odds))
            way = ways[rules.turn(state)]
            if way == ANY:
                random, move = rules.sample(state, random)
            elif way == WISH:
                move = greedy_move(state, random, moves)
            elif way == FIRST:
                move = best_move(state, one, moves)
            else:
                move = best_move(state, two, moves)
            state = rules.apply(state, move)
        for seat in range(len(wins)):
            wins[seat] += rules.winner(state) >> seat & 1
