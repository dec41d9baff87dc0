"""Kernels that play games by the values of one stratum until they leave it, and record positions on the way.

A game is a row of seven words: the side on turn, the other side, the seat on turn, the state of its random numbers, how it
ended (0: not yet, else 1 plus the seat that won), how many records it has made, and a throw that has been made already, or 0.
A record is three words, the two sides and the throw, and numbers: the value before the throw, what each move is worth in the
order of `kth`, and how many moves there were, which is 0 in a record that was not made.

How a seat chooses (its policy):
  BEST  the best move by the values, or with a small chance, `blunders` in 2**32, any move,
  ANY   any move, each with the same chance,
  WISH  a winning move if there is one, else the greedy one.
"""

from __future__ import annotations

from typing import Any

from banmen.games.holes58.indexing import join_sides, side_class, sides
from banmen.games.holes58.rules import MOST
from banmen.kernels.contract import OVER, State
from banmen.kernels.kernel import kernel
from banmen.kernels.prng import below, bits32, next_state
from banmen.kernels.throws import cast
from banmen.solve.holes58.pair_lookup import value_after, value_of

rules: Any = None  # set by banmen.kernels.twins

BEST, ANY, WISH = range(3)
MOVER, OTHER, SEAT, RANDOM, ENDED, RECORDS, THROWN = range(7)
GAME = 7
WORDS = 3
NUMBERS = MOST + 2
LENGTH = NUMBERS - 1
MOST_TURNS = 100_000  # no game stays that long in one stratum


@kernel
def choose_greedily(state: State, random: int) -> int:
    """Return the index of a move that wins or has the best `beginner_score`; among equals the first from a random one on."""
    number = rules.count(state)
    start = below(random, number)
    best, most = 0, -1
    for step in range(number):
        k = (start + step) % number
        after = rules.apply(state, rules.kth(state, k))
        score = 1 << 30 if rules.kind(after) == OVER else rules.beginner_score(after, rules.turn(state))
        if score > most:
            best, most = k, score
    return best


@kernel
def choose_best(state: State, tables: Any) -> int:
    """Return the index of the best move by the values."""
    best, most = 0, -1
    for k in range(rules.count(state)):
        value = value_after(state, rules.apply(state, rules.kth(state, k)), tables)
        if value > most:
            best, most = k, value
    return best


@kernel
def record(state: State, value: int, before: int, tables: Any, words: Any, numbers: Any, row: int) -> None:
    """Record a position that waits for a move."""
    words[row, 0], words[row, 1] = sides(state)
    words[row, 2] = value
    numbers[row, 0] = before
    number = rules.count(state)
    for k in range(number):
        numbers[row, 1 + k] = value_after(state, rules.apply(state, rules.kth(state, k)), tables)
    numbers[row, LENGTH] = number


@kernel
def choose(state: State, policy: int, blunders: int, random: int, tables: Any) -> tuple[int, int]:
    """Return the random state and the index of the move that a policy chooses."""
    random = next_state(random)
    stray = policy == ANY or bits32(random) < blunders
    random = next_state(random)
    if stray:
        return random, below(random, rules.count(state))
    if policy == WISH:
        return random, choose_greedily(state, random)
    return random, choose_best(state, tables)


@kernel
def continue_game(
    game: int, games: Any, like: State, odds: Any, policies: Any, blunders: int, share: int, most: int,
    tables: Any, mirrored_tables: Any, words: Any, numbers: Any,
) -> None:  # fmt: skip
    """Continue a game until it leaves the stratum or ends; one in `share` positions is recorded, up to `most` of a game.

    `tables` are those of `pair_lookup` with the player on turn who has more pieces, `mirrored_tables` the others.
    """
    mover, other, seat, random = games[game, MOVER], games[game, OTHER], games[game, SEAT], games[game, RANDOM]
    pieces = (side_class(mover), side_class(other))
    more = max(pieces[0], pieces[1])
    for _ in range(MOST_TURNS):
        random = next_state(random)
        thrown = games[game, THROWN] if games[game, THROWN] > 0 else cast(bits32(random), odds)
        games[game, THROWN] = 0
        before = join_sides(mover, other, like)
        state = rules.throw(before, thrown)
        first = side_class(mover) == more
        turn_tables = tables if first else mirrored_tables
        random = next_state(random)
        if share > 0 and games[game, RECORDS] < most and below(random, share) == 0:
            row = game * most + games[game, RECORDS]
            record(state, thrown, value_of(mover, other, turn_tables), turn_tables, words, numbers, row)
            games[game, RECORDS] += 1
        random, k = choose(state, policies[seat], blunders, random, turn_tables)
        after = rules.apply(state, rules.kth(state, k))
        if rules.kind(after) == OVER:
            games[game, ENDED] = 1 + seat
            break
        if rules.turn(after) != rules.turn(state):
            seat = 1 - seat
        mover, other = sides(after)
        if side_class(mover) + side_class(other) < pieces[0] + pieces[1]:
            break
    games[game, MOVER], games[game, OTHER], games[game, SEAT], games[game, RANDOM] = mover, other, seat, random


@kernel
def play_all(
    first: int, last: int, stratum: Any, games: Any, like: State, odds: Any, policies: Any, blunders: int, share: int,
    most: int, tables: Any, mirrored_tables: Any, words: Any, numbers: Any,
) -> None:  # fmt: skip
    """Continue those games that are in a stratum, given by the pieces of both players, the greater number first."""
    for game in range(first, last):
        if games[game, ENDED] == 0:
            pieces = (side_class(games[game, MOVER]), side_class(games[game, OTHER]))
            if max(pieces[0], pieces[1]) == stratum[0] and min(pieces[0], pieces[1]) == stratum[1]:
                continue_game(game, games, like, odds, policies, blunders, share, most, tables, mirrored_tables, words, numbers)
