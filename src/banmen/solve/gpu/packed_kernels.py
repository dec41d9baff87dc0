"""CUDA kernels that sweep over positions packed in rows.

They know no game, only lists of what a side can become on a board whose points two sides share (`banmen.solve.kariuchi` makes
them, and says how values lie in memory), and of the board how many places it has. A block of WARPS warps takes a tile of 32
movers by 32 others, in two phases. After most throws the turn passes, and what is read lies in the row of a mover: so the lanes
of a warp are the others, and it takes one mover after another. After the throws that give another one, it lies in the rows of
the others: so the lanes are the movers. Tiles that are worked on together lie together, because the GPU finds few pages of its
memory quickly.

Sweeps are short of instructions, and nearly all of them rank: they count how many sides come before one on a board without the
points of another. The places of a side are bytes of a word, and so are the `keys` of the side in the way: 63 less each of its
points, 0 where it has none. A place plus a key has bit 6 set where the place lies behind the point, so four places are held
against a point by one addition; what each piece adds to the rank then comes from a table.

There is nothing else to decide in the innermost loops, unless a hit gives another throw. What the others become by a hit is
written down for each point before a tile's moves are looked at, in *cells*; further cells are for what ends elsewhere: at home,
by winning, or nowhere, where other lanes have one move more. All rows that are read lie in one array, wherever they are in
memory (`gpu_memory.cover_arrays`); wins are read there as well. And while a value or a move is on its way, there is something
else to do.

The functions below are compiled by `load`, once for each `PackedVariant`. They count in unsigned numbers wherever they
can: numba would look for negative indices otherwise.
"""

from __future__ import annotations

import functools
import sys
from typing import Any

from banmen.solve.gpu import device_code
from banmen.solve.gpu.packed_variant import SLOTS, PackedVariant, arrange_cells

WIDTH = 32
WARPS = 8
FARTHEST = 63  # that a place can be
BYTES = 0x01010101
BEHIND = 0x40 * BYTES  # the bits that a place plus a key has set where the place lies behind the point
WEIGHT_BITS = 31  # weights add up to this power of two

# A move that passes the turn, in words: the row that is read; the mover's keys, the cell of the others from bit 32 on, whether
# a hit gives another throw, and whether it is the last one of its throw; its places and then, if it is the last, the weight.
MOVE = 3
CELL_AT, HIT_AGAIN_AT, LAST_AT, WEIGHT_AT = 32, 62, 63, 32
NONE_YET = 1 << 31  # no less than any value; the highest bit of a half word, as LAST_AT is
# A move that keeps the turn: its places, and the cell from bit 32 on.

TABLE = SLOTS * 64  # how much the first to the fourth piece add to a rank
PARTS = 0xC0804000  # where the part for each piece begins
PLACES_AT = TABLE + 8  # behind the weights
HIGH, WIDE = 16, 32  # tiles of a group that are worked on together: strips of movers by columns of others
GROUP = HIGH * WIDE
THREADS = WIDTH * WARPS  # as many as the table is long
MOST, SUM, SIZE = 0, 1, 2  # of the changes in a sweep: the largest, their sum, the sum of their sizes
FACTS = 3


# What these names mean in the compiled copy: see `device_code` and `load`.
cuda: Any = None
int64 = uint32 = uint64 = spread = picked = None  # type: Any
NOWHERE = HOME_CELL = CELLS = KEYS_AT = SMALL_SIZE = TOTALS_AT = LARGE_SIZE = THROWS = AGAIN_THROWS = 0
one = largest = 0
by_lot = bonus = False


@functools.cache
def load(variant: PackedVariant) -> Any:
    """Return this module compiled for the GPU."""
    cells = arrange_cells(variant.places)
    keys_at, totals_at = PLACES_AT + WIDTH * cells.number, WIDTH * cells.number  # behind the places, and behind the rows
    constants = {
        "NOWHERE": cells.nowhere,
        "HOME_CELL": cells.home,
        "CELLS": cells.number,
        "KEYS_AT": keys_at,
        "SMALL_SIZE": keys_at + WIDTH * cells.number,
        "TOTALS_AT": totals_at,
        "LARGE_SIZE": totals_at + WIDTH * (WIDTH + 1),
        "THROWS": variant.throws,
        "AGAIN_THROWS": variant.again_throws,
        "one": 1 << variant.bits,
        "largest": variant.largest,
        "by_lot": variant.by_lot,
        "bonus": variant.bonus,
    }
    return device_code.compile_module(sys.modules[__name__], tuple(constants.items()))


