"""Learning by self-play what positions of a game without chance are worth: the kernels. `tuning/chance_free.py` runs them.

A game's evaluation has `judged(state, weights)`, the score of the side to act by some weights, and `learned(...)`, which brings
the weights nearer to a target. Both sides look at all their moves and all answers. Every position whose moves were looked at is
learnt from: those after a move are to be worth what their best answer is worth, those that were played also how the game went.
"""

from __future__ import annotations

from math import exp
from typing import Any

from banmen.kernels.contract import OVER, State
from banmen.kernels.kernel import kernel, read_state
from banmen.kernels.prng import below, bits32, following, stream

rules: Any = None  # set by banmen.kernels.kernel

SCALE = 173.7178  # 400 / log(10): what a score is divided by before it is turned into a chance
SURE = 4000.0  # the score of a game that is won


@kernel
def chance(score: float) -> float:
    """Return the chance of winning that a score stands for."""
    return 1.0 / (1.0 + exp(-score / SCALE))


@kernel
def judged_or_over(state: State, weights: Any) -> float:
    """Return the score of the side to act, also of a finished game."""
    if rules.kind(state) == OVER:
        won = rules.winner(state)
        if won == 0:
            return 0.0
        return SURE if won >> rules.turn(state) & 1 else -SURE
    return float(rules.judged(state, weights))


@kernel
def answered(state: State, weights: Any, moves: Any) -> float:
    """Return the score of the side to act after its best move."""
    number: int = rules.moves(state, moves)
    best = -2.0 * SURE
    for k in range(number):
        score = -judged_or_over(rules.apply(state, moves[k]), weights)
        if score > best:
            best = score
        if best >= SURE:
            break
    return best


@kernel
def look_ahead(state: State, random: int, weights: Any, moves: Any, scores: Any) -> tuple[int, float]:
    """Look at all moves and all answers; return the index of the best move and its score, and leave all scores.

    The second row of `moves` is room for the answers. Among equals the first from a random one on is taken.
    """
    number: int = rules.moves(state, moves[0])
    start = below(random, number)
    best, best_score = 0, -4.0 * SURE
    for step in range(number):
        k = (start + step) % number
        after = rules.apply(state, moves[0, k])
        if rules.kind(after) == OVER:
            scores[k] = -judged_or_over(after, weights)
        else:
            scores[k] = -answered(after, weights, moves[1])
        if scores[k] > best_score:
            best, best_score = k, scores[k]
    return best, best_score


@kernel
def learn_moves(state: State, share: int, random: int, rate: float, weights: Any, squares: Any, moves: Any, scores: Any) -> int:
    """Learn from one in `share` of the positions after a move what their best answers are worth."""
    number: int = rules.moves(state, moves[0])
    for k in range(number):
        random = following(random)
        if below(random, share) == 0:
            after = rules.apply(state, moves[0, k])
            if rules.kind(after) != OVER:
                rules.learned(after, chance(-scores[k]), rate, weights, squares)
    return random


@kernel
def begin(start: State, random: int, most: int) -> tuple[int, State]:
    """Return a position to begin with: some random moves after the start, whose setup is drawn by lot where there is one."""
    state = start
    while True:
        random, state = rules.dealt(start, random)
        random = following(random)
        left = below(random, most + 1) + 1
        while left > 0 and rules.kind(state) != OVER:
            random, move = rules.sample(state, random)
            state = rules.apply(state, move)
            left -= 1
        if rules.kind(state) != OVER:
            return random, state


@kernel
def spar(
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
    found: Any,
    moves: Any,
    scores: Any,
) -> tuple[int, float]:
    """Play games against itself and learn from each; return how many positions were met and the sum of the squared errors.

    A game begins after up to `opening` random moves. `trace` is the part of how the game went on in what is learnt of a
    position that was played; `exploring` the chance of a random move in 32-bit parts. A game longer than `states` ends there.
    """
    met, errors = 0, 0.0
    for index in range(first, first + games):
        random, state = begin(start, stream(seed, index), opening)
        length = 0
        while length < len(states) and rules.kind(state) != OVER:
            random = following(random)
            best, score = look_ahead(state, random, weights, moves, scores)
            for word in range(len(start)):
                states[length, word] = state[word]
            found[length, 0], found[length, 1], found[length, 2] = chance(score), trace, rules.turn(state)
            random = learn_moves(state, share, random, rate, weights, squares, moves, scores)
            random = following(random)
            move = moves[0, best]
            if bits32(random) < exploring:
                found[length, 1] = 0.0
                random, move = rules.sample(state, random)
            state = rules.apply(state, move)
            length += 1
        target = chance(judged_or_over(state, weights))
        seat = rules.turn(state)
        for row in range(length - 1, -1, -1):
            if found[row, 2] != seat:
                target, seat = 1.0 - target, int(found[row, 2])
            target = found[row, 1] * target + (1.0 - found[row, 1]) * found[row, 0]
            error = rules.learned(read_state(states, row, start), target, rate, weights, squares)
            errors += error * error
        met += length
    return met, errors


@kernel
def duel(start: State, seed: int, first: int, games: int, opening: int, most: int, both: Any, moves: Any, scores: Any) -> float:
    """Play pairs of games from the same beginnings, both sides looking two plies ahead; return the points of the first weights.

    `both` has a row of weights for each side. A game longer than `most` plies is drawn.
    """
    points = 0.0
    for index in range(first, first + games):
        random, begun = begin(start, stream(seed, index), opening)
        for seat in range(2):
            state = begun
            length = 0
            while rules.kind(state) != OVER and length < most:
                random = following(random)
                side = 0 if rules.turn(state) == seat else 1
                best, _ = look_ahead(state, random, both[side], moves, scores)
                state = rules.apply(state, moves[0, best])
                length += 1
            won = rules.winner(state) if rules.kind(state) == OVER else 0
            points += 0.5 if won == 0 else 1.0 * (won >> seat & 1)
    return points
