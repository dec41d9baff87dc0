"""The pieces of Kuniumi: mossy stones, glass pebbles, the Earth God and the Sea God. Each is drawn around (0, 0)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from banmen.presentation.svg_elements import group, tag


@dataclass(frozen=True)
class Colours:
    """The colours of the board and its pieces in one theme. Every piece stands out from the water by 3:1."""

    cloth: str
    water: str
    line: str
    hem: str
    stone: str
    stone_line: str
    moss: str
    tuft: str
    glass: str
    glass_line: str
    glass_light: str
    skin: str
    hair: str
    earth: str
    sea: str
    trim: str
    accent: str
    shadow: str


COLOURS = {
    "light": Colours(
        cloth="#e9f2ec", water="#d7e9e2", line="#5fa79b", hem="#2f7f76", stone="#77705f", stone_line="#2b2c1d", moss="#4d6a26",
        tuft="#86a548", glass="#2379ad", glass_line="#0b3a57", glass_light="#bfe6f7", skin="#f6e3c5", hair="#2a211b",
        earth="#4f6428", sea="#1d5f93", trim="#fdf6e3", accent="#2f7f76", shadow="#24312d",
    ),
    "dark": Colours(
        cloth="#16324a", water="#1b3d57", line="#3f8a94", hem="#57b3ac", stone="#b9b19c", stone_line="#12170c", moss="#9dbb5c",
        tuft="#dbeaa0", glass="#62b7e6", glass_line="#06202f", glass_light="#e6f8ff", skin="#f8e8cd", hair="#0d0b0a",
        earth="#a3bd63", sea="#6cb6ea", trim="#10263a", accent="#63c7bd", shadow="#050c14",
    ),
    "print": Colours(
        cloth="#ffffff", water="#ffffff", line="#b5b5b5", hem="#000000", stone="#ffffff", stone_line="#000000", moss="#555555",
        tuft="#ffffff", glass="#ffffff", glass_line="#000000", glass_light="#999999", skin="#ffffff", hair="#000000",
        earth="#666666", sea="#ffffff", trim="#000000", accent="#000000", shadow="none",
    ),
}  # fmt: skip


@cache
def draw_figure(sign: str, variant: int, colours: Colours) -> str:
    """Draw a piece by its sign; stones come in a few shapes."""
    if sign == "l":
        return group(_draw_stone(variant, colours))
    if sign == "s":
        return group(_draw_pebble(variant, colours))
    return group(_draw_earth_god(colours) if sign == "L" else _draw_sea_god(colours))


def _draw_shadow(width: float, y: float, colours: Colours) -> Iterator[str]:
    if colours.shadow != "none":
        yield tag("ellipse", cx=3, cy=y, rx=width, ry=width * 0.32, fill=colours.shadow, opacity=0.28)


_STONES = (
    "M-33 8C-36 -10 -24 -27 -6 -28C12 -31 30 -20 33 -2C36 14 26 27 8 28C-10 30 -30 26 -33 8Z",
    "M-31 12C-37 -4 -28 -22 -12 -27C2 -33 22 -27 30 -13C37 0 35 18 20 25C4 31 -25 29 -31 12Z",
    "M-34 4C-33 -14 -20 -24 -4 -25C16 -29 34 -16 34 2C33 20 18 28 0 28C-18 29 -34 22 -34 4Z",
)
_MOSSES = (
    "M-31 0C-31 -14 -20 -26 -6 -27C12 -30 29 -19 32 -4C26 2 20 -4 14 2C8 9 2 0 -5 4C-12 8 -16 0 -22 4C-26 6 -30 4 -31 0Z",
    "M-32 0C-31 -13 -23 -22 -12 -26C2 -32 21 -26 29 -13C33 -6 30 2 22 0C15 -2 13 6 5 5C-2 3 -6 9 -14 6C-20 3 -30 9 -32 0Z",
    "M-33 0C-31 -14 -19 -23 -4 -24C15 -28 32 -16 33 0C27 6 21 0 14 4C6 10 2 1 -6 6C-13 10 -18 2 -24 5C-29 7 -33 6 -33 0Z",
)


def _draw_stone(variant: int, colours: Colours) -> Iterator[str]:
    shape, moss = _STONES[variant % 3], _MOSSES[variant % 3]
    yield from _draw_shadow(33, 25, colours)
    yield tag("path", d=shape, fill=colours.stone)
    yield tag("path", d=moss, fill=colours.moss)
    for x, y in ((-17, -9), (-6, -19), (3, -8), (14, -17), (21, -7)):
        yield tag("path", d=f"M{x - 4} {y + 2}Q{x} {y - 5} {x + 4} {y + 2}", fill="none", stroke=colours.tuft, stroke_width=2.2)
    yield tag(
        "path", d="M-16 17Q-8 21 0 18M10 14Q16 15 21 11", fill="none", stroke=colours.stone_line, stroke_width=1.5, opacity=0.5
    )
    yield tag("path", d=shape, fill="none", stroke=colours.stone_line, stroke_width=2.5)


def _draw_pebble(variant: int, colours: Colours) -> Iterator[str]:
    yield from _draw_shadow(29, 26, colours)
    tilt = f"rotate({(-14, 9, 22)[variant % 3]})"
    glow = {"fill": "none", "stroke": colours.glass_light, "stroke_linecap": "round"}
    parts = [
        tag("ellipse", rx=31, ry=27.5, fill=colours.glass, stroke=colours.glass_line, stroke_width=2.5),
        tag("path", d="M-9 20.5A24 20 0 0 0 24 4", **glow, stroke_width=5, opacity=0.5),
        tag("ellipse", cx=-10, cy=-11, rx=10, ry=5.5, fill=colours.glass_light, transform="rotate(-28 -10 -11)"),
        tag("circle", cx=6, cy=-17, r=2.6, fill=colours.glass_light),
    ]
    yield group(parts, transform=tilt)


def _draw_earth_god(colours: Colours) -> Iterator[str]:
    """Draw a figure in a robe like a mountain, hair in two loops, a sprout on top."""
    line = {"stroke": colours.stone_line, "stroke_width": 2.5, "stroke_linejoin": "round", "stroke_linecap": "round"}
    yield from _draw_shadow(38, 40, colours)
    yield tag("path", d="M-37 38C-30 16 -20 -2 -14 -26H14C20 -2 30 16 37 38Q0 48 -37 38Z", fill=colours.earth, **line)
    trim = {"fill": "none", "stroke": colours.trim, "stroke_width": 2.6, "stroke_linejoin": "round", "stroke_linecap": "round"}
    yield tag("path", d="M-26 30L-12 10L-4 20L6 2L16 18L26 30", **trim)
    yield tag("path", d="M-9 -25L0 -12L9 -25", **trim)
    yield tag(
        "path",
        d="M0 -59C-1 -66 0 -70 0 -72C-10 -84 -18 -80 -19 -75C-13 -71 -6 -70 0 -72C9 -86 19 -82 20 -78C14 -70 6 -70 0 -72",
        fill=colours.tuft if colours.shadow != "none" else colours.moss,
        **{**line, "stroke_width": 2},
    )
    yield tag("circle", cx=0, cy=-42, r=17, fill=colours.skin, **line)
    yield tag("path", d="M-17 -42C-18 -63 18 -63 17 -42C9 -50 -9 -50 -17 -42Z", fill=colours.hair, **line)
    for mirror in (-1, 1):
        yield tag("ellipse", cx=mirror * 20, cy=-34, rx=5.5, ry=10, fill=colours.hair, **{**line, "stroke_width": 1.5})
    yield from _draw_face()


def _draw_sea_god(colours: Colours) -> Iterator[str]:
    """Draw a figure in a robe of waves, long hair, a curling crest on top."""
    line = {"stroke": colours.glass_line, "stroke_width": 2.5, "stroke_linejoin": "round", "stroke_linecap": "round"}
    yield from _draw_shadow(38, 40, colours)
    yield tag("path", d="M-17 -44C-30 -26 -16 -10 -26 12L26 12C16 -10 30 -26 17 -44Z", fill=colours.hair, **line)
    robe = (
        "M-14 -26C-12 -4 -22 2 -26 16C-29 26 -36 30 -38 36Q-30 44 -22 38Q-11 46 0 39"
        "Q11 46 22 38Q30 44 38 36C36 30 29 26 26 16C22 2 12 -4 14 -26Z"
    )
    yield tag("path", d=robe, fill=colours.sea, **line)
    trim = {"fill": "none", "stroke": colours.trim, "stroke_width": 2.4, "stroke_linejoin": "round", "stroke_linecap": "round"}
    yield tag("path", d="M-24 26A8 8 0 0 1 -8 26A8 8 0 0 1 8 26A8 8 0 0 1 24 26M-16 11A8 8 0 0 1 0 11A8 8 0 0 1 16 11", **trim)
    yield tag("path", d="M-9 -25L0 -12L9 -25", **trim)
    yield tag("circle", cx=0, cy=-42, r=17, fill=colours.skin, **line)
    yield tag("path", d="M-17 -40C-18 -63 18 -63 17 -40C12 -50 4 -52 0 -53C-4 -52 -12 -50 -17 -40Z", fill=colours.hair, **line)
    crest = "M-15 -56C-13 -76 10 -86 20 -72C24 -64 15 -58 11 -63C9 -67 13 -70 15 -68C10 -74 2 -66 6 -57Q-5 -62 -15 -56Z"
    yield tag("path", d=crest, fill=colours.glass if colours.shadow != "none" else colours.skin, **{**line, "stroke_width": 2})
    yield from _draw_face()


def _draw_face() -> Iterator[str]:
    """Draw calm eyes and a mouth."""
    ink = "#2a211b"
    yield tag("circle", cx=-6, cy=-40, r=2, fill=ink)
    yield tag("circle", cx=6, cy=-40, r=2, fill=ink)
    yield tag("path", d="M-3.5 -33Q0 -31 3.5 -33", fill="none", stroke=ink, stroke_width=1.6, stroke_linecap="round")
