"""The picture of Qubism: a concrete plate with round hollows, two pawns, and cedar cubes with a carved arrow.

The board is seen from one side and a little from above, so that cubes show their top and their front.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.core.move import Move
from banmen.games.qubism.board import ARROWS, COLUMNS, NAMES, SIZE
from banmen.games.qubism.layout import MARGIN, PLATE, SQUARE, Layout, choose_layout
from banmen.games.qubism.notation import list_signs
from banmen.games.qubism.rules import PLACE, SLIDE, supply
from banmen.games.qubism.words import player_name
from banmen.presentation.highlights import find_last_move, find_marked_moves, group_by_target
from banmen.presentation.svg import PALETTES, Drawing, Palette, Style
from banmen.presentation.svg_elements import at, cached_drawing, cached_part, group, group_parts, label, tag

SUPPLY = "supply"
FAR_SEATS: tuple[Player, ...] = ("b",)  # who sits at the upper edge, and sees the board turned
LABEL = 24  # of what is written: 11 pixels on a phone 390 wide


@dataclass(frozen=True)
class Colours:
    """The colours of this board in one theme. Both pawns stand out from the hollow, a cube's edge from the plate, by 3:1."""

    plate: str
    plate_edge: str
    plate_line: str
    speck: str
    hollow: str
    shade: str
    rim: str
    white: str
    white_line: str
    black: str
    black_line: str
    wood: str
    wood_front: str
    wood_line: str
    grain: str
    carved: str
    gleam: str
    accent: str


COLOURS = {
    "light": Colours(
        plate="#c3c4bf", plate_edge="#94968f", plate_line="#8a8c86", speck="#8a8c86", hollow="#83867f", shade="#62655f",
        rim="#dddeda", white="#fffaf0", white_line="#3a342c", black="#1b1a1e", black_line="#f1ede4", wood="#d89a63",
        wood_front="#a4622f", wood_line="#4f2a10", grain="#b87741", carved="#5a2d10", gleam="#f2c493", accent="#a3501c",
    ),
    "dark": Colours(
        plate="#8b8f94", plate_edge="#575b63", plate_line="#4a4e57", speck="#63676e", hollow="#666a71", shade="#474a52",
        rim="#a9adb2", white="#fffaf0", white_line="#22201e", black="#0c0c10", black_line="#dcd8ce", wood="#d2925b",
        wood_front="#93552a", wood_line="#331a0a", grain="#ad6d3b", carved="#47220b", gleam="#efbd8a", accent="#e59a5f",
    ),
    "print": Colours(
        plate="#ffffff", plate_edge="#ffffff", plate_line="#000000", speck="none", hollow="#ffffff", shade="#ffffff",
        rim="#777777", white="#ffffff", white_line="#000000", black="#000000", black_line="#ffffff", wood="#ffffff",
        wood_front="#dddddd", wood_line="#000000", grain="none", carved="#000000", gleam="none", accent="#000000",
    ),
}  # fmt: skip


def draw(position: Position, style: Style) -> Drawing:
    """Draw a position."""
    shared, colours, layout = PALETTES[style.theme], COLOURS[style.theme], choose_layout(style)
    width, height = layout.size
    parts = [
        tag("rect", width=width, height=height, fill=shared.paper),
        _draw_board(colours, layout),
        _write_coordinates(shared, layout) if style.coordinates else "",
        group(_mark_last(find_last_move(position, style), shared, layout), id="qubism-last", data_move=style.last),
        *([] if layout.tall else group_parts(_draw_seats(position, style, shared, colours), id="qubism-seats")),
        *group_parts(_draw_pieces(position, style.theme, layout), id="qubism-pieces"),
        group(_mark_targets(position, style, shared), id="qubism-targets"),
    ]
    return Drawing(width, height, tuple(parts))


@cached_part
def _draw_board(colours: Colours, layout: Layout) -> str:
    return group(_draw_plate(colours, layout), id="qubism-board")