@device_code.inlined
def rank_side(places: Any, keys: Any, small: Any) -> Any:
    """Return how many sides come before one on a board without the points of another."""
    # Two bits of a byte hold up to three that are counted.
    passed = uint32(uint32(places + spread(keys, 0)) & uint32(BEHIND))
    passed = uint32(passed + uint32(uint32(places + spread(keys, 1)) & uint32(BEHIND)))
    passed = uint32(passed + uint32(uint32(places + spread(keys, 2)) & uint32(BEHIND)))
    last = uint32(uint32(places + spread(keys, 3)) & uint32(BEHIND))
    free = uint32(uint32(uint32(places + uint32(PARTS)) - uint32(last >> uint32(6))) - uint32(passed >> uint32(6)))
    index = uint32(picked(free, 0) + small[picked(free, 1)])
    return uint32(uint32(index + small[picked(free, 2)]) + small[picked(free, 3)])


@device_code.inlined
def remove_places(places: Any, landing: Any) -> Any:
    """Return the places of a side once its pieces on a point are in reserve."""
    left, slot = uint32(0), uint32(8 * SLOTS)
    for step in range(SLOTS):
        place = uint32(places >> uint32(8 * (SLOTS - 1 - step)) & uint32(255))
        if place != landing:
            slot = uint32(slot - uint32(8))
            left = uint32(left | uint32(place << slot))
    return left


@device_code.inlined
def remove_keys(keys: Any, landing: Any) -> Any:
    """Return the keys of a side once its pieces on a point are in reserve."""
    left = uint32(0)
    for step in range(SLOTS):
        key = uint32(keys >> uint32(8 * step) & uint32(255))
        if key != uint32(uint32(FARTHEST) - landing):
            left = uint32(left | uint32(key << uint32(8 * step)))
    return left


@device_code.inlined
def read_move(moves: Any, move: Any) -> Any:
    """Return the words of a move that passes the turn."""
    return uint64(moves[move]), uint64(moves[uint32(move + uint32(1))]), uint64(moves[uint32(move + uint32(2))])


@device_code.inlined
def take_value(low: Any, total: Any, value: Any, mark: Any, more: Any) -> Any:
    """Take one more value into account: the least that is left to the other by this throw, and the sum over the throws before.

    There is nothing to decide: a move that is not the last of its throw has no weight, and after the last `low` is NONE_YET.
    """
    low = uint32(min(low, value))
    total += (more >> uint64(WEIGHT_AT)) * uint64(low)
    return uint32(max(low, uint32(uint32(mark >> uint64(32)) & uint32(NONE_YET)))), total


@device_code.inlined
def fill_cells(
    other: Any, lane: Any, warp: Any, movers: Any, number: Any, nowhere: Any, other_places: Any, other_keys: Any, begins: Any,
    small: Any, large: Any,
) -> None:  # fmt: skip
    """Write down what the others of a tile, one for each lane, are in each cell: first as if nobody were hit."""
    places, keys = uint32(other_places[other]), uint32(other_keys[other])
    own = uint64(movers) * uint64(number)
    row = uint64(begins[own + uint64(other)])
    first = uint32(lane * uint32(CELLS))
    landing = uint32(warp)
    while landing < uint32(CELLS):
        cell = uint32(first + landing)
        small[uint32(cell + uint32(PLACES_AT))] = places
        small[uint32(cell + uint32(KEYS_AT))] = keys
        large[cell] = row
        if landing == uint32(NOWHERE):
            large[cell] = uint64(nowhere)
        if landing >= uint32(HOME_CELL):
            large[cell] = uint64(begins[uint64(uint32(landing - uint32(HOME_CELL))) * uint64(number) + uint64(other)])
        landing = uint32(landing + uint32(WARPS))
    cuda.syncthreads()
    if warp < uint32(SLOTS):
        landing = uint32(places >> uint32(uint32(8) * warp) & uint32(255))
        if landing != uint32(0):  # nobody is hit in reserve
            cell = uint32(first + landing)
            places, keys = remove_places(places, landing), remove_keys(keys, landing)
            small[uint32(cell + uint32(PLACES_AT))] = places
            small[uint32(cell + uint32(KEYS_AT))] = keys
            large[cell] = uint64(begins[own + uint64(rank_side(places, uint32(0), small))])
    cuda.syncthreads()


