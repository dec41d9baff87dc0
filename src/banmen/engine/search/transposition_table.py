"""The table of positions that searches remember what they found in: kernels.

A row is the state's words, so that no two positions are ever mixed up, and one packed word: bits 0-6 the depth, 7-8 the kind of
bound, 9-24 the move and one, 25-47 the score and 2 * WIN, 48-53 the age (the number of the search), 54 whether it is a guess.
Images of a position by the symmetries of its game can share a row.
Rows come in pairs. The first of a pair keeps the entry that took most work in this search, the second the latest one.
"""

from __future__ import annotations

from typing import Any

from banmen.kernels.contract import State
from banmen.kernels.kernel import kernel
from banmen.kernels.prng import LOW31

rules: Any = None  # set by banmen.kernels.twins

WIN = 1_000_000
SURE = WIN - 1000  # scores beyond this are wins or losses for sure
EXACT, LOWER, UPPER = 1, 2, 3
AGES = 64


@kernel
def hash_state(state: State, start: int) -> int:
    """Return a number below 2**61 that looks random but depends on a state and a number to start from alone."""
    mixed = start
    for word in range(len(state)):
        mixed = (mixed ^ state[word] & LOW31) * 0x2C1B3C6D & (1 << 61) - 1
        mixed ^= mixed >> 29
        mixed = ((mixed & LOW31) ^ state[word] >> 31) * 0x297A2D39 & (1 << 61) - 1
        mixed ^= mixed >> 31
    return mixed


@kernel
def first_of_pair(number: int, size: int) -> int:
    """Return the first of the pair of rows for a state with a hash in a table of a size, which is even."""
    return number % size & ~1


@kernel
def slot(state: State, size: int) -> int:
    """Return the first of the pair of rows for a state in a table of a size."""
    return first_of_pair(hash_state(state, 0), size)


@kernel
def is_about(table: Any, row: int, state: State) -> bool:
    """Return whether a row is about a state."""
    for word in range(len(state)):
        if table[row, word] != state[word]:
            return False
    return bool(table[row, len(state)] != 0)


@kernel
def lookup_entry(table: Any, position: State, folded: int) -> tuple[int, int]:
    """Return what the table says of a position (0: nothing) and the best move (-1: not known).

    A table is `folded` when images of a position share a row.
    """
    state, image = rules.canonical(position) if folded else (position, 0)
    row = slot(state, len(table))
    if not is_about(table, row, state):
        row += 1
        if not is_about(table, row, state):
            return 0, -1
    entry = table[row, len(state)]
    move = (entry >> 9 & 0xFFFF) - 1
    return entry, rules.map_move(move, rules.invert_image(image)) if image and move >= 0 else move


@kernel
def store_entry(
    table: Any, position: State, folded: int, depth: int, bound: int, move: int, score: int, ply: int, guessed: int, age: int
) -> None:
    """Write down what was found out about a position."""
    state, image = rules.canonical(position) if folded else (position, 0)
    if image and move >= 0:
        move = rules.map_move(move, image)
    words = len(state)
    row = slot(state, len(table))
    entry = table[row, words]
    if not is_about(table, row, state) and entry >> 48 & AGES - 1 == age and entry & 127 > depth:
        row += 1
    for word in range(words):
        table[row, word] = state[word]
    # Wins are counted in plies from the node, not from the root.
    score = score + ply if score > SURE else score - ply if score < -SURE else score
    table[row, words] = depth | bound << 7 | move + 1 << 9 | score + 2 * WIN << 25 | age << 48 | guessed << 54


@kernel
def score_from_entry(entry: int, ply: int) -> int:
    """Return the score of an entry, relative to the root of a search that found it at a ply."""
    score = (entry >> 25 & (1 << 23) - 1) - 2 * WIN
    return score - ply if score > SURE else score + ply if score < -SURE else score