def _draw_plate(colours: Colours, layout: Layout) -> Iterator[str]:
    deep = colours.speck != "none"  # ink on paper shows no depth
    line = {"stroke": colours.plate_line, "stroke_width": 1.5}
    plate = {"x": layout.edge, "width": PLATE, "height": PLATE, "rx": 20, **line}
    if deep:
        yield tag("rect", **plate, y=layout.edge + 10, fill=colours.plate_edge)
    yield tag("rect", **plate, y=layout.edge, fill=colours.plate)
    yield from _draw_specks(colours, layout)
    yield group(_mark_goals(colours, layout), id="qubism-goals")
    for place in NAMES.values():
        x, y = layout.find_centre(place)
        bowl = [
            tag("circle", r=42, cy=1.5, fill=colours.rim),
            tag("circle", r=41, fill=colours.shade) if deep else tag("circle", r=40.5, cy=1.5, fill=colours.hollow),
            tag("ellipse", rx=37.5, ry=36.5, cy=3.5, fill=colours.hollow),
        ]
        yield group(bowl, id=f"qubism-place-{place}", data_place=place, transform=at(x, y))
    left, top, wide, high = layout.supply_box
    box = {"x": left, "y": top, "width": wide, "height": high, "rx": 14}
    yield tag("rect", **box, **line, fill=colours.plate, id="qubism-place-supply", data_place=SUPPLY)


def _draw_specks(colours: Colours, layout: Layout) -> Iterator[str]:
    """Sprinkle the grit of concrete over the plate, always the same."""
    if colours.speck == "none":
        return
    for index in range(90):
        x, y = index * 0.61803399 % 1, index * 0.75487767 % 1
        yield tag(
            "circle", cx=layout.edge + 8 + x * (PLATE - 16), cy=layout.edge + 8 + y * (PLATE - 16), r=0.9 + index % 4 * 0.45,
            fill=colours.rim if index % 3 == 0 else colours.speck, opacity=0.5,
        )  # fmt: skip


def _mark_goals(colours: Colours, layout: Layout) -> Iterator[str]:
    """Mark the goal rows: round heads along White's, pointed ones along Black's, as the pawns have them."""
    x = layout.edge + MARGIN
    band = {"x": x + 6, "width": SIZE * SQUARE - 12, "height": 20, "rx": 10, "stroke_width": 1.5}
    for player in ("w", "b"):
        y = layout.edge + (MARGIN - 33 if layout.is_below(player) else PLATE - MARGIN + 13)
        fill, line = (colours.white, colours.white_line) if player == "w" else (colours.black, colours.black_line)
        yield tag("rect", **band, y=y, fill=fill, stroke=line, data_goal=player)
        for column in range(SIZE):
            head = "M0 -6.5L6.5 0L0 6.5L-6.5 0Z" if player == "b" else "M-5.5 0A5.5 5.5 0 0 1 5.5 0A5.5 5.5 0 0 1 -5.5 0Z"
            yield tag("path", d=head, transform=at(x + (column + 0.5) * SQUARE, y + 10), fill=line)


@cached_part
def _write_coordinates(shared: Palette, layout: Layout) -> str:
    ink = PALETTES["light"].ink if shared.shadow != "none" else shared.ink
    names = []
    for index, column in enumerate(COLUMNS):
        row = str(index + 1)
        names.append(label(column, layout.find_centre(f"{column}1")[0], layout.edge + PLATE - 14, LABEL, ink))
        names.append(label(row, layout.edge + 28, layout.find_centre(f"a{row}")[1], LABEL, ink))
    return group(names, id="qubism-coordinates")


def _mark_last(move: Move | None, shared: Palette, layout: Layout) -> Iterator[str]:
    """Mark the last move; a cube that slid has left a trail."""
    if move is None or move.target is None:
        return
    places = [place for place in (move.source, move.target) if place]
    if len(places) == 2:
        (x1, y1), (x2, y2) = map(layout.find_centre, places)
        trail = {"stroke": shared.last, "stroke_width": 12, "stroke_linecap": "round", "opacity": 0.55}
        yield tag("line", x1=x1, y1=y1, x2=x2, y2=y2, **trail)
    for place in places:
        x, y = layout.find_centre(place)
        yield tag(
            "circle", cx=x, cy=y, r=45, fill=shared.last, fill_opacity=0.4, stroke=shared.last, stroke_width=4, data_last=place
        )


