"""The picture of 58 Holes: an ivory shield with an ebony rim, a palm, two lanes of holes and the Shen ring on top.

Hounds have round heads with hanging ears, jackals long muzzles with pointed ears; each looks towards the palm.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from banmen.core.game import Position
from banmen.core.move import Move
from banmen.games.holes58 import geometry
from banmen.games.holes58.board import HOLES, LINES, NEFER, WARPS
from banmen.games.holes58.geometry import CENTRE, HEIGHT, SHEN_AT, SHEN_RADIUS, WIDTH, Point
from banmen.games.holes58.notation import list_holes, sides
from banmen.games.holes58.rules import LANE, hand, shen
from banmen.games.holes58.words import player_name
from banmen.presentation.highlights import find_last_move, find_marked_moves, group_by_target
from banmen.presentation.svg import PALETTES, Drawing, Palette, Style, sticks
from banmen.presentation.svg_elements import NamePen, cached_drawing, cached_part, group, group_parts, label, number, tag

LANES = (1, 2)
HAND = "hand"
SEAT_Y = 748  # the middle of the pieces in hand, in the lower corners
SEAT_X = 66  # from the nearer side of the picture
STICKS = 92
LABEL = 26.5  # of what is written: 11 pixels on a phone 390 wide


@dataclass(frozen=True)
class Colours:
    """The colours of this board in one theme. Both sides stand out from the face and from the Shen hole by 3:1."""

    face: str
    rim: str
    rim_line: str
    line: str
    faint: str
    hole: str
    faience: str
    pale: str
    hound: str
    hound_line: str
    jackal: str
    jackal_line: str
    hound_collar: str
    jackal_collar: str


COLOURS = {
    "light": Colours(
        face="#f2e6cb", rim="#2c1e16", rim_line="#c9a45c", line="#5a4330", faint="#c4ad84", hole="#35251a", faience="#12807f",
        pale="#c5e4dc", hound="#241711", hound_line="#fff6e0", jackal="#a63a1c", jackal_line="#fff6e0",
        hound_collar="#3fb8b0", jackal_collar="#3fb8b0",
    ),
    "dark": Colours(
        face="#dccda9", rim="#1d130e", rim_line="#b48f4a", line="#4b3726", faint="#ae9870", hole="#2b1d14", faience="#0f7474",
        pale="#abd2ca", hound="#1d120d", hound_line="#f6e9cd", jackal="#96321a", jackal_line="#f6e9cd",
        hound_collar="#36a8a1", jackal_collar="#36a8a1",
    ),
    "print": Colours(
        face="#ffffff", rim="#ffffff", rim_line="#000000", line="#000000", faint="#999999", hole="#ffffff", faience="#000000",
        pale="#ffffff", hound="#ffffff", hound_line="#000000", jackal="#000000", jackal_line="#ffffff",
        hound_collar="#000000", jackal_collar="#ffffff",
    ),
}  # fmt: skip


def draw(position: Position, style: Style) -> Drawing:
    """Draw a position."""
    shared, colours = PALETTES[style.theme], COLOURS[style.theme]
    # The face is ivory at night too, so marks on it keep the colours they have by day.
    on_face = PALETTES["light"] if style.theme == "dark" else shared
    parts = [
        tag("rect", width=WIDTH, height=HEIGHT, fill=shared.paper),
        *group_parts(_draw_board(position, style, shared, colours), id="holes58-board"),
        group(_mark_last(position, find_last_move(position, style), on_face), id="holes58-last", data_move=style.last),
        *group_parts(_draw_pieces(position, style.theme), id="holes58-pieces"),
        group(_throw(position, shared), id="holes58-throw"),
        group(_mark_targets(position, style, on_face, shared), id="holes58-targets"),
        _write_coordinates(colours) if style.coordinates else "",
    ]
    return Drawing(WIDTH, HEIGHT, tuple(parts))


def at(point: Point, scale: float = 1, mirrored: bool = False) -> str:
    """Return the transform that puts a figure drawn around (0, 0) on a point."""
    size = f" scale({number(-scale if mirrored else scale)} {number(scale)})" if mirrored or scale != 1 else ""
    return f"translate({number(point[0])} {number(point[1])}){size}"


def _write_curve(start: Point, segments: Iterable[tuple[Point, Point, Point]]) -> str:
    """Return path data of Bezier segments."""
    parts = [f"M{number(start[0])} {number(start[1])}"]
    for points in segments:
        parts.append("C" + " ".join(f"{number(x)} {number(y)}" for x, y in points))
    return "".join(parts)


def _draw_board(position: Position, style: Style, shared: Palette, colours: Colours) -> Iterator[str]:
    yield _draw_ground(shared, colours)
    for lane in LANES:
        yield _draw_lane(lane, colours)
        yield _draw_seat(lane, position, style, shared, colours)


@cached_part
def _draw_ground(shared: Palette, colours: Colours) -> str:
    """Draw all that lies under the holes."""
    parts = [*_draw_shield(colours, shared), group(_draw_palm(colours), id="holes58-palm", transform=at((CENTRE, 0)))]
    for lane in LANES:
        parts += _draw_tracks(lane, colours)
    return "".join([*parts, *_draw_shen(colours)])


def _draw_shield(colours: Colours, shared: Palette) -> Iterator[str]:
    outline = _write_curve(geometry.RIM_START, geometry.RIM) + "Z"
    middle = at((CENTRE, 0))
    if shared.shadow != "none":
        yield tag("path", d=outline, transform=at((CENTRE + 4, 8)), fill=shared.shadow, opacity=0.22)
    yield tag("path", d=outline, transform=middle, fill=colours.rim, stroke=colours.rim_line, stroke_width=2)
    # The face is the same outline, drawn smaller around the middle of the shield.
    inner = f"translate({number(CENTRE)} {number(HEIGHT / 2)}) scale(0.94 0.966) translate(0 {number(-HEIGHT / 2)})"
    yield tag("path", d=outline, transform=inner, fill=colours.face, stroke=colours.rim_line, stroke_width=2)


def _draw_palm(colours: Colours) -> Iterator[str]:
    """Draw the palm: a trunk with its scars, seven fronds and two bunches of dates."""
    line = {"fill": "none", "stroke": colours.faint, "stroke_linecap": "round"}
    yield tag("path", d="M-7 770C-10 620 -9 430 -5 246M7 770C10 620 9 430 5 246", **line, stroke_width=3)
    scars = "".join(f"M-8 {y}Q0 {y + 8} 8 {y}" for y in range(276, 766, 22))
    yield tag("path", d=scars, **line, stroke_width=2)
    yield tag("path", d="M-30 776Q0 758 30 776", **line, stroke_width=3)
    for reach, lift, drop in ((120, 36, 44), (104, 46, 6), (66, 42, -24)):
        for mirror in (-1, 1):
            yield _draw_frond(mirror, reach, lift, drop, line)
    for mirror in (-1, 1):
        yield tag("circle", cx=mirror * 16, cy=262, r=6, fill=colours.faint)


def _draw_frond(mirror: int, reach: float, lift: float, drop: float, line: dict[str, str]) -> str:
    """Draw one frond from the crown outwards: its rib and leaflets hanging from it."""
    start, bend, end = (0.0, 246.0), (reach * 0.5, 246.0 - lift), (float(reach), 246.0 + drop)
    path = f"M0 {number(start[1])}Q{number(mirror * bend[0])} {number(bend[1])} {number(mirror * end[0])} {number(end[1])}"
    for step in range(2, 10):
        t = step / 10
        x = 2 * t * (1 - t) * bend[0] + t * t * end[0]
        y = (1 - t) ** 2 * start[1] + 2 * t * (1 - t) * bend[1] + t * t * end[1]
        leaf = 16 * (1 - abs(t - 0.5))
        path += f"M{number(mirror * x)} {number(y)}l{number(mirror * leaf * 0.5)} {number(leaf)}"
        path += f"M{number(mirror * x)} {number(y)}l{number(mirror * leaf * 0.8)} {number(-leaf * 0.55)}"
    return tag("path", d=path, **line, stroke_width=2)


def _draw_tracks(lane: int, colours: Colours) -> Iterator[str]:
    """Draw the lane's course as a fine groove and the two warp lines over it."""
    course = "M" + "L".join(
        f"{number(x)} {number(y)}" for x, y in (geometry.find_hole(lane, hole) for hole in range(1, HOLES + 1))
    )
    yield tag("path", d=course, fill="none", stroke=colours.faint, stroke_width=2, stroke_linejoin="round")
    for ends in LINES:
        yield tag(
            "path", d=_draw_line(lane, ends), id=f"holes58-line{lane}-{ends[0]}-{ends[1]}", data_lane=lane, fill="none",
            stroke=colours.faience, stroke_width=5, stroke_linecap="round",
        )  # fmt: skip


