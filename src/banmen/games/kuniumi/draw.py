"""The picture of Kuniumi: thirty-six whirlpools strung on one flowing line, from a1 to the last row.

A space is 100 wide. Each whirlpool is a double spiral: the line comes in on one side, turns to the middle and leaves on the
other. Rows are run through to and fro, so that one line joins them all. Both factions stand beside the board, or below it in a
tall picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import cos, pi, sin, sqrt

from banmen.core.game import Position
from banmen.core.move import Move
from banmen.games.kuniumi.board import BOARD, COLUMNS, NAMES, SIZE
from banmen.games.kuniumi.figures import COLOURS, Colours, draw_figure
from banmen.games.kuniumi.groups import find_closed
from banmen.games.kuniumi.notation import list_signs
from banmen.games.kuniumi.rules import CHOICE, GOD, PIECES, PLAY, phase
from banmen.games.kuniumi.words import FACTIONS, find_faction, find_next_piece, player_name
from banmen.presentation.highlights import find_last_move, find_marked_moves, group_by_target
from banmen.presentation.svg import PALETTES, Drawing, Palette, Style
from banmen.presentation.svg_elements import at, cached_drawing, cached_part, group, group_parts, label, number, tag

SPACE = 100
MARGIN = 36  # of the cloth around its spaces
LEFT = TOP = 18  # of the picture around the cloth
CLOTH = SIZE * SPACE + 2 * MARGIN
SIDE = LEFT + CLOTH + 84  # the middle of the column beside the board
BELOW = TOP + CLOTH + 62  # the middle of the row below a tall board
SEATS = {"l": (SIDE, TOP + 96.0), "s": (SIDE, TOP + CLOTH - 150.0)}
TALL_SEATS = {"l": (LEFT + 44.0, BELOW), "s": (LEFT + CLOTH - 176.0, BELOW)}
NEXT_SEAT, TALL_NEXT_SEAT = (SIDE, TOP + CLOTH / 2), (LEFT + CLOTH / 2 - 62.0, BELOW)
LABEL = 25.0  # of what is written: 11 pixels on a phone 390 wide
NEXT = "next"
TOKENS = 17
TURNS = 1.5  # of each arm of a whirlpool
STEPS = 9  # curves that each arm is made of


def find_centre(place: str) -> tuple[float, float]:
    """Return the middle of a space."""
    column, row = COLUMNS.index(place[0]), int(place[1]) - 1
    return LEFT + MARGIN + (column + 0.5) * SPACE, TOP + MARGIN + (SIZE - row - 0.5) * SPACE


def draw_whirlpool(sense: int) -> str:
    """Return path data of a double spiral around (0, 0) that turns one way (1) or the other (-1), from left to right.

    It is Fermat's spiral, whose two arms join smoothly in the middle.
    """
    radius, whole = SPACE / 2, 2 * pi * TURNS

    def find_point(u: float) -> tuple[float, float]:
        angle = sense * whole * (u * u - 1)
        return radius * u * cos(angle), radius * u * sin(angle)

    def find_speed(u: float) -> tuple[float, float]:
        angle, turning = sense * whole * (u * u - 1), sense * 2 * whole * u * u
        return radius * (cos(angle) - turning * sin(angle)), radius * (sin(angle) + turning * cos(angle))

    stops = [-sqrt(k / STEPS) for k in range(STEPS, 0, -1)] + [sqrt(k / STEPS) for k in range(STEPS + 1)]
    parts = ["M{} {}".format(*map(_write_coordinate, find_point(stops[0])))]
    for before, after in pairwise(stops):
        third = (after - before) / 3
        (x1, y1), (x2, y2), (vx1, vy1), (vx2, vy2) = (
            find_point(before),
            find_point(after),
            find_speed(before),
            find_speed(after),
        )
        curve = (x1 + vx1 * third, y1 + vy1 * third, x2 - vx2 * third, y2 - vy2 * third, x2, y2)
        parts.append("C" + " ".join(map(_write_coordinate, curve)))
    return "".join(parts)


def _write_coordinate(value: float) -> str:
    """Write a coordinate of a spiral: a tenth is fine enough, and there are thousands of them."""
    return number(round(value, 1))


# Seen along the line, rows are left upwards; so neighbouring rows turn in opposite senses.
WHIRLPOOLS = (draw_whirlpool(-1), draw_whirlpool(1))


def draw(position: Position, style: Style) -> Drawing:
    """Draw a position."""
    width, height = _find_size(style)
    return Drawing(width, height, tuple(_draw_parts(position, style)))


def _find_size(style: Style) -> tuple[float, float]:
    return (2 * LEFT + CLOTH, BELOW + 62) if style.tall else (SIDE + 80, TOP + CLOTH + 18)


def _draw_parts(position: Position, style: Style) -> Iterator[str]:
    """Draw the parts of a position from the bottom up."""
    shared, colours = PALETTES[style.theme], COLOURS[style.theme]
    width, height = _find_size(style)
    yield tag("rect", width=width, height=height, fill=shared.paper)
    yield _draw_board(colours)
    if style.coordinates:
        yield _write_coordinates(colours)
    yield group(_mark_closed(position, colours), id="kuniumi-closed")
    yield group(_mark_last(find_last_move(position, style), shared), id="kuniumi-last", data_move=style.last)
    yield from group_parts(_draw_seats(position, style, shared, colours), id="kuniumi-seats")
    yield group(_draw_next(position, style, shared, colours), id="kuniumi-next")
    yield from group_parts(_draw_pieces(position, style.theme), id="kuniumi-pieces")
    yield group(_mark_targets(position, style, shared), id="kuniumi-targets")


@cached_part
def _draw_board(colours: Colours) -> str:
    return group(_draw_cloth(colours), id="kuniumi-board")


def _draw_cloth(colours: Colours) -> Iterator[str]:
    yield tag("rect", x=LEFT, y=TOP, width=CLOTH, height=CLOTH, rx=26, fill=colours.cloth, stroke=colours.hem, stroke_width=2.5)
    line = {"fill": "none", "stroke": colours.line, "stroke_width": 3.2, "stroke_linecap": "round", "stroke_linejoin": "round"}
    yield tag("path", d="".join(_draw_bends()), **line)
    for place in NAMES.values():
        row = int(place[1]) - 1
        parts = [
            tag("circle", r=45, fill=colours.water, stroke=colours.water if colours.shadow != "none" else "none"),
            tag("path", d=WHIRLPOOLS[row % 2], **line),
        ]
        yield group(parts, id=f"kuniumi-place-{place}", data_place=place, transform=at(*find_centre(place)))


def _draw_bends() -> Iterator[str]:
    """Lead the line from each row up to the next, on the right and on the left in turn."""
    for row in range(SIZE - 1):
        away = 1 if row % 2 == 0 else -1
        x, y = find_centre(f"{COLUMNS[SIZE - 1 if away == 1 else 0]}{row + 1}")
        x += away * SPACE / 2
        out = x + away * 16
        half = SPACE / 2
        yield f"M{number(x)} {number(y)}c0 -26 {number(out - x)} -24 {number(out - x)} {number(-half)}"
        yield f"s{number(x - out)} -24 {number(x - out)} {number(-half)}"


@cached_part
def _write_coordinates(colours: Colours) -> str:
    names = []
    for index in range(SIZE):
        along = MARGIN + (index + 0.5) * SPACE
        names.append(label(COLUMNS[index], LEFT + along, TOP + CLOTH - 16, LABEL, colours.hem))
        names.append(label(str(SIZE - index), LEFT + 12, TOP + along, LABEL, colours.hem))
    return group(names, id="kuniumi-coordinates")


def _mark_closed(position: Position, colours: Colours) -> Iterator[str]:
    """Show the winner's groups without a free neighbour, and those of both sides after a draw."""
    if not position.over:
        return
    sides = position.state[0] & PIECES, position.state[1] & PIECES
    shut = find_closed(*sides, BOARD)
    if position.winner:
        shut &= sides[0 if position.winner == (position.turn,) else 1]
    for cell, place in NAMES.items():
        if shut >> cell & 1:
            x, y = find_centre(place)
            glow = {"fill": colours.accent, "fill_opacity": 0.3, "stroke": colours.accent, "stroke_width": 2.5}
            yield tag("rect", x=x - 47, y=y - 47, width=94, height=94, rx=24, **glow, data_closed=place)