@device_code.inlined
def add_up(facts: Any, lane: Any, warp: Any, large: Any, changes: Any) -> None:
    """Add the facts that the threads of a block know about changes to those of all blocks.

    Not by atomic additions of all threads: those of 64 bits wait for each other, 256 of them for one place.
    """
    most, summed, size = facts
    thread = uint32(warp * uint32(WIDTH) + lane)
    large[thread], large[uint32(thread + uint32(THREADS))] = uint64(most), uint64(summed)
    large[uint32(thread + uint32(2 * THREADS))] = size
    cuda.syncthreads()
    if warp == uint32(0):
        for other_warp in range(1, WARPS):
            at = uint32(lane + uint32(other_warp * WIDTH))
            most = uint32(max(most, uint32(large[at])))
            summed += int64(large[uint32(at + uint32(THREADS))])
            size += large[uint32(at + uint32(2 * THREADS))]
        large[lane], large[uint32(lane + uint32(THREADS))] = uint64(most), uint64(summed)
        large[uint32(lane + uint32(2 * THREADS))] = size
    cuda.syncthreads()
    if thread == uint32(0):
        for other_lane in range(1, WIDTH):
            at = uint32(other_lane)
            most = uint32(max(most, uint32(large[at])))
            summed += int64(large[uint32(at + uint32(THREADS))])
            size += large[uint32(at + uint32(2 * THREADS))]
        cuda.atomic.max(changes, MOST, int64(most))
        cuda.atomic.add(changes, SUM, summed)
        cuda.atomic.add(changes, SIZE, int64(size))


@device_code.inlined
def read(values: Any, place: Any) -> Any:
    """Return a value as a word."""
    return uint32(values[place])


@device_code.inlined
def chance_left(row: Any, mark: Any, more: Any, first: Any, small: Any, large: Any, values: Any) -> Any:
    """Return the chance of the other, to whom the turn passes, unless a hit gives the mover another throw."""
    cell = uint32(first + uint32(uint32(mark >> uint64(CELL_AT)) & uint32(63)))
    places = small[uint32(cell + uint32(PLACES_AT))]
    unhit = small[uint32(first + uint32(PLACES_AT))]
    if bonus and mark >> uint64(HIT_AGAIN_AT) & uint64(1) != uint64(0) and places != unhit:
        rank = rank_side(uint32(more), small[uint32(cell + uint32(KEYS_AT))], small)
        return uint32(uint32(one) - read(values, large[cell] + uint64(rank)))
    return read(values, row + uint64(rank_side(places, uint32(mark), small)))


@device_code.inlined
def chance_again(code: Any, first: Any, small: Any, large: Any, values: Any) -> Any:
    """Return the chance of a mover who throws again, or has won, or cannot move."""
    cell = uint32(first + uint32(code >> uint64(CELL_AT)))
    return read(values, large[cell] + uint64(rank_side(uint32(code), small[uint32(cell + uint32(KEYS_AT))], small)))


@device_code.inlined
def renew_value(total: Any, place: Any, seed: Any, values: Any) -> Any:
    """Set a value by the weighed sum over all throws, and return what it is now and what it was."""
    part = uint64(1 << (WEIGHT_BITS - 1))
    if by_lot:
        lot = uint32(uint32(place) * uint32(2654435761)) ^ uint32(seed)
        lot = uint32((lot ^ lot >> uint32(15)) * uint32(2246822519))
        lot = uint32((lot ^ lot >> uint32(13)) * uint32(3266489917))
        part = uint64(lot ^ lot >> uint32(16)) >> uint64(32 - WEIGHT_BITS)
    new = uint32(min(uint32(uint64(total + part) >> uint64(WEIGHT_BITS)), uint32(largest)))
    old = read(values, place)
    values[place] = new
    return new, old