def _draw_seats(position: Position, style: Style, shared: Palette, colours: Colours) -> Iterator[str]:
    """Show both sides beside their home rows: a ring around the one to move, a star for the winner."""
    layout = choose_layout(style)
    for player in ("b", "w"):
        y = layout.edge + (PLATE - 104 if layout.is_below(player) else 70)
        parts = [_draw_pawn(player, colours, shared)]
        ours = not position.over and position.turn == player
        if ours:
            parts.insert(0, tag("circle", r=54, fill=colours.accent, fill_opacity=0.16, stroke=colours.accent, stroke_width=4))
        if position.winner == (player,):
            parts.append(tag("path", d=STAR, transform=at(38, -38), fill=colours.accent, stroke=shared.paper, stroke_width=2))
        name = label(player_name(player, style.lang), layout.side, y + 74, LABEL, shared.ink)
        seat = group_parts(parts, transform=at(layout.side, y))
        names = {"id": f"qubism-seat-{player}", "data_player": player, "data_turn": player if ours else None}
        yield from group_parts([*seat, name], **names, data_winner=player if position.winner == (player,) else None)


STAR = "M0 -15L4.4 -5L15 -4.6L6.6 2L9.6 12.6L0 6.4L-9.6 12.6L-6.6 2L-15 -4.6L-4.4 -5Z"


def _draw_pieces(position: Position, theme: str, layout: Layout) -> Iterator[str]:
    standing = {f"{COLUMNS[column]}{row + 1}": sign for (column, row), sign in list_signs(position.state).items()}
    # Rows farther away first, so that what stands nearer covers what stands behind it.
    for place in sorted(standing, key=lambda place: layout.find_centre(place)[::-1]):
        yield from _draw_piece(standing[place], place, theme, layout)
    for index in range(supply(position.state)):
        yield from _draw_spare_cube(index, theme, layout)


@cached_drawing
def _draw_piece(sign: str, place: str, theme: str, layout: Layout) -> Iterator[str]:
    """Draw a pawn or a cube where it stands."""
    colours, shared = COLOURS[theme], PALETTES[theme]
    if sign in ARROWS:
        figure = _draw_cube(layout.find_angle(sign), colours, shared)
        names = {"id": f"qubism-cube-{place}", "data_piece": "cube", "data_arrow": sign}
    else:
        figure = _draw_pawn(sign.lower(), colours, shared)
        names = {"id": f"qubism-pawn-{sign.lower()}", "data_piece": sign.lower()}
    return group_parts([figure], **names, data_place=place, transform=at(*layout.find_centre(place)))


@cached_drawing
def _draw_spare_cube(index: int, theme: str, layout: Layout) -> Iterator[str]:
    """Draw a cube of the supply. It may be put down with its arrow pointing anywhere, so they lie there pointing every way."""
    cube = _draw_cube(90 * (index % 4), COLOURS[theme], PALETTES[theme])
    names = {"id": f"qubism-supply-{index + 1}", "data_piece": "cube", "data_place": SUPPLY}
    spot, scale = layout.place_in_supply(index)
    return group_parts([cube], **names, transform=at(*spot, scale))


@cache
def _draw_cube(angle: int, colours: Colours, shared: Palette) -> str:
    """Draw a cube around (0, 0) with its arrow turned to an angle."""
    face = {"x": -35, "y": -42, "width": 70, "rx": 6}
    shadow = {"x": -33, "y": -26, "width": 76, "height": 72, "rx": 9}
    parts = [tag("rect", **shadow, fill=shared.shadow, opacity=0.22)] if shared.shadow != "none" else []
    parts.append(tag("rect", **face, height=84, fill=colours.wood_front, stroke=colours.wood_line, stroke_width=2.5))
    parts.append(tag("rect", **face, height=68, fill=colours.wood, stroke=colours.wood_line, stroke_width=1.2))
    if colours.grain != "none":
        rings = "M-33 -30C-12 -36 8 -24 33 -31M-33 -18C-10 -24 12 -12 33 -19M-33 4C-14 -2 10 8 33 3M-33 16C-10 12 12 21 33 15"
        parts.append(tag("path", d=rings, fill="none", stroke=colours.grain, stroke_width=1.6, opacity=0.75))
        parts.append(tag("path", d="M-30 -39.5H30", stroke=colours.gleam, stroke_width=2, stroke_linecap="round"))
    sign = {"d": "M0 -25L22 -1H8.5V24H-8.5V-1H-22Z", "transform": f"translate(0 -8) rotate({angle})"}
    if colours.gleam != "none":
        lit = tag("path", **sign, fill="none", stroke=colours.gleam, stroke_width=2.5, stroke_linejoin="round")
        parts.append(group([lit], transform="translate(1 1.8)"))
    parts.append(tag("path", **sign, fill=colours.carved))
    return group(parts)