def _draw_line(lane: int, ends: tuple[int, int]) -> str:
    start, first, second, end = geometry.find_line(lane, ends)
    return _write_curve(start, [(first, second, end)])


def _draw_shen(colours: Colours) -> Iterator[str]:
    """Draw the Shen: a ring of rope on its bar, with the hole inside."""
    x, y = SHEN_AT
    rope = {"stroke": colours.faience, "stroke_width": 12}
    yield tag("line", x1=x - 74, y1=y + 71, x2=x + 74, y2=y + 71, **rope, stroke_linecap="round")
    yield tag("circle", cx=x, cy=y, r=SHEN_RADIUS + 3, fill=colours.pale, **rope, id="holes58-S", data_place="S")
    yield tag(
        "circle", cx=x, cy=y, r=SHEN_RADIUS + 3, fill="none", stroke=colours.face, stroke_width=1.6, stroke_dasharray="7 7"
    )
    yield tag("line", x1=x - 70, y1=y + 71, x2=x + 70, y2=y + 71, stroke=colours.face, stroke_width=1.6, stroke_dasharray="7 7")


@cached_part
def _draw_lane(lane: int, colours: Colours) -> str:
    return group(_draw_holes(lane, colours), id=f"holes58-lane{lane}", data_lane=lane)


def _draw_holes(lane: int, colours: Colours) -> Iterator[str]:
    for hole in range(1, HOLES + 1):
        parts = []
        if hole in NEFER:
            parts.append(tag("circle", r=16, fill=colours.face, stroke=colours.faience, stroke_width=4))
        elif hole in WARPS:
            parts.append(tag("circle", r=13.5, fill=colours.face, stroke=colours.faience, stroke_width=3.5))
        elif hole == 1:
            parts.append(tag("circle", r=14, fill=colours.face, stroke=colours.line, stroke_width=2.5))
        else:
            parts.append(tag("circle", r=11.5, fill=colours.face, stroke=colours.faint, stroke_width=1.5))
        parts.append(tag("circle", r=8.5, fill=colours.hole, stroke=colours.line, stroke_width=1.5))
        names = {"id": f"holes58-lane{lane}-{hole}", "data_place": hole, "data_lane": lane}
        yield group(parts, **names, transform=at(geometry.find_hole(lane, hole)))
    for hole in NEFER:
        yield _draw_nefer(geometry.find_outward(lane, hole, -46), colours)