def _mark_last(move: Move | None, shared: Palette) -> Iterator[str]:
    if move is not None and move.target is not None:
        x, y = find_centre(move.target)
        soft = {"fill": shared.last, "fill_opacity": 0.3, "stroke": shared.last, "stroke_width": 4}
        yield tag("circle", cx=x, cy=y, r=45, **soft, data_last=move.target)


def _draw_seats(position: Position, style: Style, shared: Palette, colours: Colours) -> Iterator[str]:
    """Show both factions, their owners and the tokens left to each; a ring for the one to act, a star for the winner."""
    owners = {find_faction(player, position): player for player in (1, 2)}
    standing = list(list_signs(position.state).values())
    for side, (x, y) in (TALL_SEATS if style.tall else SEATS).items():
        owner = owners.get(side)
        ours = owner is not None and not position.over and position.turn == owner
        parts = [draw_figure(side, 0, colours)]
        if ours:
            ring = {"fill": colours.accent, "fill_opacity": 0.16 if style.theme != "print" else 0}
            parts.insert(0, tag("circle", r=54, **ring, stroke=colours.accent, stroke_width=4))
        won = bool(position.winner) and position.winner == (owner,)
        if won:
            parts.append(tag("path", d=STAR, transform=at(40, -40), fill=colours.accent))
        left = TOKENS - standing.count(side)
        texts = [f"{FACTIONS[side][style.lang]} \N{MULTIPLICATION SIGN}{left}"]
        texts += [player_name(owner, style.lang)] if owner is not None else []
        figure = group_parts(parts, transform=at(x, y, 0.8 if style.tall else 1))
        names = {"id": f"kuniumi-seat-{side}", "data_faction": side, "data_player": owner}
        lines = [*figure, *_write_beside(texts, (x, y), style, shared)]
        yield from group_parts(lines, **names, data_turn=owner if ours else None, data_winner=owner if won else None)


