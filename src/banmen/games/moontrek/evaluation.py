"""How good a position of Moon Trek looks.

Every player's pieces give a score; a team's score is the sum of its players', and the chances of the teams are as the
exponentials of their scores. Weights are in thousandths and learnt by self-play (`banmen.training.td_dice`):
  OWN    pairs of places of one player, by whether it is on turn and whether it has team mates,
  MATES  pairs of places of two team mates,
  CROSS  places of two opponents, the one who comes sooner first, by whether that one is on turn; what it gains the other loses,
  OFF    how many pieces of a player are in reserve and home, as in OWN, and those of two opponents, as in CROSS,
  RACE   how many throws the slowest player of a team needs, and the slowest of the fastest other team.
Players are numbered in the order they come to turn, from the one on turn, as the words of the state are.
"""

from __future__ import annotations

from math import exp
from pathlib import Path
from typing import Any

from banmen.games.kariuchi.board import HOME, RESERVE
from banmen.games.kariuchi.evaluation import NEEDED, PAIRS, PLACES, RACES, TO_GO
from banmen.games.moontrek.rules import ALL_HOME, PIECES, PLACE, turn
from banmen.kernels.contract import State
from banmen.kernels.kernel import kernel
from banmen.kernels.linear_chances import chances  # noqa: F401 (a kernel of the game, too)
from banmen.kernels.linear_weights import UNIT, read, read_weights

OFFS = 25
OWN = 0
MATES = OWN + 4 * PAIRS
CROSS = MATES + PAIRS
OFF = CROSS + 2 * PLACES * PLACES
RACE = OFF + 4 * OFFS + 2 * OFFS * OFFS
SIZE_OF_WEIGHTS = RACE + RACES * RACES
WEIGHTS = read_weights(Path(__file__).parent / "data" / "weights.i16.gz", SIZE_OF_WEIGHTS)
SEATS = 4
Four = tuple[float, float, float, float]


@kernel
def beginner_score(state: State, seat: int) -> int:
    """Beginner's score: how near the pieces are to home."""
    word = state[seat - turn(state) & 3]
    to_go = 0
    for _ in range(PIECES):
        to_go += TO_GO[word >> PLACE & 63]
        word >>= 10
    return -to_go


@kernel
def estimate(state: State, weights: Any) -> tuple[float, ...]:
    """Return each seat's chance to be among the winners by the given weights; 0 for a seat that nobody sits on."""
    none = (0.0, 0.0, 0.0, 0.0)
    shares = share_chances(state, sum_weights(state, weights, None, none))
    first = 4 - turn(state)
    return (shares[first & 3], shares[first + 1 & 3], shares[first + 2 & 3], shares[first + 3 & 3])


@kernel
def update(state: State, target: Any, rate: float, weights: Any, squares: Any) -> float:
    """Move the weights a little towards the target, a chance for each seat; return the mover's error before."""
    seat = turn(state)
    now = estimate(state, weights)
    errors = (
        rate * (target[seat] - now[seat]),
        rate * (target[seat + 1 & 3] - now[seat + 1 & 3]),
        rate * (target[seat + 2 & 3] - now[seat + 2 & 3]),
        rate * (target[seat + 3 & 3] - now[seat + 3 & 3]),
    )
    sum_weights(state, weights, squares, errors)
    return float(target[seat] - now[seat])


@kernel
def team(state: State, index: int) -> int:
    """Return the number of the team of the player at an index."""
    return state[4] >> 2 * index & 3


@kernel
def share_chances(state: State, scores: Four) -> Four:
    """Return the chance of each player's team; a team with nothing left to bring home does not take part."""
    highest = -1e9
    for index in range(SEATS):
        if state[index] != ALL_HOME:
            highest = max(highest, scores[index])
    total = 0.0
    shares = (0.0, 0.0, 0.0, 0.0)
    for index in range(SEATS):
        if plays(state, index):
            share = exp((scores[index] - highest) / UNIT)
            shares = add_at(shares, index, share)
            if is_first_of_team(state, index):
                total += share
    return (shares[0] / total, shares[1] / total, shares[2] / total, shares[3] / total)


@kernel
def plays(state: State, index: int) -> bool:
    """Return whether the team of a player still has pieces to bring home."""
    left = 0
    for other in range(SEATS):
        if state[other] != ALL_HOME and team(state, other) == team(state, index):
            left += 1
    return left > 0


@kernel
def is_first_of_team(state: State, index: int) -> bool:
    """Return whether no player before an index is of the same team."""
    before = 0
    for other in range(index):
        if team(state, other) == team(state, index):
            before += 1
    return before == 0


@kernel
def add_at(scores: Four, index: int, value: float) -> Four:
    """Return scores with a value added to one of them."""
    return (
        scores[0] + (value if index == 0 else 0.0),
        scores[1] + (value if index == 1 else 0.0),
        scores[2] + (value if index == 2 else 0.0),
        scores[3] + (value if index == 3 else 0.0),
    )


