"""Kernels that bound the error of stored values.

Let V be kept values of a group, r their largest residual |V - TV| and E the largest error of what the group leads to, T being
one step of the game with best play. Let h >= 0 be a function on the group, 0 outside, with

    h(s) - sum over throws of weight * max { h(s') : moves to s' that are within `margin` of the best by V }  >=  c  >  0.

Then |V - V*| <= E + r * max h / c =: e, provided that margin >= e. For U = V + E + h r/c and L = V - E - h r/c satisfy
TU <= U and TL >= L, where T takes U for the player and L for the opponent: a move worse than the margin is not the best one by
U either, all others lose c of h on average. A player who plays by L is sure of L, because every play ends with probability one
(a run of long throws ends the game from any position), and the opponent who plays by U holds the player to U.

h is the number of throws that a group goes on for at most under near-best play, found by iteration from 0 upwards. It need not
be exact: c is measured on what was found. Rounding in 64-bit sums, some 1e-16, is counted into r by the caller.
"""

from __future__ import annotations

from typing import Any

from banmen.kernels.kernel import inlined, kernel
from banmen.solve.tables.row_kernels import LANES, row_of
from banmen.solve.value_iteration.move_table_kernels import AGAIN, AGAIN_TOUCHING, THROWS, WON
from banmen.solve.value_iteration.value_iteration_kernels import (
    HIGH,
    LOW,
    fill_row,
    find_best,
    find_touched,
    turn_back,
    turn_into_rows,
)

# Rows of the room for lengths: the longest way by a near-best move, its sum over throws, the least decrease, the most.
LONGEST, SUM, DECREASE, MOST, LENGTH_ROWS = 0, 1, 2, 3, 4
# Rows of the limits: from where on a value is near the best for a mover who throws again, up to where for the opponent.
NEAR, NEAR_OPPONENT = 0, 1
NOTHING = 1e30


@inlined
def set_limits(limits: Any, rows: Any, one: Any, margin: float) -> None:
    """Set the limits of near-best moves by the best ones."""
    for lane in range(limits.shape[1]):
        best = max(float(rows[HIGH, lane]), float(one - rows[LOW, lane]))
        limits[NEAR, lane] = best - margin
        limits[NEAR_OPPONENT, lane] = one - best + margin


@inlined
def lengthen_again(lengths: Any, ways: Any, row: int, values: Any, kept: int, limits: Any) -> None:
    """Lengthen the ways of lanes whose value, a mover's who throws again, is near the best."""
    for lane in range(lengths.shape[1]):
        way = ways[row, lane] if values[kept, lane] >= limits[NEAR, lane] else 0.0
        lengths[LONGEST, lane] = max(lengths[LONGEST, lane], way)


@inlined
def lengthen_passing(lengths: Any, ways: Any, row: int, values: Any, kept: int, limits: Any) -> None:
    """Lengthen the ways of lanes whose value, the opponent's, is near the best."""
    for lane in range(lengths.shape[1]):
        way = ways[row, lane] if values[kept, lane] <= limits[NEAR_OPPONENT, lane] else 0.0
        lengths[LONGEST, lane] = max(lengths[LONGEST, lane], way)


@inlined
def add_longest(lengths: Any, weight: float) -> None:
    """Add the longest way by one throw to the sum."""
    for lane in range(lengths.shape[1]):
        lengths[SUM, lane] += weight * lengths[LONGEST, lane]


@inlined
def note_lengths(lengths: Any, ways: Any, row: int) -> None:
    """Note by how much a step falls short of what is left of the way, and how long that is."""
    for lane in range(lengths.shape[1]):
        lengths[DECREASE, lane] = min(lengths[DECREASE, lane], ways[row, lane] - lengths[SUM, lane])
        lengths[MOST, lane] = max(lengths[MOST, lane], ways[row, lane])


@kernel
def lengthen_hits(
    lengths: Any, ways: Any, rows_kept: tuple[int, int], bits: int, values: Any, layout: Any, touching: Any, effect: int,
    first: int, goal: int, again: int, limits: Any,
) -> None:  # fmt: skip
    """Lengthen the ways of lanes in which a move hits the other side; strata outside the rows that have ways count nothing."""
    offsets, sizes, bases, kin = layout
    begin, end = rows_kept
    mine = kin[goal]
    index = goal - bases[mine]
    for lane in range(LANES):
        other = touching[effect, first + lane] if bits >> lane & 1 else -1
        if other >= 0:
            theirs = kin[other]
            hit = other - bases[theirs]
            if again:
                row, at = row_of(offsets, sizes, mine, theirs, index, hit), index % LANES
                near = values[row, at] >= limits[NEAR, lane]
            else:
                row, at = row_of(offsets, sizes, theirs, mine, hit, index), hit % LANES
                near = values[row, at] <= limits[NEAR_OPPONENT, lane]
            if near and begin <= row < end:
                lengths[LONGEST, lane] = max(lengths[LONGEST, lane], ways[row - begin, at])


