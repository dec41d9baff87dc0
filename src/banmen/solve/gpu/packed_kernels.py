"""Sweeps over positions packed in rows on an NVIDIA GPU: the kernels in CUDA, by numba-cuda. It needs the extra `banmen[gpu]`.

They know no game, only lists of what a side can become on a board whose points two sides share (`banmen.solve.packed` makes
them, and says how values lie in memory). A block of WARPS warps takes a tile of 32 movers by 32 others, in two phases. After
most throws the turn passes, and what is read lies in the row of a mover: so the lanes of a warp are the others, and it takes
one mover after another. After the throws that give another one, it lies in the rows of the others: so the lanes are the
movers. Tiles that are worked on together lie together, because the card finds few pages of its memory quickly.

Sweeps are short of instructions, and nearly all of them rank: they count how many sides come before one on a board without the
points of another. The places of a side are bytes of a word, and so are the `keys` of the side in the way: 63 less each of its
points, 0 where it has none. A place plus a key has bit 6 set where the place lies behind the point, so four places are held
against a point by one addition; what each piece adds to the rank then comes from a table.

There is nothing else to decide in the innermost loops, unless a hit gives another throw. What the others become by a hit is
written down for each point before a tile's moves are looked at, in *cells*; further cells are for what ends elsewhere: at home,
by winning, or nowhere, where other lanes have one move more. All rows that are read lie in one array, wherever they are in
memory (`covered`); wins are read there as well. And while a value or a move is on its way, there is something else to do.

The functions below are written for the device and stay plain until `ready` is called. They count in numbers without a sign
wherever they can: numba would look for negative indices otherwise.
"""

from __future__ import annotations

import functools
import gc
from types import ModuleType
from typing import Any

from banmen.kernels.gpu import numba_cuda

WIDTH = 32
WARPS = 8
THROWS, AGAIN_THROWS = 5, 2  # the last ones are those after which the mover throws again
FARTHEST = 63  # that a place can be
BYTES = 0x01010101
BEHIND = 0x40 * BYTES  # the bits that a place plus a key has set where the place lies behind the point
WEIGHT_BITS = 31  # weights add up to this power of two
PIECES = 4  # that a word has room for

# A cell for each point where a side may be hit, then others; an odd number, so that lanes find theirs in different banks.
NOWHERE, HOME_CELL, CELLS = 50, 51, 55  # from HOME_CELL on by how many of the mover's pieces are left
# A move that passes the turn, in words: the row that is read; the mover's keys, the cell of the others from bit 32 on, whether
# a hit gives another throw, and whether it is the last one of its throw; its places and then, if it is the last, the weight.
MOVE = 3
CELL_AT, HIT_AGAIN_AT, LAST_AT, WEIGHT_AT = 32, 62, 63, 32
NONE_YET = 1 << 31  # no less than any value; the highest bit of a half word, as LAST_AT is
# A move that keeps the turn: its places, and the cell from bit 32 on.

TABLE = PIECES * 64  # how much the first to the fourth piece add to a rank
PARTS = 0xC0804000  # where the part for each piece begins
PLACES_AT = TABLE + 8  # behind the weights
KEYS_AT = PLACES_AT + WIDTH * CELLS
SMALL_SIZE = KEYS_AT + WIDTH * CELLS
TOTALS_AT = WIDTH * CELLS  # behind the rows
LARGE_SIZE = TOTALS_AT + WIDTH * (WIDTH + 1)
HIGH, WIDE = 16, 32  # tiles of a group that are worked on together: strips of movers by columns of others
GROUP = HIGH * WIDE
THREADS = WIDTH * WARPS  # as many as the table is long
MOST, SUM, SIZE = 0, 1, 2  # of the changes in a sweep: the largest, their sum, the sum of their sizes
FACTS = 3

# Set by `ready`.
cuda: Any = None
int64 = uint32 = uint64 = None  # type: Any
spread = picked = None  # type: Any  # the kernels that fill a word with one of its bytes, or return it
looking: Any = None