def _draw_nefer(point: Point, colours: Colours) -> str:
    """Draw the Nefer sign, heart and windpipe."""
    line = {"fill": "none", "stroke": colours.faience, "stroke_width": 3, "stroke_linecap": "round", "stroke_linejoin": "round"}
    parts = [
        tag("path", d="M0 4V-22M-7 -20H7M-6 -13H6", **line),
        tag("path", d="M0 2C-8 2 -11 9 -9 15C-7 21 -3 22 0 24C3 22 7 21 9 15C11 9 8 2 0 2Z", **{**line, "fill": colours.pale}),
    ]
    return group(parts, transform=at(point))


def _find_seat(lane: int) -> Point:
    return (SEAT_X if lane == 1 else WIDTH - SEAT_X), SEAT_Y


def _draw_seat(lane: int, position: Position, style: Style, shared: Palette, colours: Colours) -> str:
    """Draw where a player's pieces in hand lie: framed when the player is on turn, starred after a win."""
    x, y = _find_seat(lane)
    outward, anchor = geometry.find_side(lane), "start" if lane == 1 else "end"  # a long name grows towards the middle
    ours = not position.over and position.turn == lane
    accent = "#4fc0b8" if style.theme == "dark" else colours.faience
    frame = {"fill": accent, "fill_opacity": 0.14 if ours and style.theme != "print" else 0, "stroke_width": 4 if ours else 1.2}
    parts = [
        tag(
            "rect", x=x - 52, y=y - 66, width=104, height=132, rx=18, **frame, stroke=accent if ours else shared.faint,
            id=f"holes58-hand{lane}", data_place=HAND, data_player=lane,
        ),
        label(player_name(lane, style.lang), x + outward * 52, y + 88, LABEL, shared.ink, text_anchor=anchor),
    ]  # fmt: skip
    won = position.winner == (lane,)
    if won:
        parts.append(tag("path", d=STAR, transform=at((x, y - 92)), fill=accent))
    return group(
        parts, id=f"holes58-seat{lane}", data_player=lane, data_turn=lane if ours else None, data_winner=lane if won else None
    )