def _write_beside(texts: list[str], figure: tuple[float, float], style: Style, shared: Palette) -> Iterator[str]:
    """Write lines below a figure, or to the right of it in a tall picture."""
    x, y = figure
    for index, text in enumerate(texts):
        if style.tall:
            up = (len(texts) - 1) / 2 - index
            yield label(text, x + 52, y - up * 30, LABEL, shared.ink, text_anchor="start")
        else:
            yield label(text, x, y + 76 + index * 30, LABEL, shared.ink)


STAR = "M0 -18L5.3 -6L18 -5.5L7.9 2.4L11.5 15.1L0 7.7L-11.5 15.1L-7.9 2.4L-18 -5.5L-5.3 -6Z"


def _draw_next(position: Position, style: Style, shared: Palette, colours: Colours) -> Iterator[str]:
    """Show in the setup what is placed next, and at the choice who chooses."""
    placing = find_next_piece(position)
    if phase(position.state) > CHOICE:
        return
    x, y = TALL_NEXT_SEAT if style.tall else NEXT_SEAT
    if placing:
        ring = {"fill": colours.accent, "fill_opacity": 0.16 if style.theme != "print" else 0}
        god = placing.isupper()
        small = 0.8 if style.tall else 1
        yield tag("circle", cx=x, cy=y, r=54 * small, **ring, stroke=colours.accent, stroke_width=4)
        yield group(
            [draw_figure(placing, 1, colours)],
            transform=at(x, y + (12 if god else 0), (0.74 if god else 1) * small),
            data_next=placing,
        )
    else:
        yield label("?", x, y, 64, colours.accent)
    if style.tall:
        yield from _write_beside([player_name(position.turn, style.lang)], (x, y), style, shared)
    else:
        yield label(player_name(position.turn, style.lang), x, y - 76, LABEL, shared.ink)


def _draw_pieces(position: Position, theme: str) -> Iterator[str]:
    # Rows farther away first, so that a God covers what stands behind, and not what stands before it.
    for (column, row), sign in sorted(list_signs(position.state).items(), key=lambda item: (-item[0][1], item[0][0])):
        yield from _draw_piece(sign, column, row, theme)


@cached_drawing
def _draw_piece(sign: str, column: int, row: int, theme: str) -> Iterator[str]:
    place = f"{COLUMNS[column]}{row + 1}"
    x, y = find_centre(place)
    names = {"id": f"kuniumi-piece-{place}", "data_piece": sign, "data_place": place}
    return group_parts([draw_figure(sign, column * 2 + row, COLOURS[theme])], **names, transform=at(x, y))


def _mark_targets(position: Position, style: Style, shared: Palette) -> Iterator[str]:
    start = NAMES[position.state[0] >> GOD] if phase(position.state) == PLAY else NEXT
    moves = find_marked_moves(position, style, {*NAMES.values(), NEXT}, lambda _: start)
    for target, leading in group_by_target(moves).items():
        yield _draw_ring(target, leading[0], find_centre(target), 24, shared)
    if phase(position.state) == CHOICE:
        for move in moves:
            seats = TALL_SEATS if style.tall else SEATS
            yield _draw_ring(move.text, move, seats[move.text[0]], 48, shared)


def _draw_ring(target: str, move: Move, point: tuple[float, float], radius: float, shared: Palette) -> str:
    ring = {"r": radius, "fill": shared.target, "fill_opacity": 0}
    parts = [
        tag("circle", **ring, stroke=shared.paper, stroke_width=9, opacity=0.85),
        tag("circle", **ring, stroke=shared.target, stroke_width=5),
    ]
    return group(parts, id=f"kuniumi-target-{target}", data_target=target, data_move=move.text, transform=at(*point))