@functools.cache
def ready() -> None:
    """Load numba-cuda and make the small functions callable on the device."""
    import numba

    names = globals()
    names["cuda"] = numba_cuda()
    names.update({name: getattr(numba, name) for name in ("int64", "uint32", "uint64")})
    names["spread"], names["picked"] = (simulated_bytes if simulated() else device_bytes)()
    for function in (ranked, places_left, keys_left, moved, taken, fill_cells, add_up):
        names[function.__name__] = cuda.jit(device=True, inline=True)(function)


def simulated() -> bool:
    """Tell whether numba's simulator stands in for a card."""
    import numba

    return bool(numba.config.ENABLE_CUDASIM)


def device_bytes() -> tuple[Any, Any]:
    """Return `spread` and `picked` as one instruction each."""
    from numba.cuda.libdevice import byte_perm

    @cuda.jit(device=True, inline=True)  # type: ignore[untyped-decorator,unused-ignore]
    def spread(word: Any, byte: int) -> Any:
        return uint32(byte_perm(word, 0, 0x1111 * byte))

    @cuda.jit(device=True, inline=True)  # type: ignore[untyped-decorator,unused-ignore]
    def picked(word: Any, byte: int) -> Any:
        return uint32(byte_perm(word, 0, 0x4440 + byte))

    return spread, picked


def simulated_bytes() -> tuple[Any, Any]:
    """Return `spread` and `picked` for numba's simulator, which has no such instruction."""

    def spread(word: Any, byte: int) -> Any:
        return uint32(picked(word, byte) * uint32(BYTES))

    def picked(word: Any, byte: int) -> Any:
        return uint32(word >> uint32(8 * byte) & uint32(255))

    return spread, picked


def release() -> None:
    """Give memory back to the card now that Python and numba would give back later; numba's simulator keeps none."""
    gc.collect()
    context = cuda.current_context()
    if hasattr(context, "deallocations"):
        context.deallocations.clear()


def free_memory() -> int:
    """Return how many bytes the card has left; numba's simulator always has some."""
    context = cuda.current_context()
    return int(context.get_memory_info().free) if hasattr(context, "deallocations") else 2**62