STAR = "M0 -20L5.9 -6.6L20 -6.1L8.8 2.7L12.8 16.8L0 8.5L-12.8 16.8L-8.8 2.7L-20 -6.1L-5.9 -6.6Z"


@cached_part
def _write_coordinates(colours: Colours) -> str:
    pen = NamePen(LABEL, colours.line, colours.face)
    names = [
        pen.write(hole, str(hole), *geometry.find_name_spot(lane, hole), data_lane=lane)
        for lane in LANES
        for hole in range(1, HOLES + 1)
    ]
    return group(names, id="holes58-coordinates")


def _mark_last(position: Position, move: Move | None, shared: Palette) -> Iterator[str]:
    """Mark the last move, and the line if it took one."""
    if move is None or move.target is None or move.source is None:
        return
    # Nothing in a move says whose it was, but only a Nefer hole or the end of the game leaves the turn with the mover.
    stays = position.over or move.target in map(str, NEFER)
    lane = int(position.turn) if stays else 3 - int(position.turn)
    soft = {"fill": shared.last, "stroke": shared.last, "stroke_width": 4}
    places = [move.source, move.target]
    end = int(move.target) if move.target.isdigit() else 0
    # A piece rests on the end of a line after walking there only if the other end was taken.
    if end in WARPS and not sides(position.state)[lane - 1] >> WARPS[end] & 1:
        places.insert(1, str(WARPS[end]))
        ends = (min(end, WARPS[end]), max(end, WARPS[end]))
        yield tag("path", d=_draw_line(lane, ends), fill="none", stroke=shared.last, stroke_width=9, stroke_linecap="round")
    for place in dict.fromkeys(places):
        point, radius = _place(lane, place)
        filled = 0.45 if place.isdigit() else 0
        yield tag("circle", cx=point[0], cy=point[1], r=radius, **soft, fill_opacity=filled, data_last=place, data_lane=lane)


def _place(lane: int, place: str) -> tuple[Point, float]:
    """Return the middle of a place and the size of a mark around it."""
    if place == "S":
        return SHEN_AT, SHEN_RADIUS
    return (_find_seat(lane), 46) if place == HAND else (geometry.find_hole(lane, int(place)), 21)


