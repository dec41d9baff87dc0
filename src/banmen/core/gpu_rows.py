"""Sweeps over positions packed in rows on an NVIDIA GPU: the kernels in CUDA, by numba-cuda. It needs the extra `banmen[gpu]`.

They know no game, only lists of what a side can become on a board whose points two sides share (`banmen.solve.packed` makes
them, and says how values lie in memory). A block of WARPS warps takes a tile of 32 movers by 32 others, in two phases. After
most throws the turn passes, and what is read lies in the row of a mover: so the lanes of a warp are the others, and it takes
one mover after another. After the throws that give another one, it lies in the rows of the others: so the lanes are the
movers. Tiles that are worked on together lie together, because the card finds few pages of its memory quickly.

Nearly all work is ranking: how many sides come before one on a board without the points of another. The places of a side are
bytes of a word, and so are the `keys` of the side in the way: 63 less each of its points, 0 where it has none. A place plus a
key has bit 6 set where the place lies behind the point, so four places are held against a point by one addition; what
each piece adds to the rank then comes from a table. Moves that hit are no special case: what a side becomes by a hit on any
point is written down for each tile before its moves are looked at.

The functions below are written for the device and stay plain until `sweeper` or `checker` is asked for. They count in numbers
without a sign wherever they can: numba would look for negative indices otherwise, and sweeps are short of instructions.
"""

from __future__ import annotations

import functools
from types import ModuleType
from typing import Any

from banmen.core.gpu import numba_cuda

WIDTH = 32
WARPS = 8
LANDING_AT, LAST_AT, AGAIN_AT, HIT_AGAIN_AT, WON_AT, THROW_AT, LOWER_AT, LEFT_AT = 32, 38, 39, 40, 41, 42, 45, 46
NO_MOVE, WIN = 1 << 49, 1 << 50  # codes of a lane that has no move left where another has, and of a move that wins
SPECIAL = NO_MOVE
THROWS, AGAIN_THROWS = 5, 2  # the last ones are those after which the mover throws again
FARTHEST = 63  # that a place can be
BYTES = 0x01010101
BEHIND = 0x40 * BYTES  # the bits that a place plus a key has set where the place lies behind the point
WEIGHT_BITS = 31  # weights add up to this power of two
TABLE = 4 * 64  # how much the first to the fourth piece add to a rank
PARTS = 0xC0804000  # where the part for each piece begins
CELLS = 51  # places where a side may be hit; odd, so that lanes find theirs in different banks of memory
TILE_CELLS = WIDTH * CELLS
SQUARE = WIDTH * (WIDTH + 1)
KEYS_AT = TILE_CELLS  # behind the places
TWO_TILES = 2 * TILE_CELLS
TABLE_AND_WEIGHTS = TABLE + 8
MOVE = (
    3  # words that tell of a move after which the turn passes: its code, the keys of the mover after it, the row that is read
)
HIGH, WIDE = 16, 32  # tiles of a group that are worked on together: strips of movers by columns of others
GROUP = HIGH * WIDE
THREADS = WIDTH * WARPS  # as many as the table is long
MOST, SUM, SIZE = 0, 1, 2  # of the changes in a sweep: the largest, their sum, the sum of their sizes
FACTS = 3

# Set by `ready`.
cuda: Any = None
int64 = uint16 = uint32 = uint64 = None  # type: Any
spread = picked = None  # type: Any  # the kernels that fill a word with one of its bytes, or return it
looking: Any = None


@functools.cache
def ready() -> None:
    """Load numba-cuda."""
    import numba

    names = globals()
    names["cuda"] = numba_cuda()
    names.update({name: getattr(numba, name) for name in ("int64", "uint16", "uint32", "uint64")})

    names["spread"], names["picked"] = (simulated_bytes if numba.config.ENABLE_CUDASIM else device_bytes)()


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
    """Give memory back to the card now that numba would give back later; its simulator keeps none."""
    context = cuda.current_context()
    if hasattr(context, "deallocations"):
        context.deallocations.clear()


def free_memory() -> int:
    """Return how many bytes the card has left; numba's simulator always has some."""
    context = cuda.current_context()
    return int(context.get_memory_info().free) if hasattr(context, "deallocations") else 2**62