def covered(arrays: list[Any]) -> tuple[Any, list[int]]:
    """Return one array that others of the same kind lie in, and where each begins in it.

    They may be anywhere in the memory of the card, or in that of the host where the card can read it. What lies between them
    must not be read, and they must be kept.
    """
    import numpy

    kind = numpy.dtype(arrays[0].dtype)
    if simulated():
        addresses = [array._ary.ctypes.data for array in arrays]
    else:
        addresses = [array.__cuda_array_interface__["data"][0] for array in arrays]
    base = min(addresses)
    assert not any((address - base) % kind.itemsize for address in addresses)
    places = [(address - base) // kind.itemsize for address in addresses]
    size = max(place + len(array) for place, array in zip(places, arrays, strict=True))
    if simulated():
        import ctypes

        there = (ctypes.c_uint8 * (size * kind.itemsize)).from_address(base)
        return type(arrays[0])(numpy.frombuffer(there, kind)), places
    told = {"shape": (size,), "strides": None, "typestr": kind.str, "data": (base, False), "version": 3}
    return cuda.from_cuda_array_interface(told), places


def ranked(places: Any, keys: Any, small: Any) -> Any:
    """Return how many sides come before one on a board without the points of another."""
    # Two bits of a byte hold up to three that are counted.
    passed = uint32(uint32(places + spread(keys, 0)) & uint32(BEHIND))
    passed = uint32(passed + uint32(uint32(places + spread(keys, 1)) & uint32(BEHIND)))
    passed = uint32(passed + uint32(uint32(places + spread(keys, 2)) & uint32(BEHIND)))
    last = uint32(uint32(places + spread(keys, 3)) & uint32(BEHIND))
    free = uint32(uint32(uint32(places + uint32(PARTS)) - uint32(last >> uint32(6))) - uint32(passed >> uint32(6)))
    index = uint32(picked(free, 0) + small[picked(free, 1)])
    return uint32(uint32(index + small[picked(free, 2)]) + small[picked(free, 3)])


def places_left(places: Any, landing: Any) -> Any:
    """Return the places of a side once its pieces on a point are in reserve."""
    left, slot = uint32(0), uint32(8 * PIECES)
    for step in range(PIECES):
        place = uint32(places >> uint32(8 * (PIECES - 1 - step)) & uint32(255))
        if place != landing:
            slot = uint32(slot - uint32(8))
            left = uint32(left | uint32(place << slot))
    return left


def keys_left(keys: Any, landing: Any) -> Any:
    """Return the keys of a side once its pieces on a point are in reserve."""
    left = uint32(0)
    for step in range(PIECES):
        key = uint32(keys >> uint32(8 * step) & uint32(255))
        if key != uint32(uint32(FARTHEST) - landing):
            left = uint32(left | uint32(key << uint32(8 * step)))
    return left


def moved(moves: Any, move: Any) -> Any:
    """Return the words that tell of a move that passes the turn."""
    return uint64(moves[move]), uint64(moves[uint32(move + uint32(1))]), uint64(moves[uint32(move + uint32(2))])


def taken(low: Any, total: Any, value: Any, told: Any, more: Any) -> Any:
    """Take one more value into account: the least that is left to the other by this throw, and the sum over the throws before.

    There is nothing to decide: a move that is not the last of its throw has no weight, and after the last `low` is NONE_YET.
    """
    low = uint32(min(low, value))
    total += (more >> uint64(WEIGHT_AT)) * uint64(low)
    return uint32(max(low, uint32(uint32(told >> uint64(32)) & uint32(NONE_YET)))), total


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
    if warp < uint32(PIECES):
        landing = uint32(places >> uint32(uint32(8) * warp) & uint32(255))
        if landing != uint32(0):  # nobody is hit in reserve
            cell = uint32(first + landing)
            places, keys = places_left(places, landing), keys_left(keys, landing)
            small[uint32(cell + uint32(PLACES_AT))] = places
            small[uint32(cell + uint32(KEYS_AT))] = keys
            large[cell] = uint64(begins[own + uint64(ranked(places, uint32(0), small))])
    cuda.syncthreads()


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


@functools.cache
def sweeper(bits: int, largest: int, by_lot: bool, bonus: bool) -> Any:
    """Return the kernel that brings tiles up to date, for values in parts of 2**bits that are at most the largest.

    `by_lot` rounds up or down by lot instead of to the nearest; `bonus` tells that a hit may be what gives another throw.
    """
    ready()
    one = 1 << bits

    @cuda.jit(device=True, inline=True)  # type: ignore[untyped-decorator,unused-ignore]
    def read(values: Any, place: Any) -> Any:
        """Return a value as a word."""
        return uint32(values[place])

    @cuda.jit(device=True, inline=True)  # type: ignore[untyped-decorator,unused-ignore]
    def chance_left(row: Any, told: Any, more: Any, first: Any, small: Any, large: Any, values: Any) -> Any:
        """Return the chance of the other, to whom the turn passes, unless a hit gives the mover another throw."""
        cell = uint32(first + uint32(uint32(told >> uint64(CELL_AT)) & uint32(63)))
        places = small[uint32(cell + uint32(PLACES_AT))]
        unhit = small[uint32(first + uint32(PLACES_AT))]
        if bonus and told >> uint64(HIT_AGAIN_AT) & uint64(1) != uint64(0) and places != unhit:
            rank = ranked(uint32(more), small[uint32(cell + uint32(KEYS_AT))], small)
            return uint32(uint32(one) - read(values, large[cell] + uint64(rank)))
        return read(values, row + uint64(ranked(places, uint32(told), small)))

    @cuda.jit(device=True, inline=True)  # type: ignore[untyped-decorator,unused-ignore]
    def chance_again(code: Any, first: Any, small: Any, large: Any, values: Any) -> Any:
        """Return the chance of a mover who throws again, or has won, or cannot move."""
        cell = uint32(first + uint32(code >> uint64(CELL_AT)))
        return read(values, large[cell] + uint64(ranked(uint32(code), small[uint32(cell + uint32(KEYS_AT))], small)))

    @cuda.jit(device=True, inline=True)  # type: ignore[untyped-decorator,unused-ignore]
    def renewed(total: Any, place: Any, seed: Any, values: Any) -> Any:
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

    @cuda.jit(device=True, inline=True)  # type: ignore[untyped-decorator,unused-ignore]
    def left_by(move: Any, end: Any, moves: Any, first: Any, small: Any, large: Any, values: Any) -> Any:
        """Return the weighed sum over throws of the least that moves from some to some leave to the other.

        There are two moves at a time, so that a value is used only while the next one is on its way.
        """
        left, low = uint64(0), uint32(NONE_YET)
        next_value, next_told, next_more = uint32(NONE_YET), uint64(0), uint64(0)
        while move < end:
            row, told, more = moved(moves, move)
            value = chance_left(row, told, more, first, small, large, values)
            low, left = taken(low, left, next_value, next_told, next_more)
            row, next_told, next_more = moved(moves, uint32(move + uint32(MOVE)))
            next_value = chance_left(row, next_told, next_more, first, small, large, values)
            low, left = taken(low, left, value, told, more)
            move = uint32(move + uint32(2 * MOVE))
        low, left = taken(low, left, next_value, next_told, next_more)
        return left

    @cuda.jit(device=True, inline=True)  # type: ignore[untyped-decorator,unused-ignore]
    def won_by(strip: Any, lane: Any, begins: Any, codes: Any, first: Any, small: Any, large: Any, values: Any) -> Any:
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

    @cuda.jit(device=True, inline=True)  # type: ignore[untyped-decorator,unused-ignore]
    def noted(facts: Any, total: Any, places: Any, cell: Any, seed: Any, small: Any, large: Any, values: Any) -> Any:
        """Set the value of a mover's places against an other, and return the facts about changes with this one."""
        most, summed, size = facts
        rank = ranked(places, small[uint32(cell + uint32(KEYS_AT))], small)
        new, old = renewed(total, large[cell] + uint64(rank), seed, values)
        change = uint32(max(new, old) - min(new, old))
        return uint32(max(most, change)), summed + int64(new) - int64(old), size + uint64(change)

    @cuda.jit
    def sweep(  # type: ignore[no-untyped-def]
        groups, seed, choices, weights, passing, movers, nowhere, mover_places, mover_masks, begins_moves, moves,
        begins_again, again_moves, other_places, other_keys, other_masks, values, begins, changes,
    ):  # fmt: skip
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
        # The turn passes: lanes are others.
        mask = uint64(other_masks[other])
        step = uint32(warp)
        while step < uint32(WIDTH):
            mover = uint32(min(uint32(first_mover + step), uint32(mover_number - uint32(1))))
            left = uint64(0)
            if mask & uint64(mover_masks[mover]) == uint64(0):
                move, end = uint32(begins_moves[mover]), uint32(begins_moves[uint32(mover + uint32(1))])
                left = left_by(move, end, moves, uint32(lane * uint32(CELLS)), small, large, values)
            large[uint32(uint32(step * uint32(WIDTH + 1) + lane) + uint32(TOTALS_AT))] = uint64(passing) - left
            step = uint32(step + uint32(WARPS))
        cuda.syncthreads()
        # The mover throws again: lanes are movers, and two others are taken at a time.
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
                won, next_won = won_by(strip, lane, begins_again, again_moves, cell, small, large, values)
                at = uint32(uint32(lane * uint32(WIDTH + 1) + step) + uint32(TOTALS_AT))
                if there:
                    facts = noted(facts, large[at] + won, places, cell, seed, small, large, values)
                if next_there:
                    total, cell = large[uint32(at + uint32(1))] + next_won, uint32(cell + uint32(CELLS))
                    facts = noted(facts, total, places, cell, seed, small, large, values)
            step = uint32(step + uint32(2 * WARPS))
        cuda.syncthreads()
        add_up(facts, lane, warp, large, changes)

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
    """Return the kernel that copies so many values into an array of fewer bits, rounding to the nearest."""
    ready()

    @cuda.jit
    def copy(values, size, shift, most, target):  # type: ignore[no-untyped-def]
        for index in range(cuda.grid(1), size, cuda.gridsize(1)):
            target[index] = min(int64(values[index] + (1 << shift >> 1)) >> shift, most)

    return copy
