"""CUDA kernels that sweep over pairs of sides, each pair with either of them on turn.

They know no game, only lists of what a side can become (`banmen.solve.holes58` makes them, and says how values lie in memory).
A block of WARPS warps takes one tile: 32 sides of one player by 32 of the other, with either of them on turn. A warp takes one
side to move, its lanes the 32 others.

A list's entry: bit 0 set at the last entry of a throw, bits 1-3 the throw from 0, bits 5-22 the place or row it leads to, and
bits 24-26 set if it is odd: if one throws again, if the other loses a piece, or if it is there to fill up. A side has at most
32 entries, one for each lane to fetch, in groups of four; bit 27 is set at the first of a group in which some are odd. The
throw at which one may also stay, if there is one, comes last, and its last entry does not have bit 0 set.

The functions below are compiled by `load`. They count in numbers
without a sign wherever they can: numba would look for negative indices otherwise. The entries of all lines are fetched at
once, and four values are under way before the first is needed. What counts most are instructions: 39 of a warp for a group
of four entries that are not odd.
"""

from __future__ import annotations

import sys
from typing import Any

from banmen.solve.gpu import device_code

WIDTH = 32
WARPS = 8
ROWS = WIDTH // WARPS  # lines of a warp; `lay_out_entries` is written for four
assert ROWS == 4
REGISTERS = 40  # of a thread: few enough for six blocks at a time on a multiprocessor
ONE = 1 << 31
LAST, THROW_AT, PLACE_AT = 1, 1, 5
AGAIN, STRIKE, NOTHING = 1 << 24, 1 << 25, 1 << 26  # what an entry can be instead of a move that ends the turn
ODD = AGAIN | STRIKE | NOTHING
ASKED = 1 << 27  # set at the first entry of a group in which some are odd
GROUP = 4  # entries looked up together
WORDS = 2 * WIDTH * WIDTH  # the entries of all lines
PLACES = 0xFFFFE0  # the bits of an entry that tell a place, just as far apart as places are in memory
PADDED = WIDTH + 1  # so that no two lanes of a warp want the same bank of shared memory
CELLS = WIDTH * PADDED

# What these names mean in the compiled copy: see `device_code` and `load`.
cuda: Any = None
float64 = int64 = uint32 = uint64 = one = width = None  # type: Any
here = aligned = meet = None  # type: Any


def load() -> Any:
    """Return this module compiled for the GPU."""
    constants = (("one", device_code.constant("uint32", ONE)), ("width", device_code.constant("uint64", WIDTH)))
    return device_code.compile_module(sys.modules[__name__], constants)