@functools.cache
def ranker(pieces: int, points: int) -> Any:
    """Return the kernel that ranks a side of so many pieces on a board without so many points."""
    ready()

    @cuda.jit(device=True, inline=True)  # type: ignore[untyped-decorator,unused-ignore]
    def ranked(places: Any, keys: Any, table: Any) -> Any:
        # Two bits of a byte hold up to three that are counted.
        passed = uint32(uint32(places + spread(keys, 0)) & uint32(BEHIND))
        if points > 1:
            passed = uint32(passed + uint32(uint32(places + spread(keys, 1)) & uint32(BEHIND)))
        if points > 2:
            passed = uint32(passed + uint32(uint32(places + spread(keys, 2)) & uint32(BEHIND)))
        free = uint32(places - uint32(passed >> uint32(6)))
        if points > 3:
            free = uint32(free - uint32(uint32(uint32(places + spread(keys, 3)) & uint32(BEHIND)) >> uint32(6)))
        free = uint32(free + uint32(PARTS))
        index = table[picked(free, 0)]
        if pieces > 1:
            index = uint32(index + table[picked(free, 1)])
        if pieces > 2:
            index = uint32(index + table[picked(free, 2)])
        if pieces > 3:
            index = uint32(index + table[picked(free, 3)])
        return index

    return ranked


