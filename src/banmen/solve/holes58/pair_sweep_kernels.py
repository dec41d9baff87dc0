"""One wave of a sweep over pairs of sides, on the CPU: the kernels.

A value is the chance of the side on turn in parts of ONE. Of a matrix of movers by others, the value of mover a and other b
stands at ((a // width) * others + b) * width + a % width. A tile is a strip of sides times a strip of the other player's
sides, and stands for both who may be on turn.
"""

from __future__ import annotations

from typing import Any

from banmen.kernels.kernel import inlined, kernel
from banmen.solve.holes58.move_list_kernels import AGAIN, KINDS, THROWS, TURN

rules: Any = None  # set by banmen.kernels.twins
ONE = 1 << 31
SHIFT = 31
HALF = 1 << 30


@inlined
def lower_by(codes: Any, begin: int, end: int, across: Any, own: Any, kept: Any, places: Any, struck: Any, low: Any) -> None:
    """Lower `low`, the other player's least chances, by what each of a list of entries leaves a strip of others.

    `places` is the first place of the strip of others, its width, the room of all movers and of all others.
    """
    first, width, movers, others = places
    for entry in range(begin, end):
        kind, place = codes[entry] % KINDS, codes[entry] // KINDS
        if kind == TURN:
            at = first * movers + place * width
            for lane in range(width):
                low[lane] = min(low[lane], across[at + lane])
        elif kind == AGAIN:
            at = (place // width * others + first) * width + place % width
            for lane in range(width):
                low[lane] = min(low[lane], ONE - own[at + lane * width])
        else:
            for lane in range(width):
                low[lane] = min(low[lane], kept[place, struck[first + lane]])


@kernel
def gather(
    strip: int, places: Any, begin: Any, codes: Any, stays: Any, weights: Any, across: Any, own: Any, kept: Any, struck: Any,
    low: Any, sums: Any, choices: Any,
) -> None:  # fmt: skip
    """Weigh all throws of a strip of movers against a strip of others, but for those that are passed or at which one may stay.

    Of the latter, `choices` gets the best that moving leaves.
    """
    width = places[1]
    for mover in range(width):
        place = strip * width + mover
        for lane in range(width):
            sums[mover, lane] = 0
        for value in range(THROWS):
            start, end = begin[place * THROWS + value], begin[place * THROWS + value + 1]
            if start == end:
                continue
            for lane in range(width):
                low[lane] = ONE
            lower_by(codes, start, end, across, own, kept, places, struck, low)
            if stays[place] == value + 1:
                for lane in range(width):
                    choices[mover, lane] = ONE - low[lane]
            else:
                for lane in range(width):
                    sums[mover, lane] += weights[value] * (ONE - low[lane])


@inlined
def expected(total: int, choice: int, weight: int, passed: int, mirrored: int) -> tuple[int, int]:
    """Return the chance by one more look ahead, in parts of ONE squared, and the weight of the throws that leave all as it is.

    `weight` is that of the throw at which one may stay, or 0; `mirrored` the value with the other player on turn.
    """
    if weight > 0:
        if ONE - mirrored >= choice:
            passed += weight
        else:
            total += weight * choice
    return total + passed * (ONE - mirrored), passed


@inlined
def solve_pair(value: int, share: float, other_share: float, change: float, other_change: float) -> int:
    """Return the new value of a position whose mirror image depends on it as it does on that.

    The shares tell how much they do; the changes are those that one more look ahead would make.
    """
    scale = 1.0 / (1.0 - share * other_share)
    step = (change - share * other_change) * scale
    return min(max(value + int(step / ONE + (0.5 if step >= 0 else -0.5)), 0), ONE)


@kernel
def sweep(
    tiles: Any, begin_tile: int, end_tile: int, width: int, weights: Any,
    rooms: Any, values: Any, mirrored: Any,
    begin_1: Any, codes_1: Any, passed_1: Any, stays_1: Any, struck_1: Any, kept_1: Any,
    begin_2: Any, codes_2: Any, passed_2: Any, stays_2: Any, struck_2: Any, kept_2: Any,
    low: Any, sums: Any, choices: Any,
) -> int:  # fmt: skip
    """Bring some tiles up to date and return the largest change; `values` are those with the first player on turn."""
    largest = 0
    room_1, room_2 = rooms
    for tile in range(begin_tile, end_tile):
        strip_1, strip_2 = tiles[tile, 0], tiles[tile, 1]
        to_1, to_2 = (strip_2 * width, width, room_1, room_2), (strip_1 * width, width, room_2, room_1)
        gather(strip_1, to_1, begin_1, codes_1, stays_1, weights, mirrored, values, kept_1, struck_2, low, sums[0], choices[0])
        gather(strip_2, to_2, begin_2, codes_2, stays_2, weights, values, mirrored, kept_2, struck_1, low, sums[1], choices[1])
        mirror_in_itself = strip_1 == strip_2 and room_1 == room_2  # then each pair of positions would be met twice
        for mover in range(width):
            for lane in range(mover if mirror_in_itself else 0, width):
                change = settle(
                    strip_1 * width + mover, strip_2 * width + lane, width, weights, room_1, room_2, values, mirrored,
                    passed_1, stays_1, passed_2, stays_2,
                    sums[0, mover, lane], sums[1, lane, mover], choices[0, mover, lane], choices[1, lane, mover],
                )  # fmt: skip
                largest = max(largest, change)
    return largest


@inlined
def settle(
    one: int, two: int, width: int, weights: Any, room_1: int, room_2: int, values: Any, mirrored: Any,
    passed_1: Any, stays_1: Any, passed_2: Any, stays_2: Any,
    total_1: int, total_2: int, choice_1: int, choice_2: int,
) -> int:  # fmt: skip
    """Set the values of a position and its mirror image, and return by how much one of them has changed."""
    at = (one // width * room_2 + two) * width + one % width
    mirror = (two // width * room_1 + one) * width + two % width
    # Read as signed numbers: these are stored without a sign.
    first, second = int(values[at]), int(mirrored[mirror])
    weight_1 = weights[stays_1[one] - 1] if stays_1[one] > 0 else 0
    weight_2 = weights[stays_2[two] - 1] if stays_2[two] > 0 else 0
    seen_1, share_1 = expected(total_1, choice_1, weight_1, passed_1[one], second)
    seen_2, share_2 = expected(total_2, choice_2, weight_2, passed_2[two], first)
    if share_1 == 0 and share_2 == 0:
        new_first, new_second = (seen_1 + ONE // 2) // ONE, (seen_2 + ONE // 2) // ONE
    else:
        change_1, change_2 = float(seen_1 - first * ONE), float(seen_2 - second * ONE)
        new_first = solve_pair(first, share_1 / ONE, share_2 / ONE, change_1, change_2)
        new_second = solve_pair(second, share_2 / ONE, share_1 / ONE, change_2, change_1)
    values[at] = new_first
    mirrored[mirror] = new_second
    return max(abs(new_first - first), abs(new_second - second))


@kernel
def keep(values: Any, width: int, others: int, mover_places: Any, other_places: Any, first: int, kept: Any) -> None:
    """Copy the values against the others from rank `first` on into rows by other and columns by the mover's rank."""
    for row in range(len(kept)):
        other = other_places[first + row]
        for rank in range(len(mover_places)):
            place = mover_places[rank]
            kept[row, rank] = values[(place // width * others + other) * width + place % width]
