"""The four round tokens that are thrown in Moon Trek: one side is plain and counts, the other bears a symbol."""

from __future__ import annotations

from banmen.presentation.svg import Palette
from banmen.presentation.svg_elements import at, cached_part, group, number, tag

CLAY, GLAZE, EDGE, SIGN = "#fffaf0", "#2f6f8f", "#27364a", "#fff3c4"
PRINTED = "#cccccc"  # the glaze where there is ink alone
# How the tokens lie in a square of one unit: their middle and how far they are turned.
_LIE = ((0.27, 0.3, -14), (0.72, 0.24, 9), (0.3, 0.76, 21), (0.74, 0.7, -7))
RADIUS = 0.215


@cached_part
def draw_throw(value: int | None, x: float, y: float, width: float, palette: Palette) -> str:
    """Draw the tokens of a throw in a square whose top left corner is (x, y); without a throw nothing.

    As many tokens as the throw says show their plain side; for a 5 none does.
    """
    if not value:
        return ""
    glaze = GLAZE if palette.shadow != "none" else PRINTED
    lying = [_draw_token(index, index < value % 5, width, glaze, palette) for index in range(len(_LIE))]
    return group(lying, transform=at(x, y), data_throw=value, data_faces=f"{CLAY} {glaze}")


def _draw_token(index: int, plain: bool, width: float, glaze: str, palette: Palette) -> str:
    """Draw one token: shadow, face, and last what is drawn on the face, as one element."""
    across, down, turn = _LIE[index]
    radius = width * RADIUS
    parts = []
    if palette.shadow != "none":
        parts.append(tag("circle", cx=radius * 0.1, cy=radius * 0.16, r=radius, fill=palette.shadow, opacity=0.25))
    parts.append(tag("circle", r=radius, fill=CLAY if plain else glaze, stroke=EDGE, stroke_width=width * 0.018))
    if plain:
        parts.append(tag("circle", r=radius * 0.8, fill="none", stroke=EDGE, stroke_width=width * 0.008, opacity=0.35))
    else:
        ink = SIGN if palette.shadow != "none" else palette.ink
        parts.append(tag("path", d=_draw_crescent(radius * 0.62), fill=ink))
    where = f"{at(across * width, down * width)} rotate({turn})"
    return group(parts, transform=where, data_stick="flat" if plain else "round")


def _draw_crescent(size: float) -> str:
    """Return the path of a moon's crescent around (0, 0), with a star in it."""
    far, near = number(size), number(size * 0.78)
    tip = f"{number(size * 0.35)} {number(-size * 0.94)}"
    end = f"{number(size * 0.35)} {number(size * 0.94)}"
    moon = f"M{tip}A{far} {far} 0 1 0 {end}A{near} {near} 0 1 1 {tip}Z"
    step, wide = number(size * 0.3), number(size * 0.09)
    x = number(size * 0.42)
    star = f"M{x} -{step}l{wide} {step}l-{wide} {step}l-{wide} -{step}Z"
    return moon + star