@device_code.inlined
def weigh_passing(move: Any, end: Any, moves: Any, first: Any, small: Any, large: Any, values: Any) -> Any:
    """Return the weighed sum over throws of the least that moves from some to some leave to the other.

    There are two moves at a time, so that a value is used only while the next one is on its way.
    """
    left, low = uint64(0), uint32(NONE_YET)
    next_value, next_mark, next_more = uint32(NONE_YET), uint64(0), uint64(0)
    while move < end:
        row, mark, more = read_move(moves, move)
        value = chance_left(row, mark, more, first, small, large, values)
        low, left = take_value(low, left, next_value, next_mark, next_more)
        row, next_mark, next_more = read_move(moves, uint32(move + uint32(MOVE)))
        next_value = chance_left(row, next_mark, next_more, first, small, large, values)
        low, left = take_value(low, left, value, mark, more)
        move = uint32(move + uint32(2 * MOVE))
    low, left = take_value(low, left, next_value, next_mark, next_more)
    return left


@device_code.inlined
def weigh_again(strip: Any, lane: Any, begins: Any, codes: Any, first: Any, small: Any, large: Any, values: Any) -> Any:
    """Return the weighed sums over the throws that keep the turn of the best chances against two others."""
    total, next_total = uint64(0), uint64(0)
    next_first, first_throw = uint32(first + uint32(CELLS)), uint32(strip * uint32(AGAIN_THROWS))
    move = uint32(uint32(begins[first_throw]) + lane)
    code = uint64(codes[move])
    for throw in range(AGAIN_THROWS):
        end = uint32(begins[uint32(first_throw + uint32(throw + 1))])
        best, next_best = uint32(0), uint32(0)
        while move < end:
            move = uint32(move + uint32(WIDTH))
            next_code = uint64(codes[move])
            value = chance_again(code, first, small, large, values)
            next_value = chance_again(code, next_first, small, large, values)
            best, next_best = uint32(max(best, value)), uint32(max(next_best, next_value))
            code = next_code
        weight = uint64(small[uint32(throw + TABLE + THROWS - AGAIN_THROWS)])
        total += weight * uint64(best)
        next_total += weight * uint64(next_best)
    return total, next_total


@device_code.inlined
def note_change(facts: Any, total: Any, places: Any, cell: Any, seed: Any, small: Any, large: Any, values: Any) -> Any:
    """Set the value of a mover's places against an other, and return the facts about changes with this one."""
    most, summed, size = facts
    rank = rank_side(places, small[uint32(cell + uint32(KEYS_AT))], small)
    new, old = renew_value(total, large[cell] + uint64(rank), seed, values)
    change = uint32(max(new, old) - min(new, old))
    return uint32(max(most, change)), summed + int64(new) - int64(old), size + uint64(change)


@device_code.inlined
def sum_passing(
    lane: Any, warp: Any, other: Any, first_mover: Any, mover_number: Any, passing: Any, mover_masks: Any, begins_moves: Any,
    moves: Any, other_masks: Any, values: Any, small: Any, large: Any,
) -> None:  # fmt: skip
    """Write down what throws that pass the turn are worth to each mover of a tile against each other: lanes are others."""
    mask = uint64(other_masks[other])
    step = uint32(warp)
    while step < uint32(WIDTH):
        mover = uint32(min(uint32(first_mover + step), uint32(mover_number - uint32(1))))
        left = uint64(0)
        if mask & uint64(mover_masks[mover]) == uint64(0):
            move, end = uint32(begins_moves[mover]), uint32(begins_moves[uint32(mover + uint32(1))])
            left = weigh_passing(move, end, moves, uint32(lane * uint32(CELLS)), small, large, values)
        large[uint32(uint32(step * uint32(WIDTH + 1) + lane) + uint32(TOTALS_AT))] = uint64(passing) - left
        step = uint32(step + uint32(WARPS))


