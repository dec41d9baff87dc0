"""Where everything lies on the ring of Kariuchi and Moon Trek, in a square of 1000 units.

The exit 30 is at the bottom, before the player who sits there; the points are walked counter-clockwise, so 15 is at the top.
Angles are in degrees, counted counter-clockwise as seen, from the right; y grows downwards. A board that is `turned` is seen
from the other side: everything lies opposite.
"""

from __future__ import annotations

from functools import cache
from math import cos, radians, sin

from banmen.games.kariuchi.board import BASES, NAMES, RING

Point = tuple[float, float]

SIZE = 1000.0
MIDDLE = SIZE / 2
RADIUS = 366.0  # of the ring
UPRIGHT = (15, 30)  # bases whose spokes go up and down, so that names beside them lie along a piece
TOKEN = 30.0  # radius of a piece
NAME_AWAY = 57.0  # from a point to its name, so far that neither a piece nor a ring around it hides the name
CORNERS = {"bottom right": -45.0, "bottom left": -135.0, "top right": 45.0, "top left": 135.0}

OPPOSITE = {"top": "bottom", "bottom": "top", "left": "right", "right": "left"}


def find_polar_point(angle: float, radius: float) -> Point:
    """Return the point at an angle and a distance from the middle."""
    return MIDDLE + radius * cos(radians(angle)), MIDDLE - radius * sin(radians(angle))


def find_angle(point: int, turned: bool = False) -> float:
    """Return the angle of a point of the ring."""
    return (90 if turned else -90) + 360 * point / RING


@cache
def find_points(turned: bool = False) -> dict[str, Point]:
    """Return where all points lie."""
    points = {"A": (MIDDLE, MIDDLE)}
    for point in range(1, RING + 1):
        points[str(point)] = find_polar_point(find_angle(point, turned), RADIUS)
    for base in BASES:
        for letter, part in zip("abc", (3, 2, 1), strict=True):
            points[f"{base}{letter}"] = find_polar_point(find_angle(base, turned), RADIUS * part / 4)
    return {name: points[name] for name in NAMES[1:-1]}


POINTS = find_points()


def find_corner(corner: str, turned: bool) -> str:
    """Return the corner in which something lies that lies in a corner of the unturned board."""
    high, side = corner.split()
    return f"{OPPOSITE[high]} {OPPOSITE[side]}" if turned else corner


def place_slots(corner: str, radius: float, number: int, step: float, lean: float = 0.0) -> list[Point]:
    """Return places for pieces off the board: in a corner, on an arc around the middle, `step` apart, from the left.

    They lie `lean` degrees nearer to the side of the picture, away from what is written at its top and bottom edge.
    """
    turn = step / radius * 57.3
    middle = CORNERS[corner] + (lean if CORNERS[corner] in (-45.0, 135.0) else -lean)
    towards_right = -1 if middle > 0 else 1
    return [find_polar_point(middle + towards_right * turn * (index - (number - 1) / 2), radius) for index in range(number)]


# A little off the middle of the free space, away from the names of the points.
_STICKS = {"bottom right": -60.0, "bottom left": -124.0, "top right": 55.0, "top left": 117.0}


def find_sector(corner: str) -> Point:
    """Return where the sticks fall that a player in a corner throws: between two spokes."""
    return find_polar_point(_STICKS[corner], RADIUS * 0.64)


def find_base_spot(base: int, turned: bool) -> Point:
    """Return where the sign of a base point is written: outside the ring."""
    return find_polar_point(find_angle(base, turned), RADIUS + NAME_AWAY - 1)


def find_name_spot(name: str, turned: bool) -> Point:
    """Return where the name of a point is written: outside the ring, inside it for base points, or beside the spoke."""
    if name == "A":
        return find_polar_point(60, NAME_AWAY + 3)
    if name.isdigit() and int(name) not in BASES:
        return find_polar_point(find_angle(int(name), turned), RADIUS + NAME_AWAY)
    if name.isdigit():
        return find_polar_point(find_angle(int(name), turned) + 6, RADIUS - 50)
    x, y = find_points(turned)[name]
    # Beside the dot, on the side that the spoke turns away from, so far that a piece leaves it to be read.
    base = int(name[:-1])
    sideways = radians(find_angle(base, turned) - 90)
    away = NAME_AWAY + (11 if base in UPRIGHT else 0)
    return x + away * cos(sideways), y - away * sin(sideways)
