"""The ring of 30 points with its six spokes, shared by Kariuchi and Moon Trek: names, course and tables.

A place is a number in the order of the notation: 0 the reserve R, 1..48 the ring with each base point followed by its
spoke (…5, 5a, 5b, 5c, 6…), 49 the centre A, 50 home H.
"""

from __future__ import annotations

from banmen.kernels.kernel import Table

RING = 30
BASES = (5, 10, 15, 20, 25, 30)
INWARD = (5, 10, 15)  # spokes walked towards the centre
STRAIGHT = {5: 20, 10: 25, 15: 30}  # where a piece continues after passing through the centre
OUTWARD = (20, 25, 30)
LONGEST = 5  # the largest throw


def _list_names() -> tuple[str, ...]:
    names = ["R"]
    for point in range(1, RING + 1):
        names.append(str(point))
        if point in BASES:
            names += [f"{point}{letter}" for letter in "abc"]
    return (*names, "A", "H")


NAMES = _list_names()
NUMBERS = {name: number for number, name in enumerate(NAMES)}
RESERVE, CENTRE, HOME = 0, NUMBERS["A"], NUMBERS["H"]


def _list_way_out(base: int) -> list[str]:
    """List the places after the centre on the way out by a spoke, along the ring and home."""
    return [f"{base}{letter}" for letter in "cba"] + _list_ring_way(base)


def _list_ring_way(point: int) -> list[str]:
    """List a ring point and all that follow it, home last."""
    return [str(number) for number in range(point, RING + 1)] + ["H"]


def _list_ways(name: str) -> list[list[str]]:
    """List the ways a piece that stands on a place may take, each as the places that follow."""
    if name in ("R", "H"):
        return [_list_ring_way(1)] if name == "R" else []
    if name == "A":
        return [_list_way_out(base) for base in OUTWARD]
    if not name.isdigit():
        base, letter = int(name[:-1]), name[-1]
        if base in OUTWARD:
            return [[f"{base}{nearer}" for nearer in "cba" if nearer < letter] + _list_ring_way(base)]
        return [[f"{base}{nearer}" for nearer in "abc" if nearer > letter] + ["A"] + _list_way_out(STRAIGHT[base])]
    ways = [_list_ring_way(int(name) + 1) if int(name) < RING else ["H"]]
    if int(name) in INWARD:
        ways.append([f"{name}{letter}" for letter in "abc"] + ["A"] + _list_way_out(STRAIGHT[int(name)]))
    return ways


WAYS = tuple(tuple(tuple(NUMBERS[step] for step in way) for way in _list_ways(name)) for name in NAMES)

# Number of ways on from each place; 0 for the reserve, whose single way is counted once however many pieces wait there.
ROUTES = Table(0 if name in "RH" else len(WAYS[number]) for number, name in enumerate(NAMES))
# TARGET[(place * 3 + way) * 8 + throw] is where a piece ends; what goes past 30 is home.
TARGET = Table(
    (WAYS[place][way] + (HOME,) * LONGEST)[throw - 1] if way < len(WAYS[place]) and 1 <= throw <= LONGEST else HOME
    for place in range(len(NAMES))
    for way in range(3)
    for throw in range(8)
)
ON_RING = Table(int(name.isdigit()) for name in NAMES)


def find_path(source: str, target: str) -> tuple[str, ...]:
    """Return the places a piece walks from one place to another, the target last; () if no throw leads there.

    >>> find_path("5", "5c")
    ('5a', '5b', '5c')
    """
    for way in WAYS[NUMBERS[source]]:
        steps = [NAMES[place] for place in way[:LONGEST]]
        if target in steps:
            return tuple(steps[: steps.index(target) + 1])
    return ()
