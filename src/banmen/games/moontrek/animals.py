"""Rabbit, frog, wolf and monkey: their faces as silhouettes of ink, and the shapes of their tokens.

Faces are drawn around (0, 0) in a square of 100 units; `ink` is the silhouette and `light` what is left free in it.
"""

from __future__ import annotations

from math import cos, hypot, pi, sin
from typing import Any

from banmen.core.board import Player
from banmen.presentation.svg_elements import group, number, tag


def draw_face(player: Player, ink: str, light: str, radius: float) -> str:
    """Draw the face of a player's animal so that it fills a token of a radius."""
    drawn, share = {"A": (_draw_rabbit, 1.46), "B": (_draw_frog, 1.46), "C": (_draw_wolf, 1.28), "D": (_draw_monkey, 1.46)}[
        str(player)
    ]
    return group(drawn(ink, light), transform=f"scale({radius * share / 100:.3f})")


def draw_shape(player: Player, radius: float, **attributes: Any) -> str:
    """Draw the outline of a player's token around (0, 0): a disc, a square, a hexagon or a blossom."""
    if player == "A":
        return tag("circle", r=radius, **attributes)
    if player == "B":
        side = radius * 1.8
        return tag("rect", x=-side / 2, y=-side / 2, width=side, height=side, rx=radius * 0.36, **attributes)
    d = _draw_hexagon(radius * 1.1) if player == "C" else _draw_blossom(radius)
    return tag("path", d=d, stroke_linejoin="round", **attributes)


def _draw_hexagon(radius: float) -> str:
    corners = [(radius * sin(pi * turn / 3), -radius * cos(pi * turn / 3)) for turn in range(6)]
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "Z"


def _draw_blossom(radius: float) -> str:
    """Return a round of seven petals as a path."""
    petals = 7
    dents = [(0.9 * radius * sin(2 * pi * turn / petals), 0.9 * radius * cos(2 * pi * turn / petals)) for turn in range(petals)]
    round_by = number(hypot(dents[1][0] - dents[0][0], dents[1][1] - dents[0][1]) * 0.54)
    way = "".join(f"A{round_by} {round_by} 0 0 0 {number(x)} {number(y)}" for x, y in [*dents[1:], dents[0]])
    return f"M{number(dents[0][0])} {number(dents[0][1])}{way}Z"


def _draw_both(name: str, x: float, **attributes: Any) -> list[str]:
    """Return an element on the left and on the right."""
    return [tag(name, cx=side * x, **attributes) for side in (-1, 1)]


def _draw_rabbit(ink: str, light: str) -> list[str]:
    ears = "M-6 2C-30 -22 -33 -54 -19 -55C-6 -56 -2 -30 0 -14C2 -30 6 -56 19 -55C33 -54 30 -22 6 2Z"
    return [
        tag("path", d=ears, fill=ink),
        tag("ellipse", cy=20, rx=32, ry=27, fill=ink),
        *_draw_both("circle", 13, cy=15, r=5.5, fill=light),
        tag("path", d="M-5 27H5L0 33Z", fill=light),
    ]


def _draw_frog(ink: str, light: str) -> list[str]:
    return [
        tag("ellipse", cy=12, rx=47, ry=31, fill=ink),
        *_draw_both("circle", 25, cy=-17, r=18, fill=ink),
        *_draw_both("circle", 25, cy=-18, r=8, fill=light),
        tag("path", d="M-31 13Q0 34 31 13", fill="none", stroke=light, stroke_width=5.5, stroke_linecap="round"),
    ]


def _draw_wolf(ink: str, light: str) -> list[str]:
    head = "M-44 -52L-17 -27Q0 -33 17 -27L44 -52L41 -8L50 13L27 21L11 45Q0 52 -11 45L-27 21L-50 13L-41 -8Z"
    eyes = "M-28 -9L-9 1L-23 5ZM28 -9L9 1L23 5Z"
    return [
        tag("path", d=head, fill=ink),
        tag("path", d=eyes, fill=light),
        tag("path", d="M-7 34H7L0 43Z", fill=light),
    ]


def _draw_monkey(ink: str, light: str) -> list[str]:
    return [
        tag("circle", cy=-2, r=37, fill=ink),
        *_draw_both("circle", 39, cy=2, r=14, fill=ink),
        *_draw_both("circle", 12, cy=-6, r=14.5, fill=light),
        tag("ellipse", cy=15, rx=24, ry=17, fill=light),
        *_draw_both("circle", 11, cy=-5, r=5.5, fill=ink),
        tag("path", d="M-12 16Q0 26 12 16", fill="none", stroke=ink, stroke_width=4.5, stroke_linecap="round"),
    ]
