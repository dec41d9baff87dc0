"""Sweeps over pairs of sides on an NVIDIA GPU: the kernels in CUDA, by numba-cuda. It needs the extra `banmen[gpu]`.

They know no game, only lists of what a side can become (`banmen.solve.holes58` makes them, and says how values lie in
memory). A block of WARPS warps takes one tile: 32 sides of one player by 32 of the other, with either of them on turn. A
warp takes one side to move, its lanes the 32 others.

A list's entry: bit 0 set at the last entry of a throw, bits 1-3 the throw from 0, bit 4 set too if at this throw one may also
stay, bits 5-22 the place or row it leads to, bits 24-25 the kind of move. A side has at most 32 entries, one for each lane to
fetch. Those of throws after which all moves end the turn and one may not stay come last, and need not be asked their kind: only
as many as fill up the last group of four of the others are. All of them together are filled up to a multiple of four.

The functions below are written for the device and stay plain until `compiled` is asked for one of them. They count in 32-bit
numbers without a sign wherever they can: numba would look for negative indices otherwise. Four loads are under way before the
first is needed.
"""

from __future__ import annotations

import functools
from types import ModuleType
from typing import Any

from banmen.core.gpu import numba_cuda

WIDTH = 32
WARPS = 8
ROWS = WIDTH // WARPS
REGISTERS = 48  # of a thread: few enough for five blocks at a time on a multiprocessor
ONE = 1 << 31
TURN, AGAIN, STRIKE, NOTHING = range(4)
LAST, THROW_AT, STAYING, PLACE_AT, KIND_AT = 1, 1, 16, 5, 24
GROUP = 4  # entries looked up together
THREADS = WARPS * WIDTH
PLACES = 0xFFFFE0  # the bits of an entry that tell a place, just as far apart as places are in memory
PADDED = WIDTH + 1  # so that no two lanes of a warp want the same bank of shared memory
CELLS = WIDTH * PADDED

# Set by `ready`.
cuda: Any = None
float64 = int64 = uint32 = uint64 = one = width = None  # type: Any
looking: Any = None
playing: Any = None
meet: Any = None  # lets the lanes of a warp wait for each other


@functools.cache
def ready() -> None:
    """Load numba-cuda and make the small functions callable on the device."""
    import numba

    names = globals()
    names["cuda"] = numba_cuda()
    names.update({name: getattr(numba, name) for name in ("float64", "int64", "uint32", "uint64")})
    names.update(one=uint32(ONE), width=uint64(WIDTH))
    # numba's simulator knows no warps; there all threads of a block wait, which come here equally often.
    names["meet"] = cuda.jit(device=True)(meet_lanes if hasattr(cuda, "syncwarp") else meet_all)
    for function in (fetched, taken, stayed, weighed, expected, stepped, moved):
        names[function.__name__] = cuda.jit(device=True, inline=True)(function)


@functools.cache
def compiled(function: Any, registers: int | None = None) -> Any:
    """Return one of the kernels `sweep`, `fill` and `keep`, to be launched on the card, limited to some registers a thread."""
    ready()
    return cuda.jit(function, max_registers=registers) if registers else cuda.jit(function)


@functools.cache
def checker(kernels: ModuleType) -> Any:
    """Return the kernel `check` with `banmen.solve.holes58.looking` bound for the GPU."""
    ready()
    globals()["looking"] = kernels
    return cuda.jit(check)


@functools.cache
def player(kernels: ModuleType) -> Any:
    """Return the kernel `play` with `banmen.solve.holes58.playing` bound for the GPU."""
    ready()
    globals()["playing"] = kernels
    return cuda.jit(play)


def meet_lanes() -> None:
    """Let the lanes of a warp wait for each other."""
    cuda.syncwarp()


def meet_all() -> None:
    """Let all threads of a block wait for each other."""
    cuda.syncthreads()


