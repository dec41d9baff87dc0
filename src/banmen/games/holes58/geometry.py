"""Where things lie on the shield of 58 Holes.

Each lane starts beside the crown of the palm, runs down along its trunk (holes 1-10), turns at the foot and climbs the edge of
the shield (11-29) to the Shen hole on top. Lane 1 is on the left, lane 2 its mirror image.
"""

from __future__ import annotations

from itertools import pairwise
from math import dist

from banmen.games.holes58.board import HOLES

Point = tuple[float, float]

WIDTH, HEIGHT = 664.0, 880.0
CENTRE = WIDTH / 2
SHEN_AT = (CENTRE, 122.0)
SHEN_RADIUS = 62.0
INNER = 10  # holes along the trunk
INNER_X, INNER_TOP, INNER_STEP = 48.0, 288.0, 48.5
# Points of the outer lane and of the rim, measured from the middle line to the right.
_EDGE = (
    (106.0, 84.0),
    (163.0, 114.0),
    (194.0, 192.0),
    (198.0, 300.0),
    (185.0, 440.0),
    (165.0, 600.0),
    (125.0, 734.0),
    (42.0, 800.0),
)
_RIM = (
    (0.0, 20.0),
    (122.0, 27.0),
    (204.0, 82.0),
    (243.0, 190.0),
    (248.0, 310.0),
    (234.0, 450.0),
    (212.0, 620.0),
    (168.0, 762.0),
)
_RIM_FOOT = ((90.0, 836.0), (0.0, 856.0))
_FINENESS = 24


def fit_spline(points: tuple[Point, ...], closed: bool = False) -> list[tuple[Point, Point, Point]]:
    """Return Bezier segments (two handles and an end) of a smooth line through points; a closed one ends where it starts."""
    segments = []
    for index, (start, end) in enumerate(pairwise(points)):
        before = points[index - 1] if index else points[-2] if closed else start
        after = points[index + 2] if index + 2 < len(points) else points[1] if closed else end
        first = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        second = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        segments.append((first, second, end))
    return segments


def _smooth(points: tuple[Point, ...]) -> list[Point]:
    """Return many points along the smooth line through some."""
    walked, start = [points[0]], points[0]
    for first, second, end in fit_spline(points):
        for step in range(1, _FINENESS + 1):
            t = step / _FINENESS
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            corners = (start, first, second, end)
            walked.append(
                (
                    sum(w * corner[0] for w, corner in zip(weights, corners, strict=True)),
                    sum(w * corner[1] for w, corner in zip(weights, corners, strict=True)),
                )
            )
        start = end
    return walked


def _space_evenly(points: tuple[Point, ...], count: int) -> list[Point]:
    """Return points at equal distances along a smooth line, both ends included."""
    walked = _smooth(points)
    lengths = [0.0]
    for before, after in pairwise(walked):
        lengths.append(lengths[-1] + dist(before, after))
    even, index = [], 0
    for number in range(count):
        wanted = lengths[-1] * number / (count - 1)
        while index < len(walked) - 2 and lengths[index + 1] < wanted:
            index += 1
        part = (wanted - lengths[index]) / (lengths[index + 1] - lengths[index])
        (x1, y1), (x2, y2) = walked[index], walked[index + 1]
        even.append((x1 + (x2 - x1) * part, y1 + (y2 - y1) * part))
    return even


def _place_holes() -> dict[int, Point]:
    """Return the holes of the right lane, measured from the middle line."""
    found = {number + 1: (INNER_X, INNER_TOP + INNER_STEP * number) for number in range(INNER)}
    outer = _space_evenly(_EDGE, HOLES - INNER)
    return found | {HOLES - index: point for index, point in enumerate(outer)}


_HOLES = _place_holes()
_HALF_RIM = (*_RIM, *_RIM_FOOT)
RIM = fit_spline((*_HALF_RIM, *((-x, y) for x, y in reversed(_HALF_RIM[:-1]))), closed=True)
RIM_START = _RIM[0]


def find_side(lane: int) -> int:
    """Return -1 for the lane on the left and 1 for the lane on the right."""
    return -1 if lane == 1 else 1


def find_hole(lane: int, number: int) -> Point:
    """Return where a hole of a lane lies."""
    x, y = _HOLES[number]
    return CENTRE + find_side(lane) * x, y


def find_outward(lane: int, number: int, distance: float) -> Point:
    """Return a point beside a hole: towards the rim for the outer holes, towards the trunk for the inner ones."""
    x, y = _HOLES[number]
    if number <= INNER:
        return CENTRE + find_side(lane) * (x - distance - 4), y
    before, after = _HOLES[max(number - 1, INNER + 1)], _HOLES[min(number + 1, HOLES)]
    long = dist(before, after)
    across = ((before[1] - after[1]) / long, (after[0] - before[0]) / long)
    return CENTRE + find_side(lane) * (x + across[0] * distance), y + across[1] * distance


# Where names of outer holes are written that cannot stand just beside their hole, because a sign, a warp line, the rim or the
# next name is there: from the middle line, and from the top.
_NAMES_ASIDE = {
    11: (55.9, 822.0),
    12: (94.0, 793.5),
    13: (133.5, 761.9),
    14: (97.0, 691.4),
    15: (86.9, 649.4),
    18: (118.0, 543.0),
    19: (121.0, 514.0),
    20: (130.0, 419.0),
    21: (132.0, 388.0),
    25: (122.0, 227.0),
    26: (133.0, 186.0),
    27: (120.0, 159.0),
    28: (96.0, 134.0),
    29: (51.0, 50.0),
}


def find_name_spot(lane: int, number: int) -> Point:
    """Return where the name of a hole is written: so far towards the trunk that heads and rings leave it to be read.

    The inner lanes share the trunk between them, on which their names are written; only the foot has no room for all of this.
    """
    if number <= INNER:
        return CENTRE, _HOLES[number][1] + (33 if number == INNER else 0)  # two digits are wider than the trunk
    x, y = _NAMES_ASIDE.get(number) or (_HOLES[number][0] - 60, _HOLES[number][1])
    return CENTRE + find_side(lane) * x, y


def find_line(lane: int, ends: tuple[int, int]) -> tuple[Point, Point, Point, Point]:
    """Return the curve of a warp line: start, two handles, end. It bends clear of the holes it passes."""
    low, high = (_HOLES[number] for number in ends)
    if ends[1] <= INNER:
        bend = ((low[0] + 42, low[1] + 8), (high[0] + 42, high[1] - 8))
    else:
        bend = ((low[0] + 78, low[1] + 8), (high[0] - 78, high[1] - 8))
    points = [(CENTRE + find_side(lane) * x, y) for x, y in (low, *bend, high)]
    return points[0], points[1], points[2], points[3]
