"""The layers of a picture that all games on the ring share: places, marks of the last move, pieces in stacks, targets, sticks.

A game gives its `RingPicture`: where its players sit, how a token looks and in which colours.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import cos, pi, radians, sin
from typing import Any

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.core.move import Move
from banmen.games.kariuchi import geometry
from banmen.games.kariuchi.board import INWARD, NAMES, OUTWARD, STRAIGHT, find_path
from banmen.games.kariuchi.geometry import TOKEN, Point, find_points
from banmen.games.kariuchi.words import BASE_SIGNS
from banmen.presentation.highlights import find_last_move, find_marked_moves, group_by_target
from banmen.presentation.svg import Palette, Style, badge, sticks
from banmen.presentation.svg_elements import NamePen, at, cached_drawing, group, group_parts, number, tag

ThrowDrawing = Callable[[int | None, float, float, float, Palette], str]  # a throw in a square: its corner and its width
TokenDrawing = Callable[[Player, float], str]  # a piece of a player with a radius, around (0, 0); the same one for a theme
Spots = Mapping[Player, Sequence[Point]]  # where the pieces of each player lie off the board
STEP = 17.0  # how far a piece is raised above the one beneath it
NAME_SIZE = 30.0  # of the names of points: 11 pixels on a phone 390 wide
TALLEST = 100.0  # a stack never rises more than this, however many pieces it has


def is_no_number(name: str) -> bool:
    """Return whether a name is no number."""
    return not name.isdigit()


@dataclass(frozen=True)
class RingPicture:
    """What the shared layers need to know of a game's picture."""

    name: str  # prefix of ids
    palette: Palette
    token: TokenDrawing
    corners: Mapping[Player, str]  # the corner next to which a player's sticks fall
    reserve: Spots
    home: Spots
    waiting: Mapping[Player, int]  # pieces in the reserve
    done: Mapping[Player, int]  # pieces at home
    stacks: Mapping[str, Sequence[Player]]  # owners on each place, bottom to top
    small: float = TOKEN  # radius of a piece off the board
    turned: bool = False
    signs: Mapping[str, str] = field(default_factory=dict)  # beside points, where a stack and a ring around it reach them
    written: Container[str] = ()  # points whose names the board itself bears, for as long as nothing stands on them
    throw: ThrowDrawing = sticks  # what is thrown
    is_notation: Callable[[str], bool] = is_no_number  # whether a name is used by the notation alone

    @property
    def points(self) -> Mapping[str, Point]:
        """Where the points lie."""
        return find_points(self.turned)


def place(game: str, name: str, point: Point, lines: Sequence[str]) -> str:
    """Return the group of one point of a game's board, with a field around it that takes clicks."""
    field = tag("circle", r=TOKEN + 6, fill="none", pointer_events="all")
    return group([field, *lines], id=f"{game}-place-{name}", data_place=name, transform=at(*point))


def draw_off_places(game: str, reserve: Spots, home: Spots, slot: Callable[[str, Point], str]) -> list[str]:
    """Return the groups of every player's reserve and home; `slot` draws one empty place of either."""
    found = []
    for sign, spots in (("R", reserve), ("H", home)):
        for player, points in spots.items():
            drawn = [slot(sign, point) for point in points]
            found.append(group(drawn, id=f"{game}-place-{sign}-{player}", data_place=sign, data_player=player))
    return found


def draw_arrows(colour: str, turned: bool) -> str:
    """Draw small arrow heads that tell which way the spokes are walked, and where the ring begins."""
    begin = geometry.find_angle(30, turned)
    heads = [_draw_arrow(geometry.find_polar_point(begin + 6.1, geometry.RADIUS), begin + 96)]
    for base in (*INWARD, *OUTWARD):
        angle = geometry.find_angle(base, turned)
        heads.append(
            _draw_arrow(geometry.find_polar_point(angle, geometry.RADIUS * 0.85), angle + (180 if base in INWARD else 0))
        )
    return tag("path", d="".join(heads), fill=colour)


def _draw_arrow(middle: Point, angle: float) -> str:
    """Return an arrow head that points at an angle, as a piece of a path."""
    (x, y), c, s = middle, cos(radians(angle)), sin(radians(angle))
    corners = [(x + along * c - across * s, y - along * s - across * c) for along, across in ((-9, 6), (9, 0), (-9, -6))]
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "Z"