def fetched(
    code: Any, lane: Any, along: Any, others: Any, first: Any, own: Any, across: Any, kept: Any, columns: Any, struck: Any
) -> Any:
    """Return what an entry leaves to the other player."""
    kind = code >> uint32(KIND_AT)
    if kind == TURN:
        return across[along + uint64(code & uint32(PLACES))]
    place = uint64(code >> uint32(PLACE_AT) & uint32(0x3FFFF))
    if kind == AGAIN:
        return uint32(one - own[((place // width) * others + first + uint64(lane)) * width + place % width])
    if kind == STRIKE:
        return kept[place * columns + struck]
    return one


def taken(low: Any, total: Any, value: Any, entry: Any) -> Any:
    """Take one more value into account: the least that is left to the other by this throw, and the sum over the throws before.

    There is nothing to decide: an entry that is not the last of its throw has no weight, and after the last `low` is ONE again.
    """
    low = uint32(min(low, value))
    total += (entry >> uint64(32)) * uint64(low)
    return low, total, uint32(max(low, uint32(uint32(entry) << uint32(31))))


def stayed(choice: Any, low: Any, entry: Any) -> Any:
    """Return the least that is left to the other by the throw at which one may stay, if this is its last entry."""
    return low if uint32(entry) & uint32(STAYING) else choice


def weighed(
    place: Any, first: Any, lane: Any, line: Any, movers: Any, others: Any, entries: Any, lists: Any, codes: Any,
    weights: Any, own: Any, across: Any, kept: Any, columns: Any, struck: Any,
) -> Any:  # fmt: skip
    """Return the weighed sum of what the throws leave to the other, and the least that is left where one may stay.

    Throws that are passed are not in the sum, nor is the one at which one may stay. `line` is where the warp keeps its entries.
    """
    listed = lists[place]
    code = codes[(listed >> uint64(16)) + uint64(lane)]
    weight = weights[code >> uint32(THROW_AT) & uint32(7)] if code & uint32(LAST | STAYING) == uint32(LAST) else uint32(0)
    entries[uint32(line + lane)] = uint64(weight) << uint64(32) | uint64(code)
    at = line
    mixed, end = uint32(line + uint32(listed & uint64(255))), uint32(line + uint32(listed >> uint64(8) & uint64(255)))
    meet()
    along = first * movers + uint64(lane)
    total, choice, low = uint64(0), one, one
    while at < mixed:
        entry_0, entry_1 = entries[at], entries[uint32(at + uint32(1))]
        entry_2, entry_3 = entries[uint32(at + uint32(2))], entries[uint32(at + uint32(3))]
        value_0 = fetched(uint32(entry_0), lane, along, others, first, own, across, kept, columns, struck)
        value_1 = fetched(uint32(entry_1), lane, along, others, first, own, across, kept, columns, struck)
        value_2 = fetched(uint32(entry_2), lane, along, others, first, own, across, kept, columns, struck)
        value_3 = fetched(uint32(entry_3), lane, along, others, first, own, across, kept, columns, struck)
        low, total, after = taken(low, total, value_0, entry_0)
        choice = stayed(choice, low, entry_0)
        low, total, after = taken(after, total, value_1, entry_1)
        choice = stayed(choice, low, entry_1)
        low, total, after = taken(after, total, value_2, entry_2)
        choice = stayed(choice, low, entry_2)
        low, total, after = taken(after, total, value_3, entry_3)
        choice = stayed(choice, low, entry_3)
        low = after
        at = uint32(at + uint32(GROUP))
    while at < end:
        entry_0, entry_1 = entries[at], entries[uint32(at + uint32(1))]
        entry_2, entry_3 = entries[uint32(at + uint32(2))], entries[uint32(at + uint32(3))]
        value_0 = across[along + (entry_0 & uint64(PLACES))]
        value_1 = across[along + (entry_1 & uint64(PLACES))]
        value_2 = across[along + (entry_2 & uint64(PLACES))]
        value_3 = across[along + (entry_3 & uint64(PLACES))]
        _, total, low = taken(low, total, value_0, entry_0)
        _, total, low = taken(low, total, value_1, entry_1)
        _, total, low = taken(low, total, value_2, entry_2)
        _, total, low = taken(low, total, value_3, entry_3)
        at = uint32(at + uint32(GROUP))
    meet()
    return total, choice


def expected(left: Any, choice: Any, stay: Any, passed: Any, mirrored: Any) -> Any:
    """Return the chance one throw later in parts of ONE squared, and the weight of the throws that leave all as it is.

    `left` is the weighed sum of what is left to the other, `stay` the weight of the throw at which one may stay, or 0.
    """
    moving = uint32(one - passed)  # weights, too, add up to ONE
    if stay != uint32(0):
        if mirrored <= choice:
            passed, moving = uint32(passed + stay), uint32(moving - stay)
        else:
            left += uint64(stay) * uint64(choice)
    return (uint64(moving) << uint64(31)) - left + uint64(passed) * uint64(uint32(one - mirrored)), passed


def stepped(step: Any) -> Any:
    """Return a step in parts of ONE squared, rounded to parts of ONE."""
    return int64(step * (1.0 / ONE) + (0.5 if step >= 0 else -0.5))


def moved(value: Any, step: Any) -> Any:
    """Return a value changed by a step."""
    return uint32(min(max(int64(value) + step, int64(0)), int64(ONE)))


def sweep(
    tiles: Any, offset: Any, weights: Any, values: Any, mirrored: Any, room_1: Any, room_2: Any,
    lists_1: Any, codes_1: Any, passed_1: Any, stays_1: Any, struck_1: Any, kept_1: Any, columns_1: Any,
    lists_2: Any, codes_2: Any, passed_2: Any, stays_2: Any, struck_2: Any, kept_2: Any, columns_2: Any,
    changes: Any, slot: Any, same: Any,
) -> None:  # fmt: skip
    """Bring a wave of tiles up to date.

    A tile is the first player's strip times 2**16 plus the second's; `values` are those with the first player on turn. Of
    either player, by place: the first entry times 2**16, with how many there are in the second byte and how many of them are
    asked their kind in the lowest; the entries; the weights of passing and of the throw at which one may stay, the rank after a
    strike, the rows kept of the stratum below and how long they are. The largest change goes to `changes[slot]`.
    """
    tile = tiles[offset + cuda.blockIdx.x]
    strip_1, strip_2 = tile >> 16, tile & 0xFFFF
    lane, warp = uint32(cuda.threadIdx.x), uint32(cuda.threadIdx.y)
    first_1, first_2 = uint64(strip_1) * width, uint64(strip_2) * width
    rooms_1, rooms_2 = uint64(room_1), uint64(room_2)
    block = cuda.shared.array(CELLS, uint32)
    totals = cuda.shared.array(CELLS, uint64)
    choices = cuda.shared.array(CELLS, uint32)
    entries = cuda.shared.array(THREADS, uint64)
    weight_of = cuda.shared.array(8, uint32)
    most = cuda.shared.array(1, int64)
    if warp == uint32(0) and lane < uint32(8):
        weight_of[lane] = weights[lane]
        most[0] = 0
    cuda.syncthreads()
    there = first_1 * rooms_2 + first_2 * width  # the tile's values with the first player on turn lie together
    hit = uint64(struck_1[first_1 + uint64(lane)])
    room = uint32(warp * uint32(WIDTH))
    line = uint32(warp * uint32(ROWS))
    end = uint32(line + uint32(ROWS))
    while line < end:
        cell = uint32(line * uint32(PADDED) + lane)
        block[cell] = values[there + uint64(uint32(line * uint32(WIDTH) + lane))]
        totals[cell], choices[cell] = weighed(
            first_2 + uint64(line), first_1, lane, room, rooms_2, rooms_1, entries,
            lists_2, codes_2, weight_of, mirrored, values, kept_2, uint64(columns_2), hit,
        )  # fmt: skip
        line = uint32(line + uint32(1))
    cuda.syncthreads()
    diagonal = same and strip_1 == strip_2  # then each pair of positions would be met twice
    two = first_2 + uint64(lane)
    hit = uint64(struck_2[two])
    stay_2, share_2 = stays_2[two], passed_2[two]
    largest = int64(0)
    line = uint32(warp * uint32(ROWS))
    while line < end:
        place = first_1 + uint64(line)
        total, choice = weighed(
            place, first_2, lane, room, rooms_1, rooms_2, entries,
            lists_1, codes_1, weight_of, values, mirrored, kept_1, uint64(columns_1), hit,
        )  # fmt: skip
        if not diagonal or line <= lane:
            cell = uint32(lane * uint32(PADDED) + line)
            at = first_2 * rooms_1 + place * width + uint64(lane)
            first, second = block[cell], mirrored[at]
            seen_1, part_1 = expected(total, choice, stays_1[place], passed_1[place], second)
            seen_2, part_2 = expected(totals[cell], choices[cell], stay_2, share_2, first)
            change_1 = float64(int64(seen_1) - int64(uint64(first) << uint64(31)))
            change_2 = float64(int64(seen_2) - int64(uint64(second) << uint64(31)))
            part_of_1, part_of_2 = float64(part_1) * (1.0 / ONE), float64(part_2) * (1.0 / ONE)
            scale = 1.0 / (1.0 - part_of_1 * part_of_2)
            step_1 = stepped((change_1 - part_of_1 * change_2) * scale)
            step_2 = stepped((change_2 - part_of_2 * change_1) * scale)
            block[cell] = moved(first, step_1)
            mirrored[at] = moved(second, step_2)
            largest = max(largest, max(abs(step_1), abs(step_2)))
        line = uint32(line + uint32(1))
    if largest > most[0]:
        cuda.atomic.max(most, 0, largest)
    cuda.syncthreads()
    line = uint32(warp * uint32(ROWS))
    while line < end:
        if not diagonal or lane <= line:
            values[there + uint64(uint32(line * uint32(WIDTH) + lane))] = block[uint32(line * uint32(PADDED) + lane)]
        line = uint32(line + uint32(1))
    if warp == uint32(0) and lane == uint32(0) and most[0] > changes[slot]:
        cuda.atomic.max(changes, slot, most[0])


def fill(values: Any, value: Any) -> None:
    """Set all of an array to one value."""
    for index in range(cuda.grid(1), len(values), cuda.gridsize(1)):
        values[index] = value


def keep(values: Any, room: Any, mover_places: Any, other_places: Any, kept: Any, columns: Any) -> None:
    """Copy the values against some others into rows, by the rank of the mover; the last column is for one who has lost."""
    other = other_places[cuda.blockIdx.y]
    for rank in range(cuda.grid(1), columns, cuda.gridsize(1)):
        value = 0
        if rank < len(mover_places):
            place = mover_places[rank]
            value = values[(place // WIDTH * room + other) * WIDTH + place % WIDTH]
        kept[cuda.blockIdx.y * columns + rank] = value


def check(
    movers: Any, others: Any, like: Any, weights: Any, room: Any, other_room: Any,
    mover_places: Any, other_places: Any, values: Any, mirrored: Any, kept: Any, worst: Any,
) -> None:  # fmt: skip
    """Compare every value with what the rules make of it one throw and move later, and note the largest difference.

    `movers` and `others` are the sides by place, 0 where there is none; the rest is as in `banmen.solve.holes58.looking`.
    """
    one, two = cuda.blockIdx.x * WIDTH + cuda.threadIdx.x, cuda.blockIdx.y * WARPS + cuda.threadIdx.y
    most = cuda.shared.array(1, int64)
    if cuda.threadIdx.x == 0 and cuda.threadIdx.y == 0:
        most[0] = 0
    cuda.syncthreads()
    if movers[one] != 0 and others[two] != 0:
        places, tables = (room, other_room, WIDTH), (mover_places, other_places, values, mirrored, kept)
        ahead = looking.looked_ahead(movers[one], others[two], like, weights, places, tables)
        difference = abs(ahead - int64(ONE) * looking.value_at(one, two, other_room, WIDTH, values))
        if difference > most[0]:
            cuda.atomic.max(most, 0, difference)
    cuda.syncthreads()
    if cuda.threadIdx.x == 0 and cuda.threadIdx.y == 0 and most[0] > worst[0]:
        cuda.atomic.max(worst, 0, most[0])


def play(
    stratum: Any, games: Any, like: Any, odds: Any, policies: Any, blunders: Any, share: Any, most: Any,
    room: Any, other_room: Any, places: Any, other_places: Any, values: Any, mirrored: Any, kept: Any, other_kept: Any,
    words: Any, numbers: Any,
) -> None:  # fmt: skip
    """Play on the games that are in a stratum, one after another in every thread, as in `banmen.solve.holes58.playing`."""
    tables = (places, other_places, values, mirrored, kept)
    mirrored_tables = (other_places, places, mirrored, values, other_kept)
    for game in range(cuda.grid(1), len(games), cuda.gridsize(1)):
        playing.play_all(
            game, game + 1, stratum, games, like, odds, policies, blunders, share, most, (room, other_room, WIDTH),
            tables, mirrored_tables, words, numbers,
        )  # fmt: skip