ROUND_PAWN = "M-26 33C-26 23 -18 21 -14 10C-12 3 -10 -3 -9.5 -9H9.5C10 -3 12 3 14 10C18 21 26 23 26 33C26 40 -26 40 -26 33Z"
POINTED_PAWN = "M-10 -8H10L19 24H26V38H-26V24H-19Z"


@cache
def _draw_pawn(player: str, colours: Colours, shared: Palette) -> str:
    """Draw a pawn around (0, 0): White's is round and light, Black's angular and dark."""
    fill, line = (colours.white, colours.white_line) if player == "w" else (colours.black, colours.black_line)
    look = {"fill": fill, "stroke": line, "stroke_width": 2.5 if player == "w" else 2, "stroke_linejoin": "round"}
    fine = {"fill": "none", "stroke": line, "stroke_width": 1.6, "stroke_linecap": "round", "opacity": 0.4}
    parts = []
    if shared.shadow != "none":
        parts.append(tag("ellipse", cx=5, cy=33, rx=32, ry=11, fill=shared.shadow, opacity=0.28))
    if player == "w":
        parts.append(tag("path", d=ROUND_PAWN, **look))
        parts.append(tag("rect", x=-17, y=-15, width=34, height=8, rx=4, **look))
        parts.append(tag("circle", cy=-31, r=17, **look))
        parts.append(tag("path", d="M-19 33C-15 24 -10 22 -7 8M-10 -34A11 11 0 0 1 -3 -41", **fine))
    else:
        parts.append(tag("path", d=POINTED_PAWN, **look))
        parts.append(tag("path", d="M-17 -8V-14H17V-8Z", **look))
        parts.append(tag("path", d="M0 -54L20 -33L9 -14H-9L-20 -33Z", **look))
        parts.append(tag("path", d="M0 -49V-18M-15 -32L0 -26L15 -32M-15 24H15M-4 -4L-8 20", **fine))
    return group(parts)


def _mark_targets(position: Position, style: Style, shared: Palette) -> Iterator[str]:
    """Mark where moves lead: a ring for a pawn or a sliding cube, small arrowheads for the ways a new cube may point."""
    layout = choose_layout(style)
    pieces = {f"{COLUMNS[c]}{r + 1}": sign for (c, r), sign in list_signs(position.state).items()}
    mover = next(place for place, sign in pieces.items() if sign.lower() == position.turn)
    places = {*NAMES.values(), SUPPLY}

    def source(move: Move) -> str | None:
        return SUPPLY if move.code & PLACE else move.source or mover

    for target, moves in group_by_target(find_marked_moves(position, style, places, source)).items():
        x, y = layout.find_centre(target)
        parts = [tag("circle", r=42, fill=shared.target, fill_opacity=0)]
        if any(not move.code & PLACE for move in moves):
            slides = all(move.code & SLIDE or move.code & PLACE for move in moves)
            dashes = "10 7" if slides else None
            parts.append(tag("circle", r=35, fill="none", stroke=shared.paper, stroke_width=9, opacity=0.85))
            parts.append(tag("circle", r=35, fill="none", stroke=shared.target, stroke_width=5, stroke_dasharray=dashes))
        for arrow in (move.text[-1] for move in moves if move.code & PLACE):
            turn = f"rotate({layout.find_angle(arrow)})"
            head = {"d": "M0 -25L9 -13H-9Z", "transform": turn, "stroke_linejoin": "round"}
            parts.append(tag("path", **head, fill=shared.target, stroke=shared.paper, stroke_width=2, paint_order="stroke"))
        texts = " ".join(move.text for move in moves)
        yield group(parts, id=f"qubism-target-{target}", data_target=target, data_move=texts, transform=at(x, y))