def draw_grooves(colour: str, width: float, **attributes: Any) -> str:
    """Draw the lines under the points: the ring and the three diameters."""
    ends = [(geometry.POINTS[str(base)], geometry.POINTS[str(STRAIGHT[base])]) for base in INWARD]
    d = "".join(f"M{number(a[0])} {number(a[1])}L{number(b[0])} {number(b[1])}" for a, b in ends)
    ring = tag("circle", cx=geometry.MIDDLE, cy=geometry.MIDDLE, r=geometry.RADIUS)
    return group([ring, tag("path", d=d)], fill="none", stroke=colour, stroke_width=width, **attributes)


def draw_layers(picture: RingPicture, position: Position, style: Style, ink: str, ground: str) -> Iterator[str]:
    """Return in parts what lies on the board, from the bottom up: last move, sticks, pieces, targets and names of points."""
    yield draw_last_layer(picture, position, style)
    yield draw_stick_layer(picture, position)
    yield from draw_piece_layer(picture)
    yield draw_target_layer(picture, position, style)
    if style.coordinates:
        yield from write_coordinates(picture, NamePen(NAME_SIZE, ink, ground))


def write_coordinates(picture: RingPicture, pen: NamePen) -> Iterator[str]:
    """Write the name of every point beside it, and over pieces the signs that the board itself bears."""
    names = _write_names(pen, picture.turned, picture.is_notation)
    free = [text for name, text in names if name not in picture.written or name in picture.stacks]
    signs = [picture.signs[name] for name in picture.stacks if name in picture.signs]
    return group_parts([*signs, *free], id=f"{picture.name}-coordinates", aria_hidden="true")


@lru_cache(maxsize=64)
def _write_names(pen: NamePen, turned: bool, is_notation: Callable[[str], bool]) -> list[tuple[str, str]]:
    """Return the names of all points, each with what is written."""
    found = []
    for name in find_points(turned):
        notation = "yes" if is_notation(name) else None
        found.append((name, pen.write(name, name, *geometry.find_name_spot(name, turned), data_notation=notation)))
    return found


def draw_last_layer(picture: RingPicture, position: Position, style: Style) -> str:
    """Mark where the last move came from and went to, and the way between."""
    move = find_last_move(position, style)
    if move is None:
        return ""
    ends = [_find_last_spot(picture, position, name, move) for name in (move.source, move.target)]
    points = picture.points
    steps = [points[name] for name in find_path(str(move.source), str(move.target)) if name in points]
    way = [spot for spot in ends[:1] if spot and move.source != "R"] + steps
    colour = picture.palette.last
    lines = []
    if len(way) > 1:
        d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in way)
        lines.append(tag("path", d=d, fill="none", stroke=colour, stroke_width=11, stroke_linecap="round", opacity=0.5))
    for name, spot, strength in zip((move.source, move.target), ends, (0.45, 0.85), strict=True):
        if spot:
            radius = TOKEN + 8 if name not in ("R", "H") else picture.small + 6
            lines.append(tag("circle", cx=spot[0], cy=spot[1], r=radius, fill=colour, opacity=strength, data_last=name))
    return group(lines, id=f"{picture.name}-last", data_move=move.text)


def _find_last_spot(picture: RingPicture, position: Position, name: str | None, move: Move) -> Point | None:
    """Return where one end of the last move lies; None off the board if it cannot be told whose move it was."""
    if name in picture.points:
        return picture.points[str(name)]
    owner = _find_mover(picture, position, move)
    if owner is None or name is None:
        return None
    spots = picture.reserve[owner] if name == "R" else picture.home[owner]
    index = picture.waiting[owner] if name == "R" else picture.done[owner] - 1
    return spots[index] if 0 <= index < len(spots) else None


def _find_mover(picture: RingPicture, position: Position, move: Move) -> Player | None:
    """Return whose move the last one was, as far as the position tells."""
    if owners := picture.stacks.get(str(move.target)):
        return owners[-1]
    if position.over:
        return position.turn
    arrived = [player for player, pieces in picture.done.items() if pieces]
    return arrived[0] if move.target == "H" and len(arrived) == 1 else None


