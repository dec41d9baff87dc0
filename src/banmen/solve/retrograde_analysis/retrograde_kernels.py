"""Sweeps over all positions of a layer of Qubism: which of them are won, which are lost, now that some others are known.

Won and lost positions are kept as masks of 20 bits, one for each block and lane (see `block_tables` for these words):
  won   by the lane of the other pawn, a bit for the mover's; pawns that cannot stand so count as won,
  lost  by the lane of the mover's pawn, a bit for the other's.
A sweep for wins reads `lost` alone and one for losses `won` alone, so that positions can be looked at in any order, by many
threads. The number of the sweep is the number of plies to the end, odd for a win: that is what `plies` holds at last, a byte
for a position. 0 stands for neither won nor lost, 255 for pawns that cannot stand so.
"""

from __future__ import annotations

from typing import Any

from banmen.games.qubism.indexing import PAIRS, PLACES
from banmen.kernels.kernel import kernel, lowest, popcount
from banmen.solve.retrograde_analysis.block_tables import BY, FULL, IDS, MOST_PLACES, STEPS

rules: Any = None  # set by banmen.kernels.twins

ABSENT = 255
BEGIN, WINS, LOSSES = 0, 1, 2
SWEEPS = ("begin", "wins", "losses")  # the kernels of these sweeps


@kernel
def wins(index: int, sweep: int, layer: Any) -> int:
    """Search for winning moves in the positions of one block and lane; return how many newly won positions were found."""
    cubes, above, turned, reversal, slides, places, to_win, _, _, _, _, way, won, lost, _, lost_above, plies = layer
    missing = FULL & ~int(won[index])
    if missing == 0:
        return 0
    lane, block = index % PLACES, index // PLACES
    rank, arrows = block >> 2 * cubes, block & (1 << 2 * cubes) - 1
    seen = int(reversal[arrows])
    there = int(lost[(int(turned[rank]) << 2 * cubes | seen) * PLACES + PLACES - 1 - lane])
    found = 0
    if there:
        for step in range(STEPS):
            by = BY[step]
            found |= (there << by if by > 0 else there >> -by) & int(to_win[rank, lane, step])
    found |= by_sliding(arrows, seen, lane, cubes, slides[rank], way[0], lost, 0, missing)
    if above:
        found |= by_placing(seen, lane, cubes, places[rank], way[0], lost_above, 0, missing)
    found &= missing
    if found:
        won[index] |= found
        note_wins(block, lane, found, sweep, plies)
    return popcount(found)


@kernel
def losses(index: int, sweep: int, layer: Any) -> int:
    """Search one block and lane for positions in which every move loses; return how many newly lost positions were found."""
    cubes, above, turned, reversal, slides, places, _, to_lose, _, in_play, _, way, won, lost, won_above, _, plies = layer
    lane, block = index % PLACES, index // PLACES
    rank, arrows = block >> 2 * cubes, block & (1 << 2 * cubes) - 1
    left = int(in_play[rank, lane]) & ~int(lost[index])
    if left == 0:
        return 0
    seen = int(reversal[arrows])
    base = (int(turned[rank]) << 2 * cubes | seen) * PLACES + PLACES - 1 - lane
    for step in range(STEPS):
        allowed = int(to_lose[rank, lane, step]) & left
        if allowed:
            left &= ~(allowed & ~int(won[base - BY[step]]))
    if left:
        left &= ~by_sliding(arrows, seen, lane, cubes, slides[rank], way[1], won, FULL, left)
    if left and above:
        left &= ~by_placing(seen, lane, cubes, places[rank], way[1], won_above, FULL, left)
    if left:
        lost[index] |= left
        note_losses(block, lane, left, sweep, plies)
    return popcount(left)


@kernel
def by_sliding(arrows: int, seen: int, lane: int, cubes: int, slides: Any, way: Any, known: Any, flip: int, wanted: int) -> int:
    """Return the bits from which a slide leads to a known position (with `flip`, to an unknown one), if wanted."""
    found = 0
    for cube in range(cubes):
        arrow = arrows >> 2 * cube & 3
        # What is left of the arrows that the other side sees when this cube is taken out.
        low = seen & (1 << 2 * (cubes - 1 - cube)) - 1
        others = low | seen >> 2 * (cubes - cube) << 2 * (cubes - 1 - cube)
        for slot in range(slides.shape[2]):
            entry = int(slides[cube, arrow, slot])
            if entry == 0:
                break
            number = entry & IDS - 1
            if way[1, number] >> lane & 1 == 0:
                there = int(known[after(entry, others, cubes) * PLACES + PLACES - 1 - lane]) ^ flip
                found |= there & ~int(way[0, number])
        if wanted & ~found == 0:
            break
    return found


@kernel
def by_placing(seen: int, lane: int, cubes: int, places: Any, way: Any, known: Any, flip: int, wanted: int) -> int:
    """Return the bits from which a placement leads to a known position (with `flip`, to an unknown one), if wanted."""
    found = 0
    for slot in range(MOST_PLACES):
        entry = int(places[slot])
        if entry == 0 or wanted & ~found == 0:
            break
        number = entry & IDS - 1
        if way[1, number] >> lane & 1 == 0:
            there = int(known[after(entry, seen, cubes + 1) * PLACES + PLACES - 1 - lane]) ^ flip
            found |= there & ~int(way[0, number])
    return found


@kernel
def after(entry: int, others: int, cubes: int) -> int:
    """Return the block that an entry leads to, which has so many cubes, the others' arrows being given."""
    shift = 2 * (entry >> 10 & 7)
    arrows = others & (1 << shift) - 1 | (entry >> 13 & 3) << shift | others >> shift << shift + 2
    return (entry >> 15 & 0xFFFFFF) << 2 * cubes | arrows


@kernel
def note_wins(block: int, lane: int, found: int, sweep: int, plies: Any) -> None:
    """Record in how many plies some positions are won, if requested."""
    if len(plies) == 1:
        return
    while found:
        mine = PLACES - 1 - lowest(found)
        plies[block * PAIRS + mine * PLACES + lane] = sweep
        found &= found - 1


@kernel
def note_losses(block: int, lane: int, found: int, sweep: int, plies: Any) -> None:
    """Record in how many plies some positions are lost, if requested."""
    if len(plies) == 1:
        return
    while found:
        plies[block * PAIRS + lane * PLACES + lowest(found)] = sweep
        found &= found - 1


@kernel
def begin(index: int, sweep: int, layer: Any) -> int:
    """Record for one block and lane which positions win at once and where pawns cannot stand; return how many win at once."""
    cubes, _, _, _, _, _, _, _, at_once, in_play, legal, _, won, lost, _, _, plies = layer
    lane, block = index % PLACES, index // PLACES
    rank = block >> 2 * cubes
    won[index], lost[index] = at_once[rank, lane], 0
    stands, goes_on = int(legal[rank, lane]), int(in_play[rank, lane])
    if len(plies) > 1:
        for other in range(PLACES):
            winning = sweep if stands >> other & 1 else ABSENT
            plies[block * PAIRS + lane * PLACES + other] = 0 if goes_on >> other & 1 else winning
    return popcount(stands & ~goes_on)


@kernel
def span(what: int, first: int, last: int, sweep: int, layer: Any) -> int:
    """Process a part of a sweep, one block and lane after another, and return how many positions were solved.

    `what` is BEGIN, WINS or LOSSES.
    """
    total = 0
    for index in range(first, last):
        if what == WINS:
            total += wins(index, sweep, layer)
        elif what == LOSSES:
            total += losses(index, sweep, layer)
        else:
            total += begin(index, sweep, layer)
    return total
