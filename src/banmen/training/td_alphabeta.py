"""Temporal-difference learning in games without chance: the kernels. `banmen.training.alphabeta_learner` runs them.

A game's evaluation has `estimate(state, weights)`, the score of the side to act by the given weights, and `update(...)`, which
moves the weights towards a target. Both sides look at all their moves and all answers, and every position whose moves were
looked at is learnt from: its target is the score of the best answer, mixed with how the game went on if it was played.
"""

from __future__ import annotations

from math import exp
from typing import Any

from banmen.kernels.contract import OVER, State
from banmen.kernels.kernel import kernel, read_state
from banmen.kernels.prng import below, bits32, next_state, stream

rules: Any = None  # set by banmen.kernels.twins

SCALE = 173.7178  # 400 / log(10): the logistic function of score / SCALE is the chance
CERTAIN = 4000.0  # the score of a won game


@kernel
def chance(score: float) -> float:
    """Return the winning chance for a score."""
    return 1.0 / (1.0 + exp(-score / SCALE))


@kernel
def score_or_result(state: State, weights: Any) -> float:
    """Return the score of the side to act, in a finished game by its result."""
    if rules.kind(state) == OVER:
        won = rules.winner(state)
        if won == 0:
            return 0.0
        return CERTAIN if won >> rules.turn(state) & 1 else -CERTAIN
    return float(rules.estimate(state, weights))


@kernel
def best_answer(state: State, weights: Any, moves: Any) -> float:
    """Return the score of the side to act after its best move."""
    number: int = rules.moves(state, moves)
    best = -2.0 * CERTAIN
    for k in range(number):
        score = -score_or_result(rules.apply(state, moves[k]), weights)
        if score > best:
            best = score
        if best >= CERTAIN:
            break
    return best


@kernel
def look_ahead(state: State, random: int, weights: Any, moves: Any, scores: Any) -> tuple[int, float]:
    """Look at all moves and all answers; return the index of the best move and its score, and leave all scores.

    The second row of `moves` is room for the answers. Among equals the first from a random one on is taken.
    """
    number: int = rules.moves(state, moves[0])
    start = below(random, number)
    best, best_score = 0, -4.0 * CERTAIN
    for step in range(number):
        k = (start + step) % number
        after = rules.apply(state, moves[0, k])
        if rules.kind(after) == OVER:
            scores[k] = -score_or_result(after, weights)
        else:
            scores[k] = -best_answer(after, weights, moves[1])
        if scores[k] > best_score:
            best, best_score = k, scores[k]
    return best, best_score


@kernel
def learn_moves(state: State, share: int, random: int, rate: float, weights: Any, squares: Any, moves: Any, scores: Any) -> int:
    """Learn from one in `share` of the positions after a move what their best answers are worth."""
    number: int = rules.moves(state, moves[0])
    for k in range(number):
        random = next_state(random)
        if below(random, share) == 0:
            after = rules.apply(state, moves[0, k])
            if rules.kind(after) != OVER:
                rules.update(after, chance(-scores[k]), rate, weights, squares)
    return random


@kernel
def random_opening(start: State, random: int, most: int) -> tuple[int, State]:
    """Return a position some random moves after the start, with a random setup if the game has one."""
    state = start
    while True:
        random, state = rules.deal(start, random)
        random = next_state(random)
        left = below(random, most + 1) + 1
        while left > 0 and rules.kind(state) != OVER:
            random, move = rules.sample(state, random)
            state = rules.apply(state, move)
            left -= 1
        if rules.kind(state) != OVER:
            return random, state


@kernel
def play_and_learn(
    start: State,
    seed: int,
    first: int,
    games: int,
    opening: int,
    share: int,
    rate: float,
    trace: float,
    exploring: int,
    weights: Any,
    squares: Any,
    states: Any,
    traces: Any,
    moves: Any,
    scores: Any,
) -> tuple[int, float]:
    """Play games and learn from each; return the number of positions played and the sum of the squared errors.

    A game begins after up to `opening` random moves. `trace` is the weight of how the game went on in the target of a position
    that was played; `exploring` is the chance of a random move times 2**32. A game longer than `states` ends there.
    """
    met, errors = 0, 0.0
    for index in range(first, first + games):
        random, state = random_opening(start, stream(seed, index), opening)
        length = 0
        while length < len(states) and rules.kind(state) != OVER:
            random = next_state(random)
            best, score = look_ahead(state, random, weights, moves, scores)
            for word in range(len(start)):
                states[length, word] = state[word]
            traces[length, 0], traces[length, 1], traces[length, 2] = chance(score), trace, rules.turn(state)
            random = learn_moves(state, share, random, rate, weights, squares, moves, scores)
            random = next_state(random)
            move = moves[0, best]
            if bits32(random) < exploring:
                traces[length, 1] = 0.0
                random, move = rules.sample(state, random)
            state = rules.apply(state, move)
            length += 1
        target = chance(score_or_result(state, weights))
        seat = rules.turn(state)
        for row in range(length - 1, -1, -1):
            if traces[row, 2] != seat:
                target, seat = 1.0 - target, int(traces[row, 2])
            target = traces[row, 1] * target + (1.0 - traces[row, 1]) * traces[row, 0]
            error = rules.update(read_state(states, row, start), target, rate, weights, squares)
            errors += error * error
        met += length
    return met, errors


@kernel
def duel(start: State, seed: int, first: int, games: int, opening: int, most: int, both: Any, moves: Any, scores: Any) -> float:
    """Play pairs of games from the same beginnings, both sides looking two plies ahead; return the first weights' points.

    `both` has a row of weights for each side. A game longer than `most` plies is drawn.
    """
    points = 0.0
    for index in range(first, first + games):
        random, begun = random_opening(start, stream(seed, index), opening)
        for seat in range(2):
            state = begun
            length = 0
            while rules.kind(state) != OVER and length < most:
                random = next_state(random)
                side = 0 if rules.turn(state) == seat else 1
                best, _ = look_ahead(state, random, both[side], moves, scores)
                state = rules.apply(state, moves[0, best])
                length += 1
            won = rules.winner(state) if rules.kind(state) == OVER else 0
            points += 0.5 if won == 0 else 1.0 * (won >> seat & 1)
    return points
