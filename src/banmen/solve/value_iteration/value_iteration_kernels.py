"""Kernels of value iteration on meetings of two sides: one sweep over a block of a stratum.

Values. V(m, o) is the chance that a mover with side m wins against a side o when a throw is due. It is kept as a 64-bit float,
or as a whole number of 32 bits that `one` is the largest of. Sums are taken in 64-bit floats.

Layout. `row_kernels` says where a value lies. A block is LANES other sides against all movers. A move of m to m' that passes
the turn reads V(o, m') for the LANES sides o of the block: one row of one strip. A move that keeps the turn reads V(m', o): for
these the block is turned into rows (`held`) first. So both kinds read rows, which the compiler makes vector instructions of,
and a block touches little more than one strip, which fits into the processor's cache. Only where a move hits a side of the
block is it looked up alone.

`held` also makes the iteration go in place: later movers of a block read what earlier ones were given.
"""

from __future__ import annotations

from typing import Any

from banmen.kernels.kernel import inlined, kernel, lowest
from banmen.solve.tables.row_kernels import LANES, row_of
from banmen.solve.value_iteration.move_table_kernels import AGAIN, AGAIN_TOUCHING, THROWS, WON

# Rows of the room that each thread has for itself: the highest chance of winning that a move which keeps the turn gives, the
# lowest chance of the opponent that one which passes it gives, and a row to change before it is used.
HIGH, LOW, SPARE, ROWS = 0, 1, 2, 3
COMPARE, FALLING, RISING = 0, 1, 2  # what `back_up` does