def _draw_pieces(position: Position, theme: str) -> Iterator[str]:
    standing = []
    for lane, side in zip(LANES, sides(position.state), strict=True):
        for index, (point, scale) in enumerate(_place_in_shen(lane, shen(side)), 1):
            standing.append((point, scale, lane, "S", f"holes58-shen{lane}-{index}"))
        for hole in list_holes(side & LANE):
            standing.append((geometry.find_hole(lane, hole), 1.04, lane, str(hole), f"holes58-piece{lane}-{hole}"))
        for index in range(hand(side)):
            x, y = _find_seat(lane)
            point = (x - 24 + 46 * (index % 2), y - 28 + 62 * (index // 2))
            standing.append((point, 0.9, lane, HAND, f"holes58-hand{lane}-{index + 1}"))
    # From the top down, so that heads nearer to the viewer cover those behind them.
    for point, scale, lane, place, name in sorted(standing, key=lambda piece: (piece[0][1], piece[0][0])):
        yield from _draw_piece(point, scale, lane, place, name, theme)


@cached_drawing
def _draw_piece(point: Point, scale: float, lane: int, place: str, name: str, theme: str) -> Iterator[str]:
    colours, shared = COLOURS[theme], PALETTES[theme]
    names = {"id": name, "data_piece": lane, "data_player": lane, "data_place": place}
    figure = ["".join(_draw_hound(colours, shared) if lane == 1 else _draw_jackal(colours, shared))]
    return group_parts(figure, **names, data_lane=lane if place.isdigit() else None, transform=at(point, scale))


def _place_in_shen(lane: int, count: int) -> list[tuple[Point, float]]:
    """Return where a side's pieces stand in the Shen hole, and how large: fewer pieces are drawn larger."""
    x, y = SHEN_AT
    away = geometry.find_side(lane)
    if count <= 2:
        return [
            ((x + away * 28, y + 2 + (index * 44 - 22 if count == 2 else 0)), 0.9 if count == 1 else 0.72)
            for index in range(count)
        ]
    spots = ((17, -34), (41, -17), (17, 1), (41, 18), (17, 36))
    return [((x + away * spots[index][0], y + spots[index][1]), 0.54) for index in range(count)]


def _draw_shadow(shared: Palette) -> Iterator[str]:
    if shared.shadow != "none":
        yield tag("ellipse", cx=3, cy=25, rx=16, ry=5, fill=shared.shadow, opacity=0.3)


HOUND_HEAD = (
    "M-13 25C-12 14 -17 4 -15 -7C-13 -20 0 -25 8 -19C12 -16 13 -12 15 -10L23 -7"
    "C28 -4 27 4 23 7C18 10 12 9 8 10C7 15 9 20 10 25Z"
)
HOUND_EAR = "M-4 -17C-16 -18 -22 -4 -20 8C-19 14 -14 16 -11 12C-7 6 -2 -4 0 -12C0 -15 -2 -17 -4 -17Z"
JACKAL_HEAD = (
    "M-9 25C-8 18 -7 14 -9 10L-25 8C-29 6 -28 2 -25 1C-17 -2 -11 -6 -6 -11L-3 -33C1 -28 3 -22 4 -17L10 -35"
    "C14 -27 16 -12 14 -2C12 8 13 17 14 25Z"
)


def _draw_hound(colours: Colours, shared: Palette) -> Iterator[str]:
    """Draw a hound's head that looks to the right."""
    yield from _draw_shadow(shared)
    look = {"fill": colours.hound, "stroke": colours.hound_line, "stroke_width": 2, "stroke_linejoin": "round"}
    yield tag("path", d=HOUND_HEAD, **look)
    yield tag("path", d=HOUND_EAR, **look)
    yield tag("circle", cx=7, cy=-10, r=2.2, fill=colours.hound_line)
    yield tag("path", d="M-12 19H9", stroke=colours.hound_collar, stroke_width=4)


def _draw_jackal(colours: Colours, shared: Palette) -> Iterator[str]:
    """Draw a jackal's head that looks to the left."""
    yield from _draw_shadow(shared)
    look = {"fill": colours.jackal, "stroke": colours.jackal_line, "stroke_width": 2, "stroke_linejoin": "round"}
    yield tag("path", d=JACKAL_HEAD, **look)
    fine = colours.jackal_line
    yield tag("circle", cx=-6, cy=-4, r=2.2, fill=fine)
    yield tag("path", d="M9 -27C11 -20 11 -14 9 -9", fill="none", stroke=fine, stroke_width=1.6, stroke_linecap="round")
    yield tag("path", d="M-8 19H13", stroke=colours.jackal_collar, stroke_width=4)


def draw_throw(value: int, x: float, y: float, width: float, palette: Palette) -> str:
    """Draw the sticks of a throw in a square whose top left corner is (x, y)."""
    return sticks(value, x, y, width, palette, marked=True)


def _throw(position: Position, shared: Palette) -> Iterator[str]:
    """Draw the throw to move by above the hand of the player who made it."""
    if position.thrown:
        x, y = _find_seat(int(position.turn))[0] - STICKS / 2, SEAT_Y - 84 - STICKS
        yield draw_throw(position.thrown, x, y, STICKS, shared)


def _mark_targets(position: Position, style: Style, on_face: Palette, shared: Palette) -> Iterator[str]:
    places = {*map(str, range(1, HOLES + 1)), "S", HAND}
    lane = int(position.turn)
    for target, moves in group_by_target(find_marked_moves(position, style, places)).items():
        point, radius = _place(lane, target)
        marks = shared if target == HAND else on_face
        ring = {"fill": marks.target, "fill_opacity": 0, "r": radius}
        parts = [
            tag("circle", **ring, stroke=marks.paper, stroke_width=7, opacity=0.85),
            tag("circle", **ring, stroke=marks.target, stroke_width=4.5),
        ]
        names = {"id": f"holes58-target-{target}", "data_target": target, "data_lane": lane}
        yield group(parts, **names, data_move=" ".join(move.text for move in moves), transform=at(point))