@kernel
def sum_weights(state: State, weights: Any, squares: Any, steps: Four) -> Four:
    """Return the score of each player's team; with `squares`, change the weights by a step for each player's team."""
    scores = (0.0, 0.0, 0.0, 0.0)
    alone = (distance(state[0]), distance(state[1]), distance(state[2]), distance(state[3]))
    needs = (slowest(state, alone, 0), slowest(state, alone, 1), slowest(state, alone, 2), slowest(state, alone, 3))
    for index in range(SEATS):
        if state[index] == ALL_HOME:
            continue
        which = own_table(state, index)
        value = sum_pairs(state[index], OWN + which * PAIRS, weights, squares, steps[index])
        value += read(weights, squares, OFF + which * OFFS + off_board(state[index]), steps[index])
        others = fastest_other(state, needs, index)
        value += read(weights, squares, RACE + needs[index] * RACES + others, steps[index])
        scores = add_to_team(state, scores, index, value)
        for later in range(index + 1, SEATS):
            if state[later] == ALL_HOME:
                continue
            if team(state, later) == team(state, index):
                value = sum_mates(state[index], state[later], weights, squares, steps[index])
                scores = add_to_team(state, scores, index, value)
            else:
                value = sum_crossings(state[index], state[later], min(index, 1), weights, squares, steps[index] - steps[later])
                scores = add_to_team(state, add_to_team(state, scores, index, value), later, -value)
    return scores


@kernel
def add_to_team(state: State, scores: Four, index: int, value: float) -> Four:
    """Return scores with a value added to every player of the team of one."""
    for other in range(SEATS):
        if team(state, other) == team(state, index):
            scores = add_at(scores, other, value)
    return scores


@kernel
def own_table(state: State, index: int) -> int:
    """Return which of the four tables of a player's own pairs is meant for it."""
    which = 0 if index == 0 else 1
    for other in range(SEATS):
        if other != index and team(state, other) == team(state, index):
            which |= 2
    return which


@kernel
def sum_pairs(word: int, first: int, weights: Any, squares: Any, step: float) -> float:
    """Return the sum of the weights of the pairs of a player."""
    total = 0.0
    for i in range(10 + PLACE, 40, 10):
        high = word >> i & 63
        for j in range(PLACE, i, 10):
            low = word >> j & 63
            if low % HOME or high % HOME:
                total += read(weights, squares, first + high * (high + 1) // 2 + low, step)
    return total


@kernel
def sum_mates(mine: int, mates: int, weights: Any, squares: Any, step: float) -> float:
    """Return the sum of the weights of the pairs of two team mates."""
    total = 0.0
    for i in range(PLACE, 40, 10):
        for j in range(PLACE, 40, 10):
            low, high = min(mine >> i & 63, mates >> j & 63), max(mine >> i & 63, mates >> j & 63)
            if low % HOME or high % HOME:
                total += read(weights, squares, MATES + high * (high + 1) // 2 + low, step)
    return total


@kernel
def sum_crossings(sooner: int, later: int, which: int, weights: Any, squares: Any, step: float) -> float:
    """Return the sum of the weights of the pieces of two opponents, as the one who comes sooner sees it."""
    total = read(weights, squares, OFF + (4 + which * OFFS + off_board(sooner)) * OFFS + off_board(later), step)
    for i in range(PLACE, 40, 10):
        own = sooner >> i & 63
        first = CROSS + (which * PLACES + own) * PLACES
        for j in range(PLACE, 40, 10):
            other = later >> j & 63
            if own % HOME or other % HOME:
                total += read(weights, squares, first + other, step)
    return total


@kernel
def off_board(word: int) -> int:
    """Return a number below 25 that encodes how many pieces of a player are in reserve and how many are home."""
    number = 0
    for _ in range(PIECES):
        place = word >> PLACE & 63
        if place == RESERVE:
            number += 1
        if place == HOME:
            number += 5
        word >>= 10
    return number


@kernel
def slowest(state: State, needs: tuple[int, int, int, int], index: int) -> int:
    """Return how many throws the slowest player of a player's team needs, given what each needs alone."""
    most = 0
    for other in range(SEATS):
        if team(state, other) == team(state, index):
            most = max(most, needs[other])
    return most


@kernel
def fastest_other(state: State, needs: tuple[int, int, int, int], index: int) -> int:
    """Return how many throws the slowest player of the fastest team needs that a player does not belong to."""
    least = RACES - 1
    for other in range(SEATS):
        if team(state, other) != team(state, index) and needs[other] > 0:
            least = min(least, needs[other])
    return least


@kernel
def distance(word: int) -> int:
    """Return how many throws a player needs to bring its stacks home, those in the reserve entering one by one."""
    total, before = 0, -1
    for _ in range(PIECES):
        place = word >> PLACE & 63
        if place != before or place == RESERVE:
            total += NEEDED[place]
        before = place
        word >>= 10
    return min((total + 99) // 100, RACES - 1)