def draw_piece_layer(picture: RingPicture) -> Iterator[str]:
    """Draw all pieces: on the board as stacks, those further back first, off the board one by one."""
    drawn: list[str] = []
    for sign, spots, counts in (("R", picture.reserve, picture.waiting), ("H", picture.home, picture.done)):
        for player, points in spots.items():
            for point in points[: counts[player]]:
                drawn += _draw_piece(picture.token, player, sign, point, picture.small)
    where = picture.points
    for name in sorted(picture.stacks, key=lambda name: (round(where[name][1]), where[name][0])):
        drawn += _draw_stack(picture.name, name, where[name], tuple(picture.stacks[name]), picture.token, picture.palette)
    return group_parts(drawn, id=f"{picture.name}-pieces")


@cached_drawing
def _draw_stack(
    game: str, name: str, point: Point, owners: tuple[Player, ...], token: TokenDrawing, palette: Palette
) -> Iterator[str]:
    x, y = point
    step = min(STEP, TALLEST / max(1, len(owners) - 1))
    parts: list[str] = []
    for level, owner in enumerate(owners):
        parts += _draw_piece(token, owner, name, (x, y - step * level), TOKEN, level)
    inward = -1 if x > geometry.MIDDLE + TOKEN else 1  # signs and names of points stand outside the ring
    parts.append(badge(len(owners), x + inward * TOKEN * 0.95, y + TOKEN * 0.75, 26, palette))
    return group_parts(parts, id=f"{game}-stack-{name}", data_stack=name)


@cached_drawing
def _draw_piece(
    token: TokenDrawing, owner: Player, name: str, point: Point, radius: float, level: int | None = None
) -> Iterator[str]:
    names = {"data_piece": owner, "data_place": name, "data_level": level}
    return group_parts([token(owner, radius)], **names, transform=at(*point))


def draw_target_layer(picture: RingPicture, position: Position, style: Style) -> str:
    """Mark where legal moves lead."""
    marks = []
    for name, moves in group_by_target(find_marked_moves(position, style, NAMES)).items():
        x, y, radius = _find_target_spot(picture, position, name)
        height = len(picture.stacks.get(name, ()))
        ring = {"fill": "none", "stroke_width": 5.5}
        lines = [
            tag("circle", r=radius, **ring, stroke=picture.palette.paper, opacity=0.8),
            tag("circle", r=radius, **ring, stroke=picture.palette.target, stroke_dasharray="13 6.6"),
        ]
        if not height and name not in BASE_SIGNS and name != "A":
            lines.append(tag("circle", r=radius * 0.32, fill=picture.palette.target))
        texts = " ".join(move.text for move in moves)
        marks.append(group(lines, id=f"{picture.name}-target-{name}", data_target=name, data_move=texts, transform=at(x, y)))
    return group(marks, id=f"{picture.name}-targets")


def _find_target_spot(picture: RingPicture, position: Position, name: str) -> tuple[float, float, float]:
    """Return the middle and the radius of a target's mark; home is marked where the next piece will lie."""
    if name in picture.points:
        return (*picture.points[name], TOKEN + 7)
    spots = picture.home[position.turn]
    return (*spots[min(picture.done[position.turn], len(spots) - 1)], picture.small + 3)


def draw_stick_layer(picture: RingPicture, position: Position) -> str:
    """Draw the sticks of the pending throw before the player who threw them."""
    x, y = geometry.find_sector(picture.corners[position.turn])
    side = 130.0
    thrown = picture.throw(position.thrown, x - side / 2, y - side / 2, side, picture.palette)
    return group([thrown] if thrown else [], id=f"{picture.name}-sticks")


def turn_mark(position: Position, player: Player, spot: Point, colour: str, outline: str) -> str:
    """Draw a dot for the player on turn and a star for each winner; nothing for the others."""
    look = {"fill": colour, "stroke": outline, "stroke_width": 1.5}
    if not position.over:
        return tag("circle", cx=spot[0], cy=spot[1], r=7, **look, data_turn=player) if position.turn == player else ""
    if player not in (position.winner or ()):
        return ""
    points = [(r * sin(pi * turn / 5), -r * cos(pi * turn / 5)) for turn, r in enumerate((12, 5) * 5)]
    d = "M" + "L".join(f"{number(spot[0] + x)} {number(spot[1] + y)}" for x, y in points) + "Z"
    return tag("path", d=d, **look, stroke_linejoin="round", data_winner=player)