@kernel
def turn_into_rows(values: Any, offset: int, movers: int, others: int, first: int, held: Any, base: int) -> None:
    """Copy V(m, o) for all movers and the block of other sides from `first` on into rows of `held`, one for each mover."""
    lanes = min(LANES, others - first)
    for strip in range((movers + LANES - 1) // LANES):
        row = offset + strip * others + first
        begin = base + strip * LANES
        for k in range(min(LANES, movers - strip * LANES)):
            for lane in range(lanes):
                held[begin + k, lane] = values[row + lane, k]


@kernel
def turn_back(held: Any, base: int, values: Any, offset: int, movers: int, others: int, first: int) -> None:
    """Copy rows of `held` back to where `turn_into_rows` took them from."""
    lanes = min(LANES, others - first)
    for strip in range((movers + LANES - 1) // LANES):
        row = offset + strip * others + first
        begin = base + strip * LANES
        width = min(LANES, movers - strip * LANES)
        for lane in range(lanes):
            for k in range(width):
                values[row + lane, k] = held[begin + k, lane]


@kernel
def find_touched(touching: Any, base: int, first: int, lanes: int, masks: Any) -> None:
    """Write for each effect which sides of a block it changes, a bit each."""
    for effect in range(touching.shape[0]):
        bits = 0
        for lane in range(lanes):
            side = base + first + lane
            if touching[effect, side] != side:
                bits |= 1 << lane
        masks[effect] = bits


@inlined
def copy_row(target: Any, to: int, source: Any, row: int) -> None:
    """Set a row to another."""
    for lane in range(target.shape[1]):
        target[to, lane] = source[row, lane]


@inlined
def raise_row(target: Any, to: int, source: Any, row: int) -> None:
    """Replace a row by the element-wise maximum with another."""
    for lane in range(target.shape[1]):
        target[to, lane] = max(target[to, lane], source[row, lane])


@inlined
def lower_row(target: Any, to: int, source: Any, row: int) -> None:
    """Replace a row by the element-wise minimum with another."""
    for lane in range(target.shape[1]):
        target[to, lane] = min(target[to, lane], source[row, lane])


@inlined
def fill_row(target: Any, to: int, value: Any) -> None:
    """Set all of a row to a value."""
    for lane in range(target.shape[1]):
        target[to, lane] = value


@inlined
def add_best(sums: Any, rows: Any, one: Any, weight: float) -> None:
    """Add what the best move gives to some sums with a weight."""
    for lane in range(sums.shape[1]):
        sums[0, lane] += weight * max(float(rows[HIGH, lane]), float(one - rows[LOW, lane]))


@inlined
def note_changes(kept: Any, row: int, sums: Any, changes: Any) -> None:
    """Record the differences between a row of values and new sums, each lane by itself."""
    for lane in range(kept.shape[1]):
        changes[0, lane] = max(changes[0, lane], abs(sums[0, lane] - kept[row, lane]))


@inlined
def keep_sums(kept: Any, row: int, sums: Any, half: float) -> None:
    """Set a row of values to new sums, rounded by adding `half`."""
    for lane in range(kept.shape[1]):
        kept[row, lane] = sums[0, lane] + half


@kernel
def hit_lanes(
    rows: Any, bits: int, values: Any, layout: Any, touching: Any, effect: int, first: int, goal: int, again: int, one: Any,
) -> None:  # fmt: skip
    """Take a move into account in the lanes in which it hits the other side."""
    offsets, sizes, bases, kin = layout
    mine = kin[goal]
    index = goal - bases[mine]
    while bits:
        lane = lowest(bits)
        bits &= bits - 1
        other = touching[effect, first + lane]
        if other < 0:
            rows[HIGH, lane] = one
            continue
        theirs = kin[other]
        hit = other - bases[theirs]
        if again:
            rows[HIGH, lane] = max(rows[HIGH, lane], values[row_of(offsets, sizes, mine, theirs, index, hit), index % LANES])
        else:
            rows[LOW, lane] = min(rows[LOW, lane], values[row_of(offsets, sizes, theirs, mine, hit, index), hit % LANES])


@inlined
def spare_lanes(rows: Any, bits: int, value: Any) -> None:
    """Set some lanes of the spare row to a value that changes nothing."""
    while bits:
        rows[SPARE, lowest(bits)] = value
        bits &= bits - 1


@inlined
def find_best(
    values: Any, entries: tuple[int, int], layout: Any, moves: Any, rooms: Any, first: int, everybody: int, one: Any,
) -> None:  # fmt: skip
    """Compute the value of the best of some moves against each side of the block that begins with side `first`.

    It is left in the rows HIGH and LOW, since moves that keep the turn and moves that pass it are compared at the end only.
    """
    held, rows, _, _, masks, strips = rooms
    _, goals, marks, effects, touching = moves
    kin = layout[3]
    zero = one - one
    fill_row(rows, HIGH, zero)
    fill_row(rows, LOW, one)
    for entry in range(entries[0], entries[1]):
        goal, mark, bits = goals[entry], marks[entry], masks[effects[entry]]
        if mark & WON:
            fill_row(rows, HIGH, one)
        elif bits == 0:
            if mark & AGAIN:
                raise_row(rows, HIGH, held, goal)
            else:
                lower_row(rows, LOW, values, strips[kin[goal]] + goal)
        else:
            if bits != everybody:
                if mark & AGAIN:
                    copy_row(rows, SPARE, held, goal)
                    spare_lanes(rows, bits, zero)
                    raise_row(rows, HIGH, rows, SPARE)
                else:
                    copy_row(rows, SPARE, values, strips[kin[goal]] + goal)
                    spare_lanes(rows, bits, one)
                    lower_row(rows, LOW, rows, SPARE)
            hit_lanes(rows, bits, values, layout, touching, effects[entry], first, goal, mark & AGAIN_TOUCHING, one)


@kernel
def back_up(
    values: Any, stratum: tuple[int, int], block: int, layout: Any, moves: Any, rooms: Any, wanted: Any, weights: Any,
    one: Any, half: float, mode: int,
) -> float:  # fmt: skip
    """Update the values of all movers of a stratum against one block of other sides; return the largest change.

    `wanted` tells for each class whether moves that keep the turn lead there. New values are kept, movers taken in FALLING or
    RISING order, or only compared with the old.
    """
    offsets, sizes, bases, _ = layout
    starts, touching = moves[0], moves[4]
    held, rows, sums, changes, masks, strips = rooms
    mover, other = stratum
    first = block * LANES
    lanes = min(LANES, sizes[other] - first)
    everybody = (1 << lanes) - 1
    find_touched(touching, bases[other], first, lanes, masks)
    for number in range(sizes.shape[0]):
        if wanted[number]:
            turn_into_rows(values, offsets[number, other], sizes[number], sizes[other], first, held, bases[number])
        strips[number] = offsets[other, number] + block * sizes[number] - bases[number]
    fill_row(changes, 0, 0.0)
    for step in range(sizes[mover]):
        side = bases[mover] + (step if mode == RISING else sizes[mover] - 1 - step)
        fill_row(sums, 0, 0.0)
        for value in range(THROWS):
            entries = (starts[side * THROWS + value], starts[side * THROWS + value + 1])
            find_best(values, entries, layout, moves, rooms, bases[other] + first, everybody, one)
            add_best(sums, rows, one, weights[value])
        note_changes(held, side, sums, changes)
        if mode:
            keep_sums(held, side, sums, half)
    if mode:
        turn_back(held, bases[mover], values, offsets[mover, other], sizes[mover], sizes[other], first)
    largest = 0.0
    for lane in range(lanes):
        largest = max(largest, changes[0, lane])
    return largest


@kernel
def sweep(
    values: Any, stratum: tuple[int, int], blocks: tuple[int, int], layout: Any, moves: Any, rooms: Any, wanted: Any,
    weights: Any, one: Any, half: float, mode: int,
) -> float:  # fmt: skip
    """Work through some blocks of a stratum, the last one first unless the order is rising; return the largest change."""
    largest = 0.0
    begin, end = blocks
    for step in range(end - begin):
        block = begin + step if mode == RISING else end - 1 - step
        largest = max(largest, back_up(values, stratum, block, layout, moves, rooms, wanted, weights, one, half, mode))
    return largest