@device_code.inlined
def settle_tile(
    lane: Any, warp: Any, strip: Any, first_mover: Any, first_other: Any, mover_number: Any, number: Any, seed: Any,
    mover_places: Any, mover_masks: Any, begins_again: Any, again_moves: Any, other_masks: Any, values: Any, small: Any,
    large: Any,
) -> Any:  # fmt: skip
    """Add what throws that keep the turn are worth, set the values of a tile, and return the facts about the changes.

    Lanes are movers, and two others are taken at a time.
    """
    mover = uint32(min(uint32(first_mover + lane), uint32(mover_number - uint32(1))))
    mask, inside = uint64(mover_masks[mover]), uint32(first_mover + lane) < mover_number
    places = uint32(mover_places[mover])
    facts = (uint32(0), int64(0), uint64(0))
    step = uint32(uint32(2) * warp)
    while step < uint32(WIDTH):
        other = uint32(min(uint32(first_other + step), uint32(number - uint32(1))))
        next_other = uint32(min(uint32(other + uint32(1)), uint32(number - uint32(1))))
        there = inside and mask & uint64(other_masks[other]) == uint64(0) and uint32(first_other + step) < number
        next_there = inside and mask & uint64(other_masks[next_other]) == uint64(0) and next_other > other
        if there or next_there:
            cell = uint32(step * uint32(CELLS))
            won, next_won = weigh_again(strip, lane, begins_again, again_moves, cell, small, large, values)
            at = uint32(uint32(lane * uint32(WIDTH + 1) + step) + uint32(TOTALS_AT))
            if there:
                facts = note_change(facts, large[at] + won, places, cell, seed, small, large, values)
            if next_there:
                total, cell = large[uint32(at + uint32(1))] + next_won, uint32(cell + uint32(CELLS))
                facts = note_change(facts, total, places, cell, seed, small, large, values)
        step = uint32(step + uint32(2 * WARPS))
    return facts


@device_code.kernel
def sweep(
    groups: Any, seed: Any, choices: Any, weights: Any, passing: Any, movers: Any, nowhere: Any, mover_places: Any,
    mover_masks: Any, begins_moves: Any, moves: Any, begins_again: Any, again_moves: Any, other_places: Any, other_keys: Any,
    other_masks: Any, values: Any, begins: Any, changes: Any,
) -> None:  # fmt: skip
    """Bring the tiles of some groups up to date and add to the facts about changes.

    `passing` is the weight of all throws that pass the turn, in parts of one; `movers` how many pieces movers have;
    `nowhere` a place where a lost value stands. Of the movers there are the places, the points, and the moves of both kinds
    with where they begin, of the others the places, keys and points. Rows of `values` begin at `begins`, by how many
    pieces movers have left, none if they have won, and by the other.
    """
    small = cuda.shared.array(SMALL_SIZE, uint32)  # the table, the weights, the places in the cells, the keys in them
    large = cuda.shared.array(LARGE_SIZE, uint64)  # the rows in the cells, the sums over throws
    lane, warp = uint32(cuda.threadIdx.x), uint32(cuda.threadIdx.y)
    group = uint32(uint32(cuda.blockIdx.x) // uint32(GROUP) * uint32(2))
    within = uint32(uint32(cuda.blockIdx.x) % uint32(GROUP))
    strip = uint32(groups[group] + uint32(within // uint32(WIDE)))
    first_mover = uint32(strip * uint32(WIDTH))
    first_other = uint32(uint32(groups[uint32(group + uint32(1))] + uint32(within % uint32(WIDE))) * uint32(WIDTH))
    number, mover_number = uint32(len(other_places)), uint32(len(mover_places))
    if first_mover >= mover_number or first_other >= number:
        return
    thread = uint32(warp * uint32(WIDTH) + lane)
    small[thread] = choices[thread]
    if thread < uint32(8):
        small[uint32(thread + uint32(TABLE))] = weights[thread]
    other = uint32(min(uint32(first_other + lane), uint32(number - uint32(1))))
    fill_cells(other, lane, warp, movers, number, nowhere, other_places, other_keys, begins, small, large)
    sum_passing(
        lane, warp, other, first_mover, mover_number, passing, mover_masks, begins_moves, moves, other_masks, values, small,
        large,
    )  # fmt: skip
    cuda.syncthreads()
    facts = settle_tile(
        lane, warp, strip, first_mover, first_other, mover_number, number, seed, mover_places, mover_masks, begins_again,
        again_moves, other_masks, values, small, large,
    )  # fmt: skip
    cuda.syncthreads()
    add_up(facts, lane, warp, large, changes)


@device_code.kernel
def shorten(values: Any, size: Any, shift: Any, most: Any, target: Any) -> None:
    """Copy so many values into an array of fewer bits, rounding to the nearest."""
    for index in range(cuda.grid(1), size, cuda.gridsize(1)):
        target[index] = min(int64(values[index] + (1 << shift >> 1)) >> shift, most)