@functools.cache
def sweeper(movers: int, others: int, bits: int, by_lot: bool, bonus: bool) -> Any:
    """Return the kernel that brings tiles up to date: for so many pieces of both sides, values in parts of 2**bits.

    `by_lot` rounds up or down by lot instead of to the nearest; `bonus` tells that a hit may be what gives another throw.
    """
    ready()
    one = 1 << bits
    kind = uint16 if bits <= 16 else uint32  # of the values as they are kept
    largest = min(one, (1 << 8 * (2 if bits <= 16 else 4)) - 1)
    rank_mover, rank_other, rank_alone = ranker(movers, others), ranker(others, movers), ranker(others, 1)

    @cuda.jit(device=True, inline=True)  # type: ignore[untyped-decorator,unused-ignore]
    def places_left(places: Any, landing: Any) -> Any:
        """Return the places of the other side once its pieces on a point are in reserve."""
        left, slot = uint32(0), uint32(8 * others)
        for step in range(others):
            place = uint32(places >> uint32(8 * (others - 1 - step)) & uint32(255))
            if place != landing:
                slot = uint32(slot - uint32(8))
                left = uint32(left | uint32(place << slot))
        return left

    @cuda.jit(device=True, inline=True)  # type: ignore[untyped-decorator,unused-ignore]
    def keys_left(keys: Any, landing: Any) -> Any:
        """Return the keys of the other side once its pieces on a point are in reserve."""
        left = uint32(0)
        for step in range(others):
            key = uint32(keys >> uint32(8 * step) & uint32(255))
            if key != uint32(uint32(FARTHEST) - landing):
                left = uint32(left | uint32(key << uint32(8 * step)))
        return left

    @cuda.jit(device=True, inline=True)  # type: ignore[untyped-decorator,unused-ignore]
    def chance_again(code: Any, cell: Any, number: Any, cells: Any, hit_rows: Any, table: Any, tables: Any) -> Any:
        """Return the chance of a mover who throws again, where no game is won."""
        own, low, low_rest, low_begins = tables
        told = uint32(code >> uint64(32))
        rank = uint64(rank_mover(uint32(code), cells[uint32(cell + uint32(KEYS_AT))], table))
        if uint32(told >> uint32(LOWER_AT - 32) & uint32(1)) != uint32(0):
            which = uint64(told >> uint32(LEFT_AT - 32)) * uint64(number) + uint64(rank_alone(cells[cell], uint32(0), table))
            place = uint64(low_begins[which]) + rank
            if place < uint64(len(low)):
                return kind(low[place])
            return kind(low_rest[place - uint64(len(low))])
        return kind(own[hit_rows[cell] + rank])

    @cuda.jit(device=True, inline=True)  # type: ignore[untyped-decorator,unused-ignore]
    def chance_left(
        code: Any, move: Any, moves: Any, first: Any, shared: Any, tables: Any, across: Any, across_low: Any
    ) -> Any:
        """Return the chance of the other, to whom the turn passes, unless a hit gives the mover another throw."""
        number, cells, hit_rows, table = shared
        told = uint32(code >> uint64(32))
        if uint32(told >> uint32(WON_AT - 32) & uint32(1)) != uint32(0):
            return kind(0)
        cell = uint32(first + uint32(told & uint32(63)))
        if bonus and uint32(told >> uint32(HIT_AGAIN_AT - 32) & uint32(1)) != uint32(0) and cells[cell] != cells[first]:
            won = uint32(chance_again(code, cell, number, cells, hit_rows, table, tables))
            return kind(min(uint32(uint32(one) - won), uint32(largest)))
        rank = rank_other(cells[cell], uint32(moves[uint32(move + uint32(1))]), table)
        place = uint64(moves[uint32(move + uint32(2))]) + uint64(rank)
        if uint32(told >> uint32(LOWER_AT - 32) & uint32(1)) != uint32(0):
            return kind(across_low[place])
        return kind(across[place])

    @cuda.jit(device=True, inline=True)  # type: ignore[untyped-decorator,unused-ignore]
    def weight_of(code: Any, table: Any) -> Any:
        """Return the weight of the throw of a move."""
        return table[uint32(uint32(code >> uint64(THROW_AT)) & uint32(7)) + uint32(TABLE)]

    @cuda.jit
    def sweep(  # type: ignore[no-untyped-def]
        groups, seed, choices, weights, mover_places, mover_masks, begins_moves, moves, begins_again, again_moves,
        other_places, other_keys, other_masks, own, begins, low, low_rest, low_begins, across, across_low, changes,
    ):  # fmt: skip
        table = cuda.shared.array(TABLE_AND_WEIGHTS, uint32)
        cells = cuda.shared.array(TWO_TILES, uint32)  # the places of the others after each hit, then their keys
        hit_rows = cuda.shared.array(TILE_CELLS, uint64)
        totals = cuda.shared.array(SQUARE, int64)
        lane, warp = uint32(cuda.threadIdx.x), uint32(cuda.threadIdx.y)
        thread = uint32(warp * uint32(WIDTH) + lane)
        group = uint32(uint32(cuda.blockIdx.x) // uint32(GROUP) * uint32(2))
        within = uint32(uint32(cuda.blockIdx.x) % uint32(GROUP))
        first_mover = uint32(uint32(groups[group] + uint32(within // uint32(WIDE))) * uint32(WIDTH))
        first_other = uint32(uint32(groups[uint32(group + uint32(1))] + uint32(within % uint32(WIDE))) * uint32(WIDTH))
        number, mover_number = uint32(len(other_places)), uint32(len(mover_places))
        if first_mover >= mover_number or first_other >= number:
            return
        table[thread] = choices[thread]
        if thread < uint32(8):
            table[uint32(thread + uint32(TABLE))] = weights[thread]
        cuda.syncthreads()
        other = uint32(min(uint32(first_other + lane), uint32(number - uint32(1))))
        mask = uint64(other_masks[other])
        first_cell = uint32(lane * uint32(CELLS))
        landing = uint32(warp)
        while landing < uint32(CELLS):
            places, keys, row = uint32(other_places[other]), uint32(other_keys[other]), uint64(begins[other])
            if mask >> uint64(landing) & uint64(1) != uint64(0):  # nobody stands on point 0
                places, keys = places_left(places, landing), keys_left(keys, landing)
                row = uint64(begins[rank_alone(places, uint32(0), table)])
            cell = uint32(first_cell + landing)
            cells[cell] = places
            cells[uint32(cell + uint32(KEYS_AT))] = keys
            hit_rows[cell] = row
            landing = uint32(landing + uint32(WARPS))
        cuda.syncthreads()
        shared, tables = (number, cells, hit_rows, table), (own, low, low_rest, low_begins)
        # The turn passes: lanes are others.
        step = uint32(warp)
        while step < uint32(WIDTH):
            mover = uint32(min(uint32(first_mover + step), uint32(mover_number - uint32(1))))
            total = uint64(0)
            if mask & uint64(mover_masks[mover]) == uint64(0):
                least = uint32(one)  # of the other's chances
                move, end = uint32(begins_moves[mover]), uint32(begins_moves[uint32(mover + uint32(1))])
                while move < end:  # two moves at a time, so that two values are on their way
                    next_move = uint32(move + uint32(MOVE))
                    code, next_code = uint64(moves[move]), uint64(moves[next_move])
                    left = chance_left(code, move, moves, first_cell, shared, tables, across, across_low)
                    next_left = chance_left(next_code, next_move, moves, first_cell, shared, tables, across, across_low)
                    least = uint32(min(least, uint32(left)))
                    if code >> uint64(LAST_AT) & uint64(1) != uint64(0):
                        total += uint64(weight_of(code, table)) * uint64(uint32(uint32(one) - least))
                        least = uint32(one)
                    least = uint32(min(least, uint32(next_left)))
                    if next_code >> uint64(LAST_AT) & uint64(1) != uint64(0):
                        total += uint64(weight_of(next_code, table)) * uint64(uint32(uint32(one) - least))
                        least = uint32(one)
                    move = uint32(next_move + uint32(MOVE))
            totals[uint32(step * uint32(WIDTH + 1) + lane)] = int64(total)
            step = uint32(step + uint32(WARPS))
        cuda.syncthreads()
        # The mover throws again: lanes are movers.
        mover = uint32(min(uint32(first_mover + lane), uint32(mover_number - uint32(1))))
        mask, inside = uint64(mover_masks[mover]), uint32(first_mover + lane) < mover_number
        first_throw = uint32(uint32(first_mover // uint32(WIDTH)) * uint32(AGAIN_THROWS))
        most, summed, size = int64(0), int64(0), int64(0)
        step = uint32(warp)
        while step < uint32(WIDTH):
            other = uint32(first_other + step)
            if inside and other < number and mask & uint64(other_masks[other]) == uint64(0):
                first_cell = uint32(step * uint32(CELLS))
                total = uint64(totals[uint32(lane * uint32(WIDTH + 1) + step)])
                move = uint32(begins_again[first_throw])
                for throw in range(AGAIN_THROWS):
                    end = uint32(begins_again[uint32(first_throw + uint32(throw + 1))])
                    best = uint32(0)
                    while move < end:
                        next_move = uint32(move + uint32(WIDTH))
                        code, next_code = (
                            uint64(again_moves[uint32(move + lane)]),
                            uint64(again_moves[uint32(next_move + lane)]),
                        )
                        cell = uint32(first_cell + uint32(uint32(code >> uint64(LANDING_AT)) & uint32(63)))
                        next_cell = uint32(first_cell + uint32(uint32(next_code >> uint64(LANDING_AT)) & uint32(63)))
                        won, next_won = kind(0), kind(0)
                        if code < uint64(SPECIAL):
                            won = chance_again(code, cell, number, cells, hit_rows, table, tables)
                        if next_code < uint64(SPECIAL):
                            next_won = chance_again(next_code, next_cell, number, cells, hit_rows, table, tables)
                        if code == uint64(WIN) or next_code == uint64(WIN):
                            best = uint32(one)
                        best = uint32(max(best, max(uint32(won), uint32(next_won))))
                        move = uint32(next_move + uint32(WIDTH))
                    weight = table[uint32(throw + TABLE + THROWS - AGAIN_THROWS)]
                    total += uint64(weight) * uint64(best)
                place = hit_rows[first_cell] + uint64(
                    rank_mover(uint32(mover_places[mover]), cells[uint32(first_cell + uint32(KEYS_AT))], table)
                )
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
            step = uint32(step + uint32(WARPS))
        # Not by atomic additions of all threads: those of 64 bits wait for each other here, 256 of them for one place.
        cuda.syncthreads()
        totals[thread], totals[uint32(thread + uint32(THREADS))] = most, summed
        totals[uint32(thread + uint32(2 * THREADS))] = size
        cuda.syncthreads()
        if warp == uint32(0):
            for other_warp in range(1, WARPS):
                at = uint32(lane + uint32(other_warp * WIDTH))
                most, summed = max(most, totals[at]), summed + totals[uint32(at + uint32(THREADS))]
                size += totals[uint32(at + uint32(2 * THREADS))]
            totals[lane], totals[uint32(lane + uint32(THREADS))] = most, summed
            totals[uint32(lane + uint32(2 * THREADS))] = size
        cuda.syncthreads()
        if thread == uint32(0):
            for other_lane in range(1, WIDTH):
                at = uint32(other_lane)
                most, summed = max(most, totals[at]), summed + totals[uint32(at + uint32(THREADS))]
                size += totals[uint32(at + uint32(2 * THREADS))]
            cuda.atomic.max(changes, MOST, most)
            cuda.atomic.add(changes, SUM, summed)
            cuda.atomic.add(changes, SIZE, size)

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