@device_code.inlined
def fetch(code: Any, lane: Any, others: Any, own: Any, across: Any, kept: Any, columns: Any, struck: Any) -> Any:
    """Return the value that an entry leads to: of the same player if they throw again, else of the other."""
    if code & uint32(ODD) == uint32(0):
        return across[uint32(code & uint32(PLACES) | lane)]
    place = uint32(code >> uint32(PLACE_AT) & uint32(0x3FFFF))
    if code & uint32(AGAIN):
        return own[uint64(uint32(place // WIDTH)) * others + uint64(uint32(lane * uint32(WIDTH) | place % uint32(WIDTH)))]
    if code & uint32(STRIKE):
        return kept[uint32(place * columns + struck)]
    return one


@device_code.inlined
def concede(value: Any, code: Any) -> Any:
    """Return what an entry leaves to the other player, given the value that it leads to."""
    return uint32(one - value) if code & uint32(AGAIN) else value


@device_code.inlined
def take_value(total: Any, low: Any, value: Any, code: Any, weight: Any) -> Any:
    """Take one more value into account: the sum over the throws before, and the least that is left to the other by this one.

    There is nothing to decide: an entry that is not the last of its throw has no weight, and after the last `low` is ONE again.
    """
    low = uint32(min(low, value))
    return total + uint64(weight) * uint64(low), uint32(max(low, uint32(code << uint32(31))))


@device_code.inlined
def lay_out_entries(first: Any, lane: Any, warp: Any, entries: Any, bounds: Any, lists: Any, codes: Any, weights: Any) -> None:
    """Lay the entries of a warp's lines out in shared memory, code and weight of one after the other, and how many they are."""
    line = uint32(warp * uint32(ROWS))
    place = first + uint64(line)
    listed_0, listed_1 = lists[place], lists[place + uint64(1)]
    listed_2, listed_3 = lists[place + uint64(2)], lists[place + uint64(3)]
    code_0, code_1 = codes[(listed_0 >> uint64(8)) + uint64(lane)], codes[(listed_1 >> uint64(8)) + uint64(lane)]
    code_2, code_3 = codes[(listed_2 >> uint64(8)) + uint64(lane)], codes[(listed_3 >> uint64(8)) + uint64(lane)]
    lay_out_entry(line, lane, listed_0, code_0, entries, bounds, weights)
    lay_out_entry(uint32(line + uint32(1)), lane, listed_1, code_1, entries, bounds, weights)
    lay_out_entry(uint32(line + uint32(2)), lane, listed_2, code_2, entries, bounds, weights)
    lay_out_entry(uint32(line + uint32(3)), lane, listed_3, code_3, entries, bounds, weights)
    meet()


@device_code.inlined
def lay_out_entry(line: Any, lane: Any, listed: Any, code: Any, entries: Any, bounds: Any, weights: Any) -> None:
    """Lay one entry of each lane out."""
    weight = weights[code >> uint32(THROW_AT) & uint32(7)] if code & uint32(LAST) else uint32(0)
    word = uint64(uint32(line * uint32(WIDTH) + lane)) * uint64(2)
    entries[word] = code
    entries[word + uint64(1)] = weight
    bounds[line] = uint32(listed & uint64(255))


@device_code.inlined
def weigh_throws(
    line: Any, lane: Any, others: Any, entries: Any, bounds: Any, own: Any, across: Any, kept: Any, columns: Any, struck: Any
) -> Any:
    """Return the weighted sum of what the throws leave to the other, and the least that is left where one may stay.

    Throws that are passed are not in the sum, nor is the one at which one may stay.
    """
    at = uint32(line * uint32(WIDTH))
    end = uint32(at + bounds[line])
    total, low = uint64(0), one
    while at < end:
        word = uint64(at // uint32(GROUP)) * uint64(2 * GROUP)
        code_0, weight_0 = entries[word], entries[word + uint64(1)]
        code_1, weight_1 = entries[word + uint64(2)], entries[word + uint64(3)]
        code_2, weight_2 = entries[word + uint64(4)], entries[word + uint64(5)]
        code_3, weight_3 = entries[word + uint64(6)], entries[word + uint64(7)]
        if code_0 & uint32(ASKED):
            value_0 = fetch(code_0, lane, others, own, across, kept, columns, struck)
            value_1 = fetch(code_1, lane, others, own, across, kept, columns, struck)
            value_2 = fetch(code_2, lane, others, own, across, kept, columns, struck)
            value_3 = fetch(code_3, lane, others, own, across, kept, columns, struck)
            value_0, value_1 = concede(value_0, code_0), concede(value_1, code_1)
            value_2, value_3 = concede(value_2, code_2), concede(value_3, code_3)
        else:
            value_0 = across[uint32(code_0 & uint32(PLACES) | lane)]
            value_1 = across[uint32(code_1 & uint32(PLACES) | lane)]
            value_2 = across[uint32(code_2 & uint32(PLACES) | lane)]
            value_3 = across[uint32(code_3 & uint32(PLACES) | lane)]
        total, low = take_value(total, low, value_0, code_0, weight_0)
        total, low = take_value(total, low, value_1, code_1, weight_1)
        total, low = take_value(total, low, value_2, code_2, weight_2)
        total, low = take_value(total, low, value_3, code_3, weight_3)
        at = uint32(at + uint32(GROUP))
    return total, low


@device_code.inlined
def look_ahead(left: Any, choice: Any, stay: Any, passed: Any, mirrored: Any) -> Any:
    """Return the chance one throw later in parts of ONE squared, and the weight of the throws that leave all as it is.

    `left` is the weighted sum of what is left to the other, `stay` the weight of the throw at which one may stay, or 0.
    """
    moving = uint32(one - passed)  # weights, too, add up to ONE
    if stay != uint32(0):
        if mirrored <= choice:
            passed, moving = uint32(passed + stay), uint32(moving - stay)
        else:
            left += uint64(stay) * uint64(choice)
    return (uint64(moving) << uint64(31)) - left + uint64(passed) * uint64(uint32(one - mirrored)), passed


@device_code.inlined
def round_chance(seen: Any) -> Any:
    """Return a chance in parts of ONE squared, rounded to parts of ONE."""
    return uint32((seen + uint64(ONE // 2)) >> uint64(31))


@device_code.inlined
def difference(old: Any, new: Any) -> Any:
    """Return how far two values are from each other."""
    return uint32(max(old, new) - min(old, new))


@device_code.inlined
def round_step(step: Any) -> Any:
    """Return a step in parts of ONE squared, rounded to parts of ONE."""
    return int64(step * (1.0 / ONE) + (0.5 if step >= 0 else -0.5))


@device_code.inlined
def move_value(value: Any, step: Any) -> Any:
    """Return a value changed by a step."""
    return uint32(min(max(int64(value) + step, int64(0)), int64(ONE)))


@device_code.inlined
def sum_second(
    there: Any, lane: Any, warp: Any, others: Any, entries: Any, bounds: Any, own: Any, across: Any, kept: Any, columns: Any,
    struck: Any, values: Any, block: Any, totals: Any, choices: Any,
) -> None:  # fmt: skip
    """Write down what the throws of the second player's sides of a tile leave, and copy its values with the first on turn."""
    line = uint32(warp * uint32(ROWS))
    end = uint32(line + uint32(ROWS))
    while line < end:
        cell = uint32(line * uint32(PADDED) + lane)
        block[cell] = values[there + uint64(uint32(line * uint32(WIDTH) + lane))]
        totals[cell], choices[cell] = weigh_throws(line, lane, others, entries, bounds, own, across, kept, columns, struck)
        line = uint32(line + uint32(1))


@device_code.inlined
def settle_pair(first: Any, second: Any, seen_1: Any, seen_2: Any, part_1: Any, part_2: Any) -> Any:
    """Return the new values of a position and its mirror image, by what both are one throw later and how they depend."""
    if part_1 | part_2 == uint32(0):
        new_1, new_2 = round_chance(seen_1), round_chance(seen_2)
    else:
        change_1 = float64(int64(seen_1) - int64(uint64(first) << uint64(31)))
        change_2 = float64(int64(seen_2) - int64(uint64(second) << uint64(31)))
        part_of_1, part_of_2 = float64(part_1) * (1.0 / ONE), float64(part_2) * (1.0 / ONE)
        scale = 1.0 / (1.0 - part_of_1 * part_of_2)
        new_1 = move_value(first, round_step((change_1 - part_of_1 * change_2) * scale))
        new_2 = move_value(second, round_step((change_2 - part_of_2 * change_1) * scale))
    return new_1, new_2


@device_code.inlined
def write_block(there: Any, lane: Any, warp: Any, diagonal: Any, block: Any, values: Any) -> None:
    """Write a tile's new values with the first player on turn back; of a tile that is its own mirror image, half of them."""
    line = uint32(warp * uint32(ROWS))
    end = uint32(line + uint32(ROWS))
    while line < end:
        if not diagonal or lane <= line:
            values[there + uint64(uint32(line * uint32(WIDTH) + lane))] = block[uint32(line * uint32(PADDED) + lane)]
        line = uint32(line + uint32(1))


@device_code.inlined
def settle_tile(
    lane: Any, warp: Any, first_1: Any, first_2: Any, two: Any, rooms_1: Any, rooms_2: Any, diagonal: Any, entries: Any,
    bounds: Any, own: Any, across: Any, kept: Any, columns: Any, struck: Any, mirrored: Any, stays_1: Any, passed_1: Any,
    stays_2: Any, passed_2: Any, block: Any, totals: Any, choices: Any,
) -> Any:  # fmt: skip
    """Weigh the throws of the first player's sides of a tile, settle each position with its mirror image; return the change."""
    stay_2, share_2 = stays_2[two], passed_2[two]
    largest = uint32(0)
    line = uint32(warp * uint32(ROWS))
    end = uint32(line + uint32(ROWS))
    while line < end:
        place = first_1 + uint64(line)
        at = first_2 * rooms_1 + place * width + uint64(lane)
        second, stay_1, share_1 = mirrored[at], stays_1[place], passed_1[place]
        total, choice = weigh_throws(line, lane, rooms_2 * width, entries, bounds, own, across, kept, columns, struck)
        if not diagonal or line <= lane:
            cell = uint32(lane * uint32(PADDED) + line)
            first = block[cell]
            seen_1, part_1 = look_ahead(total, choice, stay_1, share_1, second)
            seen_2, part_2 = look_ahead(totals[cell], choices[cell], stay_2, share_2, first)
            new_1, new_2 = settle_pair(first, second, seen_1, seen_2, part_1, part_2)
            block[cell] = new_1
            mirrored[at] = new_2
            largest = max(largest, max(difference(first, new_1), difference(second, new_2)))
        line = uint32(line + uint32(1))
    return largest


@device_code.kernel
@device_code.limited(REGISTERS)
def sweep(
    tiles: Any, offset: Any, weights: Any, values: Any, mirrored: Any, room_1: Any, room_2: Any,
    lists_1: Any, codes_1: Any, passed_1: Any, stays_1: Any, struck_1: Any, kept_1: Any, columns_1: Any,
    lists_2: Any, codes_2: Any, passed_2: Any, stays_2: Any, struck_2: Any, kept_2: Any, columns_2: Any,
    changes: Any, slot: Any, same: Any,
) -> None:  # fmt: skip
    """Bring a wave of tiles up to date.

    A tile is the first player's strip times 2**16 plus the second's; `values` are those with the first player on turn. Of
    either player, by place: the first entry times 2**8 plus how many there are; the entries; the weights of passing and of the
    throw at which one may stay, the rank after a strike, the rows kept of the stratum below and how long they are. The largest
    change goes to `changes[slot]`.
    """
    tile = tiles[offset + cuda.blockIdx.x]
    strip_1, strip_2 = tile >> 16, tile & 0xFFFF
    lane, warp = uint32(cuda.threadIdx.x), uint32(cuda.threadIdx.y)
    first_1, first_2 = uint64(strip_1) * width, uint64(strip_2) * width
    rooms_1, rooms_2 = uint64(room_1), uint64(room_2)
    block = cuda.shared.array(CELLS, uint32)
    totals = cuda.shared.array(CELLS, uint64)
    choices = cuda.shared.array(CELLS, uint32)
    entries = cuda.shared.array(WORDS, uint32, alignment=aligned)
    bounds = cuda.shared.array(WIDTH, uint32)
    weight_of = cuda.shared.array(8, uint32)
    most = cuda.shared.array(1, int64)
    if warp == uint32(0) and lane < uint32(8):
        weight_of[lane] = weights[lane]
        most[0] = 0
    cuda.syncthreads()
    there = first_1 * rooms_2 + first_2 * width  # the tile's values with the first player on turn lie together
    hit = struck_1[first_1 + uint64(lane)]
    lay_out_entries(first_2, lane, warp, entries, bounds, lists_2, codes_2, weight_of)
    own, across = here(mirrored[first_1 * width :]), here(values[first_1 * rooms_2 :])
    sum_second(
        there, lane, warp, rooms_1 * width, entries, bounds, own, across, kept_2, uint32(columns_2), uint32(hit), values,
        block, totals, choices,
    )  # fmt: skip
    cuda.syncthreads()
    diagonal = same and strip_1 == strip_2  # then each pair of positions would be met twice
    two = first_2 + uint64(lane)
    hit = struck_2[two]
    lay_out_entries(first_1, lane, warp, entries, bounds, lists_1, codes_1, weight_of)
    own, across = here(values[first_2 * width :]), here(mirrored[first_2 * rooms_1 :])
    largest = settle_tile(
        lane, warp, first_1, first_2, two, rooms_1, rooms_2, diagonal, entries, bounds, own, across, kept_1, uint32(columns_1),
        uint32(hit), mirrored, stays_1, passed_1, stays_2, passed_2, block, totals, choices,
    )  # fmt: skip
    if int64(largest) > most[0]:
        cuda.atomic.max(most, 0, int64(largest))
    cuda.syncthreads()
    write_block(there, lane, warp, diagonal, block, values)
    if warp == uint32(0) and lane == uint32(0) and most[0] > changes[slot]:
        cuda.atomic.max(changes, slot, most[0])


@device_code.kernel
def fill(values: Any, value: Any) -> None:
    """Set all of an array to one value."""
    for index in range(cuda.grid(1), len(values), cuda.gridsize(1)):
        values[index] = value


@device_code.kernel
def keep(values: Any, room: Any, mover_places: Any, other_places: Any, kept: Any, columns: Any) -> None:
    """Copy the values against some others into rows, by the rank of the mover; the last column is for one who has lost."""
    other = other_places[cuda.blockIdx.y]
    for rank in range(cuda.grid(1), columns, cuda.gridsize(1)):
        value = 0
        if rank < len(mover_places):
            place = mover_places[rank]
            value = values[(place // WIDTH * room + other) * WIDTH + place % WIDTH]
        kept[cuda.blockIdx.y * columns + rank] = value
