"""Sweeps over positions packed in rows on an NVIDIA GPU: the kernels in CUDA, by numba-cuda. It needs the extra `banmen[gpu]`.

They know no game, only lists of what a side can become on a board whose points two sides share (`banmen.solve.packed` makes
them, and says how values lie in memory). A block of WARPS warps takes a tile of 32 movers by 32 others; the lanes of a warp
are the others, and it takes one mover after another, the most advanced first.

The functions below are written for the device and stay plain until `sweeper` or `checker` is asked for. They count in numbers
without a sign wherever they can: numba would look for negative indices otherwise, and sweeps are short of instructions.
"""

from __future__ import annotations

import functools
from types import ModuleType
from typing import Any

from banmen.core.gpu import numba_cuda

WIDTH = 32
WARPS = 4
LANDING_AT, LAST_AT, AGAIN_AT, HIT_AGAIN_AT, WON_AT, THROW_AT, LEFT_AT = 24, 30, 31, 32, 33, 34, 37
WORD = (1 << 24) - 1
NOWHERE = 63  # a place that no piece is on
WEIGHT_BITS = 31  # weights add up to this power of two
TABLE = 5 * 64
MOST, SUM, SIZE = 0, 1, 2  # of the changes in a sweep: the largest, their sum, the sum of their sizes
FACTS = 3

# Set by `ready`.
cuda: Any = None
int64 = uint32 = uint64 = None  # type: Any
looking: Any = None


@functools.cache
def ready() -> None:
    """Load numba-cuda."""
    import numba

    names = globals()
    names["cuda"] = numba_cuda()
    names.update({name: getattr(numba, name) for name in ("int64", "uint32", "uint64")})


def release() -> None:
    """Give memory back to the card now that numba would give back later; its simulator keeps none."""
    context = cuda.current_context()
    if hasattr(context, "deallocations"):
        context.deallocations.clear()