@kernel
def find_longest(
    values: Any, ways: Any, rows_kept: tuple[int, int], entries: tuple[int, int], layout: Any, moves: Any, rooms: Any,
    length_rooms: Any, first: int, everybody: int,
) -> None:  # fmt: skip
    """Find the longest way by those of some moves that are near the best."""
    held, _, _, _, masks, strips = rooms
    held_ways, lengths, limits = length_rooms
    goals, marks, effects, touching, kin = moves[1], moves[2], moves[3], moves[4], layout[3]
    begin, end = rows_kept
    fill_row(lengths, LONGEST, 0.0)
    for entry in range(entries[0], entries[1]):
        goal, mark, bits = goals[entry], marks[entry], masks[effects[entry]]
        if mark & WON:
            continue
        # Where some lanes are hit, the row is used for them too: that can make a way too long, which does no harm.
        if bits != everybody:
            if mark & AGAIN:
                lengthen_again(lengths, held_ways, goal, held, goal, limits)
            else:
                row = strips[kin[goal]] + goal
                if begin <= row < end:
                    lengthen_passing(lengths, ways, row - begin, values, row, limits)
        if bits:
            lengthen_hits(
                *(lengths, ways, rows_kept, bits, values, layout, touching, effects[entry], first, goal),
                *(mark & AGAIN_TOUCHING, limits),
            )


@kernel
def hold_block(
    values: Any, ways: Any, rows_kept: tuple[int, int], other: int, block: int, layout: Any, touching: Any, rooms: Any,
    held_ways: Any, wanted: Any,
) -> None:  # fmt: skip
    """Turn the values and ways of a block into rows, one for each mover; where no ways are kept they are 0."""
    offsets, sizes, bases, _ = layout
    held, _, _, _, masks, strips = rooms
    first = block * LANES
    find_touched(touching, bases[other], first, min(LANES, sizes[other] - first), masks)
    for number in range(sizes.shape[0]):
        strips[number] = offsets[other, number] + block * sizes[number] - bases[number]
        if wanted[number]:
            offset = offsets[number, other]
            turn_into_rows(values, offset, sizes[number], sizes[other], first, held, bases[number])
            if rows_kept[0] <= offset < rows_kept[1]:
                offset -= rows_kept[0]
                turn_into_rows(ways, offset, sizes[number], sizes[other], first, held_ways, bases[number])
            else:
                for row in range(bases[number], bases[number] + sizes[number]):
                    fill_row(held_ways, row, 0.0)


@kernel
def lengthen_side(
    values: Any, ways: Any, rows_kept: tuple[int, int], side: int, others: tuple[int, int], layout: Any, moves: Any,
    rooms: Any, length_rooms: Any, weights: Any, one: Any, margin: float, keep: int,
) -> None:  # fmt: skip
    """Update the ways of one mover against a block, and keep them if asked.

    `others` are the first side of the block and a mask of its lanes.
    """
    starts = moves[0]
    held_ways, lengths, limits = length_rooms
    fill_row(lengths, SUM, 0.0)
    for value in range(THROWS):
        entries = (starts[side * THROWS + value], starts[side * THROWS + value + 1])
        find_best(values, entries, layout, moves, rooms, others[0], others[1], one)
        set_limits(limits, rooms[1], one, margin)
        find_longest(values, ways, rows_kept, entries, layout, moves, rooms, length_rooms, others[0], others[1])
        add_longest(lengths, weights[value])
    note_lengths(lengths, held_ways, side)
    if keep:
        for lane in range(LANES):
            held_ways[side, lane] = lengths[SUM, lane] + 1.0


@kernel
def lengthen(
    values: Any, ways: Any, rows_kept: tuple[int, int], stratum: tuple[int, int], blocks: tuple[int, int], layout: Any,
    moves: Any, rooms: Any, length_rooms: Any, wanted: Any, weights: Any, one: Any, margin: float, keep: int,
) -> tuple[float, float]:  # fmt: skip
    """Update the ways of some blocks, and keep them if asked; return the least decrease in a step and the longest way."""
    offsets, sizes, bases, _ = layout
    held_ways, lengths, _ = length_rooms
    mover, other = stratum
    least, most = NOTHING, 0.0
    for step in range(blocks[1] - blocks[0]):
        block = blocks[1] - 1 - step
        first = block * LANES
        lanes = min(LANES, sizes[other] - first)
        hold_block(values, ways, rows_kept, other, block, layout, moves[4], rooms, held_ways, wanted)
        fill_row(lengths, DECREASE, NOTHING)
        fill_row(lengths, MOST, 0.0)
        others = (bases[other] + first, (1 << lanes) - 1)
        for index in range(sizes[mover]):
            side = bases[mover] + sizes[mover] - 1 - index
            lengthen_side(
                *(values, ways, rows_kept, side, others, layout, moves, rooms, length_rooms),
                *(weights, one, margin, keep),
            )
        if keep:
            offset = offsets[mover, other] - rows_kept[0]
            turn_back(held_ways, bases[mover], ways, offset, sizes[mover], sizes[other], first)
        for lane in range(lanes):
            least, most = min(least, lengths[DECREASE, lane]), max(most, lengths[MOST, lane])
    return least, most