@functools.cache
def sweeper(movers: int, others: int, bits: int, by_lot: bool) -> Any:
    """Return the kernel that brings tiles up to date: for so many pieces of both sides, values in parts of 2**bits.

    `by_lot` rounds up or down by lot instead of to the nearest.
    """
    ready()
    one = 1 << bits
    largest = min(one, (1 << 8 * (2 if bits <= 16 else 4)) - 1)  # that a value can be kept as

    @cuda.jit(device=True, inline=True)  # type: ignore[untyped-decorator,unused-ignore]
    def ranked_other(word: Any, taken: Any, skipped: Any, table: Any) -> Any:
        """Return the number of an other side on a board without some points, its pieces on one point being put in reserve."""
        index, slot = uint32(0), uint32(others * 64)
        for step in range(others):
            place = uint32(word >> uint32(6 * (others - 1 - step)) & uint32(63))
            if place != skipped:
                below = cuda.popc(taken & ((uint64(1) << uint64(place)) - uint64(1)))
                index = uint32(index + table[uint32(slot + place - uint32(below))])
                slot = uint32(slot - uint32(64))
        return index

    @cuda.jit(device=True, inline=True)  # type: ignore[untyped-decorator,unused-ignore]
    def ranked_mover(word: Any, left: Any, taken: Any, table: Any) -> Any:
        """Return the number of a mover's side on a board without some points."""
        index = uint32(0)
        for step in range(movers):
            if uint32(step) < left:
                place = uint32(word >> uint32(6 * step) & uint32(63))
                below = cuda.popc(taken & ((uint64(1) << uint64(place)) - uint64(1)))
                index = uint32(index + table[uint32(uint32(64 * (step + 1)) + place - uint32(below))])
        return index

    @cuda.jit
    def sweep(  # type: ignore[no-untyped-def]
        tiles, offset, columns, seed, choices, weights, mover_words, mover_masks, entries, codes, masks, rows,
        other_words, other_masks, own, begins, low, low_begins, across, across_low, changes,
    ):  # fmt: skip
        table = cuda.shared.array(TABLE, uint32)
        facts = cuda.shared.array(FACTS, int64)
        lane, warp = uint32(cuda.threadIdx.x), uint32(cuda.threadIdx.y)
        at = uint32(warp * uint32(WIDTH) + lane)
        while at < uint32(TABLE):
            table[at] = choices[at]
            at = uint32(at + uint32(WIDTH * WARPS))
        if warp == uint32(0) and lane < uint32(FACTS):
            facts[lane] = 0
        cuda.syncthreads()
        tile = uint32(tiles[uint64(offset) + uint64(cuda.blockIdx.x)])
        strip, column = uint32(tile // uint32(columns)), uint32(tile % uint32(columns))
        other = uint32(column * uint32(WIDTH) + lane)
        number, mover_number = uint32(len(other_words)), uint32(len(mover_words))
        inside = other < number
        word, mask, row = uint32(0), uint64(0), uint64(0)
        if inside:
            word, mask, row = uint32(other_words[other]), uint64(other_masks[other]), uint64(begins[other])
        most, summed, size = int64(0), int64(0), int64(0)
        step = uint32(warp)
        while step < uint32(WIDTH):
            mover = uint32(strip * uint32(WIDTH) + uint32(WIDTH - 1) - step)
            step = uint32(step + uint32(WARPS))
            if inside and mover < mover_number and mask & uint64(mover_masks[mover]) == uint64(0):
                total, best = uint64(0), uint32(0)
                entry, end = uint64(entries[mover]), uint64(entries[uint32(mover + uint32(1))])
                while entry < end:
                    code = uint64(codes[entry])
                    landing = uint32(code >> uint64(LANDING_AT) & uint64(63))
                    struck = mask >> uint64(landing) & uint64(1)  # nobody stands on point 0: see `masks`
                    left = uint32(code >> uint64(LEFT_AT) & uint64(7))
                    again = code >> uint64(AGAIN_AT) & uint64(1)
                    if struck != uint64(0):
                        again = code >> uint64(HIT_AGAIN_AT) & uint64(1)
                    if code >> uint64(WON_AT) & uint64(1):
                        value = uint32(one)
                    elif again == uint64(0):
                        place = uint64(rows[entry]) + uint64(ranked_other(word, uint64(masks[entry]), landing, table))
                        value = uint32(uint32(one) - uint32(across[place] if left == uint32(movers) else across_low[place]))
                    else:
                        there, taken, which = row, mask, uint64(other)
                        if struck != uint64(0):
                            which = uint64(ranked_other(word, uint64(0), landing, table))
                            there = uint64(begins[which])
                            taken = mask & ~(uint64(1) << uint64(landing))
                        place = uint64(ranked_mover(uint32(code & uint64(WORD)), left, taken, table))
                        if left == uint32(movers):
                            value = uint32(own[there + place])
                        else:
                            value = uint32(low[uint64(low_begins[uint64(left) * uint64(number) + which]) + place])
                    best = uint32(max(best, value))
                    if code >> uint64(LAST_AT) & uint64(1):
                        total += uint64(weights[code >> uint64(THROW_AT) & uint64(7)]) * uint64(best)
                        best = uint32(0)
                    entry += uint64(1)
                place = row + uint64(ranked_mover(uint32(mover_words[mover]), uint32(movers), mask, table))
                part = uint64(1 << (WEIGHT_BITS - 1))
                if by_lot:
                    lot = uint32(uint32(place) * uint32(2654435761)) ^ uint32(seed)
                    lot = uint32((lot ^ lot >> uint32(15)) * uint32(2246822519))
                    lot = uint32((lot ^ lot >> uint32(13)) * uint32(3266489917))
                    part = uint64(lot ^ lot >> uint32(16)) >> uint64(32 - WEIGHT_BITS)
                new = min(uint64(total + part) >> uint64(WEIGHT_BITS), uint64(largest))
                change = int64(new) - int64(own[place])
                own[place] = new
                most, summed, size = max(most, abs(change)), summed + change, size + abs(change)
        cuda.atomic.max(facts, MOST, most)
        cuda.atomic.add(facts, SUM, summed)
        cuda.atomic.add(facts, SIZE, size)
        cuda.syncthreads()
        if warp == uint32(0) and lane == uint32(0):
            cuda.atomic.max(changes, MOST, facts[MOST])
            cuda.atomic.add(changes, SUM, facts[SUM])
            cuda.atomic.add(changes, SIZE, facts[SIZE])

    return sweep


@functools.cache
def checker(kernels: ModuleType) -> Any:
    """Return the kernel that holds values against the rules, with `solve.packed.looking` bound for the GPU."""
    ready()
    globals()["looking"] = kernels

    @cuda.jit
    def check(pairs, like, weights, one, tables, seen, kept):  # type: ignore[no-untyped-def]
        """Write for pairs of sides the value by looking one throw ahead, in parts of one times 2**31, and the value kept."""
        for index in range(cuda.grid(1), len(pairs), cuda.gridsize(1)):
            mover, other = pairs[index, 0], pairs[index, 1]
            seen[index] = looking.looked_ahead(mover, other, like, weights, one, tables)
            kept[index] = looking.value_of(mover, other, tables)

    return check


@functools.cache
def valuer(kernels: ModuleType) -> Any:
    """Return the kernel that values all moves of recorded positions, with `solve.packed.looking` bound for the GPU."""
    ready()
    globals()["looking"] = kernels

    @cuda.jit
    def value(records, like, one, tables, numbers):  # type: ignore[no-untyped-def]
        for index in range(cuda.grid(1), len(records), cuda.gridsize(1)):
            looking.value_moves(records[index], like, one, tables, numbers[index])

    return value


@functools.cache
def rounder() -> Any:
    """Return the kernel that copies values of more bits into an array of fewer from a place on, rounding to the nearest."""
    ready()

    @cuda.jit
    def copy(values, first, end, shift, most, target, place):  # type: ignore[no-untyped-def]
        for index in range(first + cuda.grid(1), end, cuda.gridsize(1)):
            target[place + index - first] = min(int64(values[index] + (1 << shift >> 1)) >> shift, most)

    return copy
